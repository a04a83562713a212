#!/usr/bin/env python3
"""Counts verdicts of `polybench run --no-time` over many shapes: count-shapes.py PART... -o FILE"""
import argparse
import sys

from results_files import BadInput, load, write_json


def count(parts):
    rows, shapes = {}, {}
    context = None
    for path in parts:
        part = load(path)
        context = context or part["context"]
        for run in part["benchmarks"]:
            if run.get("label") == "skipped: interrupted":
                continue  # nothing is known of it
            problem = (run["benchmark"], run["type"])
            shapes.setdefault(problem, {})[run["size"]] = None
            row = rows.setdefault((*problem, run["variant"]), {
                "benchmark": run["benchmark"], "type": run["type"], "variant": run["variant"],
                "numerics": run["numerics"], "shapes": 0, "ok": 0, "left_to_the_original": 0,
                "largest_error_ratio": 0, "wrong": []})
            if run["verdict"] == "not applicable":
                continue
            row["shapes"] += 1
            right = run["verdict"] in ("ok", "original ran")
            row["ok"] += right
            row["left_to_the_original"] += bool(run.get("fell_back"))
            row["largest_error_ratio"] = max(row["largest_error_ratio"],
                                             run.get("error_ratio", 0))
            if not right:
                row["wrong"].append({"size": run["size"], "verdict": run["verdict"],
                                     "reason": run.get("error_message") or
                                     run.get("label", "").removeprefix("skipped: ")})
    if not rows:
        raise BadInput("no results: was anything run?")
    keys = ("date", "commit", "compiler", "device", "devices", "seed")
    return {"context": {key: context[key] for key in keys if key in context},
            "variants": list(rows.values()),
            "shapes": [{"benchmark": benchmark, "type": kind, "sizes": list(sizes)}
                       for (benchmark, kind), sizes in shapes.items()]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*")
    parser.add_argument("-o", dest="output", required=True)
    options = parser.parse_args()
    result = count(options.parts)
    write_json(options.output, result)
    for row in result["variants"]:
        print(f"{row['benchmark']:6} {row['type']:9} {row['variant']:24} {row['ok']:5} of "
              f"{row['shapes']} shapes right, {row['left_to_the_original']} left to the original")
        for wrong in row["wrong"][:5]:
            print(f"    {wrong['size']}: {wrong['verdict']}: {wrong['reason']}")


if __name__ == "__main__":
    try:
        main()
    except BadInput as error:
        sys.exit(f"count-shapes.py: {error}")
