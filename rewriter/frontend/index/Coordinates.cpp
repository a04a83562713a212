#include "rewriter/frontend/index/Coordinates.h"
#include <algorithm>

namespace warpsmith::frontend::index {

constexpr int64_t LanesOfWarp = 32;

bool Coordinates::fail(std::string text) {
  reason = std::move(text);
  return false;
}

Affine Coordinates::apply(const Affine &sum) const {
  Affine result = sum;
  for (const auto &[name, value] : sizes)
    result = result.withParameter(name, value);
  for (const auto &[symbol, value] : substitutions)
    result = result.substitute(symbol, value);
  return result;
}

void Coordinates::substitute(SymbolId symbol, const Affine &value) {
  substitutions.emplace_back(symbol, value);
  for (std::vector<Affine> *sums : {&used, &open})
    for (Affine &sum : *sums)
      sum = sum.substitute(symbol, value);
}

/// What the sums contain, with what the quotients among it divide.
std::vector<Affine> Coordinates::relevant() const {
  std::vector<Affine> all = used;
  all.insert(all.end(), open.begin(), open.end());
  std::set<SymbolId> seen;
  for (size_t index = 0; index < all.size(); ++index) {
    std::vector<Affine> dividends;
    for (const auto &[id, coefficient] : all[index].coefficients())
      if (symbols[id].kind == SymbolKind::Quotient && seen.insert(id).second)
        dividends.push_back(apply(symbols[id].left));
    all.insert(all.end(), dividends.begin(), dividends.end());
  }
  return all;
}

/// Of one block, variables become one where something divides them.
bool Coordinates::mayDemand() const {
  return ofLaunch || !highDigits.empty() || std::ranges::any_of(occurring(), [&](SymbolId id) {
           return symbols[id].kind == SymbolKind::Quotient;
         });
}

std::set<SymbolId> Coordinates::occurring() const {
  std::set<SymbolId> found;
  for (const Affine &sum : relevant())
    for (const auto &[id, coefficient] : sum.coefficients())
      found.insert(id);
  return found;
}

bool Coordinates::isVariable(SymbolId id) const {
  const SymbolKind kind = symbols[id].kind;
  return kind == SymbolKind::Thread || kind == SymbolKind::Block || kind == SymbolKind::Step ||
         kind == SymbolKind::Coordinate;
}

bool Coordinates::build(std::vector<Affine> uses, Guards guards, Loops loops) {
  used = std::move(uses);
  open = std::move(guards);
  summed = std::move(loops.sums);
  owners = std::move(loops.elements);
  ofLaunch = loops.coversThreads;
  ofWarps = loops.ofWarps;
  for (const SymbolId id : occurring())
    if (isVariable(id) && !summed.contains(id))
      owners.insert(id);
  if (loops.coversThreads && !coverThreads())
    return false;
  useNumberOfThreads();
  if (ofWarps && !isOfWholeWarps())
    return fail("a block of which it is not known that it is whole warps");
  constexpr int MostRounds = 64;
  std::optional<std::string> unended; // a guard, in the source's indices
  for (int round = 0; round < MostRounds; ++round) {
    if (simplify() || join(false) || leaveOutDigits() || takeGuards() || split(false) ||
        (mayDemand() && join(true)) || takeTriangle())
      continue;
    unended = unended ? unended : guardLeft();
    if (!split(true))
      break;
  }
  if (!reason.empty() || (ofWarps && !leaveOutLanes()))
    return false;
  if (guardLeft())
    return fail("the guard '" + *unended + "' is not an upper bound on one index");
  for (const SymbolId id : occurring())
    if (!isVariable(id))
      return fail("'" + symbols.str(id) + "' is not part of a global index");
  for (const SymbolId id : owners)
    if (!symbols[id].extent)
      return fail("no end of '" + symbols.str(id) + "' is known");
  return true;
}

/// A guard that is the end of no coordinate, and does not hold anyway.
std::optional<std::string> Coordinates::guardLeft() const {
  for (const Affine &guard : open)
    if (!prover.provesNotNegative(guard - Affine(1)))
      return symbols.comparison(guard);
  return std::nullopt;
}

/// Threads that differ in nothing else would do the same.
bool Coordinates::coverThreads() {
  const std::set<SymbolId> found = occurring();
  for (const char axis : {'x', 'y', 'z'}) {
    const SymbolId thread = symbols.thread(axis), block = symbols.block(axis);
    Polynomial alike(1);
    if (ofWarps && axis == 'x' && !found.contains(thread)) {
      if (!prover.demandEqual(*symbols[thread].extent, LanesOfWarp))
        return fail("several warps do the same");
    } else if (!found.contains(thread)) {
      alike = alike * *symbols[thread].extent;
    }
    if (!found.contains(block))
      alike = alike * *symbols[block].extent;
    if (!prover.demandEqual(alike, 1))
      return fail("several threads do the same");
  }
  return true;
}

/// The threads of a block that the sums number together along x and y are whole warps; else those
/// along x are.
bool Coordinates::isOfWholeWarps() {
  const SymbolId x = symbols.thread('x'), y = symbols.thread('y');
  const std::vector<Affine> all = relevant();
  const Polynomial width = *symbols[x].extent;
  const bool isFlat = std::ranges::any_of(all, [&](const Affine &sum) {
    return sum.coefficient(x) == Polynomial(1) && sum.coefficient(y) == width;
  });
  threadsOfWarps = isFlat ? width * *symbols[y].extent : width;
  ofLanes = occurring().contains(x);
  return !ofLanes || prover.demandQuotient(threadsOfWarps, LanesOfWarp);
}

/// A coordinate as threads, blocks and quotients.
Affine Coordinates::meaning(SymbolId id) const {
  Affine result = id;
  for (bool isOpen = true; isOpen;) {
    isOpen = false;
    const Affine before = result;
    for (const auto &[part, coefficient] : before.coefficients())
      if (symbols[part].kind == SymbolKind::Coordinate) {
        result = result.substitute(part, symbols[part].left);
        isOpen = true;
      }
  }
  return result;
}

/// It is what is left of a thread's number in its block where that is divided by the size of a
/// warp.
bool Coordinates::isLane(SymbolId low) const {
  if (symbols[low].kind != SymbolKind::Coordinate || symbols[low].extent->constant() != LanesOfWarp)
    return false;
  const Affine whole = meaning(low);
  const SymbolId x = symbols.thread('x'), y = symbols.thread('y');
  return whole.coefficient(x) == Polynomial(1) && whole.constant().isZero() &&
         std::ranges::all_of(whole.coefficients(), [&](const auto &term) {
           const bool isRow = term.first == y && *symbols[y].extent * term.second == threadsOfWarps;
           return term.first == x || isRow || term.second.quotient(Polynomial(LanesOfWarp)) ||
                  term.second.quotient(threadsOfWarps);
         });
}

/// The lanes of a warp do the same: nothing depends on them.
bool Coordinates::leaveOutLanes() {
  const std::set<SymbolId> found = occurring();
  if (!ofLanes)
    return true;
  for (const SymbolId id : owners)
    if (!found.contains(id) && isLane(id)) {
      owners.erase(id);
      return true;
    }
  return fail("what the lanes of a warp do together depends on the lane");
}

/// Where one sum goes by a number of threads from block to block, and another by the block's own
/// number, as guards do, the launch has to make both the same.
void Coordinates::useNumberOfThreads() {
  for (const char axis : {'x', 'y', 'z'}) {
    const SymbolId thread = symbols.thread(axis), block = symbols.block(axis);
    const Polynomial size = *symbols[thread].extent;
    std::optional<Polynomial> number;
    bool isMixed = false;
    for (const Affine &sum : relevant())
      if (const auto stride = sum.dependsOn(thread) && sum.dependsOn(block)
                                  ? sum.coefficient(block).quotient(sum.coefficient(thread))
                                  : std::nullopt) {
        isMixed |= *stride == size;
        if (stride->constant())
          number = stride;
      }
    const auto names = size.symbols();
    if (!isMixed || !number || names.size() != 1 || !prover.demandEqual(size, *number))
      continue;
    symbols.setExtent(thread, *number);
    sizes.emplace_back(names[0], *number);
    for (std::vector<Affine> *sums : {&used, &open})
      for (Affine &sum : *sums)
        sum = sum.withParameter(names[0], *number);
  }
}

bool Coordinates::simplify() {
  for (const SymbolId id : occurring()) {
    if (symbols[id].kind != SymbolKind::Quotient)
      continue;
    const Affine dividend = symbols[id].left;
    const Polynomial divisor = symbols[id].right.constant();
    const Affine value = index::divided(apply(dividend), divisor, symbols, prover);
    if (value.is(id))
      continue;
    substitute(id, value);
    return true;
  }
  return false;
}

/// By how much more the outer variable moves each sum on than the inner one: the same in all.
std::optional<Polynomial> Coordinates::strideOf(SymbolId outer, SymbolId inner) const {
  const std::vector<Affine> all = relevant();
  std::optional<Polynomial> stride;
  for (const Affine &sum : all)
    if (!stride && sum.dependsOn(outer) && sum.dependsOn(inner))
      stride = sum.coefficient(outer).quotient(sum.coefficient(inner));
  const bool isAlways = stride && std::ranges::all_of(all, [&](const Affine &sum) {
                          return sum.coefficient(outer) == *stride * sum.coefficient(inner);
                        });
  return isAlways ? stride : std::nullopt;
}

bool Coordinates::join(bool demanding) {
  struct Pair {
    SymbolId outer, inner;
    Polynomial stride;
  };
  std::optional<Pair> chosen;
  const std::set<SymbolId> all = occurring();
  for (const SymbolId inner : all)
    for (const SymbolId outer : all) {
      if (inner == outer || !isVariable(inner) || !isVariable(outer) || summed.contains(inner) ||
          summed.contains(outer) || !symbols[inner].extent)
        continue;
      const auto stride = strideOf(outer, inner);
      if (!stride)
        continue;
      if (*stride == *symbols[inner].extent) {
        chosen = Pair{outer, inner, *stride};
        demanding = false;
        break;
      }
      // Of several, what moves on by less: the digits in their order.
      // Of what both count alike, the higher digit is the one that has to be 0.
      const bool isZero = stride->constant() == 1 && highDigits.contains(inner) &&
                          !highDigits.contains(outer) && !chosen;
      if (demanding && (stride->constant() != 1 || isZero) &&
          !(*stride - *symbols[inner].extent).constant() &&
          (!chosen || prover.provesNotNegative(chosen->stride - *stride - 1)))
        chosen = Pair{outer, inner, *stride};
    }
  if (!chosen || (demanding && !prover.demandEqual(*symbols[chosen->inner].extent, chosen->stride)))
    return false;
  const Symbol outer = symbols[chosen->outer], inner = symbols[chosen->inner];
  const Affine sum = Affine(chosen->outer) * chosen->stride + Affine(chosen->inner);
  const bool isOneAxis = outer.kind == SymbolKind::Block && inner.kind == SymbolKind::Thread &&
                         outer.axis == inner.axis;
  const SymbolId joined = symbols.add(
      {.kind = SymbolKind::Coordinate,
       .extent = outer.extent ? std::optional(*outer.extent * chosen->stride) : std::nullopt,
       .text = (outer.text.find(" + ") == std::string::npos ? outer.text : "(" + outer.text + ")") +
               " * " + chosen->stride.factor() + " + " + inner.text,
       .axis = isOneAxis ? outer.axis : '\0',
       .left = sum});
  owners.erase(chosen->outer);
  owners.erase(chosen->inner);
  owners.insert(joined);
  substitute(chosen->inner, Affine(joined) - Affine(chosen->outer) * chosen->stride);
  return true;
}

/// How many steps of that width begin in the room. Where it is known at run time, the launch is
/// asked for one that nothing is left of: `4 * i < n` and `4 * i + 3 < n` are the same then.
std::optional<Polynomial> Coordinates::stepsWithin(const Polynomial &room, int64_t width) {
  if (const auto number = room.constant())
    return *number > 0 ? std::optional(Polynomial((*number + width - 1) / width)) : std::nullopt;
  int64_t number = 0;
  for (const Polynomial &summand : room.summands())
    number += summand.constant().value_or(0);
  const int64_t left = ((-number) % width + width) % width;
  return prover.demandQuotient(room + Polynomial(left), Polynomial(width));
}

/// `extent - index > 0` ends an index, if the launch reaches that far.
bool Coordinates::takeGuards() {
  for (size_t number = 0; number < open.size(); ++number) {
    const Affine guard = open[number];
    if (prover.provesNotNegative(guard - Affine(1))) {
      open.erase(open.begin() + static_cast<long>(number));
      return true;
    }
    if (guard.coefficients().size() != 1)
      continue;
    const auto &[id, coefficient] = *guard.coefficients().begin();
    const auto each = coefficient.constant();
    const auto extent = isVariable(id) && each.value_or(0) < 0
                            ? stepsWithin(guard.constant(), -*each)
                            : std::nullopt;
    if (!extent)
      continue;
    const std::optional<Polynomial> reached = symbols[id].extent;
    if (reached && *reached != *extent) {
      if (bounded.contains(id))
        return fail("two guards end '" + symbols.str(id) + "': '" + reached->str() + "' and '" +
                    extent->str() + "'");
      if (!prover.demandAtLeast(*reached, *extent))
        return fail("'" + symbols.str(id) + "' does not reach '" + extent->str() + "'");
    }
    bounded.insert(id);
    symbols.setExtent(id, *extent);
    if (const auto names = extent->symbols();
        names.size() == 1 && *extent == Polynomial::symbol(names[0]))
      prover.assumeAtLeast(names[0], 1);
    open.erase(open.begin() + static_cast<long>(number));
    return true;
  }
  return false;
}

/// `512 - 32 * x - y > 0` where y is below 32 is `512 - 32 * x > 0`.
bool Coordinates::leaveOutDigits() {
  for (Affine &guard : open)
    for (const auto &[of, factor] : guard.coefficients()) {
      const int64_t each = -factor.constant().value_or(0);
      if (each < 2 || !guard.constant().quotient(Polynomial(each)))
        continue;
      Affine whole = guard;
      int64_t most = 0;
      for (const auto &[id, coefficient] : guard.coefficients()) {
        if (coefficient.quotient(Polynomial(each)))
          continue;
        const int64_t less = -coefficient.constant().value_or(0);
        const auto extent = symbols[id].extent ? symbols[id].extent->constant() : std::nullopt;
        const bool isDigit = less > 0 && extent && *extent <= each;
        most = isDigit ? most + less * (*extent - 1) : each;
        whole = whole.substitute(id, Affine());
      }
      if (most >= each || whole == guard)
        continue;
      guard = whole;
      return true;
    }
  return false;
}

/// Where one coordinate ends by a guard and the other one by this coordinate, no more than a corner
/// of their box is left out.
bool Coordinates::takeTriangle() {
  for (size_t number = 0; number < open.size(); ++number) {
    const Affine guard = open[number];
    const auto offset = guard.constant().constant();
    if (guard.coefficients().size() != 2 || !offset || *offset < 0 || *offset > 1)
      continue;
    std::pair<SymbolId, Polynomial> lowered = *guard.coefficients().begin(),
                                    raised = *guard.coefficients().rbegin();
    if (raised.second.isNegative())
      lowered.swap(raised);
    const SymbolId smaller = lowered.first, larger = raised.first;
    if (lowered.second != Polynomial(-1) || raised.second != Polynomial(1) ||
        !owners.contains(smaller) || !owners.contains(larger) || !symbols[smaller].extent ||
        (!bounded.contains(larger) && symbols[larger].kind != SymbolKind::Step))
      continue;
    if (const Polynomial extent = *symbols[larger].extent; bounded.insert(smaller).second) {
      if (!prover.demandAtLeast(*symbols[smaller].extent, extent - 1 + *offset))
        return fail("'" + symbols.str(smaller) + "' does not reach '" + extent.str() + "'");
      symbols.setExtent(smaller, extent);
    }
    ordered.push_back({smaller, larger, *offset});
    open.erase(open.begin() + static_cast<long>(number));
    return true;
  }
  return false;
}

/// A variable that something divides becomes two digits. `demanding`: also where that leaves
/// guards with both of them, which other digits may join again.
bool Coordinates::split(bool demanding) {
  for (const SymbolId id : occurring()) {
    if (symbols[id].kind != SymbolKind::Quotient)
      continue;
    const Affine dividend = apply(symbols[id].left);
    for (const auto &[whole, coefficient] : dividend.coefficients())
      if (isVariable(whole) && dividend.is(whole) && symbols[whole].extent &&
          splitInto(whole, id, demanding))
        return true;
  }
  return false;
}

/// Where a guard ends the index.
std::optional<Polynomial> Coordinates::endOf(SymbolId id) const {
  for (const Affine &guard : open)
    if (guard.coefficients().size() == 1 && guard.coefficient(id) == Polynomial(-1))
      return guard.constant();
  return std::nullopt;
}

bool Coordinates::splitInto(SymbolId whole, SymbolId quotient, bool demanding) {
  const Polynomial divisor = symbols[quotient].right.constant();
  // A guard that both digits would be in may end the undivided index, with others.
  for (const Affine &guard : open) {
    const Polynomial ofLow = guard.coefficient(whole);
    // With several indices it ends none of them as it is.
    if (demanding || (guard.constant().constant() && guard.coefficients().size() > 1))
      continue;
    if (!ofLow.isZero() && !(ofLow * divisor + guard.coefficient(quotient)).isZero())
      return false;
  }
  const auto end = summed.contains(whole) ? std::nullopt : endOf(quotient);
  const bool reaches = end && prover.demandAtLeast(divisor, 1) &&
                       prover.demandAtLeast(*symbols[whole].extent, *end * divisor);
  const auto extent = reaches ? end : prover.demandQuotient(*symbols[whole].extent, divisor);
  if (!extent)
    return fail("'" + symbols.str(whole) + "' has '" + symbols[whole].extent->str() +
                "' values, which is no multiple of '" + divisor.str() + "'");
  const std::string &plain = symbols[whole].text;
  const std::string text = plain.find(' ') == std::string::npos ? plain : "(" + plain + ")";
  const SymbolId high = symbols.add({.kind = SymbolKind::Coordinate,
                                     .extent = *extent,
                                     .text = text + " / " + divisorText(divisor),
                                     .left = Affine(quotient)});
  const SymbolId low = symbols.add({.kind = SymbolKind::Coordinate,
                                    .extent = divisor,
                                    .text = text + " % " + divisorText(divisor),
                                    .left = Affine(whole) - Affine(quotient) * divisor});
  if (summed.contains(whole)) {
    summed.insert({high, low});
    divided.push_back({whole, {high, low}});
  } else {
    owners.erase(whole);
    owners.insert({high, low});
    highDigits.insert(high);
  }
  if (reaches)
    bounded.insert(high);
  substitute(quotient, high);
  substitute(whole, Affine(high) * divisor + Affine(low));
  return true;
}

std::vector<SymbolId> Coordinates::digits(SymbolId step) const {
  for (const auto &[whole, parts] : divided)
    if (whole == step) {
      std::vector<SymbolId> all = digits(parts.first);
      for (const SymbolId low : digits(parts.second))
        all.push_back(low);
      return all;
    }
  return {step};
}

std::vector<std::pair<SymbolId, SymbolId>> Coordinates::divisions() const {
  std::vector<std::pair<SymbolId, SymbolId>> all;
  for (const auto &[whole, parts] : divided)
    all.push_back(parts);
  return all;
}

std::vector<SymbolId> Coordinates::all() const {
  std::vector<SymbolId> found;
  for (const SymbolId id : owners)
    if (symbols[id].extent->constant() != 1)
      found.push_back(id);
  return found;
}

} // namespace warpsmith::frontend::index
