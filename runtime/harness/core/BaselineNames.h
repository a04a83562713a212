// The cuBLAS baselines: which one stands beside a variant of a given type and contract.
#pragma once

#include "runtime/harness/core/Contract.h"
#include "runtime/harness/core/ElementType.h"
#include <string_view>

namespace warpsmith::harness {

struct BaselineRow {
  std::string_view name;
  ElementType type;  // of the data
  Contract contract; // the baseline's own
};

/// cuBLAS computes FP32 data in FP32, or with operands rounded to TF32, FP16 or BF16 inside the
/// routine; half-precision data with FP32 sums and results; 8-bit integers with 32-bit
/// sums, for which it is an eighth as fast in rows of B as in columns.
inline constexpr BaselineRow BaselineRows[] = {
    {"cublas-sgemm", ElementType::Float, Contract::Fp32},
    {"cublas-tf32", ElementType::Float, Contract::Tf32},
    {"cublas-fast-fp16", ElementType::Float, Contract::Fp16},
    {"cublas-fast-bf16", ElementType::Float, Contract::BFloat16},
    {"cublas-dgemm", ElementType::Double, Contract::Fp32},
    {"cublas-fp16", ElementType::Half, Contract::Fp16},
    {"cublas-bf16", ElementType::BFloat16, Contract::BFloat16},
    {"cublas-int8", ElementType::Int8, Contract::Fp32},
};

/// The baseline of a variant, or null: the same contract (bitexact counts as fp32); half-precision
/// data and integers have one baseline for all contracts.
inline const BaselineRow *baselineFor(ElementType type, Contract contract) {
  const Contract wanted = contract == Contract::BitExact ? Contract::Fp32 : contract;
  const BaselineRow *only = nullptr;
  for (const BaselineRow &row : BaselineRows) {
    if (row.type == type && row.contract == wanted)
      return &row;
    if (row.type == type && type != ElementType::Float)
      only = &row;
  }
  return only;
}

} // namespace warpsmith::harness
