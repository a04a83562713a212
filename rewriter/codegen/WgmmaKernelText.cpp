// The kernel on Hopper's warpgroup products: copies, main loop, epilogue.
#include "rewriter/codegen/WgmmaText.h"
#include "rewriter/ir/WgmmaTile.h"

namespace warpsmith {
namespace {

/// The boxes of an operand's tile at step `k0`, copied to `stage`.
std::string copyBoxes(const KernelPlan &plan, int operand, bool shared) {
  const std::string x = letter(operand);
  const bool alongK = runsAlongK(plan, operand);
  const std::string outer = operand == 0 ? "blockRow" : "blockColumn";
  Substitutions values = {
      {"X", x},
      {"width", operand == 0 ? "Tile::BlockM" : "Tile::BlockN"},
      {"place", alongK ? outer + " + box % Boxes" + x + " * BoxWidth, k0"
                       : "k0, " + outer + " + box % Boxes" + x + " * BoxWidth"},
  };
  if (!shared)
    return fill(R"(
#pragma unroll
        for (int box = 0; box < Parts * Boxes$X; ++box)
          warpsmith::copyBox(tiles$X + place.stage * Tile::Tile$X + box * BoxElements, map$X,
                             $place, box / Boxes$X, &full[place.stage]);
)",
                values);
  return fill(R"(
        // Each block of the cluster copies its share for all of them.
#pragma unroll
        for (int share = 0; share < Parts * Boxes$X / Tile::Cluster; ++share) {
          const int box = share * Tile::Cluster + rank;
          warpsmith::copyBoxToAll<Tile::Cluster>(
              tiles$X + place.stage * Tile::Tile$X + box * BoxElements, map$X, $place,
              box / Boxes$X, &full[place.stage]);
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
          release(before);
        before = place.stage;
        place.advance();
      }
      warpsmith::waitForProducts<0>();
      release(before);
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
            release(before);
          release(place.stage);
#pragma unroll
          for (int i = 0; i < Tile::BlockN / 2; ++i)
            total[i] += sum[i];
        } else {
          // Only the products of this tile may still be running: the stage before has been read.
          warpsmith::waitForProducts<1>();
          if (!first)
            release(before);
          before = place.stage;
        }
        place.advance();
      }
      warpsmith::waitForProducts<0>(); // none is left, as the compiler learns here
)";
}

/// The epilogue of split operands: scales undone; rows and columns with infinities or NaN are
/// computed as the original does.
std::string splitEpilogue(const KernelPlan &plan, Substitutions values) {
  const bool alongA = runsAlongK(plan, 0), alongB = runsAlongK(plan, 1);
  values["elementA"] = alongA ? "a[(long long)row * lda + step]" : "a[(long long)step * lda + row]";
  values["elementB"] =
      alongB ? "b[(long long)column * ldb + step]" : "b[(long long)step * ldb + column]";
  return fill(R"(
      bool allFinite = true;
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const int row = firstRow + half * 8;
        const int exponentA = row < m ? exponentsA[row] : 0;
#pragma unroll
        for (int group = 0; group < Tile::BlockN / 8; ++group)
#pragma unroll
          for (int next = 0; next < 2; next += Run) {
            const int column = firstColumn + group * 8 + next;
            if (row >= m || column >= n$region)
              continue;
            $C *to = c + (long long)row * ldc + column;
            float sums[Run];
            bool finite = exponentA != warpsmith::NotFinite;
#pragma unroll
            for (int r = 0; r < Run; ++r) {
              const int exponentB = exponentsB[column + r];
              finite = finite && exponentB != warpsmith::NotFinite;
              sums[r] = warpsmith::scaleByPower(total[group * 4 + half * 2 + next + r],
                                                -(exponentA + exponentB));
            }
            allFinite = allFinite && finite;
            if (!finite)
              continue;
$old            warpsmith::Vector<$C, Run> result;
#pragma unroll
            for (int r = 0; r < Run; ++r)
              result.values[r] = finished(sums[r], $oldElement, row, column + r);
            warpsmith::storeVector(to, result);
          }
      }
      if (!allFinite) {
        // A row or column holds an infinity or a NaN: its sums are the original's.
        for (int element = 0; element < Tile::BlockN / 2; ++element) {
          const int row = firstRow + element / 2 % 2 * 8;
          const int column = firstColumn + element / 4 * 8 + element % 2;
          if (row >= m || column - column % Run >= n$region)
            continue;
          bool finite = exponentsA[row] != warpsmith::NotFinite;
          for (int r = 0; r < Run; ++r)
            finite = finite && exponentsB[column - column % Run + r] != warpsmith::NotFinite;
          if (finite)
            continue;
          float sum = 0.0f;
          for (int step = 0; step < k; ++step)
            sum += $elementA * $elementB;
          $C *to = c + (long long)row * ldc + column;
          *to = finished(sum, $oldScalar, row, column);
        }
      }
)",
              values);
}

