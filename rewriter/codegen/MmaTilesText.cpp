// The tiles of a kernel on mma.sync and their copies.
//
// They lie in shared memory in boxes of rows of 128 bytes, of steps of k where the operand is
// contiguous along k, of m or n where not.
#include "rewriter/codegen/MmaText.h"
#include "rewriter/families/MmaTile.h"

namespace warpsmith {
namespace {

/// Constants and functions for 16 bits have that in their names.
const char *width(const KernelPlan &plan) {
  return multipliesDoubles(plan) ? "" : "16";
}

/// Without its time where there is no other one.
std::string alias(const MmaTile &tile, bool chosen) {
  std::string text = "using " + std::string(tile.name) + " = Tile<";
  for (const int value : {tile.block.m, tile.block.n, tile.block.k, tile.warpM, tile.warpN})
    text += std::to_string(value) + ", ";
  return text + std::to_string(tile.stages) + (chosen ? ", " + std::to_string(tile.time) : "") +
         ">;\n";
}

/// The copies of an operand's boxes at step `k0` into a stage.
std::string copyBoxes(const KernelPlan &plan, int operand) {
  const bool alongK = runsAlongK(plan, operand);
  const std::string outer = operand == 0 ? "blockRow" : "blockColumn";
  const Substitutions values = {{"X", letter(operand)},
                                {"width", width(plan)},
                                {"x", pointerName(operand)},
                                {"row", alongK ? outer : "k0"},
                                {"rows", extentsOf(plan, operand).rows},
                                {"column", alongK ? "k0" : outer},
                                {"columns", extentsOf(plan, operand).columns}};
  if (plan.of<Mma>().bulk)
    return fill(R"(
#pragma unroll
          for (int box = 0; box < Tile::Boxes$X; ++box)
            warpsmith::copyBox(tiles$X + place.stage * Tile::Tile$X + box * Tile::Box$X, map$X, 0,
                               $row, $column + box * warpsmith::BoxColumns, &full[place.stage]);
)",
                values);
  return fill(R"(
        warpsmith::copyBoxesAsync$width<Tile::RowsOfBox$X, Tile::Boxes$X * warpsmith::BoxColumns$width,
                                  Tile::Threads>(
            tiles$X + stage * Tile::Tile$X, $x + (long long)$row * ld$x + $column, ld$x,
            $rows - $row, $columns - $column, thread);
)",
              values);
}

/// Ends a visit of a tile of C that lies wholly beside the triangle that is stored.
std::string emptyTileText(const KernelPlan &plan) {
  std::string test;
  switch (plan.contraction.region) {
  case Region::Upper:
  case Region::StrictlyUpper:
    test = "blockRow >= blockColumn + BlockN";
    break;
  case Region::Lower:
  case Region::StrictlyLower:
    test = "blockColumn >= blockRow + BlockM";
    break;
  default:
    return {};
  }
  return "if (" + test + ")\n " + (plan.of<Mma>().bulk ? "continue" : "return") +
         "; // not stored\n";
}

std::string packBandsText(const KernelPlan &plan) {
  return fill(R"(
    // The three warps that do not copy scale rows of A that will be needed later.
    if constexpr (Tile::PacksBands)
      if (thread >= Tile::ComputeThreads + 32) {
        if (bands.counters)
          warpsmith::packBands<$alongK, Tile::BandM>(bands, $factor, thread % 32);
        return;
      }
    int packed = bands.before; // bands
)",
              {{"alongK", boolean(runsAlongK(plan, 0))}, {"factor", factorOf(plan, 0)}});
}

std::string waitForBandText(const KernelPlan &plan) {
  return fill(R"(
        if constexpr (Tile::PacksBands)
          if (const int band = blockRow / Tile::BandM; bands.counters && band >= packed) {
            warpsmith::waitForBand<$alongK, Tile::BandM>(bands, band);
            packed = band + 1;
          }
)",
              {{"alongK", boolean(runsAlongK(plan, 0))}});
}

