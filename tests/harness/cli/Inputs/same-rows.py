#!/usr/bin/env python3
"""Fails unless both results files have the same rows for the problems BENCHMARK/TYPE/SIZE."""
import json
import sys


def rows(file, problem):
    with open(file, encoding="utf-8") as text:
        document = json.load(text)
    chosen = [row for row in document["benchmarks"]
              if f"{row.get('benchmark')}/{row.get('type')}/{row.get('size')}" == problem]
    for row in chosen:
        row.pop("family_index")
    return chosen


for name in sys.argv[3:]:
    first, second = rows(sys.argv[1], name), rows(sys.argv[2], name)
    if not first or first != second:
        sys.exit(f"{name}: {len(first)} rows differ from {len(second)} rows")