std::string plainEpilogue(const Substitutions &values) {
  return fill(R"(
#pragma unroll
      for (int group = 0; group < Tile::BlockN / 8; ++group)
#pragma unroll
        for (int half = 0; half < 2; ++half)
#pragma unroll
          for (int next = 0; next < 2; next += Run) {
            const int row = firstRow + half * 8, column = firstColumn + group * 8 + next;
            if (row >= m || column >= n$region)
              continue;
            $C *to = c + (long long)row * ldc + column;
$old            warpsmith::Vector<$C, Run> result;
#pragma unroll
            for (int r = 0; r < Run; ++r)
              result.values[r] =
                  finished(sum[group * 4 + half * 2 + next + r], $oldElement, row, column + r);
            warpsmith::storeVector(to, result);
          }
)",
              values);
}

/// Tiles that lie wholly beside the triangle that is stored.
std::string emptyTileTest(const KernelPlan &plan) {
  switch (plan.contraction.region) {
  case Region::Upper:
  case Region::StrictlyUpper:
    return "blockRow >= blockColumn + Tile::BlockN";
  case Region::Lower:
  case Region::StrictlyLower:
    return "blockColumn >= blockRow + Tile::BlockM * Tile::Cluster";
  default:
    return {};
  }
}

} // namespace

