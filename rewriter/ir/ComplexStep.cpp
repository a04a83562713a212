#include "rewriter/ir/ComplexStep.h"
#include <utility>
#include <vector>

namespace warpsmith {
namespace {

using Kind = Expression::Kind;
using Product = ComplexStep::Product;

/// The part of an element of an operand: its number is `operand`.
std::optional<int> partOf(const Expression &node, int operand) {
  return node.kind == Kind::Part && node.children[0]->kind == Kind::Operand &&
                 node.children[0]->operand == operand
             ? std::optional(node.operand)
             : std::nullopt;
}

std::optional<Product> productOf(const Expression &left, const Expression &right,
                                 bool isSubtracted) {
  if (left.kind == Kind::Negate)
    return productOf(*left.children[0], right, !isSubtracted);
  if (right.kind == Kind::Negate)
    return productOf(left, *right.children[0], !isSubtracted);
  for (const auto &[a, b] : {std::pair(&left, &right), std::pair(&right, &left)})
    if (const auto ofA = partOf(*a, 0), ofB = partOf(*b, 1); ofA && ofB)
      return Product{*ofA, *ofB, isSubtracted};
  return std::nullopt;
}

bool isFma(const Expression &node) {
  return node.kind == Kind::Call && node.children.size() == 3 &&
         (node.text == "fma" || node.text == "fmaf" || node.text == "__fma_rn" ||
          node.text == "__fmaf_rn");
}

/// Reads what becomes of a part of the sum.
class Reader {
public:
  explicit Reader(int ofSum) : part(ofSum) {}

  bool read(const Expression &node, bool isSubtracted) {
    if (node.kind == Kind::Part && node.children[0]->kind == Kind::Sum) {
      sums += node.operand == part && !isSubtracted ? 1 : 2;
      return true;
    }
    if (node.kind == Kind::Negate) {
      isChain = isChain && !node.contains(Kind::Sum); // a zero has another sign
      return read(*node.children[0], !isSubtracted);
    }
    if (isFma(node)) {
      // What is added comes first.
      if (!node.children[2]->contains(Kind::Sum))
        isChain = false;
      return read(*node.children[2], isSubtracted) &&
             add(*node.children[0], *node.children[1], isSubtracted);
    }
    if (node.kind != Kind::Binary)
      return false;
    if (node.text == "*")
      return add(*node.children[0], *node.children[1], isSubtracted);
    if (node.text != "+" && node.text != "-")
      return false;
    const bool isRightSubtracted = isSubtracted != (node.text == "-");
    const bool holdsSum[] = {node.children[0]->contains(Kind::Sum),
                             node.children[1]->contains(Kind::Sum)};
    // A product is added to what holds the sum.
    if (holdsSum[0] == holdsSum[1] || !isProduct(*node.children[holdsSum[0] ? 1 : 0]))
      isChain = false;
    return holdsSum[1]
               ? read(*node.children[1], isRightSubtracted) && read(*node.children[0], isSubtracted)
               : read(*node.children[0], isSubtracted) &&
                     read(*node.children[1], isRightSubtracted);
  }

  int part;
  std::vector<Product> products;
  int sums = 0; ///< 1: that part of the sum, once
  bool isChain = true;

private:
  static bool isProduct(const Expression &node) {
    return (node.kind == Kind::Binary && node.text == "*") ||
           (node.kind == Kind::Negate && isProduct(*node.children[0]));
  }

  bool add(const Expression &left, const Expression &right, bool isSubtracted) {
    const auto product = productOf(left, right, isSubtracted);
    if (product)
      products.push_back(*product);
    return product.has_value();
  }
};

} // namespace

std::optional<ComplexStep> complexStep(const Expression &update) {
  if (update.kind != Kind::Pair)
    return std::nullopt;
  ComplexStep step{{}, true};
  for (const int part : {0, 1}) {
    Reader reader(part);
    if (!reader.read(*update.children[part], false) || reader.sums != 1 ||
        reader.products.size() != 2 || reader.products[0].partOfA == reader.products[1].partOfA ||
        reader.products[0].partOfB == reader.products[1].partOfB)
      return std::nullopt;
    step.products[part] = {reader.products[0], reader.products[1]};
    step.isChain = step.isChain && reader.isChain;
  }
  return step;
}

} // namespace warpsmith
