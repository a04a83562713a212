#!/usr/bin/env python3
"""Makes results files ready to be committed: medians, intervals, counts and commands, without the
samples and without the folders of the machine that ran them.

  publish-results.py FILE...            rewrites the files
  publish-results.py --check FILE...    fails where a file still has what would be removed

`polybench compare` shows the medians of such files and says that it cannot judge them. To compare two runs,
keep what polybench wrote.
"""
import argparse
import os
import re
import shlex
import sys

from results_files import BadInput, load, write_json, write_results

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
JOINED_FLAGS = ("-isystem", "-iquote", "-idirafter", "-include", "-I", "-L")
COMMANDS = ("command", "commands", "executable")
ABSOLUTE = re.compile(r"(?:^|[\s'\"=,:(])(/[A-Za-z0-9._-]+/[^\s'\",:)]*)")


def recorded_path(path):
    """As runtime/harness/report/RecordedCommand.cpp has it: relative to the repository, else the last
    component."""
    if not path.startswith("/"):
        return path
    relative = os.path.relpath(path, ROOT)
    return relative if not relative.startswith("..") else os.path.basename(os.path.normpath(path))


def recorded_word(word):
    begin = 0
    if not word.startswith("/"):
        flag = next((flag for flag in JOINED_FLAGS if word.startswith(flag + "/")), None)
        begin = len(flag) if flag else word.find("=/") + 1
        if not begin:
            return word
    return word[:begin] + "".join(map(recorded_path, re.split("([,:])", word[begin:])))


def recorded_command(command):
    words = shlex.split(command)
    recorded = [recorded_word(word) for word in words]
    return command if recorded == words else shlex.join(recorded)


def published(document):
    """The document as it is committed; a row of `polybench` that has a verdict is a summary."""
    result = dict(document)
    if "context" in result:
        result["context"] = context = dict(result["context"])
        for key in COMMANDS:
            if isinstance(context.get(key), str):
                context[key] = recorded_command(context[key])
            elif key in context:
                context[key] = [recorded_command(command) for command in context[key]]
    if "benchmarks" in result:
        result["benchmarks"] = [{key: value for key, value in row.items() if key != "samples"}
                                for row in result["benchmarks"] if "verdict" in row]
    return result


def texts_of(value, where=""):
    """Every string of a document, with its place."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from texts_of(item, f"{where}.{key}" if where else key)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from texts_of(item, f"{where}[{index}]")


def check_paths(path, document):
    for where, text in texts_of(document):
        found = ABSOLUTE.search(text)
        if found:
            raise BadInput(f"{path}: {where} holds a path of a machine: {found.group(1)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    for path in options.files:
        document = load(path)
        result = published(document)
        check_paths(path, result)
        if result == document:
            continue
        if options.check:
            raise BadInput(f"{path}: has samples or paths of a machine: run "
                           f"scripts/publish-results.py {path}")
        (write_results if "benchmarks" in result else write_json)(path, result)


if __name__ == "__main__":
    try:
        main()
    except BadInput as error:
        sys.exit(f"publish-results.py: {error}")
