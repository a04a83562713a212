#include "rewriter/frontend/proof/ReadOrder.h"
#include "rewriter/ir/FusedProducts.h"
#include <algorithm>

namespace warpsmith::frontend {

using Kind = Expression::Kind;

bool readsEachElementOnce(const ThreadSummary &state) {
  if (state.readsIndirectly)
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

static ExpressionRef unorderedAddition(const ExpressionRef &expression) {
  const auto isProduct = [](const ExpressionRef &child) {
    return child->kind == Kind::Binary && child->text == "*";
  };
  if (expression->kind == Kind::Binary && expression->text == "+" && !isInteger(expression->type) &&
      std::ranges::all_of(expression->children, isProduct) && expression->contains(Kind::Sum) &&
      expression->contains(Kind::Operand))
    return expression;
  for (const ExpressionRef &child : expression->children)
    if (ExpressionRef found = unorderedAddition(child))
      return found;
  return nullptr;
}

std::string sumOfUnorderedProducts(const ThreadSummary &state) {
  for (const Cell &cell : state.cells)
    if (const ExpressionRef found = unorderedAddition(cell.value))
      return describe(*map(found, [&](const ExpressionRef &node) {
        return node->kind == Kind::Operand
                   ? Expression::literal(state.loads[static_cast<size_t>(node->operand)].array,
                                         node->type)
                   : nullptr;
      }));
  return {};
}

} // namespace warpsmith::frontend
