#!/usr/bin/env python3
"""Adds up JUnit files: CTest's, with each lit suite replaced by the tests inside it.

Usage: count-tests.py FOLDER. Prints failed tests and, as the last line, 'N passed, N failed'.
Exit status 1 when one failed or none ran.
"""
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def results(path):
    """(name, failed) of each test that ran."""
    for case in ElementTree.parse(path).iter("testcase"):
        if case.find("skipped") is not None or case.get("status") == "notrun":
            continue
        failed = case.find("failure") is not None or case.get("status") == "fail"
        yield case.get("name"), failed


def main(folder):
    tests = []
    suites = {path.stem for path in folder.glob("lit-*.xml")}
    for path in sorted(folder.glob("*.xml")):
        for name, failed in results(path):
            # A suite that failed without results of its own (lit itself broke) still counts.
            if path.name == "ctest.xml" and name.replace("/", "-") in suites:
                continue
            tests.append((path.stem, name, failed))
    failed = [test for test in tests if test[2]]
    for suite, name, _ in failed:
        print(f"FAILED {suite}: {name}")
    print(f"{len(tests) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
