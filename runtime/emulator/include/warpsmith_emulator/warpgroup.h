/// wgmma: four warps multiply matrices of shared memory while they go on. Emulation mode only.
#pragma once

#include "warpsmith_emulator/device.h"
#include "warpsmith_emulator/matrix_types.h"

namespace warpsmith::emulator {

/// One thread's operands of wgmma.mma_async.m64nNkK.
struct WarpgroupProduct {
  int n = 0;
  MatrixType a{}, b{};
  void *const *sums = nullptr;      ///< n / 2 registers of 32 bits, alive until the wait
  void *const *aValues = nullptr;   ///< 4 registers, or null when A lies in shared memory
  const bool *aVariables = nullptr; ///< which of them are variables, and not temporaries
  uint64_t aDescriptor = 0, bDescriptor = 0;
  bool accumulate = false; ///< scale-d
  int aScale = 1, bScale = 1;
  int aTransposed = 0, bTransposed = 0;
};

void warpgroupFence(Location where = Location::current());
/// Issues the product. Its sums are NaNs until the wait that covers it, and operands in shared
/// memory are read as late as that.
void warpgroupMultiply(const WarpgroupProduct &product, Location where = Location::current());
void warpgroupCommit(Location where = Location::current());
/// Waits until at most `pending` of the committed groups are under way.
void warpgroupWait(int pending, Location where = Location::current());

} // namespace warpsmith::emulator
