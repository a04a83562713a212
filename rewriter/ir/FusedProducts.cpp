#include "rewriter/ir/FusedProducts.h"
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <optional>

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
  else if (expression.kind == Kind::Operand && !availability.readOrder.empty())
    latest = 4 + availability.readOrder[expression.operand];
  for (const ExpressionRef &child : expression.children)
    latest = std::max(latest, rank(*child, availability));
  return latest;
}

bool isProduct(const Expression &expression) {
  return expression.kind == Kind::Binary && expression.text == "*";
}

/// An element that a product is made of: when it is read, and how many operations are done on it.
struct ReadElement {
  int order, operations;
};

void addReads(const Expression &expression, const Availability &availability, int operations,
              std::vector<ReadElement> &found) {
  if (expression.kind == Kind::Operand)
    found.push_back({availability.readOrder[expression.operand], operations});
  for (const ExpressionRef &child : expression.children)
    addReads(*child, availability, operations + 1, found);
}

/// An operation more on an element counts like a later read: so a factor may make the product of
/// earlier elements the later one. Whether there are other reads in between is not known.
bool isSurelyEarlier(const std::vector<ReadElement> &one, const std::vector<ReadElement> &other) {
  return std::ranges::all_of(one, [&](const ReadElement &early) {
    return std::ranges::any_of(other, [&](const ReadElement &late) {
      return late.order >= early.order &&
             late.order + late.operations > early.order + early.operations;
    });
  });
}

/// Both products are of elements, and by factors it is open which of them comes first.
bool isOrderOpen(const Expression &left, const Expression &right,
                 const Availability &availability) {
  std::vector<ReadElement> first, second;
  if (availability.readOrder.empty() || !left.contains(Kind::Operand) ||
      !right.contains(Kind::Operand))
    return false;
  addReads(left, availability, 0, first);
  addReads(right, availability, 0, second);
  return !isSurelyEarlier(first, second) && !isSurelyEarlier(second, first);
}

bool adds(const Expression &expression) {
  return expression.kind == Kind::Binary && (expression.text == "+" || expression.text == "-");
}

/// The magnitude of a number in the source; nothing for a name or anything else.
std::optional<double> magnitudeOf(const Expression &number) {
  const Expression *literal = &number;
  while (literal->kind == Kind::Cast || literal->kind == Kind::Negate)
    literal = literal->children[0].get();
  if (literal->kind != Kind::Literal || literal->text.empty() ||
      !(std::isdigit(static_cast<unsigned char>(literal->text[0])) || literal->text[0] == '.'))
    return std::nullopt;
  return std::abs(std::strtod(literal->text.c_str(), nullptr));
}

/// One of the two factors is such a literal, or its negative.
bool hasFactor(const Expression &product, std::initializer_list<double> values) {
  return std::any_of(
      product.children.begin(), product.children.end(), [&](const ExpressionRef &factor) {
        const std::optional<double> value = magnitudeOf(*factor);
        return value && std::find(values.begin(), values.end(), *value) != values.end();
      });
}

/// A quotient that the compiler makes a product: by a power of two, which a named constant may be.
bool becomesProduct(const Expression &expression) {
  if (expression.kind != Kind::Binary || expression.text != "/" ||
      !isConstant(*expression.children[1]))
    return false;
  const std::optional<double> divisor = magnitudeOf(*expression.children[1]);
  int exponent = 0;
  return !divisor || (std::frexp(*divisor, &exponent) == 0.5 && *divisor != 1);
}

/// Products by 0 and 1 have no rounding, so it does not matter which of them is contracted.
bool areExact(const Expression &left, const Expression &right) {
  return hasFactor(left, {0, 1}) && hasFactor(right, {0, 1});
}

