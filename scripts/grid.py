#!/usr/bin/env python3
"""The grid of matrix products beside cuBLAS: what is run, resumable, and the tables of the results.

  grid.py builds                          what to build, a line each: folder, benchmark, type, passes, contracts
  grid.py run --prepared FOLDER --out DIR [--limit SECONDS] [--quick] [--types LIST] [--device gpu]
                                          measures what DIR does not hold yet, until the time is over; the exit
                                          status is 3 if something is left
  grid.py left --out DIR [--quick] [--types LIST]
                                          how many problems DIR does not hold, and which
  grid.py merge DIR -o FILE               one results file from those of DIR
  grid.py summary FILE                    a line for each type, Markdown
  grid.py table FILE                      a line for each shape, Markdown
  grid.py update PAGE...                  replaces what stands in the pages between the lines
  grid.py check PAGE...                   fails where a page differs from its results file
                                            <!-- grid:begin FILE --> ... <!-- grid:end -->
                                            <!-- grid-shapes:begin FILE --> ... <!-- grid-shapes:end -->

scripts/bench-grid.sh prepares and runs all of it. The shapes are in polybench/matmul/grid.csv.
"""
import argparse
import csv
import glob
import math
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

from results_files import BadInput, load, machine, refreshed, write, write_results

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GRID = os.path.join(ROOT, "polybench", "matmul", "grid.csv")
COLUMNS = ["form", "batch", "m", "n", "k", "kind", "layouts", "types", "quick"]
FORMS = ("product", "alpha-beta")
LAYOUTS = ("NN", "NT", "TN")
MODES = ("graph-cold", "graph-warm", "stream-cold")
HEURISTICS = 8
SOMETHING_LEFT = 3  # exit status
SMALLEST_PIECE = 1 / 24  # of --limit: with less left no further group is begun


@dataclass(frozen=True)
class Type:
    """What a line of the summary is about: operands, the contract of our variant, and what cuBLAS may do."""

    name: str
    text: str
    element: str  # --dtype
    numerics: str
    baselines: tuple  # contracts that are at least as strict
    wide: bool = False  # C has the sums' type
    exact: bool = False  # the order of the sum is given: it cannot be cut


TYPES = (
    Type("fp16", "FP16", "half", "fp16", ("fp16",)),
    Type("bf16", "BF16", "bfloat16", "bf16", ("bf16",)),
    Type("tf32", "TF32", "float", "tf32", ("tf32", "fp32")),
    Type("fp32-exact", "FP32, bit-exact", "float", "bitexact", ("fp32",), exact=True),
    Type("fp32", "FP32 accuracy", "float", "fp32", ("fp32",)),
    Type("fp64", "FP64, bit-exact", "double", "bitexact", ("fp32",), exact=True),
    Type("int8", "INT8, int8 C, bit-exact", "int8", "bitexact", ("fp32",)),
    Type("int8-int32", "INT8, int32 C, bit-exact", "int8", "bitexact", ("fp32",), wide=True),
)
BY_NAME = {type_.name: type_ for type_ in TYPES}
ELEMENTS = tuple(dict.fromkeys(type_.element for type_ in TYPES))


@dataclass(frozen=True)
class Problem:
    """One shape, layout and type."""

    form: str
    type: Type
    layout: str
    batch: int
    m: int
    n: int
    k: int
    kind: str
    quick: bool

    @property
    def benchmark(self):
        """What polybench calls it."""
        if self.form == "alpha-beta":
            return "gemm"
        name = "batched-matmul" if self.batch > 1 else "matmul"
        if self.layout != "NN":
            name += "-" + self.layout.lower()
        return name + ("-wide" if self.type.wide else "")

    @property
    def size(self):
        """As polybench spells it."""
        extents = [self.m, self.n, self.k]
        if self.batch > 1:
            extents.insert(0, self.batch)
        return str(extents[0]) if len(set(extents)) == 1 else "x".join(map(str, extents))

    @property
    def key(self):
        """What a run has of it: all contracts of one element type are measured together."""
        return self.benchmark, self.type.element, self.size

    @property
    def operations(self):
        return 2 * self.batch * self.m * self.n * self.k


