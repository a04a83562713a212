#!/usr/bin/env python3
"""What else people use for the grid's FP16 and BF16 products, where PyTorch finds a GPU: torch.matmul,
torch.compile with max-autotune, and a persistent Triton kernel with autotuning.

  grid-context.py run -o FILE [--limit SECONDS]   measures; without PyTorch or a GPU it says so and ends with 0
  grid-context.py table FILE GRID                 their times beside ours and cuBLAS's of a merged grid, Markdown

Times are taken as polybench takes them in its mode graph-cold: launches on random data are replayed from a CUDA
graph and rotate over operands that together exceed twice the L2 cache; the median of nine samples. They are no
baselines: a line for each is context beside the grid's tables.
"""
import argparse
import datetime
import statistics
import sys
import time

from grid_shapes import read_grid
from grid_tables import MODES, compare, time_in
from results_files import BadInput, load, write_results

# Layout, M, N, K; all of them are in the quick subset of the grid or a square of it.
SHAPES = (("NN", 1024, 1024, 1024), ("NN", 1536, 1536, 1536), ("NN", 2048, 2048, 2048),
          ("NN", 4096, 4096, 4096), ("NN", 8192, 8192, 8192), ("TN", 2048, 2048, 2048),
          ("NT", 4096, 4096, 4096), ("NT", 16, 4096, 4096), ("NT", 128, 14336, 4096),
          ("NT", 512, 4096, 14336), ("NT", 2048, 6144, 4096), ("NN", 256, 256, 65536))
TYPES = ("half", "bfloat16")
SAMPLES = 9
SAMPLE_SECONDS = 0.005
SMALLEST_GRAPH = 32  # launches
TOLERANCE = {"half": 2e-3, "bfloat16": 1.6e-2}  # of the norm: a few roundings of the result


def benchmark_of(layout):
    return "matmul" if layout == "NN" else "matmul-" + layout.lower()


def size_of(m, n, k):
    return str(m) if m == n == k else f"{m}x{n}x{k}"


