/// The parts of a kernel that sums some columns of a tile on the FP32 units and the others on
/// FP64's tensor cores, each as text.
#pragma once

#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {

std::string interleavedTilesText(KernelPlan &plan);
std::string interleavedKernelText(KernelPlan &plan);
/// What stores a block's sums.
std::string interleavedEpilogueText(const KernelPlan &plan);

} // namespace warpsmith
