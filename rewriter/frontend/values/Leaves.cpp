#include "rewriter/frontend/values/Leaves.h"
#include <algorithm>

namespace warpsmith::frontend {

ExpressionRef sumLeaf(size_t reduction, ElementType type) {
  auto leaf = std::make_shared<Expression>(*Expression::sum(type));
  leaf->operand = static_cast<int>(reduction);
  return leaf;
}

std::set<size_t> sumsIn(const ExpressionRef &expression) {
  std::set<size_t> found;
  map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind == Expression::Kind::Sum)
      found.insert(node->operand);
    return nullptr;
  });
  return found;
}

namespace {
constexpr const char *ConditionName = "indices in range";
}

ExpressionRef conditionLeaf(size_t number) {
  auto leaf = std::make_shared<Expression>(*Expression::literal(ConditionName, ElementType::I32));
  leaf->operand = static_cast<int>(number);
  return leaf;
}

std::optional<size_t> conditionNumber(const Expression &expression) {
  if (expression.kind != Expression::Kind::Literal || expression.text != ConditionName)
    return std::nullopt;
  return expression.operand;
}

using index::Affine;
using index::Guards;

/// Where the entry is in the list, which it joins if it is not there.
template <typename Entry>
static size_t numberIn(std::vector<Entry> &list, const Entry &entry) {
  const size_t number = std::ranges::find(list, entry) - list.begin();
  if (number == list.size())
    list.push_back(entry);
  return number;
}

ExpressionRef conditionOn(ThreadEffects &effects, const Guards &guards) {
  return conditionLeaf(numberIn(effects.conditions, guards));
}

ExpressionRef positionAt(ThreadEffects &effects, const Affine &index) {
  return Expression::position(static_cast<int>(numberIn(effects.positions, index)));
}

const Affine *positionOf(const ThreadEffects &effects, const Expression &node) {
  return node.kind == Expression::Kind::Position
             ? &effects.positions[static_cast<size_t>(node.operand)]
             : nullptr;
}

ExpressionRef withIndices(ThreadEffects &effects, const Expression &node,
                          llvm::function_ref<std::optional<Affine>(const Affine &)> other,
                          bool &isKnown) {
  const auto replaced = [&](const Affine &index) {
    const auto found = other(index);
    isKnown &= found.has_value();
    return found.value_or(Affine());
  };
  if (const Affine *index = positionOf(effects, node))
    return positionAt(effects, replaced(*index));
  const auto number = conditionNumber(node);
  if (!number)
    return nullptr;
  Guards guards = effects.conditions[*number];
  std::ranges::transform(guards, guards.begin(), replaced);
  return conditionOn(effects, guards);
}

bool testsAddress(const Expression &condition) {
  return condition.kind == Expression::Kind::Compare &&
         condition.children[0]->kind == Expression::Kind::Call &&
         condition.children[0]->text.starts_with(AddressTest);
}

bool choosesByAddress(const ExpressionRef &value) {
  bool found = false;
  map(value, [&](const ExpressionRef &node) -> ExpressionRef {
    found |= testsAddress(*node);
    return nullptr;
  });
  return found;
}

bool areAlike(const ThreadEffects &effects, const Expression &one, const Expression &other) {
  if (one.kind != other.kind || one.type != other.type ||
      one.children.size() != other.children.size())
    return false;
  if (one.kind == Expression::Kind::Operand) {
    const ReadElement &left = effects.reads[static_cast<size_t>(one.operand)];
    const ReadElement &right = effects.reads[static_cast<size_t>(other.operand)];
    return left.array == right.array && left.index == right.index;
  }
  return one.text == other.text && one.operand == other.operand &&
         one.polynomial == other.polynomial &&
         std::ranges::equal(one.children, other.children,
                            [&](const ExpressionRef &left, const ExpressionRef &right) {
                              return areAlike(effects, *left, *right);
                            });
}

void collectIndices(const ThreadEffects &effects, const ExpressionRef &value,
                    std::vector<Affine> &found) {
  map(value, [&](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind == Expression::Kind::Operand)
      found.push_back(effects.reads[static_cast<size_t>(node->operand)].index);
    if (const Affine *index = positionOf(effects, *node))
      found.push_back(*index);
    if (const auto number = conditionNumber(*node))
      found.insert(found.end(), effects.conditions[*number].begin(),
                   effects.conditions[*number].end());
    return nullptr;
  });
}

} // namespace warpsmith::frontend