std::string wgmmaKernelText(KernelPlan &plan) {
  for (const char *header : {"cluster.h", "dependent_launch.h", "mbarrier_wait_sm90.h",
                             "stage_ring.h", "tensor_copy.h", "tile_order.h", "vector.h"})
    plan.need(header);
  const Contraction &contraction = plan.contraction;
  const bool split = plan.schedule.wgmma->parts > 1;
  const bool readsOld =
      plan.computation.finish->contains(Expression::Kind::Output) ||
      (contraction.diagonal && contraction.diagonal->contains(Expression::Kind::Output));
  const std::string c(cudaName(contraction.c.type));
  const std::string emptyTile = emptyTileTest(plan);
  bool clusters = false;
  for (const WgmmaTile &tile : plan.schedule.wgmma->tiles)
    clusters |= tile.cluster > 1;
  Substitutions values = {
      {"C", c},
      {"A", std::string(cudaName(contraction.a.type))},
      {"B", std::string(cudaName(contraction.b.type))},
      {"scalars", plan.scalarParameters(KernelPlan::Scope::Kernel)},
      {"further", plan.furtherParameters()},
      {"finish", plan.finishText({"", "", "sum", "old", "column"})},
      {"region", plan.regionTest("column")},
      {"run", contraction.region == Region::Full ? "Aligned ? 2 : 1" : "1"},
      {"old", readsOld ? "            const auto old = warpsmith::loadVector<Run>(to);\n" : ""},
      {"oldElement", readsOld ? "old.values[r]" : c + "{}"},
      {"oldScalar", readsOld ? "*to" : c + "{}"},
      {"oldName", readsOld ? " old" : ""},
      {"copyA", copyBoxes(plan, 0, false)},
      {"copyB", copyBoxes(plan, 1, clusters)},
      {"mainLoop", mainLoop(plan)},
      {"skip", emptyTile.empty() ? "" : "if (" + emptyTile + ")\n continue;\n"},
      {"originals", split ? ", const int *__restrict__ exponentsA, "
                            "const int *__restrict__ exponentsB, "
                            "const float *__restrict__ a, int lda, const float *__restrict__ b, "
                            "int ldb"
                          : ""},
  };
  // The blocks of a cluster take the same tiles, so that the first row decides.
  values["clusterRow"] = emptyTile.empty() ? "" : R"(
      const int blockRow = at.row * Tile::Cluster * Tile::BlockM;
)";
  values["epilogue"] = split ? splitEpilogue(plan, values) : plainEpilogue(values);
  return fill(R"(
/// Aligned: pairs of elements of C can be read and written at once.
template <typename Tile, bool Aligned>
__global__ void __launch_bounds__(Threads, 1)
    kernel(const __grid_constant__ CUtensorMap mapA, const __grid_constant__ CUtensorMap mapB, int m,
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

  // A cluster's tiles lie below each other.
  constexpr int ClusterM = Tile::Cluster * Tile::BlockM;
  const int tileRows = (m + ClusterM - 1) / ClusterM;
  const int tileColumns = (n + Tile::BlockN - 1) / Tile::BlockN;
  const int firstTile = blockIdx.x / Tile::Cluster, tileStep = gridDim.x / Tile::Cluster;
  warpsmith::RingPlace<Tile::Stages> place;

  if (warpgroup == 0) {
    warpsmith::releaseRegisters<40>();
    if (thread == 0) {
      constexpr int BoxesA = Tile::BlockM / BoxWidth, BoxesB = Tile::BlockN / BoxWidth;
      constexpr int BoxElements = BoxWidth * Tile::BlockK;
      for (int tile = firstTile; tile < tileRows * tileColumns; tile += tileStep) {
        const auto at = warpsmith::tilePlace(tile, tileRows, tileColumns);
        const int blockRow = at.row * ClusterM + rank * Tile::BlockM;
        const int blockColumn = at.column * Tile::BlockN;
        $skip
        for (int k0 = 0; k0 < k; k0 += Tile::BlockK) {
          // A new barrier counts as having completed the phase before its first.
          warpsmith::wait(&empty[place.stage], place.parity ^ 1);
          warpsmith::arriveExpecting(&full[place.stage], Tile::StageBytes);
$copyA$copyB          place.advance();
        }
      }
    }
  } else {
    warpsmith::takeRegisters<232>();
    constexpr int Run = $run;
    const int ownRow = (warpgroup - 1) * BoxWidth, ownTile = ownRow * Tile::BlockK;
    const int lane = thread % 32;
    const auto finished = [&](float sum, $C$oldName, int row, int column) -> $C { return $finish; };
    // One thread for each block of the cluster says that this warpgroup has read a stage.
    const auto release = [&](int stage) {
      if (thread % 128 < Tile::Cluster)
        warpsmith::arriveAt(&empty[stage], thread % 128);
    };
    for (int tile = firstTile; tile < tileRows * tileColumns; tile += tileStep) {
      const auto at = warpsmith::tilePlace(tile, tileRows, tileColumns);
      const int blockRow = at.row * ClusterM + rank * Tile::BlockM;
      const int blockColumn = at.column * Tile::BlockN;
      $skip
      int before = 0;
$mainLoop
      // A thread's sums lie in pairs, eight columns and eight rows apart: PTX ISA, "Register
      // Fragments for wgmma.mma_async.m64nNk16", matrix D.
      const int firstRow = blockRow + ownRow + thread % 128 / 32 * 16 + lane / 4;
      const int firstColumn = blockColumn + lane % 4 * 2;
$epilogue    }
  }
  // No block ends while another one may still signal to it or write to its shared memory.
  warpsmith::synchronizeCluster();
}
)",
              values);
}

} // namespace warpsmith
