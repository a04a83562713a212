/// mma_sync(): D = A * B + C by the whole warp.
///
/// The order in which the hardware adds is not specified. Here every element is
/// fma(a[k], b[k], sum), k ascending, starting from C: products are exact and the sum is rounded to
/// FP32 (FP64 for double, 32-bit integers for 8-bit operands) at each step; a __half result is
/// rounded once, at the end. Of TF32 operands the lower 13 bits are ignored, as by the hardware.
#pragma once

#include "warpsmith_emulator/core.h"
#include "warpsmith_emulator/wmma_fragment.h"
#include <limits.h>

namespace warpsmith {
namespace emulator {

/// What products and sums of a family are computed in.
template <OperandFamily Family>
struct WmmaArithmetic {
  using type = float;
};
template <>
struct WmmaArithmetic<OperandFamily::Bits8> {
  using type = int;
};
template <>
struct WmmaArithmetic<OperandFamily::Double> {
  using type = double;
};

template <typename Type>
struct OperandValue {
  template <typename Number>
  WARPSMITH_INLINE static Number of(Type value) {
    return static_cast<Number>(value);
  }
};
template <>
struct OperandValue<__half> {
  template <typename Number>
  WARPSMITH_INLINE static Number of(__half value) {
    return HalfFormat::widen(bitCast<unsigned short>(value));
  }
};
template <>
struct OperandValue<__nv_bfloat16> {
  template <typename Number>
  WARPSMITH_INLINE static Number of(__nv_bfloat16 value) {
    return Bfloat16Format::widen(bitCast<unsigned short>(value));
  }
};
template <>
struct OperandValue<nvcuda::wmma::precision::tf32> {
  template <typename Number>
  WARPSMITH_INLINE static Number of(float value) {
    return bitCast<float>(bitCast<unsigned int>(value) & ~0x1fffu);
  }
};

/// One product: the lanes' shares and the arithmetic on the whole matrices.
template <int m, int n, int k, typename Type, typename Result, typename Addend>
struct WmmaProduct {
  using LayoutA = WmmaLayout<nvcuda::wmma::matrix_a, m, n, k, Type>;
  using LayoutB = WmmaLayout<nvcuda::wmma::matrix_b, m, n, k, Type>;
  using LayoutC = WmmaLayout<nvcuda::wmma::accumulator, m, n, k, Result>;
  using Stored = typename WmmaStorage<Type>::type;
  using Number = typename WmmaArithmetic<LayoutA::Family>::type;

  struct Share {
    Stored a[LayoutA::Elements], b[LayoutB::Elements];
    Addend c[LayoutC::Elements];
    Result d[LayoutC::Elements];
    unsigned long long origins[3];
    bool agreed;
  };

  /// Runs in one lane for all. `saturate`, for integers only: clamps the sum instead of wrapping.
  WARPSMITH_UNCHECKED static void multiply(void *saturate, void *const values[32]) {
    Number a[m][k], b[k][n], sum[m][n];
    const Share *first = static_cast<Share *>(values[0]);
    bool agreed = true;
    for (int lane = 0; lane < 32; ++lane) {
      const Share *share = static_cast<Share *>(values[lane]);
      if (!share) {
        agreed = false;
        break;
      }
      for (int i = 0; i < 3; ++i)
        agreed = agreed && share->origins[i] == first->origins[i];
      for (int i = 0; i < LayoutA::Elements; ++i) {
        const Position at = LayoutA::position(lane, i);
        a[at.row][at.column] = OperandValue<Type>::template of<Number>(share->a[i]);
      }
      for (int i = 0; i < LayoutB::Elements; ++i) {
        const Position at = LayoutB::position(lane, i);
        b[at.row][at.column] = OperandValue<Type>::template of<Number>(share->b[i]);
      }
      for (int i = 0; i < LayoutC::Elements; ++i) {
        const Position at = LayoutC::position(lane, i);
        sum[at.row][at.column] = OperandValue<Addend>::template of<Number>(share->c[i]);
      }
    }
    if (agreed)
      accumulate(a, b, sum, *static_cast<bool *>(saturate));
    for (int lane = 0; lane < 32; ++lane) {
      Share *share = static_cast<Share *>(values[lane]);
      if (!share)
        continue;
      share->agreed = agreed;
      for (int i = 0; agreed && i < LayoutC::Elements; ++i) {
        const Position at = LayoutC::position(lane, i);
        share->d[i] = static_cast<Result>(sum[at.row][at.column]);
      }
    }
  }

private:
  /// Eight neighbours of a row: written as vectors because emulated programs are compiled without
  /// automatic vectorisation.
  typedef Number Vector __attribute__((ext_vector_type(8)));
  static_assert(n % 8 == 0, "Rows are whole vectors.");

