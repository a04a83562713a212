// Products on the FP32 units of matrices in packed layouts: tiles of plain products, whose copy
// warps find elements as they lie.
#include "rewriter/families/PackedFma.h"
#include "rewriter/families/DefaultTile.h"
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/PackedAccess.h"
#include "rewriter/families/PlainProduct.h"
#include "rewriter/families/TileLayout.h"

namespace warpsmith {
namespace {

class PackedFmaFamily : public KernelFamily {
public:
  std::string passes(const Schedule &) const override { return "tile"; }
  std::string orderOfSums(const Contraction &, const Schedule &) const override { return OrderOfK; }
  std::string describe(const Contraction &contraction, const Schedule &schedule) const override {
    return "  runs     of packed layouts, as they lie\n" +
           fmaMenuFamily().describe(productOfPacked(contraction), plainSchedule(schedule));
  }

  bool hasMenu() const override { return true; }
  size_t tileCount(const Schedule &schedule) const override { return tilesOf(schedule).size(); }
  BlockTile block(const Schedule &schedule, size_t tile) const override {
    return tilesOf(schedule)[tile].block;
  }
  void keepTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<PackedFma>()->product.tiles;
    tiles = {tiles[tile]};
  }
  void dropTile(Schedule &schedule, size_t tile) const override {
    auto &tiles = schedule.find<PackedFma>()->product.tiles;
    tiles.erase(tiles.begin() + static_cast<ptrdiff_t>(tile));
  }

  std::string takes(const Contraction &contraction) const override {
    if (std::string reason = gatheredFamily().takes(contraction); !reason.empty())
      return reason;
    const auto found = packedAccess(contraction);
    const auto *reason = std::get_if<std::string>(&found);
    return reason ? *reason : "";
  }
  std::string takesNoTile() const override { return "the schedule is tiled already"; }

  std::vector<TileResources> resources(const Contraction &contraction,
                                       const Schedule &schedule) const override {
    return fmaMenuFamily().resources(productOfPacked(contraction), plainSchedule(schedule));
  }
  Devices devices(const Schedule &schedule) const override {
    return fmaMenuFamily().devices(plainSchedule(schedule));
  }

  bool isModelled() const override { return false; } // the copies have not been
  TileWork work(const Contraction &, const Schedule &, int) const override { return {}; }
  double waves(const Contraction &contraction, const Schedule &schedule, size_t tile,
               const Problem &problem) const override {
    return fmaMenuFamily().waves(productOfPacked(contraction), plainSchedule(schedule), tile,
                                 problem);
  }
  Launched launched(const Contraction &contraction, const Schedule &schedule,
                    const Problem &problem) const override {
    return fmaMenuFamily().launched(productOfPacked(contraction), plainSchedule(schedule), problem);
  }

  bool readsPackedLayouts() const override { return true; }
  bool copiesPackedByThreads() const override { return true; }

private:
  static const std::vector<FmaTile> &tilesOf(const Schedule &schedule) {
    return schedule.as<PackedFma>().product.tiles;
  }
};

} // namespace

const KernelFamily &packedFmaFamily() {
  static const PackedFmaFamily Family;
  return Family;
}

std::optional<Schedule> packedFmaSchedule(const Contraction &contraction, Schedule schedule) {
  // Times of other devices' tiles have not been compared with those of gathered operands.
  if (!schedule.architecture->movesRegisters() || !packedFmaFamily().takes(contraction).empty())
    return std::nullopt;
  const PackedAccess access = std::get<PackedAccess>(packedAccess(contraction));
  if (access.ordersSteps)
    return std::nullopt;
  Fma staged;
  staged.route = CopyRoute::CopyWarps;
  staged.stages = 3;
  staged.copyWarps = 4;
  staged.defaultTile = true;
  Schedule plain;
  plain.architecture = schedule.architecture;
  plain.plan = staged;
  plain = withDefaultTile(access.product, plain);
  auto *menu = plain.find<FmaMenu>();
  if (!menu)
    return std::nullopt;
  menu->packed = {access.a.digits, access.b.digits, access.c.digits};
  // Elements of packed operands change on their way only where threads transpose the tile.
  const Computation computation = computationFor(access.product, plain);
  for (const int operand : {0, 1}) {
    const TileLayout layout = tileLayout(access.product, plain, computation, operand);
    if (!menu->packed[operand].isPlain() && !layout.contiguousAlongK &&
        layout.transform == Transform::OnCopy)
      return std::nullopt;
  }
  schedule.plan = PackedFma{*menu};
  return schedule;
}

} // namespace warpsmith
