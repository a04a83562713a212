#!/usr/bin/env python3
"""Plots of a results file of `polybench run --json` or `polybench micro --output`, for papers: PNG or
SVG files by matplotlib.

Writes one file per benchmark, type and plot, named BENCHMARK-TYPE-PLOT.FORMAT:

  speedup   speed-up over the original at the largest size, with its 95 % interval
  sizes     TFLOP/s by size
  roofline  TFLOP/s by operations per compulsory byte, below the limit of the device's memory where
            that is known
  error     TFLOP/s by the largest error at the largest size

For `polybench micro`, --plots=micro writes one file per experiment, named micro-EXPERIMENT.FORMAT: the
overlap, the instructions per clock or TFLOP/s by the parameter that it varies, with a line for each
setting of the other parameters.

Needs matplotlib (Debian: python3-matplotlib; scripts/setup.sh installs it).
"""
import argparse
import json
import os
import pathlib
import re
import sys
import tempfile

plt = None  # matplotlib's pyplot, once there is something to plot

NUMERICS = {"bitexact": ("#0072b2", "o"), "fp32": ("#009e73", "s"), "tf32": ("#9467bd", "v"),
            "bf16": ("#cc79a7", "D"), "fp16": ("#d55e00", "^")}
ORIGINAL, CUBLAS, OTHER = ("#333333", "o"), ("#7f7f7f", "x"), ("#8c6d00", "p")
PLOTS = ("speedup", "sizes", "roofline", "error")
MICRO = "micro"
# Of each experiment: what it varies, what tells its lines apart, which points it shows, and the
# quantity. A size counts as a parameter.
EXPERIMENTS = {
    "fp64-stream": ("n", ("form", "chains"), {"d": "1", "warps": "16"}, "issue"),
    "fp64-warps": ("d", ("chains",), {}, "issue"),
    "tensor-stream": ("ffma", ("unit", "warps"), {"chains": "8"}, "overlap"),
    "tensor-warps": ("chains", ("unit", "warps of each"), {}, "overlap"),
    "tensor-pairs": ("unit", ("beside", "warps of each"), {}, "overlap"),
    "copy-stream": ("copies", ("ffma",), {}, "overlap"),
    "copy-warps": ("copy warps", ("ffma warps",), {}, "overlap"),
    "copy-bulk": ("bytes", ("ffma warps",), {}, "overlap"),
    "matmul-fp64-share": ("fp64", ("tile", "step", "size"), {}, "TFLOPS"),
    "matmul-fp64-warps": ("fp64 warps", ("tile", "size"), {}, "TFLOPS"),
    "matmul-stages": ("stages", ("tile", "size"), {}, "TFLOPS"),
    "matmul-copy-warps": ("warps", ("stages", "size"), {}, "TFLOPS"),
    "matmul-wmma": ("size", ("units",), {}, "TFLOPS"),
}
QUANTITIES = {"issue": "warp instructions a clock and sub-partition",
              "overlap": "times apart / time together", "TFLOPS": "TFLOP/s"}
LINES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#9467bd", "#8c6d00", "#333333", "#56b4e9",
         "#e69f00", "#7f7f7f")
FORMATS = ("png", "svg", "pdf")


class InputError(Exception):
    """What is wrong with the command line or a file, told without a trace."""


def load_matplotlib():
    global plt
    try:
        import matplotlib
        matplotlib.use("Agg")
        import matplotlib.pyplot
    except ImportError as failure:
        raise InputError(f"{failure}: install Debian's python3-matplotlib and run this with "
                         "/usr/bin/python3") from failure
    plt = matplotlib.pyplot


def read(file):
    """The document and its summary rows that were timed, without the A/A twins."""
    try:
        document = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    except OSError as failure:
        raise InputError(f"cannot read '{file}': {failure.strerror}") from failure
    except ValueError as failure:
        raise InputError(f"'{file}' is not JSON: {failure}") from failure
    if not isinstance(document, dict) or not isinstance(document.get("benchmarks"), list):
        raise InputError(f"'{file}' is not a results file: it has no \"benchmarks\"")
    rows = []
    for row in document["benchmarks"]:
        if "verdict" in row and "TFLOPS" in row and not row.get("twin"):
            # Version 1 has the rates alone.
            row.setdefault("operations", row["TFLOPS"] * row["real_time"] * 1e6)
            row.setdefault("compulsory_bytes", row["bytes_per_second"] * row["real_time"] * 1e-6)
            rows.append(row)
    return document, rows


