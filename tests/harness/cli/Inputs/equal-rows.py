#!/usr/bin/env python3
"""Fails unless both results files have the same rows, each once: what two runs differ in by nature
(the seconds that a reference took, and which device a row ran on) aside."""
import json
import sys


def rows(file):
    with open(file, encoding="utf-8") as text:
        found = json.load(text)["benchmarks"]
    for row in found:
        row.pop("reference_s", None)
        row.pop("device", None)
    return found


first, second = rows(sys.argv[1]), rows(sys.argv[2])
names = [row["name"] for row in first]
if not names or len(set(names)) != len(names):
    sys.exit(f"{sys.argv[1]} has no rows, or some of them twice: {names}")
if first != second:
    sys.exit(f"{sys.argv[1]} and {sys.argv[2]} differ: {first}\n{second}")
