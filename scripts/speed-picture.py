#!/usr/bin/env python3
"""The README's picture: GEMM's speed over cuBLAS, a row for each case and a dot for every size measured.

  speed-picture.py FILE -o FOLDER            writes speed-light.svg and speed-dark.svg
  speed-picture.py FILE -o FOLDER --check    fails where they are not what the results file makes
  speed-picture.py FILE --alt                the text for those who do not see the picture

The cases are those of performance.py. Text stays text, in the reader's own fonts; the background is
transparent.
"""
import argparse
import math
import os
import sys
from dataclasses import dataclass
from xml.sax.saxutils import escape

from performance import NARROW, Results, operations
from results_files import BadInput, geometric_mean, write

FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif"
MONOSPACE = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"
WIDTH = 900
TOP, ROW, BOTTOM = 96, 42, 62            # of the rows, of each, below them
LEFT, RIGHT = 262, 640                   # of the plot
MEAN, WORST, BEST = 684, 808, 896        # the columns of figures: middle, right ends
RADIUS = 4
LANES = (0, -8, 8, -16, 16)              # where dots that would overlap go


@dataclass(frozen=True)
class Colours:
    text: str
    quiet: str
    grid: str
    band: str
    faster: str
    slower: str


THEMES = {
    "light": Colours("#1f2328", "#59636e", "#d1d9e0", "#0969da14", "#0969da", "#bc4c00"),
    "dark": Colours("#f0f6fc", "#9198a1", "#3d444d", "#4493f81f", "#4493f8", "#f0883e"),
}


class Picture:
    """Lines of SVG."""

    def __init__(self, height, colours, title, description):
        self.colours = colours
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" role="img" font-family="{FONT}" font-size="13">',
            f"<title>{escape(title)}</title>", f"<desc>{escape(description)}</desc>"]

    def text(self, x, y, words, colour, anchor="start", size=None, bold=False, font=None):
        extra = "" if anchor == "start" else f' text-anchor="{anchor}"'
        extra += f' font-size="{size}"' if size else ""
        extra += ' font-weight="600"' if bold else ""
        extra += f' font-family="{font}"' if font else ""
        self.lines.append(f'<text x="{x:g}" y="{y:g}" fill="{colour}"{extra}>{escape(words)}</text>')

    def line(self, x, top, bottom, colour, width=1.0):
        self.lines.append(f'<path d="M{x:.1f} {top:g}V{bottom:g}" stroke="{colour}" '
                          f'stroke-width="{width:g}"/>')

    def rule(self, y):
        self.lines.append(f'<path d="M0 {y:g}H{WIDTH}" stroke="{self.colours.grid}"/>')

    def dot(self, x, y, colour, title):
        self.lines.append(f'<circle cx="{x:.1f}" cy="{y:g}" r="{RADIUS:g}" fill="{colour}" '
                          f'fill-opacity="0.8"><title>{escape(title)}</title></circle>')

    def bar(self, x, y, colour):
        self.lines.append(f'<rect x="{x - 2:.1f}" y="{y - 17:g}" width="4" height="34" rx="2" '
                          f'fill="{colour}"/>')

    def band(self, left, top, right, bottom, colour):
        self.lines.append(f'<rect x="{left:.1f}" y="{top:g}" width="{right - left:.1f}" '
                          f'height="{bottom - top:g}" fill="{colour}"/>')

    def done(self):
        return "\n".join([*self.lines, "</svg>"]) + "\n"


class Scale:
    """Ratios by their logarithm, between powers of two that hold all of them."""

    def __init__(self, values):
        self.low = math.floor(math.log2(min(values)) * 2) / 2
        self.high = math.ceil(math.log2(max(values)) * 2) / 2
        self.low, self.high = min(self.low, -0.5), max(self.high, 0.5)

    def at(self, value):
        share = (math.log2(value) - self.low) / (self.high - self.low)
        return LEFT + share * (RIGHT - LEFT)

    def ticks(self):
        return [2.0 ** power for power in range(math.ceil(self.low), math.floor(self.high) + 1)]


def lanes(places):
    """For each dot, from left to right, how far above or below the row's middle it goes."""
    ends = dict.fromkeys(LANES, -math.inf)
    chosen = []
    for place in places:
        free = [lane for lane in LANES if ends[lane] + 2 * RADIUS <= place]
        lane = free[0] if free else min(LANES, key=ends.get)
        ends[lane] = place
        chosen.append(lane)
    return chosen


def rows_of(results):
    """GEMM's cases that were measured beside cuBLAS, each with its ratios from the lowest on."""
    rows = [(case, sorted(results.ratios(case), key=lambda ratio: ratio.value))
            for case in results.cases() if case.is_gemm]
    rows = [(case, ratios) for case, ratios in rows if ratios]
    if not rows:
        raise BadInput(f"{results.path}: no GEMM beside cuBLAS")
    return rows


def mean_of(ratios):
    return geometric_mean([ratio.value for ratio in ratios])


def described(results):
    """What the picture shows, in words."""
    device = results.context["device"]["name"]
    cases = "; ".join(
        f"{case.text} {mean_of(ratios):.2f} ({ratios[0].value:.2f} at {ratios[0].where} to "
        f"{ratios[-1].value:.2f} at {ratios[-1].where})" for case, ratios in rows_of(results))
    return (f"Speed of rewritten GEMM kernels over the fastest cuBLAS call, {device}, geometric "
            f"mean over all sizes (worst and best): {cases}.")


