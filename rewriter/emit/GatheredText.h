/// A kernel whose operands are gathered, and its launch.
#pragma once

#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {

/// Its sizes and the kernel.
std::string gatheredText(KernelPlan &plan);
/// The same where the kernel file is included: the Problem, its tile and a kernel.
std::string gatheredInstanceText(KernelPlan &plan);
/// As launchText(), which calls it.
std::string gatheredLaunchText(KernelPlan &plan, const std::string &original);

} // namespace warpsmith
