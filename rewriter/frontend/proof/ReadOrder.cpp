#include "rewriter/frontend/proof/ReadOrder.h"
#include "rewriter/ir/FusedProducts.h"
#include <algorithm>

namespace warpsmith::frontend {

bool readsEachElementOnce(const SymbolicState &state) {
  const bool hasLocalArray = std::ranges::any_of(
      state.localArrays, [](const auto &array) { return array.second.size() > 1; });
  if (hasLocalArray || !state.shared.empty() || !state.referenced.empty() || state.readsIndirectly)
    return false;
  for (size_t later = 0; later < state.loads.size(); ++later)
    for (size_t earlier = 0; earlier < later; ++earlier)
      if (state.loads[earlier].array == state.loads[later].array &&
          state.loads[earlier].index == state.loads[later].index)
        return false;
  return true;
}

std::string sumOfTwoProducts(const Expression &expression) {
  if (addsTwoProducts(expression) && expression.text == "+")
    return describe(expression);
  for (const ExpressionRef &child : expression.children)
    if (std::string text = sumOfTwoProducts(*child); !text.empty())
      return text;
  return {};
}

} // namespace warpsmith::frontend
