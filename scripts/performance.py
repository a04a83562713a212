#!/usr/bin/env python3
"""What the fastest schedules reach beside cuBLAS: a summary for the README, and every size measured.

  performance.py runs                            the runs to measure, a line each:
                                                 benchmark type variants sizes
  performance.py merge PART... -o FILE           one results file from those of the runs
  performance.py summary FILE                    a line for each case, Markdown
  performance.py table FILE                      a line for each size of each variant, Markdown
  performance.py update PAGE...                  replaces what stands in the pages between the lines
  performance.py check PAGE...                   fails where a page differs from its results file
                                                   <!-- performance:begin FILE --> ... :end -->
                                                   <!-- performance-sizes:begin FILE --> ... :end -->

The first pair of lines holds the summary, the second the table of all sizes.
"""
import argparse
import math
import os
import sys
import textwrap
from dataclasses import dataclass

from results_files import (BadInput, add_page_commands, briefly, geometric_mean, load, machine,
                           times_taken, update_or_check, write_results)

SQUARES = "512,1000,1024,1536,2048,4096,4100,8192,8192x1024x4096"


@dataclass(frozen=True)
class Run:
    """One invocation of polybench; the original and cuBLAS take part in each."""

    benchmark: str
    type: str
    variants: str
    sizes: str


RUNS = (
    Run("gemm", "float", "warp-specialize-dma,interleave-fp64-columns,split-fp16x3,split-bf16x6,"
        "wgmma-tf32", SQUARES),
    Run("gemm", "half", "wgmma-fp16", SQUARES),
    Run("gemm", "bfloat16", "wgmma-bf16", SQUARES),
    Run("gemm", "int8", "wgmma-int8", SQUARES),
    Run("gemm", "double", "mma-fp64", SQUARES),
    Run("syrk", "float", "warp-specialize-dma,split-fp16x3,symmetric-fp16x3", "1024,4096"),
    Run("syr2k", "float", "tile-pipeline,split-bf16x6,symmetric-bf16x6", "1024,4096"),
    Run("2mm", "float", "warp-specialize-dma,split-fp16x3", "1024"),
    Run("3mm", "float", "warp-specialize-dma,group,split-fp16x3", "512"),
)


@dataclass(frozen=True)
class Case:
    """A line of the summary: these variants of these benchmarks and of one type."""

    text: str
    type: str
    benchmarks: tuple
    variants: tuple

    def has(self, row):
        return (row["type"] == self.type and row["benchmark"] in self.benchmarks
                and row["variant"] in self.variants)

    @property
    def is_gemm(self):
        return self.benchmarks == ("gemm",)


GEMM = ("gemm",)
CASES = (
    Case("FP32, bit-exact", "float", GEMM, ("warp-specialize-dma",)),
    Case("FP32 beside FP64 tensor cores", "float", GEMM, ("interleave-fp64-columns",)),
    Case("FP32 accuracy, BF16 parts", "float", GEMM, ("split-bf16x6",)),
    Case("FP32 accuracy, FP16 parts", "float", GEMM, ("split-fp16x3",)),
    Case("TF32", "float", GEMM, ("wgmma-tf32",)),
    Case("FP16", "half", GEMM, ("wgmma-fp16",)),
    Case("BF16", "bfloat16", GEMM, ("wgmma-bf16",)),
    Case("INT8, bit-exact", "int8", GEMM, ("wgmma-int8",)),
    Case("FP64, bit-exact", "double", GEMM, ("mma-fp64",)),
    Case("FP32, bit-exact", "float", ("syrk", "syr2k", "2mm", "3mm"),
         ("warp-specialize-dma", "tile-pipeline")),
    Case("FP32 accuracy, BF16 parts", "float", ("syr2k",), ("split-bf16x6",)),
    Case("FP32 accuracy, FP16 parts", "float", ("syrk", "2mm", "3mm"), ("split-fp16x3",)),
    Case("one triangle, BF16 parts", "float", ("syr2k",), ("symmetric-bf16x6",)),
    Case("one triangle, FP16 parts", "float", ("syrk",), ("symmetric-fp16x3",)),
    Case("two launches as one, FP32", "float", ("3mm",), ("group",)),
)

