#!/usr/bin/env python3
"""The grid of matrix products beside cuBLAS: what is run, resumable, and the tables of the results.

  grid.py builds                          what to build, a line each: folder, benchmark, type, passes, contracts
  grid.py run --prepared FOLDER --out DIR [--limit SECONDS] [--quick] [--types LIST] [--device gpu]
                                          measures what DIR does not hold yet, until the time is over; the exit
                                          status is 3 if something is left
  grid.py left --out DIR [--quick] [--types LIST]
                                          how many problems DIR does not hold, and which
  grid.py merge DIR|FILE... -o FILE       one results file from those of the folders, and from files that are
                                          merged; of a benchmark and type that several have, the last one's
  grid.py summary FILE                    a line for each type, Markdown
  grid.py table FILE                      a line for each shape, Markdown
  grid.py update PAGE...                  replaces what stands in the pages between the lines
  grid.py check PAGE...                   fails where a page differs from its results file
                                            <!-- grid:begin FILE --> ... <!-- grid:end -->
                                            <!-- grid-shapes:begin FILE --> ... <!-- grid-shapes:end -->

scripts/bench-grid.sh prepares and runs all of it. The shapes are in polybench/matmul/grid.csv.
"""
import argparse
import glob
import math
import os
import signal
import subprocess
import sys
import time

from grid_shapes import GRID, Build, builds, chosen, read_grid
from grid_tables import MODES, summary, table
from results_files import BadInput, add_page_commands, load, update_or_check, write_results

HEURISTICS = 8
SOMETHING_LEFT = 3  # exit status
SMALLEST_PIECE = 1 / 24  # of --limit: with less left no further group is begun


# What a folder of results holds.

def parts_of(folder):
    """Its results files, in the order of their names."""
    return sorted(glob.glob(os.path.join(glob.escape(folder), "*.json")))


def measured_rows(part):
    """Summaries of the problems that a results file has completely."""
    context = part["context"]
    unfinished = set(context.get("unfinished", []))
    for row in part["benchmarks"]:
        if "verdict" in row and row["verdict"] != "skipped" and \
                f"{row['benchmark']}/{row['type']}/{row['size']}" not in unfinished:
            yield row


def held(folder):
    """Keys of the problems that are measured."""
    keys = set()
    for path in parts_of(folder):
        for row in measured_rows(load(path)):
            keys.add((row["benchmark"], row["type"], row["size"]))
    return keys


def left_of(problems, folder):
    """Groups of what is not measured: {(benchmark, element): sizes}."""
    known = held(folder)
    groups = {}
    for problem in problems:
        if problem.key not in known:
            sizes = groups.setdefault((problem.benchmark, problem.type.element), {})
            sizes[problem.size] = problem.operations
    # Short ones first: what is cut off by the time costs little.
    return {group: sorted(sizes, key=sizes.get) for group, sizes in groups.items()}


def check_commit(prepared, folder, group):
    manifest = load(os.path.join(prepared, Build(*group, ()).folder, "manifest.json"))
    for path in parts_of(folder):
        before = load(path)["context"].get("commit")
        if before != manifest.get("commit"):
            raise BadInput(f"{path}: was measured at commit {before}, and {prepared} was built at "
                           f"{manifest.get('commit')}: give another --out")


def free_name(folder, group):
    number = 1
    while os.path.exists(name := os.path.join(folder, f"{group[0]}-{group[1]}-{number}.json")):
        number += 1
    return name


def run_group(options, group, sizes, seconds):
    """One process for one benchmark and type; None where it was stopped by the time, else its exit status."""
    results = free_name(options.out, group)
    command = [options.polybench, "run", group[0], f"--device={options.device}",
               f"--prebuilt={os.path.join(options.prepared, Build(*group, ()).folder)}",
               f"--dtype={group[1]}", f"--sizes={','.join(sizes)}", "--inputs=random",
               f"--modes={','.join(MODES)}", f"--lt-heuristics={HEURISTICS}", "--skip-original",
               f"--repetitions={options.repetitions}", f"--min-time={options.min_time}",
               f"--warmup-time={options.warmup_time}", "--timeout=240", f"--json={results}"]
    with open(os.path.splitext(results)[0] + ".log", "w", encoding="utf-8") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log,
                                   stderr=subprocess.STDOUT)
        try:
            return process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)  # keeps what was measured
            try:
                process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            return None


def run(options):
    problems = chosen(read_grid(options.grid), options.quick, options.types)
    os.makedirs(options.out, exist_ok=True)
    end = time.monotonic() + options.limit if options.limit else math.inf
    failed = False
    for group, sizes in left_of(problems, options.out).items():
        seconds = end - time.monotonic()
        if seconds < SMALLEST_PIECE * options.limit:
            break
        check_commit(options.prepared, options.out, group)
        print(f"{group[0]} {group[1]}: {len(sizes)} sizes", flush=True)
        status = run_group(options, group, sizes, None if seconds == math.inf else seconds)
        if status is None:
            print("stopped: the time is over", flush=True)
            break
        if status not in (0, 1):  # 1: a contestant failed, which the results say
            failed = True
            print(f"{group[0]} {group[1]}: polybench ended with {status}; see its log in {options.out}",
                  file=sys.stderr)
    rest = sum(map(len, left_of(problems, options.out).values()))
    print(f"{rest} problems are left" if rest else "the grid is complete")
    if failed:
        return 1
    return SOMETHING_LEFT if rest else 0


