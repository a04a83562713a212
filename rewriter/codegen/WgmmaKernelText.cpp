// The kernel on Hopper's warpgroup products: copies, main loop, epilogue.
#include "rewriter/codegen/WgmmaText.h"
#include "rewriter/ir/WgmmaTile.h"

namespace warpsmith {
namespace {

/// The boxes of an operand's tile at step `k0`, copied to `stage`. The blocks of a cluster share
/// those of B.
std::string copyBoxes(const KernelPlan &plan, int operand) {
  const std::string outer = operand == 0 ? "blockRow + box * Tile::BlockM / Tile::BoxesA"
                                         : "blockColumn + box * Tile::BlockN / Tile::BoxesB";
  Substitutions values = {
      {"X", letter(operand)},
      {"place", runsAlongK(plan, operand) ? outer + ", k0" : "k0, " + outer},
  };
  if (operand == 0)
    return fill(R"(
#pragma unroll
          for (int box = 0; box < Tile::BoxesA; ++box)
            warpsmith::copyBox(tilesA + (place.stage * Tile::BoxesA + box) * Tile::BoxA, mapA,
                               $place, &full[place.stage]);
)",
                values);
  return fill(R"(
          // Each block of the cluster copies its share for all of them.
#pragma unroll
          for (int share = 0; share < Tile::BoxesB / Tile::Cluster; ++share) {
            const int box = share * Tile::Cluster + rank;
            warpsmith::copyBoxToAll<Tile::Cluster>(
                tilesB + (place.stage * Tile::BoxesB + box) * Tile::BoxB, mapB, $place,
                &full[place.stage]);
          }
)",
              values);
}

/// The loop over k-tiles of the warpgroups that multiply, and the name of what it sums in.
std::string mainLoop(const KernelPlan &plan) {
  if (plan.schedule.wgmma->parts == 1)
    return R"(
      float sum[Tile::BlockN / 2];
      for (int k0 = 0; k0 < k; k0 += Tile::BlockK) {
        warpsmith::wait(&full[place.stage], place.parity);
        warpsmith::beginProducts();
        multiplyTile<Tile>(sum, tilesA + place.stage * Tile::TileA + ownTile,
                           tilesB + place.stage * Tile::TileB, k0 > 0);
        warpsmith::commitProducts();
        // Only the products of this tile may still be running: the stage before has been read.
        warpsmith::waitForProducts<1>();
        if (k0 > 0)
          release(place.previous());
        place.advance();
      }
      warpsmith::waitForProducts<0>();
      release(place.previous());
)";
  return R"(
      float sum[Tile::BlockN / 2], total[Tile::BlockN / 2] = {};
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
          for (int i = 0; i < Tile::BlockN / 2; ++i)
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

/// Stores a thread's sums: $rowValues once a row; $value is that of sum `r` of a run of `Run` sums
/// that are stored together. $inside holds where all of the tile exists.
std::string epilogueLoops(const Substitutions &values) {
  return fill(R"(
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          const int row = firstRow + half * 8;
          const int columns = row < m ? n - firstColumn : 0; // that exist
          $C *const to = c + (long long)row * ldc + firstColumn;
$rowValues#pragma unroll
          for (int group = 0; group < Tile::BlockN / 8; group += Together) {
$declarations#pragma unroll
            for (int i = 0; i < Together * 2 / Run; ++i) {
              const int next = (group + i * Run / 2) * 8 + i * Run % 2;
              if (($inside next < columns)$regionOfNext) {
                $loads
              }
            }
#pragma unroll
            for (int i = 0; i < Together * 2 / Run; ++i) {
              const int next = (group + i * Run / 2) * 8 + i * Run % 2;
              const int column = firstColumn + next;
              if (($inside next < columns)$region) {
                warpsmith::Vector<$C, Run> result;
#pragma unroll
                for (int r = 0; r < Run; ++r)
                  result.values[r] = finished($value$oldElement, row, column + r);
                warpsmith::storeVector(to + next, result);
              }
            }
          }
        }
)",
              values);
}

/// The number of the sum of element `r` of run `i`.
constexpr const char *SumIndex = "(group + i * Run / 2) * 4 + half * 2 + i * Run % 2 + r";

