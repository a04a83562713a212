/// Exact division of sizes.
#pragma once

#include "rewriter/ir/Polynomial.h"

namespace warpsmith::frontend::index {

/// How many sizes are multiplied at most.
size_t degree(const Polynomial &size);

/// The polynomial that, multiplied by the divisor, gives the dividend: also of a divisor of several
/// summands. Nothing where there is none with integer coefficients.
std::optional<Polynomial> exactQuotient(const Polynomial &dividend, const Polynomial &divisor);

} // namespace warpsmith::frontend::index
