#!/usr/bin/env python3
"""Kernels are files: no raw string of the rewriter's code generator holds more than a dozen lines of CUDA.

Exits with status 1 where one does, or where a file among the exceptions has none any more.
"""
import pathlib
import re
import sys

MOST_LINES = 12
FOLDER = pathlib.Path(__file__).resolve().parent.parent / "rewriter" / "emit"
# What is still to become a file, with the lines of its longest string.
EXCEPTIONS = {
    "DirectKernelText.cpp": 37,  # the kernel without tiles
    "FmaGroupText.cpp": 31,  # launches that are made together
    "WgmmaText.cpp": 15,  # the Problem
}


def longest_string(text):
    strings = re.findall(r'R"(\w*)\((.*?)\)\1"', text, re.DOTALL)
    return max((inside.strip().count("\n") + 1 for _, inside in strings), default=0)


def complaints():
    for path in sorted([*FOLDER.glob("*.cpp"), *FOLDER.glob("*.h")]):
        lines, most = longest_string(path.read_text()), EXCEPTIONS.get(path.name, MOST_LINES)
        if lines > most:
            yield f"{path.name}: a string of {lines} lines; it belongs into a file in " \
                  "runtime/include/warpsmith/kernels"
        elif path.name in EXCEPTIONS and lines < most:
            yield f"{path.name}: its longest string has {lines} lines: lower its exception"
    for name in EXCEPTIONS:
        if not (FOLDER / name).exists():
            yield f"{name}: there is no such file: remove its exception"


found = list(complaints())
for complaint in found:
    print(f"check-strings.py: {complaint}", file=sys.stderr)
sys.exit(1 if found else 0)
