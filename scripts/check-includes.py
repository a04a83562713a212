#!/usr/bin/env python3
"""Checks which folders of the rewriter include which.

  check-includes.py [FOLDER]    FOLDER holds the folders and include-edges.txt (rewriter)

include-edges.txt has a line for each folder, `folder: others that it may include`. A folder inside another one is
a folder of its own (`frontend/clang`). A folder stands below all that it includes: so there is no cycle. What
nobody includes any more must go from the line.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCES = (".cpp", ".h", ".def")


class BadInclude(Exception):
    """What is wrong, with its file and line."""


def read_allowed(path):
    """{folder: {others: line}}, in the order of the file."""
    allowed = {}
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            folder, colon, others = line.partition(":")
            if not colon or folder in allowed:
                raise BadInclude(f"{path}:{number}: not a line 'folder: others' of another folder")
            for other in others.split():
                if other not in allowed:
                    raise BadInclude(f"{path}:{number}: '{other}' is no folder of a line above")
            allowed[folder] = dict.fromkeys(others.split(), number)
    return allowed


def edges_of(root):
    """(folder, other, file:line) of each include of another folder."""
    include = re.compile(rf'\s*#\s*include\s+"{re.escape(os.path.basename(root))}/([^"]+)/[^/"]+"')
    for where, _, names in sorted(os.walk(root)):
        folder = os.path.relpath(where, root).replace(os.sep, "/")
        for name in sorted(names):
            if folder == "." or not name.endswith(SOURCES):
                continue
            path = os.path.join(where, name)
            with open(path, encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    found = include.match(line)
                    if found and found.group(1) != folder:
                        yield folder, found.group(1), f"{path}:{number}"


def check(root):
    """Sentences about what is wrong."""
    table = os.path.join(root, "include-edges.txt")
    allowed = read_allowed(table)
    seen = set()
    for folder, other, place in edges_of(root):
        seen.add((folder, other))
        if folder not in allowed:
            yield f"{place}: '{folder}' has no line in {table}"
        elif other not in allowed[folder]:
            yield f"{place}: '{folder}' may not include '{other}' ({table})"
    for folder, others in allowed.items():
        for other, number in others.items():
            if (folder, other) not in seen:
                yield f"{table}:{number}: nothing in '{folder}' includes '{other}' any more"


def main():
    root = os.path.relpath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "rewriter"))
    mistakes = list(check(root))
    for mistake in mistakes:
        print(f"check-includes.py: {mistake}", file=sys.stderr)
    return 1 if mistakes else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (BadInclude, OSError) as error:
        sys.exit(f"check-includes.py: {error}")
