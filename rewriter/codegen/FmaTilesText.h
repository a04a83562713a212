/// The parts of a kernel that chooses at each launch among tiles on the FP32 units, each as text.
#pragma once

#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {

std::string fmaTilesText(KernelPlan &plan);
std::string fmaTilesMultiplyText(KernelPlan &plan);
/// `loadRun`, which loads Run elements at once.
std::string loadRunText();
std::string fmaTilesKernelText(KernelPlan &plan);
/// Barriers of the ring, and the warps that fill it.
std::string fmaCopyWarpsText(KernelPlan &plan);
/// `run`, which picks a tile and launches the kernel.
std::string fmaTilesRunText(KernelPlan &plan);

} // namespace warpsmith
