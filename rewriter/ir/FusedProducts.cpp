#include "rewriter/ir/FusedProducts.h"
#include <algorithm>

namespace warpsmith {
namespace {

using Kind = Expression::Kind;

/// Parameters come first, then what was read before the loop, the sum, what was read after it.
int rank(const Expression &expression, const Availability &availability) {
  int latest = 0;
  if (expression.kind == Kind::Sum)
    latest = 2;
  else if (expression.kind == Kind::Output)
    latest = availability.outputBeforeLoop ? 1 : 3;
  for (const ExpressionRef &child : expression.children)
    latest = std::max(latest, rank(*child, availability));
  return latest;
}

bool isProduct(const Expression &expression) {
  return expression.kind == Kind::Binary && expression.text == "*";
}

bool addsTwoProducts(const Expression &expression) {
  return expression.kind == Kind::Binary && (expression.text == "+" || expression.text == "-") &&
         isProduct(*expression.children[0]) && isProduct(*expression.children[1]);
}

} // namespace

ExpressionRef withFusedProductsFixed(const ExpressionRef &expression,
                                     const Availability &availability) {
  std::vector<ExpressionRef> children;
  for (const ExpressionRef &child : expression->children)
    children.push_back(withFusedProductsFixed(child, availability));
  if (addsTwoProducts(*expression)) {
    // A difference keeps its order; of a sum the earlier product is contracted.
    const bool second = expression->text == "+" && rank(*expression->children[1], availability) <
                                                       rank(*expression->children[0], availability);
    ExpressionRef &other = children[second ? 0 : 1];
    other = Expression::call(RoundedFunction, other->type, {other});
  }
  return Expression::withChildren(*expression, std::move(children));
}

std::string undecidedSum(const Expression &expression, const Availability &availability) {
  if (addsTwoProducts(expression) && expression.text == "+" &&
      rank(*expression.children[0], availability) == rank(*expression.children[1], availability))
    return describe(expression);
  for (const ExpressionRef &child : expression.children)
    if (std::string text = undecidedSum(*child, availability); !text.empty())
      return text;
  return {};
}

} // namespace warpsmith
