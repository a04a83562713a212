#!/usr/bin/env python3
"""Shortens what a long build or test run prints to what a reader needs while it runs.

Usage: COMMAND 2>&1 | progress.py build     for ninja
       COMMAND 2>&1 | progress.py tests     for ctest --verbose

Says every 25 seconds how much is done, on a terminal in one line that is kept up to date. What the
command says of failures is printed whole, the rest of its output not at all. lit suites are one
test for ctest; the tests inside them are counted too.
"""
import os
import re
import sys
import threading
import time

INTERVAL = 25  # seconds between two lines, where there is no terminal

# ninja: "[12/345] Building CXX object a.o"; ctest: "     Start  7: lit/rewrite",
# "12/345 Test  #7: lit/rewrite ......   Passed   1.23 sec", "7: output of test 7";
# lit: "PASS: rewrite :: passes/tile.test (3 of 201)".
NINJA_STEP = re.compile(r"\[(\d+)/(\d+)\] (.*)")
TEST_START = re.compile(r"\s*Start\s+(\d+): (.*)")
TEST_END = re.compile(r"\s*(\d+)/(\d+) Test\s+#(\d+): (\S+) \.*\s*(.*?)\s+[\d.]+ sec")
TEST_OUTPUT = re.compile(r"(\d+): ?(.*)")
LIT_RESULT = re.compile(r"([A-Z]+): .* \((\d+) of (\d+)\)$")
CTEST_MESSAGE = re.compile(r"No tests|CMake Error|The following tests|Errors while|Unable to")
LIT_QUIET = ("PASS", "UNSUPPORTED", "XFAIL", "FLAKYPASS")


class Display:
    """The state of the run, printed at intervals by a thread of its own."""

    def __init__(self):
        self.lock = threading.Lock()
        self.start = time.monotonic()
        self.state = "starting"
        self.is_terminal = sys.stdout.isatty()
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.repeat, daemon=True)
        self.thread.start()

    def repeat(self):
        while not self.is_over.wait(1 if self.is_terminal else INTERVAL):
            with self.lock:
                self.draw()

    def draw(self):
        seconds = int(time.monotonic() - self.start)
        line = f"{seconds // 60}:{seconds % 60:02} {self.state}"
        if self.is_terminal:
            width = os.get_terminal_size(sys.stdout.fileno()).columns
            sys.stdout.write("\r\x1b[K" + line[:max(width - 1, 1)])
        else:
            sys.stdout.write(line + "\n")
        sys.stdout.flush()

    def erase(self):
        if self.is_terminal:
            sys.stdout.write("\r\x1b[K")

    def show(self, state):
        with self.lock:
            self.state = state

    def print(self, text):
        with self.lock:
            self.erase()
            print(text, flush=True)

    def end(self):
        self.is_over.set()
        with self.lock:
            self.draw()
            if self.is_terminal:
                print(flush=True)


def follow_build(lines, display):
    for line in lines:
        step = NINJA_STEP.match(line)
        if step:
            display.show(f"{step[1]} of {step[2]} steps: {step[3]}")
        elif line:
            display.print(line)


class Tests:
    """What is known of a ctest run."""

    def __init__(self, display):
        self.display = display
        self.names = {}   # by number, of those that run
        self.output = {}  # by number, of those that run
        self.suites = {}  # by number: tests inside that are done, and of how many
        self.done, self.all, self.failed = 0, 0, 0

    def follow(self, lines):
        for line in lines:
            start, end = TEST_START.match(line), TEST_END.match(line)
            output = TEST_OUTPUT.match(line)
            if start:
                self.names[int(start[1])] = start[2]
                self.output[int(start[1])] = []
            elif end:
                self.finish(end)
            elif output and int(output[1]) in self.output:
                self.take(int(output[1]), output[2])
            elif CTEST_MESSAGE.match(line):
                self.display.print(line)
            self.tell()

    def take(self, number, text):
        result = LIT_RESULT.match(text)
        if result:
            self.suites[number] = (result[2], result[3])
        if result and result[1] in LIT_QUIET:
            return
        self.output[number].append(text)
        if result:  # what failed is not kept back until its suite ends
            self.failed += 1
            self.display.print(text)

    def finish(self, end):
        number, verdict = int(end[3]), end[5]
        self.done, self.all = int(end[1]), int(end[2])
        if "Passed" not in verdict and "Skipped" not in verdict:
            self.failed += number not in self.suites
            self.display.print("\n".join([f"{end[4]}: {verdict}", *self.output.get(number, [])]))
        self.names.pop(number, None)
        self.output.pop(number, None)

    def tell(self):
        counted = f"{self.done} of {self.all} entries" if self.all else "running"
        inside = "".join(f"; {self.names[number]} {done} of {of}"
                         for number, (done, of) in self.suites.items() if number in self.names)
        running = [name for number, name in self.names.items() if number not in self.suites]
        now = "; " + ", ".join(running) if running and not inside else ""
        self.display.show(f"{counted}{inside}{now}; {self.failed} failed")


def main(arguments):
    follow = {"build": follow_build,
              "tests": lambda lines, display: Tests(display).follow(lines)}
    if len(arguments) != 1 or arguments[0] not in follow:
        print(__doc__, file=sys.stderr)
        return 2
    display = Display()
    lines = (line.rstrip("\n") for line in
             open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False))
    follow[arguments[0]](lines, display)
    display.end()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
