/// The parts of a kernel that chooses at each launch among tiles on the FP32 units, each as text.
#pragma once

#include "rewriter/emit/FmaText.h"

namespace warpsmith {

/// The tiles of a menu, and their kernel.
std::string fmaTilesText(KernelPlan &plan);
/// In that kernel the call that computes a tile.
std::string fmaComputeCall(KernelPlan &plan);
/// The tiles and the kernel where some columns of a tile are summed in FP64.
std::string fmaColumnsText(KernelPlan &plan);
/// What both say of operands on their way into shared memory, and the headers for that.
KernelFacts::Texts fmaCopyFacts(const KernelPlan &plan);
void fmaNeedCopies(KernelPlan &plan);
/// A tile's text, in which the structure is called Tile.
std::string withNameOfTile(std::string tile, std::string_view structure);
/// A menu: the tile, the names of those of the menu, whose tiles of A and B have `rows` at most in
/// memory, and the kernel.
std::string fmaTilesWith(const std::string &tile, const std::string &aliases, int rows,
                         const std::string &kernel);
/// `run`, which picks a tile and launches the kernel.
std::string fmaTilesRunText(KernelPlan &plan);
/// Of that `run` and what it calls: whether operands that cannot be read in 16-byte vectors are
/// copied before, and with which tile it calls `runTile`. `values` has the $parameters and
/// $arguments of both.
std::string fmaChoiceText(KernelPlan &plan, Substitutions values);
/// The time of the fastest tile of a menu that divides k, as an expression: `scope` is what its
/// names need before them, and `divides` whether tiles may be divided.
std::string fmaTimeText(const KernelPlan &plan, const std::string &scope);
/// `Product`, what the kernel is given for one, and `run` for that.
std::string fmaProductText(const KernelPlan &plan);
/// The namespace of launches that are made together, the last of which is of this kernel's
/// namespace: their kernel, and `launch`.
std::string fmaGroupText(KernelPlan &plan, const LaunchGroup &group);

} // namespace warpsmith