MmaCopies bulkCopies(KernelPlan &plan) {
  for (const char *header : {"dependent_launch.h", "mbarrier_wait_sm90.h", "register_budget.h",
                             "stage_ring.h", "tensor_copy.h"})
    plan.need(header);
  MmaCopies copies;
  const bool bands = packsBands(plan);
  if (bands) {
    plan.need("pack_bands.h");
    copies.parameters = ", const __grid_constant__ warpsmith::PackedBands bands";
  }
  copies.shared = R"(
  warpsmith::allowNextKernel();
  extern __shared__ unsigned char shared[];
  double *const tilesA = reinterpret_cast<double *>(
      shared + (SharedAlignment - warpsmith::sharedAddress(shared) % SharedAlignment) %
                   SharedAlignment);
  double *const tilesB = tilesA + Tile::Stages * Tile::TileA;
  // A stage is full when all its bytes are there, and empty when each warp has read it.
  auto *const full = reinterpret_cast<warpsmith::Barrier *>(tilesB + Tile::Stages * Tile::TileB);
  auto *const empty = full + Tile::Stages;
  if (thread == 0) {
    for (int stage = 0; stage < Tile::Stages; ++stage) {
      warpsmith::initialize(&full[stage], 1);
      warpsmith::initialize(&empty[stage], Tile::ComputeThreads / 32);
    }
    warpsmith::publishBarriers();
  }
  __syncthreads();
  warpsmith::waitForPreviousKernel();
)";
  copies.roles = fill(
      R"(
  warpsmith::RingPlace<Tile::Stages> place;
  if (thread >= Tile::ComputeThreads) {
    warpsmith::shrinkRegisters<$copyRegisters>();
$packBands    if (thread == Tile::ComputeThreads)
      forEachTile([&](int blockRow, int blockColumn) {
$waitForBand        for (int k0 = 0; k0 < k; k0 += BlockK) {
          // A new barrier counts as having completed the phase before its first.
          warpsmith::wait(&empty[place.stage], place.parity ^ 1);
          warpsmith::arriveExpecting(&full[place.stage], Tile::StageBytes);
          $copyA$copyB
          place.advance();
        }
      });
    return;
  }
  warpsmith::growRegisters<$computeRegisters>();
  const int warp = thread / 32, lane = thread % 32;
  const auto release = [&] {
    warpsmith::finishReads();
    __syncwarp();
    if (lane == 0)
      warpsmith::arrive(&empty[place.stage]); // this warp has read the stage
    place.advance();
  };
)",
      {{"copyA", copyBoxes(plan, 0)},
       {"copyB", copyBoxes(plan, 1)},
       {"copyRegisters", bands ? "Tile::PacksBands ? 40 : 24" : "24"},
       {"computeRegisters", bands ? "Tile::PacksBands ? 232 : 240" : "240"},
       {"packBands", bands ? packBandsText(plan) : ""},
       {"waitForBand", bands ? waitForBandText(plan) : ""}});
  copies.first = R"(
    warpsmith::wait(&full[place.stage], place.parity);
    readStage(place.stage);
)";
  copies.next = R"(
                release();
                warpsmith::wait(&full[place.stage], place.parity);
                readStage(place.stage);
)";
  copies.last = "    release();\n";
  return copies;
}

