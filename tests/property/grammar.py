"""What a naive matrix-multiply kernel may look like: one choice for each idiom.

A Kernel is a value: the plainest one has every choice at its default, and shrinking a failure turns
choices back to their defaults one at a time.
"""

from __future__ import annotations

import dataclasses
import random

OWNERS = ["xy", "yx", "flat", "flat-remainder", "stride", "stride-flat", "row", "column",
          "block-constant", "block-divided", "block-shifted", "block-row", "warps", "several",
          "several-apart"]
CHOICES: dict[str, list[str]] = {
    "owner": OWNERS,
    "guard": ["and", "nested", "return", "returns", "not", "kept", "kept-updated", "kept-outside"],
    "index": ["int", "unsigned", "size_t", "long"],
    "loop": ["for", "while", "do", "outside", "assign", "unroll-2", "unroll-4", "whole-last",
             "pragma", "first"],
    "accumulator": ["local", "output"],
    "update": ["+=", "sum", "fma", "swapped", "difference", "rounded", "zero-points"],
    # Of complex numbers, one of both is conjugated instead.
    "scale": ["none", "inside", "middle"],
    "type": ["float", "double", "half", "int", "int8", "wide", "rounded", "complex",
             "double-complex"],
    "transpose_a": ["no", "yes", "flag"],
    "transpose_b": ["no", "yes", "flag"],
    "leading": ["sizes", "parameters"],
    "access": ["subscript", "pointer", "row", "macro", "function", "struct", "ldg", "stepped",
               "stepped-before", "stepped-index"],
    "qualifier": ["const", "plain", "restrict"],
    "epilogue": ["none", "alpha", "alpha-beta", "bias-column", "bias-row", "relu-if", "relu-select",
                 "relu-max", "sigmoid", "tanh", "mask-select", "mask-if", "distance"],
    "template": ["no", "type", "value"],
    "batch": ["no", "yes"],
    # Counted by one index; by two, as in a convolution; with padding that is skipped, or zero.
    "steps": ["one", "one", "window", "skipped", "zero"],
    # Of which of them an element has: triangular and banded factors.
    "range": ["all", "all", "all", "from-row", "to-row", "from-column", "to-column", "tested", "band"],
    "tiled": ["no", "no", "else", "select", "before", "padded", "dynamic", "filled",
              "exchanged", "stages"],
}
DEFAULTS = {name: values[0] for name, values in CHOICES.items()}

# Subtly something else. A mutant is left alone, or its rewrite computes what the mutant computes.
MUTANTS = ["last-short", "lane-again", "start", "bound", "minus", "previous", "swapped-guard", "shifted", "index-factor",
           "sometimes", "break", "neighbour", "two-threads", "square", "decay", "narrow",
           "overlap", "other-row", "triple", "extra-store", "step-more", "step-sometimes", "step-again",
           "shift-other", "kept-before", "from-product", "zero-of-step", "one-side", "other-place",
           "range-doubled", "range-within", "mask-curved", "one-part", "parts-mixed"]
# Those of one idiom, which its choices must have.
OF_IDIOM = {"last-short": ("loop", "whole-last"), "lane-again": ("owner", "warps"),
            "step-more": ("access", "stepped"), "step-sometimes": ("access", "stepped-index"),
            "step-again": ("access", "stepped"), "shift-other": ("owner", "block-shifted"),
            "kept-before": ("guard", "kept"), "from-product": ("update", "difference"),
            "zero-of-step": ("update", "zero-points"), "one-side": ("steps", "skipped"),
            "other-place": ("steps", "skipped"), "range-doubled": ("range", "to-row"),
            "range-within": ("range", "tested"), "one-part": ("type", "complex"),
            "parts-mixed": ("type", "double-complex")}
COMPLEX = ("complex", "double-complex")
TILE_MUTANTS = ["no-barrier", "no-second-barrier", "tile-across", "tile-short", "one-unfilled",
                "tile-shifted", "tile-start", "tile-overlap", "tile-exchange", "tile-stage"]
# Those of some ways of tiling.
OF_TILING = {"tile-overlap": ["dynamic", "filled"], "tile-exchange": ["exchanged"], "tile-stage": ["stages"]}


@dataclasses.dataclass(frozen=True)
class Kernel:
    """One kernel: a value for each choice, and what is wrong with it ("" for nothing)."""

    number: int
    choices: tuple[tuple[str, str], ...]
    mutant: str = ""

    def __getitem__(self, name: str) -> str:
        return dict(self.choices)[name]

    def with_choice(self, name: str, value: str) -> Kernel:
        changed = dict(self.choices) | {name: value}
        return dataclasses.replace(self, choices=tuple(sorted(settle(changed).items())))


