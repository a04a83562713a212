/// A kernel that keeps its launches, and tiles inside whatever grid it is given.
#pragma once

#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {

/// The Problem and its tile.
std::string residentInstanceText(KernelPlan &plan);

/// The function `resident`, which the kernel calls with its own parameters.
std::string residentChecksText(KernelPlan &plan);

} // namespace warpsmith
