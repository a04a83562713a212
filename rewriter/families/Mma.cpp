// mma.sync on the tensor cores, from tiles of FP64, complex numbers of it or of FP32, FP16 or BF16.
#include "rewriter/families/MmaTile.h"
#include "rewriter/families/PlanText.h"
#include "rewriter/families/StagedTile.h"
#include "rewriter/families/TileWork.h"
#include <algorithm>
#include <cmath>

namespace warpsmith {
namespace {

/// A step adds the product of both operands' elements, and nothing else, to a sum from zero.
bool isPlainSum(const Contraction &contraction) {
  const std::vector<ProductForm> forms = productForms(*contraction.update);
  return contraction.initial->isLiteralZero() && forms.size() == 1 && forms[0].scale.empty();
}

class MmaFamily : public KernelFamily {
public:
  std::string passes(const Schedule &schedule) const override {
    const std::vector<MmaTile> &tiles = schedule.as<Mma>().tiles;
    return tiles.size() > 1
               ? "tensorize<mma>"
               : "tensorize<mma;" + listText({tiles[0].block.m, tiles[0].block.n}) + ">";
  }

  std::string describe(const Contraction &, const Schedule &schedule) const override {
    const Mma &mma = schedule.as<Mma>();
    std::string text = mma.bulk ? "  copies   by TMA, from a producer warp\n"
                                : "  copies   by cp.async, from all threads\n";
    if (mmaProducts(mma.part, schedule.numerics) > 1)
      text += "  operands as three BF16 parts each, six products for one\n";
    for (const MmaTile &tile : mma.tiles)
      text += "  tile     " + extentsText({tile.block.m, tile.block.n, tile.block.k}) +
              ", warps of " + extentsText({tile.warpM, tile.warpN}) + ", " +
              std::to_string(tile.stages) + " stages, " +
              std::to_string(sharedMemoryBytes(tile, mma)) + " bytes of shared memory\n";
    return text;
  }

  /// FP64's tensor cores add a step's product after the other, in one rounding each, as an FMA
  /// does.
  std::string orderOfSums(const Contraction &contraction, const Schedule &schedule) const override {
    const Mma &mma = schedule.as<Mma>();
    const Computation computation = this->computation(contraction, schedule);
    const bool asTheyLie = computation.own(0)->kind == Expression::Kind::Operand &&
                           computation.own(1)->kind == Expression::Kind::Operand &&
                           isPlainSum(contraction);
    return mma.part == ElementType::F64 && asTheyLie && contraction.flags.fusesProducts
               ? OrderOfK
               : "mma.sync of " + std::string(cudaName(mma.part));
  }
  std::string notInvariant(const Contraction &contraction,
                           const Schedule &schedule) const override {
    if (partType(schedule.as<Mma>().part) == ElementType::F64 ||
        schedule.as<Mma>().part == ElementType::C64)
      return {};
    if (contraction.limitsSteps())
      return ZerosForSteps;
    // Others are packed first.
    return contraction.isBatched() ? "it is a batch, which is left to others where rows do not "
                                     "begin at multiples of 16 "
                                     "bytes"
                                   : "";
  }

  bool limitsSteps() const override { return true; }
  bool hasMenu() const override { return true; }
  size_t tileCount(const Schedule &schedule) const override {
    return schedule.as<Mma>().tiles.size();
  }
  BlockTile block(const Schedule &schedule, size_t tile) const override {
    return schedule.as<Mma>().tiles[tile].block;
  }
  void keepTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<Mma>()->tiles;
    tiles = {tiles[tile]};
  }
  void dropTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<Mma>()->tiles;
    tiles.erase(tiles.begin() + static_cast<ptrdiff_t>(tile));
  }

  std::string takesNoTile() const override {
    return "tensorize<mma> has tiles and copies of its own: no pass follows it";
  }

  std::vector<TileResources> resources(const Contraction &,
                                       const Schedule &schedule) const override {
    const Mma &mma = schedule.as<Mma>();
    std::vector<TileResources> result;
    result.reserve(mma.tiles.size());
    for (const MmaTile &tile : mma.tiles)
      result.push_back(tileResources(
          tile.block, computeThreads(tile) + copyThreads(mma), sharedMemoryBytes(tile, mma),
          tileArgumentsText({tile.block.m, tile.block.n, tile.block.k, tile.warpM, tile.warpN})));
    return result;
  }

