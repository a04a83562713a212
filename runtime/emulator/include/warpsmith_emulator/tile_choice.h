/// Rewritten kernels choose one of several tiles at each launch, by predicted times. Here a test
/// says which one it is to be, so that each tile of a menu runs.
#pragma once

namespace warpsmith::emulator {

/// Launches take this tile of each menu from now on, by its place from 0, where the menu has it and
/// the launch may take it; with -1 that of least time. At first it is the one that
/// WARPSMITH_EMULATOR_TILE names.
void askForTile(int tile);
/// The tiles of the largest menu of which a launch chose since askForTile(0).
int tilesOfMenus();

/// The tile to take of a menu of so many; -1: none is asked for. A call of this is put into
/// fastestTile() of warpsmith/device/tile_time.h.
int askedTile(int tiles);

} // namespace warpsmith::emulator
