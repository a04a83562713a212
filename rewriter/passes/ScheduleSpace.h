/// The pipelines that a search for the fastest schedule has to choose from.
#pragma once

#include "rewriter/families/Schedule.h"
#include <string>
#include <vector>

namespace warpsmith {

struct LegalPipeline {
  std::string passes; ///< as `--passes` takes it
  Schedule schedule;
};

/// All pipelines of this tree's passes over tile sizes, thread and warp tiles, stages, copy warps,
/// FP64 shares and splits that apply to the contraction under the numerics and on the architecture
/// of `start`, each schedule once. Those whose parameters the passes choose come first, spelled
/// without parameters. No alternatives for sizes of a launch: those follow from what is fastest at
/// each size.
std::vector<LegalPipeline> legalPipelines(const Contraction &contraction, const Schedule &start);

} // namespace warpsmith
