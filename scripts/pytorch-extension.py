#!/usr/bin/env python3
"""A linear layer in half and in bfloat16 as an extension of PyTorch, original against rewritten.

  pytorch-extension.py sources DIR                 writes the extensions' sources, one for each way to write them
  pytorch-extension.py run [--bin=DIR] [--rewritten=DIR] [--size=N] [--least=RATIO] [--json=FILE]

`run` builds each source by torch.utils.cpp_extension.load_inline twice: with nvcc, and with warpsmith-nvcc of --bin
in its place (PYTORCH_NVCC). With --rewritten the rewritten sources come from a folder instead, where `warpsmith` wrote
them under the names of `sources`; then only nvcc is needed. Both are compared with FP64 and timed with the size for
M, N and K. The exit status is 1 where a result is wrong or the rewritten layer is not RATIO times as fast (100). PyTorch
defines __CUDA_NO_HALF_CONVERSIONS__ and its like; a source whose rewritten form does not compile ends the run.
"""
import argparse
import json
import os
import pathlib
import statistics
import sys

# Pointers of CUDA's types, by functions; a template of PyTorch's types, by a dispatch.
BY_FUNCTIONS = """
__global__ void {name}_kernel(const {cuda} *x, const {cuda} *w, const {cuda} *bias, {cuda} *y, int m, int n, int k) {{
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {{
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += {to}(x[i * k + l]) * {to}(w[j * k + l]);
    y[i * n + j] = {from_}(sum + {to}(bias[j]));
  }}
}}

torch::Tensor {name}_linear(torch::Tensor x, torch::Tensor w, torch::Tensor bias) {{
  const int m = x.size(0), k = x.size(1), n = w.size(0);
  torch::Tensor y = torch::empty({{m, n}}, x.options());
  const dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  {name}_kernel<<<grid, block, 0, at::cuda::getCurrentCUDAStream()>>>(
      reinterpret_cast<const {cuda} *>(x.data_ptr<{torch}>()), reinterpret_cast<const {cuda} *>(w.data_ptr<{torch}>()),
      reinterpret_cast<const {cuda} *>(bias.data_ptr<{torch}>()), reinterpret_cast<{cuda} *>(y.data_ptr<{torch}>()), m,
      n, k);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return y;
}}
"""
BY_DISPATCH = """
template <typename scalar_t>
__global__ void linear_kernel(const scalar_t *__restrict__ x, const scalar_t *__restrict__ w,
                              const scalar_t *__restrict__ bias, scalar_t *__restrict__ y, int m, int n, int k) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += static_cast<float>(x[i * k + l]) * static_cast<float>(w[j * k + l]);
    y[i * n + j] = static_cast<scalar_t>(sum + static_cast<float>(bias[j]));
  }
}

torch::Tensor linear(torch::Tensor x, torch::Tensor w, torch::Tensor bias) {
  const int m = x.size(0), k = x.size(1), n = w.size(0);
  torch::Tensor y = torch::empty({m, n}, x.options());
  const dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16);
  AT_DISPATCH_REDUCED_FLOATING_TYPES(x.scalar_type(), "linear", ([&] {
    linear_kernel<scalar_t><<<grid, block, 0, at::cuda::getCurrentCUDAStream()>>>(
        x.data_ptr<scalar_t>(), w.data_ptr<scalar_t>(), bias.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), m, n, k);
  }));
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return y;
}
"""
HEADERS = ("torch/types.h", "cuda.h", "cuda_runtime.h", "cuda_fp16.h", "cuda_bf16.h", "ATen/Dispatch.h",
           "ATen/cuda/CUDAContext.h", "c10/cuda/CUDAException.h")
HALF = {"name": "half", "cuda": "__half", "torch": "at::Half", "to": "__half2float", "from_": "__float2half"}
BFLOAT16 = {"name": "bfloat16", "cuda": "__nv_bfloat16", "torch": "at::BFloat16", "to": "__bfloat162float",
            "from_": "__float2bfloat16"}
# Of each type the result is rounded once, of a sum in FP32.
ROUNDING = {"half": 2.0**-11, "bfloat16": 2.0**-8}


def sources():
    """By name, a text and the functions of each type of the elements, which names the contract."""
    include = "".join(f"#include <{header}>\n" for header in HEADERS)
    return {
        "half": (include + BY_FUNCTIONS.format(**HALF), {"half": "half_linear"}, "fp16"),
        "bfloat16": (include + BY_FUNCTIONS.format(**BFLOAT16), {"bfloat16": "bfloat16_linear"}, "bf16"),
        "dispatch-half": (include + BY_DISPATCH, {"half": "linear"}, "fp16"),
        "dispatch-bfloat16": (include + BY_DISPATCH, {"bfloat16": "linear"}, "bf16"),
    }


