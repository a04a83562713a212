#include "rewriter/families/PlainProduct.h"

namespace warpsmith {
namespace {

const Wgmma &productOf(const Schedule &schedule) {
  const Im2col *const pixels = schedule.find<Im2col>();
  return pixels ? pixels->product : schedule.as<Packed>().product;
}
Wgmma &productOf(Schedule &schedule) {
  Im2col *const pixels = schedule.find<Im2col>();
  return pixels ? pixels->product : schedule.find<Packed>()->product;
}

} // namespace

Schedule plainSchedule(const Schedule &schedule) {
  Schedule plain;
  plain.numerics = schedule.numerics;
  plain.architecture = schedule.architecture;
  if (const auto *packed = schedule.find<PackedFma>()) {
    plain.numerics = Numerics::BitExact;
    plain.plan = packed->product;
    return plain;
  }
  plain.plan = productOf(schedule);
  return plain;
}

std::string PlainProductFamily::passes(const Schedule &schedule) const {
  const std::vector<WgmmaTile> &tiles = warpsmith::productOf(schedule).tiles;
  return "tensorize<wgmma;" + word() + (tiles.size() > 1 ? ">" : ";" + tiles[0].size() + ">");
}

std::string PlainProductFamily::describe(const Contraction &contraction,
                                         const Schedule &schedule) const {
  return copies() + wgmmaFamily().describe(productOf(contraction), plainSchedule(schedule));
}

size_t PlainProductFamily::tileCount(const Schedule &schedule) const {
  return warpsmith::productOf(schedule).tiles.size();
}

BlockTile PlainProductFamily::block(const Schedule &schedule, size_t tile) const {
  return wgmmaFamily().block(plainSchedule(schedule), tile);
}

void PlainProductFamily::keepTile(Schedule &schedule, size_t tile) const {
  auto &tiles = warpsmith::productOf(schedule).tiles;
  tiles = {tiles[tile]};
}

void PlainProductFamily::dropTile(Schedule &schedule, size_t tile) const {
  auto &tiles = warpsmith::productOf(schedule).tiles;
  tiles.erase(tiles.begin() + static_cast<ptrdiff_t>(tile));
}

std::string PlainProductFamily::takes(const Contraction &contraction) const {
  const std::string reason = gatheredFamily().takes(contraction);
  return reason.empty() ? otherForm(contraction) : reason;
}

std::string PlainProductFamily::takesNoTile() const {
  return wgmmaFamily().takesNoTile();
}

std::vector<TileResources> PlainProductFamily::resources(const Contraction &contraction,
                                                         const Schedule &schedule) const {
  return wgmmaFamily().resources(productOf(contraction), plainSchedule(schedule));
}

Devices PlainProductFamily::devices(const Schedule &schedule) const {
  return wgmmaFamily().devices(schedule);
}

Computation PlainProductFamily::computation(const Contraction &contraction,
                                            const Schedule &) const {
  return productComputation(contraction);
}

double PlainProductFamily::waves(const Contraction &contraction, const Schedule &schedule,
                                 size_t tile, const Problem &problem) const {
  return wgmmaFamily().waves(productOf(contraction), plainSchedule(schedule), tile, problem);
}

Launched PlainProductFamily::launched(const Contraction &contraction, const Schedule &schedule,
                                      const Problem &problem) const {
  return wgmmaFamily().launched(productOf(contraction), plainSchedule(schedule), problem);
}

std::vector<std::string> PlainProductFamily::cudaHeaders(const Schedule &schedule) const {
  return wgmmaFamily().cudaHeaders(plainSchedule(schedule));
}

} // namespace warpsmith
