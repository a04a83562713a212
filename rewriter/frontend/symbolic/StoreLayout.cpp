// How the elements of a store are numbered by the indices of the threads, and by the steps of loops
// around it: each index with its factor, and how many values it has.
#include "rewriter/frontend/symbolic/StagedTiles.h"
#include "rewriter/frontend/symbolic/StoringThread.h"
#include <algorithm>

namespace warpsmith::frontend {

bool StoringThread::findLayout() {
  Polynomial rest = state.numeric(divided(store.index));
  if (!straighten(rest))
    return false;
  for (const std::string &symbol : rest.symbols())
    if (isThreadSymbol(symbol) || isStep(symbol)) {
      const auto affine = rest.affineIn(symbol);
      const auto extent = extentOfStoring(symbol);
      if (!affine || !isUniform(affine->coefficient) || !extent || !isUniform(*extent))
        return false;
      // What counts down does not begin at the first element.
      if (state.numeric(affine->coefficient).constant().value_or(1) <= 0 ||
          affine->coefficient.isNegative())
        return false;
      rest = affine->rest;
      if ((isStep(symbol) || search.isLimited) && state.numeric(*extent).constant() == 1) {
        rested.push_back(*extent);
        none.push_back(symbol);
        continue;
      }
      solved.push_back({symbol, affine->coefficient, *extent, {}});
    }
  if (!isUniform(rest) || solved.empty())
    return false;
  // The largest coefficient first: a row's pitch before a column's 1.
  std::sort(solved.begin(), solved.end(), [](const Solved &left, const Solved &right) {
    const auto a = left.coefficient.constant(), b = right.coefficient.constant();
    return a && b ? *a > *b : !a && b;
  });
  first = rest;
  for (size_t outer = 0; outer + 1 < solved.size();)
    if (!join(outer))
      ++outer;
  return true;
}

Polynomial StoringThread::divided(Polynomial index) const {
  for (const Division &division : state.divisions) {
    const auto symbols = division.dividend.symbols();
    const auto whole = std::find_if(symbols.begin(), symbols.end(), [&](const auto &symbol) {
      return (isThreadSymbol(symbol) || isStep(symbol)) &&
             (division.dividend - Polynomial::symbol(symbol)).affineIn(symbol) &&
             !(division.dividend - Polynomial::symbol(symbol)).dependsOn(symbol);
    });
    const auto hasNone = [&](const Polynomial &polynomial) {
      return !polynomial.dependsOn(division.quotient) && !polynomial.dependsOn(division.remainder);
    };
    const bool isUsed = !all(hasNone) || (search.isLimited && !llvm::all_of(store.where, hasNone));
    const auto affine = whole == symbols.end() || !isUsed ? std::nullopt : index.affineIn(*whole);
    if (!affine || affine->coefficient.isZero() || !isUniform(affine->coefficient) ||
        index.dependsOn(division.quotient) || index.dependsOn(division.remainder))
      continue;
    const Polynomial told =
        index - affine->coefficient * division.dividend +
        affine->coefficient * (division.divisor * Polynomial::symbol(division.quotient) +
                               Polynomial::symbol(division.remainder));
    if (std::none_of(symbols.begin(), symbols.end(), [&](const std::string &symbol) {
          return (isThreadSymbol(symbol) || isStep(symbol)) && told.dependsOn(symbol);
        }))
      index = told;
  }
  return index;
}

bool StoringThread::join(size_t number) {
  const Solved outer = solved[number], inner = solved[number + 1];
  if (isSwizzled(outer.symbol) || isSwizzled(inner.symbol))
    return false;
  if (isHalf(outer.symbol) || (!isStep(outer.symbol) && !isStep(inner.symbol)))
    return false;
  const auto ratio = outer.coefficient.quotient(inner.coefficient);
  if (!ratio || !isUniform(*ratio) ||
      (ratio->constant() == 1 && inner.symbol.rfind("threadIdx.", 0) == 0))
    return false; // side by side, and a block of one thread is none
  const Joined pair{outer.symbol, inner.symbol, *ratio};
  if (!all([&](const Polynomial &polynomial) { return !separates(polynomial, pair); }) ||
      llvm::any_of(swizzles,
                   [&](const Swizzle &swizzle) { return partsSeparate(swizzle.by, pair); }))
    return false;
  // A row of `ratio` elements for each step, without gaps between them.
  const auto fact = isExtent(inner.symbol, *ratio);
  if (!fact)
    return false;
  if (*fact)
    facts.push_back(**fact);
  solved[number + 1].extent = *ratio * outer.extent;
  isJoined.insert(inner.symbol);
  joined.push_back(pair);
  none.push_back(outer.symbol);
  solved.erase(solved.begin() + static_cast<long>(number));
  return true;
}

bool StoringThread::separates(const Polynomial &polynomial, const Joined &pair) const {
  return state.numeric(withoutDividends(polynomial))
      .substitute(pair.inner,
                  Polynomial::symbol(pair.inner) - pair.ratio * Polynomial::symbol(pair.outer))
      .dependsOn(pair.outer);
}

bool StoringThread::partsSeparate(const Polynomial &number, const Joined &pair) const {
  Polynomial rest = number;
  for (const std::string &symbol : number.symbols()) {
    if (symbol == pair.outer || symbol == pair.inner)
      continue;
    for (const Division &division : state.divisions)
      if (division.quotient == symbol || division.remainder == symbol) {
        if (partsSeparate(division.dividend, pair))
          return true;
        rest = rest.substitute(symbol, Polynomial(0));
        break;
      }
  }
  return separates(rest, pair);
}

std::optional<std::optional<Precondition>> StoringThread::isExtent(const std::string &symbol,
                                                                   const Polynomial &extent) {
  Polynomial own, wanted = extent;
  const Division *quotient = quotientOf(symbol);
  if (quotient) {
    const auto total = span(quotient->dividend);
    if (!total)
      return std::nullopt;
    own = *total;
    wanted = extent * quotient->divisor;
  } else {
    const auto known = extentOfStoring(symbol);
    if (!known)
      return std::nullopt;
    own = *known;
  }
  if (const auto difference = state.numeric(own - wanted).constant()) {
    rested.push_back(own - wanted);
    if (*difference != 0)
      return std::nullopt;
    return std::optional<Precondition>();
  }
  return std::optional(Precondition{own, wanted, true});
}

bool StoringThread::isNumberOfSteps(const Polynomial &dividend) {
  const std::string symbol = dividend.str();
  return symbol.rfind("%q", 0) != 0 && symbol.rfind("%r", 0) != 0;
}

const Division *StoringThread::quotientOf(const std::string &symbol) const {
  for (const Division &division : state.divisions)
    if (division.quotient == symbol)
      return &division;
  return nullptr;
}

std::optional<Polynomial> StoringThread::span(const Polynomial &index) {
  if (index.symbols().size() == 1 && index == Polynomial::symbol(index.symbols()[0]) &&
      isThreadSymbol(index.str()) && !quotientOf(index.str()))
    return extentOf(index.str());
  std::vector<Solved> parts;
  Polynomial rest = state.numeric(index);
  for (const std::string &symbol : rest.symbols()) {
    if (isUniform(Polynomial::symbol(symbol)))
      continue;
    const auto affine = rest.affineIn(symbol);
    if ((!isThreadSymbol(symbol) && !isStep(symbol)) || quotientOf(symbol) || !affine ||
        !isUniform(affine->coefficient))
      return std::nullopt;
    const auto extent = extentOf(symbol);
    if (!extent)
      return std::nullopt;
    parts.push_back({symbol, affine->coefficient, *extent, {}});
    rest = affine->rest;
  }
  if (!rest.isZero())
    return std::nullopt;
  // From the innermost: each begins where the one before it ends.
  Polynomial total(1);
  while (!parts.empty()) {
    auto next = std::find_if(parts.begin(), parts.end(), [&](const Solved &part) {
      return state.numeric(part.coefficient - total).isZero();
    });
    std::optional<Precondition> fact;
    if (next == parts.end() && !total.constant()) {
      // Steps of a number of threads that the launch has to have.
      next = std::min_element(parts.begin(), parts.end(), [](const Solved &a, const Solved &b) {
        return a.coefficient.constant().value_or(INT64_MAX) <
               b.coefficient.constant().value_or(INT64_MAX);
      });
      fact = Precondition{total, next->coefficient, true};
    }
    if (next == parts.end())
      return std::nullopt;
    if (fact)
      facts.push_back(*fact);
    total = next->coefficient * next->extent;
    parts.erase(next);
  }
  return total;
}

std::optional<Polynomial> StoringThread::extentOf(const std::string &symbol) {
  if (isStep(symbol)) {
    const LoopIndex *loop = state.loop(symbol); // none that the present step has not come to yet
    return loop ? std::optional(loop->extent) : std::nullopt;
  }
  if (isHalf(symbol))
    return Polynomial(countOfPlaces(symbol));
  for (const Division &division : state.divisions) {
    if (division.remainder == symbol)
      return division.divisor;
    if (division.quotient == symbol) {
      const auto total = span(division.dividend);
      if (!total)
        return std::nullopt;
      const auto known = state.numeric(*total).constant(),
                 by = state.numeric(division.divisor).constant();
      if (known && by && *by > 0)
        return *known % *by == 0 || isNumberOfSteps(division.dividend)
                   ? std::optional(Polynomial(*known / *by))
                   : std::nullopt;
      return Polynomial::symbol(Polynomial::Quotient{*total, division.divisor});
    }
  }
  if (symbol.rfind("threadIdx.", 0) != 0)
    return std::nullopt;
  const Polynomial size = Polynomial::symbol("blockDim." + symbol.substr(symbol.find('.') + 1));
  // What lanes of a warp are, says how wide the block is.
  for (const Precondition &fact : state.preconditions)
    if (state.multipliesInLanes && fact.equal && fact.left == size && fact.right.constant())
      return fact.right;
  return size;
}

std::optional<Polynomial> StoringThread::extentOfStoring(const std::string &symbol) {
  const auto all = extentOf(symbol);
  const bool isPart = llvm::any_of(state.divisions, [&](const Division &division) {
    return division.remainder == symbol && isThreadSymbol(division.dividend.str());
  });
  if (!search.isLimited || !all || (!isPart && symbol.rfind("threadIdx.", 0) != 0))
    return all;
  for (const Polynomial &bound : store.where) {
    const auto affine = state.numeric(bound).affineIn(symbol);
    const auto room = affine ? affine->rest.constant() : std::nullopt;
    const auto step = affine ? affine->coefficient.constant() : std::nullopt;
    if (!room || !step || *step >= 0 || *room <= 0)
      continue;
    const Polynomial most((*room - *step - 1) / -*step);
    facts.push_back({*all, most, false});
    rested.push_back(bound);
    limits.push_back(bound);
    return most;
  }
  return all;
}

std::optional<Polynomial> StoringThread::extentOfReader(const std::string &symbol) {
  if (isHalf(symbol))
    return Polynomial(countOfPlaces(symbol));
  if (const LoopIndex *loop = state.loop(symbol))
    return loop->first.isZero() ? std::optional(loop->extent) : std::nullopt;
  if (!isThreadSymbol(symbol))
    return std::nullopt;
  // A quotient of a quotient or of a remainder: the last value may be one of a part of a row.
  const Division *division = quotientOf(symbol);
  const std::string inner = division ? division->dividend.str() : "";
  if (!division || !isThreadSymbol(inner) || inner.rfind("threadIdx.", 0) == 0)
    return extentOf(symbol);
  const auto total = extentOfReader(inner);
  if (!total)
    return std::nullopt;
  const auto known = state.numeric(*total).constant(),
             by = state.numeric(division->divisor).constant();
  if (known && by && *by > 0)
    return Polynomial((*known + *by - 1) / *by);
  return Polynomial::symbol(
      Polynomial::Quotient{*total + division->divisor - 1, division->divisor});
}

bool StoringThread::differsInBlock(const std::string &symbol) const {
  if (symbol.rfind("threadIdx.", 0) == 0 || isStep(symbol) || isHalf(symbol))
    return true;
  return llvm::any_of(state.divisions, [&](const Division &division) {
    return (division.quotient == symbol || division.remainder == symbol) &&
           llvm::any_of(division.dividend.symbols(),
                        [&](const std::string &inner) { return differsInBlock(inner); });
  });
}

} // namespace warpsmith::frontend
