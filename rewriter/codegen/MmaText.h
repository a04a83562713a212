/// The parts of a kernel on mma.sync, each as text: on the FP64 tensor cores, or of FP16 or BF16.
#pragma once

#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {

/// As CUDA writes it.
inline const char *boolean(bool value) {
  return value ? "true" : "false";
}

/// The operands are doubles; else they have 16 bits, sums are FP32.
bool multipliesDoubles(const KernelPlan &plan);
/// The operands' type on the tensor cores, in CUDA.
std::string partName(const KernelPlan &plan);

/// An operand's own elements are what is multiplied.
inline bool isItself(const ExpressionRef &own) {
  return own->kind == Expression::Kind::Operand;
}
/// What all elements of an operand of doubles are multiplied by before the products, where that is
/// all that becomes of them; else empty.
std::string factorOf(const KernelPlan &plan, int operand);
/// A is scaled, and idle warps of the kernel do so with rows that all of C does not need at first.
bool packsBands(const KernelPlan &plan);

std::string mmaTilesText(KernelPlan &plan);

/// What stands before the tiles of C, and where the main loop meets the copies.
struct MmaCopies {
  std::string parameters; ///< of the kernel, behind the others
  std::string shared;     ///< pointers to the tiles and, with TMA, barriers
  std::string roles;      ///< what the threads that copy do, and what the others' warp and lane are
  std::string first, next, last; ///< before the first k-tile, from one to the next, after the last
};
MmaCopies mmaCopies(KernelPlan &plan);
/// The loop over a block's tiles of C; where all threads copy, the block has one.
std::string mmaTilesOfBlockText(const KernelPlan &plan);

std::string mmaKernelText(KernelPlan &plan);
/// `run`, which packs operands where they need it, picks a tile and launches the kernel; before it
/// the kernel that packs.
std::string mmaRunText(KernelPlan &plan);

} // namespace warpsmith
