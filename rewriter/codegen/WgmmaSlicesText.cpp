// Tiles that are too few for the multiprocessors, on Hopper's warpgroup products: the blocks of a
// cluster sum one tile, each over a slice of k.
#include "rewriter/codegen/WgmmaText.h"
#include "rewriter/ir/WgmmaTile.h"
#include <algorithm>

namespace warpsmith {
namespace {

/// A slice has whole k-tiles, or pairs of them where the main loop takes pairs.
bool takesPairs(const KernelPlan &plan) {
  return wgmmaForm(plan).registers;
}

/// Steps of which a slice has a whole number.
std::string depthOfSlices(const KernelPlan &plan) {
  return takesPairs(plan) ? "2 * Tile::BlockK" : "Tile::BlockK";
}

} // namespace

bool mayBeSliced(const KernelPlan &plan) {
  return std::ranges::any_of(plan.schedule.wgmma->tiles, [&](const WgmmaTile &tile) {
    return mayBeSliced(tile, plan.schedule);
  });
}

void addSlice(Substitutions &values, KernelPlan &plan) {
  if (!mayBeSliced(plan)) {
    values.insert({{"from", "0"},
                   {"to", "k"},
                   {"blocksOfTile", "Tile::Cluster"},
                   {"slice", ""},
                   {"meetSlices", ""},
                   {"unslicedAnd", ""},
                   {"readerRank", "thread % " + values.at("ofReader")}});
    return;
  }
  plan.need("k_slices.h");
  plan.need("named_barrier.h");
  values.insert({{"from", "steps.first"},
                 {"to", "steps.end"},
                 {"blocksOfTile", "blocksOfTile"},
                 {"slice", fill(R"(
  // Steps of k: where a tile is summed in slices, those of this block of the cluster.
  const int blocksOfTile = Tile::InSlices ? warpsmith::clusterBlocks() : Tile::Cluster;
  const auto steps =
      Tile::InSlices ? warpsmith::sliceOfK(k, $depth) : warpsmith::SliceOfK{0, k};
)",
                                {{"depth", depthOfSlices(plan)}})},
                 {"meetSlices", R"(
    if constexpr (Tile::InSlices)
      warpsmith::synchronizeCluster(); // the warps that multiply do so, too
)"},
                 {"unslicedAnd", "!Tile::InSlices && "},
                 {"readerRank", "Tile::InSlices ? warpsmith::clusterRank() : thread % " +
                                    values.at("ofReader")}});
}

std::string epilogueOfSlices(const KernelPlan &plan, bool readsOld, Substitutions values) {
  const Region region = plan.contraction.region;
  values["stored"] = region == Region::Full
                         ? std::string()
                         : " &&\nrow " + std::string(comparison(region)) + " column";
  values["read"] =
      readsOld ? "return *warpsmith::orAbsent(isStored(i, j), tile + (long long)i * ldc + j);"
               : "return 0; // nothing";
  values["capture"] = readsOld ? "[&]" : "[]";
  values["i"] = readsOld ? " i" : "";
  values["j"] = readsOld ? " j" : "";
  values["oldType"] = readsOld ? values.at("C") + " old" : "int";
  values["oldValue"] = readsOld ? ", old" : "";
  return fill(R"(
      if constexpr (Tile::InSlices) {
        // Sums lie in rows where the stages were.
        constexpr int Pitch = warpsmith::SumsPitch<Tile::BlockN>;
        static_assert(Tile::BlockM * Pitch * sizeof($Sum) <= Tile::Stages * Tile::StageBytes);
        $Sum *const sums = reinterpret_cast<$Sum *>(tilesA);
        warpsmith::synchronize(1, Tile::Warpgroups * 128); // all have read the last stages
#pragma unroll
        for (int run = 0; run < Runs; ++run)
          sums[(firstRow - blockRow + rowOf(run)) * Pitch + firstColumn - blockColumn +
               columnOf(run)] = sum[sumOf(run, 0)];
        warpsmith::synchronizeCluster();
        $C *const tile = c + (long long)blockRow * ldc + blockColumn;
        const auto isStored = [&](int i, int j) {
          const int row = blockRow + i, column = blockColumn + j;
          return i < Tile::BlockM && row < m && column < n$stored;
        };
        warpsmith::joinSlices<Tile::BlockM, Tile::BlockN, Tile::Warpgroups * 128>(
            sums, thread - 128,
            $capture(int$i, int$j) { $read
            },
            [&](int i, int j, $Sum sum, $oldType) {
              if (isStored(i, j))
                tile[(long long)i * ldc + j] = finished(sum$oldValue, blockRow + i, blockColumn + j);
            });
      } else {
$epilogue      }
)",
              values);
}

