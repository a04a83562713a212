/// Products on the FP32 units of matrices in packed layouts.
#pragma once

#include "rewriter/families/Schedule.h"
#include <optional>

namespace warpsmith {

/// The schedule with the tiles of plain products, where their copy warps can read the operands and
/// the architecture has such tiles.
std::optional<Schedule> packedFmaSchedule(const Contraction &contraction, Schedule schedule);

} // namespace warpsmith
