// Which thread stored an element: whether there is one, and what its value is for the thread that
// reads.
#include "rewriter/frontend/symbolic/StoringThread.h"
#include "rewriter/frontend/symbolic/Lanes.h"

namespace warpsmith::frontend {

namespace {
using Kind = Expression::Kind;
} // namespace

bool StoringThread::isApartFrom(const SharedArray::Store &other) {
  // Loops that the present step has not come to yet.
  if (llvm::any_of(other.loops, [&](const std::string &symbol) { return !state.loop(symbol); }))
    return false;
  StoringThread second(state, other, {.elements = search.elements});
  if (!second.findLayout() || !second.staysInHalf())
    return false;
  if (second.hasHalf()) {
    facts.insert(facts.end(), second.facts.begin(), second.facts.end());
    rested.insert(rested.end(), second.rested.begin(), second.rested.end());
  }
  StoringThread *low = this, *high = &second;
  if (second.first.isZero() || (!first.isZero() && (first - second.first).constant() > 0))
    std::swap(low, high);
  Polynomial last = low->first;
  // Both lie in the same half, or the ones behind all halves of the others.
  const bool inSameHalf = !hasHalf() || !second.hasHalf() ||
                          (!isBehindOthers && !second.isBehindOthers &&
                           solved[0].coefficient == second.solved[0].coefficient);
  for (const Solved &part : low->solved)
    if (!inSameHalf || !isHalf(part.symbol))
      last += part.coefficient * (part.extent - 1);
  const auto room = state.numeric(high->first - last).constant();
  if (room)
    rested.push_back(high->first - last);
  else
    facts.push_back({high->first, last + 1, false});
  return !room || *room > 0;
}

Polynomial StoringThread::moved(Polynomial polynomial) const {
  polynomial = withoutDividends(polynomial);
  for (const std::string &symbol : none)
    polynomial = polynomial.substitute(symbol, Polynomial(0));
  for (const Solved &part : solved)
    polynomial = polynomial.substitute(part.symbol, Polynomial::symbol("%moved." + part.symbol));
  for (const Solved &part : solved)
    polynomial = polynomial.substitute("%moved." + part.symbol, part.value);
  return polynomial;
}

bool StoringThread::isOpen(const Polynomial &polynomial) const {
  if (hasExclusive(polynomial))
    return false;
  for (const std::string &symbol : withoutDividends(polynomial).symbols()) {
    if (isSolved(symbol))
      continue;
    // Several threads store an element: which of them did is not known.
    if (symbol.rfind("threadIdx.", 0) == 0 || isStep(symbol))
      return false;
    if (const LoopIndex *loop = state.loop(symbol); loop && loop->axis)
      return false;
    for (const Division &division : state.divisions) {
      if (division.quotient != symbol && division.remainder != symbol)
        continue;
      if (!llvm::all_of(division.dividend.symbols(),
                        [&](const std::string &part) { return isAlike(part); }))
        return false;
    }
  }
  return true;
}

bool StoringThread::isAlike(const std::string &symbol) const {
  const LoopIndex *loop = state.loop(symbol);
  return isUniform(Polynomial::symbol(symbol)) || isNotKnownYet(symbol) ||
         (loop && loop->reduction && !loop->axis && !loop->limited && !isStep(symbol));
}

bool StoringThread::holdsForAll(const Polynomial &bound) {
  Polynomial least = state.numeric(bound);
  for (const std::string &symbol : least.symbols()) {
    const auto affine = least.affineIn(symbol);
    const auto coefficient = affine ? affine->coefficient.constant() : std::nullopt;
    const auto values = coefficient ? extentOfReader(symbol) : std::nullopt;
    const auto known = values ? state.numeric(*values).constant() : std::nullopt;
    if (!known)
      return false;
    least = affine->rest + (*coefficient < 0 ? *coefficient * (*known - 1) : 0);
  }
  if (least.constant().value_or(0) <= 0)
    return false;
  for (const std::string &name : bound.symbols())
    if (state.constants.contains(name))
      state.assumedConstants.insert(name);
  return true;
}

void StoringThread::establish() {
  for (const Precondition &fact : facts)
    state.requireStrongest(fact);
  for (const auto &[name, value] : state.constants)
    if (store.index.dependsOn(name))
      state.assumedConstants.insert(name);
  for (const Polynomial &known : rested)
    for (const std::string &name : known.symbols())
      if (state.constants.contains(name))
        state.assumedConstants.insert(name);
  if (!none.empty())
    all([&](const Polynomial &polynomial) {
      for (const std::string &name : polynomial.symbols())
        if (state.constants.contains(name))
          state.assumedConstants.insert(name);
      return true;
    });
  for (const Solved &part : solved)
    for (const std::string &symbol : part.value.symbols())
      if (const LoopIndex *loop = state.loop(symbol))
        for (const std::string &name : loop->extent.symbols())
          if (state.constants.contains(name))
            state.assumedConstants.insert(name);
}

bool StoringThread::all(const std::function<bool(const Polynomial &)> &isSo) const {
  bool found = true;
  map(store.value, [&](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind == Kind::Operand)
      found &= isSo(state.loads[node->operand].index);
    if (node->kind == Kind::Position)
      found &= isSo(node->polynomial);
    if (const auto number = conditionNumber(*node))
      for (const Polynomial &bound : state.bounds[*number])
        found &= isSo(bound);
    return nullptr;
  });
  return found;
}

