/// The parts of a kernel on Hopper's warpgroup products, each as text.
#pragma once

#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {

/// True when the operand's elements along k are adjacent.
bool runsAlongK(const KernelPlan &plan, int operand);

std::string wgmmaTilesText(KernelPlan &plan);
std::string wgmmaMultiplyText(KernelPlan &plan);
std::string wgmmaKernelText(KernelPlan &plan);
/// `run`, which packs operands where they need it, picks a tile and launches the kernel; before it
/// the kernel that packs.
std::string wgmmaRunText(KernelPlan &plan);

} // namespace warpsmith
