/// Menus of fewer tiles, for builds that take less time.
#pragma once

#include "rewriter/families/Schedule.h"
#include "rewriter/ir/Contraction.h"

namespace warpsmith {

/// The schedule with `most` tiles of its menu. The others are left out one after the other, each
/// time the one without which products of many sizes lose least by the times that launches choose
/// by, where large losses count more. Sizes that the source says are those. As it is where it has
/// no more tiles, or no such times.
Schedule withFewerTiles(const Contraction &contraction, Schedule schedule, int most);

} // namespace warpsmith