def settle(choices: dict[str, str]) -> dict[str, str]:
    """Takes back choices that do not go together."""
    c = dict(choices)
    if c["type"] in COMPLEX:
        c |= {"tiled": "no", "accumulator": "local"}
        if c["template"] == "type":
            c["template"] = "no"
        if c["epilogue"] not in ("none", "alpha", "alpha-beta"):
            c["epilogue"] = "alpha-beta"
        if c["update"] not in ("+=", "fma", "swapped", "difference"):
            c["update"] = "fma"
        if c["loop"] in ("first", "whole-last") or c["loop"].startswith("unroll"):
            c["loop"] = "for"
        if c["steps"] == "zero":
            c["steps"] = "skipped"
    if c["tiled"] != "no":
        c |= {"owner": "xy", "loop": "for", "accumulator": "local", "transpose_a": "no",
              "transpose_b": "no", "access": "subscript", "batch": "no", "guard": "and",
              "update": "+=", "scale": "none"}
        if c["template"] == "value":
            c["template"] = "no"
        if c["type"] == "half":
            c["type"] = "float"
    if c["tiled"] != "no" or c["owner"].startswith("several"):
        c["steps"] = "one"
    if c["steps"] != "one":
        c |= {"loop": "for", "accumulator": "local"}
        if c["access"] == "row" or c["access"].startswith("stepped"):
            c["access"] = "subscript"
        if c["update"] == "zero-points":
            c["update"] = "+="
    if c["steps"] in ("skipped", "zero"):
        c["index"] = "int" # of which a place left of the first is negative
        for name in ("transpose_a", "transpose_b"):
            if c[name] == "flag":
                c[name] = "yes"
    if c["steps"] == "zero":
        c |= {"scale": "none", "template": "no" if c["template"] == "type" else c["template"]}
    if c["tiled"] != "no" or c["owner"].startswith("several") or c["steps"] != "one":
        c["range"] = "all"
    if c["range"] != "all":
        c |= {"loop": "for", "index": "int"} # an element's range may begin left of the first step
        if c["access"].startswith("stepped"):
            c["access"] = "subscript"
    if c["owner"].startswith("several"):
        c |= {"guard": "and", "loop": "for", "accumulator": "local", "index": "int"}
        if c["access"] == "row":
            c["access"] = "subscript"
    if c["epilogue"] in ("mask-if", "distance"):
        c["index"] = "int" # differences may be negative
    if c["type"] in ("int", "int8"):
        if c["epilogue"] in ("sigmoid", "tanh", "relu-max"):
            c["epilogue"] = "relu-if"
        if c["update"] == "fma":
            c["update"] = "+="
    if c["type"] in ("half", "int8", "wide", "rounded") or c["epilogue"] not in ("none",):
        c["accumulator"] = "local"
    if c["type"] in ("half", "int8", "wide", "rounded"):
        if c["template"] == "type":
            c["template"] = "no"
        if c["type"] == "half" and c["access"] == "ldg":
            c["access"] = "subscript"
    if c["access"] == "struct":
        c |= {"leading": "sizes", "qualifier": "plain", "batch": "no"}
        if c["type"] not in ("float", "int", "double") or c["template"] == "type":
            c |= {"type": "float", "template": "no"}
    if c["access"].startswith("stepped") and (c["owner"].startswith("several") or
                                              c["loop"] == "first" or
                                              "flag" in (c["transpose_a"], c["transpose_b"])):
        c["access"] = "subscript"
    if c["access"] == "row" and (c["transpose_a"] != "no" or c["transpose_b"] != "no"):
        c["access"] = "subscript"
    if c["update"] == "rounded" and (c["type"] not in ("float", "double") or
                                     c["template"] == "type" or c["scale"] != "none"):
        c["update"] = "+="
    if c["update"] == "zero-points" and (c["type"] not in ("int", "int8") or
                                         c["template"] == "type" or c["scale"] != "none"):
        c["update"] = "+="
    if c["loop"] == "first" and c["update"] in ("difference", "rounded", "zero-points"):
        c["loop"] = "for"
    if c["loop"] == "first" and (c["update"] == "fma" or c["accumulator"] == "output" or
                                 c["scale"] != "none"):
        c["loop"] = "for"
    if (c["loop"].startswith("unroll") or c["loop"] == "whole-last") and c["accumulator"] == "output":
        c["loop"] = "for"
    if c["loop"] == "whole-last" and c["access"].startswith("stepped"):
        c["access"] = "subscript"
    # A quotient of one flag of the layout would need the host's arithmetic in the kernel.
    if c["owner"] in ("flat", "flat-remainder", "stride-flat"):
        c["index"] = "int" if c["index"] in ("size_t", "long") else c["index"]
    return c


def random_kernel(number: int, source: random.Random, mutant: str = "") -> Kernel:
    choices = {name: source.choice(values) for name, values in CHOICES.items()}
    # Kernels in which everything is unusual at once are rare: half of the choices are plain.
    for name, value in DEFAULTS.items():
        if source.random() < 0.4:
            choices[name] = value
    if mutant and choices["type"] in COMPLEX:
        choices["type"] = "float" # but of mutants that are complex ones' own
    if mutant in TILE_MUTANTS and choices["tiled"] == "no":
        choices["tiled"] = source.choice(["else", "select", "padded", "dynamic", "filled"])
    if mutant in OF_TILING:
        choices["tiled"] = source.choice(OF_TILING[mutant])
    if mutant and mutant not in TILE_MUTANTS:
        # What is wrong with the step or the numbering, a tiled kernel does not have.
        choices |= {"tiled": "no", "steps": "one", "range": "all"}
        if mutant not in ("square", "minus", "start", "bound"):
            choices["update"] = "+="
        # A pointer that moves on twice in an expression has no defined value.
        if choices["access"].startswith("stepped"):
            choices["access"] = "subscript"
    if mutant in OF_IDIOM:
        choice, value = OF_IDIOM[mutant]
        choices |= {"owner": "xy", "loop": "for", "transpose_a": "no", "transpose_b": "no",
                    "accumulator": "local", "scale": "none"} | {choice: value}
        if mutant == "zero-of-step":
            choices |= {"type": "int", "template": "no"}
    return Kernel(number, tuple(sorted(settle(choices).items())), mutant)
