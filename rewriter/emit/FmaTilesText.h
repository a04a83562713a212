/// The parts of a kernel that chooses at each launch among tiles on the FP32 units, each as text.
#pragma once

#include "rewriter/emit/FmaText.h"

namespace warpsmith {

/// The tiles of a menu, their kernel, and `run`, which picks a tile and launches the kernel.
std::string fmaTilesText(KernelPlan &plan);
/// The same where some columns of a tile are summed in FP64.
std::string fmaColumnsText(KernelPlan &plan);
/// Both where the kernel files are included: the Problem, the tiles and `run`.
std::string fmaTilesInstanceText(KernelPlan &plan);
std::string fmaColumnsInstanceText(KernelPlan &plan);
/// In the kernel of such a menu the call that computes a tile.
std::string fmaComputeCall(KernelPlan &plan);

/// What both say of operands on their way into shared memory, and the headers for that; of the
/// launch.
KernelFacts::Texts fmaCopyFacts(const KernelPlan &plan);
void fmaNeedCopies(KernelPlan &plan);
/// The operands that do not come by cp.async as they are.
std::vector<int> fmaStoredOperands(const KernelPlan &plan);
KernelFacts::Texts fmaLaunchFacts(const KernelPlan &plan);
/// What a Problem of a menu holds, as parameters behind a comma each.
std::string fmaMenuMembers(const KernelPlan &plan);
/// A tile's text, in which the structure is called Tile.
std::string withNameOfTile(std::string tile, std::string_view structure);

/// The parts of a menu's text, all but the kernel's as they are in the output.
struct MenuParts {
  std::string tile, aliases; ///< the structure, and the names of those of the menu
  std::string kernel;
};
std::string fmaMenuWith(KernelPlan &plan, const KernelFacts &facts, const MenuParts &parts);

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
