#!/usr/bin/env python3
"""Counts verdicts of `polybench run --no-time` over many shapes: count-shapes.py PART... -o FILE"""
import argparse
import sys

from results_files import BadInput, load, write_json


def count(parts):
    rows = {}
    context = None
    for path in parts:
        part = load(path)
        context = context or part["context"]
        for run in part["benchmarks"]:
            row = rows.setdefault((run["benchmark"], run["type"], run["variant"]), {
                "benchmark": run["benchmark"], "type": run["type"], "variant": run["variant"],
                "shapes": 0, "ok": 0, "left_to_the_original": 0, "wrong": []})
            row["shapes"] += 1
            row["ok"] += run["verdict"] == "ok"
            row["left_to_the_original"] += bool(run.get("fell_back"))
            if run["verdict"] != "ok":
                row["wrong"].append({"size": run["size"], "verdict": run["verdict"]})
    if not rows:
        raise BadInput("no results: was anything run?")
    keys = ("date", "commit", "compiler", "device", "seed")
    return {"context": {key: context[key] for key in keys if key in context},
            "variants": list(rows.values())}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="+")
    parser.add_argument("-o", dest="output", required=True)
    options = parser.parse_args()
    result = count(options.parts)
    write_json(options.output, result)
    for row in result["variants"]:
        print(f"{row['type']:9} {row['variant']:22} {row['ok']:5} of {row['shapes']} shapes right, "
              f"{row['left_to_the_original']} left to the original")


if __name__ == "__main__":
    try:
        main()
    except BadInput as error:
        sys.exit(f"count-shapes.py: {error}")
