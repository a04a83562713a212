#include "rewriter/ir/WgmmaTile.h"
#include "rewriter/ir/TileLayout.h"

namespace warpsmith {

std::vector<WgmmaTile> wgmmaTiles(const Wgmma &wgmma) {
  // name, columns, steps, stages, blocks of a cluster, warpgroups, time, epilogue, sliced. Measured
  // on an H200, those of one part at sizes from 200 to 6000, others from 512 to 8192:
  // docs/ladder.md.
  static const std::vector<WgmmaTile> OnePart = {{"Large", 256, 64, 4, 2, 2, 699, 8680},
                                                 {"Wide", 192, 64, 5, 1, 2, 583, 7130},
                                                 {"Medium", 128, 64, 6, 1, 2, 398, 4560, true},
                                                 {"Small", 128, 64, 8, 1, 1, 283, 1980, true},
                                                 {"Tiny", 64, 64, 8, 1, 1, 210, 1030, true}};
  static const std::vector<WgmmaTile> TwoParts = {{"Large", 192, 32, 5, 1, 2, 140, 0},
                                                  {"Medium", 128, 32, 6, 1, 2, 100, 0},
                                                  {"Small", 64, 64, 4, 1, 2, 58, 0}};
  static const std::vector<WgmmaTile> ThreeParts = {{"Medium", 128, 32, 4, 1, 2, 100, 0},
                                                    {"Small", 64, 32, 5, 1, 2, 58, 0}};
  std::vector<WgmmaTile> tiles = wgmma.parts == 1   ? OnePart
                                 : wgmma.parts == 2 ? TwoParts
                                                    : ThreeParts;
  // Rows of a tile are as long in bytes, whatever their elements.
  for (WgmmaTile &tile : tiles)
    tile.steps = tile.steps * 2 / sizeOf(wgmma.part);
  return tiles;
}

std::optional<int> operandInRegisters(const Contraction &contraction, const Wgmma &wgmma) {
  if (wgmma.part != ElementType::F32)
    return std::nullopt;
  if (!contraction.runsAlongK(0))
    return 0;
  return contraction.runsAlongK(1) ? std::nullopt : std::optional(1);
}

bool mayStoreTiles(const Contraction &contraction, const Schedule &schedule) {
  const Wgmma &wgmma = *schedule.wgmma;
  return wgmma.parts == 1 && contraction.region == Region::Full && !schedule.symmetric &&
         !operandInRegisters(contraction, wgmma);
}

bool storesTiles(const WgmmaTile &tile, const Contraction &contraction, const Schedule &schedule) {
  constexpr int BoxBytes = 128; // of a row
  return mayStoreTiles(contraction, schedule) &&
         tile.columns * sizeOf(contraction.c.type) % BoxBytes == 0 &&
         (sizeOf(contraction.c.type) <= 2 || tile.warpgroups > 1);
}

int sharedMemoryBytes(const WgmmaTile &tile, const Contraction &contraction,
                      const Schedule &schedule) {
  constexpr int Alignment = 1024, BarriersOfStage = 16, BoxBytes = 64 * 128, Most = 227 * 1024;
  const Wgmma &wgmma = *schedule.wgmma;
  const int rowBytes = wgmma.parts * tile.steps * sizeOf(wgmma.part);
  const int ring =
      Alignment + tile.stages * ((tile.rows() + tile.columns) * rowBytes + BarriersOfStage);
  if (!storesTiles(tile, contraction, schedule) ||
      readsOldC(computationFor(contraction, schedule), contraction))
    return ring;
  const int boxes = tile.warpgroups * BoxBytes; // of results
  return ring + 2 * boxes <= Most ? ring + 2 * boxes : ring + boxes;
}

bool mayBeSliced(const WgmmaTile &tile, const Schedule &schedule) {
  return tile.sliced && schedule.wgmma->parts == 1 && schedule.wgmma->tiles.size() > 1 &&
         !schedule.symmetric;
}

std::vector<std::pair<int, int>> partProducts(int parts) {
  std::vector<std::pair<int, int>> products;
  for (int order = parts - 1; order >= 0; --order)
    for (int a = order; a >= 0; --a)
      products.emplace_back(a, order - a);
  return products;
}

} // namespace warpsmith