def style(row):
    if row.get("baseline"):
        return CUBLAS
    if row["variant"] == "original":
        return ORIGINAL
    return NUMERICS.get(row["numerics"], OTHER)


def distinct(values):
    return list(dict.fromkeys(values))


def by_size(rows):
    """Sizes in the order of their operations."""
    operations = {row["size"]: row["operations"] for row in rows}
    return sorted(operations, key=operations.get)


def legend(axes, rows):
    entries = {}
    for row in rows:
        name = "cuBLAS" if row.get("baseline") else (
            "original" if row["variant"] == "original" else row["numerics"])
        colour, marker = style(row)
        entries.setdefault(name, plt.Line2D([], [], color=colour, marker=marker, linestyle=""))
    axes.legend(entries.values(), entries.keys(), fontsize="small", frameon=False,
                loc="upper left", bbox_to_anchor=(1.01, 1))


def speedup(axes, rows, _):
    rows = [row for row in rows if row["size"] == by_size(rows)[-1] and "speedup_vs_original" in row]
    if not rows:
        return False
    names = [row["variant"] for row in rows][::-1]
    values = [row["speedup_vs_original"] for row in rows][::-1]
    low = [value - row.get("speedup_vs_original_low", value) for value, row in zip(values, rows[::-1])]
    high = [row.get("speedup_vs_original_high", value) - value for value, row in zip(values, rows[::-1])]
    axes.barh(names, values, xerr=[[max(0, x) for x in low], [max(0, x) for x in high]],
              color=[style(row)[0] for row in rows[::-1]], height=0.7, capsize=2,
              error_kw={"elinewidth": 0.9})
    if max(values) > 25 * min(values):
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}×")
    for index, value in enumerate(values):
        axes.annotate(f"{value:.3g}×", (value, index), xytext=(6, 0), textcoords="offset points",
                      va="center", fontsize="small")
    axes.margins(x=0.15)
    if axes.get_xscale() == "log":
        axes.set_xlim(left=min(1, min(values)))
    axes.set_xlabel(f"speed-up over the original at {rows[0]['size']}")
    axes.grid(axis="y", visible=False)
    return True


def sizes(axes, rows, _):
    order = by_size(rows)
    if len(order) < 2:
        return False
    operations = {row["size"]: row["operations"] for row in rows}
    ends = []
    for variant in distinct(row["variant"] for row in rows):
        points = sorted((row for row in rows if row["variant"] == variant),
                        key=lambda row: row["operations"])
        colour, marker = style(points[0])
        axes.plot([row["operations"] for row in points], [row["TFLOPS"] for row in points],
                  color=colour, marker=marker, markersize=4, linewidth=1.2,
                  linestyle="--" if points[0].get("baseline") else "-")
        ends.append((points[-1], variant, colour))
    axes.set(xscale="log", yscale="log", xlabel="size", ylabel="TFLOP/s")
    axes.set_xticks([operations[size] for size in order], order)
    axes.minorticks_off()
    axes.yaxis.set_major_formatter("{x:g}")
    label_ends(axes, ends)
    return True


def label_ends(axes, ends):
    """Names at the lines' right ends, moved apart where they would overlap."""
    axes.figure.canvas.draw()
    gap = 9 * axes.figure.dpi / 72 / axes.get_window_extent().height
    ends = sorted(ends, key=lambda end: end[0]["TFLOPS"])
    wanted = [axes.transAxes.inverted().transform(
        axes.transData.transform((row["operations"], row["TFLOPS"])))[1] for row, _, _ in ends]
    places = []
    for at in wanted:
        places.append(max(at, places[-1] + gap) if places else at)
    for index in reversed(range(len(places))):  # what went over the top comes down again
        limit = places[index + 1] - gap if index + 1 < len(places) else 1.0
        places[index] = min(places[index], limit)
    for (row, name, colour), place in zip(ends, places):
        axes.annotate(name, xy=(row["operations"], row["TFLOPS"]), xytext=(1.05, place),
                      xycoords="data", textcoords="axes fraction", va="center", fontsize=7,
                      color=colour, annotation_clip=False,
                      arrowprops={"arrowstyle": "-", "color": "#cccccc", "linewidth": 0.6,
                                  "shrinkA": 1, "shrinkB": 4})


