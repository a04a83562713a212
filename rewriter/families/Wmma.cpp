// WMMA fragments on the tensor cores.
#include "rewriter/families/PlanText.h"
#include "rewriter/families/StagedTile.h"
#include "rewriter/families/TileWork.h"

namespace warpsmith {
namespace {

class WmmaFamily : public KernelFamily {
public:
  std::string passes(const Schedule &schedule) const override {
    const Wmma &wmma = schedule.as<Wmma>();
    return passesText(
        {"tile<" + listText({wmma.block.m, wmma.block.n, wmma.block.k}) + ">", stagesPassText(wmma),
         "tensorize<wmma;" + listText({wmma.warpM, wmma.warpN}) + ">", copyWarpsPassText(wmma)});
  }

  std::string describe(const Contraction &contraction, const Schedule &schedule) const override {
    const Wmma &wmma = schedule.as<Wmma>();
    return describeStagedTile(contraction, schedule,
                              "  warp     " + extentsText({wmma.warpM, wmma.warpN}) +
                                  " in fragments of " + extentsText({wmma.m, wmma.n, wmma.k}) +
                                  "\n");
  }

  BlockTile block(const Schedule &schedule, size_t) const override {
    return schedule.as<Wmma>().block;
  }

  std::string doesNotFit(const Contraction &contraction, const Schedule &schedule) const override {
    const Wmma &wmma = schedule.as<Wmma>();
    const auto number = [](int value) { return std::to_string(value); };
    if (wmma.warpM % wmma.m || wmma.warpN % wmma.n || wmma.block.k % wmma.k)
      return "warp tile " + number(wmma.warpM) + "x" + number(wmma.warpN) + " and k-tile " +
             number(wmma.block.k) + " are not whole fragments of " + number(wmma.m) + "x" +
             number(wmma.n) + "x" + number(wmma.k);
    if (wmma.block.m % wmma.warpM || wmma.block.n % wmma.warpN)
      return "block tile " + number(wmma.block.m) + "x" + number(wmma.block.n) +
             " is not a whole number of warp tiles " + number(wmma.warpM) + "x" +
             number(wmma.warpN);
    return stagedTileDoesNotFit(contraction, schedule);
  }

  std::vector<TileResources> resources(const Contraction &contraction,
                                       const Schedule &schedule) const override {
    return stagedTileResources(contraction, schedule);
  }

  int leastSharedBytes(const Contraction &contraction, const Schedule &schedule) const override {
    return sharedMemoryBytes(contraction, schedule);
  }

  Devices devices(const Schedule &schedule) const override {
    const Devices devices = stagedTileDevices(schedule);
    return devices.capability ? devices : Devices{Volta};
  }

  Computation computation(const Contraction &contraction, const Schedule &) const override {
    return productComputation(contraction);
  }

  TileWork work(const Contraction &contraction, const Schedule &schedule,
                int blocksPerSm) const override {
    const Wmma &wmma = schedule.as<Wmma>();
    const bool tf32 = wmma.operands == Numerics::Tf32;
    const TensorShape shape = tf32 ? Tf32MmaK8 : HmmaK16;
    const int warps = wmma.computeThreads() / LanesOfWarp;
    const double fragments = shareOf(double(warps) * wmma.block.k / shape.k);
    constexpr int LoadBytes = 16 * LanesOfWarp;
    const double loaded = fragments * (wmma.warpM + wmma.warpN) * shape.k * (tf32 ? 4 : 2);
    Mix mix;
    mix.tensor = {
        {.shape = shape, .count = fragments * fragmentProducts(wmma.warpM, wmma.warpN, shape)}};
    mix.sharedBytes = loaded;
    mix.other = loaded / LoadBytes;
    mix = crowded(mix, crowding(warps, wmma.copyWarps, blocksPerSm));
    add(mix, stagingWork(contraction, schedule, wmma.block));
    return {interleaved(*schedule.architecture, mix), exposedCycles(contraction, schedule)};
  }

  std::vector<std::string> cudaHeaders(const Schedule &schedule) const override {
    std::vector<std::string> headers = KernelFamily::cudaHeaders(schedule);
    headers.insert(headers.begin(), "mma.h");
    return headers;
  }
};

} // namespace

const KernelFamily &wmmaFamily() {
  static const WmmaFamily Family;
  return Family;
}

} // namespace warpsmith
