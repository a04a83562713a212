#include "rewriter/frontend/symbolic/AlternatingTiles.h"
#include "rewriter/frontend/symbolic/StagedTiles.h"
#include "rewriter/frontend/symbolic/TileStores.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <utility>

namespace warpsmith::frontend {
namespace {

using Kind = Expression::Kind;
using Store = SharedArray::Store;

} // namespace

std::string hereSymbol(const std::string &steps) {
  return "%here" + steps.substr(1);
}
std::string thereSymbol(const std::string &steps) {
  return "%there" + steps.substr(1);
}
bool isHalf(const std::string &symbol) {
  return symbol.rfind("%here", 0) == 0 || symbol.rfind("%there", 0) == 0;
}

std::string halfOf(const Polynomial &index, const std::string &steps) {
  for (const std::string &half : {hereSymbol(steps), thereSymbol(steps)})
    if (index.dependsOn(half))
      return half;
  return "";
}

std::optional<Polynomial> withHalf(const SymbolicState &state, const Polynomial &index,
                                   const std::string &steps) {
  const auto affine = index.affineIn(hereSymbol(steps));
  const auto factor = affine ? state.numeric(affine->coefficient).constant() : std::nullopt;
  if (!factor || *factor == 0)
    return std::nullopt;
  return *factor > 0 ? index
                     : affine->rest + affine->coefficient -
                           affine->coefficient * Polynomial::symbol(thereSymbol(steps));
}

std::optional<Polynomial> otherBit(const SymbolicState &state, const Polynomial &bit) {
  const Polynomial other = Polynomial(1) - bit;
  if (const auto known = bit.constant())
    return *known == 0 || *known == 1 ? std::optional(other) : std::nullopt;
  // Behind a loop, what a variable was at its end.
  for (const auto &[symbol, behind] : state.halves)
    if (bit == behind)
      return other;
  if (state.turning.empty())
    return std::nullopt;
  const auto is = [&](const std::string &name) {
    return bit == Polynomial::symbol(name) || other == Polynomial::symbol(name);
  };
  return is(hereSymbol(state.turning)) ||
                 llvm::any_of(state.divisions,
                              [&](const Division &division) {
                                return division.divisor.constant() == 2 && is(division.remainder);
                              })
             ? std::optional(other)
             : std::nullopt;
}

std::optional<Polynomial> parityOf(const Polynomial &dividend, const std::string &steps) {
  const auto inSteps = dividend.affineIn(steps);
  const auto inHalf = inSteps ? inSteps->rest.affineIn(hereSymbol(steps)) : std::nullopt;
  if (!inHalf)
    return std::nullopt;
  const auto step = inSteps->coefficient.constant(), half = inHalf->coefficient.constant(),
             rest = inHalf->rest.constant();
  if (!step || !half || !rest || *step < 0 || *rest + std::min<int64_t>(*half, 0) < 0 ||
      (*step == 0 && *half == 0))
    return std::nullopt;
  const bool odd = *rest % 2 != 0;
  if ((*step + *half) % 2 == 0)
    return Polynomial(odd ? 1 : 0);
  const Polynomial here = Polynomial::symbol(hereSymbol(steps));
  return odd ? Polynomial(1) - here : here;
}

std::optional<Polynomial> ofNextStep(const SymbolicState &state, const Polynomial &polynomial,
                                     const std::string &steps) {
  if (dividesSteps(state, polynomial, steps) || hasPlaceOf(polynomial, steps))
    return std::nullopt;
  return polynomial.substitute(steps, Polynomial::symbol(steps) + 1);
}

std::optional<ExpressionRef> valueOfStepBefore(SymbolicState &state, const ExpressionRef &after,
                                               const ExpressionRef &initial,
                                               const std::string &steps) {
  bool isKnown = true;
  forEachPolynomial(state, after, [&](const Polynomial &polynomial) {
    isKnown &= !dividesSteps(state, polynomial, steps) && !hasPlaceOf(polynomial, steps);
  });
  map(after, [&](const ExpressionRef &node) -> ExpressionRef {
    isKnown &=
        node->kind != Kind::Sum &&
        (node->kind != Kind::Literal || (node->text != OtherStep && node->text != NothingStored));
    return nullptr;
  });
  if (!isKnown || initial->contains(Kind::Sum))
    return std::nullopt;
  const ExpressionRef value = state.reindexed(after, [&](const Polynomial &polynomial) {
    return polynomial.substitute(steps, Polynomial::symbol(steps) - 1);
  });
  const auto numeric = [&](const Polynomial &polynomial) { return state.numeric(polynomial); };
  const ExpressionRef first = state.reindexed(value, [&](const Polynomial &polynomial) {
    return numeric(polynomial.substitute(steps, Polynomial(0)));
  });
  if (!same(*first, *state.reindexed(initial, numeric)))
    return std::nullopt;
  for (const ExpressionRef &known : {after, initial})
    forEachPolynomial(state, known,
                      [&](const Polynomial &polynomial) { assumeConstants(state, polynomial); });
  return value;
}

bool takeTurns(SymbolicState &state, const std::map<const clang::VarDecl *, SharedArray> &stored,
               const std::string &steps, const Bounds &conditions, std::string &why) {
  const std::string here = hereSymbol(steps), there = thereSymbol(steps);
  const auto stepBefore = [&](const Polynomial &polynomial) {
    return polynomial.substitute(here, Polynomial(1) - Polynomial::symbol(here))
        .substitute(steps, Polynomial::symbol(steps) - 1);
  };
  const auto atStart = [&](const Polynomial &polynomial) {
    return polynomial.substitute(here, Polynomial(0))
        .substitute(there, Polynomial(1))
        .substitute(steps, Polynomial(0));
  };
  // As they are declared: the first that is not understood is named.
  std::vector<std::pair<const clang::VarDecl *, SharedArray>> arrays(stored.begin(), stored.end());
  llvm::sort(arrays, [](const auto &left, const auto &right) {
    return left.first->getLocation() < right.first->getLocation();
  });
  for (const auto &[variable, array] : arrays) {
    const auto known = state.shared.find(variable);
    const auto turns = [&](const Store &store) { return store.index.dependsOn(here); };
    if (known == state.shared.end() || array.stores.empty())
      continue;
    if (storesInStages(array, steps)) {
      if (!takeStages(state, variable, array, steps, conditions, why))
        return false;
      continue;
    }
    if (llvm::none_of(array.stores, turns)) {
      known->second.stores.clear();
      known->second.storedSinceBarrier |= array.storedSinceBarrier;
      continue;
    }
    const std::string name = "the halves of '" + variable->getNameAsString() + "'";
    if (known->second.stores.empty()) {
      why = "nothing is stored in " + name + " before the loop";
      return false;
    }
    std::vector<Store> found, others;
    bool isComplete = true; // the last step has stored what the one behind it would read
    std::vector<bool> used(known->second.stores.size());
    for (const Store &store : array.stores) {
      const auto isOpen = [&](const Polynomial &polynomial) {
        return !dividesSteps(state, polynomial, steps) &&
               (polynomial == store.index || !polynomial.dependsOn(here));
      };
      bool ofMemory = true;
      map(store.value, [&](const ExpressionRef &node) -> ExpressionRef {
        ofMemory &= node->kind != Kind::Literal || node->text != OtherStep;
        return nullptr;
      });
      if (!ofMemory || !holdsInStore(state, store, isOpen)) {
        why = "what is stored in " + name + " is not a function of the step";
        return false;
      }
      if (const auto index = withHalf(state, store.index, steps)) {
        others.push_back(store);
        others.back().index = *index;
      }
      Store next = changedStore(state, store, stepBefore);
      // The step before was followed by this one.
      isComplete &= std::erase_if(next.where, [&](const Polynomial &bound) {
                      return llvm::is_contained(conditions, bound);
                    }) == 0;
      const auto index = withHalf(state, next.index, steps);
      if (!index || (!found.empty() && found[0].index.dependsOn(here) != index->dependsOn(here))) {
        why = "which of " + name + " is stored is not known";
        return false;
      }
      next.index = *index;
      const Store first = changedStore(state, next, atStart);
      const auto same = llvm::find_if(known->second.stores, [&](const Store &before) {
        return isSameStore(state, first,
                           withoutLoopConditions(state, before, conditions, steps, Polynomial(0)));
      });
      if (same == known->second.stores.end()) {
        why = "the first step does not find in '" + variable->getNameAsString() +
              "' what was stored before the loop";
        return false;
      }
      used[static_cast<size_t>(same - known->second.stores.begin())] = true;
      found.push_back(std::move(next));
    }
    if (!llvm::all_of(used, [](bool is) { return is; })) {
      why = "more is stored in " + name + " before the loop than in a step";
      return false;
    }
    SharedArray &tile = state.shared.at(variable);
    tile.stores = std::move(found);
    tile.turns = steps;
    tile.there = array.storesBehindReads ? std::vector<Store>() : std::move(others);
    // What is read before the loop is in the half that the first step reads, where all stores are.
    if (tile.readSinceBarrier && array.readHalves.contains(halfOf(tile.stores[0].index, steps))) {
      tile.readSinceBarrier = false;
      tile.readThere = true;
    }
    if (isComplete)
      tile.behindTurns = tile.stores;
  }
  return true;
}

void beginStep(SymbolicState &state) {
  state.followedIntegers.clear();
  for (auto &[variable, array] : state.shared) {
    if (array.stages > 0) {
      beginStage(array);
      continue;
    }
    // It follows another step.
    if (array.followed)
      array.access() = *std::exchange(array.followed, {});
    array.storedSinceBarrier |= array.storedThere;
    array.readSinceBarrier |= array.readHere;
    array.readHere = array.readThere;
    array.storedThere = array.readThere = array.storedInStep = false;
    for (SharedArray::Flight &flight : array.flights) {
      flight.there = false;
      flight.where.clear(); // what a guard said of another step
    }
  }
}

Polynomial behindTurns(const SymbolicState &state, const Polynomial &index,
                       const std::string &steps) {
  const Polynomial &parity = state.halves.at(hereSymbol(steps));
  const auto symbols = parity.symbols();
  if (symbols.size() != 1)
    return index;
  const Polynomial inHere = index.substitute(symbols[0], Polynomial::symbol(hereSymbol(steps)));
  return withHalf(state, inHere, steps).value_or(inHere);
}

bool endTurns(SymbolicState &state, const Polynomial &extent, const Polynomial &parity) {
  for (auto &[variable, array] : state.shared) {
    array.followed.reset(); // no step follows
    array.readSinceBarrier |= array.stages > 0 && array.readHere;
  }
  beginStep(state);
  const std::string steps = state.turning;
  state.turning.clear();
  state.thisStep.clear();
  state.nextStep.clear();
  state.followedIntegers.clear();
  bool found = false;
  for (auto &[variable, array] : state.shared) {
    if (array.turns.empty())
      continue;
    array.turns.clear();
    array.stages = 0;
    array.stores.clear();
    array.there.clear();
    for (const Store &last : std::exchange(array.behindTurns, {}))
      array.stores.push_back(changedStore(state, last, [&](const Polynomial &polynomial) {
        return polynomial.substitute(steps, extent);
      }));
    if (!array.stores.empty())
      array.turned = steps;
    found |= !array.stores.empty();
  }
  state.halves[hereSymbol(steps)] = parity;
  state.halves[thereSymbol(steps)] = Polynomial(1) - parity;
  return found;
}

} // namespace warpsmith::frontend