def roofline(axes, rows, context):
    intensities = [row["operations"] / row["compulsory_bytes"] for row in rows
                   if row["compulsory_bytes"] > 0]
    if not intensities:
        return False
    for row in rows:
        if row["compulsory_bytes"] > 0:
            colour, marker = style(row)
            axes.plot(row["operations"] / row["compulsory_bytes"], row["TFLOPS"], marker,
                      color=colour, markersize=5)
    axes.set(xscale="log", yscale="log", xlabel="operations a compulsory byte", ylabel="TFLOP/s")
    axes.margins(x=0.1)
    ticks = sorted(set(round(intensity, 1) for intensity in intensities))
    if len(ticks) <= 6:
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.minorticks_off()
    axes.yaxis.set_major_formatter("{x:g}")
    device = context.get("device", {})
    bandwidth = device.get("memory_bytes_per_second")
    best = max(row["TFLOPS"] for row in rows)
    low, high = axes.get_xlim()
    axes.axhline(best, color="#555555", linewidth=1, linestyle=":")
    axes.annotate(f"highest measured, {best:.3g}", (low, best), fontsize="small", va="bottom",
                  xytext=(3, 1), textcoords="offset points")
    if bandwidth:
        low = min(low, best * 1e12 / bandwidth / 3)
        axes.plot([low, best * 1e12 / bandwidth], [low * bandwidth * 1e-12, best], color="#555555",
                  linewidth=1)
        axes.annotate(f"memory, {bandwidth * 1e-12:.3g} TB/s", (low, low * bandwidth * 1e-12),
                      fontsize="small", xytext=(8, -2), textcoords="offset points")
    legend(axes, rows)
    return True


def error(axes, rows, _):
    rows = [row for row in rows if row["size"] == by_size(rows)[-1] and row.get("scaled_error", 0) > 0]
    if not rows:
        return False
    for row in rows:
        colour, marker = style(row)
        axes.plot(row["scaled_error"], row["TFLOPS"], marker, color=colour, markersize=6)
    # The fastest of each error is named; the others are crowded beside it.
    best = None
    for row in sorted(rows, key=lambda row: (row["scaled_error"], -row["TFLOPS"])):
        if best is None or row["TFLOPS"] > best:
            best = row["TFLOPS"]
            axes.annotate(row["variant"], (row["scaled_error"], row["TFLOPS"]), fontsize=7,
                          xytext=(0, 7), textcoords="offset points", ha="center")
    axes.set(xscale="log", yscale="log", ylabel="TFLOP/s",
             xlabel=f"largest error / sum of the terms' magnitudes at {rows[0]['size']}")
    axes.margins(0.15)
    axes.yaxis.set_major_formatter("{x:g}")
    legend(axes, rows)
    return True


def quantity(row, key):
    """None where a point has none."""
    if key == "issue":
        return sum(row["instructions_per_clock"].values()) if "instructions_per_clock" in row else None
    return row.get(key)


def in_order(values):
    """Numbers by their value, everything else as it comes."""
    values = distinct(values)
    try:
        return sorted(values, key=float)
    except ValueError:
        return values


def micro(experiment, rows, options):
    """The plot of one experiment, or None where there is nothing to show."""
    varied, others, shown, key = EXPERIMENTS[experiment]
    points = []
    for row in rows:
        parameters = {**row["parameters"], "size": row["size"]}
        if all(parameters.get(name) == value for name, value in shown.items()) and \
                varied in parameters and quantity(row, key) is not None:
            points.append((parameters, quantity(row, key)))
    if not points:
        return None
    places = in_order(parameters[varied] for parameters, _ in points)
    figure, axes = plt.subplots(figsize=(options.width, 3.4))
    try:
        lines = distinct(tuple(parameters.get(name, "") for name in others) for parameters, _ in points)
        for index, line in enumerate(lines):
            values = {parameters[varied]: value for parameters, value in points
                      if tuple(parameters.get(name, "") for name in others) == line}
            at = [place for place in places if place in values]
            axes.plot([places.index(place) for place in at], [values[place] for place in at],
                      color=LINES[index % len(LINES)], marker="osv^Dx"[index // len(LINES) % 6],
                      markersize=4, linewidth=1.2,
                      label=", ".join(f"{name} {value}" for name, value in zip(others, line)))
        axes.set_xticks(range(len(places)), places, fontsize="small",
                        rotation=90 if len(places) > 16 else 0)
        axes.set(xlabel=varied, ylabel=QUANTITIES[key], title=experiment)
        if key == "overlap":
            axes.axhline(1, color="#555555", linewidth=1, linestyle=":")
        if experiment == "matmul-wmma" or experiment == "matmul-copy-warps":
            axes.set_yscale("log")
            axes.yaxis.set_major_formatter("{x:g}")
        else:
            axes.set_ylim(bottom=0)
        axes.legend(fontsize="small", frameon=False, loc="upper left", bbox_to_anchor=(1.01, 1))
        file = options.output / f"micro-{experiment}.{options.format}"
        save(figure, file)
        return file
    finally:
        plt.close(figure)


def save(figure, file):
    """Under a temporary name, then renamed."""
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=".plot-", suffix=file.suffix)
    os.close(handle)
    try:
        # No date: the same results make the same file.
        metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(file.suffix[1:])
        figure.savefig(temporary, bbox_inches="tight", metadata=metadata)
        os.chmod(temporary, 0o644)
        os.replace(temporary, file)
    except BaseException:
        os.unlink(temporary)
        raise


