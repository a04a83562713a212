/// Comparisons of sizes in a launch, as C++ that is true where they are true of whole numbers,
/// whatever the sizes' types are. `-grid.x + 2 >= 1` alone would be computed in unsigned numbers,
/// and a size_t would make the other side unsigned.
#pragma once

#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {

/// A size as one side of a comparison with a `long long`: signed, and of 64 bits where it is
/// computed.
std::string signedSize(const Polynomial &size, const Contraction &contraction,
                       const Substitutions &values);

/// The same behind the declarations of rows, columns and steps: by that name where it is one of
/// them.
std::string namedSize(const Polynomial &size, const Contraction &contraction,
                      const Substitutions &values);

/// All products of sizes in it fit into 64 bits.
bool alwaysFits(const Precondition &fact, const Contraction &contraction);

/// `left == right` or `left >= right`. A test that a product of sizes fits into 64 bits stands
/// before it where that is open.
std::string comparison(const Precondition &fact, const Contraction &contraction,
                       const Substitutions &values);

} // namespace warpsmith