MmaCopies threadCopies(KernelPlan &plan) {
  plan.need(multipliesDoubles(plan) ? "copy_boxes_async.h" : "copy_boxes_async_16bit.h");
  MmaCopies copies;
  copies.shared = fill(R"(
  extern __shared__ __align__(128) unsigned char shared[];
  $part *const tilesA = reinterpret_cast<$part *>(shared);
  $part *const tilesB = tilesA + Tile::Stages * Tile::TileA;
)",
                       {{"part", partName(plan)}});
  copies.roles = "  const int warp = thread / 32, lane = thread % 32;\n";
  copies.first = fill(R"(
    // A k-tile's copies are a group, which is empty behind the last one.
    const auto copy = [&](int tile) {
      const int stage = tile % Tile::Stages, k0 = tile * BlockK;
      if (tile < tiles) {
        $copyA$copyB
      }
      warpsmith::commitCopies();
    };
    for (int tile = 0; tile < Tile::Stages; ++tile)
      copy(tile);
    warpsmith::waitForCopies<Tile::Stages - 1>();
    __syncthreads();
    readStage(0);
)",
                      {{"copyA", copyBoxes(plan, 0)}, {"copyB", copyBoxes(plan, 1)}});
  copies.next = R"(
                warpsmith::waitForCopies<Tile::Stages - 2>(); // this thread's part has arrived
                __syncthreads(); // everyone's part has, and the stage before has been read
                copy(tile - 1 + Tile::Stages);
                readStage(tile % Tile::Stages);
)";
  return copies;
}

} // namespace

bool multipliesDoubles(const KernelPlan &plan) {
  return plan.of<Mma>().part == ElementType::F64;
}

std::string factorOf(const KernelPlan &plan, int operand) {
  const ExpressionRef &own = plan.computation.own(operand);
  if (own->kind == Expression::Kind::Binary && own->text == "*")
    for (const int side : {0, 1})
      if (own->children[side]->kind == Expression::Kind::Scalar &&
          own->children[side]->type == ElementType::F64 && isItself(own->children[1 - side]))
        return plan.print(own->children[side], {"", "", "", ""});
  return {};
}

bool packsBands(const KernelPlan &plan) {
  // Of a triangle the first bands have few tiles.
  return plan.of<Mma>().bulk && multipliesDoubles(plan) && !factorOf(plan, 0).empty() &&
         plan.contraction.region == Region::Full;
}

std::string partName(const KernelPlan &plan) {
  return std::string(cudaName(plan.of<Mma>().part));
}

MmaCopies mmaCopies(KernelPlan &plan) {
  return plan.of<Mma>().bulk ? bulkCopies(plan) : threadCopies(plan);
}

std::string mmaTilesOfBlockText(const KernelPlan &plan) {
  const Substitutions skip = {{"skip", emptyTileText(plan)}};
  if (!plan.of<Mma>().bulk)
    return fill(R"(
  // Calls visit(blockRow, blockColumn) for the block's tile of C.
  const auto forEachTile = [&](auto visit) {
    const int tileRows = (m + BlockM - 1) / BlockM, tileColumns = (n + BlockN - 1) / BlockN;
    const auto at = warpsmith::tilePlace(blockIdx.x, tileRows, tileColumns);
    const int blockRow = at.row * BlockM, blockColumn = at.column * BlockN;
    $skip    visit(blockRow, blockColumn);
  };
)",
                skip);
  return fill(R"(
  // Calls visit(blockRow, blockColumn) for the block's tiles of C.
  const auto forEachTile = [&](auto visit) {
    const int tileRows = (m + BlockM - 1) / BlockM, tileColumns = (n + BlockN - 1) / BlockN;
    for (int tile = blockIdx.x; tile < tileRows * tileColumns; tile += gridDim.x) {
      const auto at = warpsmith::tilePlace(tile, tileRows, tileColumns);
      const int blockRow = at.row * BlockM, blockColumn = at.column * BlockN;
      $skip      visit(blockRow, blockColumn);
    }
  };
)",
              skip);
}

