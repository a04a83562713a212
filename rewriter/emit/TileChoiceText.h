/// The choice among a menu of tiles at a launch.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpsmith {

/// Statements that return runTile<Name>(arguments) for the tile of the least
/// timeWith<Name>(extents), the first of those that are alike. Of runTile, `further` follows the
/// name: `, true`.
std::string tileChoiceText(const std::vector<std::string> &names, const std::string &extents,
                           const std::string &arguments, const std::string &further = "");

/// The names of a menu's tiles.
template <typename Tile>
std::vector<std::string> namesOf(const std::vector<Tile> &tiles) {
  std::vector<std::string> names;
  names.reserve(tiles.size());
  for (const Tile &tile : tiles)
    names.emplace_back(tile.name);
  return names;
}

} // namespace warpsmith