bool StoringThread::match(const Polynomial &index) {
  Polynomial wanted = state.numeric(index) - first;
  for (Solved &part : solved) {
    Polynomial left;
    for (const Polynomial &summand : wanted.summands()) {
      const auto number = summand.constant(), by = part.coefficient.constant();
      if (const auto factor = summand.quotient(part.coefficient))
        part.value += *factor;
      else if (number && by && *by > 0 && *number > *by) {
        part.value += *number / *by;
        left += *number % *by;
      } else
        left += summand;
    }
    wanted = left;
  }
  return wanted.isZero() && unswizzle() &&
         std::all_of(solved.begin(), solved.end(),
                     [&](const Solved &part) { return isInRange(part); });
}

bool StoringThread::isInRange(const Solved &part) {
  if (!differsInBlock(part.symbol))
    return part.value == Polynomial::symbol(part.symbol);
  if (isHalf(part.symbol))
    return part.value == Polynomial::symbol(part.symbol) || isHalfBehind(part);
  const auto symbols = part.value.symbols();
  const bool isOne = symbols.size() == 1 && part.value == Polynomial::symbol(symbols[0]);
  const bool isOfSteps =
      isStep(part.symbol) || isJoined.contains(part.symbol) ||
      (quotientOf(part.symbol) && !isThreadSymbol(quotientOf(part.symbol)->dividend.str()));
  if (!isOfSteps) {
    if (const auto constant = part.value.constant()) {
      facts.push_back({part.extent, Polynomial(*constant + 1), false});
      return *constant >= 0;
    }
    if (isOne && symbols[0] == part.symbol)
      return true;
  }
  if (isOne && isNotKnownYet(symbols[0]))
    return true;
  if (isOfSteps)
    return isBelow(part);
  // Lanes read parts of what the block has stored. Other stores are elsewhere, or it is refused.
  if (state.multipliesInLanes)
    return isBelow(part);
  // A sum of indices may lie in a part of the array that another store fills.
  if (!isOne)
    return (search.isAlone || search.takesSums) && isBelow(part);
  const auto extent = extentOfReader(symbols[0]);
  if (!extent)
    return false;
  if (const Division *division = quotientOf(part.symbol)) {
    // A block of extent * divisor threads has `extent` quotients.
    const auto total = span(division->dividend);
    if (total)
      facts.push_back({*total, *extent * division->divisor, true});
    return total.has_value();
  }
  if (state.numeric(*extent) != state.numeric(part.extent))
    facts.push_back({part.extent, *extent, true});
  return true;
}