std::string mmaTilesText(KernelPlan &plan) {
  const Mma &mma = plan.of<Mma>();
  plan.need(multipliesDoubles(plan) ? "double_box.h" : "box_16bit.h");
  plan.need("tile_order.h");
  if (mma.bulk)
    plan.need("mbarrier.h");
  const bool chosen = mma.tiles.size() > 1;
  std::string tiles;
  for (const MmaTile &tile : mma.tiles)
    tiles += alias(tile, chosen);
  const auto rows = [&](int operand) {
    return runsAlongK(plan, operand) ? operand == 0 ? "BlockM" : "BlockN" : "BlockK";
  };
  return fill(
      R"(
constexpr int Steps = $steps; // of k, of a product of fragments
$sharedAlignment
/// A block computes BlockM x BlockN elements of C, a warp WarpM x WarpN of them, from k-tiles of
/// BlockK steps in a ring of Stages.
template <int RowsOfBlock, int ColumnsOfBlock, int StepsOfBlock, int RowsOfWarp,
          int ColumnsOfWarp, int RingStages$timeParameter>
struct Tile {
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock, BlockK = StepsOfBlock;
  static constexpr int WarpM = RowsOfWarp, WarpN = ColumnsOfWarp;
$band  static_assert(BlockM % WarpM == 0 && BlockN % WarpN == 0, "A block must be whole warps' tiles.");
  static_assert(WarpM % 16 == 0 && WarpN % 16 == 0, "A warp's tile must be whole fragments.");
$within  static_assert(BlockK % warpsmith::BoxColumns$width == 0, "A k-tile must be whole boxes.");
  static constexpr int ComputeThreads = BlockM / WarpM * (BlockN / WarpN) * 32;
  static constexpr int Threads = ComputeThreads$copyThreads;
  static constexpr int Stages = RingStages$timeOfTile;
  // Elements of the tiles and of the boxes that they are copied in.
  static constexpr int TileA = BlockM * BlockK, TileB = BlockN * BlockK;
  static constexpr int RowsOfBoxA = $rowsA, RowsOfBoxB = $rowsB;
  static constexpr int BoxA = RowsOfBoxA * warpsmith::BoxColumns$width, BoxesA = TileA / BoxA;
  static constexpr int BoxB = RowsOfBoxB * warpsmith::BoxColumns$width, BoxesB = TileB / BoxB;
  static constexpr int StageBytes = (TileA + TileB) * sizeof($part);
  static constexpr int SharedBytes = $sharedBytes;
};
$times$tiles)",
      {{"steps", std::to_string(mmaSteps(mma.part))},
       {"width", width(plan)},
       {"part", partName(plan)},
       {"band",
        packsBands(plan)
            ? R"(  // Whether idle warps scale bands of A. With smaller tiles they would not gain anything.
  static constexpr bool PacksBands = BlockM * BlockN >= 128 * 128;
  static constexpr int BandM = warpsmith::RowsOfBand * BlockM;
)"
            : ""},
       {"within", multipliesDoubles(plan)
                      ? ""
                      : "static_assert(warpsmith::BoxColumns16 % WarpM == 0 && "
                        "warpsmith::BoxColumns16 % WarpN == 0, "
                        "\"A warp's tile must lie within the columns of a box.\");\n"},
       {"timeParameter", chosen ? ", int RelativeTime" : ""},
       {"timeOfTile", chosen ? ", Time = RelativeTime" : ""},
       {"times", !chosen ? std::string()
                 : multipliesDoubles(plan)
                     ? std::string("// Times are compared with each other; measured on an H200.\n")
                     : "// Times are cycles of a k-tile by the rates of " +
                           std::string(plan.schedule.architecture->name) +
                           "; they were not measured.\n"},
       {"sharedAlignment", mma.bulk ? "// Swizzles repeat every 1024 bytes.\n"
                                      "constexpr int SharedAlignment = 1024;\n"
                                    : ""},
       {"copyThreads", mma.bulk ? " + " + std::to_string(copyThreads(mma)) : std::string()},
       {"rowsA", rows(0)},
       {"rowsB", rows(1)},
       {"sharedBytes", mma.bulk ? "SharedAlignment + Stages * (StageBytes + 2 * "
                                  "(int)sizeof(warpsmith::Barrier))"
                                : "Stages * StageBytes"},
       {"tiles", tiles}});
}

} // namespace warpsmith
