#include "runtime/emulator/lib/MatrixArithmetic.h"
#include "runtime/emulator/lib/DeviceTable.h"
#include "types/ElementType.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace warpsmith::emulator {
namespace {

constexpr int32_t ZeroExponent = -100000, SpecialExponent = 100000; // significand 0 is NaN there
constexpr int SingleFraction = 23, SmallestExponent = -126;
constexpr uint32_t CanonicalNan = 0x7fffffff;

struct Format {
  int fraction, bias, largest;  ///< fraction bits, exponent bias, largest exponent
  bool largestIsSpecial = true; ///< infinities have it, and NaN; else only NaN, with all bits set
};

/// The types in memory of what PTX names, in the order of MatrixType. TF32 lies in memory as FP32.
constexpr std::array Elements = {ElementType::F16,  ElementType::BF16, ElementType::F32,
                                 ElementType::E4M3, ElementType::E5M2, ElementType::I8,
                                 ElementType::U8,   ElementType::F64};
constexpr const ElementTypeRow &rowOf(MatrixType type) {
  return warpsmith::rowOf(Elements[static_cast<size_t>(type)]);
}

/// Programs do not include the table of element types; what they are told of these agrees with it.
constexpr bool agreesWithTable() {
  for (size_t index = 0; index < Elements.size(); ++index) {
    const auto type = static_cast<MatrixType>(index);
    if (elementBytes(type) != sizeOf(Elements[index]) ||
        isInteger(type) != warpsmith::isInteger(Elements[index]) ||
        isFp8(type) != warpsmith::isFp8(Elements[index]))
      return false;
  }
  return Elements.size() == static_cast<size_t>(MatrixType::f64) + 1;
}
static_assert(agreesWithTable());

/// Of an IEEE format of 8 or 16 bits, or one that gives up the infinities for larger numbers.
constexpr Format narrowFormat(const ElementTypeRow &row) {
  const int exponentBits = row.bits - row.format.significandBits;
  const int largest = (1 << exponentBits) - 1, bias = largest / 2;
  double power = 1; // what the largest exponent would mean
  for (int exponent = bias; exponent < largest; ++exponent)
    power *= 2;
  return {row.format.significandBits - 1, bias, largest, row.format.largest < power};
}

constexpr Format Tensor{10, 127, 255};
constexpr auto Formats = [] {
  std::array<Format, Elements.size()> formats{};
  for (size_t index = 0; index < formats.size(); ++index)
    formats[index] =
        isNarrowFloat(Elements[index]) ? narrowFormat(warpsmith::rowOf(Elements[index])) : Tensor;
  return formats;
}();

constexpr Format format(MatrixType type) {
  return Formats[static_cast<size_t>(type)];
}

#define WARPSMITH_ALWAYS_INLINE __attribute__((always_inline)) inline

template <int Width>
struct Vectors {
  typedef int32_t Integers __attribute__((ext_vector_type(Width)));
  typedef int64_t Longs __attribute__((ext_vector_type(Width)));
  typedef double Doubles __attribute__((ext_vector_type(Width)));
  typedef float Floats __attribute__((ext_vector_type(Width)));
};

template <typename Vector>
WARPSMITH_ALWAYS_INLINE Vector load(const void *from) {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof vector);
  return vector;
}

