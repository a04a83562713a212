/// FP64 products from products of 8-bit integers: Ozaki, Uchino, Imamura, "Ozaki Scheme II: A
/// GEMM-oriented emulation of floating-point matrix multiplication using an integer modular
/// technique" (arXiv 2504.08009). Needs sm_90.
///
/// Each row of A and each column of B is scaled by a power of two and rounded to integers x and y.
/// Residues of x and y modulo pairwise coprime numbers p have 8 bits. The sum of k products x y,
/// modulo p, is that of the products of residues, which are exact in 32 bits. The Chinese remainder
/// theorem gives the sum from its residues, since its magnitude is below half of P, the product of
/// all p: by Cauchy and Schwarz, where the norms of scaled rows and columns are at most R with
/// R^2 < P / 2. The more moduli there are, the more bits x and y have.
///
/// What is lost: rounding takes at most 1/2 of each x and y. So a sum is off by at most
///
///   (sum |x| + sum |y|) / 2 + k / 4 <= sqrt(k) R + k / 4
///
/// The contract allows k 2^-53 S with S, the sum of all |x y|, for each element of C. Let `small`
/// be the elements of a row or a column below T = 2^28.5 sqrt(R) k^-0.75, zeros with them. At least
/// k - small(row) - small(column) steps multiply two elements of at least T, whatever their places
/// are. Where that is k / 8 or more, S is at least 2^54 R / sqrt(k), and k 2^-53 S is at least
/// twice what rounding loses. A tile of C with a row and a column for which that does not hold is
/// left to FP64's tensor cores. So is one with a row or column that is `exceptional': with
/// infinities or NaN, or beyond the range below.
#pragma once

#include "warpsmith/device/vector.h"
#include <cmath>