# Merging.

def merge(folders):
    """One document of all folders and merged files, which may have been measured at different commits: a
    contract of a benchmark and type is taken from the last one that has it, with the baselines of the same run."""
    documents = [load(folder) if os.path.isfile(folder) else merge_parts(folder) for folder in folders]
    whole = documents[-1]
    for older in reversed(documents[:-1]):
        for key in ("name", "cublas"):
            if older["context"]["device"].get(key) != whole["context"]["device"].get(key):
                raise BadInput(f"the folders were measured with another {key}")
        newer = {contract_of(row) for row in whole["benchmarks"] if is_ours(row)}
        kept = {contract_of(row) for row in older["benchmarks"] if is_ours(row)} - newer
        beside = {(benchmark, type_) for benchmark, type_, _ in kept}
        commit = older["context"]["commit"]
        told = {} if commit == whole["context"]["commit"] else {"commit": commit}
        whole["benchmarks"] += [told | row for row in older["benchmarks"]
                                if (contract_of(row) in kept if is_ours(row) else contract_of(row)[:2] in beside)]
        whole["context"]["commands"] += older["context"]["commands"]
    return whole


def is_ours(row):
    return not row["baseline"] and row["variant"] != "original"


def contract_of(row):
    return row["benchmark"], row["type"], row["numerics"]


def merge_parts(folder):
    """One document of all parts: summaries, each with the times of its samples."""
    whole = None
    seen, drivers = {}, {}
    for path in parts_of(folder):
        part = load(path)
        context = part["context"]
        if "command" not in context:
            raise BadInput(f"{path}: was merged before: give the parts")
        if whole is None:
            whole = {"context": context | {"commands": [], "incomplete": False, "unfinished": []},
                     "benchmarks": []}
            first = path
        for key in ("name", "cublas"):
            if context["device"].get(key) != whole["context"]["device"].get(key):
                raise BadInput(f"{path}: another {key} than in {first}")
        drivers.setdefault(str(context["device"].get("driver")))
        for key in ("commit", "compiler", "repetitions", "modes"):
            if context.get(key) != whole["context"].get(key):
                raise BadInput(f"{path}: another {key} than in {first}")
        whole["context"]["commands"].append(context["command"])
        samples = {}
        for row in part["benchmarks"]:
            if row.get("run_type") == "iteration" and "verdict" not in row:
                samples.setdefault(row["run_name"], []).append(round(row["real_time"], 6))
        for row in measured_rows(part):
            name = (row["benchmark"], row["variant"], row["type"], row["size"])
            if seen.setdefault(name, path) != path:
                raise BadInput(f"{path}: {'/'.join(name)} is in {seen[name]}, too")
            if row["run_name"] in samples:
                row["samples"] = samples[row["run_name"]]
            whole["benchmarks"].append(row)
    if whole is None:
        raise BadInput(f"{folder}: there are no results files")
    del whole["context"]["command"]
    # Pieces may come from hosts whose drivers differ in their last number.
    whole["context"]["device"]["driver"] = ", ".join(drivers)
    return whole


def add_choice(parser):
    parser.add_argument("--out", required=True)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--types", default="")
    parser.add_argument("--grid", default=GRID)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    listing = commands.add_parser("builds")
    listing.add_argument("--quick", action="store_true")
    listing.add_argument("--types", default="")
    listing.add_argument("--grid", default=GRID)
    running = commands.add_parser("run")
    add_choice(running)
    running.add_argument("--prepared", required=True)
    running.add_argument("--polybench", default="polybench")
    running.add_argument("--device", default="gpu")
    running.add_argument("--limit", type=float, default=0)
    running.add_argument("--repetitions", type=int, default=9)
    running.add_argument("--min-time", type=float, default=0.03)
    running.add_argument("--warmup-time", type=float, default=0.1)
    add_choice(commands.add_parser("left"))
    merging = commands.add_parser("merge")
    merging.add_argument("folders", nargs="+")
    merging.add_argument("-o", dest="output", required=True)
    for name in ("summary", "table"):
        commands.add_parser(name).add_argument("file")
    add_page_commands(commands)
    options = parser.parse_args()

    if options.command == "builds":
        for build in builds(chosen(read_grid(options.grid), options.quick, options.types)):
            print(build.folder, build.benchmark, build.element, ";".join(["auto"] * len(build.contracts)),
                  ",".join(build.contracts))
    elif options.command == "run":
        return run(options)
    elif options.command == "left":
        groups = left_of(chosen(read_grid(options.grid), options.quick, options.types), options.out)
        for (benchmark, element), sizes in groups.items():
            print(benchmark, element, ",".join(sizes))
        print(f"{sum(map(len, groups.values()))} problems are left")
    elif options.command == "merge":
        write_results(options.output, merge(options.folders))
    elif options.command in ("summary", "table"):
        print((summary if options.command == "summary" else table)(options.file), end="")
    else:
        update_or_check(options, (("grid", lambda file, folder: summary(file)),
                                  ("grid-shapes", lambda file, folder: table(file))), "grid.py")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BadInput as error:
        sys.exit(f"grid.py: {error}")