TRIANGLE = "-lower"  # how baselines end that compute half of C
NARROW = "fp16x3"    # how variants end that the data's range limits
WIDTH = 110          # columns of prose


def medians_of(part):
    """A part's medians, each with the times of its samples, for `polybench compare`: a list of those
    is a tenth of the rows that polybench writes for them."""
    rows = part.get("benchmarks", [])
    medians = [row for row in rows if row.get("aggregate_name") == "median"]
    samples = {}
    for row in rows:
        if row.get("run_type") == "iteration" and "verdict" not in row:
            samples.setdefault(row["run_name"], []).append(row)
    for median in medians:
        own = samples.get(median.get("run_name"), [])
        if any(row["time_unit"] != median["time_unit"] for row in own):
            raise BadInput(f"{median['name']}: its samples have another time_unit")
        if own:
            median["samples"] = [round(row["real_time"], 6) for row in own]
    return medians


def merge(parts):
    """The medians of all parts. Contestants of different machines are not compared."""
    whole = None
    for path in parts:
        part = load(path)
        medians = medians_of(part)
        if not medians:
            raise BadInput(f"{path}: no medians: was it timed?")
        if "command" not in part["context"]:
            raise BadInput(f"{path}: was merged before: give the parts")
        if whole is None:
            whole = {"context": part["context"] | {"commands": [], "incomplete": False,
                                                   "unfinished": []}, "benchmarks": []}
        for key in ("name", "driver", "cublas"):
            if part["context"]["device"].get(key) != whole["context"]["device"].get(key):
                raise BadInput(f"{path}: another {key} than in {parts[0]}")
        whole["context"]["commands"].append(part["context"]["command"])
        whole["context"]["incomplete"] |= part["context"].get("incomplete", False)
        whole["context"]["unfinished"] += part["context"].get("unfinished", [])
        whole["benchmarks"] += medians
    del whole["context"]["command"]
    return whole


@dataclass(frozen=True)
class Ratio:
    """A variant's speed at one size over that of cuBLAS, with the ends of both intervals against each
    other: on the safe side."""

    row: dict
    other: dict

    @property
    def value(self):
        return self.other["real_time"] / self.row["real_time"]

    @property
    def low(self):
        return self.other["median_low"] / self.row["median_high"]

    @property
    def high(self):
        return self.other["median_high"] / self.row["median_low"]

    @property
    def where(self):
        """The size, with the benchmark where it is not GEMM."""
        name = self.row["benchmark"]
        return self.row["size"] if name == "gemm" else f"{name.upper()} {self.row['size']}"


def operations(size):
    """What sizes are ordered by."""
    extents = [int(extent) for extent in size.split("x")]
    return math.prod(extents) if len(extents) > 1 else extents[0] ** 3


class Results:
    def __init__(self, path):
        self.path = path
        data = load(path)
        self.context = data["context"]
        for key in ("date", "commit", "device", "repetitions", "l2_policy", "time"):
            if key not in self.context:
                raise BadInput(f"{path}: its context has no \"{key}\": was it timed on a GPU?")
        self.rows = [row for row in data["benchmarks"] if "verdict" in row and not row.get("twin")]
        if not any(self.is_ours(row) for row in self.rows):
            raise BadInput(f"{path}: no variant but the original: there is nothing to compare")

    @staticmethod
    def is_ours(row):
        return not row["baseline"] and row["variant"] != "original"

    @staticmethod
    def was_measured(row):
        return row["verdict"] == "ok" and not row.get("fell_back") and row.get("real_time", 0) > 0

    def beside(self, row):
        """Verified rows of the same problem."""
        return [other for other in self.rows if self.was_measured(other) and
                all(other[key] == row[key] for key in ("benchmark", "type", "size"))]

    def ratio(self, row):
        """Beside the fastest of cuBLAS's routines that compute with the variant's arithmetic, or
        None where one of the two was not measured. cuBLAS has one for both ways to sum in FP32."""
        arithmetic = "fp32" if row["numerics"] == "bitexact" else row["numerics"]
        others = [other for other in self.beside(row)
                  if other["baseline"] and other["numerics"] == arithmetic]
        if not others or not self.was_measured(row):
            return None
        return Ratio(row, min(others, key=lambda other: other["real_time"]))

    def speedup(self, row):
        """Over the kernel that was rewritten, or None."""
        originals = [other for other in self.beside(row) if other["variant"] == "original"]
        if not originals or not self.was_measured(row):
            return None
        return originals[0]["real_time"] / row["real_time"]

    def of_case(self, case):
        """In the order of the sizes."""
        return sorted((row for row in self.rows if case.has(row)),
                      key=lambda row: operations(row["size"]))

    def cases(self):
        """Those that were measured; a variant that none of CASES has is a case of its own."""
        cases = [case for case in CASES if self.of_case(case)]
        for row in self.rows:
            if self.is_ours(row) and not any(case.has(row) for case in cases):
                cases.append(Case(row["type"], row["type"], (row["benchmark"],), (row["variant"],)))
        return cases

    def ratios(self, case):
        return [ratio for ratio in map(self.ratio, self.of_case(case)) if ratio]

    def variants(self, case):
        return list(dict.fromkeys(row["variant"] for row in self.of_case(case)))


