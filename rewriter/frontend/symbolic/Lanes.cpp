#include "rewriter/frontend/symbolic/Lanes.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

constexpr int64_t LanesOfWarp = 32;

Polynomial indexAlongX() {
  return Polynomial::symbol("threadIdx.x");
}

Polynomial numberInBlock() {
  return indexAlongX() + Polynomial::symbol("blockDim.x") * Polynomial::symbol("threadIdx.y");
}

bool isThreadIndex(const std::string &symbol) {
  return symbol.rfind("threadIdx.", 0) == 0;
}

} // namespace

Lanes::Lanes(SymbolicState &symbolicState) : state(symbolicState) {
  bool ofRow = false;
  for (const Division &division : state.divisions) {
    const auto by = state.numeric(division.divisor).constant();
    if (!by || *by <= 0 || *by % LanesOfWarp != 0)
      continue;
    ofRow |= division.dividend == indexAlongX();
    if (division.dividend == numberInBlock())
      flat = numberInBlock();
    // With a number in place of the block's width, which that has to be.
    const auto rows = division.dividend.affineIn("threadIdx.y");
    const auto width = rows ? state.numeric(rows->coefficient).constant() : std::nullopt;
    if (!width || *width <= 0 || rows->rest != indexAlongX())
      continue;
    ofRow |= *width % LanesOfWarp == 0 && *width > LanesOfWarp;
    if (*width % LanesOfWarp != 0) {
      state.assumed(rows->coefficient);
      state.requireStrongest({Polynomial::symbol("blockDim.x"), *width, true});
      flat = division.dividend;
    }
  }
  const bool isFlat = !flat.isZero();
  Polynomial lane = indexAlongX();
  if (isFlat || ofRow) {
    const Division warp = divided(isFlat ? flat : indexAlongX(), LanesOfWarp);
    warps = Polynomial::symbol(warp.quotient) * Polynomial(LanesOfWarp);
    lane = Polynomial::symbol(warp.remainder);
    const Polynomial threads = Polynomial::symbol("blockDim.x") *
                               (isFlat ? Polynomial::symbol("blockDim.y") : Polynomial(1));
    state.requireStrongest(
        {Polynomial::symbol(Polynomial::Quotient{threads, LanesOfWarp, true}), 0, true});
  } else {
    state.requireStrongest({Polynomial::symbol("blockDim.x"), LanesOfWarp, true});
  }
  const Division parts = divided(lane, 4);
  groupSymbol = parts.quotient;
  memberSymbol = parts.remainder;
}

Division Lanes::divided(const Polynomial &dividend, int64_t divisor) {
  for (const Division &division : state.divisions)
    if (division.dividend == dividend && state.numeric(division.divisor).constant() == divisor) {
      state.assumed(division.divisor);
      return division;
    }
  const std::string number = std::to_string(state.divisions.size() + 1);
  state.divisions.push_back({dividend, Polynomial(divisor), "%q" + number, "%r" + number});
  return state.divisions.back();
}

bool Lanes::dependsOnThreads(const std::string &symbol) const {
  if (isThreadIndex(symbol) || isTruth(symbol) || hasExtreme(Polynomial::symbol(symbol)))
    return true;
  if (const LoopIndex *loop = state.loop(symbol))
    return loop->axis || loop->limited;
  if (const Exclusive *value = state.exclusiveOf(symbol))
    return llvm::any_of((value->left + value->right * Polynomial::symbol("%")).symbols(),
                        [&](const std::string &inner) { return dependsOnThreads(inner); });
  return llvm::any_of(state.divisions, [&](const Division &division) {
    return (division.quotient == symbol || division.remainder == symbol) &&
           llvm::any_of(division.dividend.symbols(),
                        [&](const std::string &inner) { return dependsOnThreads(inner); });
  });
}

/// How many values a symbol has, from 0, where that is known.
std::optional<int64_t> Lanes::extent(const std::string &symbol) const {
  if (symbol == groupSymbol)
    return 8;
  if (symbol == memberSymbol)
    return 4;
  if (const Exclusive *value = state.exclusiveOf(symbol)) {
    int64_t values = 1;
    for (const Polynomial &side : {value->left, value->right}) {
      int64_t most = 0;
      for (const Polynomial &summand : side.summands()) {
        const auto symbols = summand.symbols();
        const auto affine = symbols.size() == 1 ? summand.affineIn(symbols[0]) : std::nullopt;
        const auto factor = affine ? affine->coefficient.constant() : std::nullopt;
        const auto inner = factor && *factor > 0 ? extent(symbols[0]) : std::nullopt;
        if (!summand.constant() && !inner)
          return std::nullopt;
        most += inner ? *factor * (*inner - 1) : *summand.constant();
      }
      while (values <= most)
        values *= 2;
    }
    return values;
  }
  if (const LoopIndex *loop = state.loop(symbol))
    return loop->first.isZero() && !loop->axis && !loop->limited
               ? state.numeric(loop->extent).constant()
               : std::nullopt;
  for (const Division &division : state.divisions) {
    const auto by = state.numeric(division.divisor).constant();
    if ((division.remainder != symbol && division.quotient != symbol) ||
        llvm::any_of(division.dividend.summands(),
                     [](const Polynomial &summand) { return summand.isNegative(); }))
      continue;
    if (division.remainder == symbol)
      return by;
    const auto symbols = division.dividend.symbols();
    const bool isOne = symbols.size() == 1 && division.dividend == Polynomial::symbol(symbols[0]);
    const auto whole = isOne && !isThreadIndex(symbols[0]) ? extent(symbols[0]) : std::nullopt;
    return whole && by && *by > 0 ? std::optional((*whole + *by - 1) / *by) : std::nullopt;
  }
  return std::nullopt;
}

