/// A step of a complex sum that adds two products of parts to either part of it, as `sum += a * b`
/// and `sum += conj(a) * b` do: what tensor cores compute as a product of real matrices.
#pragma once

#include "rewriter/ir/Expression.h"
#include <array>
#include <optional>

namespace warpsmith {

struct ComplexStep {
  /// A part of A's element times one of B's: 0 is the real part, 1 the imaginary one.
  struct Product {
    int partOfA, partOfB;
    bool isSubtracted;
  };
  /// What is added to the real part of the sum, and to the imaginary one, in the order of the
  /// source. Both products of a part take different parts of A and of B.
  std::array<std::array<Product, 2>, 2> products;
  /// Each product is added to the sum by itself: by an FMA, if the compiler contracts it.
  bool isChain;
};

/// Nothing of a step that does anything else.
std::optional<ComplexStep> complexStep(const Expression &update);

} // namespace warpsmith