def paragraph(text):
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def preface(results):
    """What was measured, where, and how."""
    return "\n\n".join((paragraph(f"{machine(results.context)} {times_taken(results.context)}"), paragraph(
        "GEMM is C := alpha A B + beta C with alpha = 1.37 and beta = 0.71 (INT8: both are 1), so that C "
        "is read and written. A and B have the row's type. C has it, too, but is FP32 for FP16 and BF16, and "
        "INT32 for INT8. TF32, and the rows of FP16 or BF16 parts, have A, B and C in FP32. Splitting, "
        "packing and transposing are inside the times."), paragraph(
        "A ratio is cuBLAS's time over ours: above 1 we are faster. cuBLAS is the fastest cuBLAS or "
        "cublasLt call of the same arithmetic at that size.")))


def footnotes(results, folder):
    notes = []
    if any(NARROW in row["variant"] for row in results.rows):
        errors = os.path.relpath(os.path.join(os.path.dirname(__file__), "../docs/errors.md"), folder)
        notes.append(
            "(1) Needs the word `narrow` from you: `split<fp16x3;narrow>`. It says that the elements of "
            "each row of A, and of each column of B, are of similar size. On widely spread data whole "
            f"elements are lost: [errors]({errors}). BF16 parts need no such word.")
    if any(ratio.other["variant"].endswith(TRIANGLE) for case in results.cases()
           for ratio in results.ratios(case)):
        notes.append(
            "(2) Some of cuBLAS's calls here compute one triangle of C and leave the other as it was "
            f"(`cublas-ssyrk{TRIANGLE}`, `cublas-ssyr2k{TRIANGLE}`). Their TFLOP/s are counted as if "
            "they had computed both.")
    return "".join("\n" + paragraph(note) + "\n" for note in notes)


def marks(case, ratios):
    """The numbers of the footnotes."""
    numbers = ["1"] if any(NARROW in variant for variant in case.variants) else []
    if any(ratio.other["variant"].endswith(TRIANGLE) for ratio in ratios):
        numbers.append("2")
    return f" ({', '.join(numbers)})" if numbers else ""


def times(value):
    return f"{value:.0f}x" if value >= 10 else f"{value:.2f}x"


def names_of(case):
    return "GEMM" if case.is_gemm else ", ".join(name.upper() for name in case.benchmarks)


def sizes_won(rows, ratios):
    """At how many sizes ours is faster; equal are those where 1 lies within the interval."""
    equal = sum(ratio.low <= 1 <= ratio.high for ratio in ratios)
    return (f"{sum(ratio.low > 1 for ratio in ratios)} of {len(ratios)}"
            + (f", {equal} equal" if equal else "")
            + (f", {len(rows) - len(ratios)} not measured" if len(ratios) < len(rows) else ""))


