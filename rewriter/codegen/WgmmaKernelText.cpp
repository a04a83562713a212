// The kernel on Hopper's warpgroup products: copies, main loop, epilogue.
#include "rewriter/codegen/WgmmaText.h"
#include "rewriter/ir/WgmmaTile.h"

namespace warpsmith {
namespace {

/// The boxes of an operand's tile at step `k0`, copied to `stage`. The blocks of a cluster share
/// those of the right operand.
std::string copyBoxes(const KernelPlan &plan, int operand) {
  const std::string outer = operand == 0 ? "blockRow + box * Tile::BlockM / Tile::BoxesA"
                                         : "blockColumn + box * Tile::BlockN / Tile::BoxesB";
  Substitutions values = {
      {"X", letter(operand)},
      {"place", tileRunsAlongK(plan, operand) ? outer + ", k0" : "k0, " + outer},
  };
  if (operand == wgmmaForm(plan).left)
    return fill(R"(
#pragma unroll
          for (int box = 0; box < Tile::Boxes$X; ++box)
            warpsmith::copyBox(tiles$X + (place.stage * Tile::Boxes$X + box) * Tile::Box$X, map$X,
                               $place, &full[place.stage]);
)",
                values);
  return fill(R"(
          // Each block of the cluster copies its share for all of them.
#pragma unroll
          for (int share = 0; share < Tile::Boxes$X / Tile::Cluster; ++share) {
            const int box = share * Tile::Cluster + rank;
            warpsmith::copyBoxToAll<Tile::Cluster>(
                tiles$X + (place.stage * Tile::Boxes$X + box) * Tile::Box$X, map$X, $place,
                &full[place.stage]);
          }
)",
              values);
}

/// The main loop where fragments of the left operand come from registers: those of a k-tile are
/// loaded while the products of the last one run. It takes k-tiles in pairs, the last beyond the
/// end of k, so that each fragment has registers of its own: ptxas (13.0) lets no product run
/// beside another one whose registers it cannot tell apart.
std::string mainLoopWithFragments(const Substitutions &values) {
  return fill(R"(
$before      $Sum sum[Tile::Sums];
      unsigned even[Tile::BlockK / 2], odd[Tile::BlockK / 2];
      const auto multiplyNext = [&](unsigned (&fragments)[Tile::BlockK / 2], int k0) {
        warpsmith::wait(&full[place.stage], place.parity);
        warpsmith::loadFragments<Tile::BlockK>(
            fragments, tiles$L + place.stage * Tile::Tile$L + ownTile, thread);
        warpsmith::beginProducts();
        multiplyTile<Tile>(sum, fragments, tiles$R + place.stage * Tile::Tile$R, k0 > $from);
        warpsmith::commitProducts();
        // Only the products of this tile may still be running: the stage before has been read.
        warpsmith::waitForProducts<1>();
        if (k0 > $from)
          release(place.previous());
        place.advance();
      };
      for (int k0 = $from; k0 < $to; k0 += 2 * Tile::BlockK) {
        multiplyNext(even, k0);
        multiplyNext(odd, k0 + Tile::BlockK);
      }
      warpsmith::waitForProducts<0>();
      release(place.previous());
)",
              values);
}

/// The loop over k-tiles of the warpgroups that multiply, after `before`.
std::string mainLoop(const KernelPlan &plan, const std::string &before, Substitutions values) {
  values["before"] = before;
  if (wgmmaForm(plan).registers)
    return mainLoopWithFragments(values);
  if (plan.schedule.wgmma->parts == 1)
    return fill(R"(
$before      $Sum sum[Tile::Sums];
      for (int k0 = $from; k0 < $to; k0 += Tile::BlockK) {
        warpsmith::wait(&full[place.stage], place.parity);
        warpsmith::beginProducts();
        multiplyTile<Tile>(sum, tilesA + place.stage * Tile::TileA + ownTile,
                           tilesB + place.stage * Tile::TileB, k0 > $from);
        warpsmith::commitProducts();
        // Only the products of this tile may still be running: the stage before has been read.
        warpsmith::waitForProducts<1>();
        if (k0 > $from)
          release(place.previous());
        place.advance();
      }
      warpsmith::waitForProducts<0>();
      release(place.previous());
)",
                values);
  return R"(
      float sum[Tile::Sums], total[Tile::Sums] = {};
      for (int k0 = 0; k0 < k; k0 += Tile::BlockK) {
        warpsmith::wait(&full[place.stage], place.parity);
        warpsmith::beginProducts();
        const bool first = k0 % PromotedSteps == 0;
        multiplyTile<Tile>(sum, tilesA + place.stage * Tile::TileA + ownTile,
                           tilesB + place.stage * Tile::TileB, !first);
        warpsmith::commitProducts();
        if ((k0 + Tile::BlockK) % PromotedSteps == 0 || k0 + Tile::BlockK >= k) {
          warpsmith::waitForProducts<0>();
          if (!first)
            release(place.previous());
          release(place.stage);
#pragma unroll
          for (int i = 0; i < Tile::Sums; ++i)
            total[i] += sum[i];
        } else {
          // Only the products of this tile may still be running: the stage before has been read.
          warpsmith::waitForProducts<1>();
          if (!first)
            release(place.previous());
        }
        place.advance();
      }
      warpsmith::waitForProducts<0>(); // none is left, as the compiler learns here
)";
}