/// A factor is a negated value, `-alpha * sum`: the compiler makes a difference of a sum with it
/// and a sum of a difference, which then have their own order.
bool hasNegatedFactor(const Expression &product) {
  return std::ranges::any_of(product.children, [](const ExpressionRef &factor) {
    return (factor->kind == Kind::Negate && !isConstant(*factor)) ||
           (isProduct(*factor) && hasNegatedFactor(*factor));
  });
}

/// Products that the compiler does not leave as they are: by 0, 1 or 2 and their negatives, and of
/// constants alone, which it computes before the loop.
bool isRewritten(const Expression &product) {
  if (hasFactor(product, {0, 1, 2}) || hasNegatedFactor(product))
    return true;
  return !product.contains(Kind::Sum) && !product.contains(Kind::Output) &&
         !product.contains(Kind::Operand);
}

} // namespace

bool addsTwoProducts(const Expression &expression) {
  return adds(expression) && isProduct(*expression.children[0]) &&
         isProduct(*expression.children[1]);
}

bool addsProduct(const Expression &expression) {
  return adds(expression) &&
         std::ranges::any_of(expression.children, [](const ExpressionRef &child) {
           const Expression &side =
               child->kind == Expression::Kind::Negate ? *child->children[0] : *child;
           return isProduct(side);
         });
}

ExpressionRef roundedAlone(const ExpressionRef &value) {
  if (value->kind == Kind::Negate)
    return Expression::negate(roundedAlone(value->children[0]));
  const bool isProduct = value->kind == Kind::Binary && value->text == "*";
  if (!isProduct || (value->type != ElementType::F32 && value->type != ElementType::F64))
    return value;
  return Expression::call(value->type == ElementType::F64 ? "__dmul_rn" : "__fmul_rn", value->type,
                          value->children);
}

ExpressionRef withoutRounding(const ExpressionRef &value) {
  return map(value, [](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind != Kind::Call || (node->text != "__fmul_rn" && node->text != "__dmul_rn"))
      return nullptr;
    return Expression::binary('*', withoutRounding(node->children[0]),
                              withoutRounding(node->children[1]));
  });
}

ExpressionRef withFusedProductsFixed(const ExpressionRef &expression,
                                     const Availability &availability) {
  std::vector<ExpressionRef> children;
  for (const ExpressionRef &child : expression->children)
    children.push_back(withFusedProductsFixed(child, availability));
  if (addsTwoProducts(*expression) && !isInteger(expression->type)) {
    // A difference keeps its order; of a sum the earlier product is contracted.
    const bool second = expression->text == "+" && rank(*expression->children[1], availability) <
                                                       rank(*expression->children[0], availability);
    ExpressionRef &other = children[second ? 0 : 1];
    other = Expression::call(other->type == ElementType::F64 ? "__dmul_rn" : "__fmul_rn",
                             other->type, {other->children[0], other->children[1]});
  }
  return Expression::withChildren(*expression, std::move(children));
}

std::vector<ExpressionRef> productsOf(const ExpressionRef &expression) {
  std::vector<ExpressionRef> found;
  if (isProduct(*expression))
    found.push_back(expression);
  for (const ExpressionRef &child : expression->children)
    for (const ExpressionRef &product : productsOf(child))
      found.push_back(product);
  return found;
}

namespace {

bool containsSame(const std::vector<ExpressionRef> &all, const Expression &wanted) {
  return std::any_of(all.begin(), all.end(),
                     [&](const ExpressionRef &one) { return same(*one, wanted); });
}

bool isSameProduct(const Expression &one, const Expression &other) {
  return same(one, other) ||
         (same(*one.children[0], *other.children[1]) && same(*one.children[1], *other.children[0]));
}

/// The different sums that have products.
void addSumsOfProducts(const ExpressionRef &expression, std::vector<ExpressionRef> &found) {
  if (adds(*expression) && !containsSame(found, *expression) &&
      std::ranges::any_of(expression->children,
                          [](const ExpressionRef &child) { return isProduct(*child); }))
    found.push_back(expression);
  for (const ExpressionRef &child : expression->children)
    addSumsOfProducts(child, found);
}

} // namespace