/// Width sums of one row, of finite numbers. `Shift` takes a product's fraction bits to those kept.
template <int Width>
WARPSMITH_ALWAYS_INLINE void addProducts(const int32_t *aSignificand, const int32_t *aExponent,
                                         const int32_t *bSignificand, const int32_t *bExponent,
                                         int stride, uint32_t *sums, int count, int productShift,
                                         TensorCoreModel model) {
  const int fractionBits = model.fractionBits, resultBits = model.resultBits;
  using Integers = Vectors<Width>::Integers;
  using Longs = Vectors<Width>::Longs;
  using Doubles = Vectors<Width>::Doubles;
  using Floats = Vectors<Width>::Floats;
  const auto addend = load<Integers>(sums);
  const Integers biased = (addend >> SingleFraction) & 0xff;
  const Integers normal = biased != 0; // all ones where true
  const Integers addendExponent = __builtin_elementwise_max(biased, Integers(1)) - 127;
  Integers largest = addendExponent;
  for (int k = 0; k < count; ++k)
    largest = __builtin_elementwise_max(
        largest, aExponent[k] + load<Integers>(bExponent + std::ptrdiff_t(k) * stride));
  // Terms have at most two bits before the point: eight of them fit in 32 bits with 25 after it.
  Integers eights[4] = {};
  for (int k = 0; k < count; ++k) {
    const Integers product =
        aSignificand[k] * load<Integers>(bSignificand + std::ptrdiff_t(k) * stride);
    const Integers sign = product >> 31;
    const Integers shift = __builtin_elementwise_min(
        largest - (aExponent[k] + load<Integers>(bExponent + std::ptrdiff_t(k) * stride)),
        Integers(31));
    const Integers magnitude = (((product ^ sign) - sign) << productShift) >> shift;
    eights[k / 8] += (magnitude ^ sign) - sign;
  }
  const Integers sign = addend >> 31;
  const Integers significand = (addend & 0x7fffff) | (normal & 0x800000);
  const int more = std::max(fractionBits - SingleFraction, 0);
  const int fewer = std::max(SingleFraction - fractionBits, 0);
  const Integers magnitude =
      (significand << more) >>
      __builtin_elementwise_min(largest - addendExponent + fewer, Integers(31));
  Doubles exact = __builtin_convertvector((magnitude ^ sign) - sign, Doubles);
  for (int first = 0; first < count; first += 8)
    exact += __builtin_convertvector(eights[first / 8], Doubles);
  // Toward zero: to the bits that are kept of a sum, 24 of FP32, and to the smallest step.
  const Integers finest = SmallestExponent - resultBits + fractionBits - largest;
  const Integers cut = __builtin_elementwise_max(finest, Integers(0));
  const Longs bits = __builtin_bit_cast(Longs, exact) & ~((int64_t(1) << (52 - resultBits)) - 1);
  Doubles truncated = __builtin_bit_cast(Doubles, bits);
  const Doubles step =
      __builtin_bit_cast(Doubles, (__builtin_convertvector(cut, Longs) + 1023) << 52);
  const Doubles inverse =
      __builtin_bit_cast(Doubles, (1023 - __builtin_convertvector(cut, Longs)) << 52);
  truncated = __builtin_elementwise_trunc(truncated * inverse) * step;
  const Doubles scale = __builtin_bit_cast(
      Doubles, (__builtin_convertvector(largest, Longs) + (1023 - fractionBits)) << 52);
  const auto result = __builtin_convertvector(truncated * scale, Floats);
  __builtin_memcpy(sums, &result, sizeof result);
}

template <int Width>
WARPSMITH_ALWAYS_INLINE void addIntegers(const int32_t *a, const int32_t *b, int stride,
                                         uint32_t *sums, int count) {
  using Integers = Vectors<Width>::Integers;
  auto sum = load<Integers>(sums);
  for (int k = 0; k < count; ++k)
    sum += a[k] * load<Integers>(b + std::ptrdiff_t(k) * stride);
  __builtin_memcpy(sums, &sum, sizeof sum);
}

struct Problem {
  const MatrixOperand &a, &b;
  uint32_t *sums;
  int rows, columns, k, group, productShift;
  TensorCoreModel model;
};

/// One element with infinities or NaNs among its terms; says whether there were any.
bool addSpecial(const Problem &problem, int row, int column, int first, int count) {
  uint32_t &sum = problem.sums[row * problem.columns + column];
  const float addend = std::bit_cast<float>(sum);
  bool special = !std::isfinite(addend);
  double total = special ? addend : 0;
  for (int k = first; k < first + count; ++k) {
    const int left = row * problem.a.stride + k, right = k * problem.b.stride + column;
    const auto value = [&](const MatrixOperand &operand, int at) -> double {
      const int32_t significand = operand.significand[at];
      if (operand.exponent[at] != SpecialExponent)
        return significand; // its sign, and whether it is zero
      constexpr double Infinity = std::numeric_limits<double>::infinity();
      return significand == 0 ? std::numeric_limits<double>::quiet_NaN() : significand * Infinity;
    };
    if (problem.a.exponent[left] != SpecialExponent && problem.b.exponent[right] != SpecialExponent)
      continue;
    special = true;
    total += value(problem.a, left) * value(problem.b, right);
  }
  if (special)
    sum = std::isnan(total) ? CanonicalNan : std::bit_cast<uint32_t>(static_cast<float>(total));
  return special;
}

