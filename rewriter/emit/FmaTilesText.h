/// The parts of a kernel that chooses at each launch among tiles on the FP32 units, each as text.
#pragma once

#include "rewriter/emit/FmaText.h"

namespace warpsmith {

/// The Problem, the tiles of a menu, and `run`, which picks one.
std::string fmaTilesInstanceText(KernelPlan &plan);
/// The same where some columns of a tile are summed in FP64.
std::string fmaColumnsInstanceText(KernelPlan &plan);

/// What both say of operands on their way into shared memory, and of the launch.
NamedValues fmaCopyFacts(const KernelPlan &plan);
/// The operands that do not come by cp.async as they are.
std::vector<int> fmaStoredOperands(const KernelPlan &plan);
NamedValues fmaLaunchFacts(const KernelPlan &plan);
/// What a Problem of a menu holds, as parameters behind a comma each.
std::string fmaMenuMembers(const KernelPlan &plan);
/// `run`, which picks a tile, copies operands before where that pays, and launches the kernel.
std::string fmaRunText(KernelPlan &plan);
/// The time of the fastest tile of a menu in nanoseconds (comparesTime), as an expression: `scope`
/// is what its names need before them.
std::string fmaTimeText(const KernelPlan &plan, const std::string &scope);
/// `Product`, what the kernel is given for one, and `run` for that.
std::string fmaProductText(const KernelPlan &plan);
/// The namespace of launches that are made together, the last of which is of this kernel's
/// namespace: their kernel, and `launch`.
std::string fmaGroupText(KernelPlan &plan, const LaunchGroup &group);

} // namespace warpsmith
