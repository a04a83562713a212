/// A kernel that keeps its launches, and tiles inside whatever grid it is given.
#pragma once

#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {

/// Constants, and the function `computeTiles` that computes C.
std::string residentText(KernelPlan &plan);
std::string residentInstanceText(KernelPlan &plan); ///< where the kernel file is included

/// The function `resident`, which the kernel calls with its own parameters.
std::string residentChecksText(KernelPlan &plan);

} // namespace warpsmith
