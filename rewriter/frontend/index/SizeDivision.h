/// Division of sizes: where it is exact, and where a size has a value.
#pragma once

#include "rewriter/ir/Polynomial.h"

namespace warpsmith::frontend::index {

/// How many sizes are multiplied at most.
size_t degree(const Polynomial &size);

/// The polynomial that, multiplied by the divisor, gives the dividend: also of a divisor of several
/// summands. Nothing where there is none with integer coefficients.
std::optional<Polynomial> exactQuotient(const Polynomial &dividend, const Polynomial &divisor);

/// The sum where the size has the value, also in what is divided.
Polynomial withSize(Polynomial sum, const std::string &name, const Polynomial &value);

} // namespace warpsmith::frontend::index
