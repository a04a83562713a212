#!/usr/bin/env python3
"""Writes random kernels and mutants, rewrites them, and runs what was rewritten in the emulator.

Every positive must be recognised (at least --minimum per cent); whatever is rewritten, positive or
mutant, must leave the same bits as the original. A failure is shrunk to a small file.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import grammar
from grammar import Kernel
from program import write_program

INPUTS = pathlib.Path(__file__).parent / "Inputs"
FLAGS = ["--", f"-I{INPUTS}"]
# Small, so that it compiles fast and sizes are no multiples of it.
PASSES = "tile<16;16;16;2;2>"
LAUNCH = re.compile(r"kernel(\d+)_rewritten::")


class Failure(Exception):
    """The tools themselves failed on a program."""


def call(command: list[str], **options) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, text=True, timeout=600, **options)


class Workshop:
    """Rewrites and runs programs in a folder."""

    def __init__(self, folder: pathlib.Path, numerics: str) -> None:
        self.folder = folder
        self.numerics = numerics

    def rewrite(self, kernels: list[Kernel], name: str) -> tuple[dict[int, str], pathlib.Path]:
        """Why each kernel was left alone, "" for one that was rewritten; and the new file."""
        source = self.folder / f"{name}.cu"
        source.write_text(write_program(kernels))
        target = self.folder / f"{name}.rewritten.cu"
        report = self.folder / f"{name}.json"
        done = call(["warpsmith", str(source), f"--passes={PASSES}", "-o", str(target),
                     f"--numerics={self.numerics}", f"--report={report}", *FLAGS])
        if done.returncode not in (0, 1) or not report.exists():
            raise Failure(f"warpsmith failed on {source}:\n{done.stderr[-2000:]}")
        verdicts = {}
        for entry in json.loads(report.read_text())["kernels"]:
            if entry["verdict"] in ("launch", "hint"):
                continue
            number = int(entry["kernel"].removeprefix("kernel"))
            verdicts[number] = "" if entry["verdict"] == "rewritten" else entry["message"]
        missing = [kernel.number for kernel in kernels if kernel.number not in verdicts]
        if missing:
            raise Failure(f"no verdict for {missing} in {source}:\n{done.stderr[-2000:]}")
        return verdicts, target

    def run(self, source: pathlib.Path) -> tuple[dict[int, str], set[int]]:
        """What each kernel's output is, and which rewritten kernels ran."""
        program = source.with_suffix(".exe")
        built = call(["warpsmith-emulate", str(source), "-o", str(program), *FLAGS])
        if built.returncode:
            raise Failure(f"{source} does not compile:\n{built.stderr[-3000:]}")
        done = call([str(program)], env=os.environ | {"WARPSMITH_EMULATOR_TRACE": "1"})
        outputs = {int(line.split()[0]): line for line in done.stdout.splitlines()}
        ran = {int(number) for number in LAUNCH.findall(done.stderr)}
        return outputs, ran

    def differences(self, kernels: list[Kernel], name: str) -> tuple[list[Kernel], set[int]]:
        """The kernels whose rewritten form computes something else, and those that ran rewritten."""
        verdicts, target = self.rewrite(kernels, name)
        kernels = [kernel for kernel in kernels if not verdicts[kernel.number]]
        if not kernels:
            return [], set()
        # Without the kernels that are left alone, and so that one refused pass stops no other.
        verdicts, target = self.rewrite(kernels, name)
        # A kernel of internal linkage has no name in the trace.
        target.write_text(target.read_text().replace("static __global__", "__global__"))
        expected, _ = self.run(self.folder / f"{name}.cu")
        found, ran = self.run(target)
        return [kernel for kernel in kernels
                if found.get(kernel.number) != expected.get(kernel.number)], ran


def shrink(kernel: Kernel, fails) -> Kernel:
    """Turns choices back to their plainest while the kernel still fails."""
    changed = True
    while changed:
        changed = False
        for name, value in kernel.choices:
            if value == grammar.DEFAULTS[name]:
                continue
            simpler = kernel.with_choice(name, grammar.DEFAULTS[name])
            if simpler != kernel and fails(simpler):
                kernel, changed = simpler, True
                break
    return kernel