def members(text, known, where):
    """The names of `A+B`."""
    names = text.split("+") if text else []
    for name in names:
        if name not in known:
            raise BadInput(f"{where}: '{name}' is none of {', '.join(known)}")
    if len(set(names)) != len(names):
        raise BadInput(f"{where}: '{text}' has a name twice")
    return names


def extent(text, where):
    if not text.isdigit() or not 1 <= int(text) < 2**31:
        raise BadInput(f"{where}: '{text}' is no extent")
    return int(text)


def read_grid(path=GRID):
    """Every problem of the grid."""
    problems, seen = [], {}
    try:
        with open(path, encoding="utf-8", newline="") as file:
            lines = [(number, line) for number, line in enumerate(file, 1)
                     if line.strip() and not line.startswith("#")]
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error
    for index, (number, row) in enumerate(zip((number for number, _ in lines),
                                              csv.reader(line for _, line in lines))):
        where = f"{path}:{number}"
        if index == 0:
            if row != COLUMNS:
                raise BadInput(f"{where}: the columns must be {','.join(COLUMNS)}")
            continue
        if len(row) != len(COLUMNS):
            raise BadInput(f"{where}: {len(row)} columns where {len(COLUMNS)} belong")
        form, batch, m, n, k, kind, layouts, types, quick = row
        if form not in FORMS:
            raise BadInput(f"{where}: form '{form}' is none of {', '.join(FORMS)}")
        batch, m, n, k = (extent(text, where) for text in (batch, m, n, k))
        if not kind:
            raise BadInput(f"{where}: there is no kind")
        layouts = members(layouts, LAYOUTS, where)
        quick = members(quick, LAYOUTS, where)
        types = members(types, list(BY_NAME), where)
        if not layouts or not types:
            raise BadInput(f"{where}: there is no {'type' if layouts else 'layout'}")
        if not set(quick) <= set(layouts):
            raise BadInput(f"{where}: a layout is quick that is not measured")
        if form == "alpha-beta" and (layouts != ["NN"] or batch > 1 or "int8" in types):
            raise BadInput(f"{where}: the suite's gemm is one product, NN, and its C is not int8")
        if batch > 1 and any(name.startswith("int8") for name in types):
            raise BadInput(f"{where}: batches of 8-bit integers are not measured")
        for name in types:
            for layout in layouts:
                problem = Problem(form, BY_NAME[name], layout, batch, m, n, k, kind, layout in quick)
                identity = (form, name, layout, batch, m, n, k)
                if identity in seen:
                    raise BadInput(f"{where}: stands in line {seen[identity]}, too")
                seen[identity] = number
                problems.append(problem)
    if not problems:
        raise BadInput(f"{path}: there are no shapes")
    return problems


def chosen(problems, quick, types):
    """Those of --quick and --types."""
    if types:
        wanted = set(members(types.replace(",", "+"), list(BY_NAME), "--types"))
        problems = [problem for problem in problems if problem.type.name in wanted]
    return [problem for problem in problems if problem.quick or not quick]


@dataclass(frozen=True)
class Build:
    """What one folder of `polybench build` holds."""

    benchmark: str
    element: str
    contracts: tuple

    @property
    def folder(self):
        return f"{self.benchmark}-{self.element}"


def builds(problems):
    found = {}
    for problem in problems:
        contracts = found.setdefault((problem.benchmark, problem.type.element), [])
        if problem.type.numerics not in contracts:
            contracts.append(problem.type.numerics)
    order = list(dict.fromkeys(type_.numerics for type_ in TYPES))
    order.insert(0, order.pop(order.index("bitexact")))  # whose variant is named auto alone
    return [Build(benchmark, element, tuple(sorted(contracts, key=order.index)))
            for (benchmark, element), contracts in found.items()]


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

def merge(folder):
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


# The tables.

def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def time_in(row, mode):
    """Microseconds; None where it was not timed in that mode."""
    for timing in [row] + row.get("other_modes", []):
        if timing.get("mode") == mode and timing.get("real_time", 0) > 0:
            return timing["real_time"]
    return None


