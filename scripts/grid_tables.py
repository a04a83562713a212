"""The tables of the grid's results: ours beside the fastest of cuBLAS's, for each type and for each shape."""
from dataclasses import dataclass
from statistics import median

from grid_shapes import FORMS, TYPES, Problem, Type, read_grid
from results_files import BadInput, geometric_mean, load, machine

MODES = ("graph-cold", "graph-warm", "stream-cold")  # of which the first decides


def timing_in(row, mode):
    """What was measured in that mode; empty where nothing was."""
    for timing in [row] + row.get("other_modes", []):
        if timing.get("mode") == mode and timing.get("real_time", 0) > 0:
            return timing
    return {}


def time_in(row, mode):
    """Microseconds; None where it was not timed in that mode."""
    return timing_in(row, mode).get("real_time")


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
                          and ours and row.get("commit") == ours[0].get("commit")
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


def host_times(comparisons):
    """What a launch costs the host, in a sentence; empty where no row tells."""
    ours, theirs, above = [], [], []
    for comparison in comparisons:
        timing = timing_in(comparison.row, MODES[2])
        best = comparison.best(MODES[2])
        if comparison.failed or "kernel_cpu_time" not in timing or not best:
            continue
        ours.append(timing["cpu_time"])
        theirs.append(timing_in(best, MODES[2])["cpu_time"])
        above.append(timing["cpu_time"] - timing["kernel_cpu_time"])
    if not ours:
        return ""
    return (f"A launch takes the host {median(ours):.1f} us, where a call of cuBLAS takes {median(theirs):.1f} us, and "
            f"`cudaLaunchKernelExC` alone {median(ours) - median(above):.1f} us: medians of the {len(ours)} problems "
            "whose launches start kernels and do nothing else.")


def operands(line):
    """A and B -> C, as the rows name them."""
    types = line.comparisons[0].row.get("element_types", {})
    return f"{types.get('A', '?')} -> {types.get('C', '?')}"


def mean_cell(ratios):
    return f"{geometric_mean(ratios):.2f}" if ratios else "-"


def other_commits(comparisons):
    """Of which commits rows are that are not of the document's own, in sentences."""
    types = {}
    for comparison in comparisons:
        if commit := comparison.row.get("commit"):
            types.setdefault(commit, {})[comparison.problem.type.text] = None
    # Names of rows have commas.
    older = " ".join(f"{commit[:7]}: {'; '.join(of)}." for commit, of in types.items())
    return f" Some rows are older. {older}" if older else ""


def summary(path):
    document = load(path)
    comparisons = compare(document, read_grid())
    if not comparisons:
        raise BadInput(f"{path}: has no problem of the grid")
    context = document["context"]
    for key in ("name", "driver", "cuda", "cublas"):
        if key not in context.get("device", {}):
            raise BadInput(f"{path}: its device has no \"{key}\": was it measured on a GPU?")
    for key in ("date", "commit", "repetitions"):
        if key not in context:
            raise BadInput(f"{path}: its context has no \"{key}\"")
    text = ("| type | operands -> C | shapes | geometric mean | median | worst | ahead of cuBLAS on | "
            "warm cache | eager |\n| :--- | :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
    notes = []
    for line in lines_of(comparisons):
        if line.counted:
            worst = line.worst
            cells = [str(len(line.counted)), f"**{mean_cell(line.ratios(MODES[0]))}**",
                     f"{median(line.ratios(MODES[0])):.2f}",
                     f"{worst.ratio(MODES[0]):.2f} ({worst.text})", f"{100 * line.wins:.0f} %",
                     mean_cell(line.ratios(MODES[1])), mean_cell(line.ratios(MODES[2]))]
        else:
            cells = ["0"] + 6 * ["-"]
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
    if host := host_times(comparisons):
        notes.append(host)
    total = len({problem.key + (problem.type.name,) for problem in read_grid()})
    return (text + f"\n{machine(context)}{other_commits(comparisons)} {len(comparisons)} of the grid's {total} problems. Each ratio is "
            f"the time of the best baseline over ours: cuBLAS, and the fastest of the first "
            f"{context.get('lt_heuristics', 1)} choices of cublasLt's heuristics. Times are of launches "
            "replayed from a CUDA graph, with a cold L2 cache; then with a warm one; then launched by the "
            f"host one by one: these two columns have geometric means. Medians of {context['repetitions']} samples.\n"
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