def draw(plot, rows, context, options):
    variants = len(distinct(row["variant"] for row in rows))
    height = {"speedup": 0.22 * variants + 1, "sizes": max(3.4, 0.16 * variants)}.get(plot, 3.4)
    figure, axes = plt.subplots(figsize=(options.width, max(height, 1.8)))
    try:
        if not globals()[plot](axes, rows, context):
            return None
        first = rows[0]
        axes.set_title(f"{first['benchmark']}, {first['type']}", fontsize="medium")
        name = re.sub(r"[^A-Za-z0-9.-]", "_", f"{first['benchmark']}-{first['type']}-{plot}")
        file = options.output / f"{name}.{options.format}"
        save(figure, file)
        return file
    finally:
        plt.close(figure)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", help="a results file of polybench run --json")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("."),
                        help="folder to write to (default: the current one)")
    parser.add_argument("--plots", default=",".join(PLOTS),
                        help="which, joined by commas (default: all), or micro")
    parser.add_argument("--benchmark", help="only this one")
    parser.add_argument("--type", help="only this one")
    parser.add_argument("--format", choices=FORMATS, default="svg")
    parser.add_argument("--width", type=float, default=5.5, help="inches (default: 5.5)")
    parser.add_argument("--dpi", type=int, default=200, help="of PNG files (default: 200)")
    options = parser.parse_args()
    plots = options.plots.split(",")
    for plot in plots:
        if plot not in (*PLOTS, MICRO):
            raise InputError(f"--plots: unknown plot '{plot}' (known: {', '.join((*PLOTS, MICRO))})")
    if MICRO in plots and len(plots) > 1:
        raise InputError("--plots: micro goes with no other: it is of another kind of file")
    document, rows = read(options.results)
    if MICRO in plots:
        rows = [row for row in rows if row.get("experiment") in EXPERIMENTS]
    rows = [row for row in rows if options.benchmark in (None, row["benchmark"]) and
            options.type in (None, row["type"])]
    if not rows:
        raise InputError(f"'{options.results}' has no timed rows to plot")
    load_matplotlib()
    options.output.mkdir(parents=True, exist_ok=True)
    plt.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False,
                         "axes.grid": True, "grid.color": "#e6e6e6", "axes.axisbelow": True,
                         "savefig.dpi": options.dpi, "svg.fonttype": "none",
                         "svg.hashsalt": "polybench"})
    if MICRO in plots:
        for experiment in distinct(row["experiment"] for row in rows):
            file = micro(experiment, [row for row in rows if row["experiment"] == experiment], options)
            print(file if file else f"{experiment}: nothing to plot")
        return
    for benchmark, kind in distinct((row["benchmark"], row["type"]) for row in rows):
        group = [row for row in rows if (row["benchmark"], row["type"]) == (benchmark, kind)]
        for plot in plots:
            file = draw(plot, group, document.get("context", {}), options)
            print(file if file else f"{benchmark}, {kind}: nothing to plot for '{plot}'")


if __name__ == "__main__":
    try:
        main()
    except (InputError, OSError, KeyError) as failure:
        sys.exit(f"plot.py: {'a row lacks ' if isinstance(failure, KeyError) else ''}{failure}")
