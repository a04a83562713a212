#include "rewriter/frontend/proof/ComplexNumbers.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace warpsmith::frontend {
namespace {

using Kind = Expression::Kind;

/// The number of a complex element, and which of its parts an index of numbers means.
struct PartOfElement {
  Polynomial element;
  int part;
};
std::optional<PartOfElement> partAt(const Polynomial &index) {
  for (const int part : {0, 1})
    if (const auto element = (index - part).quotient(Polynomial(2)))
      return PartOfElement{*element, part};
  return std::nullopt;
}

bool isProduct(const Expression &node) {
  return node.kind == Kind::Binary && node.text == "*";
}
bool isSignedProduct(const Expression &node) {
  return isProduct(node) || (node.kind == Kind::Negate && isSignedProduct(*node.children[0]));
}
bool hasSign(const Expression &node) {
  return node.kind == Kind::Negate || std::ranges::any_of(node.children, [](const auto &child) {
           return child->kind == Kind::Negate;
         });
}

/// The product without a sign that one of its factors has.
ExpressionRef withoutSign(const ExpressionRef &product, bool &isNegative) {
  if (product->kind == Kind::Negate && isProduct(*product->children[0])) {
    isNegative = !isNegative;
    return withoutSign(product->children[0], isNegative);
  }
  if (!isProduct(*product))
    return product;
  std::vector<ExpressionRef> factors = product->children;
  for (ExpressionRef &factor : factors)
    if (factor->kind == Kind::Negate) {
      isNegative = !isNegative;
      factor = factor->children[0];
    }
  return Expression::withChildren(*product, std::move(factors));
}

/// `x - a * b` in place of `x + a * -b`, as compilers do: the bits are the same, and so it is told
/// which product is contracted.
ExpressionRef withoutSigns(const ExpressionRef &expression) {
  std::vector<ExpressionRef> children;
  for (const ExpressionRef &child : expression->children)
    children.push_back(withoutSigns(child));
  const ExpressionRef node = Expression::withChildren(*expression, std::move(children));
  if (node->kind != Kind::Binary || (node->text != "+" && node->text != "-"))
    return node;
  bool isLeftNegative = false, isRightNegative = node->text == "-";
  const ExpressionRef left = withoutSign(node->children[0], isLeftNegative);
  const ExpressionRef right = withoutSign(node->children[1], isRightNegative);
  if (isLeftNegative && isRightNegative)
    return node;
  if (isLeftNegative)
    return Expression::binary('-', right, left);
  return Expression::binary(isRightNegative ? '-' : '+', left, right);
}

class Joiner {
public:
  Joiner(ThreadSummary &summary, RefusalSink &sink) : state(summary), refuse(sink) {}

  bool run() {
    loads();
    std::vector<std::array<Cell, 2>> stored;
    if (!cells(stored))
      return false;
    for (const auto &complex : stored)
      if (!sums(complex))
        return false;
    for (size_t next = 0; next < joined.size(); ++next)
      if (!reduction(joined[next]))
        return false;
    state.cells.clear();
    for (const auto &[real, imaginary] : stored) {
      Cell cell = real;
      cell.type = typeOf(real.type);
      cell.index = partAt(real.index)->element;
      cell.value = pair(real.value, imaginary.value);
      state.cells.push_back(std::move(cell));
    }
    for (const auto &[first, second] : joined) {
      Reduction &sum = state.reductions[first];
      const Reduction &other = state.reductions[second];
      sum.initial = pair(sum.initial, other.initial);
      sum.update = pair(sum.update, other.update);
      sum.loads = std::max(sum.loads, other.loads);
      sum.type = typeOf(sum.type);
      decide(sum.initial);
      decide(sum.update);
    }
    for (const Cell &cell : state.cells)
      decide(cell.value);
    return isUnderstood;
  }

private:
  bool fail(clang::SourceLocation location, std::string reason) {
    refuse(location, std::move(reason));
    return false;
  }

  static ElementType typeOf(ElementType part) {
    return part == ElementType::F64 ? ElementType::C128 : ElementType::C64;
  }

  /// Each load keeps its number, since these tell in which order elements are read.
  void loads() {
    parts.assign(state.loads.size(), -1);
    for (size_t number = 0; number < state.loads.size(); ++number) {
      Load &load = state.loads[number];
      if (!state.pairs.contains(load.array))
        continue;
      if (const auto part = partAt(load.index)) {
        load.index = part->element;
        load.type = typeOf(load.type);
        parts[number] = part->part;
      }
    }
  }

