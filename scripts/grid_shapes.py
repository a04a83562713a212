"""The grid of matrix products (polybench/matmul/grid.csv): its problems, and what to build for them."""
import csv
import os
from dataclasses import dataclass

from results_files import BadInput

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GRID = os.path.join(ROOT, "polybench", "matmul", "grid.csv")
COLUMNS = ["form", "batch", "m", "n", "k", "kind", "layouts", "types", "quick"]
FORMS = ("product", "alpha-beta")
LAYOUTS = ("NN", "NT", "TN")


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
