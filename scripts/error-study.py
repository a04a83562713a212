#!/usr/bin/env python3
"""Errors of GEMM's variants and of cuBLAS against FP64, by length of the sum, data and magnitude.

  error-study.py measure FOLDER... -o errors.json    on a GPU machine, with CuPy; FOLDERs are those of
                                                     `polybench build --out`. With --data NAME... only
                                                     such data; the file's other rows stay
  error-study.py table errors.json                   Markdown
  error-study.py update PAGE...                      replaces what stands in the pages between the lines
  error-study.py check PAGE...                       fails where a page differs from its results file
                                                       <!-- errors:begin FILE --> ... <!-- errors:end -->
  error-study.py plot errors.json -o errors.svg      with matplotlib

The error of an element is |got - C| / (|A| |B|), with C and |A| |B| in FP64: what sequential FP32
bounds by k 2^-24. Largest and median of a 512 x 512 product. Sums are C := A B (alpha 1, beta 0).

Data: "normal" is N(0, 1), "uniform" (-1, 1), "positive" (0, 1), "polybench" i*j/512. "magnitude m"
multiplies a normal A by m and divides B by m; "rows" multiplies each row of A and each column of B by
a power of two of its own, from 2^-40 to 2^40; "elements" does so with every element, from 2^-12 to 2^12.
"relu" is max(N(0, 1), 0), as behind a ReLU; "spread s" is uniform (-1, 1) times exp(s N(0, 1)), each element
with a factor of its own, so that a row's elements differ by many orders of magnitude.
"""
import argparse
import ctypes
import os
import sys

from results_files import BadInput, add_page_commands, load, update_or_check, write_json

SIDE = 512
LENGTHS = (512, 1024, 2048, 4096, 8192, 16384)
DATA = ("normal", "uniform", "positive", "polybench", "magnitude 1e-30", "magnitude 1e-15",
        "magnitude 1e15", "magnitude 1e30", "rows", "elements", "relu", "spread 4", "spread 8", "cancelling")


class Arguments(ctypes.Structure):
    """PolybenchArguments of polybench/common/polybench_abi.h, version 3."""

    _fields_ = [("version", ctypes.c_int), ("dimensionCount", ctypes.c_int),
                ("scalarCount", ctypes.c_int), ("bufferCount", ctypes.c_int),
                ("dimensions", ctypes.c_int * 8), ("scalars", ctypes.c_double * 4),
                ("buffers", ctypes.c_void_p * 12), ("stream", ctypes.c_void_p),
                ("part", ctypes.c_int)]


