#include "rewriter/ir/WgmmaTile.h"

namespace warpsmith {

const std::vector<WgmmaTile> &wgmmaTiles(int parts) {
  // name, columns, steps, stages, blocks of a cluster, time. Measured on an H200 at sizes from 512
  // to 8192; clusters gain where one block alone would read the L2 cache at its limit.
  static const std::vector<WgmmaTile> OnePart = {
      {"Large", 256, 64, 4, 2, 186}, {"Medium", 128, 64, 6, 2, 104}, {"Small", 64, 64, 8, 1, 88}};
  static const std::vector<WgmmaTile> TwoParts = {
      {"Large", 192, 32, 5, 1, 140}, {"Medium", 128, 32, 6, 1, 100}, {"Small", 64, 64, 4, 1, 58}};
  static const std::vector<WgmmaTile> ThreeParts = {{"Medium", 128, 32, 4, 1, 100},
                                                    {"Small", 64, 32, 5, 1, 58}};
  return parts == 1 ? OnePart : parts == 2 ? TwoParts : ThreeParts;
}

int sharedMemoryBytes(const WgmmaTile &tile, int parts) {
  constexpr int Alignment = 1024, BarriersOfStage = 16, PartBytes = 2;
  return Alignment + tile.stages * (parts * (WgmmaBlockM + tile.columns) * tile.steps * PartBytes +
                                    BarriersOfStage);
}

std::vector<std::pair<int, int>> partProducts(int parts) {
  std::vector<std::pair<int, int>> products;
  for (int order = parts - 1; order >= 0; --order)
    for (int a = order; a >= 0; --a)
      products.emplace_back(a, order - a);
  return products;
}

} // namespace warpsmith
