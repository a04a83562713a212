#include "warpsmith_emulator/tile_choice.h"
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace warpsmith::emulator {
namespace {

/// That of the environment; -1 without one.
int wantedTile() {
  const char *wanted = std::getenv("WARPSMITH_EMULATOR_TILE");
  if (!wanted)
    return -1;
  const std::string_view text = wanted;
  int tile = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), tile);
  if (error == std::errc() && end == text.end() && tile >= 0)
    return tile;
  std::fprintf(stderr, "emulator: error: WARPSMITH_EMULATOR_TILE=%s: not the place of a tile\n",
               wanted);
  std::exit(2);
}

struct TileChoice {
  int asked = wantedTile();
  int most = 0; ///< tiles of a menu
};

TileChoice &choice() {
  static TileChoice one;
  return one;
}

} // namespace

void askForTile(int tile) {
  choice().asked = tile;
  if (tile == 0)
    choice().most = 0;
}

int tilesOfMenus() {
  return choice().most;
}

int askedTile(int tiles) {
  choice().most = std::max(choice().most, tiles);
  return choice().asked < tiles ? choice().asked : -1;
}

} // namespace warpsmith::emulator