template <int Width>
WARPSMITH_ALWAYS_INLINE void strip(const Problem &problem, int row, int column, bool integers) {
  const MatrixOperand &a = problem.a, &b = problem.b;
  uint32_t *sums = problem.sums + row * problem.columns + column;
  if (integers) {
    addIntegers<Width>(a.significand + row * a.stride, b.significand + column, b.stride, sums,
                       problem.k);
    return;
  }
  for (int first = 0; first < problem.k; first += problem.group) {
    bool special = a.special || b.special;
    for (int i = 0; i < Width; ++i)
      special = special || (sums[i] & 0x7f800000) == 0x7f800000;
    uint32_t kept[Width];
    bool isSpecial[Width] = {};
    if (special)
      for (int i = 0; i < Width; ++i) {
        isSpecial[i] = addSpecial(problem, row, column + i, first, problem.group);
        kept[i] = sums[i];
      }
    addProducts<Width>(a.significand + row * a.stride + first, a.exponent + row * a.stride + first,
                       b.significand + first * b.stride + column,
                       b.exponent + first * b.stride + column, b.stride, sums, problem.group,
                       problem.productShift, problem.model);
    if (special)
      for (int i = 0; i < Width; ++i)
        if (isSpecial[i])
          sums[i] = kept[i];
  }
}

template <int Width>
WARPSMITH_ALWAYS_INLINE void everything(const Problem &problem, bool integers) {
  for (int row = 0; row < problem.rows; ++row) {
    int column = 0;
    for (; column + Width <= problem.columns; column += Width)
      strip<Width>(problem, row, column, integers);
    for (; column < problem.columns; column += 8)
      strip<8>(problem, row, column, integers);
  }
}

#ifdef __x86_64__
__attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,fma"))) void wide(const Problem &problem,
                                                                            bool integers) {
  everything<16>(problem, integers);
}
__attribute__((target("avx2,fma"))) void medium(const Problem &problem, bool integers) {
  everything<8>(problem, integers);
}
#endif
void portable(const Problem &problem, bool integers) {
  everything<8>(problem, integers);
}

} // namespace

void MatrixOperand::set(int row, int column, MatrixType type, uint32_t bits, bool negated) {
  const int at = row * stride + column;
  if (isInteger(type)) {
    significand[at] = rowOf(type).kind == NumberKind::SignedInteger
                          ? static_cast<int8_t>(bits)
                          : static_cast<int32_t>(static_cast<uint8_t>(bits));
    return;
  }
  const Format shape = format(type);
  if (type == MatrixType::tf32)
    bits >>= SingleFraction - shape.fraction;
  const int32_t fraction = static_cast<int32_t>(bits & ((1u << shape.fraction) - 1));
  const uint32_t rest = bits >> shape.fraction;
  const int32_t biased = static_cast<int32_t>(rest) & shape.largest;
  const bool negative = (rest > static_cast<uint32_t>(shape.largest)) != negated;
  int32_t magnitude = fraction | (biased ? 1 << shape.fraction : 0);
  exponent[at] = std::max(biased, 1) - shape.bias;
  const bool isNan = fraction == (1 << shape.fraction) - 1; // where infinities do not exist
  if (biased == shape.largest && (shape.largestIsSpecial || isNan)) {
    exponent[at] = SpecialExponent;
    magnitude = shape.largestIsSpecial && fraction == 0;
    special = true;
  } else if (magnitude == 0) {
    exponent[at] = ZeroExponent;
  }
  significand[at] = negative ? -magnitude : magnitude;
}

TensorCoreModel tensorCoreModel(int k) {
  switch (device().major) {
  case 7:
    return {device().minor == 0 ? 23 : 24, std::min(k, 4)};
  case 8:
    return {24, std::min(k, std::max(4, k / 2))};
  default:
    return {25, k};
  }
}

void multiplyAccumulate(const MatrixOperand &a, const MatrixOperand &b, uint32_t *sums, int rows,
                        int columns, int k, MatrixType typeA, MatrixType typeB,
                        TensorCoreModel model) {
  const Problem problem{a,
                        b,
                        sums,
                        rows,
                        columns,
                        k,
                        model.group ? model.group : k,
                        model.fractionBits - format(typeA).fraction - format(typeB).fraction,
                        model};
  const bool integers = isInteger(typeA);
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl"))
    return wide(problem, integers);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return medium(problem, integers);
#endif
  portable(problem, integers);
}

} // namespace warpsmith::emulator
