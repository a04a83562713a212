/// Which lane of a warp holds which element of a WMMA matrix.
///
/// CUDA leaves it open; this is how sm_80 and newer do it where that is known, which is wherever
/// WMMA maps onto mma.sync: a WMMA shape is made of mma.m16n8k16 (16-bit and 8-bit types), m16n8k8
/// (TF32) or m8n8k4 (double) tiles, whose fragments PTX ISA 8.x specifies under "Matrix Fragments
/// for mma.m16n8k16 with floating point type", "... with integer type", "... mma.m16n8k8" and
/// "... mma.m8n8k4 with .f64". With g = lane / 4 and q = lane % 4:
///
///     16-bit A  x[i]: row g + 8 * bit 1 of i, column 2q + bit 0 + 8 * bit 2; 8 to a 16-row tile
///     16-bit B  x[i]: row 2q + bit 0 + 8 * bit 1, column g; 4 to an 8-column tile
///     8-bit A   x[i]: row g + 8 * bit 2, column 4q + bits 0, 1; 8 to a 16-row tile
///     8-bit B   x[i]: row 4q + bits 0, 1, column g; 4 to an 8-column tile
///     TF32 A    x[i]: row g + 8 * bit 0, column q + 4 * bit 1
///     TF32 B    x[i]: row q + 4 * bit 0, column g; 2 to an 8-column tile
///     double    A x[0]: row g, column q; B x[0]: row q, column g
///     C, D      x[i]: row g + 8 * bit 1, column 2q + bit 0; 4 to a 16 x 8 tile
///
/// Tiles follow each other along the longer side. In m8n32k16 A has one 8-row half of a tile and C
/// 8 x 8 tiles; that one is our choice. Fragments of A and B of __half have 16 elements in every
/// shape, as in CUDA; where the matrix has fewer, x repeats.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "warpsmith_emulator/qualifiers.h"

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}

} // namespace wmma
} // namespace nvcuda

namespace warpsmith {
namespace emulator {

/// What a fragment's type parameter is in memory.
template <typename Type>
struct WmmaStorage {
  using type = Type;
};
template <>
struct WmmaStorage<nvcuda::wmma::precision::tf32> {
  using type = float;
};

struct Position {
  int row, column;
};

/// Families of operand types with one layout.
enum class OperandFamily { None, Bits16, Bits8, Tf32, Double };
template <typename Type>
struct FamilyOf {
  static constexpr OperandFamily value = OperandFamily::None;
};
template <OperandFamily Family>
struct IsFamily {
  static constexpr OperandFamily value = Family;
};
template <>
struct FamilyOf<__half> : IsFamily<OperandFamily::Bits16> {};
template <>
struct FamilyOf<__nv_bfloat16> : IsFamily<OperandFamily::Bits16> {};
template <>
struct FamilyOf<signed char> : IsFamily<OperandFamily::Bits8> {};
template <>
struct FamilyOf<unsigned char> : IsFamily<OperandFamily::Bits8> {};
template <>
struct FamilyOf<nvcuda::wmma::precision::tf32> : IsFamily<OperandFamily::Tf32> {};
template <>
struct FamilyOf<double> : IsFamily<OperandFamily::Double> {};

/// Shapes that CUDA has for operands of a family.
WARPSMITH_DEVICE constexpr bool isWmmaShape(OperandFamily family, int m, int n, int k) {
  switch (family) {
  case OperandFamily::Bits16:
  case OperandFamily::Bits8:
    return k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
  case OperandFamily::Tf32:
    return m == 16 && n == 16 && k == 8;
  case OperandFamily::Double:
    return m == 8 && n == 8 && k == 4;
  case OperandFamily::None:
    return false;
  }
  return false;
}

/// Rows and columns of a matrix in an m x n x k product, and where each lane's elements are.
template <typename Use, int m, int n, int k, typename Type>
struct WmmaLayout;

template <int m, int n, int k, typename Type>
struct WmmaLayout<nvcuda::wmma::matrix_a, m, n, k, Type> {
  static constexpr OperandFamily Family = FamilyOf<Type>::value;
  static constexpr bool Supported = isWmmaShape(Family, m, n, k);
  static constexpr int Rows = m, Columns = k;
  /// Different elements that a lane holds.
  static constexpr int Elements = m * k / 32;

  WARPSMITH_INLINE static constexpr Position position(int lane, int i) {
    const int g = lane / 4, q = lane % 4;
    switch (Family) {
    case OperandFamily::Bits16:
      return m == 8 ? Position{g, 2 * q + i % 2 + 8 * (i / 2)}
                    : Position{g + 8 * (i / 2 % 2) + 16 * (i / 8), 2 * q + i % 2 + 8 * (i / 4 % 2)};
    case OperandFamily::Bits8:
      return m == 8 ? Position{g, 4 * q + i}
                    : Position{g + 8 * (i / 4 % 2) + 16 * (i / 8), 4 * q + i % 4};
    case OperandFamily::Tf32:
      return Position{g + 8 * (i % 2), q + 4 * (i / 2)};
    default:
      return Position{g, q};
    }
  }
};

template <int m, int n, int k, typename Type>
struct WmmaLayout<nvcuda::wmma::matrix_b, m, n, k, Type> {
  static constexpr OperandFamily Family = FamilyOf<Type>::value;
  static constexpr bool Supported = isWmmaShape(Family, m, n, k);
  static constexpr int Rows = k, Columns = n;
  static constexpr int Elements = k * n / 32;

  WARPSMITH_INLINE static constexpr Position position(int lane, int i) {
    const int g = lane / 4, q = lane % 4;
    switch (Family) {
    case OperandFamily::Bits16:
      return Position{2 * q + i % 2 + 8 * (i / 2 % 2), g + 8 * (i / 4)};
    case OperandFamily::Bits8:
      return Position{4 * q + i % 4, g + 8 * (i / 4)};
    case OperandFamily::Tf32:
      return Position{q + 4 * (i % 2), g + 8 * (i / 2)};
    default:
      return Position{q, g};
    }
  }
};

template <int m, int n, int k, typename Type>
struct WmmaLayout<nvcuda::wmma::accumulator, m, n, k, Type> {
  static constexpr bool Supported = isWmmaShape(OperandFamily::Bits16, m, n, k) ||
                                    isWmmaShape(OperandFamily::Tf32, m, n, k) ||
                                    isWmmaShape(OperandFamily::Double, m, n, k);
  static constexpr int Rows = m, Columns = n;
  static constexpr int Elements = m * n / 32;

  WARPSMITH_INLINE static constexpr Position position(int lane, int i) {
    const int g = lane / 4, column = 2 * (lane % 4) + i % 2;
    if (m == 8)
      return Position{g, column + 8 * (i / 2)};
    const int row = g + 8 * (i / 2 % 2);
    return m == 32 ? Position{row + 16 * (i / 4), column} : Position{row, column + 8 * (i / 4)};
  }
};

/// Length of x.
template <typename Use, int m, int n, int k, typename Type>
struct FragmentLength {
  static constexpr int value = WmmaLayout<Use, m, n, k, Type>::Elements;
};
template <int m, int n, int k>
struct FragmentLength<nvcuda::wmma::matrix_a, m, n, k, __half> {
  static constexpr int value = 16;
};
template <int m, int n, int k>
struct FragmentLength<nvcuda::wmma::matrix_b, m, n, k, __half> {
  static constexpr int value = 16;
};

} // namespace emulator
} // namespace warpsmith
