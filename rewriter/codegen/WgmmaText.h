/// The parts of a kernel on Hopper's warpgroup products, each as text.
#pragma once

#include "rewriter/codegen/KernelPlan.h"

namespace warpsmith {

/// True when an operand's elements along k are adjacent in its tiles in shared memory, and in the
/// matrix that TMA reads.
bool tileRunsAlongK(const KernelPlan &plan, int operand);

/// Which operand the warpgroups multiply from the left, each 64 rows of it or, where it is B, of
/// its transpose: C' = B' A'. It comes from registers where its tiles run across k and the tensor
/// cores could not read them.
struct WgmmaForm {
  int left = 0, right = 1; ///< operands
  bool registers = false;
  bool swapped() const { return left == 1; }
  const char *leftExtent() const { return swapped() ? "BlockN" : "BlockM"; }
  const char *rightExtent() const { return swapped() ? "BlockM" : "BlockN"; }
};
WgmmaForm wgmmaForm(const KernelPlan &plan);

/// True when TMA may copy an operand's tiles from where it lies, if it does so suitably.
bool mayLieAsIs(const KernelPlan &plan, int operand);
/// True when that holds for both: they are parameters of the kernel, which prefetches them; null
/// where they have been packed.
bool prefetchesOperands(const KernelPlan &plan);

/// True when elements of C can be read and written two at a time, if they lie suitably: not those
/// of a triangle, of which one of a pair may not be stored.
bool mayStorePairs(const KernelPlan &plan);

/// The type of a sum of products.
const char *sumType(const KernelPlan &plan);

std::string wgmmaTilesText(KernelPlan &plan);
std::string wgmmaMultiplyText(KernelPlan &plan);
std::string wgmmaKernelText(KernelPlan &plan);
/// What the original multiplies each product of split operands by, as FP64 factors.
std::string factorsText(const KernelPlan &plan);
/// Defines `finite`: none of a thread's rows and columns has infinities or NaN.
std::string finiteTestText();
/// Defines `sum` of (row, column) from the elements themselves.
std::string exactSumText(const KernelPlan &plan);
/// The epilogue of split operands: scales are undone in FP64, whose range holds them all together
/// with what the original multiplies each product by.
std::string splitEpilogue(const KernelPlan &plan, Substitutions values);
/// Of a product that equals its transpose: the loop over the tiles on and below the diagonal, in
/// place of that over all tiles.
std::string lowerTilesText(const Substitutions &values);
/// Old elements across the diagonal come into the L2 cache while the products are summed.
std::string prefetchAcross(const Substitutions &values);
/// Stores each sum on both sides of the diagonal, instead of the ordinary epilogue.
std::string symmetricEpilogue(const KernelPlan &plan, bool readsOld, Substitutions values);
/// True when tiles that are too few for the multiprocessors are summed in slices of k: then the
/// text has a kernel for them besides.
bool mayBeSliced(const KernelPlan &plan);
/// Adds what the kernel's text is filled with for a block's steps of k; `values` have $ofReader.
void addSlice(Substitutions &values, KernelPlan &plan);
/// The epilogue that `values` have, and what takes its place where slices are joined.
std::string epilogueOfSlices(const KernelPlan &plan, bool readsOld, Substitutions values);
/// The names of the tiles that a launch chooses among, those in slices at the end.
std::vector<std::string> launchedTiles(const KernelPlan &plan);
/// Adds what `run` is filled with for the launch of a tile's blocks; `values` have $clusters.
void addGrid(Substitutions &values, KernelPlan &plan);
/// Statements of timeWith that return the time of a tile in slices.
std::string timeInSlicesText(const KernelPlan &plan);
/// True when both operands are one matrix, whose parts are made once.
bool sharesParts(const KernelPlan &plan);
/// `run`, which packs operands where they need it, picks a tile and launches the kernel; before it
/// the kernel that packs.
std::string wgmmaRunText(KernelPlan &plan);

} // namespace warpsmith
