"""dependencies.py NEW OLD: what OLD depends on, NEW does, and on nothing else but the toolkit."""
import re
import sys


def prerequisites(path):
    rules = open(path).read().replace("\\\n", " ")
    first = rules.split("\n")[0].split(":", 1)[1]
    return set(re.sub(r"\\ ", "\0", first).split())


new, old = map(prerequisites, sys.argv[1:])
added = {name for name in new - old if not name.startswith("/usr/")}
print("missing:", old - new, "added:", added)
sys.exit(bool(old - new or added))
