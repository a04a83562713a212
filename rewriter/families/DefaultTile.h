/// The sizes that `tile` without parameters leaves open.
#pragma once

#include "rewriter/families/Schedule.h"

namespace warpsmith {

/// The schedule with those sizes, as far as the passes so far tell, where the user gave none: each
/// pass that changes a tiled schedule calls it. With warps that copy FP32 operands into a ring, it
/// is a menu.
Schedule withDefaultTile(const Contraction &contraction, Schedule schedule);

/// The schedule with a menu in the place of its tile on the FP32 units, where it can have one; with
/// `columns`, of tiles with columns in FP64.
Schedule withMenu(const Contraction &contraction, Schedule schedule, bool columns);

/// Of a product whose sizes are constants, the tile that every launch takes, where all devices that
/// run the code have room for it; with sums in slices of k, the menu.
Schedule withOneTile(const Contraction &contraction, Schedule schedule);

/// The plan of a schedule on the FP32, FP64 or integer units, without its menu.
Fma &singleTile(Schedule &schedule);

} // namespace warpsmith