  int leastSharedBytes(const Contraction &, const Schedule &schedule) const override {
    const Mma &mma = schedule.as<Mma>();
    int least = sharedMemoryBytes(mma.tiles[0], mma);
    for (const MmaTile &tile : mma.tiles)
      least = std::min(least, sharedMemoryBytes(tile, mma));
    return least;
  }

  Devices devices(const Schedule &schedule) const override {
    const Mma &mma = schedule.as<Mma>();
    if (mma.bulk)
      return {Hopper, true};
    return {partType(mma.part) == ElementType::F64 &&
                    schedule.architecture->computeCapability >= Hopper
                ? Hopper
                : Ampere};
  }

  /// FP64's tensor cores keep the order and every rounding where that is asked for.
  Computation computation(const Contraction &contraction, const Schedule &schedule) const override {
    return schedule.numerics == Numerics::BitExact || isComplex(contraction.sum)
               ? exactComputation(contraction)
               : productComputation(contraction);
  }

  TileWork work(const Contraction &, const Schedule &schedule, int blocksPerSm) const override {
    const Mma &mma = schedule.as<Mma>();
    const MmaTile &tile = mma.tiles[0];
    const bool doubles = partType(mma.part) == ElementType::F64;
    const int parts = isComplex(mma.part) ? 2 : 1; // columns of C that each is
    const bool floats = mma.part == ElementType::C64;
    const TensorShape shape = doubles                                         ? DmmaK4
                              : floats && schedule.numerics == Numerics::Tf32 ? Tf32MmaK8
                                                                              : HmmaK16;
    const int steps = mmaSteps(mma.part, schedule.numerics);
    const int warps = computeThreads(tile) / LanesOfWarp;
    const double fragments = shareOf(double(warps) * tile.block.k / steps);
    Mix mix;
    mix.tensor = {{.shape = shape,
                   .count = fragments * mmaProducts(mma.part, schedule.numerics) *
                            fragmentProducts(tile.warpM, parts * tile.warpN, shape)}};
    const double loaded = fragments * (tile.warpM + tile.warpN) * steps * sizeOf(mma.part);
    const int loadBytes = doubles || floats ? 8 : 16; // a lane's of one load, or of ldmatrix
    mix.other = loaded / (loadBytes * LanesOfWarp);
    mix = crowded(mix, crowding(warps, copyThreads(mma) / LanesOfWarp, blocksPerSm));
    mix.l2Bytes = shareOf(double(tile.block.m + tile.block.n) * tile.block.k * sizeOf(mma.part));
    mix.sharedBytes = loaded + mix.l2Bytes;
    mix.loadsHidden = true; // they are for the next step
    return {interleaved(*schedule.architecture, mix), mma.bulk ? 0 : BarrierCycles};
  }

  Launched launched(const Contraction &contraction, const Schedule &schedule,
                    const Problem &problem) const override {
    const Mma &mma = schedule.as<Mma>();
    return fastestOf(tileCount(schedule), [&](size_t tile) {
      return waves(contraction, schedule, tile, problem) * mma.tiles[tile].time *
             (problem.k / stepsOfTime(mma));
    });
  }

  std::optional<Preparation> preparation(const Contraction &contraction, const Schedule &schedule,
                                         int operand, const Problem &problem) const override {
    constexpr double CopyBytes = 16;
    const Mma &mma = schedule.as<Mma>();
    if (mma.part == ElementType::C64)
      return std::nullopt; // copies may take each number by itself
    const bool packed =
        std::fmod(bytesOfRow(contraction, operand, problem), CopyBytes) != 0 ||
        contraction.operand(operand).type != mma.part ||
        computation(contraction, schedule).own(operand)->kind != Expression::Kind::Operand;
    return packed ? std::optional(Preparation{sizeOf(mma.part), false}) : std::nullopt;
  }

  bool preparesOperands() const override { return true; }
  std::vector<std::string> cudaHeaders(const Schedule &schedule) const override {
    std::vector<std::string> headers = KernelFamily::cudaHeaders(schedule);
    headers.emplace_back("type_traits");
    return headers;
  }
};

} // namespace

const KernelFamily &mmaFamily() {
  static const MmaFamily Family;
  return Family;
}

} // namespace warpsmith
