/// What two products must have in common for the speed of one's schedules to tell of the other's.
#pragma once

#include "rewriter/ir/Contraction.h"
#include <string>

namespace warpsmith {

/// Types, and for each operand the index along which its elements are adjacent:
/// `c:f32 a:f32/k b:f32/n sum:f32`. Those of a second product follow the first's; a part of C and a
/// batch are said at the end.
std::string signature(const Contraction &contraction);

} // namespace warpsmith
