#!/usr/bin/env python3
"""What the fastest schedules reach beside cuBLAS, case by case, with the floor and the target of each.

  performance.py runs                          the runs that the cases need, a line each:
                                               benchmark type variants sizes
  performance.py merge PART... -o FILE         one results file from those of the runs
  performance.py table FILE                    the table of cases, Markdown
  performance.py table --update README.md      replaces the tables between the lines
  performance.py table --check README.md         <!-- performance:begin FILE --> ... :end -->
"""
import argparse
import sys
from dataclasses import dataclass

from results_files import BadInput, load, update_or_check, write_results

SQUARES = "512,1000,1024,1536,2048,4096,4100,8192,8192x1024x4096"


@dataclass(frozen=True)
class Run:
    """One invocation of polybench; the original and cuBLAS take part in each."""

    benchmark: str
    type: str
    variants: str
    sizes: str


@dataclass(frozen=True)
class Case:
    """A line of the table. The ratio is the time of the fastest baseline of the arithmetic of
    `against` over that of the fastest of `variants`."""

    text: str
    benchmark: str
    type: str
    variants: tuple
    against: str
    sizes: tuple
    floor: float
    target: float


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

TRIANGLE = "-lower"  # how baselines end that compute half of C
FP32 = ("warp-specialize-dma",)
ACCURATE = ("warp-specialize-dma", "split-fp16x3")
CASES = (
    Case("FP32, bit-exact", "gemm", "float", FP32, "cublas-sgemm", ("4096", "8192"), 1.05, 1.18),
    Case("FP32, bit-exact", "gemm", "float", FP32, "cublas-sgemm", ("512", "1024"), 1.3, 1.6),
    Case("FP32 and FP64 (DMMA) interleaved", "gemm", "float", ("interleave-fp64-columns",),
         "cublas-sgemm", ("4096",), 1.25, 1.5),
    Case("FP32-accurate on tensor cores", "gemm", "float", ("split-fp16x3",), "cublas-sgemm",
         ("4096", "8192"), 2.9, 4.8),
    Case("FP32-accurate on tensor cores", "gemm", "float", ("split-fp16x3",), "cublas-sgemm",
         ("1024",), 2.0, 3.5),
    Case("the same, FP32's whole range", "gemm", "float", ("split-bf16x6",), "cublas-sgemm",
         ("4096", "8192"), 2.0, 2.5),
    Case("TF32", "gemm", "float", ("wgmma-tf32",), "cublas-tf32", ("2048", "4096", "8192"), 0.95,
         1.03),
    Case("FP16", "gemm", "half", ("wgmma-fp16",), "cublas-fp16", ("2048", "4096", "8192"), 0.97,
         1.05),
    Case("BF16", "gemm", "bfloat16", ("wgmma-bf16",), "cublas-bf16", ("2048", "4096", "8192"), 0.97,
         1.05),
    Case("FP16", "gemm", "half", ("wgmma-fp16",), "cublas-fp16", ("512", "1024"), 1.0, 1.3),
    Case("BF16", "gemm", "bfloat16", ("wgmma-bf16",), "cublas-bf16", ("512", "1024"), 1.0, 1.3),
    Case("FP64, bit-exact", "gemm", "double", ("mma-fp64",), "cublas-dgemm",
         ("2048", "4096", "8192"), 0.93, 1.02),
    Case("INT8, bit-exact", "gemm", "int8", ("wgmma-int8",), "cublas-int8", ("4096", "8192"), 0.95,
         1.05),
    Case("INT8, bit-exact", "gemm", "int8", ("wgmma-int8",), "cublas-int8", ("1024",), 1.5, 2.5),
    Case("SYRK, FP32 accuracy", "syrk", "float", (*ACCURATE, "symmetric-fp16x3"), "cublas-sgemm",
         ("1024", "4096"), 1.5, 3.0),
    Case("SYR2K, FP32 accuracy", "syr2k", "float",
         ("tile-pipeline", "split-bf16x6", "symmetric-bf16x6"), "cublas-sgemm", ("1024", "4096"),
         1.5, 3.0),
    Case("2MM, FP32 accuracy", "2mm", "float", ACCURATE, "cublas-sgemm", ("1024",), 1.5, 3.0),
    Case("3MM, FP32 accuracy", "3mm", "float", (*ACCURATE, "group"), "cublas-sgemm", ("512",), 1.5,
         3.0),
    Case("the naive kernel, rewritten", "gemm", "float", ("split-fp16x3",), "original", ("4096",),
         100.0, 350.0),
)

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