@dataclass(frozen=True)
class Comparison:
    """Ours beside the fastest of cuBLAS's for one problem."""

    problem: Problem
    row: dict  # ours
    baselines: tuple

    @property
    def failed(self):
        return self.row["verdict"] not in ("ok", "original ran")

    def best(self, mode):
        """The fastest baseline, or None."""
        timed = [row for row in self.baselines if time_in(row, mode)]
        return min(timed, key=lambda row: time_in(row, mode)) if timed else None

    def ratio(self, mode):
        """Its time over ours, or None."""
        best = self.best(mode)
        ours = None if self.failed else time_in(self.row, mode)
        return time_in(best, mode) / ours if best and ours else None

    @property
    def cannot_be_cut(self):
        """A deep sum whose order is given, which a library need not keep: there is no parallelism in it."""
        return self.problem.type.exact and self.problem.kind == "deep"

    @property
    def text(self):
        return f"{self.problem.size} {self.problem.layout}"


def compare(document, problems):
    """A comparison for each problem of the grid that the document has."""
    rows = {}
    for row in document["benchmarks"]:
        if "verdict" in row and not row.get("twin"):
            rows.setdefault((row["benchmark"], row["type"], row["size"]), []).append(row)
    comparisons = []
    for problem in problems:
        found = rows.get(problem.key, [])
        ours = [row for row in found if not row["baseline"] and row["variant"] != "original"
                and row["numerics"] == problem.type.numerics]
        if len(ours) > 1:
            raise BadInput(f"{'/'.join(problem.key)}: {len(ours)} variants under {problem.type.numerics}")
        baselines = tuple(row for row in found if row["baseline"] and row["verdict"] == "ok"
                          and row["numerics"] in problem.type.baselines)
        if ours:
            comparisons.append(Comparison(problem, ours[0], baselines))
    return comparisons


@dataclass(frozen=True)
class Line:
    """A line of the summary, from the ratios of its comparisons."""

    form: str
    type: Type
    comparisons: tuple

    def ratios(self, mode):
        return [ratio for comparison in self.comparisons if not comparison.cannot_be_cut
                if (ratio := comparison.ratio(mode)) is not None]

    @property
    def counted(self):
        return [comparison for comparison in self.comparisons
                if not comparison.cannot_be_cut and comparison.ratio(MODES[0]) is not None]

    @property
    def worst(self):
        return min(self.counted, key=lambda comparison: comparison.ratio(MODES[0]))

    @property
    def wins(self):
        return sum(comparison.ratio(MODES[0]) > 1 for comparison in self.counted) / len(self.counted)

    @property
    def name(self):
        return self.type.text if self.form == "product" else f"{self.type.text}, alpha and beta"


def lines_of(comparisons):
    groups = {}
    for comparison in comparisons:
        key = comparison.problem.form, comparison.problem.type
        groups.setdefault(key, []).append(comparison)
    order = [(form, type_) for form in FORMS for type_ in TYPES]
    return [Line(form, type_, tuple(groups[form, type_])) for form, type_ in order
            if (form, type_) in groups]


def operands(line):
    """A and B -> C, as the rows name them."""
    types = line.comparisons[0].row.get("element_types", {})
    return f"{types.get('A', '?')} -> {types.get('C', '?')}"


def mean_cell(ratios):
    return f"{geometric_mean(ratios):.2f}" if ratios else "-"


