/// What is checked of a launch before generated code computes what the original would: on the host,
/// or by a kernel that keeps its launches on the device.
#pragma once

#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {

/// Names of the checks' variables that do not collide with the original's parameters and macros:
/// $grid, $block, $sharedBytes, $rows and others.
Substitutions localNames(const Contraction &contraction);

/// What checksText() is filled with, $kernelArguments, which the kernel is given, and
/// $furtherAligned, what must be aligned beside A, B and C.
void addChecks(KernelPlan &plan, Substitutions &values);

/// Defines $covered and $separate: whether the original's threads cover C, and whether sizes are
/// possible and C is apart from what is read.
std::string checksText(const Substitutions &values);

} // namespace warpsmith
