// Columns of a tile that are stored at `column ^ f(row)`, so that threads find them in different
// banks of shared memory, and read there.
#include "rewriter/frontend/symbolic/Lanes.h"
#include "rewriter/frontend/symbolic/StoringThread.h"
#include "llvm/ADT/bit.h"

namespace warpsmith::frontend {

/// How many places the column may have whose `column ^ f(row)` is the symbol, a power of two: up to
/// the next larger part of the subscript, or to the array's end.
std::optional<int64_t> StoringThread::placesOf(const std::string &symbol,
                                               const Polynomial &index) const {
  const auto affine = index.affineIn(symbol);
  const auto own = affine ? affine->coefficient.constant() : std::nullopt;
  if (!own || *own <= 0)
    return std::nullopt;
  int64_t next = search.elements;
  for (const std::string &other : index.symbols()) {
    const auto part = index.affineIn(other);
    const auto coefficient = part ? part->coefficient.constant() : std::nullopt;
    if (!coefficient)
      return std::nullopt;
    if (*coefficient > *own && (next == 0 || *coefficient < next))
      next = *coefficient;
  }
  return next >= *own ? std::optional(llvm::bit_floor(static_cast<uint64_t>(next / *own)))
                      : std::nullopt;
}

/// Whether `side` takes each of the places once, and `other` is never beyond them: then their
/// exclusive or takes each place once, too, whatever `other` is. Of a block whose size the launch
/// decides that is a condition.
bool StoringThread::isColumn(const Polynomial &side, const Polynomial &other,
                             const std::string &symbol, const Polynomial &index) {
  const std::string own = side.str();
  const auto values = isThreadSymbol(own) ? extentOf(own) : std::nullopt;
  if (!values || index.dependsOn(own) || other.dependsOn(own))
    return false;
  auto count = state.numeric(*values).constant();
  std::vector<Precondition> wanted;
  if (!count) {
    count = placesOf(symbol, index);
    if (!count)
      return false;
    wanted.push_back({*values, Polynomial(*count), true});
  }
  if (*count <= 0 || (*count & (*count - 1)) != 0)
    return false;
  Polynomial most, rest = other;
  for (const std::string &part : other.symbols()) {
    const auto affine = rest.affineIn(part);
    const auto factor = affine ? state.numeric(affine->coefficient).constant() : std::nullopt;
    const auto extent = factor && *factor > 0 ? extentOf(part) : std::nullopt;
    if (!extent || !isUniform(*extent))
      return false;
    most += Polynomial(*factor) * (*extent - 1);
    rest = affine->rest;
  }
  most += rest + 1;
  const auto known = state.numeric(most).constant();
  if (!state.numeric(rest).constant() || (known && *known > *count))
    return false;
  rested.push_back(*values);
  rested.push_back(most);
  if (!known)
    wanted.push_back({Polynomial(*count), most, false});
  facts.insert(facts.end(), wanted.begin(), wanted.end());
  return true;
}

bool StoringThread::straighten(Polynomial &index) {
  for (const std::string &symbol : index.symbols()) {
    const Exclusive *known = state.exclusiveOf(symbol);
    if (!known)
      continue;
    const Exclusive value = *known;
    const bool isLeft = isColumn(value.left, value.right, symbol, index);
    if (!isLeft && !isColumn(value.right, value.left, symbol, index))
      return false;
    const Polynomial column = isLeft ? value.left : value.right;
    index = index.substitute(symbol, column);
    swizzles.push_back({column.str(), isLeft ? value.right : value.left});
  }
  return true;
}

bool StoringThread::isSwizzled(const std::string &symbol) const {
  return llvm::any_of(swizzles, [&](const Swizzle &one) { return one.column == symbol; });
}

/// A quotient or a remainder as the reading thread has made it; in a warp's lanes also another one.
std::optional<Polynomial> StoringThread::dividedByReader(const Polynomial &dividend, int64_t by,
                                                         bool quotient) {
  if (const auto known = dividend.constant(); known && *known >= 0)
    return Polynomial(quotient ? *known / by : *known % by);
  for (const Division &division : state.divisions)
    if (state.numeric(division.dividend) == state.numeric(dividend) &&
        state.numeric(division.divisor).constant() == by) {
      rested.push_back(division.dividend);
      rested.push_back(division.divisor);
      return Polynomial::symbol(quotient ? division.quotient : division.remainder);
    }
  return state.multipliesInLanes ? Lanes(state).divide(state.numeric(dividend), by, quotient)
                                 : std::nullopt;
}

std::optional<Polynomial> StoringThread::toldToReader(const Polynomial &number) {
  Polynomial result = number;
  std::vector<std::pair<std::string, Polynomial>> told;
  for (const std::string &symbol : number.symbols()) {
    std::optional<Polynomial> there;
    if (const auto part =
            llvm::find_if(solved, [&](const Solved &one) { return one.symbol == symbol; });
        part != solved.end() && !isSwizzled(symbol))
      there = part->value;
    else if (llvm::is_contained(none, symbol))
      there = Polynomial(0);
    else
      for (const Division &division : std::vector<Division>(state.divisions)) {
        if (division.quotient != symbol && division.remainder != symbol)
          continue;
        const auto dividend = toldToReader(division.dividend);
        const auto by = state.numeric(division.divisor).constant();
        if (dividend && by && *by > 0)
          there = dividedByReader(*dividend, *by, division.quotient == symbol);
      }
    if (!there)
      return std::nullopt;
    result = result.substitute(symbol, Polynomial::symbol("%told." + symbol));
    told.emplace_back("%told." + symbol, *there);
  }
  for (const auto &[symbol, there] : told)
    result = result.substitute(symbol, there);
  return result;
}

bool StoringThread::unswizzle() {
  for (const Swizzle &swizzle : swizzles) {
    const auto by = toldToReader(swizzle.by);
    const auto part =
        llvm::find_if(solved, [&](const Solved &one) { return one.symbol == swizzle.column; });
    if (!by || part == solved.end())
      return false;
    const Exclusive *known = state.exclusiveOf(part->value.str());
    if (by->isZero())
      continue;
    if (known && known->right == *by)
      part->value = Polynomial(known->left);
    else if (known && known->left == *by)
      part->value = Polynomial(known->right);
    else if (part->value.constant() && by->constant())
      part->value = Polynomial(*part->value.constant() ^ *by->constant());
    else if (part->value == *by)
      part->value = Polynomial(0);
    else if (part->value.isZero())
      part->value = *by;
    else
      return false;
  }
  return true;
}

} // namespace warpsmith::frontend
