/// Expressions as real numbers: what is left of them without roundings and grouping.
#pragma once

#include "rewriter/ir/Expression.h"
#include <functional>
#include <string>

namespace warpsmith {

/// Text that two expressions have in common if they are the same sums of the same products, in any
/// order and grouping. Conversions between floating-point types and exact ones of integers are left
/// out, but for those of integers that are computed; so are zeros that are added. `leaf` gives the
/// text of values that are not computed.
std::string realForm(const Expression &expression,
                     const std::function<std::string(const Expression &)> &leaf);

/// The value of a literal in its type, however it is spelled. A constant's name means something in
/// its own file alone, and a macro's in its own kernel, `kernel`.
std::string literalText(const Expression &literal, const std::string &file,
                        const std::string &kernel);

/// A literal zero of either sign, or a choice of two.
bool isZero(const Expression &expression);

} // namespace warpsmith