def variant_text(results, case):
    names = ", ".join(results.variants(case))
    return names + (" · needs narrow data" if NARROW in names else "")


def sizes_of(rows):
    sizes = {ratio.where for _, ratios in rows for ratio in ratios}
    *others, last = sorted(sizes, key=lambda size: ("x" in size, operations(size)))
    return (", ".join(others) + " and " if others else "") + last.replace("x", "×")


def colour_of(ratio, colours):
    """Neither colour where the interval holds 1."""
    if ratio.low > 1:
        return colours.faster
    return colours.slower if ratio.high < 1 else colours.quiet


def picture(results, colours):
    rows = rows_of(results)
    scale = Scale([ratio.value for _, ratios in rows for ratio in ratios])
    bottom = TOP + ROW * len(rows)
    device = results.context["device"]["name"]
    svg = Picture(bottom + BOTTOM, colours, f"GEMM beside cuBLAS, {device}", described(results))
    svg.text(0, 22, f"GEMM: speed over the fastest cuBLAS call, {device}", colours.text, size=18,
             bold=True)
    svg.text(0, 44, f"Each dot is a size: {sizes_of(rows)}. No measured size is left out.", colours.quiet)

    one = scale.at(1)
    svg.band(one, TOP, RIGHT, bottom, colours.band)
    svg.text(one - 8, TOP - 26, "cuBLAS is faster", colours.slower, "end", 12)
    svg.text(one + 8, TOP - 26, "Warpsmith is faster", colours.faster, size=12)
    for tick in scale.ticks():
        is_one = tick == 1
        svg.line(scale.at(tick), TOP, bottom, colours.quiet if is_one else colours.grid,
                 1.5 if is_one else 1)
        svg.text(scale.at(tick), TOP - 8, f"{tick:g}×", colours.quiet, "middle", 12, is_one)
    for x, words, anchor in ((MEAN, "mean", "middle"), (WORST, "worst", "end"), (BEST, "best", "end")):
        svg.text(x, TOP - 8, words, colours.quiet, anchor, 12)

    for index, (case, ratios) in enumerate(rows):
        y = TOP + ROW * index + ROW / 2
        svg.rule(y - ROW / 2)
        svg.text(0, y - 2, case.text, colours.text, bold=True, size=14)
        svg.text(0, y + 13, variant_text(results, case), colours.quiet, size=11, font=MONOSPACE)
        mean = mean_of(ratios)
        svg.bar(scale.at(mean), y, colours.text)
        places = [scale.at(ratio.value) for ratio in ratios]
        for ratio, place, lane in zip(ratios, places, lanes(places)):
            svg.dot(place, y + lane, colour_of(ratio, colours), f"{ratio.where}: {ratio.value:.2f}×")
        svg.text(MEAN, y + 5, f"{mean:.2f}×", colours.text, "middle", 16, True)
        for x, ratio in ((WORST, ratios[0]), (BEST, ratios[-1])):
            svg.text(x, y - 2, f"{ratio.value:.2f}×",
                     colours.slower if ratio.high < 1 else colours.text, "end")
            svg.text(x, y + 13, ratio.where.replace("x", "×"), colours.quiet, "end", 10)
    svg.rule(bottom)
    legend(svg, bottom + 24)
    svg.text(0, bottom + 46, footer(results), colours.quiet, size=12)
    return svg.done()


def legend(svg, y):
    colours = svg.colours
    for x, colour, words in ((6, colours.faster, "Warpsmith is faster"),
                             (166, colours.slower, "cuBLAS is faster"),
                             (306, colours.quiet, "equal within the 95 % interval")):
        svg.dot(x, y - 4, colour, words)
        svg.text(x + 12, y, words, colours.quiet, size=12)
    svg.lines.append(f'<rect x="534" y="{y - 12:g}" width="4" height="16" rx="2" fill="{colours.text}"/>')
    svg.text(546, y, "geometric mean of all sizes", colours.quiet, size=12)


def footer(results):
    context = results.context
    cache = "warm" if context["l2_policy"].startswith("L2 warm") else "cold"
    return (f"{context['date'][:10]}, median of {context['repetitions']} samples, {cache} L2 cache, "
            f"C := alpha A B + beta C with beta not 0, cuBLAS {context['device']['cublas']}.")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("-o", "--output", metavar="FOLDER")
    what.add_argument("--alt", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    results = Results(options.file)
    if options.alt:
        print(described(results))
        return
    for theme, colours in THEMES.items():
        path = os.path.join(options.output, f"speed-{theme}.svg")
        text = picture(results, colours)
        if not options.check:
            write(path, text)
            continue
        try:
            with open(path, encoding="utf-8") as file:
                old = file.read()
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from error
        if old != text:
            raise BadInput(f"{path}: is not what {options.file} makes; run "
                           f"scripts/speed-picture.py {options.file} -o {options.output}")


if __name__ == "__main__":
    try:
        main()
    except BadInput as error:
        sys.exit(f"speed-picture.py: {error}")