def build(name, text, functions):
    from torch.utils.cpp_extension import load_inline

    declarations = "".join(f"torch::Tensor {function}(torch::Tensor x, torch::Tensor w, torch::Tensor bias);\n"
                           for function in functions)
    return load_inline(name=name.replace("-", "_"), cpp_sources=declarations, cuda_sources=text,
                       functions=list(functions), extra_cuda_cflags=["-O3"], verbose=True)


def build_rewritten(name, text, functions, contract, options):
    if options.rewritten:
        text = (pathlib.Path(options.rewritten) / f"{name}.cu").read_text()
        if "_rewritten::launch" not in text:
            sys.exit(f"{name}: the text in {options.rewritten} is not rewritten")
        return build(f"rewritten-{name}", text, functions)
    settings = {"PYTORCH_NVCC": str(pathlib.Path(options.bin, "warpsmith-nvcc").resolve()),
                "WARPSMITH_PASSES": "auto", "WARPSMITH_NUMERICS": contract, "WARPSMITH_REQUIRED": "1"}
    os.environ.update(settings)
    try:
        return build(f"rewritten-{name}", text, functions)
    finally:
        for setting in settings:
            del os.environ[setting]


def milliseconds(torch, call):
    """The median of nine samples, each of launches that follow each other for at least 20 ms."""
    def sample(count):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        for _ in range(count):
            call()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) / count

    sample(2)
    count = max(1, round(20 / sample(3)))
    return statistics.median(sample(count) for _ in range(9))


def measure(torch, element, size, original, rewritten):
    """Errors in units of the result's rounding and of FP32's sum, and times."""
    torch.manual_seed(1)
    kind = getattr(torch, "float16" if element == "half" else "bfloat16")
    x, w = (torch.rand(size, size, device="cuda").sub(0.5).to(kind) for _ in range(2))
    bias = torch.rand(size, device="cuda").to(kind)
    exact = x.double() @ w.double().T + bias.double()
    # A sum of `size` products in FP32, and one rounding of what it is.
    bound = exact.abs() * ROUNDING[element] + size * 2.0**-24 * (x.double().abs() @ w.double().abs().T) + 2.0**-24
    result = {}
    for what, function in (("original", original), ("rewritten", rewritten)):
        error = ((function(x, w, bias).double() - exact).abs() / bound).max().item()
        result[what] = {"error_of_bound": error, "ms": milliseconds(torch, lambda: function(x, w, bias))}
    result["ratio"] = result["original"]["ms"] / result["rewritten"]["ms"]
    return result


def run(options):
    try:
        import torch
    except ImportError:
        sys.exit("PyTorch is not installed")
    if not torch.cuda.is_available():
        sys.exit("there is no GPU")
    major, minor = torch.cuda.get_device_capability()
    os.environ.setdefault("TORCH_CUDA_ARCH_LIST", f"{major}.{minor}" + ("a" if (major, minor) == (9, 0) else ""))
    results, wrong = {}, []
    for name, (text, functions, contract) in sources().items():
        original = build(f"original-{name}", text, functions.values())
        rewritten = build_rewritten(name, text, functions.values(), contract, options)
        for element, function in functions.items():
            row = measure(torch, element, options.size, getattr(original, function), getattr(rewritten, function))
            results[name] = row
            flops = 2e-9 * options.size**3
            print(f"{name}: {row['original']['ms']:.3f} ms, rewritten {row['rewritten']['ms']:.4f} ms "
                  f"({flops / row['rewritten']['ms']:.0f} TFLOP/s): {row['ratio']:.0f} times as fast; error/bound "
                  f"{row['original']['error_of_bound']:.2f}, rewritten {row['rewritten']['error_of_bound']:.2f}")
            if not row["rewritten"]["error_of_bound"] <= 1:
                wrong.append(f"{name}: the result is wrong")
            if row["ratio"] < options.least:
                wrong.append(f"{name}: less than {options.least:g} times as fast")
    if options.json:
        document = {"gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "cuda": torch.version.cuda,
                    "size": options.size, "layers": results}
        pathlib.Path(options.json).write_text(json.dumps(document, indent=2) + "\n")
    for line in wrong:
        print(f"error: {line}", file=sys.stderr)
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("sources")
    command.add_argument("folder", type=pathlib.Path)
    command = commands.add_parser("run")
    command.add_argument("--bin", default=str(pathlib.Path(__file__).resolve().parent.parent / "build" / "bin"))
    command.add_argument("--rewritten")
    command.add_argument("--size", type=int, default=2048)
    command.add_argument("--least", type=float, default=100)
    command.add_argument("--json")
    options = parser.parse_args()
    if options.command == "run":
        return run(options)
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, (text, _, _) in sources().items():
        (options.folder / f"{name}.cu").write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
