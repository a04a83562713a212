"""Checks that a rewritten file is its source with text added, but for launches of given kernels.

usage: unchanged.py SOURCE REWRITTEN [KERNEL...]

Every other line of the source is in the rewritten file, in order and byte for byte."""
import difflib
import sys

source, rewritten = (open(name, newline="").readlines() for name in sys.argv[1:3])
kernels = sys.argv[3:]
launched = set()
for line in difflib.ndiff(source, rewritten, charjunk=None):
    if line[:2] != "- ":
        continue
    names = [kernel for kernel in kernels if f" {kernel}<<<" in line]
    if not names:
        sys.exit(f"{sys.argv[2]}: changed or missing: {line[2:]}")
    launched.update(names)
if launched != set(kernels):
    sys.exit(f"{sys.argv[2]}: launched as before: {sorted(set(kernels) - launched)}")
if not kernels and source != rewritten:
    sys.exit(f"{sys.argv[2]} differs from {sys.argv[1]}")