namespace warpsmith {

/// Numbers of moduli that a launch chooses among, on the device: 14, 15 or 16.
constexpr int MostModuli = 16, LeastModuli = 14, ModuliChoices = MostModuli - LeastModuli + 1;

/// Sums of more steps do not fit into 32 bits together with what reduces them. Of fewer, FP64's own
/// sums are more exact.
constexpr int MostResidueSteps = 1 << 16, LeastResidueSteps = 256;
/// From here on, 14 moduli are as exact as sums in FP64.
constexpr int LeastStepsOf14Moduli = 4096;
/// They are where scaled norms are at least this times R. A power of two can leave half of it, and
/// the mean error of random sums is then 1.05 times that of sums in FP64.
[[maybe_unused]] constexpr double LeastNormOf14Moduli = 0.53;

/// The sum of squares of a row or column that is not exceptional lies between these.
[[maybe_unused]] constexpr double LeastSquares = 0x1p-800, MostSquares = 0x1p800;
/// What an exceptional row or column counts as small elements.
[[maybe_unused]] constexpr unsigned Exceptional = 1u << 30;

/// Pairwise coprime, the largest first: 256 255 253 251 247 241 239 233 229 227 223 217 211 199 197
/// 193. Residues between -p / 2 and p / 2 have 8 bits.
__host__ __device__ constexpr int modulusOf(int index) {
  // What 256 exceeds them by, in bytes: registers, where a table would be memory.
  constexpr unsigned long long First = 0x17110f0905030100, Second = 0x3f3b392d27211d1b;
  return 256 - static_cast<int>((index < 8 ? First : Second) >> index % 8 * 8 & 255);
}

/// How many elements of a row and a column together may be small.
__host__ __device__ constexpr unsigned mostSmall(int steps) {
  return static_cast<unsigned>(steps - steps / 8);
}

/// What reduces 64-bit integers modulo one p.
struct Modulus {
  float modulus, inverse;
  /// The remainders of 256^j for the bytes of a number; of the number -2^63, in the bits of a float
  /// to which small integers can be added.
  unsigned low, high, start;
};

/// What gives a number from its residues, for one number of moduli. S = sum of weight * residue is
/// the number modulo P. Weights are in two parts, of which the high ones have so few bits that sums
/// of their products with residues are exact.
struct Reconstruction {
  double high[MostModuli], low[MostModuli];
  double product, rest, inverse; ///< P in two parts, and 1 / P
  double squares;                ///< R^2
};

struct ResidueTables {
  Modulus moduli[MostModuli];
  Reconstruction reconstructions[ModuliChoices];
};

/// Integers of FP32 in whose last bits a small integer stands: 1.5 * 2^23.
[[maybe_unused]] constexpr float FloatInteger = 12582912.0f;
[[maybe_unused]] constexpr unsigned FloatIntegerBits = 0x4b400000;

/// The tables, which are the same for all launches. Host code.
inline const ResidueTables &residueTables() {
  __extension__ typedef unsigned __int128 Wide;
  static const ResidueTables tables = [] {
    ResidueTables result = {};
    for (int i = 0; i < MostModuli; ++i) {
      const unsigned p = static_cast<unsigned>(modulusOf(i));
      Modulus &modulus = result.moduli[i];
      modulus.modulus = static_cast<float>(p);
      modulus.inverse = 1.0f / static_cast<float>(p);
      unsigned power = 1;
      for (int byte = 0; byte < 8; ++byte) {
        (byte < 4 ? modulus.low : modulus.high) |= power << byte % 4 * 8;
        if (byte < 7)
          power = power * 256 % p;
      }
      // -2^63 is -128 * 256^7.
      modulus.start = FloatIntegerBits + (p - power * 128 % p) % p;
    }
    for (int choice = 0; choice < ModuliChoices; ++choice) {
      const int count = LeastModuli + choice;
      Reconstruction &to = result.reconstructions[choice];
      Wide product = 1;
      for (int i = 0; i < count; ++i)
        product *= static_cast<unsigned>(modulusOf(i));
      int bits = 0;
      while (product >> bits != 0)
        ++bits;
      // 42 bits, products with residues of 8 bits, and 16 of them fit into FP64's 53.
      const int cut = bits - 42;
      for (int i = 0; i < count; ++i) {
        const unsigned p = static_cast<unsigned>(modulusOf(i));
        const Wide others = product / p;
        unsigned inverse = 1;
        while (others % p * inverse % p != 1)
          ++inverse;
        const Wide weight = others * inverse;
        to.high[i] =
            std::ldexp(static_cast<double>(static_cast<unsigned long long>(weight >> cut)), cut);
        to.low[i] = static_cast<double>(weight - (weight >> cut << cut));
      }
      const int below = bits - 53;
      to.product =
          std::ldexp(static_cast<double>(static_cast<unsigned long long>(product >> below)), below);
      to.rest = static_cast<double>(product - (product >> below << below));
      to.inverse = 1.0 / to.product;
      // Less than P / 2, for what rounding to integers adds to the norms.
      to.squares = 0.48 * to.product;
    }
    return result;
  }();
  return tables;
}

/// T for each number of moduli, or a number above all where that is not to be taken. Host code.
struct SmallBelow {
  double limits[ModuliChoices];
};
inline SmallBelow smallBelow(int steps) {
  SmallBelow below;
  for (int choice = 0; choice < ModuliChoices; ++choice)
    below.limits[choice] =
        choice == 0 && steps < LeastStepsOf14Moduli
            ? 0x1p100
            : 0x1.6a09e667f3bcdp28 *
                  std::pow(residueTables().reconstructions[choice].squares, 0.25) *
                  std::pow(static_cast<double>(steps), -0.75);
  return below;
}

/// 2^exponent, which must be a normal number.
__device__ __forceinline__ double powerOfTwo64(int exponent) {
  return __hiloint2double((exponent + 1023) << 20, 0);
}

/// The exponent of the largest power of two that scales a row or column with this sum of squares to
/// norms of at most R.
__device__ __forceinline__ int scaleExponent(double squares, const Reconstruction &by) {
  return ilogb(by.squares / squares) >> 1;
}

/// The residue of x + 2^63, whose halves are given, less that of 2^63: in the last 8 bits, signed.
__device__ __forceinline__ unsigned residueBits(unsigned low, unsigned high,
                                                const Modulus &modulus) {
  // At most 8 * 255 * 255 and p, beside what makes it a float.
  const float sum =
      __uint_as_float(__dp4a(low, modulus.low, __dp4a(high, modulus.high, modulus.start)));
  // Fused, so that the quotient is rounded once, to the nearest integer.
  const float quotient = __fadd_rn(
      __fmaf_rn(__fadd_rn(sum, -FloatInteger), modulus.inverse, FloatInteger), -FloatInteger);
  return __float_as_uint(__fmaf_rn(-modulus.modulus, quotient, sum));
}

/// Reduces sums of products of residues modulo one p.
struct SumReduction {
  float modulus, inverse;
  int fold; ///< 2^16 modulo p, less 2^16

