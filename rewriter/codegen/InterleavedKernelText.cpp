// The kernel with columns in FP32 and in FP64: copy warps and the loop that interleaves them.
#include "rewriter/codegen/FmaTilesText.h"
#include "rewriter/codegen/InterleavedText.h"

namespace warpsmith {
namespace {

constexpr std::string_view Fragments = R"(
  // What FP64 needs is done between the groups of products in FP32, evenly, a single instruction at
  // a time: two conversions in a row would keep the warp waiting. A's elements are widened while the
  // rows before them are multiplied, B's for the next tile once their last product has begun, and
  // each is loaded LoadAhead groups earlier.
  constexpr int Products = WideM * WideN, Groups = Tile::Groups, LoadAhead = 6;
  constexpr int ElementsA = WideM * ProductK / 2, ElementsB = WideN * ProductK / 4;
  constexpr int ApartA = Groups / ElementsA, FirstA = ApartA, LoadsA = FirstA - LoadAhead;
  constexpr int ApartB = (Groups / Products + 3) / 4;
  constexpr int FirstB = (Products - WideN + 1) * Groups / Products + ThreadN / 4;
  constexpr int LoadsB = FirstB - LoadAhead;
  // Behind this group the next tile's rows of A are read.
  constexpr int LastOfTile = (WideM - 1) * ProductK / 2 * ApartA + LoadsA - 1;
  static_assert(LastOfTile < LoadsB, "No element of B is read before its tile is complete.");
  // How many pairs of A and elements of B are on their way at a time, at most.
  constexpr int ComingA = LoadAhead < 3 * ApartA ? 2 : 4, ComingB = LoadAhead / ApartB + 1;
  static_assert(LoadAhead < 7 * ApartA && ElementsA / 2 % ComingA == 0, "Pairs form a ring.");

  float sum[Run][ThreadN] = {};
  double wideSum[WideM][WideN][4] = {};
  // Fragments of two steps in FP32, in FP64 of the rows of A of two products and the columns of B.
  float fragmentA[2][Run], fragmentB[2][ThreadN];
  double wideA[2][ProductK / 2], wideB[WideN][ProductK / 4];
  warpsmith::Vector<float, 2> comingA[ComingA];
  float comingB[ComingB];
  const auto loadWideA = [&](const float *tile, int i, int step) {
    return warpsmith::loadVector<2>(tile + (step * 4 + stepOfLane) * Tile::PitchA + wideRow +
                                    4 * i);
  };
  const auto loadWideB = [&](const float *tile, int element) {
    return tile[(element % 4 * 4 + stepOfLane) * Tile::PitchB + wideColumn + columnOfLane +
                ProductN * (element / 4)];
  };
)";

constexpr std::string_view Loop = R"(
  const float *tileA = tilesA, *tileB = tilesB;
  warpsmith::RingPlace<Tile::Stages> place;
  warpsmith::wait(&full[0], 0);
  loadRun(fragmentA[0], tileA + narrowRow);
#pragma unroll
  for (int j = 0; j < ThreadN; j += Run)
    loadRun(&fragmentB[0][j], tileB + narrowColumn + j * LaneColumns);
#pragma unroll
  for (int element = 0; element < ProductK / 2; element += 2) {
    const auto pair = loadWideA(tileA, 0, element / 2);
    wideA[0][element] = pair.values[0];
    wideA[0][element + 1] = pair.values[1];
    comingA[(ElementsA / 2 - 1) % ComingA] = pair; // the last is widened after a tile's end
  }
#pragma unroll
  for (int pair = 0; LoadsA + 2 * ApartA * pair < 0; ++pair)
    comingA[pair % ComingA] = loadWideA(tileA, pair / 4 + 1, pair % 4);
#pragma unroll
  for (int element = 0; element < ElementsB; ++element) {
    const float narrow = loadWideB(tileB, element);
    wideB[element / 4][element % 4] = narrow;
    if (LoadsB + ApartB * element < Groups && FirstB + ApartB * element >= Groups)
      comingB[element % ComingB] = narrow; // on its way where a tile ends
  }
  for (int tile = firstTile; tile < lastTile; ++tile) {
    const int stage = place.stage;
    place.advance();
    // What is loaded for the tile after the last one is of no use.
    const bool more = tile + 1 < lastTile;
    const int nextStage = more ? place.stage : stage;
    const float *nextA = tilesA + nextStage * Tile::TileA;
    const float *nextB = tilesB + nextStage * Tile::TileB;
#pragma unroll
    for (int step = 0; step < BlockK; ++step) {
      const int later = (step + 1) % BlockK;
#pragma unroll
      for (int j = 0; j < ThreadN; ++j) {
        const int group = step * ThreadN + j;
        if (j == 0)
          loadRun(fragmentA[later % 2],
                  (later ? tileA : nextA) + later * Tile::PitchA + narrowRow);
        if (j % Run == Run / 2)
          loadRun(&fragmentB[later % 2][j - j % Run],
                  (later ? tileB : nextB) + later * Tile::PitchB + narrowColumn +
                      (j - j % Run) * LaneColumns);
        // Each product shares an operand with the last one, which comes from the reuse cache.
#pragma unroll
        for (int next = 0; next < Run; ++next) {
          const int i = j % 2 ? Run - 1 - next : next;
          warpsmith::addProduct(sum[i][j], fragmentA[step % 2][i], fragmentB[step % 2][j]);
        }
        warpsmith::keepOrder(k);
        if (const int pair = turnAfter(group, Groups, LoadsA, 2 * ApartA, ElementsA / 2);
            pair >= 0) {
          const bool early = LoadsA + 2 * ApartA * pair < 0; // before its tile begins
          const int i = pair / 4 + 1 + (early ? WideM : 0);
          comingA[pair % ComingA] = loadWideA(i < WideM ? tileA : nextA, i % WideM, pair % 4);
        }
        if (const int element = turnAfter(group, Groups, FirstA, ApartA, ElementsA); element >= 0)
          wideA[(element / (ProductK / 2) + 1) % 2][element % (ProductK / 2)] =
              warpsmith::widen(comingA[element / 2 % ComingA].values[element % 2]);
        if (const int element = turnAfter(group, Groups, LoadsB, ApartB, ElementsB); element >= 0)
          comingB[element % ComingB] = loadWideB(group >= LoadsB ? nextB : tileB, element);
        if (const int element = turnAfter(group, Groups, FirstB, ApartB, ElementsB); element >= 0)
          wideB[element / 4][element % 4] = warpsmith::widen(comingB[element % ComingB]);
        if (group == LastOfTile && more)
          warpsmith::wait(&full[place.stage], place.parity);
        const int product = group * Products / Groups;
        if ((group + 1) * Products / Groups != product)
          warpsmith::multiplyDoubles(wideSum[product / WideN][product % WideN],
                                     wideA[product / WideN % 2], wideB[product % WideN]);
      }
    }
    tileA = nextA;
    tileB = nextB;
    warpsmith::arrive(&empty[stage]); // this thread has read the stage
  }
)";