std::vector<ExpressionRef> productsOfSeveralSums(const ExpressionRef &expression) {
  std::vector<ExpressionRef> sums, all, shared;
  addSumsOfProducts(expression, sums);
  for (const ExpressionRef &sum : sums)
    for (const ExpressionRef &child : sum->children)
      if (isProduct(*child)) {
        if (std::ranges::any_of(all, [&](const auto &one) { return isSameProduct(*one, *child); }))
          shared.push_back(child);
        all.push_back(child);
      }
  return shared;
}

bool isConstant(const Expression &expression) {
  switch (expression.kind) {
  case Kind::Sum:
  case Kind::Operand:
  case Kind::Output:
  case Kind::Scalar:
  case Kind::Extra:
  case Kind::Position:
    return false;
  default:
    return std::ranges::all_of(expression.children,
                               [](const ExpressionRef &child) { return isConstant(*child); });
  }
}

std::string sumOfEarlyProduct(const Expression &expression, const Availability &availability) {
  if (!availability.sumMayBeConstant)
    return {};
  const auto movesToLoop = [](const Expression &part) {
    return part.contains(Kind::Sum) && !part.contains(Kind::Scalar) &&
           !part.contains(Kind::Output) && !part.contains(Kind::Extra) &&
           !part.contains(Kind::Position);
  };
  // What moves as a whole stays together.
  if (expression.children.empty() || movesToLoop(expression))
    return {};
  if (adds(expression))
    for (const ExpressionRef &child : expression.children) {
      const Expression *product = child.get();
      while (product->kind == Kind::Negate || product->kind == Kind::Cast)
        product = product->children[0].get();
      if (movesToLoop(*product) && !hasFactor(*product, {0, 1, 2}) &&
          (isProduct(*product) || becomesProduct(*product)))
        return describe(expression);
    }
  for (const ExpressionRef &child : expression.children)
    if (std::string text = sumOfEarlyProduct(*child, availability); !text.empty())
      return text;
  return {};
}

std::string undecidedSum(const Expression &expression, const Availability &availability) {
  if (addsTwoProducts(expression) && !areExact(*expression.children[0], *expression.children[1])) {
    const Expression &left = *expression.children[0], &right = *expression.children[1];
    const bool sameRank = rank(left, availability) == rank(right, availability);
    // Nor is it known in which block what depends on an element's place is computed.
    const auto isElsewhere = [](const Expression &product) {
      return product.contains(Kind::Extra) || product.contains(Kind::Position);
    };
    const bool loads = isElsewhere(left) || isElsewhere(right);
    // Of parts that are available together the first product is contracted, and of others the
    // frontend has told it.
    const bool ofParts = left.contains(Kind::Part) && right.contains(Kind::Part);
    const bool isOpen = sameRank || isOrderOpen(left, right, availability);
    if ((expression.text == "+" && isOpen && !ofParts) || loads || isRewritten(left) ||
        isRewritten(right))
      return describe(expression);
  }
  if (adds(expression)) {
    const Expression &left = *expression.children[0], &right = *expression.children[1];
    if ((becomesProduct(left) && (isProduct(right) || becomesProduct(right))) ||
        (becomesProduct(right) && isProduct(left)))
      return describe(expression);
  }
  if (adds(expression))
    for (const ExpressionRef &child : expression.children)
      if (isProduct(*child) && containsSame(availability.shared, *child))
        return describe(expression);
  Availability inner = availability;
  if (expression.kind == Kind::Select)
    for (const ExpressionRef &product : productsOf(expression.children[1]))
      if (containsSame(productsOf(expression.children[2]), *product) ||
          containsSame(productsOf(expression.children[0]), *product))
        inner.shared.push_back(product);
  for (const ExpressionRef &child : expression.children)
    if (std::string text = undecidedSum(*child, inner); !text.empty())
      return text;
  return {};
}

} // namespace warpsmith