  /// What is stored, as complex numbers.
  bool cells(std::vector<std::array<Cell, 2>> &stored) {
    std::vector<Cell> left = state.cells;
    while (!left.empty()) {
      const Cell cell = left.front();
      left.erase(left.begin());
      const auto own = partAt(cell.index);
      if (!state.pairs.contains(cell.array))
        return fail(cell.location,
                    "pairs of numbers are read as complex ones, and '" + cell.array +
                        "' holds none: store both parts of the sum, or read what is no complex "
                        "number through pointers to numbers");
      const auto other = own ? std::ranges::find_if(left,
                                                    [&](const Cell &candidate) {
                                                      const auto part = partAt(candidate.index);
                                                      return candidate.array == cell.array &&
                                                             part &&
                                                             part->element == own->element &&
                                                             part->part != own->part;
                                                    })
                             : left.end();
      if (other == left.end() || other->where != cell.where)
        return fail(cell.location, "'" + cell.array + "[" + cell.index.str() +
                                       "]' is stored without the other part of a complex number");
      stored.push_back(own->part == 0 ? std::array{cell, *other} : std::array{*other, cell});
      left.erase(other);
    }
    return true;
  }

  /// The two sums that a stored complex number is made of.
  bool sums(const std::array<Cell, 2> &stored) {
    const std::set<size_t> ofReal = sumsIn(stored[0].value), ofImaginary = sumsIn(stored[1].value);
    std::set<size_t> all = ofReal;
    all.insert(ofImaginary.begin(), ofImaginary.end());
    if (all.size() != 2)
      return fail(stored[0].location, "what is stored is not made of one complex sum");
    // Where both parts use both sums, either may be called the real one.
    const bool swaps = ofReal.size() == 1
                           ? *ofReal.begin() != *all.begin()
                           : ofImaginary.size() == 1 && *ofImaginary.begin() == *all.begin();
    return join(*all.begin(), *all.rbegin(), swaps, stored[0].location);
  }

  bool join(size_t first, size_t second, bool swaps, clang::SourceLocation location) {
    if (swaps)
      std::swap(first, second);
    for (const auto &[real, imaginary] : joined) {
      if (real == first && imaginary == second)
        return true;
      if (real == first || imaginary == second || real == second || imaginary == first)
        return fail(location, "a sum is part of two complex numbers");
    }
    const Reduction &one = state.reductions[first], &other = state.reductions[second];
    if (one.loops != other.loops || one.inMemory != other.inMemory || one.type != other.type ||
        !one.update || !other.update)
      return fail(location, "the parts of a complex sum are summed in different loops");
    joined.emplace_back(first, second);
    return true;
  }

  /// The sums that a sum goes on with, or is a part of.
  bool reduction(std::pair<size_t, size_t> pair) {
    const Reduction &real = state.reductions[pair.first];
    const Reduction &imaginary = state.reductions[pair.second];
    for (const auto &[ofReal, ofImaginary] :
         {std::pair(sumsIn(real.initial), sumsIn(imaginary.initial)),
          std::pair(sumsIn(real.update), sumsIn(imaginary.update))}) {
      std::set<size_t> firsts = ofReal, seconds = ofImaginary;
      for (const size_t own : {pair.first, pair.second}) {
        firsts.erase(own);
        seconds.erase(own);
      }
      if (firsts.empty() && seconds.empty())
        continue;
      if (firsts.size() != 1 || seconds.size() != 1 || firsts == seconds)
        return fail(real.location, "sums in the loop depend on each other");
      if (!join(*firsts.begin(), *seconds.begin(), false, real.location))
        return false;
    }
    return true;
  }

  /// Notes a sum of two products of parts of which it is open which one nvcc contracts. Where a
  /// complex number is read, or a sum carried, as a whole, its parts are available at the same
  /// time, and the first product is contracted: so seen in machine code of nvcc 13.0. Where parts
  /// are read or carried one by one, LLVM orders the products by which part came first, and that
  /// depends on more than the source's order.
  void decide(const ExpressionRef &expression) {
    for (const ExpressionRef &child : expression->children)
      decide(child);
    if (expression->kind != Kind::Binary || (expression->text != "+" && expression->text != "-") ||
        !std::ranges::all_of(expression->children,
                             [](const auto &child) { return isSignedProduct(*child); }) ||
        !state.undecidedParts.empty())
      return;
    // Of a difference, what is subtracted is rounded.
    const bool hasSigns = std::ranges::any_of(expression->children,
                                              [](const auto &child) { return hasSign(*child); });
    if (!hasSigns && (expression->text == "-" || areWhole(*expression)))
      return;
    state.undecidedParts = describe(*map(expression, [&](const ExpressionRef &node) {
      return node->kind == Kind::Operand
                 ? Expression::literal(state.loads[static_cast<size_t>(node->operand)].array,
                                       node->type)
                 : nullptr;
    }));
  }

  bool areWhole(const Expression &node) const {
    if (node.kind == Kind::Operand && parts[static_cast<size_t>(node.operand)] >= 0)
      return state.loads[static_cast<size_t>(node.operand)].ofWholeVector &&
             !state.readsLanesOfShared;
    if (node.kind == Kind::Sum)
      return isWhole(static_cast<size_t>(node.operand));
    // What is chosen before it lies in shared memory is read there as a whole.
    if (node.kind == Kind::Select && !state.choosesInShared)
      return false;
    return std::ranges::all_of(node.children,
                               [&](const ExpressionRef &child) { return areWhole(*child); });
  }