/// The epilogue of split operands: scales are undone in FP64, whose range holds them all together
/// with what the original multiplies each product by.
std::string splitEpilogue(const KernelPlan &plan, Substitutions values) {
  const bool alongA = runsAlongK(plan, 0), alongB = runsAlongK(plan, 1);
  values["factor"] = "";
  for (const ExpressionRef &factor : plan.computation.factors)
    values["factor"] += "(double)(" + plan.print(factor, {"", "", "", "", "column"}) + ") * ";
  values["elementA"] = alongA ? "a[(long long)row * lda + step]" : "a[(long long)step * lda + row]";
  values["elementB"] =
      alongB ? "b[(long long)column * ldb + step]" : "b[(long long)step * ldb + column]";
  values["rowValues"] =
      fill("        const double ofRow = row < m ? $factor(double)backA[row] : 0.0;\n", values);
  values["declarations"] += "warpsmith::Vector<float, Run> ofColumns[Together * 2 / Run];\n";
  values["loads"] += "ofColumns[i] = warpsmith::loadVector<Run>(backB + firstColumn + next);\n";
  values["value"] =
      fill("(float)(total[$index] * ofRow * ofColumns[i].values[r])", {{"index", SumIndex}});
  values["inside"] = "";
  values["loops"] = epilogueLoops(values);
  return fill(R"(
      // Infinities and NaN have no parts: sums of such rows and columns, and their neighbours, are
      // taken from the elements themselves.
      bool finite = true;
      for (int half = 0; half < 2; ++half)
        finite = finite && (firstRow + half * 8 >= m || backA[firstRow + half * 8] != 0.0f);
#pragma unroll 4
      for (int next = 0; next < Tile::BlockN; next += 8)
        for (int r = 0; r < 2; ++r)
          finite = finite && (firstColumn + next + r >= n || backB[firstColumn + next + r] != 0.0f);
      if (finite) {
        // What is read for as many groups of columns is on its way before one of them is written.
        constexpr int Together = 4;
        $loops
      } else {
#pragma unroll 1
        for (int element = 0; element < Tile::BlockN / 2; ++element) {
          const int row = firstRow + element / 2 % 2 * 8;
          const int column = firstColumn + element / 4 * 8 + element % 2;
          if (row < m && column < n$region) {
            double sum = 0.0;
            for (int step = 0; step < k; ++step)
              sum += (double)$elementA * $elementB;
            $C *const to = c + (long long)row * ldc + column;
            *to = finished((float)($factor sum)$oldScalar, row, column);
          }
        }
      }
)",
              values);
}

