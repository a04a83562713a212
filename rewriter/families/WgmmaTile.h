/// The tiles among which a kernel on Hopper's asynchronous tensor cores chooses at each launch.
#pragma once

#include "rewriter/families/ResultReads.h"
#include "rewriter/families/Schedule.h"
#include "rewriter/ir/Contraction.h"
#include "runtime/include/warpsmith/device/slice_choice.h"

namespace warpsmith {

/// Clusters of blocks that have a multiprocessor each: an H200's, of which others may have a few
/// more or less.
constexpr ClustersAtOnce ClustersOfH200 = {{0, 132, 66, 39, 30, 22, 17, 15, 15}};

/// Clusters of a tile's blocks that run at once.
constexpr int placesOf(const WgmmaTile &tile, int multiprocessors) {
  return tile.cluster() <= 2
             ? multiprocessors / tile.cluster()
             : ClustersOfH200.of[tile.cluster()] * multiprocessors / ClustersOfH200.of[1];
}

/// The operands of one instruction have as many bytes of k: PTX ISA, "wgmma.mma_async".
constexpr int WgmmaStepBytes = 32;

/// The tiles for a schedule: which of them is fastest depends on the sizes. With `packed`, both
/// operands are packed before.
std::vector<WgmmaTile> wgmmaTiles(const Wgmma &wgmma, bool packed = false);

/// Those of them that a launch chooses among: without any that others replace at little cost
/// (tests/unit/rewriter/MenuCostTest.cpp).
std::vector<WgmmaTile> wgmmaMenu(const Wgmma &wgmma, bool packed = false);

/// Those of one part for a contract under which no sum is divided into slices: of few rows, small
/// tiles take their place.
std::vector<WgmmaTile> withoutSlices(std::vector<WgmmaTile> tiles);

/// The tiles of products of pixels: those that are asked for, and those that a launch chooses
/// among. Few filters, or slices, need lower ones.
std::vector<WgmmaTile> im2colTiles(const Wgmma &wgmma);

/// Those of matrices in packed layouts: tiles of plain products that whole boxes of the digits
/// fill, and whose blocks share them. With `given`, also those that a launch does not choose among.
std::vector<WgmmaTile> packedTiles(const Wgmma &wgmma, const Contraction &product, bool given);

/// Sums of one k-tile for as few filters are left to threads that gather pixels, if they may: they
/// are faster (docs/convolutions.md).
constexpr int FewFilters = 64;

/// True when an operand's lines share rows of shared memory in such a way that the tensor cores
/// take them in another order (runtime/include/warpsmith/device/packed_fragments.h).
bool ordersLines(const Wgmma &wgmma, int operand);

/// The operand whose tiles a warpgroup reads into registers, 0 for A and 1 for B: the tensor cores
/// could not read them from shared memory, where they run across k, or would take lines in another
/// order. It is then the left one, of which a warpgroup multiplies 64 rows (or columns, of B).
std::optional<int> operandInRegisters(const Contraction &contraction, const Wgmma &wgmma);

/// True when TMA may copy an operand's tiles from where it lies, if it does so suitably.
bool mayLie(const Contraction &contraction, const Wgmma &wgmma, int operand);

/// True when TMA copies B's tiles from where they lie across k.
bool readsAcrossK(const Contraction &contraction, const Wgmma &wgmma);

/// The tile of three parts that stands in for one of two parts where the data need it: of the same
/// size where that may be summed in slices of k.
WgmmaTile widerTile(const WgmmaTile &tile);

/// True when results go to shared memory, and TMA stores them from there if C allows it.
bool mayStoreTiles(const Contraction &contraction, const Schedule &schedule);
/// Whether they do with this tile: threads of one warpgroup store elements of four bytes faster.
bool storesTiles(const WgmmaTile &tile, const Contraction &contraction, const Schedule &schedule);

/// Whether its warpgroups may take turns: results wait in boxes of shared memory, where no old
/// elements of C come to them through the ring.
bool mayTakeTurns(const WgmmaTile &tile, const Contraction &contraction, const Schedule &schedule);

/// Columns of B that are copied for a tile: where rows run across k, in boxes of 128 bytes of each
/// row, the last of which may reach beyond the tile.
int columnsCopied(const WgmmaTile &tile, const Contraction &contraction, const Wgmma &wgmma);

/// Bytes of shared memory of a block.
int sharedMemoryBytes(const WgmmaTile &tile, const Contraction &contraction,
                      const Schedule &schedule);

/// True when a launch may have a block sum a tile alone: one of a menu, or what was asked for.
bool mayBeWhole(const WgmmaTile &tile, const Schedule &schedule);

/// True when a launch may have the tile summed in slices of k: one of a menu. A product that equals
/// its transpose goes through its tiles in an order of its own.
bool mayBeSliced(const WgmmaTile &tile, const Schedule &schedule);

/// True when blocks may leave the sums of slices in memory, where another kernel adds them. A batch
/// fills the multiprocessors another way.
bool leavesSums(const Contraction &contraction, const Schedule &schedule);

/// True when the tensor cores read tiles along k alone: 16-bit operands can be transposed on the
/// way, others cannot (PTX ISA, "wgmma.mma_async", imm-trans-a and imm-trans-b).
inline bool onlyAlongK(const Wgmma &wgmma) {
  return sizeOf(wgmma.part) != 2;
}

/// True when sums of the tensor cores are added to FP32 ones after some steps of k: they cut off
/// what does not fit when they add (arXiv 2203.03341, section 4).
inline bool promotes(const Wgmma &wgmma) {
  return wgmma.parts > 1 || isFp8(wgmma.part);
}

/// The number of these steps of FP8 operands, of whose sums the tensor cores keep 14 bits: what the
/// contract says. For split operands the kernel's file has it, since it depends on k.
constexpr int Fp8PromotedSteps = 128;

/// Residues have 8 bits: the numbers of moduli among which a launch chooses (residues.h).
constexpr int LeastModuli = 14, MostModuli = 16;

/// Rows and columns of tiles of C that residues keep or leave to FP64's tensor cores
/// (wgmma_residues.cuh).
constexpr int ResidueTile = 128;

/// The type of what the product's kernel stores: of residues, theirs.
inline ElementType storedType(const Contraction &contraction, const Wgmma &wgmma) {
  return wgmma.split == Split::Int8xn ? ElementType::I8 : contraction.c.type;
}

/// Whether that kernel reads the old elements of C.
bool readsOldC(const Contraction &contraction, const Schedule &schedule);

/// How what results read besides comes to them: at most one matrix through the ring of stages, of
/// elements as long as C's.
std::vector<ReadBy> resultReads(const Contraction &contraction, const Schedule &schedule);

/// What they read by row, or by column.
std::vector<ExpressionRef> valuesReadBy(ReadBy kind, const Contraction &contraction,
                                        const Schedule &schedule);

/// Whether warps read values of rows or columns once for a tile.
bool readsOnce(const Contraction &contraction, const Schedule &schedule);

/// Whether what results read comes through the ring, and they take its place.
bool readsInRing(const Contraction &contraction, const Schedule &schedule);
/// The same, by part: it holds for all tiles and sizes, so who compares these asks once.
struct RingReads {
  bool oldC, matrix; ///< C's old elements; another matrix that lies as C does
  bool any() const { return oldC || matrix; }
};
RingReads ringReads(const Contraction &contraction, const Schedule &schedule);
/// storesTiles(), where these are known.
bool storesTiles(const WgmmaTile &tile, const Contraction &contraction, const Schedule &schedule,
                 const RingReads &reads);

/// True when the data choose how both operands are split.
bool splitsByData(const Schedule &schedule);

/// True when a launch leaves sums of few steps to others, whatever else its sizes are.
bool leavesShortSums(const Schedule &schedule);

/// Fewer steps than this are summed more accurately in FP32 itself.
constexpr int LeastSplitSteps = 256;

/// The products of parts that an FP32 product is made of, smallest first; what is left out is
/// smaller than FP32's own rounding.
std::vector<std::pair<int, int>> partProducts(int parts);

} // namespace warpsmith
