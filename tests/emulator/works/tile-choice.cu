// RUN: %works
// RUN: env WARPSMITH_EMULATOR_TILE=1 %t asked
// RUN: not env WARPSMITH_EMULATOR_TILE=one %t asked 2>&1 | FileCheck %s
// CHECK: error: WARPSMITH_EMULATOR_TILE=one: not the place of a tile
// A launch takes the tile that a test asks for, but for one that it cannot take; functions of the
// same name elsewhere choose as they are written.
#include "warpsmith_emulator/tile_choice.h"
#include <cassert>

namespace warpsmith {
inline namespace version {
template <typename Time>
struct Fastest {
  int tile;
  Time time;
};
template <typename Time, int Count>
Fastest<Time> fastestTile(const Time (&times)[Count]) {
  return {0, times[0]};
}
} // namespace version
} // namespace warpsmith

template <int Count>
int fastestTile(const double (&)[Count]) {
  return 0;
}

int main(int count, char **) {
  using namespace warpsmith::emulator;
  const double times[] = {1, 2, 1e30};
  const long long cycles[] = {7, 0x7fffffffffffffff};
  assert(warpsmith::fastestTile(times).tile == (count > 1 ? 1 : 0));
  assert(tilesOfMenus() == 3);
  askForTile(0);
  assert(tilesOfMenus() == 0);
  assert(warpsmith::fastestTile(cycles).tile == 0 && tilesOfMenus() == 2);
  askForTile(1);
  assert(warpsmith::fastestTile(times).tile == 1 && warpsmith::fastestTile(times).time == 2);
  assert(warpsmith::fastestTile(cycles).tile == 0);
  assert(fastestTile(times) == 0);
  askForTile(2);
  assert(warpsmith::fastestTile(times).tile == 0);
  askForTile(3);
  assert(warpsmith::fastestTile(times).tile == 0 && tilesOfMenus() == 3);
  askForTile(-1);
  assert(warpsmith::fastestTile(times).tile == 0);
}