/// Where in C a thread's sums belong.
std::string placeOfSums(const WgmmaForm &form) {
  if (!form.registers)
    return R"(// A thread's sums lie in pairs, eight columns and eight rows apart: PTX ISA, "Register
      // Fragments for wgmma.mma_async.m64nNk16", matrix D.
      const int firstRow = blockRow + ownRow + thread % 128 / 32 * 16 + lane / 4;
      const int firstColumn = blockColumn + lane % 4 * 2;
)";
  return form.swapped()
             ? R"(// A thread's sums are those of two neighbours in pairs of rows, eight rows apart: PTX ISA,
      // "Register Fragments for wgmma.mma_async.m64nNk8", matrix D, transposed.
      const int firstRow = blockRow + lane % 4 * 2;
      const int firstColumn = blockColumn + ownColumn + warpsmith::fragmentRow(thread);
)"
             : R"(// A thread's sums are those of two rows in pairs of columns, eight columns apart: PTX ISA,
      // "Register Fragments for wgmma.mma_async.m64nNk8", matrix D.
      const int firstRow = blockRow + ownRow + warpsmith::fragmentRow(thread);
      const int firstColumn = blockColumn + lane % 4 * 2;
)";
}

/// Whether the region that is stored, if it is not all of C, holds all of a tile.
std::string insideTest(Region region) {
  const std::string above = "blockRow + Tile::BlockM <= blockColumn";
  const std::string below = "blockColumn + Tile::BlockN <= blockRow";
  switch (region) {
  case Region::Full:
    return {};
  case Region::Upper:
  case Region::StrictlyUpper:
    return " &&\n" + above;
  case Region::Lower:
  case Region::StrictlyLower:
    return " &&\n" + below;
  case Region::NotDiagonal:
    return " &&\n(" + above + " || " + below + ")";
  }
  return {};
}

/// Whether it holds the element of a run, which is one.
std::string storedTest(Region region) {
  return region == Region::Full ? std::string()
                                : std::string(" &&\nfirstRow + rowOf(run) ") + comparison(region) +
                                      " firstColumn + columnOf(run)";
}

/// Before the products: where a thread's runs of sums that are stored together belong,
/// and reading the first of C's old elements.
std::string beforeEpilogue(const WgmmaForm &form, Region region, bool readsOld,
                           Substitutions values) {
  values["placeOfSums"] = placeOfSums(form);
  values["isInside"] = insideTest(region);
  values["isStored"] = storedTest(region);
  if (form.swapped()) {
    values["rowOfRun"] = "run * Run / 4 * 8 + run * Run / 2 % 2";
    values["columnOfRun"] = "run * Run % 2";
    values["sumOfRun"] = "run * Run / 4 * 4 + (run * Run % 2 + r) * 2 + run * Run / 2 % 2";
  } else {
    values["rowOfRun"] = form.registers ? "run / RunsOfRow" : "run / RunsOfRow * 8";
    values["columnOfRun"] = "run % RunsOfRow * Run / 2 * 8 + run % RunsOfRow * Run % 2";
    values["sumOfRun"] = "run % RunsOfRow * Run / 2 * 4 + run / RunsOfRow * 2 + "
                         "run % RunsOfRow * Run % 2 + r";
  }
  // As many as there are registers for beside the sums, and beside what else a result depends on.
  // Of C's transpose, each run has an address of its own in registers.
  const bool alone = storedTest(region).empty() && values.at("further").empty();
  values["together"] = form.swapped() ? "8"
                       : alone        ? "Runs * Run <= 64 ? Runs : 32 / Run"
                                      : "Runs * Run <= 32 ? Runs : 16 / Run";
  values["runsOfRow"] = form.swapped() ? "" : ", RunsOfRow = Runs / 2";
  values["ifUnsliced"] = values.at("unslicedAnd").empty() ? "" : " if (!Tile::InSlices)";
  values["early"] = readsOld ? fill(R"(
      warpsmith::Vector<$C, Run> old[2][Together];
      const auto read = [&](auto inside, int first) {
        constexpr bool Inside = decltype(inside)::value;
#pragma unroll
        for (int i = 0; i < Together; ++i) {
          const int run = first + i;
          old[first / Together % 2][i] =
              warpsmith::loadVector<Run>(warpsmith::orAbsent(Inside || exists(run), placeOf(run)));
        }
      };
      // The first of them come while the products are summed.
      if ($unslicedAnd whole)
        read(std::true_type{}, 0);
      else$ifUnsliced
        read(std::false_type{}, 0);
)",
                                    values)
                             : "";
  return fill(R"(
      $placeOfSums      // What is read for as many runs of sums is on its way before one of them is written.
      constexpr int Runs = Tile::Sums / Run, Together = $together$runsOfRow;
      const auto rowOf = [](int run) { return $rowOfRun; };
      const auto columnOf = [](int run) { return $columnOfRun; };
      const auto sumOf = [](int run, int r) { return $sumOfRun; };
      $C *const own = c + (long long)firstRow * ldc + firstColumn;
      const auto placeOf = [&](int run) { return own + (long long)rowOf(run) * ldc + columnOf(run); };
      const int rowsLeft = m - firstRow, columnsLeft = n - firstColumn;
      const auto exists = [&](int run) {
        return rowOf(run) < rowsLeft && columnOf(run) < columnsLeft$isStored;
      };
      const bool whole = blockRow + Tile::BlockM <= m && blockColumn + Tile::BlockN <= n$isInside;
$prefetch$early)",
              values);
}