def case_line(results, case):
    rows, ratios = results.of_case(case), results.ratios(case)
    start = (f"| {names_of(case)}: {case.text}{marks(case, ratios)} | "
             + ", ".join(f"`{variant}`" for variant in results.variants(case)))
    if not ratios:
        return f"{start} | | | | {sizes_won(rows, ratios)} | |"
    worst, best = (end(ratios, key=lambda ratio: ratio.value) for end in (min, max))
    speedups = [speedup for speedup in map(results.speedup, rows) if speedup]
    return (f"{start} | **{times(geometric_mean([ratio.value for ratio in ratios]))}** | "
            f"{times(worst.value)} at {worst.where} | {times(best.value)} at {best.where} | "
            f"{sizes_won(rows, ratios)} | "
            + (times(geometric_mean(speedups)) if speedups else "") + " |")


def summary(path, folder):
    """Short: the page with the table of sizes says the rest."""
    results = Results(path)
    text = paragraph(
        f"{machine(results.context)} Speed over that of the fastest cuBLAS or cublasLt call of the same "
        "arithmetic, over all sizes that were measured. Each time is the median of "
        f"{results.context['repetitions']} samples: {briefly(results.context)} beta is not 0, so that C "
        "is read and written; C is FP32 for FP16 and BF16, INT32 for INT8. Splitting, packing and "
        "transposing are inside the times.")
    return "\n".join([
        text, "",
        "| | variant | geometric mean | worst | best | sizes faster | over the original |",
        "| :--- | :--- | ---: | ---: | ---: | :---: | ---: |",
        *(case_line(results, case) for case in results.cases())]) + "\n" + footnotes(results, folder)


def size_line(results, row):
    start = f"| {row['size']} | `{row['variant']}` |"
    if not results.was_measured(row):
        why = "original ran" if row.get("fell_back") else row["verdict"]
        return f"{start} {why} | | | | |"
    ratio, speedup = results.ratio(row), results.speedup(row)
    over = times(speedup) if speedup else ""
    if not ratio:
        return f"{start} {row['TFLOPS']:.3g} | not measured | | | {over} |"
    other = ratio.other
    error = row["scaled_error"] / other["scaled_error"] if other["scaled_error"] else 1
    return (f"{start} {row['TFLOPS']:.0f} | {other['TFLOPS']:.0f} (`{other['variant']}`) | "
            if row["TFLOPS"] >= 100 and other["TFLOPS"] >= 100 else
            f"{start} {row['TFLOPS']:.3g} | {other['TFLOPS']:.3g} (`{other['variant']}`) | ") + (
            f"{times(ratio.value)} ({ratio.low:.2f} to {ratio.high:.2f}) | {error:.2g}x | {over} |")


def table(path, folder):
    results = Results(path)
    parts = [preface(results)]
    for benchmark in dict.fromkeys(row["benchmark"] for row in results.rows):
        for case in results.cases():
            rows = [row for row in results.of_case(case) if row["benchmark"] == benchmark]
            if not rows:
                continue
            ratios = [ratio for ratio in map(results.ratio, rows) if ratio]
            parts.append(f"**{benchmark.upper()}: {case.text}**{marks(case, ratios)}\n\n"
                         "| size | variant | TFLOP/s | cuBLAS | ratio (95 % interval) | error | "
                         "over the original |\n"
                         "| ---: | :--- | ---: | ---: | ---: | ---: | ---: |\n"
                         + "\n".join(size_line(results, row) for row in rows))
    return "\n\n".join(parts) + "\n" + footnotes(results, folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("runs")
    merging = commands.add_parser("merge")
    merging.add_argument("parts", nargs="+")
    merging.add_argument("-o", dest="output", required=True)
    for name in ("summary", "table"):
        commands.add_parser(name).add_argument("file")
    add_page_commands(commands)
    options = parser.parse_args()

    if options.command == "runs":
        for run in RUNS:
            print(run.benchmark, run.type, run.variants, run.sizes)
    elif options.command == "merge":
        write_results(options.output, merge(options.parts))
    elif options.command in ("summary", "table"):
        make = summary if options.command == "summary" else table
        print(make(options.file, os.getcwd()), end="")
    else:
        update_or_check(options, (("performance", summary), ("performance-sizes", table)),
                        "performance.py")


if __name__ == "__main__":
    try:
        main()
    except BadInput as error:
        sys.exit(f"performance.py: {error}")
