// Hopper's asynchronous tensor cores: warpgroup products of pixels that TMA brings by its im2col
// mode.
#include "rewriter/families/GatheredTile.h"
#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/PixelAccess.h"
#include "rewriter/families/WgmmaTile.h"

namespace warpsmith {
namespace {

/// All but the operands' form is asked of warpgroup products.
class Im2colFamily : public KernelFamily {
public:
  std::string passes(const Schedule &schedule) const override {
    const std::vector<WgmmaTile> &tiles = schedule.as<Im2col>().product.tiles;
    return "tensorize<wgmma;im2col" + (tiles.size() > 1 ? ">" : ";" + tiles[0].size() + ">");
  }

  std::string describe(const Contraction &contraction, const Schedule &schedule) const override {
    const std::string plain =
        wgmmaFamily().describe(productOfPixels(contraction), plainSchedule(schedule));
    return "  pixels   by TMA's im2col mode, where a k-tile's steps divide their channels\n" +
           plain;
  }

  bool hasMenu() const override { return true; }
  size_t tileCount(const Schedule &schedule) const override {
    return schedule.as<Im2col>().product.tiles.size();
  }
  BlockTile block(const Schedule &schedule, size_t tile) const override {
    return wgmmaFamily().block(plainSchedule(schedule), tile);
  }
  void keepTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<Im2col>()->product.tiles;
    tiles = {tiles[tile]};
  }
  void dropTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<Im2col>()->product.tiles;
    tiles.erase(tiles.begin() + static_cast<ptrdiff_t>(tile));
  }

  std::string takes(const Contraction &contraction) const override {
    if (std::string reason = gatheredFamily().takes(contraction); !reason.empty())
      return reason;
    const auto found = pixelAccess(contraction);
    const auto *reason = std::get_if<std::string>(&found);
    return reason ? *reason : "";
  }
  std::string takesNoTile() const override { return wgmmaFamily().takesNoTile(); }

  std::vector<TileResources> resources(const Contraction &contraction,
                                       const Schedule &schedule) const override {
    return wgmmaFamily().resources(productOfPixels(contraction), plainSchedule(schedule));
  }
  Devices devices(const Schedule &schedule) const override {
    return wgmmaFamily().devices(schedule);
  }
  Computation computation(const Contraction &contraction, const Schedule &) const override {
    return productComputation(contraction);
  }

  bool isModelled() const override { return false; } // reading pixels has not been
  TileWork work(const Contraction &, const Schedule &, int) const override { return {}; }
  double waves(const Contraction &contraction, const Schedule &schedule, size_t tile,
               const Problem &problem) const override {
    return wgmmaFamily().waves(productOfPixels(contraction), plainSchedule(schedule), tile,
                               problem);
  }
  Launched launched(const Contraction &contraction, const Schedule &schedule,
                    const Problem &problem) const override {
    return wgmmaFamily().launched(productOfPixels(contraction), plainSchedule(schedule), problem);
  }

  bool readsPixels() const override { return true; }
  std::vector<std::string> cudaHeaders(const Schedule &schedule) const override {
    return wgmmaFamily().cudaHeaders(plainSchedule(schedule));
  }
};

} // namespace

Schedule plainSchedule(const Schedule &schedule) {
  Schedule plain;
  plain.numerics = schedule.numerics;
  plain.architecture = schedule.architecture;
  plain.plan = schedule.as<Im2col>().product;
  return plain;
}

const KernelFamily &im2colFamily() {
  static const Im2colFamily Family;
  return Family;
}

} // namespace warpsmith
