// The baselines by cuBLAS and cuDNN, and which of them a variant of a given type and contract is
// compared with.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include "types/Numerics.h"
#include <string_view>

namespace warpsmith::harness {

/// What computes a baseline: cublasGemmEx with its default algorithm, cublasLtMatmul with the first
/// choice of cublasLtMatmulAlgoGetHeuristic or the fastest of its first ones (--lt-heuristics),
/// cuBLAS's symmetric updates of one triangle, or cuDNN's convolution with the first of its
/// heuristics' choices or the fastest of its first ones.
enum class BaselineRoutine { GemmEx, LtMatmul, Syrk, Syr2k, Trmm, Convolution };

struct BaselineRow {
  std::string_view name;
  ElementType type;  // of the data
  Numerics contract; // the baseline's own
  BaselineRoutine routine = BaselineRoutine::GemmEx;
};

/// cuBLAS computes FP32 data in FP32, or with operands rounded to TF32, FP16 or BF16 inside the
/// routine; half-precision data with FP32 sums and results; 8-bit integers with 32-bit
/// sums, for which it is an eighth as fast in rows of B as in columns. cublasLt takes 8-bit
/// integers and FP8 in that layout alone: `cublaslt-int8` and `cublaslt-fp8` transpose first,
/// inside their time. `-lower` says that the rest of C is left as it was: these compute half of
/// what the benchmark does. cuDNN's algorithms are those that compute the sums of products: what
/// Winograd's and the Fourier transform's compute has other bounds on its error.
inline constexpr BaselineRow BaselineRows[] = {
    {"cublas-sgemm", ElementType::F32, Numerics::Fp32},
    {"cublas-tf32", ElementType::F32, Numerics::Tf32},
    {"cublas-fast-fp16", ElementType::F32, Numerics::Fp16},
    {"cublas-fast-bf16", ElementType::F32, Numerics::Bf16},
    {"cublas-dgemm", ElementType::F64, Numerics::Fp32},
    {"cublas-fp16", ElementType::F16, Numerics::Fp16},
    {"cublas-bf16", ElementType::BF16, Numerics::Bf16},
    {"cublas-int8", ElementType::I8, Numerics::Fp32},
    {"cublaslt-sgemm", ElementType::F32, Numerics::Fp32, BaselineRoutine::LtMatmul},
    {"cublaslt-tf32", ElementType::F32, Numerics::Tf32, BaselineRoutine::LtMatmul},
    {"cublaslt-dgemm", ElementType::F64, Numerics::Fp32, BaselineRoutine::LtMatmul},
    {"cublaslt-fp16", ElementType::F16, Numerics::Fp16, BaselineRoutine::LtMatmul},
    {"cublaslt-bf16", ElementType::BF16, Numerics::Bf16, BaselineRoutine::LtMatmul},
    {"cublaslt-int8", ElementType::I8, Numerics::Fp32, BaselineRoutine::LtMatmul},
    {"cublaslt-fp8", ElementType::E4M3, Numerics::Fp8Sums, BaselineRoutine::LtMatmul},
    {"cublas-ssyrk-lower", ElementType::F32, Numerics::Fp32, BaselineRoutine::Syrk},
    {"cublas-dsyrk-lower", ElementType::F64, Numerics::Fp32, BaselineRoutine::Syrk},
    {"cublas-ssyr2k-lower", ElementType::F32, Numerics::Fp32, BaselineRoutine::Syr2k},
    {"cublas-dsyr2k-lower", ElementType::F64, Numerics::Fp32, BaselineRoutine::Syr2k},
    {"cublas-strmm", ElementType::F32, Numerics::Fp32, BaselineRoutine::Trmm},
    {"cublas-dtrmm", ElementType::F64, Numerics::Fp32, BaselineRoutine::Trmm},
    {"cudnn-fp32", ElementType::F32, Numerics::Fp32, BaselineRoutine::Convolution},
    {"cudnn-tf32", ElementType::F32, Numerics::Tf32, BaselineRoutine::Convolution},
    {"cudnn-fp64", ElementType::F64, Numerics::Fp32, BaselineRoutine::Convolution},
    {"cudnn-fp16", ElementType::F16, Numerics::Fp16, BaselineRoutine::Convolution},
    {"cudnn-bf16", ElementType::BF16, Numerics::Bf16, BaselineRoutine::Convolution},
};

/// The default of a variant, or null: the same contract (bitexact counts as fp32); half-precision
/// data, FP8 and integers have one for all contracts.
inline const BaselineRow *baselineFor(ElementType type, Numerics contract) {
  const Numerics wanted = contract == Numerics::BitExact ? Numerics::Fp32 : contract;
  const BaselineRow *only = nullptr;
  for (const BaselineRow &row : BaselineRows) {
    // cublasGemmEx has no FP8.
    const BaselineRoutine usual = isFp8(type) ? BaselineRoutine::LtMatmul : BaselineRoutine::GemmEx;
    if (row.routine != usual || row.type != type)
      continue;
    if (row.contract == wanted)
      return &row;
    if (type != ElementType::F32)
      only = &row;
  }
  return only;
}

/// True when the benchmark says what that routine would compute of it.
inline bool appliesTo(const BaselineRow &row, const Benchmark &benchmark) {
  switch (row.routine) {
  case BaselineRoutine::GemmEx: // has no 8-bit results
    return !benchmark.baseline.empty() &&
           !(isInteger(row.type) && benchmark.baseline.front().resultScale >= 0);
  case BaselineRoutine::LtMatmul:
    return !benchmark.baseline.empty();
  case BaselineRoutine::Syrk:
    return benchmark.symmetricUpdate && !benchmark.symmetricUpdate->isRank2k();
  case BaselineRoutine::Syr2k:
    return benchmark.symmetricUpdate && benchmark.symmetricUpdate->isRank2k();
  case BaselineRoutine::Trmm:
    return benchmark.triangularProduct.has_value();
  case BaselineRoutine::Convolution:
    return benchmark.convolution.has_value();
  }
  return false;
}

/// All baselines of the arithmetic that a variant's default has, the default first.
inline std::vector<const BaselineRow *> baselinesFor(const Benchmark &benchmark, ElementType type,
                                                     Numerics contract) {
  std::vector<const BaselineRow *> rows;
  const BaselineRow *first = baselineFor(type, contract);
  for (const BaselineRow &row : BaselineRows) {
    if (first && row.type == type && row.contract == first->contract && appliesTo(row, benchmark))
      rows.push_back(&row);
  }
  return rows;
}

} // namespace warpsmith::harness
