/// PTX instructions that multiply matrices. Emulation mode only.
#pragma once

#include "warpsmith_emulator/narrow_float.h"
#include "warpsmith_emulator/ptx_registers.h"
#include "warpsmith_emulator/warp_matrix.h"
#include "warpsmith_emulator/warpgroup.h"

namespace warpsmith::emulator::ptx {

inline void wgmma_fence(Location where = Location::current()) {
  warpgroupFence(where);
}
inline void wgmma_commit_group(Location where = Location::current()) {
  warpgroupCommit(where);
}
inline void wgmma_wait_group(int pending, Location where = Location::current()) {
  warpgroupWait(pending, where);
}

template <int Columns, MatrixType TypeA, MatrixType TypeB>
WarpgroupProduct warpgroupProduct(const Registers<Columns / 2, 4> &sums, uint64_t b,
                                  bool accumulate) {
  WarpgroupProduct product;
  product.n = Columns;
  product.a = TypeA;
  product.b = TypeB;
  product.sums = sums.at;
  product.bDescriptor = b;
  product.accumulate = accumulate;
  return product;
}
/// The immediate operands; those that a type does not have are missing.
inline void scale(WarpgroupProduct &product, int aScale, int bScale, Location where) {
  if ((aScale != 1 && aScale != -1) || (bScale != 1 && bScale != -1))
    fail("wgmma", "wgmma: imm-scale-a and imm-scale-b are 1 or -1", where);
  product.aScale = aScale;
  product.bScale = bScale;
}
inline void transpose(WarpgroupProduct &product, int a, int b, Location where) {
  if (elementBytes(product.a) != 2)
    fail("wgmma", "wgmma: only 16-bit operands can be transposed", where);
  if ((a != 0 && a != 1) || (b != 0 && b != 1))
    fail("wgmma", "wgmma: imm-trans-a and imm-trans-b are 0 or 1", where);
  product.aTransposed = a;
  product.bTransposed = b;
}

// A from shared memory.
template <int Columns, MatrixType TypeA, MatrixType TypeB>
WARPSMITH_UNCHECKED void wgmma_mma_async(const Registers<Columns / 2, 4> &sums, uint64_t a,
                                         uint64_t b, bool accumulate,
                                         Location where = Location::current()) {
  static_assert(isInteger(TypeA), "Floating-point products take imm-scale-a and imm-scale-b.");
  WarpgroupProduct product = warpgroupProduct<Columns, TypeA, TypeB>(sums, b, accumulate);
  product.aDescriptor = a;
  warpgroupMultiply(product, where);
}
template <int Columns, MatrixType TypeA, MatrixType TypeB>
WARPSMITH_UNCHECKED void wgmma_mma_async(const Registers<Columns / 2, 4> &sums, uint64_t a,
                                         uint64_t b, bool accumulate, int aScale, int bScale,
                                         Location where = Location::current()) {
  static_assert(!isInteger(TypeA) && elementBytes(TypeA) != 2,
                "16-bit operands take imm-trans-a and imm-trans-b.");
  WarpgroupProduct product = warpgroupProduct<Columns, TypeA, TypeB>(sums, b, accumulate);
  product.aDescriptor = a;
  scale(product, aScale, bScale, where);
  warpgroupMultiply(product, where);
}
template <int Columns, MatrixType TypeA, MatrixType TypeB>
WARPSMITH_UNCHECKED void wgmma_mma_async(const Registers<Columns / 2, 4> &sums, uint64_t a,
                                         uint64_t b, bool accumulate, int aScale, int bScale,
                                         int aTransposed, int bTransposed,
                                         Location where = Location::current()) {
  static_assert(elementBytes(TypeA) == 2, "Only 16-bit operands can be transposed.");
  WarpgroupProduct product = warpgroupProduct<Columns, TypeA, TypeB>(sums, b, accumulate);
  product.aDescriptor = a;
  scale(product, aScale, bScale, where);
  transpose(product, aTransposed, bTransposed, where);
  warpgroupMultiply(product, where);
}

// A from registers.
template <int Columns, MatrixType TypeA, MatrixType TypeB>
WARPSMITH_UNCHECKED void wgmma_mma_async(const Registers<Columns / 2, 4> &sums,
                                         const Registers<4, 4> &a, uint64_t b, bool accumulate,
                                         Location where = Location::current()) {
  static_assert(isInteger(TypeA), "Floating-point products take imm-scale-a and imm-scale-b.");
  WarpgroupProduct product = warpgroupProduct<Columns, TypeA, TypeB>(sums, b, accumulate);
  product.aValues = a.at;
  product.aVariables = a.isVariable;
  warpgroupMultiply(product, where);
}
template <int Columns, MatrixType TypeA, MatrixType TypeB>
WARPSMITH_UNCHECKED void
wgmma_mma_async(const Registers<Columns / 2, 4> &sums, const Registers<4, 4> &a, uint64_t b,
                bool accumulate, int aScale, int bScale, Location where = Location::current()) {
  static_assert(!isInteger(TypeA) && elementBytes(TypeA) != 2, "16-bit operands take imm-trans-b.");
  WarpgroupProduct product = warpgroupProduct<Columns, TypeA, TypeB>(sums, b, accumulate);
  product.aValues = a.at;
  product.aVariables = a.isVariable;
  scale(product, aScale, bScale, where);
  warpgroupMultiply(product, where);
}
template <int Columns, MatrixType TypeA, MatrixType TypeB>
WARPSMITH_UNCHECKED void wgmma_mma_async(const Registers<Columns / 2, 4> &sums,
                                         const Registers<4, 4> &a, uint64_t b, bool accumulate,
                                         int aScale, int bScale, int bTransposed,
                                         Location where = Location::current()) {
  static_assert(elementBytes(TypeA) == 2, "Only 16-bit operands can be transposed.");
  WarpgroupProduct product = warpgroupProduct<Columns, TypeA, TypeB>(sums, b, accumulate);
  product.aValues = a.at;
  product.aVariables = a.isVariable;
  scale(product, aScale, bScale, where);
  transpose(product, 0, bTransposed, where);
  warpgroupMultiply(product, where);
}

// The warp's own.
template <int Rows, int Columns, int Steps, MatrixType TypeA, MatrixType TypeB, int Results,
          int AValues, int BValues, int Bytes>
WARPSMITH_UNCHECKED void
mma_sync(const Registers<Results, Bytes> &d, const Registers<AValues, Bytes> &a,
         const Registers<BValues, Bytes> &b, const Registers<Results, Bytes> &c,
         Location where = Location::current()) {
  static_assert(Bytes == (TypeA == MatrixType::f64 ? 8 : 4) && Results * 32 == Rows * Columns &&
                    AValues * 32 * Bytes == Rows * Steps * elementBytes(TypeA) &&
                    BValues * 32 * Bytes == Columns * Steps * elementBytes(TypeB),
                "As many registers as the shape has.");
  multiplyWarp({Rows, Columns, Steps, TypeA, TypeB, d.at, a.at, b.at, c.at}, where);
}
/// Sums in half, two a register, which are rounded once an instruction.
template <int Rows, int Columns, int Steps, int Results, int AValues, int BValues>
WARPSMITH_UNCHECKED void
mma_sync_half(const Registers<Results, 4> &d, const Registers<AValues, 4> &a,
              const Registers<BValues, 4> &b, const Registers<Results, 4> &c,
              Location where = Location::current()) {
  static_assert(Results * 64 == Rows * Columns && AValues * 64 == Rows * Steps &&
                    BValues * 64 == Columns * Steps,
                "As many registers as the shape has.");
  float sums[2 * Results];
  void *at[2 * Results];
  for (int number = 0; number < 2 * Results; ++number) {
    const uint32_t bits = *static_cast<const uint32_t *>(c.at[number / 2]);
    sums[number] = HalfFormat::widen(static_cast<unsigned short>(bits >> (16 * (number % 2))));
    at[number] = &sums[number];
  }
  multiplyWarp({Rows, Columns, Steps, MatrixType::f16, MatrixType::f16, at, a.at, b.at, at}, where);
  for (int number = 0; number < Results; ++number)
    *static_cast<uint32_t *>(d.at[number]) =
        HalfFormat::narrow(sums[2 * number]) |
        static_cast<uint32_t>(HalfFormat::narrow(sums[2 * number + 1])) << 16;
}
template <bool Transposed, int Count>
WARPSMITH_UNCHECKED void ldmatrix(const Registers<Count, 4> &to, uint32_t row,
                                  Location where = Location::current()) {
  loadMatrices(to.at, Count, Transposed, row, where);
}
template <bool Transposed, int Count>
WARPSMITH_UNCHECKED void ldmatrix_generic(const Registers<Count, 4> &to, const void *row,
                                          Location where = Location::current()) {
  loadMatrices(to.at, Count, Transposed, sharedAddress(row), where);
}
template <bool Transposed, int Count>
WARPSMITH_UNCHECKED void stmatrix(uint32_t row, const Registers<Count, 4> &from,
                                  Location where = Location::current()) {
  storeMatrices(from.at, Count, Transposed, row, where);
}

inline void setmaxnreg_inc(int count, Location where = Location::current()) {
  setRegisters(count, true, where);
}
inline void setmaxnreg_dec(int count, Location where = Location::current()) {
  setRegisters(count, false, where);
}

} // namespace warpsmith::emulator::ptx