def operands(cp, data, length):
    random = cp.random.RandomState(length)
    shape_a, shape_b = (SIDE, length), (length, SIDE)
    if data == "uniform":
        return random.uniform(-1, 1, shape_a), random.uniform(-1, 1, shape_b)
    if data == "positive":
        return random.uniform(0, 1, shape_a), random.uniform(0, 1, shape_b)
    if data == "polybench":
        return (cp.outer(cp.arange(SIDE), cp.arange(length)) / SIDE,
                cp.outer(cp.arange(length), cp.arange(SIDE)) / SIDE)
    if data.startswith("spread"):
        spread = float(data.split()[1])
        return tuple(random.uniform(-1, 1, shape) * cp.exp(spread * random.standard_normal(shape))
                     for shape in (shape_a, shape_b))
    if data == "cancelling":
        a = cp.repeat(random.uniform(-1, 1, (SIDE, length // 2)), 2, axis=1)
        b = cp.repeat(random.uniform(-1, 1, (length // 2, SIDE)), 2, axis=0)
        a[:, 1::2] *= -1
        b[1::2] *= 1 + 1e-6 * random.uniform(-1, 1, (length // 2, SIDE))
        return a, b
    a, b = random.standard_normal(shape_a), random.standard_normal(shape_b)
    if data == "relu":
        return cp.maximum(a, 0), cp.maximum(b, 0)
    if data.startswith("magnitude"):
        magnitude = float(data.split()[1])
        return a * magnitude, b / magnitude
    if data == "rows":
        return (a * 2.0 ** random.randint(-40, 41, (SIDE, 1)),
                b * 2.0 ** random.randint(-40, 41, (1, SIDE)))
    if data == "elements":
        return (a * 2.0 ** random.randint(-12, 13, shape_a),
                b * 2.0 ** random.randint(-12, 13, shape_b))
    return a, b


def rounded(cp, matrix, name):
    """The matrix in the type; BF16, which CuPy has not, as its bits."""
    if name != "bfloat16":
        return cp.ascontiguousarray(matrix.astype({"float": "f4", "half": "f2"}[name]))
    bits = cp.ascontiguousarray(matrix.astype("f4")).view("u4")
    return ((bits + 0x7fff + (bits >> 16 & 1)) >> 16).astype("u2")


def widened(cp, matrix):
    if matrix.dtype == cp.uint16:
        matrix = (matrix.astype("u4") << 16).view("f4")
    return matrix.astype("f8")


def run_variant(cp, library, a, b):
    # Zeros: the original multiplies what is there by beta.
    result = cp.zeros((SIDE, SIDE), dtype=cp.float32)
    arguments = Arguments(version=3, dimensionCount=3, scalarCount=2, bufferCount=3)
    arguments.dimensions[0:3] = (SIDE, SIDE, a.shape[1])
    arguments.scalars[0:2] = (1.0, 0.0)
    arguments.buffers[0:3] = (a.data.ptr, b.data.ptr, result.data.ptr)
    arguments.stream = cp.cuda.get_current_stream().ptr
    status = library.polybench_run(ctypes.byref(arguments))
    if status:
        raise RuntimeError(f"polybench_run returned {status}")
    cp.cuda.get_current_stream().synchronize()
    return result


def run_cublas(cp, compute, a, b):
    from cupy_backends.cuda.libs import cublas
    import numpy as np
    types = {np.dtype("float32"): 0, np.dtype("float16"): 2, np.dtype("uint16"): 14}  # CUDA_R_16BF
    result = cp.zeros((SIDE, SIDE), dtype=cp.float32)
    one, zero = np.array(1, np.float32), np.array(0, np.float32)
    # Row-major C = A B is column-major C' = B' A'.
    cublas.gemmEx(cp.cuda.device.get_cublas_handle(), 0, 0, SIDE, SIDE, a.shape[1], one.ctypes.data,
                  b.data.ptr, types[b.dtype], SIDE, a.data.ptr, types[a.dtype], a.shape[1],
                  zero.ctypes.data, result.data.ptr, types[result.dtype], SIDE, compute, -1)
    return result


# cublasComputeType_t: 32F, 32F_FAST_TF32. Products of doubles are left out, since the product that
# errors are measured against is cuBLAS's of doubles.
CUBLAS = {"float": {"cublas-sgemm": 68, "cublas-tf32": 77}, "half": {"cublas-fp16": 68},
          "bfloat16": {"cublas-bf16": 68}}


def contestants(folders):
    """(type, name, numerics, library) of every build."""
    found = []
    for folder in folders:
        manifest = load(os.path.join(folder, "manifest.json"))
        for build in manifest["builds"]:
            if build["benchmark"] == "gemm" and build["type"] in CUBLAS and build.get("library"):
                library = ctypes.CDLL(os.path.abspath(os.path.join(folder, build["library"])))
                found.append((build["type"], build["variant"], build["numerics"], library))
    return found


def measure(options):
    import cupy as cp
    builds = contestants(options.folders)
    properties = cp.cuda.runtime.getDeviceProperties(0)
    result = {"device": properties["name"].decode(), "side": SIDE, "errors": []}
    if options.data and os.path.exists(options.output):
        known = load(options.output)
        if known["device"] != result["device"]:
            raise BadInput(f"{options.output}: its rows are of {known['device']}, this is a "
                           f"{result['device']}")
        result["errors"] = [row for row in known["errors"] if row["data"] not in options.data]
    rows = result["errors"]
    for data in options.data or DATA:
        for length in LENGTHS:
            exact_a, exact_b = operands(cp, data, length)
            for name in sorted({build[0] for build in builds}):
                if name == "half" and (data.startswith(("magnitude", "spread")) or
                                       data in ("rows", "elements", "polybench")):
                    continue  # beyond the range of FP16's own operands
                a, b = rounded(cp, exact_a, name), rounded(cp, exact_b, name)
                wide_a, wide_b = widened(cp, a), widened(cp, b)
                expected = wide_a @ wide_b
                scale = abs(wide_a) @ abs(wide_b)
                runs = [(v, n, lambda a, b, l=l: run_variant(cp, l, a, b))
                        for t, v, n, l in builds if t == name]
                runs += [(v, "cuBLAS", lambda a, b, c=c: run_cublas(cp, c, a, b))
                         for v, c in CUBLAS[name].items()]
                for variant, numerics, product in runs:
                    error = abs(product(a, b).astype(cp.float64) - expected)
                    error = error[scale > 0] / scale[scale > 0]
                    rows.append({"type": name, "variant": variant, "numerics": numerics,
                                 "data": data, "k": length, "largest": float(error.max()),
                                 "median": float(cp.median(error))})
    write_json(options.output, result)


def shown(error):
    units = error * 2**24
    return f"{units:.0f}" if units >= 10 else f"{units:.2g}"


def table(path):
    """Largest error of each variant in units of 2^-24, over all lengths, by data."""
    results = load(path)
    rows = results["errors"]
    lines = [f"{results['device']}, {SIDE} x {SIDE} x k, k from {LENGTHS[0]} to {LENGTHS[-1]}: largest "
             "(median at the largest k), in units of 2^-24."]
    for name in ("float", "half", "bfloat16"):
        of_type = [row for row in rows if row["type"] == name]
        if not of_type:
            continue
        data = [d for d in DATA if any(row["data"] == d for row in of_type)]
        lines += ["", f"**{name}**", "", "| variant | numerics | " + " | ".join(data) + " |",
                  "| :--- | :--- |" + " ---: |" * len(data)]
        for variant in dict.fromkeys(row["variant"] for row in of_type):
            mine = [row for row in of_type if row["variant"] == variant]
            cells = []
            for d in data:
                here = [row for row in mine if row["data"] == d]
                largest = max(row["largest"] for row in here)
                median = max(here, key=lambda row: row["k"])["median"]
                cells.append(f"{shown(largest)} ({shown(median)})")
            lines.append(f"| `{variant}` | {mine[0]['numerics']} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def plot(options):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    rows = [row for row in load(options.file)["errors"] if row["type"] == "float"]
    measured = {row["data"] for row in rows}
    shown = [data for data in ("normal", "positive", "rows", "elements", "spread 8")
             if data in measured]
    figure, axes = plt.subplots(1, len(shown), figsize=(4 * len(shown), 4), sharey=True)
    for axis, data in zip(axes, shown):
        for variant in dict.fromkeys(row["variant"] for row in rows):
            mine = sorted((row for row in rows if row["variant"] == variant and row["data"] == data),
                          key=lambda row: row["k"])
            axis.loglog([row["k"] for row in mine], [row["largest"] for row in mine], marker="o",
                        markersize=3, label=variant, base=2)
        axis.set_title(data)
        axis.set_xlabel("k")
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("largest error / (|A| |B|)")
    axes[-1].legend(fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    figure.tight_layout()
    figure.savefig(options.output)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("folders", nargs="+")
    measuring.add_argument("-o", dest="output", required=True)
    measuring.add_argument("--data", nargs="+", choices=DATA, metavar="NAME")
    commands.add_parser("table").add_argument("file")
    add_page_commands(commands)
    plotting = commands.add_parser("plot")
    plotting.add_argument("file")
    plotting.add_argument("-o", dest="output", required=True)
    options = parser.parse_args()
    if options.command == "measure":
        measure(options)
    elif options.command == "plot":
        plot(options)
    elif options.command == "table":
        print(table(options.file), end="")
    else:
        update_or_check(options, (("errors", lambda file, folder: table(file)),), "error-study.py")


if __name__ == "__main__":
    try:
        main()
    except BadInput as error:
        sys.exit(f"error-study.py: {error}")
