#!/usr/bin/env python3
"""Checks that the loops of the microbenchmarks hold the instructions that they claim.

  loop-instructions.py LIBRARY CUBIN --nvdisasm FILE --cudart FILE

The claims are those of the library (polybench/micro/micro_abi.h), the instructions those of the
machine code in CUBIN. Of each point's kernel, the loops that hold any of the instructions that are
counted must be the roles' loops, with exactly as many, and hold little else where the point is about
arithmetic alone. The clock must be read outside loops only.
"""
import argparse
import collections
import ctypes
import re
import subprocess
import sys

# What is counted: the instructions that do the work, and those they could have become.
COUNTED = {"FFMA", "FMUL", "FADD", "DFMA", "DADD", "DMUL", "F2F", "DMMA", "HMMA", "IMMA", "HGMMA",
           "IGMMA", "QGMMA", "LDGSTS", "UBLKCP", "UTMALDG", "LDG", "STG", "LDL", "STL"}
REGISTERS_ONLY = {"FFMA", "FMUL", "DFMA"}
LARGEST_OVERHEAD = 0.05  # other instructions in a loop of those
ROLES, OPERATIONS, PARAMETERS = 2, 4, 8


class Operation(ctypes.Structure):
    _fields_ = [("mnemonic", ctypes.c_char_p), ("per_iteration", ctypes.c_int),
                ("flops", ctypes.c_double), ("bytes", ctypes.c_double)]


class Role(ctypes.Structure):
    _fields_ = [("warps", ctypes.c_int), ("most_iterations", ctypes.c_int),
                ("operation_count", ctypes.c_int), ("operations", Operation * OPERATIONS)]


class Parameter(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("value", ctypes.c_char_p)]


class Point(ctypes.Structure):
    _fields_ = [("experiment", ctypes.c_char_p), ("name", ctypes.c_char_p),
                ("kernel", ctypes.c_char_p), ("parameter_count", ctypes.c_int),
                ("parameters", Parameter * PARAMETERS), ("role_count", ctypes.c_int),
                ("roles", Role * ROLES), ("balanced", ctypes.c_int)]


class Suite(ctypes.Structure):
    _fields_ = [("version", ctypes.c_int), ("point_count", ctypes.c_int),
                ("points", ctypes.POINTER(Point))]


def points_of(library, cudart):
    ctypes.CDLL(cudart, mode=ctypes.RTLD_GLOBAL)
    loaded = ctypes.CDLL(library)
    loaded.micro_suite.restype = ctypes.POINTER(Suite)
    suite = loaded.micro_suite().contents
    return [suite.points[index] for index in range(suite.point_count)]


class Function:
    """The instructions of a kernel and its natural loops."""

    def __init__(self):
        self.instructions = []  # (mnemonic, whether it is conditional, label it goes to)
        self.labels = {}

    def successors(self, index):
        mnemonic, conditional, target = self.instructions[index]
        base = mnemonic.split(".")[0]
        following = []
        if target in self.labels and base not in ("BSSY", "WARPSYNC"):
            following.append(self.labels[target])
        if not (base in ("BRA", "EXIT", "RET", "BRX", "JMP") and not conditional):
            following.append(index + 1)
        return [next for next in following if next < len(self.instructions)]

    def loops(self):
        """Sets of instructions, one a loop, by its head."""
        count = len(self.instructions)
        successors = [self.successors(index) for index in range(count)]
        predecessors = [[] for _ in range(count)]
        for index, following in enumerate(successors):
            for next in following:
                predecessors[next].append(index)
        found = {}
        for index in range(count):
            for head in successors[index]:
                if head <= index and self.dominates(head, index, predecessors):
                    found.setdefault(head, set()).update(self.body(head, index, predecessors))
        return found

    @staticmethod
    def body(head, end, predecessors):
        members, waiting = {head, end}, [end] if end != head else []
        while waiting:
            for before in predecessors[waiting.pop()]:
                if before not in members:
                    members.add(before)
                    waiting.append(before)
        return members

    @staticmethod
    def dominates(head, end, predecessors):
        """Whether every path from the entry to `end` comes through `head`."""
        if head == 0:
            return True
        seen, waiting = {end}, [end]
        while waiting:
            index = waiting.pop()
            if index == 0:
                return False
            for before in predecessors[index]:
                if before != head and before not in seen:
                    seen.add(before)
                    waiting.append(before)
        return True