def summary(path):
    document = load(path)
    comparisons = compare(document, read_grid())
    if not comparisons:
        raise BadInput(f"{path}: has no problem of the grid")
    context = document["context"]
    text = ("| type | operands -> C | shapes | geometric mean | worst | ahead of cuBLAS on | "
            "warm cache | eager |\n| :--- | :--- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
    notes = []
    for line in lines_of(comparisons):
        if line.counted:
            worst = line.worst
            cells = [str(len(line.counted)), f"**{mean_cell(line.ratios(MODES[0]))}**",
                     f"{worst.ratio(MODES[0]):.2f} ({worst.text})", f"{100 * line.wins:.0f} %",
                     mean_cell(line.ratios(MODES[1])), mean_cell(line.ratios(MODES[2]))]
        else:
            cells = ["0", "-", "-", "-", "-", "-"]
        text += f"| {line.name} | {operands(line)} | " + " | ".join(cells) + " |\n"
        apart = [comparison for comparison in line.comparisons
                 if comparison.cannot_be_cut and comparison.ratio(MODES[0]) is not None]
        if apart:
            notes.append(f"{line.name}: a bit-exact sum cannot be cut into parts. Its deep shapes are not "
                         "counted: " + ", ".join(f"{comparison.text} {comparison.ratio(MODES[0]):.2f}"
                                                 for comparison in apart) + ".")
        failed = [comparison for comparison in line.comparisons if comparison.failed]
        if failed:
            notes.append(f"{line.name}: {len(failed)} not measured: " + ", ".join(
                f"{comparison.text} ({comparison.row['verdict']})" for comparison in failed) + ".")
        alone = sum(not comparison.failed and comparison.best(MODES[0]) is None
                    for comparison in line.comparisons)
        if alone:
            notes.append(f"{line.name}: cuBLAS has nothing for {alone} of the shapes, which are not counted.")
    total = len({problem.key + (problem.type.name,) for problem in read_grid()})
    return (text + f"\n{machine(context)} {len(comparisons)} of the grid's {total} problems. Each ratio is "
            f"the time of the best baseline over ours: cuBLAS, and the fastest of the first "
            f"{context.get('lt_heuristics', 1)} choices of cublasLt's heuristics. Times are of launches "
            "replayed from a CUDA graph, with a cold L2 cache; then with a warm one; then launched by the "
            f"host one by one. Medians of {context['repetitions']} samples.\n"
            + "".join(f"\n{note}\n" for note in notes))


def table(path):
    document = load(path)
    parts = []
    for line in lines_of(compare(document, read_grid())):
        rows = ["| M x N x K | layout | ours, us | cuBLAS, us | by | ratio | warm | eager | ours eager, us |\n"
                "| ---: | :--- | ---: | ---: | :--- | ---: | ---: | ---: | ---: |\n"]
        for comparison in line.comparisons:
            best = comparison.best(MODES[0])
            cells = [comparison.problem.size, comparison.problem.layout]
            if comparison.failed:
                rows.append("| " + " | ".join(cells + [comparison.row["verdict"]] + [""] * 6) + " |\n")
                continue

            def shown(value, digits):
                return "-" if value is None else f"{value:.{digits}f}"

            cells += [shown(time_in(comparison.row, MODES[0]), 1),
                      shown(best and time_in(best, MODES[0]), 1), best["variant"] if best else "-"]
            cells += [shown(comparison.ratio(mode), 2) for mode in MODES]
            cells.append(shown(time_in(comparison.row, MODES[2]), 1))
            rows.append("| " + " | ".join(cells) + " |\n")
        parts.append(f"**{line.name}**, {operands(line)}, beta {line.comparisons[0].row.get('beta', '?')}\n\n"
                     + "".join(rows))
    if not parts:
        raise BadInput(f"{path}: has no problem of the grid")
    return "\n".join(parts)


BLOCKS = (("grid", summary), ("grid-shapes", table))


def remade(page):
    old = text = None
    for mark, make in BLOCKS:
        before, text = refreshed(page, mark, make, text)
        old = before if old is None else old
    if not any(f"<!-- {mark}:begin " in old for mark, _ in BLOCKS):
        raise BadInput(f"{page}: no line <!-- grid:begin FILE -->")
    return old, text


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
    merging.add_argument("folder")
    merging.add_argument("-o", dest="output", required=True)
    for name in ("summary", "table"):
        commands.add_parser(name).add_argument("file")
    for name in ("update", "check"):
        commands.add_parser(name).add_argument("pages", nargs="+")
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
        write_results(options.output, merge(options.folder))
    elif options.command in ("summary", "table"):
        print((summary if options.command == "summary" else table)(options.file), end="")
    else:
        for page in options.pages:
            old, new = remade(page)
            if options.command == "update":
                write(page, new)
            elif old != new:
                raise BadInput(f"{page}: its tables differ from their results files; run "
                               f"scripts/grid.py update {page}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BadInput as error:
        sys.exit(f"grid.py: {error}")
