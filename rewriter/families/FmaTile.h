/// The tiles among which a kernel on the FP32 units chooses at each launch.
#pragma once

#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/Schedule.h"
#include "runtime/include/warpsmith/device/tile_time.h"

namespace warpsmith {

/// Whether a schedule that has an FmaMenu can have tiles for it: warps of its own copy FP32
/// operands into a ring of stages, and a step of k is one FMA in FP32.
bool takesFmaTiles(const Contraction &contraction, const Schedule &schedule);

/// The menu for such a schedule, larger tiles first: which of them is fastest depends on the sizes.
std::vector<FmaTile> fmaTiles(const Contraction &contraction, const Schedule &schedule);

/// Why launches of a schedule cannot become one; empty where they can. Columns in FP64 are summed
/// in slices where they do not fill the multiprocessors.
std::string takesNoGroup(const Schedule &schedule);
/// The schedule with a group of those tiles of its menu that products launched together take: where
/// larger ones are fastest, each product fills the GPU by itself.
Schedule grouped(Schedule schedule);
/// The schedule without one, nor its alternatives.
Schedule withoutGroup(Schedule schedule);
/// The same with the kernel that it would have in one. Columns in FP64 have none.
Schedule withKernelOfGroup(Schedule schedule);
bool hasKernelOfGroup(const Schedule &schedule);

/// The schedule with the tiles of its menu that are worth it where split operands leave it little
/// (tests/unit/rewriter/MenuCostTest.cpp).
Schedule afterSplit(Schedule schedule);
/// The same where `first`, whose launches it takes over, is of split operands. Of a batch it keeps
/// all tiles: many products of few steps are left, too.
Schedule leftBy(const Contraction &contraction, const Schedule &first, Schedule schedule);

/// The menu for operands whose rows cannot be read in 16-byte vectors. What copies single elements
/// wants more warps; empty where the menu is the same.
std::vector<FmaTile> raggedTiles(const Contraction &contraction, const Schedule &schedule);

/// The schedule's menu, and behind it the one for such rows.
std::vector<FmaTile> everyTile(const Contraction &contraction, const Schedule &schedule);

/// Whether some tile of the menu sums in slices.
bool sumsInSlices(const Schedule &schedule);

/// Whether several blocks may sum a tile of the menu, each over a slice of k: the contract allows
/// another order of the sum, and no batch or column in FP64 fills the multiprocessors another way.
bool dividesK(const Contraction &contraction, const Schedule &schedule);

/// Whether a launch compares the menu's time with that of split operands, as nanoseconds.
bool comparesTime(const Contraction &contraction, const Schedule &schedule);

/// Into how many slices a launch divides a tile's sums, and how long that product takes. Times of
/// tiles are about as many nanoseconds for a step of k.
Division divisionOf(const FmaTile &tile, const Schedule &schedule, const Problem &problem);

/// Threads that copy leave registers to those that compute.
bool movesRegisters(const Schedule &schedule);

/// Threads of a block that compute.
int computeThreads(const FmaTile &tile);

/// Warps of a block that copy.
int copyWarps(const FmaTile &tile, const Schedule &schedule);

/// Stages of its ring: smaller tiles have more of them.
int stages(const FmaTile &tile, const Schedule &schedule);

/// Copy warps that fill a stage together: as the tile has it, but more where there would be more
/// fillers than stages. Such a filler waits for the phase after next of a barrier, whose parity is
/// that of the one before.
int fillingWarps(const FmaTile &tile, const Schedule &schedule);

/// Elements that a thread loads at once, at most, and how the lanes of a warp lie over its elements
/// of C.
constexpr int FmaRun = 4, FmaWarpRows = 4, FmaWarpColumns = 8;

/// Elements that a thread of this tile loads at once: as in kernels/fma_ring_tile.cuh. Rows of a
/// transposed tile are longer by as many than the tile, so that the elements of a run, which go to
/// as many rows, hit different banks.
int runLength(const FmaTile &tile);

/// Of a tile with columns in FP64: those that are summed in FP32, and how lanes lie over them.
int narrowColumns(const FmaTile &tile);
constexpr int NarrowWarpRows = 8, NarrowWarpColumns = 4;
/// Elements between its rows of B in shared memory, so that four rows lie in different banks.
int widePitch(const FmaTile &tile);

/// So many bytes of shared memory, with what the driver adds, that only one block of them fits a
/// multiprocessor.
int aloneSharedBytes(const Architecture &architecture);

/// Bytes of shared memory of a block.
int sharedMemoryBytes(const FmaTile &tile, const Contraction &contraction,
                      const Schedule &schedule);

} // namespace warpsmith