def functions_of(cubin, nvdisasm):
    text = subprocess.run([nvdisasm, "-c", cubin], check=True, capture_output=True, text=True).stdout
    functions, current = {}, None
    for line in text.splitlines():
        if match := re.match(r"\.text\.(\S+):$", line):
            current = functions.setdefault(match.group(1), Function())
        elif current is None:
            continue
        elif match := re.match(r"(\.L\w+):$", line):
            current.labels[match.group(1)] = len(current.instructions)
        elif match := re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+(@!?U?P\w+\s+)?([A-Z][\w.]*)([^;]*);", line):
            target = re.search(r"`\((\.L\w+)\)", match.group(3))
            # A branch may name its predicate among the operands: BRA.U UP0, `(.L_x_1).
            inner = re.match(r"\s*!?U?P\d\s*,", match.group(3))
            current.instructions.append((match.group(2), bool(match.group(1) or inner),
                                         target.group(1) if target else None))
    names = subprocess.run(["c++filt"], input="\n".join(functions), check=True, capture_output=True,
                           text=True).stdout.splitlines()
    spelled = {}
    for name, function in zip(names, functions.values()):
        name = re.sub(r"\(warpsmith::micro::Arguments\)$", "", name.removeprefix("void "))
        spelled[name.replace("warpsmith::micro::", "")] = function
    return spelled


def counts(function, members):
    return collections.Counter(function.instructions[index][0].split(".")[0] for index in members)


def check(point, function):
    """What is wrong with a point's kernel, a sentence each."""
    claims = []
    for role in point.roles[:point.role_count]:
        claimed = {operation.mnemonic.decode(): operation.per_iteration
                   for operation in role.operations[:role.operation_count]}
        if claimed:
            claims.append(claimed)
    loops = function.loops()
    found, problems = [], []
    for members in loops.values():
        # What the compiler makes of one bulk copy is a loop over the lanes: part of the outer one.
        if any(members < others for others in loops.values()):
            continue
        inside = counts(function, members)
        work = {name: number for name, number in inside.items() if name in COUNTED}
        if "CS2R" in inside and any(function.instructions[index][0].startswith("CS2R") and
                                    "CLOCK" in function.instructions[index][0] for index in members):
            problems.append("reads the clock in a loop")
        # Sums of what was copied are taken in a loop after the last.
        if not work or set(work) <= {"DADD"} and not any("DADD" in claim for claim in claims):
            continue
        found.append(work)
        others = sum(inside.values()) - sum(work.values())
        if set(work) <= REGISTERS_ONLY and others > LARGEST_OVERHEAD * sum(work.values()):
            problems.append(f"{others} other instructions beside {work}")
    order = lambda loop: sorted(loop.items())
    if sorted(found, key=order) != sorted(claims, key=order):
        problems.append(f"claims {claims}, holds {found}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("cubin")
    parser.add_argument("--nvdisasm", default="nvdisasm")
    parser.add_argument("--cudart", default="libcudart.so")
    options = parser.parse_args()
    functions = functions_of(options.cubin, options.nvdisasm)
    checked, wrong = {}, 0
    for point in points_of(options.library, options.cudart):
        kernel, name = point.kernel.decode(), f"{point.experiment.decode()} {point.name.decode()}"
        if kernel not in functions:
            problems = [f"there is no kernel {kernel}"]
        else:
            problems = check(point, functions[kernel])
        checked.setdefault(point.experiment.decode(), set()).add(kernel)
        wrong += bool(problems)
        for problem in problems:
            print(f"{name}: {kernel} {problem}")
    unused = set(functions) - set().union(*checked.values())
    if unused:
        wrong += 1
        print(f"no point uses {', '.join(sorted(unused))}")
    for experiment, kernels in checked.items():
        print(f"{experiment}: {len(kernels)} kernels")
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
