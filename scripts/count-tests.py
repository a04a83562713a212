#!/usr/bin/env python3
"""Adds up JUnit files: CTest's, with each lit suite replaced by the tests inside it.

Usage: count-tests.py FOLDER. Prints skipped tests with the reason, then failed ones. The last line is
'N passed, N failed'. The exit status is 1 if a test failed or none ran.
"""
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def results(path):
    """(name, failed, why it was skipped or None) of each test."""
    for case in ElementTree.parse(path).iter("testcase"):
        skipped = case.find("skipped")
        if skipped is not None or case.get("status") == "notrun":
            reason = skipped.get("message") if skipped is not None else None
            yield case.get("name"), False, reason or "not run"
            continue
        failed = case.find("failure") is not None or case.get("status") == "fail"
        yield case.get("name"), failed, None


def main(folder):
    tests = []
    skipped_tests = 0
    suites = {path.stem for path in folder.glob("lit-*.xml")}
    for path in sorted(folder.glob("*.xml")):
        for name, failed, skipped in results(path):
            # A suite that failed without results of its own (lit itself broke) still counts.
            if path.name == "ctest.xml" and name.replace("/", "-") in suites:
                continue
            if skipped is not None:
                skipped_tests += 1
                print(f"SKIPPED {path.stem}: {name}: {skipped}")
                continue
            tests.append((path.stem, name, failed))
    failed = [test for test in tests if test[2]]
    for suite, name, _ in failed:
        print(f"FAILED {suite}: {name}")
    if skipped_tests:
        print(f"{skipped_tests} skipped")
    print(f"{len(tests) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
