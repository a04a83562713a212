#!/usr/bin/env python3
"""Reads with Nsight Compute how busy each unit of an SM was, and adds it to a results file.

  utilisation.py FOLDER RESULTS.json [--size 4096] [--units]

FOLDER is what bench-h200.sh has prepared. Each variant of RESULTS.json that was timed at the size is
run once more under ncu; its longest kernel counts. The medians of that size get
"utilisation": {unit: percent of the unit's peak while an SM was active}. Clocks are left alone.
"""
import argparse
import csv
import io
import os
import re
import subprocess
import sys

from results_files import BadInput, load, write_json

# Metrics of compute capability 9.0; the first that this ncu knows counts.
UNITS = {
    "issue": ["sm__inst_issued.avg.pct_of_peak_sustained_active"],
    "fma": ["sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active",
            "sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_active"],
    "fp64": ["sm__inst_executed_pipe_fp64.avg.pct_of_peak_sustained_active",
             "sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_active"],
    "tensor": ["sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active",
               "sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_active"],
    "shared": ["l1tex__data_bank_reads.avg.pct_of_peak_sustained_elapsed",
               "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed"],
    "l2": ["lts__t_sectors.avg.pct_of_peak_sustained_elapsed"],
    "dram": ["dram__throughput.avg.pct_of_peak_sustained_elapsed"],
}
DURATION = "gpu__time_duration.sum"
CUBLAS = re.compile(r"cutlass|xmma|nvjet|cublas|gemm_|sgemm|dgemm", re.IGNORECASE)


def known_metrics():
    """The metrics that this ncu offers for the GPU, without their suffixes."""
    listing = subprocess.run(["ncu", "--query-metrics", "--chips", "gh100"], capture_output=True,
                             text=True, check=True).stdout
    return {line.split()[0] for line in listing.splitlines() if line and not line[0].isspace()}


def choose_metrics():
    known = known_metrics()
    chosen = {}
    for unit, metrics in UNITS.items():
        for metric in metrics:
            if metric.split(".")[0] in known:
                chosen[unit] = metric
                break
        else:
            print(f"utilisation.py: this ncu has no metric for {unit}", file=sys.stderr)
    return chosen


def profile(folder, row, metrics):
    """Kernels of one verification run: [(name, nanoseconds, {unit: percent})]."""
    command = ["ncu", "--target-processes", "all", "--clock-control", "none", "--csv", "--page",
               "raw", "--print-units", "base", "--metrics", ",".join([DURATION, *metrics.values()]),
               "--kernel-name-base", "demangled", "--kernel-name",
               f"regex:_rewritten|{CUBLAS.pattern}", "--launch-count", "24",
               os.path.join(folder, "bin", "polybench"), "run", row["benchmark"], "--device=gpu",
               f"--prebuilt={folder}/{row['benchmark']}-{row['type']}", f"--dtype={row['type']}",
               f"--variants={row['variant']}", f"--sizes={row['size']}", "--inputs=random",
               "--no-time"]
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL)
    start = done.stdout.find('"ID"')
    if start < 0:
        raise RuntimeError(f"ncu read nothing: {(done.stdout + done.stderr)[-600:]}")
    kernels = []
    for record in csv.DictReader(io.StringIO(done.stdout[start:])):
        if not record["ID"]:  # the line of the units
            continue
        number = lambda key: float(record[key].replace(",", ""))
        shares = {unit: round(number(metric), 1) for unit, metric in metrics.items()
                  if record.get(metric) not in (None, "", "n/a")}
        kernels.append((record["Kernel Name"], number(DURATION), shares))
    return kernels


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("results")
    parser.add_argument("--size", default="4096")
    options = parser.parse_args()

    results = load(options.results)
    metrics = choose_metrics()
    rows = [b for b in results["benchmarks"] if b.get("aggregate_name") == "median"
            and b["size"] == options.size and not b.get("twin")]
    failed = 0
    for row in rows:
        if row["variant"] == "original" or row["baseline"]:
            continue
        try:
            kernels = profile(options.folder, row, metrics)
        except (RuntimeError, OSError, KeyError, ValueError) as error:
            print(f"utilisation.py: {row['name']}: {error}", file=sys.stderr)
            failed = 1
            continue
        ours = [kernel for kernel in kernels if "_rewritten" in kernel[0]]
        if ours:
            row["utilisation"] = max(ours, key=lambda kernel: kernel[1])[2]
            print(row["name"], row["utilisation"])
    write_json(options.results, results)
    return failed


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BadInput as error:
        sys.exit(f"utilisation.py: {error}")