  WARPSMITH_INLINE static Vector loadVector(const Number *from) {
    Vector vector;
    __builtin_memcpy(&vector, from, sizeof vector);
    return vector;
  }
  template <typename Real, typename Reals>
  WARPSMITH_INLINE static Reals addProduct(Real a, Reals b, Reals sum) {
    return __builtin_elementwise_fma(static_cast<Reals>(a), b, sum);
  }
  /// A sum of products of 8-bit numbers fits in 32 bits.
  template <typename Integers>
  WARPSMITH_INLINE static Integers addProduct(int a, Integers b, Integers sum) {
    return sum + static_cast<Integers>(a) * b;
  }

  template <typename Real>
  WARPSMITH_INLINE static void accumulate(const Real (&a)[m][k], const Real (&b)[k][n],
                                          Real (&sum)[m][n], bool) {
    for (int i = 0; i < m; ++i)
      addRow(a[i], b, sum[i]);
  }
  WARPSMITH_INLINE static void accumulate(const int (&a)[m][k], const int (&b)[k][n],
                                          int (&sum)[m][n], bool saturate) {
    for (int i = 0; i < m; ++i) {
      int products[n] = {};
      addRow(a[i], b, products);
      for (int j = 0; j < n; ++j) {
        const long long exact = static_cast<long long>(sum[i][j]) + products[j];
        sum[i][j] = !saturate         ? static_cast<int>(exact)
                    : exact > INT_MAX ? INT_MAX
                    : exact < INT_MIN ? INT_MIN
                                      : static_cast<int>(exact);
      }
    }
  }
  /// sum += a * b, k ascending.
  WARPSMITH_INLINE static void addRow(const Number (&a)[k], const Number (&b)[k][n],
                                      Number (&sum)[n]) {
#pragma clang loop unroll(full)
    for (int j = 0; j < n; j += 8) {
      Vector vector = loadVector(&sum[j]);
#pragma clang loop unroll(full)
      for (int step = 0; step < k; ++step)
        vector = addProduct(a[step], loadVector(&b[step][j]), vector);
      __builtin_memcpy(&sum[j], &vector, sizeof vector);
    }
  }
};

template <typename Type, typename Result, typename Addend>
struct IsWmmaAccumulation {
  static constexpr bool value = false;
};
#define WARPSMITH_ACCUMULATION(Type, Result, Addend)                                               \
  template <>                                                                                      \
  struct IsWmmaAccumulation<Type, Result, Addend> {                                                \
    static constexpr bool value = true;                                                            \
  };
WARPSMITH_ACCUMULATION(__half, float, float)
WARPSMITH_ACCUMULATION(__half, float, __half)
WARPSMITH_ACCUMULATION(__half, __half, float)
WARPSMITH_ACCUMULATION(__half, __half, __half)
WARPSMITH_ACCUMULATION(__nv_bfloat16, float, float)
WARPSMITH_ACCUMULATION(nvcuda::wmma::precision::tf32, float, float)
WARPSMITH_ACCUMULATION(signed char, int, int)
WARPSMITH_ACCUMULATION(unsigned char, int, int)
WARPSMITH_ACCUMULATION(double, double, double)
#undef WARPSMITH_ACCUMULATION

} // namespace emulator
} // namespace warpsmith

namespace nvcuda {
namespace wmma {

template <int m, int n, int k, typename T, typename OrderA, typename OrderB, typename Result,
          typename Addend>
WARPSMITH_UNCHECKED void
mma_sync(fragment<accumulator, m, n, k, Result> &d, const fragment<matrix_a, m, n, k, T, OrderA> &a,
         const fragment<matrix_b, m, n, k, T, OrderB> &b,
         const fragment<accumulator, m, n, k, Addend> &c, bool saturate = false,
         warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  using Product = warpsmith::emulator::WmmaProduct<m, n, k, T, Result, Addend>;
  static_assert(warpsmith::emulator::IsWmmaAccumulation<T, Result, Addend>::value,
                "CUDA has no mma_sync() with this accumulator for operands of this type.");
  typename Product::Share share;
  __builtin_memcpy(share.a, a.x, sizeof share.a);
  __builtin_memcpy(share.b, b.x, sizeof share.b);
  __builtin_memcpy(share.c, c.x, sizeof share.c);
  share.origins[0] = a.warpsmithOrigin;
  share.origins[1] = b.warpsmithOrigin;
  share.origins[2] = c.warpsmithOrigin;
  warpsmith::emulator::combineWarp(0xffffffff, &share, sizeof share, Product::multiply, &saturate,
                                   where);
  if (!share.agreed)
    warpsmith::emulator::fail(
        "emulator-wmma",
        "not all lanes of the warp loaded the operands from the same matrices, or some have exited",
        where);
  __builtin_memcpy(static_cast<void *>(d.x), share.d, sizeof share.d);
  d.warpsmithOrigin = 0;
}

} // namespace wmma
} // namespace nvcuda
