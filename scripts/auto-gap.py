#!/usr/bin/env python3
"""How far `auto` is from the fastest known schedule, on sizes that it was not tuned for.

  auto-gap.py runs                 prints the runs, one line per run, separated by tabs:
                                   name, benchmark, type, numerics, sizes, pipelines ...
  auto-gap.py table PART... [--within 5]
                                   prints one line per problem of their results: the time of the
                                   fastest, of auto, and their ratio. The exit status is 1 if auto
                                   takes more than 5 % longer, or was not timed.
"""
import argparse
import sys
from dataclasses import dataclass

from results_files import BadInput, load

AUTO = "auto"
VERIFIED = ("ok", "original ran")


@dataclass(frozen=True)
class Run:
    """What one contract allows for one type, against which its auto is held."""

    benchmark: str
    type: str
    numerics: str
    sizes: str
    passes: tuple

    def line(self):
        name = f"{self.benchmark}-{self.type}-{self.numerics}"
        return "\t".join((name, self.benchmark, self.type, self.numerics, self.sizes,
                          AUTO) + self.passes)


COPYING = "pipeline<stages=3>,warp-specialize<dma=4>"
# The menu of tiles, each of its tiles alone, and other numbers of copy warps.
FLOAT = (f"tile,{COPYING}", f"tile<64;128;16;8;4>,{COPYING}", f"tile<32;64;32;4;4>,{COPYING}",
         "tile,pipeline<stages=3>,warp-specialize<dma=2>",
         "tile,pipeline<stages=3>,warp-specialize<dma=8>", "tile,pipeline<stages=3>")
SPLIT = "split<bf16x6>,tensorize<wgmma"
WARPGROUPS = tuple(f"tensorize<wgmma;{tile}>" for tile in ("256", "192", "128", "64;128", "64;64"))
DOUBLE = tuple(f"tensorize<mma;{tile}>" for tile in ("128;128", "64;128", "64;64", "32;64"))
# Unlike those of polybench/results/h200/tuned.json; products whose sides differ as well.
SQUARES = "350,450,600,700,800,1001,1100,1300,1700,2500,3500,5000"
OBLONG = "2000x500x3000,500x6000x800,6000x1500x1000,1000x1000x6000"
SIZES = f"{SQUARES},{OBLONG}"
RUNS = (
    Run("gemm", "float", "bitexact", SIZES, FLOAT),
    Run("gemm", "float", "fp32", SIZES, (f"{SPLIT}>", f"{SPLIT};64>", f"{SPLIT};128>", FLOAT[0])),
    Run("gemm", "half", "fp16", SIZES, WARPGROUPS),
    Run("gemm", "double", "bitexact", SIZES, DOUBLE),
    Run("syr2k", "float", "fp32", "350,700,1300,1700,3000,2000x500,700x3000",
        (f"{SPLIT}>", f"{SPLIT}>,symmetric", "tile,pipeline<stages=3>")),
)


def microseconds(row):
    return row["real_time"]


def problems(parts):
    """Rows that were timed, by problem; a pipeline that fell back is another's time."""
    found = {}
    for path in parts:
        part = load(path)
        for row in part["benchmarks"]:
            if "verdict" not in row or row.get("baseline") or row.get("twin"):
                continue
            found.setdefault((path, row["benchmark"], row["type"], row["size"]), []).append(row)
    if not found:
        raise BadInput("no results: was anything run?")
    return found


def table(parts, within):
    lines, worst = [], 0
    for (_, benchmark, kind, size), rows in problems(parts).items():
        numerics = next((row["numerics"] for row in rows if row["passes"] == AUTO), "?")
        timed = [row for row in rows if row["verdict"] in VERIFIED and "TFLOPS" in row]
        own = [row for row in timed if row["passes"] == AUTO]
        others = [row for row in timed if row["passes"] and not row.get("fell_back")]
        if not own or not others:
            lines.append((benchmark, kind, numerics, size, "-", "-", "not timed", ""))
            worst = float("inf")
            continue
        best = min(others, key=microseconds)
        ratio = microseconds(own[0]) / microseconds(best)
        worst = max(worst, ratio)
        lines.append((benchmark, kind, numerics, size, f"{microseconds(own[0]):.2f}",
                      f"{microseconds(best):.2f}", f"{1 / ratio:.3f}",
                      best["passes"] if ratio > 1 + within / 100 else ""))
    head = ("benchmark", "type", "numerics", "size", "auto us", "best us", "best/auto",
            "where it is over: the best")
    widths = [max(len(line[column]) for line in [head, *lines]) for column in range(len(head))]
    for line in [head, *lines]:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
    if worst < float("inf"):
        print(f"auto takes at most {(worst - 1) * 100:.1f} % longer than the best")
    return worst <= 1 + within / 100


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("runs")
    shown = commands.add_parser("table")
    shown.add_argument("parts", nargs="+")
    shown.add_argument("--within", type=float, default=5)
    options = parser.parse_args()
    if options.command == "runs":
        for run in RUNS:
            print(run.line())
        return 0
    return 0 if table(options.parts, options.within) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BadInput as error:
        sys.exit(f"auto-gap.py: {error}")
