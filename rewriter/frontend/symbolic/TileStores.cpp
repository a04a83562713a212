// What is stored in tiles, compared and told for other steps of the loop.
#include "rewriter/frontend/symbolic/TileStores.h"
#include "rewriter/frontend/symbolic/StagedTiles.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace warpsmith::frontend {

namespace {
using Kind = Expression::Kind;
using Store = SharedArray::Store;
} // namespace

bool dividesSteps(const SymbolicState &state, const Polynomial &polynomial,
                  const std::string &steps) {
  const std::function<bool(const Polynomial &)> hasPlace = [&](const Polynomial &value) {
    return llvm::any_of(value.symbols(), [&](const std::string &symbol) {
      return isPlaceOf(symbol, steps) || llvm::any_of(state.divisions, [&](const Division &known) {
               return (symbol == known.quotient || symbol == known.remainder) &&
                      hasPlace(known.dividend);
             });
    });
  };
  return llvm::any_of(polynomial.symbols(), [&](const std::string &symbol) {
    const Polynomial one = Polynomial::symbol(symbol);
    return (symbol != steps && hasPartOf(state, one, steps)) ||
           (!isPlaceOf(symbol, steps) && hasPlace(one));
  });
}

void forEachPolynomial(const SymbolicState &state, const ExpressionRef &expression,
                       const std::function<void(const Polynomial &)> &visit) {
  map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind == Kind::Operand)
      visit(state.loads[static_cast<size_t>(node->operand)].index);
    if (node->kind == Kind::Position)
      visit(node->polynomial);
    if (const auto number = conditionNumber(*node))
      llvm::for_each(state.bounds[*number], visit);
    return nullptr;
  });
}

bool holdsInStore(const SymbolicState &state, const Store &store,
                  const std::function<bool(const Polynomial &)> &holds) {
  bool found = holds(store.index) && llvm::all_of(store.where, holds);
  forEachPolynomial(state, store.value,
                    [&](const Polynomial &polynomial) { found &= holds(polynomial); });
  return found;
}

SharedArray::Store changedStore(SymbolicState &state, const Store &store,
                                const std::function<Polynomial(const Polynomial &)> &change) {
  Store result = store;
  result.index = change(store.index);
  for (Polynomial &bound : result.where)
    bound = change(bound);
  result.value = state.reindexed(store.value, change);
  return result;
}

void assumeConstants(SymbolicState &state, const Polynomial &polynomial) {
  for (const std::string &symbol : polynomial.symbols()) {
    if (state.constants.contains(symbol))
      state.assumedConstants.insert(symbol);
    for (const Division &division : state.divisions)
      if (symbol == division.quotient || symbol == division.remainder) {
        assumeConstants(state, division.dividend);
        assumeConstants(state, division.divisor);
      }
  }
}

SharedArray::Store withoutLoopConditions(const SymbolicState &state, Store store,
                                         const Bounds &conditions, const std::string &steps,
                                         const Polynomial &step) {
  std::erase_if(store.where, [&](const Polynomial &bound) {
    return llvm::any_of(conditions, [&](const Polynomial &condition) {
      return state.numeric(condition.substitute(steps, step)) == state.numeric(bound);
    });
  });
  return store;
}

bool isSameStore(SymbolicState &state, const Store &one, const Store &other) {
  if (one.loops.size() != other.loops.size())
    return false;
  std::vector<std::pair<std::string, Polynomial>> renamed;
  for (size_t number = 0; number < one.loops.size(); ++number) {
    const LoopIndex *first = state.loop(one.loops[number]);
    const LoopIndex *second = state.loop(other.loops[number]);
    if (!first || !second || state.numeric(first->extent) != state.numeric(second->extent) ||
        first->first != second->first)
      return false;
    renamed.emplace_back(one.loops[number], Polynomial::symbol(other.loops[number]));
  }
  const auto rename = [&](Polynomial polynomial) {
    for (const auto &[from, to] : renamed)
      polynomial = polynomial.substitute(from, to);
    return state.numeric(polynomial);
  };
  // Parts of what is renamed are those of the other loop's index. Later divisions divide them.
  for (const Division &division : state.divisions) {
    const Polynomial dividend = rename(division.dividend);
    if (dividend == state.numeric(division.dividend))
      continue;
    const auto alike = llvm::find_if(state.divisions, [&](const Division &known) {
      return state.numeric(known.dividend) == dividend &&
             state.numeric(known.divisor) == state.numeric(division.divisor);
    });
    if (alike == state.divisions.end())
      continue;
    renamed.emplace_back(division.quotient, Polynomial::symbol(alike->quotient));
    renamed.emplace_back(division.remainder, Polynomial::symbol(alike->remainder));
  }
  const Store alike = changedStore(state, one, rename);
  const Store known =
      changedStore(state, other, [&](const Polynomial &index) { return state.numeric(index); });
  if (alike.index != known.index || alike.where != known.where || !same(*alike.value, *known.value))
    return false;
  for (const Store *store : {&one, &other})
    holdsInStore(state, *store, [&](const Polynomial &polynomial) {
      assumeConstants(state, polynomial);
      return true;
    });
  return true;
}

} // namespace warpsmith::frontend
