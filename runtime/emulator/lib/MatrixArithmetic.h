/// D = A * B + D as the tensor cores compute it.
///
/// Floating point follows the model that Xie et al. found by probing, "MMA-Sim: Bit-Accurate
/// Reference Model of Tensor Cores and Matrix Cores" (2025): the exact products and the addend are
/// shifted to the largest exponent among them, cut off after some fractional bits, summed exactly,
/// and the sum is rounded toward zero. Integers wrap.
#pragma once

#include "runtime/emulator/include/warpsmith_emulator/matrix_types.h"
#include <cstdint>

namespace warpsmith::emulator {

/// An operand taken apart. B lies row by row as it is multiplied, A likewise.
struct MatrixOperand {
  static constexpr int Capacity = 256 * 32;
  /// Value = significand * 2^(exponent - fraction bits of the type). Integers have no exponent.
  alignas(64) int32_t significand[Capacity];
  alignas(64) int32_t exponent[Capacity];
  int stride = 0;       ///< elements of a row
  bool special = false; ///< has an infinity or a NaN

  /// Takes the element apart, negated if asked.
  void set(int row, int column, MatrixType type, uint32_t bits, bool negated = false);
};

/// How an architecture adds.
struct TensorCoreModel {
  int fractionBits;    ///< kept of each term
  int group;           ///< products that are added at once; 0 for all
  int resultBits = 23; ///< fraction bits of the sum
};
/// Of the emulated device, for mma.sync of `k` products; wgmma has Hopper's.
TensorCoreModel tensorCoreModel(int k);

/// sums, rows x columns, holds FP32 or, for integers, 32-bit numbers. `columns` is a multiple of 8.
void multiplyAccumulate(const MatrixOperand &a, const MatrixOperand &b, uint32_t *sums, int rows,
                        int columns, int k, MatrixType typeA, MatrixType typeB,
                        TensorCoreModel model);

} // namespace warpsmith::emulator