std::vector<std::string> launchedTiles(const KernelPlan &plan) {
  std::vector<std::string> names, sliced;
  for (const WgmmaTile &tile : plan.schedule.wgmma->tiles) {
    names.emplace_back(tile.name);
    if (mayBeSliced(tile, plan.schedule))
      sliced.push_back("Sliced<" + names.back() + ">");
  }
  names.insert(names.end(), sliced.begin(), sliced.end());
  return names;
}

void addGrid(Substitutions &values, KernelPlan &plan) {
  if (!mayBeSliced(plan)) {
    values["slices"] = "";
    values["blocksOfCluster"] = "Tile::Cluster";
    values["grid"] = R"(
  const int places = warpsmith::clusterPlaces(Tile::Cluster);
  const int blocks = (int)(clusters < places ? clusters : places) * Tile::Cluster;
)";
    return;
  }
  plan.need("cluster_places.h");
  values["depth"] = depthOfSlices(plan);
  values["slices"] = mayStorePairs(plan) ? R"(
/// The kernel that stores pairs, if it may, or single elements, as that which joins slices does.
template <typename Tile>
auto kernelOf(bool pairs) {
  if constexpr (!Tile::InSlices)
    if (pairs)
      return kernel<Tile, true>;
  return kernel<Tile, false>;
}
)"
                                         : "";
  values["sliced"] = mayStorePairs(plan) ? "kernel<Tile, false>" : "kernel<Tile>";
  values["slices"] += fill(R"(
/// Into how many slices of k each tile of C is divided; 1 where there are multiprocessors for no
/// more. How many there are is asked once: on another device tiles might take turns.
template <typename Tile>
int slicesOf(long long m, long long n, long long k) {
  static const auto AtOnce = warpsmith::clustersAtOnce($sliced, Tile::Threads, Tile::SharedBytes);
  return warpsmith::slicesOfK($clusters, (k + $depth - 1) / ($depth), AtOnce);
}
)",
                           values);
  values["blocksOfCluster"] = "together";
  values["grid"] = R"(
  // Blocks take one tile after the other; those that sum a tile in slices take no second one.
  const int together = Tile::InSlices ? slicesOf<Tile>(m, n, k) : Tile::Cluster;
  const int places = warpsmith::clusterPlaces(together);
  const int blocks = (int)(Tile::InSlices || clusters < places ? clusters : places) * together;
)";
}

std::string timeInSlicesText(const KernelPlan &plan) {
  return fill(R"(
  if constexpr (Tile::InSlices) {
    const int slices = slicesOf<Tile>(m, n, k);
    const long long parts = (k + $depth - 1) / ($depth), most = (parts + slices - 1) / slices;
    return slices == 1 ? 1e30 // not divided
                       : warpsmith::timeInSlices(time, clusters, slices, warpsmith::multiprocessors(),
                                                 $kTiles, rowsOfA, rowsOfB);
  }
)",
              {{"depth", depthOfSlices(plan)}, {"kTiles", takesPairs(plan) ? "2 * most" : "most"}});
}

} // namespace warpsmith
