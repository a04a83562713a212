// The numerics contract of a variant: how far its results may be from the original's.
#pragma once

#include <optional>
#include <string_view>

namespace warpsmith::harness {

/// BitExact: every bit equals the original's. Fp32: any order and grouping of the sum, error
/// bounded as for sequential FP32 (FP64 where the data is double). Tf32, Fp16, BFloat16: operands
/// rounded to that format, products exact, sums in FP32. Fp8Sums: FP8 operands, of whose sums the
/// tensor cores keep 14 bits for 128 steps, before they are added in FP32.
enum class Contract { BitExact, Fp32, Tf32, Fp16, BFloat16, Fp8Sums };

/// The value of --numerics: bitexact, fp32, tf32, fp16, bf16, fp8-sums.
std::string_view spelling(Contract contract);
std::optional<Contract> parseContract(std::string_view text);

/// True for the contracts whose operands are rounded: the tensor-core ones.
bool roundsOperands(Contract contract);

} // namespace warpsmith::harness
