#include "runtime/harness/core/ErrorBound.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace warpsmith::harness {
namespace {

constexpr double TruncationUnit = 0x1p-23; // FP32 sums cut off rather than rounded
// An instruction adds 32 products of FP8 operands and a sum: each is cut off at 2^-13 of the
// largest, and so is the result. FP32 takes over after four of them.
constexpr double Fp8Unit = 0x1p-13;
constexpr double Fp8Steps = 32, Fp8Instructions = 4;
constexpr double Tf32Roundoff = 0x1p-11;
constexpr double HalfUnderflow = 0x1p-25; // half of the smallest subnormal, 2^-24
constexpr double LargestHalf = 65504;

struct OperandFormat {
  double roundoff;
  double underflow;
};

/// Error of rounding an element of `data` to the contract's operand format; none when it already
/// has that format. TF32 and BF16 have FP32's range, so they underflow where FP32 does.
OperandFormat operandFormat(Numerics contract, ElementType data) {
  switch (contract) {
  case Numerics::Tf32:
    return data == ElementType::F32 ? OperandFormat{Tf32Roundoff, 0} : OperandFormat{0, 0};
  case Numerics::Fp16:
    if (data == ElementType::F16 || isFp8(data))
      return {0, 0};
    return {unitRoundoff(ElementType::F16), HalfUnderflow};
  case Numerics::Bf16:
    if (data == ElementType::BF16 || isFp8(data))
      return {0, 0};
    return {unitRoundoff(ElementType::BF16), 0};
  case Numerics::BitExact:
  case Numerics::Fp32:
  case Numerics::Fp64:
  case Numerics::Fp8Sums:
    break;
  }
  return {0, 0};
}

} // namespace

double operandRange(Numerics contract, ElementType data) {
  return contract == Numerics::Fp16 && data != ElementType::F16 && !isFp8(data)
             ? LargestHalf
             : std::numeric_limits<double>::infinity();
}

double exactOperands(Numerics contract, ElementType data) {
  const double roundoff = operandFormat(contract, data).roundoff;
  return roundoff > 0 ? 1 / roundoff : std::numeric_limits<double>::infinity();
}

double gamma(double roundings, double unitRoundoff) {
  const double product = roundings * unitRoundoff;
  return product < 1 ? product / (1 - product) : std::numeric_limits<double>::infinity();
}

ErrorBound::ErrorBound(Numerics contract, ElementType dataType, std::size_t length,
                       bool truncatedOperands) {
  const ElementType sumType = resultType(dataType);
  const auto n = static_cast<double>(length);
  if (roundsOperands(contract)) {
    accumulation = gamma(2 * n + 32, TruncationUnit);
    const OperandFormat format = operandFormat(contract, dataType);
    const double roundoff = (truncatedOperands ? 2 : 1) * format.roundoff;
    operandRounding = (2 * roundoff + roundoff * roundoff) * (1 + accumulation);
    operandUnderflow = (truncatedOperands ? 2 : 1) * format.underflow * (1 + accumulation);
  } else if (contract == Numerics::Fp8Sums) {
    const double instructions = std::min(std::ceil(n / Fp8Steps), Fp8Instructions);
    accumulation = instructions * (Fp8Steps + 2) * Fp8Unit + gamma(n + 32, TruncationUnit);
  } else {
    accumulation = gamma(n + 3, unitRoundoff(sumType));
  }
  accumulation += gamma(n + 3, unitRoundoff(ElementType::F64));
  underflow = (n + 3) * (sumType == ElementType::F64 ? std::numeric_limits<double>::min()
                                                     : std::numeric_limits<float>::min());
}

double ErrorBound::operator()(const Magnitudes &magnitudes) const {
  return accumulation * (magnitudes.products + magnitudes.addend) +
         operandRounding * magnitudes.products + operandUnderflow * magnitudes.operands + underflow;
}

} // namespace warpsmith::harness
