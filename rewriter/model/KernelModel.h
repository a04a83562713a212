/// What a schedule makes of a contraction in terms of PipeModel.h: the instructions of a k-tile,
/// what of its time nothing hides, and with a problem's size the time of a launch.
#pragma once

#include "rewriter/families/KernelFamily.h"
#include <optional>
#include <string>
#include <vector>

namespace warpsmith {

/// The problem that times are predicted for: what the parse knows of the extents, else 4096.
Problem typicalProblem(const Contraction &contraction);

struct KernelPrediction {
  /// Of a launch on the architecture's product, for all of C and one batch.
  double seconds;
  double operationsPerSecond; ///< 2 m n k for each product over that, whatever the schedule runs
  Unit limiter;
  double operationsPerByte; ///< of what a block copies from memory or the L2 cache
};

/// Of a menu, with the tile that a launch takes for that problem. Nothing where the schedule has no
/// tiles: its time is that of the original's memory accesses.
std::optional<KernelPrediction> predict(const Contraction &contraction, const Schedule &schedule,
                                        const Problem &problem);

/// What a mix of FP32 and FP64 steps can gain by the pipes alone, over FP32 alone, before anything
/// else of a kernel: operands of a DFMA are converted from FP32, 16 for 64 products of a thread.
struct MixPrediction {
  double speedup;
  Unit limiter;
};
/// d of n steps in the stream of every warp, or d of n warps.
MixPrediction predictFp64Steps(const Architecture &architecture, int fp64, int of);
MixPrediction predictFp64Warps(const Architecture &architecture, int fp64, int of);

} // namespace warpsmith
