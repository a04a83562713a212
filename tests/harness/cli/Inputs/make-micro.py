#!/usr/bin/env python3
"""Writes a results file like that of `polybench micro`, with made-up times."""
import json
import sys


def summary(experiment, parameters, size, microseconds, **others):
    name = " ".join(f"{key}={value}" for key, value in parameters.items())
    return {"name": f"micro/{experiment}/{name}", "run_type": "aggregate", "aggregate_name": "median",
            "real_time": microseconds, "cpu_time": microseconds, "time_unit": "us", "iterations": 11,
            "benchmark": f"micro/{experiment}", "variant": name, "type": "-", "size": size,
            "experiment": experiment, "parameters": parameters, "verdict": "ok", "numerics": "fp32",
            "median_low": microseconds, "median_high": microseconds, "TFLOPS": 50 / microseconds * 100,
            "bytes_per_second": 0, **others}


def stream(d, n, cycles, counts, **others):
    return summary("fp64-stream", {"form": "fma", "d": d, "n": n, "chains": "independent", "warps": "16"},
                   "-", cycles / 1000, cycles=cycles, instructions=counts,
                   instructions_per_clock={name: count / cycles / 4 for name, count in counts.items()},
                   **others)


def share(fp64, microseconds):
    return summary("matmul-fp64-share", {"tile": "tile<32;32;32;1;1>", "step": "dfma", "fp64": fp64}, "1024",
                   microseconds)


rows = [stream("0", "1", 100000, {"FFMA": 400000}), stream("1", "1", 200000, {"DFMA": 400000}),
        stream("1", "2", 150000, {"FFMA": 200000, "DFMA": 200000}, overlap=1.0),
        share("0/32", 500), share("8/32", 600)]
with open(sys.argv[1], "w", encoding="utf-8") as file:
    json.dump({"context": {"date": "2026-11-22T00:00:00+00:00", "device": {"name": "GPU"}},
               "benchmarks": rows}, file)