std::string plainEpilogue(Substitutions values) {
  values["rowValues"] = "";
  values["value"] = std::string("sum[") + SumIndex + "]";
  values["inside"] = "Inside ||";
  values["loops"] = epilogueLoops(values);
  return fill(R"(
      // What is read for as many groups of columns is on its way before one of them is written.
      constexpr int Together = 8;
      const auto store = [&](auto inside) {
        constexpr bool Inside = decltype(inside)::value;
        $loops
      };
      if (blockRow + Tile::BlockM <= m && blockColumn + Tile::BlockN <= n)
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
    return "at.row * ClusterM >= blockColumn + Tile::BlockN";
  case Region::Lower:
  case Region::StrictlyLower:
    return "blockColumn >= (at.row + 1) * ClusterM";
  default:
    return {};
  }
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
  Substitutions values = {
      {"C", c},
      {"A", std::string(cudaName(contraction.a.type))},
      {"B", std::string(cudaName(contraction.b.type))},
      {"scalars", plan.scalarParameters(KernelPlan::Scope::Kernel)},
      {"further", plan.furtherParameters()},
      {"finish", plan.finishText({"", "", "sum", "old", "column"})},
      {"region", plan.regionTest("column")},
      {"regionOfNext", plan.regionTest("firstColumn + next")},
      {"run", contraction.region == Region::Full ? "Aligned ? 2 : 1" : "1"},
      {"oldElement", readsOld ? ", old[i].values[r]" : ""},
      {"oldScalar", readsOld ? ", *to" : ""},
      {"oldParameter", readsOld ? ", " + c + " old" : ""},
      {"copyA", copyBoxes(plan, 0)},
      {"copyB", copyBoxes(plan, 1)},
      {"mainLoop", mainLoop(plan)},
      // Together the 504 registers that the threads of three warps can have; copies to all blocks
      // of a cluster need more of them, two sets of sums leave fewer.
      {"few", split ? "24" : "40"},
      {"many", split ? "240" : "232"},
      {"skip", emptyTile.empty() ? "" : "if (" + emptyTile + ")\n continue;\n"},
      {"originals", split ? ", const float *__restrict__ backA, "
                            "const float *__restrict__ backB, "
                            "const float *__restrict__ a, int lda, const float *__restrict__ b, "
                            "int ldb"
                          : ""},
  };
  values["declarations"] =
      readsOld ? fill("warpsmith::Vector<$C, Run> old[Together * 2 / Run];\n", values) : "";
  values["loads"] = readsOld ? "old[i] = warpsmith::loadVector<Run>(to + next);\n" : "";
  if (readsOld)
    plan.need("prefetch.h");
  values["prefetch"] = readsOld ? fill(R"(
      // The old elements come into the L2 cache while the products are summed.
      constexpr int LinesOfRow =
          (Tile::BlockN * sizeof($C) + warpsmith::CacheLine - 1) / warpsmith::CacheLine;
      for (int line = thread % 128; line < 64 * LinesOfRow; line += 128) {
        const int row = blockRow + ownRow + line / LinesOfRow;
        const int column = blockColumn + line % LinesOfRow * (Tile::BlockN / LinesOfRow);
        if (row < m && column < n)
          warpsmith::prefetchToL2(c + (long long)row * ldc + column);
      }
)",
                                       values)
                                : "";
  values["epilogue"] = split ? splitEpilogue(plan, values) : plainEpilogue(values);
  return fill(R"(
/// Aligned: pairs of elements of C can be read and written at once.
template <typename Tile, bool Aligned>
__global__ void __launch_bounds__(Threads, 1)
    kernel(const __grid_constant__ warpsmith::TensorMap mapA, const __grid_constant__ warpsmith::TensorMap mapB, int m,
           int n, int k$scalars$originals, $C *__restrict__ c, int ldc$further) {
  extern __shared__ unsigned char shared[];
  Part *const tilesA = reinterpret_cast<Part *>(
      shared + (SharedAlignment - warpsmith::sharedAddress(shared) % SharedAlignment) %
                   SharedAlignment);
  Part *const tilesB = tilesA + Tile::Stages * Tile::TileA;
  // A stage is full when all its bytes are there, and empty when both warpgroups of each block of
  // the cluster have read it.
  auto *const full = reinterpret_cast<warpsmith::Barrier *>(tilesB + Tile::Stages * Tile::TileB);
  auto *const empty = full + Tile::Stages;
  const int thread = threadIdx.x, warpgroup = thread / 128;
  const int rank = blockIdx.x % Tile::Cluster;
  if (thread == 0) {
    for (int stage = 0; stage < Tile::Stages; ++stage) {
      warpsmith::initialize(&full[stage], 1);
      warpsmith::initialize(&empty[stage], 2 * Tile::Cluster);
    }
    warpsmith::publishBarriers();
  }
  warpsmith::synchronizeCluster();
  warpsmith::waitForPreviousKernel();

  // Calls visit(blockRow, blockColumn) for the block's tiles; those of a cluster lie below each
  // other.
  const auto forEachTile = [&](auto visit) {
    constexpr int ClusterM = Tile::Cluster * Tile::BlockM;
    const int tileRows = (m + ClusterM - 1) / ClusterM;
    const int tileColumns = (n + Tile::BlockN - 1) / Tile::BlockN;
    for (int tile = blockIdx.x / Tile::Cluster; tile < tileRows * tileColumns;
         tile += gridDim.x / Tile::Cluster) {
      const auto at = warpsmith::tilePlace(tile, tileRows, tileColumns);
      const int blockRow = at.row * ClusterM + rank * Tile::BlockM;
      const int blockColumn = at.column * Tile::BlockN;
      $skip      visit(blockRow, blockColumn);
    }
  };
  warpsmith::RingPlace<Tile::Stages> place;

  if (warpgroup == 0) {
    warpsmith::shrinkRegisters<$few>();
    if (thread == 0) {
      forEachTile([&](int blockRow, int blockColumn) {
        for (int k0 = 0; k0 < k; k0 += Tile::BlockK) {
          // A new barrier counts as having completed the phase before its first.
          warpsmith::wait(&empty[place.stage], place.parity ^ 1);
          warpsmith::arriveExpecting(&full[place.stage], Tile::StageBytes);
$copyA$copyB          place.advance();
        }
      });
    }
  } else {
    warpsmith::growRegisters<$many>();
    constexpr int Run = $run;
    const int ownRow = (warpgroup - 1) * 64, ownTile = (warpgroup - 1) * Tile::HalfA;
    const int lane = thread % 32;
    const auto finished = [&](float sum$oldParameter, int row, int column) -> $C { return $finish; };
    // One thread for each block of the cluster says that this warpgroup has read a stage.
    const auto release = [&](int stage) {
      if (thread % 128 < Tile::Cluster)
        warpsmith::arriveAt(&empty[stage], thread % 128);
    };
    forEachTile([&](int blockRow, int blockColumn) {
$prefetch$mainLoop
      // A thread's sums lie in pairs, eight columns and eight rows apart: PTX ISA, "Register
      // Fragments for wgmma.mma_async.m64nNk16", matrix D.
      const int firstRow = blockRow + ownRow + thread % 128 / 32 * 16 + lane / 4;
      const int firstColumn = blockColumn + lane % 4 * 2;
$epilogue    });
  }
  // No block ends while another one may still signal to it or write to its shared memory.
  warpsmith::synchronizeCluster();
}
)",
              values);
}

} // namespace warpsmith
