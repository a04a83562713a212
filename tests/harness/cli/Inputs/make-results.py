#!/usr/bin/env python3
"""Writes a results file like polybench's, with made-up times that its options change."""
import argparse
import json
import random
import statistics

VARIANTS = [  # name, numerics, speed-up over the original, scaled error
    ("original", "bitexact", 1, 2.8e-7), ("tile", "bitexact", 10, 2.8e-7),
    ("wmma-fp16", "fp16", 40, 3e-4), ("cublas-sgemm", "fp32", 20, 2e-7),
    ("cublas-sgemm (again)", "fp32", 20, 2e-7)]


def pairs(text):
    name, _, value = text.rpartition("=")
    return name, float(value)


def median_row(run, fields, samples):
    ordered = sorted(samples)
    return {**fields, "name": run + "_median", "run_type": "aggregate", "aggregate_name": "median",
            "aggregate_unit": "time", "iterations": len(samples),
            "real_time": statistics.median(ordered), "cpu_time": 2.0,
            "median_low": ordered[len(ordered) // 5], "median_high": ordered[-1 - len(ordered) // 5]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--benchmark", default="gemm")
    parser.add_argument("--type", default="float")
    parser.add_argument("--sizes", default="256,512")
    parser.add_argument("--samples", type=int, default=9)
    parser.add_argument("--scale", type=pairs, action="append", default=[], help="VARIANT=FACTOR")
    parser.add_argument("--fail", action="append", default=[], help="VARIANT")
    parser.add_argument("--drop", action="append", default=[], help="VARIANT")
    parser.add_argument("--rename", action="append", default=[], help="VARIANT=NAME")
    parser.add_argument("--utilisation", action="store_true")
    parser.add_argument("--driver", default="580.1")
    parser.add_argument("--clock", type=float, default=1980)
    parser.add_argument("--context", default="{}", help="JSON that is added to the context")
    options = parser.parse_args()
    scales = dict(options.scale)
    names = dict(text.split("=", 1) for text in options.rename)
    rows = []
    noise = random.Random(1)
    for size in options.sizes.split(","):
        operations = 2 * float(size) ** 3
        original = operations / 2e12 * 1e6
        for family, (variant, numerics, speedup, error) in enumerate(VARIANTS):
            if variant in options.drop:
                continue
            name = names.get(variant, variant)
            run = f"{options.benchmark}/{name}/{options.type}/{size}"
            shared = {"family_index": family, "per_family_instance_index": 0, "run_name": run,
                      "repetitions": options.samples, "threads": 1, "time_unit": "us"}
            summary = {"benchmark": options.benchmark, "variant": name,
                       "passes": "" if variant == "original" else "tile", "numerics": numerics,
                       "type": options.type, "size": size, "verdict": "ok",
                       "baseline": int(variant == "cublas-sgemm"),
                       "twin": int(variant.endswith("(again)")), "max_error": 1e-5,
                       "error_bound": 1e-3, "error_ratio": 0.01, "scaled_error": error,
                       "probes": 4, "bits_equal": int(numerics == "bitexact"), "fell_back": 0}
            if variant in options.fail:
                rows.append({**shared, **summary, "name": run, "run_type": "iteration",
                             "iterations": 0, "real_time": 0, "cpu_time": 0, "verdict": "failed",
                             "error_occurred": True, "error_message": "1 of 9 elements are wrong"})
                continue
            median = original / speedup * scales.get(variant, 1)
            samples = [round(median * (1 + 0.01 * noise.random()), 6)
                       for _ in range(options.samples)]
            for index, sample in enumerate(samples):
                rows.append({**shared, "name": run, "run_type": "iteration",
                             "repetition_index": index, "iterations": 10, "real_time": sample,
                             "cpu_time": 2.0})
            summary.update({"TFLOPS": operations / statistics.median(samples) * 1e-6,
                            "bytes_per_second": 16 * float(size) ** 2 / median * 1e6,
                            "sm_clock_mhz": options.clock})
            if variant != "original":
                ratio = original / statistics.median(samples)
                summary.update({"speedup_vs_original": ratio, "speedup_vs_original_low": ratio * 0.99,
                                "speedup_vs_original_high": ratio * 1.01})
            if options.utilisation:
                summary["utilisation"] = {"issue": 71.5, "fma": 64.25, "fp64": 0, "tensor": 3.5,
                                          "shared": 48, "l2": 12}
            rows.append(median_row(run, {**shared, **summary}, samples))
    context = {"date": "2026-01-02T03:04:05+00:00", "host_name": "vm", "num_cpus": 2,
               "mhz_per_cpu": 2000, "cpu_scaling_enabled": False, "caches": [],
               "load_avg": [0.5], "library_build_type": "release", "json_schema_version": 1,
               "commit": "0123456789abcdef", "compiler": "cuda_13.0", "executable": "polybench",
               "device": {"kind": "gpu", "name": "NVIDIA H200", "driver": options.driver,
                          "compute_capability": "9.0", "multiprocessors": 132,
                          "max_sm_clock_mhz": 1980.0},
               "interrupted": False,
               "noise_floor": [{"contestant": "cublas-sgemm", "type": options.type, "size": size,
                                "relative": 0.004} for size in options.sizes.split(",")]}
    context.update(json.loads(options.context))
    with open(options.file, "w", encoding="utf-8") as output:
        json.dump({"context": context, "benchmarks": rows}, output)


if __name__ == "__main__":
    main()
