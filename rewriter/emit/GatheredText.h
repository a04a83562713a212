/// A kernel whose operands are gathered, and its launch.
#pragma once

#include "rewriter/emit/Flatten.h"
#include "rewriter/emit/KernelPlan.h"
#include <memory>
#include <utility>

namespace warpsmith {

/// Its sizes and the kernel.
std::string gatheredText(KernelPlan &plan);
/// The same on warpgroup products, and `run`, which launches the kernel.
std::string gatheredWgmmaText(KernelPlan &plan);

/// What kernels of gathered operands are given, and the functions of their Problem.
struct GatheredProblem {
  MemberFunctions functions;
  std::vector<std::pair<std::string, std::string>> members;
  std::shared_ptr<const void> addresses; ///< that the functions refer to
};
GatheredProblem gatheredProblem(const KernelPlan &plan);

/// As launchText(), which calls it.
std::string gatheredLaunchText(KernelPlan &plan, const std::string &original);

} // namespace warpsmith
