/// How many blocks of a kernel an SM holds at a time, and which of its resources is the limit.
///
/// The rules are those of NVIDIA's occupancy calculator (cuda_occupancy.h of the toolkit, and
/// "Occupancy" in the documentation of Nsight Compute).
#pragma once

#include "rewriter/arch/Architecture.h"
#include <string_view>
#include <vector>

namespace warpsmith {

/// What a block of a kernel takes.
struct BlockResources {
  int threads;
  int registersPerThread;
  int sharedBytes; ///< static and dynamic ones, without what the driver reserves
};

struct Occupancy {
  enum class Limit { Threads, Blocks, Registers, SharedMemory };

  int blocksPerSm; ///< 0: a launch fails
  int warpsPerSm;
  int maxWarpsPerSm;
  std::vector<Limit> limits; ///< what one more block would have too little of

  double fraction() const { return double(warpsPerSm) / maxWarpsPerSm; }
};
/// "registers"
std::string_view name(Occupancy::Limit limit);

Occupancy occupancyOf(const Architecture &architecture, const BlockResources &block);

/// The most registers that ptxas may give a thread of a kernel with `__launch_bounds__(threads)`:
/// as many as let one block be resident, in steps of 8.
int registersUnderLaunchBounds(int threads);

} // namespace warpsmith
