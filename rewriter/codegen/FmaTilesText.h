/// The parts of a kernel that chooses at each launch among tiles on the FP32 units, each as text.
#pragma once

#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {

/// The tiles of a menu, and their kernel.
std::string fmaTilesText(KernelPlan &plan);
/// In that kernel the call that computes a tile.
std::string fmaComputeCall(KernelPlan &plan);
/// `loadRun`, which loads Run elements at once.
std::string loadRunText();
/// Barriers of the ring, and the warps that fill it.
std::string fmaCopyWarpsText(KernelPlan &plan);
/// `run`, which picks a tile and launches the kernel.
std::string fmaTilesRunText(KernelPlan &plan);
/// Of that `run` and what it calls: whether operands that cannot be read in 16-byte vectors are
/// copied before, and with which tile it calls `runTile`. `values` has the $parameters and
/// $arguments of both.
std::string fmaChoiceText(KernelPlan &plan, Substitutions values);
/// `Product`, what the kernel is given for one, and `run` for that.
std::string fmaProductText(const KernelPlan &plan);
/// The namespace of launches that are made together, the last of which is of this kernel's
/// namespace: their kernel, and `launch`.
std::string fmaGroupText(KernelPlan &plan, const LaunchGroup &group);

} // namespace warpsmith
