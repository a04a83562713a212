#include "rewriter/frontend/proof/ThreadSummary.h"
#include <algorithm>

namespace warpsmith::frontend {

void ThreadSummary::requireStrongest(const Precondition &fact) {
  for (Precondition &known : preconditions) {
    if (known == fact)
      return;
    const auto more = (fact.right - known.right).constant();
    if (!known.equal && !fact.equal && known.left == fact.left && more) {
      if (*more > 0)
        known.right = fact.right;
      return;
    }
  }
  preconditions.push_back(fact);
}

const LoopIndex *ThreadSummary::loop(const std::string &symbol) const {
  const auto found = std::find_if(loops.begin(), loops.end(),
                                  [&](const LoopIndex &loop) { return loop.symbol == symbol; });
  return found == loops.end() ? nullptr : &*found;
}

ExpressionRef ThreadSummary::loaded(const Load &load) {
  const auto known = std::find_if(loads.begin(), loads.end(), [&](const Load &other) {
    return other.array == load.array && other.index == load.index;
  });
  const auto number = known - loads.begin();
  if (known == loads.end())
    loads.push_back(load);
  return Expression::operandElement(static_cast<int>(number), load.type);
}

ExpressionRef ThreadSummary::conditionOn(const Bounds &condition) {
  const auto known = std::find(bounds.begin(), bounds.end(), condition);
  const auto number = known - bounds.begin();
  if (known == bounds.end())
    bounds.push_back(condition);
  return conditionLeaf(number);
}

ExpressionRef ThreadSummary::reindexed(const ExpressionRef &expression,
                                       const std::function<Polynomial(const Polynomial &)> &index) {
  return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind == Expression::Kind::Operand) {
      Load load = loads[node->operand];
      load.index = index(load.index);
      return loaded(load);
    }
    if (node->kind == Expression::Kind::Position)
      return Expression::position(index(node->polynomial));
    if (const auto number = conditionNumber(*node)) {
      Bounds condition = bounds[*number];
      for (Polynomial &bound : condition)
        bound = index(bound);
      return conditionOn(condition);
    }
    return nullptr;
  });
}

bool isUniform(const Polynomial &polynomial) {
  return std::ranges::none_of(polynomial.symbols(),
                              [](const std::string &symbol) { return symbol.front() == '%'; });
}

} // namespace warpsmith::frontend