std::string plainEpilogue(bool readsOld, Substitutions values) {
  // At C's edges each address takes registers, which are too few for the next ones' besides.
  values["readMore"] = readsOld ? R"(if (Inside ? first + Together < Runs : first > 0)
            read(inside, Inside ? first + Together : first);
)"
                                : "";
  return fill(R"(
      const auto store = [&](auto inside) {
        constexpr bool Inside = decltype(inside)::value;
#pragma unroll
        for (int first = 0; first < Runs; first += Together) {
          $readMore#pragma unroll
          for (int i = 0; i < Together; ++i) {
            const int run = first + i;
            const int row = firstRow + rowOf(run), column = firstColumn + columnOf(run);
            if (Inside || exists(run)) {
              warpsmith::Vector<$C, Run> result;
#pragma unroll
              for (int r = 0; r < Run; ++r)
                result.values[r] = finished(sum[sumOf(run, r)]$oldOfRun, row, column + r);
              warpsmith::storeVector(placeOf(run), result);
            }
          }
        }
      };
      if (whole)
        store(std::true_type{});
      else
        store(std::false_type{});
)",
              values);
}

/// Tiles of a cluster that lie wholly beside the triangle that is stored: its blocks must agree.
std::string emptyTileTest(const KernelPlan &plan) {
  switch (plan.contraction.region) {
  case Region::Upper:
  case Region::StrictlyUpper:
    return "at.row * Tile::ClusterM >= (at.column + 1) * Tile::ClusterN";
  case Region::Lower:
  case Region::StrictlyLower:
    return "at.column * Tile::ClusterN >= (at.row + 1) * Tile::ClusterM";
  default:
    return {};
  }
}

std::string allTilesText(const Substitutions &values) {
  return fill(R"(
  // Calls visit(blockRow, blockColumn) for the block's tiles; those of a cluster lie $beside each
  // other.
  const auto forEachTile = [&](auto visit) {
    const int tileRows = (m + Tile::ClusterM - 1) / Tile::ClusterM;
    const int tileColumns = (n + Tile::ClusterN - 1) / Tile::ClusterN;
    for (int tile = blockIdx.x / $blocksOfTile; tile < tileRows * tileColumns;
         tile += gridDim.x / $blocksOfTile) {
      const auto at = warpsmith::tilePlace(tile, tileRows, tileColumns);
      const int blockRow = at.row * Tile::ClusterM$rankRow;
      const int blockColumn = at.column * Tile::ClusterN$rankColumn;
      $skip      visit(blockRow, blockColumn);
    }
  };
)",
              values);
}

} // namespace