  /// The parts of the sum are those of one variable, which the source uses as a whole alone.
  bool isWhole(size_t sum) const {
    return std::ranges::any_of(joined, [&](const auto &pair) {
      const auto &[real, imaginary] = pair;
      return real == sum && state.reductions[real].vector >= 0 &&
             state.reductions[real].vector == state.reductions[imaginary].vector;
    });
  }

  ExpressionRef pair(const ExpressionRef &real, const ExpressionRef &imaginary) {
    return paired(withoutSigns(ofComplex(real)), withoutSigns(ofComplex(imaginary)));
  }

  /// Of both parts under one condition, the pair under that condition.
  static ExpressionRef paired(const ExpressionRef &real, const ExpressionRef &imaginary) {
    if (real->kind == Kind::Select && imaginary->kind == Kind::Select &&
        same(*real->children[0], *imaginary->children[0]))
      return Expression::select(real->children[0],
                                paired(real->children[1], imaginary->children[1]),
                                paired(real->children[2], imaginary->children[2]));
    return Expression::pair(real, imaginary);
  }

  /// The expression with parts of complex leaves.
  ExpressionRef ofComplex(const ExpressionRef &expression) {
    return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
      if (node->kind == Kind::Operand && parts[static_cast<size_t>(node->operand)] >= 0)
        return Expression::part(parts[static_cast<size_t>(node->operand)],
                                Expression::operandElement(node->operand, typeOf(node->type)));
      if (node->kind == Kind::Operand)
        if (const Load &load = state.loads[static_cast<size_t>(node->operand)];
            state.pairs.contains(load.array) && isUnderstood)
          isUnderstood = fail(load.location, "'" + load.array + "[" + load.index.str() +
                                                 "]' is not known to be one part of a complex "
                                                 "number");
      if (node->kind != Kind::Sum)
        return nullptr;
      for (const auto &[real, imaginary] : joined)
        for (const auto &[number, part] : {std::pair(real, 0), std::pair(imaginary, 1)})
          if (static_cast<size_t>(node->operand) == number)
            return Expression::part(part, sumLeaf(real, typeOf(node->type)));
      return nullptr;
    });
  }

  ThreadSummary &state;
  RefusalSink &refuse;
  bool isUnderstood = true;
  std::vector<int> parts; ///< of each load, which part it is; -1 where it is a number
  std::vector<std::pair<size_t, size_t>> joined; ///< the sums of real and of imaginary parts
};

} // namespace

namespace {

/// A part of the sum after a step of zeros: sums of the old part and of products of zeros. Nothing
/// for any other expression.
std::optional<double> afterZeros(const Expression &node, int part, double sum) {
  const auto child = [&](size_t index) { return afterZeros(*node.children[index], part, sum); };
  switch (node.kind) {
  case Kind::Operand:
    return 0.0;
  case Kind::Part:
    if (node.children[0]->kind == Kind::Sum)
      return node.operand == part ? std::optional(sum) : std::nullopt;
    return child(0);
  case Kind::Negate: {
    const auto value = node.contains(Kind::Sum) ? std::nullopt : child(0);
    return value ? std::optional(-*value) : std::nullopt;
  }
  case Kind::Binary: {
    const auto left = child(0), right = child(1);
    const bool ofSum = node.contains(Kind::Sum);
    if (!left || !right || (ofSum && node.text != "+" && node.text != "-") ||
        (node.text == "-" && node.children[1]->contains(Kind::Sum)))
      return std::nullopt;
    return node.text == "+"   ? std::optional(*left + *right)
           : node.text == "-" ? std::optional(*left - *right)
           : node.text == "*" ? std::optional(*left * *right)
                              : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

int sumLeaves(const Expression &node) {
  int count = node.kind == Kind::Sum;
  for (const ExpressionRef &child : node.children)
    count += sumLeaves(*child);
  return count;
}

} // namespace

std::optional<std::array<bool, 2>> partsMadePositive(const Expression &update) {
  std::array<bool, 2> positive{};
  for (const int part : {0, 1}) {
    if (update.kind != Kind::Pair || sumLeaves(*update.children[part]) != 1)
      return std::nullopt;
    const auto of = [&](double sum) { return afterZeros(*update.children[part], part, sum); };
    if (of(0.0) != 0.0 || of(1.0) != 1.0 || std::signbit(*of(0.0)))
      return std::nullopt;
    positive[part] = !std::signbit(*of(-0.0));
  }
  return positive;
}

bool joinComplexNumbers(ThreadSummary &state, RefusalSink &refuse) {
  const auto isPaired = [&](const auto &place) { return state.pairs.contains(place.array); };
  return (std::ranges::none_of(state.loads, isPaired) &&
          std::ranges::none_of(state.cells, isPaired)) ||
         Joiner(state, refuse).run();
}

} // namespace warpsmith::frontend