  __device__ static SumReduction of(int index) {
    const int p = modulusOf(index), power = (1 << 16) % p;
    return {(float)p, 1.0f / (float)p, (power > p / 2 ? power - p : power) - (1 << 16)};
  }
  /// Between -p / 2 and p / 2, of sums up to 2^30.
  __device__ __forceinline__ signed char operator()(int sum) const {
    const float folded = __int_as_float(sum + (sum >> 16) * fold + (int)FloatIntegerBits);
    const float quotient = __fadd_rn(
        __fmaf_rn(__fadd_rn(folded, -FloatInteger), inverse, FloatInteger), -FloatInteger);
    return (signed char)__float_as_int(__fmaf_rn(-modulus, quotient, folded));
  }
};

/// The products of residues: a batch with one for each modulus, as kernels/wgmma.cuh takes it.
struct ResidueBatch {
  int m, n, k;
  const signed char *a;
  int lda;
  const signed char *b;
  int ldb;
  signed char *c;
  int ldc;
  long long batchA, batchB, batchC;
  int products, plane;           ///< of the batch, at most; which of them this is
  const int *productsByData;     ///< how many there are
  SumReduction reduction;        ///< modulo that of this product
  bool storesPairs, storesTiles; ///< how C is written

  /// The residue of a sum.
  __device__ signed char finish(unsigned sum, int, int) const { return reduction((int)sum); }
  /// Becomes product `index` of the batch.
  __device__ void moveTo(int index) {
    c += index * batchC;
    plane = index;
    reduction = SumReduction::of(index);
  }
};

/// The four numbers whose residues are the bytes of residues[0], residues[1], ... of `count`
/// moduli.
__device__ __forceinline__ void reconstruct(double (&numbers)[4],
                                            const unsigned (&residues)[MostModuli], int count,
                                            const Reconstruction &by) {
  double low[4] = {}, high[4] = {};
#pragma unroll
  for (int i = 0; i < MostModuli; ++i)
    if (i < count) {
#pragma unroll
      for (int byte = 0; byte < 4; ++byte) {
        // With the sign's bit turned, 128 more: in the last bits of 2^52.
        const unsigned positive = __byte_perm(residues[i] ^ 0x80808080u, 0, 0x4440 + byte);
        const double residue = __hiloint2double(0x43300000, (int)positive) - (0x1p52 + 128.0);
        high[byte] = __fma_rn(residue, by.high[i], high[byte]);
        low[byte] = __fma_rn(residue, by.low[i], low[byte]);
      }
    }
#pragma unroll
  for (int byte = 0; byte < 4; ++byte) {
    const double multiple = rint(high[byte] * by.inverse);
    // Both terms are exact but for what the low weights lack. So the sum is rounded once, and one
    // of integers of few bits is exact.
    numbers[byte] =
        __fma_rn(-multiple, by.product, high[byte]) + __fma_rn(-multiple, by.rest, low[byte]);
  }
}

} // namespace warpsmith
