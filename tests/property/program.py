"""Kernels as CUDA source, many to a file, with a host function each."""

from __future__ import annotations

import re

from grammar import Kernel

HEADER = """// Written by tests/property.
#include "property.h"
"""

ELEMENT = {"float": "float", "double": "double", "half": "__half", "int": "int",
           "int8": "signed char", "wide": "float", "rounded": "double", "complex": "float2",
           "double-complex": "double2"}
SUM = {"float": "float", "double": "double", "half": "float", "int": "int", "int8": "int",
       "wide": "double", "rounded": "float", "complex": "float2", "double-complex": "double2"}
OUTPUT = {"float": "float", "double": "double", "half": "float", "int": "int", "int8": "int",
          "wide": "float", "rounded": "float", "complex": "float2", "double-complex": "double2"}
# What functions of cuComplex.h end in, the type of parts, and the function that multiplies.
COMPLEX = {"complex": ("f", "float", "cuCmulf"), "double-complex": ("", "double", "multiplied")}
TILE = 8


class Writer:
    """Writes one kernel; names end in its number, so that a file can hold many."""

    def __init__(self, kernel: Kernel) -> None:
        self.k = kernel
        self.n = str(kernel.number)
        self.element, self.sum = ELEMENT[kernel["type"]], SUM[kernel["type"]]
        self.output = OUTPUT[kernel["type"]]
        if kernel["template"] == "type":
            self.element = self.sum = self.output = "T"
        self.tile = f"Tile{self.n}"
        self.flags = [name for name in ("transpose_a", "transpose_b") if kernel[name] == "flag"]
        self.struct = kernel["access"] == "struct"
        self.bias = kernel["epilogue"].startswith("bias")

    # What is read.

    def leading(self, matrix: str) -> str:
        if self.struct:
            return f"{matrix.upper()}.width"
        if self.k["leading"] == "parameters":
            return f"ld{matrix}"
        size = {"a": ("k", "m"), "b": ("n", "k"), "c": ("n", "n")}[matrix]
        return size[1 if matrix != "c" and self.k[f"transpose_{matrix}"] == "yes" else 0]

    def array(self, matrix: str) -> str:
        return f"{matrix.upper()}.elements" if self.struct else matrix

    def element_at(self, matrix: str, row: str, column: str) -> str:
        array, leading = self.array(matrix), self.leading(matrix)
        access = self.k["access"]
        batch = ""
        if self.k["batch"] == "yes":
            batch = f"batch * stride{matrix.upper()} + "
        index = f"{batch}({row}) * {leading} + ({column})"
        if access == "pointer":
            return f"*({array} + {index})"
        if access == "macro" and not batch:
            return f"{array}[AT(({row}), ({column}), {leading})]"
        if access == "function" and not batch and matrix != "c":
            return f"element{self.n}({array}, {row}, {column}, {leading})"
        if access == "ldg" and matrix != "c":
            return f"__ldg(&{array}[{index}])"
        return f"{array}[{index}]"

    def operand(self, matrix: str, step: str) -> str:
        row, column = ("i", step) if matrix == "a" else (step, "j")
        transposed = self.k[f"transpose_{matrix}"]
        if self.k["steps"] != "one":
            row, column = self.place_in_window(matrix)
        if self.k.mutant == "other-row" and matrix == "a":
            row, column = "j", step
        if self.k.mutant == "shifted" and matrix == "b":
            column = "j + " + step
        if self.k.mutant == "previous" and matrix == "b":
            row = f"({step} > 0 ? {step} - 1 : 0)"
        if self.k["access"].startswith("stepped"):
            plain = across = self.stepped(matrix)
        elif self.k["access"] == "row" and matrix == "a" and transposed == "no":
            plain = f"rowOfA[{step}]" if self.k.mutant != "other-row" else f"rowOfA[{step} + j]"
        else:
            plain = self.element_at(matrix, row, column)
        if not self.k["access"].startswith("stepped"):
            across = self.element_at(matrix, column, row)
        if transposed == "flag":
            text = f"(transpose_{matrix} ? {across} : {plain})"
        else:
            text = across if transposed == "yes" else plain
        if self.k["steps"] == "zero" and matrix == "b":
            zero = {"float": "0.0f", "double": "0.0", "half": "__half(0.0f)", "wide": "0.0f",
                    "rounded": "0.0"}.get(self.k["type"], "0")
            text = f"(at >= 0 && at < n ? {text} : {zero})"
        if self.k["type"] == "half":
            return f"__half2float({text})"
        if self.k["type"] == "int8":
            return f"(int){text}"
        if self.k["type"] == "rounded":
            return f"(float){text}"
        return text

    # Steps that two indices count.

    def place_in_window(self, matrix: str) -> tuple[str, str]:
        """Row and column of the element for the step of l and w."""
        if self.k["steps"] == "window":
            return ("i", "l + w") if matrix == "a" else ("l * 3 + w", "j")
        return ("i", "l * 3 + w") if matrix == "a" else ("l", "at")

    def window_loop(self, target: str) -> str:
        step = self.step(target, "l")
        if self.k["steps"] != "window":
            own = "i" if self.k.mutant == "other-place" else "j"
            inside = f"{own} + w - 1 >= 0 && {own} + w - 1 < n"
            if self.k.mutant == "one-side":
                inside = "at >= 0"
            elif self.k.mutant != "other-place":
                inside = "at >= 0 && at < n"
            test = f"if ({inside}) " if self.k["steps"] == "skipped" else ""
            step = f"const int at = j + w - 1; {test}{{ {step} }}"
        return f"for (int l = 0; l < k; l++) for (int w = 0; w < 3; w++) {{ {step} }}"

    def range_loop(self, step: str) -> str:
        """The step, for those that the element (i, j) has."""
        first, last, test = "0", "l < k", ""
        match self.k["range"]:
            case "from-row":
                first = "i"
            case "to-row":
                last += " && l <= 2 * i" if self.k.mutant == "range-doubled" else " && l <= i"
            case "from-column":
                first = "j + 1"
            case "to-column":
                last = "l < min(k, j + 3)"
            case "tested":
                test = f"if ({'l * i' if self.k.mutant == 'range-within' else 'l'} > j && l <= i + 5) "
            case "band":
                first, last = "i > 4 ? i - 4 : 0", "l < k && l < i + 5"
        return f"for (int l = {first}; {last}; l++) {test}{{ {step} }}"

    # Pointers and indices that move on.

    def adjacent(self, matrix: str) -> bool:
        """The next step's element lies behind this one's."""
        return (matrix == "a") == (self.k[f"transpose_{matrix}"] == "no")

    def stepped(self, matrix: str) -> str:
        access, moves = self.k["access"], self.adjacent(matrix)
        if access == "stepped-index":
            index = f"at{matrix.upper()}" + ("++" if moves else "")
            return f"{self.array(matrix)}[{index}]"
        if access == "stepped-before":
            return f"*++p{matrix}" if moves else f"*p{matrix}"
        return f"*p{matrix}++" if moves else f"*p{matrix}"

    def starts(self) -> str:
        """Where pointers and indices are before the loop."""
        if not self.k["access"].startswith("stepped"):
            return ""
        text = ""
        for matrix in "ab":
            own, leading = "i" if matrix == "a" else "j", self.leading(matrix)
            place = f"{own} * {leading}" if self.adjacent(matrix) else own
            if self.k["batch"] == "yes":
                place = f"batch * stride{matrix.upper()} + {place}"
            if self.k.mutant == "" and self.k["access"] == "stepped-before" and self.adjacent(matrix):
                place += " - 1"
            constant = "const " if self.k["qualifier"] != "plain" else ""
            if self.k["access"] == "stepped-index":
                text += f"{self.k['index'] if self.k['batch'] == 'no' else 'long'} at{matrix.upper()} = {place}; "
            else:
                restrict = "__restrict__ " if self.k["qualifier"] == "restrict" else ""
                text += f"{constant}{self.element} *{restrict}p{matrix} = {self.array(matrix)} + {place}; "
        return text

    def moves(self) -> str:
        """What moves on after a step, for its element is not read through."""
        if not self.k["access"].startswith("stepped"):
            return ""
        index = self.k["access"] == "stepped-index"
        text = ""
        for matrix in "ab":
            name = f"at{matrix.upper()}" if index else f"p{matrix}"
            if not self.adjacent(matrix):
                text += f" {name} += {self.leading(matrix)};"
        if self.k.mutant == "step-more":
            text += " ++pa;"
        if self.k.mutant == "step-again":
            text += " if (l == 3) --pa;"
        if self.k.mutant == "step-sometimes":
            text += " if (l % 2) ++atA;"
        return text

    # The sum.

    def product(self, step: str) -> str:
        a, b = self.operand("a", step), self.operand("b", step)
        if self.k["type"] == "wide":
            a = f"(double){a}"
        if self.k.mutant == "square":
            b = a
        scale = self.k["scale"]
        if scale == "inside":
            return f"alpha * {a} * {b}"
        if scale == "middle":
            return f"{a} * alpha * {b}"
        if self.k["update"] == "swapped":
            return f"{b} * {a}"
        return f"{a} * {b}"

    def complex_step(self, target: str, step: str) -> str:
        suffix, _, multiply = COMPLEX[self.k["type"]]
        a, b = self.operand("a", step), self.operand("b", step)
        if self.k.mutant == "parts-mixed":
            return (f"{{ const {self.sum} x = {a}, y = {b}; {target}.x = fma(x.x, y.x, {target}.x); "
                    f"{target}.y = fma(x.y, y.x, {target}.y); }}")
        if self.k["scale"] == "inside":
            a = f"cuConj{suffix}({a})"
        if self.k["scale"] == "middle":
            b = f"cuConj{suffix}({b})"
        update = self.k["update"]
        if self.k.mutant == "one-part":
            return f"{target}.x = cuCfma{suffix}({a}, {b}, {target}).x;"
        if update == "swapped":
            a, b = b, a
        if update == "fma":
            text = f"{target} = cuCfma{suffix}({a}, {b}, {target});"
        else:
            name = "cuCsub" if update == "difference" else "cuCadd"
            text = f"{target} = {name}{suffix}({target}, {multiply}({a}, {b}));"
        return text + self.moves()

    def step(self, target: str, step: str) -> str:
        if self.k["type"] in COMPLEX:
            return self.complex_step(target, step)
        product = self.product(step)
        mutant = self.k.mutant
        if mutant == "minus":
            return f"{target} -= {product};"
        if mutant == "index-factor":
            product = f"{product} * ({step})"
        if mutant == "triple":
            product = f"{product} * {self.operand('a', step)}"
        if mutant == "decay":
            return f"{target} = {target} * 2 + {product};"
        update = self.k["update"]
        if mutant == "from-product":
            text = f"{target} = {product} - {target};"
        elif update == "difference" and not mutant:
            text = f"{target} -= {product};"
        elif update == "rounded" and not mutant:
            letter = "d" if self.sum == "double" else "f"
            a, b = self.operand("a", step), self.operand("b", step)
            text = f"{target} = __{letter}add_rn({target}, __{letter}mul_rn({a}, {b}));"
        elif mutant == "zero-of-step" or (update == "zero-points" and not mutant):
            zero = f"(int)({step})" if mutant else "3"
            a, b = self.operand("a", step), self.operand("b", step)
            text = f"{target} += ({a} - {zero}) * ({b} - 2);"
        elif update == "fma" and self.k["scale"] == "none" and not mutant:
            function = "fma" if self.sum == "double" or self.sum == "T" else "fmaf"
            a, b = self.operand("a", step), self.operand("b", step)
            text = f"{target} = {function}({a}, {b}, {target});"
        elif update == "sum":
            text = f"{target} = {target} + {product};"
        else:
            text = f"{target} += {product};"
        text += self.moves()
        if mutant == "sometimes":
            text = f"if ({step} % 3 != 1) {text}"
        if mutant == "break":
            text += f" if ({target} > 40) break;"
        return text

    def loop(self, target: str) -> str:
        kind = self.k["loop"]
        start = "1" if self.k.mutant == "start" else "0"
        less = "<=" if self.k.mutant == "bound" else "<"
        if self.k["steps"] != "one":
            return self.window_loop(target)
        one = self.step(target, "l")
        if self.k["range"] != "all":
            return self.range_loop(one)
        if kind == "while":
            return f"int l = {start}; while (l {less} k) {{ {one} l++; }}"
        if kind == "do":
            return f"int l = {start}; do {{ {one} ++l; }} while (l {less} k);"
        if kind == "outside":
            return f"int l; for (l = {start}; l {less} k; l += 1) {{ {one} }}"
        if kind == "assign":
            return f"for (int l = {start}; k {'>=' if less == '<=' else '>'} l; l = l + 1) {{ {one} }}"
        if kind == "pragma":
            return f"\n#pragma unroll 4\nfor (int l = {start}; l {less} k; ++l) {{ {one} }}"
        if kind.startswith("unroll"):
            count = int(kind[-1])
            steps = " ".join(self.step(target, f"l + {step}") for step in range(count))
            return (f"int l = {start}; for (; l + {count - 1} {less} k; l += {count}) {{ {steps} }} "
                    f"for (; l {less} k; ++l) {{ {one} }}")
        if kind == "whole-last":
            step = self.step(target, "first + s")
            end = "k - first - 1" if self.k.mutant == "last-short" else "k - first"
            return (f"for (int first = {start}; first {less} k; first += 8) {{ if (k - first >= 8) {{ "
                    f"for (int s = 0; s < 8; ++s) {{ {step} }} }} else {{ "
                    f"for (int s = 0; s {less} {end}; ++s) {{ {step} }} }} }}")
        if kind == "first":
            return f"for (int l = 1; l {less} k; l++) {{ {one} }}"
        return f"for (int l = {start}; l {less} k; l++) {{ {one} }}"

    # What is stored.

    def finish(self, target: str) -> str:
        epilogue = self.k["epilogue"]
        text = ""
        value = "sum"
        if epilogue in ("alpha", "alpha-beta"):
            value = "alpha * sum"
        if epilogue == "alpha-beta":
            value += f" + beta * {target}"
        if self.k["type"] in COMPLEX and epilogue != "none":
            suffix, _, multiply = COMPLEX[self.k["type"]]
            value = f"{multiply}(alpha, sum)"
            if epilogue == "alpha-beta":
                value = f"cuCadd{suffix}({value}, {multiply}(beta, {target}))"
        if epilogue == "bias-column":
            value = "sum + bias[j]"
        if epilogue == "bias-row":
            value = "sum + bias[i]"
        if epilogue == "relu-if":
            text = "if (sum < 0) sum = 0; "
        if epilogue == "relu-select":
            value = "sum > 0 ? sum : 0"
        if epilogue == "relu-max":
            value = "fmaxf(sum, 0.0f)" if self.sum == "float" else "fmax(sum, 0.0)"
        if epilogue == "sigmoid":
            value = "1 / (1 + expf(-sum))" if self.sum == "float" else "1 / (1 + exp(-sum))"
        if epilogue == "tanh":
            value = "tanhf(sum)" if self.sum == "float" else "tanh(sum)"
        if epilogue == "mask-select":
            value = "j > i ? 0 : sum"
        if epilogue == "mask-if":
            text = "if (j > i + 1 || i - j > 9) sum = -1; "
        if epilogue == "distance":
            value = "sum + (i - 2 * j)"
        if self.k.mutant == "mask-curved":
            value = f"j > i * i ? 0 : ({value})"
        if self.k.mutant == "neighbour":
            value = f"({value}) + {target.replace('(j)', '(j + 1)') if '(j)' in target else 'c[7]'}"
        if self.k["type"] == "wide":
            value = f"(float)({value})"
        text += f"{target} = {value};"
        if self.k.mutant == "extra-store":
            text += f" {self.array('c')}[3] = 1;"
        return text

    def element_text(self) -> str:
        """The work for the element (i, j) of the output."""
        column = "j / 2" if self.k.mutant == "two-threads" else "j"
        if self.k.mutant == "narrow":
            column = "(short)(j * 1000)"
        target = self.element_at("c", "i", column)
        before = ""
        if self.k["access"] == "row":
            batch = "batch * strideA + " if self.k["batch"] == "yes" else ""
            constant = "const " if self.k["qualifier"] != "plain" else ""
            before = f"{constant}{self.element} *rowOfA = {self.array('a')} + {batch}i * {self.leading('a')}; "
        if self.k["accumulator"] == "output":
            before += self.starts()
            return f"{before}{target} = 0; {self.loop(target)}"
        before += self.starts()
        first = f"make_{self.sum}(0, 0)" if self.k["type"] in COMPLEX else "0"
        if self.k["loop"] == "first":
            first = self.product("0")
        return f"{before}{self.sum} sum = {first}; {self.loop('sum')} {self.finish(target)}"

    # The threads.

    def guarded(self, work: str) -> str:
        i, j = ("n", "m") if self.k.mutant == "swapped-guard" else ("m", "n")
        row, column = f"i < {i}", f"j < {j}"
        guard = self.k["guard"]
        if self.k["owner"] in ("row",):
            return f"if ({row}) {{ {work} }}"
        if self.k["owner"] == "column":
            return f"if ({column}) {{ {work} }}"
        if guard == "nested":
            return f"if ({row}) {{ if ({column}) {{ {work} }} }}"
        if guard == "return":
            return f"if (i >= {i} || j >= {j}) return; {work}"
        if guard == "returns":
            return f"if (i >= {i}) return; if (j >= {j}) {{ return; }} {work}"
        if guard == "kept":
            kept = "i + 1 < " + i if self.k.mutant == "kept-before" else row
            return f"const bool inside = {kept} && {column}; if (inside) {{ {work} }}"
        if guard == "kept-updated":
            return (f"bool valid = {row}; valid = valid && {column}; valid &= true; "
                    f"if (!valid) return; {work}")
        if guard == "kept-outside":
            return (f"int beyond = i >= {i}; beyond |= (j >= {j}); const bool skip = beyond; "
                    f"if (!skip) {{ {work} }}")
        if guard == "not":
            return f"if (!(i >= {i} || j >= {j})) {{ {work} }}"
        return f"if ({row} && {column}) {{ {work} }}"

    def body(self) -> str:
        owner, index = self.k["owner"], self.k["index"]
        if owner.startswith("several"):
            return self.several_body()
        work = self.element_text()
        batch = "int batch = blockIdx.z; if (batch >= batches) return; " if self.k["batch"] == "yes" else ""

        def axis(name: str) -> str:
            return f"blockIdx.{name} * blockDim.{name} + threadIdx.{name}"

        sizes = ""
        if self.struct:
            sizes = "const int m = C.height, n = C.width; "
        prefix = sizes + batch
        if owner == "yx":
            return f"{prefix}{index} i = {axis('x')}, j = {axis('y')}; {self.guarded(work)}"
        if owner == "flat":
            return (f"{prefix}{index} id = {axis('x')}; if (id >= m * n) return; "
                    f"int i = id / n, j = id % n; {work}")
        if owner == "flat-remainder":
            return (f"{prefix}{index} id = {axis('x')}; int i = id / n; int j = id - i * n; "
                    f"if (i < m) {{ {work} }}")
        if owner == "stride":
            return (f"{prefix}for (int i = {axis('y')}; i < m; i += gridDim.y * blockDim.y) "
                    f"for (int j = {axis('x')}; j < n; j += blockDim.x * gridDim.x) {{ {work} }}")
        if owner == "stride-flat":
            return (f"{prefix}for (int id = {axis('x')}; id < m * n; id += blockDim.x * gridDim.x) "
                    f"{{ int i = id / n, j = id % n; {work} }}")
        if owner == "row":
            return f"{prefix}{index} i = {axis('x')}; " + self.guarded(
                f"for (int j = 0; j < n; j++) {{ {work} }}")
        if owner == "block-row":
            return (f"{prefix}const int i = blockIdx.x; for (int j = threadIdx.x; j < n; "
                    f"j += blockDim.x) {{ {work} }}")
        if owner == "column":
            return f"{prefix}{index} j = {axis('x')}; " + self.guarded(
                f"for (int i = 0; i < m; ++i) {{ {work} }}")
        if owner == "block-constant":
            return (f"{prefix}{index} i = blockIdx.y * {self.tile} + threadIdx.y, "
                    f"j = blockIdx.x * {self.tile} + threadIdx.x; {self.guarded(work)}")
        if owner == "block-divided":
            return (f"{prefix}const int i = blockIdx.y * {self.tile} + threadIdx.x / {self.tile}; "
                    f"const int j = blockIdx.x * {self.tile} + threadIdx.x % {self.tile}; "
                    f"{self.guarded(work)}")
        if owner == "warps":
            columns = "% 8" if self.k.mutant != "lane-again" else "% 4"
            return (f"{prefix}const int warp = threadIdx.x / 32, lane = threadIdx.x % 32; "
                    f"const int i = blockIdx.y * 8 + warp / 2 * 4 + lane / 8; "
                    f"const int j = blockIdx.x * 16 + warp % 2 * 8 + lane {columns}; "
                    f"{self.guarded(work)}")
        if owner == "block-shifted":
            shift = "2" if self.k.mutant == "shift-other" else "3"
            return (f"{prefix}const int i = (blockIdx.y << 3) + (threadIdx.x >> {shift}); "
                    f"const int j = blockIdx.x * {self.tile} + (threadIdx.x & ({self.tile} - 1)); "
                    f"{self.guarded(work)}")
        return f"{prefix}{index} j = {axis('x')}, i = {axis('y')}; {self.guarded(work)}"

    def several_body(self) -> str:
        """Three columns a thread: side by side, or as far apart as the block is wide."""
        mutant = self.k.mutant
        thread = "blockIdx.x * blockDim.x + threadIdx.x"
        first, apart = f"({thread}) * 3", "part"
        if self.k["owner"] == "several-apart":
            first = "blockIdx.x * (blockDim.x * 3) + threadIdx.x"
            apart = "part * (int)blockDim.x"
        rows, columns = ("n", "m") if mutant == "swapped-guard" else ("m", "n")
        guard = f"i < {rows} && j < {columns}"
        column = "j / 2" if mutant == "two-threads" else \
            "(short)(j * 1000)" if mutant == "narrow" else "j"
        prefix = "const int m = C.height, n = C.width; " if self.struct else ""
        if self.k["batch"] == "yes":
            prefix += "int batch = blockIdx.z; if (batch >= batches) return; "
        start = "1" if mutant == "start" else "0"
        less = "<=" if mutant == "bound" else "<"
        return (f"{prefix}int i = blockIdx.y * blockDim.y + threadIdx.y, first = {first}; "
                f"{self.sum} sums[3] = {{}}; "
                f"for (int l = {start}; l {less} k; ++l) for (int part = 0; part < 3; ++part) {{ "
                f"const int j = first + {apart}; if ({guard}) {{ {self.step('sums[part]', 'l')} }} }} "
                f"for (int part = 0; part < 3; ++part) {{ const int j = first + {apart}; "
                f"if ({guard}) {{ {self.sum} sum = sums[part]; "
                f"{self.finish(self.element_at('c', 'i', column))} }} }}")

    def tiled_body(self) -> str:
        style, mutant, tile = self.k["tiled"], self.k.mutant, self.tile
        pad = " + 1" if style == "padded" else ""
        element = self.element
        if style in ("dynamic", "filled"):
            overlap = " - 1" if mutant == "tile-overlap" else ""
            declare = (f"extern __shared__ {element} shared{self.n}[]; {element} *As = shared{self.n}; "
                       f"{element} *Bs = shared{self.n} + {tile} * {tile}{overlap}; ")

            def at(name: str, row: str, column: str) -> str:
                return f"{name}[({row}) * {tile} + {column}]"
        else:
            stages = "[3]" if style == "stages" else ""
            declare = (f"__shared__ {element} As{stages}[{tile}][{tile}{pad}], "
                       f"Bs{stages}[{tile}][{tile}{pad}]; ")

            def at(name: str, row: str, column: str) -> str:
                if style == "exchanged":
                    return f"{name}[{row}][({column}) ^ ({row})]"
                return f"{name}[{row}][{column}]"

        def load(name: str, guard: str, value: str, filled: bool) -> str:
            if style == "filled":  # by all threads, along both axes
                place = at(name, "y", "x")
                for local, whole in (("i", "y"), ("j", "x")):
                    index = f"(blockIdx.{whole} * {tile} + {whole})"
                    guard, value = (re.sub(rf"\b{local}\b", index, text) for text in (guard, value))
                guard, value = (re.sub(r"\bt([xy])\b", r"\1", text) for text in (guard, value))
                return (f"for (int y = ty; y < {tile}; y += blockDim.y) "
                        f"for (int x = tx; x < {tile}; x += blockDim.x) "
                        f"{place} = {guard} ? {value} : ({element})0; ")
            place = at(name, "ty", "tx")
            if not filled:
                return f"if ({guard}) {place} = {value}; "
            if style in ("select", "dynamic"):
                return f"{place} = {guard} ? {value} : ({element})0; "
            if style == "before":
                return f"{place} = 0; if ({guard}) {place} = {value}; "
            return f"if ({guard}) {place} = {value}; else {place} = 0; "

        def loads(time: str, stage: str) -> str:
            step = f"{time} * {tile}" + (" + 1" if mutant == "tile-shifted" else "")
            a = self.element_at("a", "i", f"{step} + tx")
            b = self.element_at("b", f"{step} + ty", "j")
            return (load("As" + stage, f"i < m && {step} + tx < k", a, True) +
                    load("Bs" + stage, f"{step} + ty < k && j < n", b, mutant != "one-unfilled"))

        first = "1" if mutant == "tile-start" else "0"
        tiles = f"k / {tile}" if mutant == "tile-short" else f"(k + {tile} - 1) / {tile}"
        read_a = at("As", "l", "ty") if mutant == "tile-across" else at("As", "ty", "l")
        wide = {"wide": "(double)", "int8": "(int)", "rounded": "(float)"}.get(self.k["type"], "")
        also = wide if self.k["type"] == "rounded" else ""
        second = "" if mutant == "no-second-barrier" else "__syncthreads(); "
        barrier = "" if mutant == "no-barrier" else "__syncthreads(); "
        read_b = at("Bs", "l", "tx")
        filled, before = loads("t", ""), ""
        if style == "exchanged" and mutant == "tile-exchange":
            read_a = "As[ty][l ^ (ty & 3)]"
        if style == "stages":
            # Before the loop the first two tiles, and in a step the one after the next.
            before = (f"for (int s = 0; s < 2; ++s) if (s < {tiles}) {{ {loads('s', '[s]')} }} ")
            filled = f"if (t + 2 < {tiles}) {{ {loads('(t + 2)', '[(t + 2) % 3]')} }} "
            filled, barrier = (barrier if second else "") + filled, ""
            ahead = "t + 1" if mutant == "tile-stage" else "t"
            read_a, read_b = (f"{read[:2]}[({ahead}) % 3]{read[2:]}" for read in (read_a, read_b))
            second = ""
        return (f"{declare}const int tx = threadIdx.x, ty = threadIdx.y; "
                f"const int i = blockIdx.y * {tile} + ty, j = blockIdx.x * {tile} + tx; "
                f"{self.sum} sum = 0; {before}for (int t = {first}; t < {tiles}; ++t) {{ "
                + filled
                + barrier
                + f"for (int l = 0; l < {tile}; ++l) sum += {wide}{read_a} * {also}{read_b}; "
                + second + "} " + self.guarded(self.finish(self.element_at('c', 'i', 'j'))))

    # The whole.

    def parameters(self) -> list[tuple[str, str, str]]:
        """Type, name and argument of each."""
        constant = "" if self.k["qualifier"] == "plain" else "const "
        restrict = "__restrict__ " if self.k["qualifier"] == "restrict" else ""
        flags = [("bool", name, "flag") for name in self.flags]
        scalar = self.sum if self.sum != "int" else "int"
        scalars = [(scalar, "alpha", "3"), (scalar, "beta", "2")]
        if self.k["type"] in COMPLEX:
            scalars = [(scalar, "alpha", f"make_{scalar}(3, -2)"), (scalar, "beta", f"make_{scalar}(2, 1)")]
        bias = [(f"const {self.output} *", "bias", "bias")] if self.bias else []
        if self.struct:
            return flags + scalars + bias + [("int", "k", "K"), (f"Matrix{self.n}", "A", "ma"),
                                             (f"Matrix{self.n}", "B", "mb"),
                                             (f"Matrix{self.n}", "C", "mc")]
        arrays = [(f"{constant}{self.element} *{restrict}", "a", "a"),
                  (f"{constant}{self.element} *{restrict}", "b", "b"),
                  (f"{self.output} *{restrict}", "c", "c")]
        sizes = [("int", "m", "M"), ("int", "n", "N"), ("int", "k", "K")]
        if self.k["leading"] == "parameters":
            sizes += [("int", "lda", "LdA"), ("int", "ldb", "LdB"), ("int", "ldc", "LdC")]
        if self.k["batch"] == "yes":
            sizes += [("long", "strideA", "1700"), ("long", "strideB", "1800"),
                      ("long", "strideC", "2000"), ("int", "batches", "2")]
        return flags + sizes + scalars + bias + arrays

    def kernel(self) -> str:
        text = ""
        if self.struct:
            text += f"struct Matrix{self.n} {{ int width, height; {ELEMENT[self.k['type']]} *elements; }};\n"
        if self.k["access"] == "function":
            text += (f"{'template <typename T>' if self.element == 'T' else ''} __device__ {self.element} "
                     f"element{self.n}(const {self.element} *x, int r, int s, int ld) "
                     f"{{ return x[r * ld + s]; }}\n")
        head = ""
        if self.k["template"] == "value" or (self.uses_tile() and self.k["template"] != "type"
                                             and self.k["index"] == "long"):
            head = f"template <int {self.tile}>\n"
            self.arguments = f"<{TILE}>"
        elif self.k["template"] == "type":
            head = "template <typename T>\n"
            self.arguments = f"<{ELEMENT[self.k['type']]}>"
        else:
            self.arguments = ""
        if self.uses_tile() and f"int {self.tile}" not in head:
            text += f"#define {self.tile} {TILE}\n" if self.k["index"] == "int" else \
                f"constexpr int {self.tile} = {TILE};\n"
        declared = ", ".join(f"{kind} {name}" for kind, name, _ in self.parameters())
        body = self.tiled_body() if self.k["tiled"] != "no" else self.body()
        return f"{text}{head}__global__ void kernel{self.n}({declared}) {{ {body} }}\n"

    def uses_tile(self) -> bool:
        return self.k["tiled"] != "no" or self.k["owner"] in ("block-constant", "block-divided",
                                                                  "block-shifted")

    def host(self) -> str:
        k = self.k
        element, output = ELEMENT[k["type"]], OUTPUT[k["type"]]
        owner = k["owner"]
        grid = {"yx": "(M + 7) / 8, (N + 7) / 8", "flat": "(M * N + 63) / 64",
                "flat-remainder": "(M * N + 63) / 64", "stride": "2, 2", "stride-flat": "3",
                "row": "(M + 15) / 16", "block-row": "M", "warps": "(N + 15) / 16, (M + 7) / 8", "column": "(N + 15) / 16",
                "several": "(N + 23) / 24, (M + 7) / 8",
                "several-apart": "(N + 23) / 24, (M + 7) / 8"}.get(owner, "(N + 7) / 8, (M + 7) / 8")
        block = {"flat": "64", "flat-remainder": "64", "stride-flat": "32", "row": "16",
                 "column": "16", "block-divided": "64", "block-shifted": "64", "block-row": "16",
                 "warps": "128"}.get(owner, "8, 8")
        if k["batch"] == "yes":
            grid += ", 1" * (1 - grid.count(",")) + ", 2" if "," not in grid or grid.count(",") < 2 else ""
            grid = grid if grid.count(",") == 2 else grid + ", 1, 2"
        shared = f", {2 * TILE * TILE * 8}" if k["tiled"] in ("dynamic", "filled") else ""
        arguments = ", ".join(argument for _, _, argument in self.parameters())
        overlap = "c = (decltype(c))a;" if k.mutant == "overlap" else ""
        structs = ""
        if self.struct:
            transposed = {m: "M" if m == "a" else "K" for m in "ab"}
            width_a = transposed["a"] if k["transpose_a"] == "yes" else "K"
            width_b = transposed["b"] if k["transpose_b"] == "yes" else "N"
            structs = (f"Matrix{self.n} ma{{{width_a}, M, a}}, mb{{{width_b}, K, b}}, "
                       f"mc{{N, M, ({element} *)c}};")
        loop = "for (const bool flag : {false, true})" if self.flags else ""
        digested = f"({COMPLEX[k['type']][1]} *)" if k["type"] in COMPLEX else ""
        return f"""void run{self.n}() {{
  constexpr int M = 29, N = 21, K = 19, LdA = 31, LdB = 33, LdC = 27;
  {element} *a = randomArray<{element}>({k.number % 97 + 3});
  {element} *b = randomArray<{element}>({k.number % 89 + 5});
  {output} *c = randomArray<{output}>({k.number % 83 + 7});
  {output} *bias = randomArray<{output}>(11);
  (void)bias; (void)LdA; (void)LdB; (void)LdC; {overlap}
  {structs}
  {loop} kernel{self.n}{self.arguments}<<<dim3({grid}), dim3({block}){shared}>>>({arguments});
  report({k.number}, {digested}c, {digested}a);
}}
"""


def write_program(kernels: list[Kernel]) -> str:
    """A file with these kernels, whose main runs each and prints a digest of its output."""
    parts = [HEADER]
    for kernel in kernels:
        writer = Writer(kernel)
        parts.append(writer.kernel())
        parts.append(writer.host())
    runs = "\n".join(f"  run{kernel.number}();" for kernel in kernels)
    parts.append(f"int main() {{\n{runs}\n}}\n")
    return "\n".join(parts)
