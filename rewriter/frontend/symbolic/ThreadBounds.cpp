// What the indices of a launch's threads can be at most.
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include "llvm/ADT/STLExtras.h"

namespace warpsmith::frontend {

/// A positive number, or a product of sizes of the block and positive numbers.
bool SymbolicEvaluator::isPositiveOfLaunch(const Polynomial &value) {
  if (const auto known = state.assumed(value))
    return *known > 0;
  const auto isOfLaunch = [](const std::string &symbol) {
    return symbol.rfind("blockDim.", 0) == 0 || symbol.rfind("gridDim.", 0) == 0;
  };
  return llvm::all_of(value.summands(), [&](const Polynomial &summand) {
    Polynomial factor = summand;
    for (const std::string &symbol : summand.symbols())
      if (isOfLaunch(symbol))
        factor = factor.substitute(symbol, Polynomial(1));
    const auto known = state.assumed(factor);
    return known && *known > 0;
  });
}

/// No thread of the launch has more, and none in which an index of a loop occurs is known.
std::optional<Polynomial> SymbolicEvaluator::greatestOfThreads(const Polynomial &value) {
  Polynomial most = value;
  while (!isUniform(most)) {
    const std::vector<std::string> symbols = most.symbols();
    const auto index = llvm::find_if(
        symbols, [](const std::string &symbol) { return !isUniform(Polynomial::symbol(symbol)); });
    const auto parts = most.affineIn(*index);
    if (!parts || !isUniform(parts->coefficient))
      return std::nullopt;
    std::optional<Polynomial> extreme;
    if (isPositiveOfLaunch(parts->coefficient))
      extreme = greatestOfIndex(*index);
    else if (isPositiveOfLaunch(Polynomial(0) - parts->coefficient) && greatestOfIndex(*index))
      extreme = Polynomial(0);
    if (!extreme)
      return std::nullopt;
    most = most.substitute(*index, *extreme);
  }
  return most;
}

/// Of `threadIdx`, `blockIdx`, or a part of them: none is negative.
std::optional<Polynomial> SymbolicEvaluator::greatestOfIndex(const std::string &symbol) {
  for (const char axis : {'x', 'y', 'z'})
    for (const char *kind : {"thread", "block"})
      if (symbol == std::string(kind) + "Idx." + axis)
        return Polynomial::symbol(std::string(kind[0] == 't' ? "blockDim." : "gridDim.") + axis) -
               1;
  const auto known = llvm::find_if(state.divisions, [&](const Division &division) {
    return division.quotient == symbol || division.remainder == symbol;
  });
  if (known == state.divisions.end())
    return std::nullopt;
  const Division division = *known;
  const auto divisor = state.assumed(division.divisor);
  const auto dividend = greatestOfThreads(division.dividend);
  const auto least = greatestOfThreads(Polynomial(0) - division.dividend);
  if (!divisor || *divisor <= 0 || !dividend || !least || state.assumed(*least).value_or(1) > 0)
    return std::nullopt;
  return division.remainder == symbol ? division.divisor - 1
                                      : quotient(*dividend, division.divisor, false);
}

/// That all threads of the launch have one of the bounds, which is checked there: of a disjunction
/// of two bounds the other one says nothing then.
bool SymbolicEvaluator::requireOfAllThreads(const Bounds &bounds) {
  std::vector<Precondition> facts;
  for (const Polynomial &bound : bounds) {
    const auto greatest = greatestOfThreads(Polynomial(0) - bound);
    if (!greatest)
      return false;
    Precondition fact{Polynomial(0), Polynomial(0), false};
    for (const Polynomial &summand : (*greatest + 1).summands())
      (summand.isNegative() ? fact.left : fact.right) += summand;
    fact.left = Polynomial(0) - fact.left;
    if (fact.left.constant())
      return false; // no size is as small
    facts.push_back(std::move(fact));
  }
  for (const Precondition &fact : facts)
    state.requireStrongest(fact);
  return !facts.empty();
}

} // namespace warpsmith::frontend