def save(kernel: Kernel, what: str, output: pathlib.Path) -> None:
    output.mkdir(parents=True, exist_ok=True)
    path = output / f"{what}-{kernel.number}.cu"
    path.write_text(write_program([kernel]))
    unusual = {n: v for n, v in kernel.choices if v != grammar.DEFAULTS[n]}
    print(f"  {path}: mutant '{kernel.mutant}', {unusual}")


def check_recognised(shop: Workshop, kernels: list[Kernel], batch: int) -> dict[int, str]:
    missed: dict[int, str] = {}
    for begin in range(0, len(kernels), batch):
        part = kernels[begin:begin + batch]
        verdicts, _ = shop.rewrite(part, "recognised")
        missed |= {number: why for number, why in verdicts.items() if why}
    return missed


def print_idioms(kernels: list[Kernel], missed: dict[int, str]) -> None:
    seen, bad = collections.Counter(), collections.Counter()
    for kernel in kernels:
        for choice in kernel.choices:
            seen[choice] += 1
            bad[choice] += kernel.number in missed
    for choice in sorted(seen):
        if bad[choice]:
            print(f"  {choice[0]}={choice[1]}: {bad[choice]} of {seen[choice]} missed")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=400, help="kernels to be recognised")
    parser.add_argument("--run", type=int, default=40, help="of them to be run, at random")
    parser.add_argument("--mutants", type=int, default=200)
    parser.add_argument("--run-mutants", type=int, default=20, help="most mutants to be run")
    parser.add_argument("--minimum", type=float, default=98, help="per cent to be recognised")
    parser.add_argument("--batch", type=int, default=100, help="kernels to a file")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("property-failures"))
    options = parser.parse_args()
    source = random.Random(options.seed)
    print(f"seed {options.seed}")
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        exact = Workshop(pathlib.Path(folder), "bitexact")
        # Sums whose contraction cannot be told are refused in bitexact, and recognised all the same.
        any_order = Workshop(pathlib.Path(folder), "fp32")
        kernels = [grammar.random_kernel(number, source) for number in range(options.count)]
        missed = check_recognised(any_order, kernels, options.batch)
        share = 100 * (1 - len(missed) / max(1, len(kernels)))
        print(f"recognised {len(kernels) - len(missed)} of {len(kernels)} kernels: {share:.1f} %")
        print_idioms(kernels, missed)
        for number, why in sorted(missed.items())[:5]:
            small = shrink(kernels[number],
                           lambda one: any(any_order.rewrite([one], "shrunk")[0].values()))
            print(f"  missed: {why}")
            save(small, "missed", options.output)
        failed |= share < options.minimum

        sample = source.sample(kernels, min(options.run, len(kernels)))
        mutants = [grammar.random_kernel(options.count + number, source,
                                         source.choice(grammar.MUTANTS + grammar.TILE_MUTANTS))
                   for number in range(options.mutants)]
        left = check_recognised(exact, mutants, options.batch)
        rewritten = [mutant for mutant in mutants if mutant.number not in left]
        # A program that misses a barrier has no defined result to compare with.
        racy = [mutant for mutant in rewritten if "barrier" in mutant.mutant]
        kinds = collections.Counter(mutant.mutant for mutant in rewritten)
        print(f"{len(left)} of {len(mutants)} mutants are left alone; rewritten: {dict(kinds)}")
        for mutant in racy:
            print("  a kernel without a barrier was rewritten")
            save(mutant, "racy", options.output)
        failed |= bool(racy)
        rewritten = [mutant for mutant in rewritten if mutant not in racy]
        rewritten = source.sample(rewritten, min(options.run_mutants, len(rewritten)))

        ran_all: set[int] = set()
        for begin in range(0, len(sample) + len(rewritten), 20):
            part = (sample + rewritten)[begin:begin + 20]
            wrong, ran = exact.differences(part, f"run{begin}")
            ran_all |= ran
            for kernel in wrong:
                failed = True
                small = shrink(kernel, lambda one: bool(exact.differences([one], "shrunk")[0]))
                print("  WRONG: the rewritten kernel computes something else")
                save(small, "wrong", options.output)
        positives = {kernel.number for kernel in sample}
        print(f"ran {len(ran_all & positives)} of {len(sample)} kernels and "
              f"{len(ran_all - positives)} mutants rewritten; outputs compared bit by bit")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(failure)
        sys.exit(1)
