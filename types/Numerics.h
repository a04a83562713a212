/// The numerics contracts: what a rewrite may change in a result, for the rewriter and the harness.
#pragma once

#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace warpsmith {

/// What the user allows a rewrite to change in the result.
enum class Numerics {
  BitExact, ///< every bit is the original's, compiled with the same flags; of a NaN, that it is one
  /// Any order and grouping of the sum; the error is bounded as for sequential FP32, or FP64 where
  /// the data is double.
  Fp32,
  /// The same of kernels whose sums are double, and of no others: the error is bounded as for
  /// sequential FP64.
  Fp64,
  Tf32, ///< operands rounded to TF32, products exact, sums in FP32
  Fp16, ///< operands rounded to FP16
  Bf16, ///< operands rounded to BF16
  /// Of FP8 operands, sums of up to 128 steps are kept to the tensor cores' 14 bits before they are
  /// added in FP32.
  Fp8Sums
};

struct NumericsRow {
  Numerics numerics;
  std::string_view name;     ///< the value of --numerics
  bool roundsOperands;       ///< to a format of the tensor cores
  double unitRoundoff;       ///< of the coarsest rounding, relative to the largest number
  std::string_view sentence; ///< what becomes of the numbers, for generated files and --explain
};

inline constexpr NumericsRow NumericsContracts[] = {
    {Numerics::BitExact, "bitexact", false, 0,
     "the order of k and every rounding are the original's."},
    {Numerics::Fp32, "fp32", false, 0x1p-24,
     "sums are regrouped; the error is at most that of summing in FP32."},
    {Numerics::Fp64, "fp64", false, 0x1p-53,
     "sums are regrouped; the error is at most that of summing in FP64."},
    {Numerics::Tf32, "tf32", true, 0x1p-11, "operands are rounded to TF32, sums are FP32."},
    {Numerics::Fp16, "fp16", true, 0x1p-11, "operands are rounded to FP16, sums are FP32."},
    {Numerics::Bf16, "bf16", true, 0x1p-8, "operands are rounded to BF16, sums are FP32."},
    // Four times in 128 steps a sum is cut off at 2^-13 of its largest term.
    {Numerics::Fp8Sums, "fp8-sums", false, 0x1p-12,
     "the tensor cores keep 14 bits of sums of 128 steps, which are added in FP32."},
};

constexpr const NumericsRow &rowOf(Numerics numerics) {
  for (const NumericsRow &candidate : NumericsContracts)
    if (candidate.numerics == numerics)
      return candidate;
  return NumericsContracts[0]; // unreachable: each contract has a row
}

/// The value of --numerics: bitexact, fp32, fp64, tf32, fp16, bf16, fp8-sums.
constexpr std::string_view name(Numerics numerics) {
  return rowOf(numerics).name;
}
constexpr std::optional<Numerics> findNumerics(std::string_view name) {
  for (const NumericsRow &candidate : NumericsContracts)
    if (name == candidate.name)
      return candidate.numerics;
  return std::nullopt;
}

/// True for the contracts whose operands are rounded: the tensor-core ones.
constexpr bool roundsOperands(Numerics numerics) {
  return rowOf(numerics).roundsOperands;
}

/// True for the contracts that allow sums to be regrouped and nothing else, or not even that.
constexpr bool keepsOperands(Numerics numerics) {
  return numerics == Numerics::BitExact || numerics == Numerics::Fp32 || numerics == Numerics::Fp64;
}

/// Numerics, and whether an element's bits may depend on no more than its row of A, its column of
/// B, k, and what its result reads.
struct Contract {
  Numerics numerics = Numerics::BitExact;
  bool invariant = false;

  constexpr Contract() = default;
  constexpr Contract(Numerics of, bool isInvariant = false)
      : numerics(of),
        invariant(isInvariant) {}
  constexpr operator Numerics() const { return numerics; }
  friend constexpr bool operator==(const Contract &, const Contract &) = default;
  friend constexpr bool operator==(const Contract &one, Numerics other) {
    return one.numerics == other;
  }
};

/// The word behind a comma that asks for it: `fp16,invariant`.
inline constexpr std::string_view InvariantWord = "invariant";

/// The value of --numerics: `fp16`, or `fp16,invariant`.
inline std::string name(const Contract &contract) {
  return std::string(name(contract.numerics)) +
         (contract.invariant ? "," + std::string(InvariantWord) : "");
}
constexpr std::optional<Contract> findContract(std::string_view text) {
  const size_t comma = text.find(',');
  const auto numerics = findNumerics(text.substr(0, comma));
  if (!numerics || (comma != std::string_view::npos && text.substr(comma + 1) != InvariantWord))
    return std::nullopt;
  return Contract(*numerics, comma != std::string_view::npos);
}

/// All names, for messages: "bitexact, fp32, … or fp8-sums".
inline std::string numericsNames() {
  std::string names;
  for (const NumericsRow &candidate : NumericsContracts) {
    const bool first = &candidate == std::begin(NumericsContracts),
               last = &candidate + 1 == std::end(NumericsContracts);
    names += (first ? "" : last ? " or " : ", ") + std::string(candidate.name);
  }
  return names;
}

} // namespace warpsmith
