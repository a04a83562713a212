/// mma.sync, ldmatrix and stmatrix: matrices that a warp's lanes hold together. Emulation mode
/// only.
#pragma once

#include "warpsmith_emulator/device.h"
#include "warpsmith_emulator/matrix_types.h"

namespace warpsmith::emulator {

/// One lane's registers of mma.sync.mMnNkK: 32 bits each, or doubles.
struct WarpProduct {
  int m, n, k;
  MatrixType a, b;
  void *const *results, *const *aValues, *const *bValues, *const *addends;
  /// True for what all lanes must have in common.
  bool sameShape(const WarpProduct &other) const {
    return m == other.m && n == other.n && k == other.k && a == other.a && b == other.b;
  }
};
void multiplyWarp(const WarpProduct &product, Location where = Location::current());

/// ldmatrix.m8n8.x1, .x2, .x4: lane 8 * i + r has the shared address of row r of matrix i, of 8
/// numbers of 16 bits; each lane gets two neighbours of a row of each matrix, or of a column.
void loadMatrices(void *const *registers, int count, bool transposed, uint32_t address,
                  Location where = Location::current());
/// stmatrix: the other way.
void storeMatrices(void *const *registers, int count, bool transposed, uint32_t address,
                   Location where = Location::current());

/// setmaxnreg: the registers that each thread of the warpgroup has from now on. An increase waits
/// until the block has as many.
void setRegisters(int count, bool increase, Location where = Location::current());

} // namespace warpsmith::emulator