/// Divides a sum of indices that are not negative, and whose factors are not.
std::optional<Lanes::Split> Lanes::split(const Polynomial &dividend, int64_t divisor) {
  struct Part {
    std::string symbol;
    int64_t factor;
  };
  Split result;
  std::vector<Part> parts;
  int64_t rest = 0;
  for (const Polynomial &summand : dividend.summands()) {
    if (const auto constant = summand.constant()) {
      if (*constant < 0)
        return std::nullopt;
      result.quotient += *constant / divisor;
      rest = *constant % divisor;
      continue;
    }
    const auto symbols = summand.symbols();
    const auto affine = symbols.size() == 1 ? summand.affineIn(symbols[0]) : std::nullopt;
    const auto factor = affine ? affine->coefficient.constant() : std::nullopt;
    if (factor && *factor > 0 && *factor % divisor != 0)
      parts.push_back({symbols[0], *factor});
    else if (const auto whole = summand.quotient(Polynomial(divisor));
             whole && !summand.isNegative())
      result.quotient += *whole;
    else
      return std::nullopt;
  }
  for (;;) {
    std::optional<int64_t> largest = rest;
    for (const Part &part : parts) {
      const auto values = extent(part.symbol);
      largest =
          largest && values ? std::optional(*largest + part.factor * (*values - 1)) : std::nullopt;
    }
    if (largest && *largest < divisor)
      break;
    // A part that is so large is divided itself.
    const auto wide = llvm::find_if(parts, [&](const Part &part) {
      const auto values = extent(part.symbol);
      return divisor % part.factor == 0 && divisor > part.factor &&
             (!values || part.factor * *values > divisor);
    });
    if (wide == parts.end())
      return std::nullopt;
    const Division division = divided(Polynomial::symbol(wide->symbol), divisor / wide->factor);
    result.quotient += Polynomial::symbol(division.quotient);
    wide->symbol = division.remainder;
  }
  result.remainder = rest;
  for (const Part &part : parts)
    result.remainder += Polynomial(part.factor) * Polynomial::symbol(part.symbol);
  return result;
}

std::optional<Polynomial> Lanes::symbolAt(const Polynomial &lane, const std::string &symbol) {
  if (!dependsOnThreads(symbol))
    return Polynomial::symbol(symbol);
  if (isThreadIndex(symbol)) {
    if (!flat.isZero())
      return std::nullopt;
    return symbol == "threadIdx.x" ? warps + lane : Polynomial::symbol(symbol);
  }
  if (const Exclusive *value = state.exclusiveOf(symbol)) {
    const Exclusive own = *value;
    const auto left = at(lane, own.left), right = at(lane, own.right);
    return left && right ? std::optional(state.exclusive(*left, *right)) : std::nullopt;
  }
  const std::vector<Division> divisions = state.divisions; // splitting adds some
  for (const Division &division : divisions) {
    if (division.quotient != symbol && division.remainder != symbol)
      continue;
    const auto by = state.numeric(division.divisor).constant();
    const auto dividend =
        division.dividend == flat ? std::optional(warps + lane) : at(lane, division.dividend);
    const auto parts = dividend && by && *by > 0 ? split(*dividend, *by) : std::nullopt;
    if (!parts)
      return std::nullopt;
    state.assumed(division.divisor);
    return symbol == division.quotient ? parts->quotient : parts->remainder;
  }
  return std::nullopt;
}

std::optional<Polynomial> Lanes::at(const Polynomial &lane, const Polynomial &value) {
  Polynomial result = value;
  std::vector<std::pair<std::string, Polynomial>> moved;
  for (const std::string &symbol : value.symbols()) {
    const auto key = std::pair(lane.str(), symbol);
    auto found = known.find(key);
    if (found == known.end())
      found = known.emplace(key, symbolAt(lane, symbol)).first;
    if (!found->second)
      return std::nullopt;
    if (*found->second == Polynomial::symbol(symbol))
      continue;
    result = result.substitute(symbol, Polynomial::symbol("%lane." + symbol));
    moved.emplace_back("%lane." + symbol, *found->second);
  }
  for (const auto &[symbol, there] : moved)
    result = result.substitute(symbol, there);
  return result;
}

/// Nothing, too, where it is made of a sum: that is another one in each lane.
ExpressionRef Lanes::at(const Polynomial &lane, const ExpressionRef &value) {
  bool isKnown = !value->contains(Expression::Kind::Sum);
  const ExpressionRef there = state.reindexed(value, [&](const Polynomial &index) {
    const auto moved = at(lane, index);
    isKnown &= moved.has_value();
    return moved.value_or(index);
  });
  return isKnown ? there : nullptr;
}

bool Lanes::isAlike(const Polynomial &value) {
  const auto own = at(lane(), value), first = at(Polynomial(0), value);
  return own && first && *own == *first;
}

void Lanes::unify() {
  const Polynomial own = lane();
  const auto told = [&](const Polynomial &value) { return at(own, value).value_or(value); };
  const auto tell = [&](Bounds &bounds) { std::ranges::transform(bounds, bounds.begin(), told); };
  const auto inIndices = [&](ExpressionRef &value) {
    if (value)
      value = state.reindexed(value, told);
  };
  for (Cell &cell : state.cells) {
    cell.index = told(cell.index);
    tell(cell.where);
    inIndices(cell.value);
  }
  for (size_t number = 0; number < state.reductions.size(); ++number) {
    inIndices(state.reductions[number].initial);
    inIndices(state.reductions[number].update);
    tell(state.reductions[number].where);
  }
  tell(state.alwaysTrue);
  tell(state.path);
}

} // namespace warpsmith::frontend
