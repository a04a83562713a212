#!/usr/bin/env python3
"""Asks `warpsmith same` about random pairs of kernels, and runs those that it calls the same.

A pair is a kernel in two styles, or a kernel and a mutant. What is proved to have the same bits must
leave the same bits in the emulator. Pairs of styles must not be called different, and at least
--minimum per cent of them must be proved.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import json
import pathlib
import random
import sys
import tempfile

import grammar
from grammar import Kernel
from program import write_program
from run import FLAGS, Failure, Workshop, call, save

# What does not change what a kernel computes, bit by bit, nor its parameters.
STYLES = {
    "owner": ["xy", "yx", "flat", "row", "column", "block-constant", "several"],
    "guard": grammar.CHOICES["guard"],
    "loop": ["for", "while", "do", "outside", "assign", "pragma"],
    "update": ["+=", "sum", "fma", "swapped"],
    "access": ["subscript", "pointer", "function", "ldg", "stepped"],
    "tiled": ["no", "else", "select", "padded"],
}

# Mutants whose launch is another one have the same kernel.
OF_KERNELS = [name for name in grammar.MUTANTS + grammar.TILE_MUTANTS if name != "overlap"]


def restyled(kernel: Kernel, source: random.Random) -> Kernel | None:
    """The same product in another style; nothing where that would change more."""
    changed = dict(kernel.choices)
    for name, values in STYLES.items():
        if changed[name] in values:
            changed[name] = source.choice(values)
    settled = grammar.settle(changed)
    same = all(settled[name] == value for name, value in kernel.choices if name not in STYLES)
    return Kernel(kernel.number + 1, tuple(sorted(settled.items()))) if same else None


def verdict(folder: pathlib.Path, pair: list[Kernel]) -> dict:
    """What `warpsmith same` says of two kernels, without a test."""
    source = folder / "pair.cu"
    source.write_text(write_program(pair))
    report = folder / "pair.json"
    names = ",".join(f"kernel{kernel.number}" for kernel in pair)
    done = call(["warpsmith", "same", str(source), f"--kernel={names}", "--proof-only",
                 f"--json={report}", *FLAGS])
    if done.returncode not in (0, 1, 5):
        raise Failure(f"warpsmith same failed on {source}:\n{done.stderr[-2000:]}")
    return json.loads(report.read_text())


def outputs_differ(shop: Workshop, pair: list[Kernel]) -> bool:
    """A kernel's number says what data it gets, so both have the same one."""
    outputs = []
    for kernel in pair:
        source = shop.folder / "run.cu"
        source.write_text(write_program([dataclasses.replace(kernel, number=0)]))
        outputs.append(shop.run(source)[0][0])
    return outputs[0] != outputs[1]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--styles", type=int, default=100, help="pairs of styles")
    parser.add_argument("--mutants", type=int, default=100, help="pairs of a kernel and a mutant")
    parser.add_argument("--run", type=int, default=20, help="most pairs of styles to be run")
    parser.add_argument("--minimum", type=float, default=60, help="per cent of styles to be proved")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("property-failures"))
    options = parser.parse_args()
    source = random.Random(options.seed)
    print(f"seed {options.seed}")
    failed = False
    counts: dict[str, collections.Counter] = {"style": collections.Counter(),
                                              "mutant": collections.Counter()}
    reasons: collections.Counter = collections.Counter()
    to_run: list[tuple[str, list[Kernel]]] = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shop = Workshop(folder, "bitexact")
        pairs: list[tuple[str, list[Kernel]]] = []
        while len(pairs) < options.styles:
            kernel = grammar.random_kernel(2 * len(pairs), source)
            if other := restyled(kernel, source):
                pairs.append(("style", [kernel, other]))
        for number in range(options.mutants):
            mutant = grammar.random_kernel(2 * len(pairs) + 1, source,
                                           source.choice(OF_KERNELS))
            base = dataclasses.replace(mutant, number=mutant.number - 1, mutant="")
            pairs.append(("mutant", [base, mutant]))
        for kind, pair in pairs:
            found = verdict(folder, pair)
            counts[kind][found["verdict"]] += 1
            if kind == "style" and not found["proved"]:
                reasons[" / ".join(found["reasons"])[:150]] += 1
            # A proof for some sizes says nothing of those of the program.
            if found["verdict"] == "same bits" and not found["restrictions"]:
                to_run.append((kind, pair))
        for kind, counter in counts.items():
            print(f"{kind}: {dict(counter)}")
        for reason, count in reasons.most_common(8):
            print(f"  {count} not proved: {reason}")
        proved = counts["style"]["same bits"] + counts["style"]["same sum, other roundings"]
        share = 100 * proved / max(1, options.styles)
        print(f"proved {share:.1f} % of the pairs of styles")
        failed |= share < options.minimum
        # Every mutant that is called the same, and some of the others.
        styles = [entry for entry in to_run if entry[0] == "style"]
        run = [entry for entry in to_run if entry[0] == "mutant"]
        run += source.sample(styles, min(options.run, len(styles)))
        for _, pair in run:
            if outputs_differ(shop, pair):
                failed = True
                print("  WRONG: kernels that are called the same leave different bits")
                for kernel in pair:
                    save(kernel, "same", options.output)
        print(f"ran {len(run)} pairs that have the same bits")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        print(failure)
        sys.exit(1)