std::string wgmmaKernelText(KernelPlan &plan) {
  for (const char *header :
       {"cluster.h", "dependent_launch.h", "mbarrier_wait_sm90.h", "register_budget.h",
        "stage_ring.h", "tensor_copy.h", "tile_order.h", "vector.h"})
    plan.need(header);
  const Contraction &contraction = plan.contraction;
  const bool split = plan.schedule.wgmma->parts > 1;
  const bool readsOld =
      plan.computation.finish->contains(Expression::Kind::Output) ||
      (contraction.diagonal && contraction.diagonal->contains(Expression::Kind::Output));
  const std::string c(cudaName(contraction.c.type));
  const std::string emptyTile = emptyTileTest(plan);

  const WgmmaForm form = wgmmaForm(plan);
  Substitutions values = plan.signature();
  // Fragments are loaded by each warp for itself.
  values["ofReader"] = form.registers ? "32" : "128";
  addSlice(values, plan);
  const std::string k0InSlice = "k0 < " + values["to"];
  values["template"] =
      mayStorePairs(plan) ? "/// Aligned: pairs of elements of C can be read and written at once.\n"
                            "template <typename Tile, bool Aligned>"
                          : "template <typename Tile>";
  values.insert({
      {"finish", plan.finishText({"", "", "sum", "old", "column"})},
      {"region", plan.regionTest("column")},
      {"regionOfNext", plan.regionTest("firstColumn + next")},
      {"run", mayStorePairs(plan) ? "Aligned ? 2 : 1" : "1"},
      {"oldElement", readsOld ? ", old[i].values[r]" : ""},
      {"oldScalar", readsOld ? ", *to" : ""},
      {"oldParameter", readsOld ? ", " + c + " old" : ""},
      {"Sum", sumType(plan)},
      {"L", letter(form.left)},
      {"Left", form.swapped() ? "Column" : "Row"},
      {"rankRow", form.swapped() ? "" : " + rank * Tile::BlockM"},
      {"rankColumn", form.swapped() ? " + rank * Tile::BlockN" : ""},
      {"beside", form.swapped() ? "beside" : "below"},
      {"readers", form.registers ? "4 * Tile::Warpgroups" : "Tile::Warpgroups"},
      {"allReaders", form.registers ? "all warps that multiply" : "all warpgroups that multiply"},
      {"reader", form.registers ? "warp" : "warpgroup"},
      {"allRead",
       form.registers ? "warpsmith::finishReads();\n__syncwarp(); // all its lanes have" : ""},
      {"R", letter(form.right)},
      {"moreSteps", form.registers ? k0InSlice + " || k0 / Tile::BlockK % 2 == 1" : k0InSlice},
      {"ownRows", form.swapped() ? "Tile::BlockM" : "64"},
      {"ownColumns", form.swapped() ? "64" : "Tile::BlockN"},
      {"plusOwnRow", form.swapped() ? "" : " + ownRow"},
      {"plusOwnColumn", form.swapped() ? " + ownColumn" : ""},
      {"oldOfRun", readsOld ? ", old[first / Together % 2][i].values[r]" : ""},
      {"copyA", copyBoxes(plan, 0)},
      {"copyB", copyBoxes(plan, 1)},
      {"skip",
       emptyTile.empty() ? "" : "if (" + values["unslicedAnd"] + emptyTile + ")\n continue;\n"},
      {"originals", split ? ", const float *__restrict__ backA, "
                            "const float *__restrict__ backB, "
                            "const float *__restrict__ a, int lda, const float *__restrict__ b, "
                            "int ldb"
                    : prefetchesOperands(plan) ? ", const Part *a, int lda, const Part *b, int ldb"
                                               : ""},
  });
  values["declarations"] =
      readsOld ? fill("warpsmith::Vector<$C, Run> old[Together * 2 / Run];\n", values) : "";
  values["loads"] = readsOld ? "old[i] = warpsmith::loadVector<Run>(to + next);\n" : "";
  if (readsOld || prefetchesOperands(plan))
    plan.need("prefetch.h");
  std::string together;
  if (prefetchesOperands(plan))
    for (const int operand : {0, 1}) {
      const Extents extents = extentsOf(plan, operand);
      together +=
          fill("  warpsmith::prefetchTogether($x, $rows, $columns, ld$x);\n",
               {{"x", pointerName(operand)}, {"rows", extents.rows}, {"columns", extents.columns}});
    }
  if (readsOld && !split) // else it begins beside the kernel that splits
    together += "  warpsmith::prefetchTogether(c, m, n, ldc);\n";
  values["prefetchTogether"] = together.empty() ? ""
                                                : "  // What is read here comes into the L2 cache "
                                                  "while the kernel before this one ends.\n" +
                                                      together;
  values["across"] = plan.schedule.symmetric ? prefetchAcross(values) : "";
  values["prefetch"] = readsOld ? fill(R"(
      // The old elements come into the L2 cache while the products are summed.
      constexpr int LinesOfRow =
          ($ownColumns * sizeof($C) + warpsmith::CacheLine - 1) / warpsmith::CacheLine;
      for (int line = thread % 128; line < $ownRows * LinesOfRow; line += 128) {
        const int row = blockRow$plusOwnRow + line / LinesOfRow;
        const int column = blockColumn$plusOwnColumn + line % LinesOfRow * ($ownColumns / LinesOfRow);
        if (row < m && column < n)
          warpsmith::prefetchToL2(c + (long long)row * ldc + column);
      }
$across)",
                                       values)
                                : "";
  const bool symmetric = plan.schedule.symmetric;
  std::string before;
  if (!split && !symmetric) {
    if (readsOld) {
      // What is read at once as a whole needs no second request.
      values["prefetch"] = "if constexpr (" + values["unslicedAnd"] + "Runs > Together) {\n" +
                           values["prefetch"] + "}\n";
      plan.need("absent.h");
    }
    before = beforeEpilogue(form, contraction.region, readsOld, values);
    values["prefetch"] = "";
  }
  values["mainLoop"] = mainLoop(plan, before, values);
  values["epilogue"] = symmetric ? placeOfSums(form) + symmetricEpilogue(plan, readsOld, values)
                       : split   ? placeOfSums(form) + splitEpilogue(plan, values)
                                 : plainEpilogue(readsOld, values);
  if (mayBeSliced(plan))
    values["epilogue"] = epilogueOfSlices(plan, readsOld, values);
  if (plan.schedule.symmetric)
    plan.need("triangle_order.h");
  values["forEachTile"] = plan.schedule.symmetric ? lowerTilesText(values) : allTilesText(values);
  return fill(R"(
$template
__global__ void __launch_bounds__($only Tile::Threads$else, 1)
    kernel(const __grid_constant__ warpsmith::TensorMap mapA, const __grid_constant__ warpsmith::TensorMap mapB, int m,
           int n, int k$scalars$originals, $C *__restrict__ c, int ldc$further) {
$begin  warpsmith::allowNextKernel();
  extern __shared__ unsigned char shared[];
  Part *const tilesA = reinterpret_cast<Part *>(
      shared + (SharedAlignment - warpsmith::sharedAddress(shared) % SharedAlignment) %
                   SharedAlignment);
  Part *const tilesB = tilesA + Tile::Stages * Tile::TileA;
  // A stage is full when all its bytes are there, and empty when $allReaders of each block of
  // the cluster have read it.
  auto *const full = reinterpret_cast<warpsmith::Barrier *>(tilesB + Tile::Stages * Tile::TileB);
  auto *const empty = full + Tile::Stages;
  const int thread = threadIdx.x, warpgroup = thread / 128;
  const int rank = blockIdx.x % Tile::Cluster;
  if (thread == 0) {
    for (int stage = 0; stage < Tile::Stages; ++stage) {
      warpsmith::initialize(&full[stage], 1);
      warpsmith::initialize(&empty[stage], $readers * Tile::Cluster);
    }
    warpsmith::publishBarriers();
  }
$prefetchTogether  warpsmith::synchronizeCluster();
  warpsmith::waitForPreviousKernel();
$slice
$forEachTile  warpsmith::RingPlace<Tile::Stages> place;

  if (warpgroup == 0) {
    warpsmith::shrinkRegisters<Tile::CopyRegisters>();
    if (thread == 0) {
      forEachTile([&](int blockRow, int blockColumn) {
        for (int k0 = $from; $moreSteps; k0 += Tile::BlockK) {
          // A new barrier counts as having completed the phase before its first.
          warpsmith::wait(&empty[place.stage], place.parity ^ 1);
          warpsmith::arriveExpecting(&full[place.stage], Tile::StageBytes);
$copyA$copyB          place.advance();
        }
      });
    }
$meetSlices  } else {
    warpsmith::growRegisters<Tile::MultiplyRegisters>();
    constexpr int Run = $run;
    const int own$Left = (warpgroup - 1) * 64, ownTile = (warpgroup - 1) * Tile::Half$L;
    const int lane = thread % 32;
    const auto finished = [&]($Sum sum$oldParameter, int row, int column) -> $C { return $finish; };
    // One thread for each block of the cluster says that this $reader has read a stage.
    const auto release = [&](int stage) {
      $allRead
      if (thread % $ofReader < Tile::Cluster)
        warpsmith::arriveAt(&empty[stage], $readerRank);
    };
    forEachTile([&](int blockRow, int blockColumn) {
$prefetch$mainLoop$epilogue    });
  }
  // No block ends while another one may still signal to it or use its shared memory.
  warpsmith::synchronizeCluster();
$end}
)",
              values);
}

} // namespace warpsmith