class Results:
    def __init__(self, path):
        self.path = path
        data = load(path)
        self.context = data["context"]
        self.rows = {(b["benchmark"], b["type"], b["size"], b["variant"]): b
                     for b in data["benchmarks"] if not b.get("twin")}

    def find(self, case, size, variants):
        """The fastest verified one, or None where nothing was measured."""
        rows = [self.rows.get((case.benchmark, case.type, size, v)) for v in variants]
        rows = [row for row in rows if row and row["verdict"] == "ok" and not row.get("fell_back")]
        return min(rows, key=lambda row: row["real_time"], default=None)

    def baseline(self, case, size):
        """The fastest verified one of cuBLAS's routines that computes with what case.against does;
        case.against itself where it is none of cuBLAS's."""
        default = self.rows.get((case.benchmark, case.type, size, case.against))
        if not default or not default["baseline"]:
            return self.find(case, size, (case.against,))
        return self.find(case, size, [row["variant"] for row in self.rows.values()
                                      if row["baseline"] and row["numerics"] == default["numerics"]])


def machine(context):
    device = context["device"]
    return (f"{device['name']}, driver {device['driver']}, CUDA {device['cuda']}, "
            f"cuBLAS {device['cublas']}, {context['date'][:10]}.")


def line(results, case, size):
    ours = results.find(case, size, case.variants)
    other = results.baseline(case, size)
    start = f"| {case.text} | {size} |"
    floor = f"{case.floor:g} | {case.target:g} |"
    if not ours or not other:
        return f"{start} | | | not measured | | {floor}"
    ratio = other["real_time"] / ours["real_time"]
    # The ends of both intervals against each other: on the safe side.
    low = other["median_low"] / ours["median_high"]
    high = other["median_high"] / ours["median_low"]
    shown = f"{ratio:.0f}x" if ratio >= 10 else f"{ratio:.2f}x"
    spread = f"{low:.0f}-{high:.0f}" if ratio >= 10 else f"{low:.2f}-{high:.2f}"
    mark = "" if ratio >= case.floor else " below"
    if ratio >= case.target:
        mark = " target"
    error = ours["scaled_error"] / other["scaled_error"] if other["scaled_error"] else 1
    return (f"{start} `{ours['variant']}` | {ours['TFLOPS']:.3g} | {other['TFLOPS']:.3g} "
            f"(`{other['variant']}`) | {shown} ({spread}){mark} | {error:.2g}x | {floor}")


def table(path):
    results = Results(path)
    lines = [machine(results.context),
             "",
             "| case | size | variant | TFLOP/s | against | ratio | error | floor | target |",
             "| :--- | ---: | :--- | ---: | ---: | :--- | ---: | ---: | ---: |"]
    lines += [line(results, case, size) for case in CASES for size in case.sizes]
    if any(f"{TRIANGLE}`" in text for text in lines):
        lines += ["", f"`{TRIANGLE}`: cuBLAS computes that triangle of C alone and leaves the other as "
                  "it was; its TFLOP/s are counted as if it had computed both."]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("runs")
    merging = commands.add_parser("merge")
    merging.add_argument("parts", nargs="+")
    merging.add_argument("-o", dest="output", required=True)
    tables = commands.add_parser("table")
    what = tables.add_mutually_exclusive_group(required=True)
    what.add_argument("file", nargs="?")
    what.add_argument("--update")
    what.add_argument("--check")
    options = parser.parse_args()

    if options.command == "runs":
        for run in RUNS:
            print(run.benchmark, run.type, run.variants, run.sizes)
    elif options.command == "merge":
        write_results(options.output, merge(options.parts))
    elif options.file:
        print(table(options.file), end="")
    else:
        update_or_check(options.update, options.check, "performance", table, "performance.py")


if __name__ == "__main__":
    try:
        main()
    except BadInput as error:
        sys.exit(f"performance.py: {error}")