constexpr std::string_view Join = R"(
  // No register held during the loop what follows from the block's number.
  int block = blockIdx.x;
  warpsmith::computeAnew(block);
  if (const Part own = partOf<Tile>(block, slicing, n); own.slices > 1) {
    // Each block leaves its sums in memory; the last one to do so adds all of them, always in the
    // same order.
    const auto forEachSum = [&](auto visit) {
#pragma unroll
      for (int i = 0; i < Run; ++i)
#pragma unroll
        for (int j = 0; j < ThreadN; ++j)
          visit(sum[i][j], i * ThreadN + j);
#pragma unroll
      for (int i = 0; i < WideM; ++i) {
        if (i % 2 == 0)
          warpsmith::keepOrder(k); // with more under way registers would not suffice
#pragma unroll
        for (int j = 0; j < WideN; ++j)
#pragma unroll
          for (int at = 0; at < 4; ++at)
            visit(wideSum[i][j][at], Run * ThreadN + (i * WideN + j) * 4 + at);
      }
    };
    const int shared = own.tile - slicing.whole;
    float *left = slicing.sums + (long long)shared * own.slices * (BlockM * BlockN) + thread;
    forEachSum([&](auto value, int place) {
      left[own.slice * (BlockM * BlockN) + place * Tile::ComputeThreads] = (float)value;
    });
    __threadfence();
    warpsmith::synchronize(1, Tile::ComputeThreads);
    int *arrivals = reinterpret_cast<int *>(patches);
    if (thread == 0)
      *arrivals = ::atomicAdd(&slicing.arrivals[shared], 1);
    warpsmith::synchronize(1, Tile::ComputeThreads);
    if (*arrivals < own.slices - 1)
      return;
    __threadfence();
    forEachSum([&](auto &value, int place) { value = left[place * Tile::ComputeThreads]; });
#pragma unroll 1
    for (int slice = 1; slice < own.slices; ++slice) {
      left += BlockM * BlockN;
      forEachSum([&](auto &value, int place) { value += left[place * Tile::ComputeThreads]; });
    }
    warpsmith::synchronize(1, Tile::ComputeThreads); // the number of arrivals has been read
  }
  warpsmith::computeAnew(block);
  const Part own = partOf<Tile>(block, slicing, n);
)";

} // namespace

