// Overlap inside matrix multiplication, by schedules of the rewriter.
//
// Each experiment has the shape that IPACO's kernels have, a block of 32 x 32 threads with one
// element of C each, and one with more work a thread, which needs less of shared memory.
#include "polybench/micro/Experiments.h"

namespace warpsmith::polybench {
namespace {

constexpr char OneElement[] = "tile<32;32;32;1;1>";

/// "tile" and, unless it is empty, ",more".
std::string with(const std::string &tile, const std::string &more) {
  return more.empty() ? tile : tile + "," + more;
}

} // namespace

MatmulExperiment matmulFp64Share() {
  MatmulExperiment experiment = {{"1024", "2048"}, {}};
  // IPACO's step: products in FP32, added in FP64.
  const auto add = [&](const std::string &tile, int share, bool floatProducts) {
    const std::string ratio = std::to_string(share) + "/32";
    const std::string arguments = ratio + (floatProducts ? ";float-products" : "");
    experiment.contestants.push_back(
        {{{"tile", tile}, {"step", floatProducts ? "float-products" : "dfma"}, {"fp64", ratio}},
         with(tile, share ? "interleave-fp64<" + arguments + ">" : ""),
         Numerics::Fp32});
  };
  for (const std::string tile : {OneElement, "tile<128;64;32;8;4>"})
    for (const int share : {0, 1, 2, 4, 8, 16})
      add(tile, share, false);
  for (const int share : {1, 2, 4, 8, 16})
    add(OneElement, share, true);
  return experiment;
}

MatmulExperiment matmulFp64Warps() {
  MatmulExperiment experiment = {{"1024", "2048"}, {}};
  for (const std::string tile : {OneElement, "tile<64;64;16;2;2>"}) {
    for (int warps = 0; warps <= 3; ++warps) {
      const std::string ratio = std::to_string(warps) + "/8";
      experiment.contestants.push_back(
          {{{"tile", tile}, {"fp64 warps", ratio}},
           with(tile, warps ? "warp-specialize<fp64=" + ratio + ">" : ""),
           Numerics::Fp32});
    }
  }
  return experiment;
}

MatmulExperiment matmulStages() {
  MatmulExperiment experiment = {{"1024", "2048"}, {}};
  for (const std::string tile : {OneElement, "tile<128;128;16;8;8>"}) {
    for (int stages = 1; stages <= 5; ++stages) {
      const std::string number = std::to_string(stages);
      experiment.contestants.push_back(
          {{{"tile", tile}, {"stages", number}},
           with(tile, stages > 1 ? "pipeline<stages=" + number + ">" : ""),
           Numerics::BitExact});
    }
  }
  return experiment;
}

MatmulExperiment matmulCopyWarps() {
  MatmulExperiment experiment = {{"32", "128", "1024", "2048"}, {}};
  // Tiles of 32, 64, 128 and 256 threads.
  const std::pair<const char *, int> tiles[] = {{"tile<32;32;32;8;4>", 1},
                                                {"tile<64;32;32;8;4>", 2},
                                                {"tile<64;64;32;8;4>", 4},
                                                {"tile<128;64;32;8;4>", 8}};
  for (const auto &[tile, warps] : tiles) {
    for (const char *stages : {"1", "3"}) {
      const std::string pipeline =
          stages == std::string("1") ? "" : "pipeline<stages=" + std::string(stages) + ">";
      const std::string number = std::to_string(warps);
      experiment.contestants.push_back({{{"warps", "0+" + number}, {"stages", stages}},
                                        with(tile, pipeline),
                                        Numerics::BitExact});
      experiment.contestants.push_back(
          {{{"warps", number + "+" + number}, {"stages", stages}},
           with(with(tile, pipeline), "warp-specialize<dma=" + number + ">"),
           Numerics::BitExact});
    }
  }
  return experiment;
}

MatmulExperiment matmulWmma() {
  return {{"2", "32", "128", "1024", "2048"},
          {{{{"units", "FP32, as written"}}, "", Numerics::BitExact},
           {{{"units", "FP32, tile"}}, "tile", Numerics::BitExact},
           {{{"units", "WMMA, FP16"}}, "tile,tensorize<wmma>", Numerics::Fp16},
           {{{"units", "WMMA, TF32"}}, "tile,tensorize<wmma>", Numerics::Tf32}}};
}

} // namespace warpsmith::polybench
