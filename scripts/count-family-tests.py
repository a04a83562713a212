#!/usr/bin/env python3
"""Counts the lines of the rewriter outside rewriter/families that ask which family a schedule is of, or
for what only some families have.

    scripts/count-family-tests.py                     each line, and how many in how many files
    scripts/count-family-tests.py --most=LINES,FILES  exits with status 1 where there are more
"""
import argparse
import pathlib
import re
import sys

PLANS = "Direct|Parts|Fma|FmaMenu|Wmma|Mma|Wgmma|Im2col|Packed|Gathered|GatheredTensor"
# A family's own text asks for its own plan by KernelPlan::of, which throws for any other, and a pass
# that assigns a plan knows which.
ASKS = re.compile(
    rf"\b(?:is|as|find|get|get_if|holds_alternative)<(?:warpsmith::)?(?:{PLANS})>"
    r"|(?:\.|->)(?:staging|menu|group|split|fp64Share|mixesFp64|isUnplanned)\(\)"
    r"|[sS]chedule(?:\.|->)(?:computeThreads\(|threads\(|plan\b(?! = ))"
    # The fields of the schedule that had a meaning only beside others.
    r"|[sS]chedule(?:\.|->)(?:wgmma|mma|wmma|tiles|block|thread|interleave|fp64Warps|copyWarps|stages|route"
    r"|split|symmetric|group|defaultTile|addedTile)\b"
)
# Calls of the same names on values that are no schedules.
OTHERS = re.compile(r"StringRef|llvm::|tile\.threads\(\)")

parser = argparse.ArgumentParser()
parser.add_argument("--most")
parser.add_argument("folder", nargs="?", default=pathlib.Path(__file__).parent.parent / "rewriter",
                    type=pathlib.Path)
given = parser.parse_args()

found = []
for path in sorted(given.folder.rglob("*")):
    if path.suffix not in (".h", ".cpp") or path.relative_to(given.folder).parts[0] in ("families", "frontend"):
        continue
    for number, line in enumerate(path.read_text().splitlines(), 1):
        code = line.split("//")[0]
        if ASKS.search(code) and not OTHERS.search(code):
            found.append((path, number, line.strip()))
files = len({path for path, _, _ in found})
most = [int(limit) for limit in given.most.split(",")] if given.most else None
if most is None or len(found) > most[0] or files > most[1]:
    for path, number, line in found:
        print(f"{path.relative_to(given.folder.parent)}:{number}: {line}")
print(f"{len(found)} lines in {files} files ask for a schedule's family.")
if most is not None and (len(found) > most[0] or files > most[1]):
    sys.exit(f"count-family-tests.py: more than {most[0]} lines in {most[1]} files; ask the family instead "
             "(rewriter/families/KernelFamily.h)")