std::string interleavedKernelText(KernelPlan &plan) {
  for (const char *header :
       {"vector.h", "stage_ring.h", "mma_f64_k16.h", "instruction_order.h", "named_barrier.h"})
    plan.need(header);
  Substitutions values = plan.signature();
  values.insert({
      {"batch", plan.batchText()},
      {"copyWarps", fmaCopyWarpsText(plan)},
      {"fragments", std::string(Fragments)},
      {"loop", std::string(Loop)},
      {"join", std::string(Join)},
      {"epilogue", interleavedEpilogueText(plan)},
  });
  return fill(R"(
/// Of C's tiles, row by row, the first `whole` are summed by a block each, the others by as many
/// blocks as there are slices of k. `sums` has room for those of each slice, and `arrivals` is zero.
struct Slicing {
  int whole, slices;
  float *sums;
  int *arrivals;
};

/// What a block sums: of which of C's tiles, which slice of k.
struct Part {
  int tile, slice, slices, row, column;
};

template <typename Tile>
__device__ __forceinline__ Part partOf(int block, const Slicing &slicing, int n) {
  const int sliced = block - slicing.whole, columns = (n + Tile::BlockN - 1) / Tile::BlockN;
  const int slices = sliced < 0 ? 1 : slicing.slices;
  const int tile = sliced < 0 ? block : slicing.whole + sliced / slices;
  return {tile, sliced < 0 ? 0 : sliced % slices, slices, tile / columns * Tile::BlockM,
          tile % columns * Tile::BlockN};
}

/// Aligned: rows of A and B can be read in 16-byte vectors.
template <typename Tile, bool Aligned>
__global__ void __launch_bounds__($only Tile::Threads$else, 1)
    kernel(Slicing slicing, int m, int n, int k$scalars, const $A *__restrict__ a, int lda,
           const $B *__restrict__ b, int ldb, $C *__restrict__ c, int ldc$further) {
$begin  warpsmith::allowNextKernel();
  constexpr int BlockM = Tile::BlockM, BlockN = Tile::BlockN, BlockK = Tile::BlockK;
  constexpr int ThreadN = Tile::ThreadN, WideM = Tile::WideM, WideN = Tile::WideN;
  const int thread = threadIdx.x;
  const Part part = partOf<Tile>(blockIdx.x, slicing, n);
  const int blockRow = part.row, blockColumn = part.column;
  // Slices begin where the ring's phases begin anew, so that a k-tile's number tells its stage.
  constexpr int Round = 2 * Tile::Stages;
  const int allTiles = (k + BlockK - 1) / BlockK, rounds = allTiles / Round;
  const int firstTile = part.slice * rounds / part.slices * Round;
  const int lastTile = part.slice + 1 == part.slices
                           ? allTiles
                           : (part.slice + 1) * rounds / part.slices * Round;
$batch
  extern __shared__ __align__(128) unsigned char shared[];
  float *tilesA = reinterpret_cast<float *>(shared);
  float *tilesB = tilesA + Tile::Stages * Tile::TileA;
  float *patches = tilesB + Tile::Stages * Tile::TileB;
  warpsmith::Barrier *full = reinterpret_cast<warpsmith::Barrier *>(patches + Tile::Patches);
  warpsmith::Barrier *empty = full + Tile::Stages;
$copyWarps
  const int warp = thread / 32, lane = thread % 32;
  // In FP32 bits 0 and 2 of a lane are its column, the others its row.
  const int narrowRow =
      (warp / Tile::NarrowWarps * LaneRows + lane / 2 % 2 + lane / 8 * 2) * Run;
  const int narrowColumn = warp % Tile::NarrowWarps * (LaneColumns * ThreadN) +
                           (lane % 2 + lane / 4 % 2 * 2) * Run;
  // In FP64 four lanes have steps of k, for two rows of A and a column of B. The rows of a product
  // are apart, so that sixteen lanes read from all banks.
  const int stepOfLane = lane % 4, columnOfLane = lane / 4;
  const int wideRow = warp / Tile::WideWarps * (ProductM * WideM) + lane / 8 * (4 * WideM) +
                      lane / 4 % 2 * 2;
  const int wideColumn = Tile::NarrowColumns + warp % Tile::WideWarps * (ProductN * WideN);
$fragments$loop$join$epilogue$end}
)",
              values);
}

} // namespace warpsmith