def triton_product(torch):
    """A persistent product: each program walks over tiles of C. None without Triton."""
    try:
        import triton
        import triton.language as tl
    except ImportError:
        return None
    configs = [triton.Config({"ROWS": rows, "COLUMNS": columns, "STEP": 64}, num_warps=warps, num_stages=stages)
               for rows, columns, warps in ((64, 64, 4), (64, 128, 4), (128, 128, 4), (128, 128, 8),
                                            (128, 256, 8), (64, 256, 4), (256, 128, 8))
               for stages in (3, 4)]

    @triton.autotune(configs=configs, key=["m", "n", "k", "a_row", "b_row"])
    @triton.jit
    def kernel(a, b, c, m, n, k, a_row, a_column, b_row, b_column, ROWS: tl.constexpr,
               COLUMNS: tl.constexpr, STEP: tl.constexpr):
        down = tl.cdiv(m, ROWS)
        tiles = down * tl.cdiv(n, COLUMNS)
        for tile in tl.range(tl.program_id(0), tiles, tl.num_programs(0)):
            i = (tile % down) * ROWS + tl.arange(0, ROWS)
            j = (tile // down) * COLUMNS + tl.arange(0, COLUMNS)
            l = tl.arange(0, STEP)
            left = a + i[:, None] * a_row + l[None, :] * a_column
            right = b + l[:, None] * b_row + j[None, :] * b_column
            total = tl.zeros((ROWS, COLUMNS), dtype=tl.float32)
            for start in range(0, k, STEP):
                inside = start + l < k
                x = tl.load(left, mask=(i[:, None] < m) & inside[None, :], other=0.0)
                y = tl.load(right, mask=inside[:, None] & (j[None, :] < n), other=0.0)
                total = tl.dot(x, y, total)
                left += STEP * a_column
                right += STEP * b_row
            tl.store(c + i[:, None] * n + j[None, :], total.to(c.dtype.element_ty),
                     mask=(i[:, None] < m) & (j[None, :] < n))

    programs = torch.cuda.get_device_properties(0).multi_processor_count

    def run(a, b, c):
        kernel[(programs,)](a, b, c, a.shape[0], b.shape[1], a.shape[1], *a.stride(), *b.stride())

    return run


def operands(torch, layout, m, n, k, element):
    """Enough sets of A, B and C to leave none in the L2 cache."""
    def stored(rows, columns, transposed):
        matrix = torch.empty((columns, rows) if transposed else (rows, columns), dtype=element, device="cuda")
        matrix.uniform_(-1, 1)
        return matrix.t() if transposed else matrix

    bytes_of_set = 2 * (m * k + k * n + m * n)
    cache = torch.cuda.get_device_properties(0).L2_cache_size
    count = min(512, max(2, 2 * cache // bytes_of_set + 1))
    return [(stored(m, k, layout[0] == "T"), stored(k, n, layout[1] == "T"),
             torch.empty((m, n), dtype=element, device="cuda")) for _ in range(count)]


def wrong(torch, run, sets, tolerance):
    """Why the results are wrong, or nothing."""
    for a, b, c in sets[:2]:
        c.fill_(float("nan"))
        result = run(a, b, c)
        result = c if result is None else result
        expected = a.double() @ b.double()
        error = (torch.linalg.norm(result.double() - expected) / torch.linalg.norm(expected)).item()
        if not error <= tolerance:  # a NaN is wrong, too
            return f"relative error {error:.2g}"
    return ""


def microseconds(torch, run, sets):
    """Of one launch, one number for each sample."""
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for one in sets[:3]:
            run(*one)
    torch.cuda.current_stream().wait_stream(stream)
    torch.cuda.synchronize()
    launches = len(sets) * -(-SMALLEST_GRAPH // len(sets))
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for launch in range(launches):
            run(*sets[launch % len(sets)])

    def timed(replays):
        start.record()
        for _ in range(replays):
            graph.replay()
        end.record()
        end.synchronize()
        return 1000 * start.elapsed_time(end) / (replays * launches)

    timed(1)
    replays = max(1, round(SAMPLE_SECONDS * 1e6 / (timed(1) * launches)))
    return [timed(replays) for _ in range(SAMPLES)]


def contestants(torch):
    """Functions of A, B and C; those that return a tensor wrote that instead of C."""
    yield "torch.matmul", lambda a, b, c: torch.matmul(a, b, out=c)
    compiled = torch.compile(lambda a, b: a @ b, mode="max-autotune-no-cudagraphs", dynamic=False)
    yield "torch.compile max-autotune", lambda a, b, c: compiled(a, b)
    persistent = triton_product(torch)
    if persistent:
        yield "triton persistent", persistent
    else:
        print("grid-context.py: Triton is not installed; it has no rows", file=sys.stderr)


def measure(options):
    try:
        import torch
    except ImportError:
        print("grid-context.py: skipped: PyTorch is not installed")
        return
    if not torch.cuda.is_available():
        print("grid-context.py: skipped: PyTorch finds no GPU")
        return
    torch.manual_seed(1)
    end = time.monotonic() + options.limit if options.limit else float("inf")
    document = {"context": {"date": datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
                            "torch": torch.__version__, "repetitions": SAMPLES,
                            "device": {"name": torch.cuda.get_device_name(), "cuda": torch.version.cuda}},
                "benchmarks": []}
    runs = list(contestants(torch))
    for type_ in TYPES:
        for layout, m, n, k in SHAPES:
            if time.monotonic() > end:
                print("grid-context.py: stopped: the time is over")
                return
            element = torch.float16 if type_ == "half" else torch.bfloat16
            sets = operands(torch, layout, m, n, k, element)
            torch.compiler.reset()  # it leaves what it has compiled too often to eager mode
            for name, run in runs:
                row = {"name": f"{benchmark_of(layout)}/{name}/{type_}/{size_of(m, n, k)}",
                       "benchmark": benchmark_of(layout), "variant": name, "type": type_,
                       "size": size_of(m, n, k), "layout": layout, "mode": "graph-cold", "time_unit": "us"}
                try:
                    reason = wrong(torch, run, sets, TOLERANCE[type_])
                    times = [] if reason else microseconds(torch, run, sets)
                except Exception as error:  # of a library: it costs its row alone
                    reason, times = (str(error) or repr(error)).splitlines()[0], []
                row["verdict"] = "failed" if reason else "ok"
                row["real_time"] = round(statistics.median(times), 6) if times else 0
                if reason:
                    row["error_message"] = reason
                document["benchmarks"].append(row)
                print(f"{row['name']}: {reason or str(row['real_time']) + ' us'}", flush=True)
            write_results(options.output, document)  # again and again: a crash loses little
            del sets


def table(path, grid):
    context = load(path)
    names = list(dict.fromkeys(row["variant"] for row in context["benchmarks"]))
    times = {(row["benchmark"], row["type"], row["size"], row["variant"]): row["real_time"]
             for row in context["benchmarks"] if row["verdict"] == "ok"}
    comparisons = {comparison.problem.key: comparison
                   for comparison in compare(load(grid), read_grid())
                   if comparison.problem.type.name in ("fp16", "bf16") and comparison.problem.form == "product"}
    print("| type | M x N x K | layout | ours, us | cuBLAS | " + " | ".join(names) + " |")
    print("| :--- | ---: | :--- | ---: |" + " ---: |" * (1 + len(names)))
    for key in dict.fromkeys((row["benchmark"], row["type"], row["size"]) for row in context["benchmarks"]):
        comparison = comparisons.get(key)
        ours = comparison and time_in(comparison.row, MODES[0])
        best = comparison and comparison.best(MODES[0])
        cells = [ours, best and time_in(best, MODES[0])]
        cells += [times.get(key + (name,)) for name in names]
        layout = next(row["layout"] for row in context["benchmarks"] if row["benchmark"] == key[0])
        print(f"| {key[1]} | {key[2]} | {layout} | "
              + " | ".join(f"{cell:.1f}" if cell else "-" for cell in cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run")
    running.add_argument("-o", dest="output", required=True)
    running.add_argument("--limit", type=float, default=0)
    printing = commands.add_parser("table")
    printing.add_argument("file")
    printing.add_argument("grid")
    options = parser.parse_args()
    if options.command == "run":
        measure(options)
    else:
        table(options.file, options.grid)


if __name__ == "__main__":
    try:
        main()
    except BadInput as error:
        sys.exit(f"grid-context.py: {error}")