bool StoringThread::isBelow(const Solved &part) {
  Polynomial rest = part.value, last;
  bool isKnown = true;
  for (const std::string &symbol : part.value.symbols()) {
    const auto affine = rest.affineIn(symbol);
    if (affine && isNotKnownYet(symbol)) {
      isKnown = false;
      rest = affine->rest;
      continue;
    }
    if (isUniform(Polynomial::symbol(symbol)))
      continue;
    const auto coefficient = affine ? state.numeric(affine->coefficient).constant() : std::nullopt;
    const auto extent = coefficient && *coefficient >= 0 ? extentOfReader(symbol) : std::nullopt;
    if (!extent || !isUniform(*extent))
      return false;
    last += affine->coefficient * (*extent - 1);
    rest = affine->rest;
  }
  const auto constant = state.numeric(rest).constant();
  if (!constant && isKnown && isUniform(rest))
    facts.push_back({rest, Polynomial(0), false});
  else if (!constant || *constant < 0 || !isKnown)
    return constant && *constant >= 0;
  last += rest;
  const Division *division = isJoined.contains(part.symbol) ? nullptr : quotientOf(part.symbol);
  Polynomial room = part.extent, wanted = last + 1;
  if (division) {
    const auto total = span(division->dividend);
    if (!total)
      return false;
    room = *total;
    wanted = wanted * division->divisor;
  }
  if (const auto known = state.numeric(room - wanted).constant()) {
    rested.push_back(room - wanted);
    return *known >= 0;
  }
  rested.push_back(wanted);
  facts.push_back({room, state.numeric(wanted), false});
  return true;
}

bool StoringThread::keepsApart() {
  if (!staysInHalf())
    return false;
  for (size_t index = 0; index + 1 < solved.size(); ++index) {
    const Polynomial inner = solved[index + 1].coefficient * solved[index + 1].extent;
    const auto room = state.numeric(solved[index].coefficient - inner).constant();
    // Side by side, and a block of one thread is none.
    const bool isBeside = solved[index].coefficient == solved[index + 1].coefficient &&
                          solved[index + 1].symbol.rfind("threadIdx.", 0) == 0;
    if ((room && *room < 0) || (!room && isBeside))
      return false;
    if (!room)
      facts.push_back({solved[index].coefficient, inner, false});
  }
  return solved.back().coefficient.constant() == 1;
}

bool StoringThread::isHalfBehind(const Solved &part) {
  const auto behind = state.halves.find(part.symbol);
  const auto number = part.value.constant();
  if (behind == state.halves.end() || !number || *number < 0 || *number > 1)
    return false;
  if (const auto known = state.numeric(behind->second).constant()) {
    rested.push_back(behind->second);
    return *known == *number;
  }
  facts.push_back({behind->second, part.value, true});
  return true;
}

bool StoringThread::staysInHalf() {
  if (!hasHalf() || !isHalf(solved[0].symbol))
    return !hasHalf();
  const auto begin = state.numeric(first).constant();
  Polynomial last = first;
  for (size_t index = 1; index < solved.size(); ++index)
    last += solved[index].coefficient * (solved[index].extent - 1);
  const auto pitch = state.numeric(solved[0].coefficient).constant();
  // Behind those of another tile, whose halves lie in the same array.
  isBehindOthers = begin && pitch && *begin >= *pitch;
  if (isBehindOthers)
    last = last - first;
  const auto room = state.numeric(solved[0].coefficient - last).constant();
  if (!begin || *begin < 0 || (room && *room <= 0))
    return false;
  rested.push_back(first);
  if (room)
    rested.push_back(solved[0].coefficient - last);
  else
    facts.push_back({solved[0].coefficient, last + 1, false});
  return true;
}

bool StoringThread::isSolved(const std::string &symbol) const {
  return llvm::is_contained(none, symbol) ||
         llvm::any_of(solved, [&](const Solved &part) { return part.symbol == symbol; });
}

Polynomial StoringThread::withoutDividends(Polynomial polynomial) const {
  for (const Division &division : state.divisions)
    if (isThreadSymbol(division.dividend.str()) && !isSolved(division.dividend.str()) &&
        isSolved(division.remainder) && isSolved(division.quotient))
      polynomial = polynomial.substitute(division.dividend.str(),
                                         division.divisor * Polynomial::symbol(division.quotient) +
                                             Polynomial::symbol(division.remainder));
  return polynomial;
}

} // namespace warpsmith::frontend
