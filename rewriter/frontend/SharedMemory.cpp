// Shared memory seen through: an element that a thread reads is what some thread of the block has
// stored there, and which thread that was follows from the two subscripts.
#include "rewriter/frontend/SymbolicEvaluator.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

using Kind = Expression::Kind;

/// One thread index of the thread that stored, and what it is in the thread that reads.
struct Solved {
  std::string symbol;
  Polynomial coefficient, extent, value;
};

bool isThreadSymbol(const std::string &symbol) {
  return symbol.rfind("threadIdx.", 0) == 0 || symbol.rfind("%q", 0) == 0 ||
         symbol.rfind("%r", 0) == 0;
}

class Reader {
public:
  Reader(SymbolicState &symbolicState, const SharedArray::Store &candidate)
      : state(symbolicState),
        store(candidate) {}

  /// The store's thread for the element with this index; false when it is none of this store's.
  bool solve(const Polynomial &index) { return findLayout() && match(index) && keepsApart(); }

  /// Establishes that another store writes other elements; false when that cannot be told.
  bool isApartFrom(const SharedArray::Store &other) {
    Reader second(state, other);
    if (!second.findLayout())
      return false;
    Reader *low = this, *high = &second;
    if (second.first.isZero() || (!first.isZero() && (first - second.first).constant() > 0))
      std::swap(low, high);
    Polynomial last = low->first;
    for (const Solved &part : low->solved)
      last += part.coefficient * (part.extent - 1);
    const auto room = (high->first - last).constant();
    if (!room)
      facts.push_back({high->first, last + 1, false});
    return !room || *room > 0;
  }

private:
  bool findLayout() {
    Polynomial rest = state.numeric(store.index);
    for (const std::string &symbol : rest.symbols())
      if (isThreadSymbol(symbol)) {
        const auto affine = rest.affineIn(symbol);
        if (!affine || !isUniform(affine->coefficient))
          return false;
        solved.push_back({symbol, affine->coefficient, extentOf(symbol), {}});
        rest = affine->rest;
      }
    if (!isUniform(rest) || solved.empty())
      return false;
    // The largest coefficient first: a row's pitch before a column's 1.
    std::sort(solved.begin(), solved.end(), [](const Solved &left, const Solved &right) {
      const auto a = left.coefficient.constant(), b = right.coefficient.constant();
      return a && b ? *a > *b : !a && b;
    });
    first = rest;
    return true;
  }

  bool match(const Polynomial &index) {
    Polynomial wanted = state.numeric(index) - first;
    for (Solved &part : solved) {
      Polynomial left;
      for (const Polynomial &summand : wanted.summands()) {
        if (const auto factor = summand.quotient(part.coefficient))
          part.value += *factor;
        else
          left += summand;
      }
      wanted = left;
    }
    return wanted.isZero() && std::all_of(solved.begin(), solved.end(),
                                          [&](const Solved &part) { return isInRange(part); });
  }

public:
  /// What the storing thread's value is, told in the reading thread's indices.
  ExpressionRef value() {
    return state.reindexed(store.value, [&](const Polynomial &index) { return moved(index); });
  }

  /// What the storing thread's value is made of must be told in its own indices: a quotient of a
  /// global index, or the index of a grid-stride loop, hides them.
  bool isOpen() const {
    bool open = true;
    map(store.value, [&](const ExpressionRef &node) -> ExpressionRef {
      if (node->kind == Kind::Operand)
        open &= isOpen(state.loads[node->operand].index);
      if (const auto number = conditionNumber(*node))
        for (const Polynomial &bound : state.bounds[*number])
          open &= isOpen(bound);
      return nullptr;
    });
    return open;
  }

  void establish() {
    for (Precondition &fact : facts)
      if (std::find(state.preconditions.begin(), state.preconditions.end(), fact) ==
          state.preconditions.end())
        state.preconditions.push_back(fact);
    for (const auto &[name, value] : state.constants)
      if (store.index.dependsOn(name))
        state.assumedConstants.insert(name);
    for (const Solved &part : solved)
      for (const std::string &symbol : part.value.symbols())
        if (const LoopIndex *loop = state.loop(symbol))
          for (const std::string &name : loop->extent.symbols())
            if (state.constants.contains(name))
              state.assumedConstants.insert(name);
  }

private:
  Polynomial extentOf(const std::string &symbol) const {
    for (const Division &division : state.divisions) {
      if (division.remainder == symbol)
        return division.divisor;
      if (division.quotient == symbol)
        return Polynomial::symbol("(" + extentOf(division.dividend.str()).str() + " / " +
                                  division.divisor.factor() + ")");
    }
    return Polynomial::symbol("blockDim." + symbol.substr(symbol.find('.') + 1));
  }

  /// The reading thread's value of the index is one that some thread of the block has.
  bool isInRange(const Solved &part) {
    if (const auto constant = part.value.constant()) {
      facts.push_back({part.extent, Polynomial(*constant + 1), false});
      return *constant >= 0;
    }
    const auto symbols = part.value.symbols();
    if (symbols.size() != 1 || part.value != Polynomial::symbol(symbols[0]))
      return false;
    if (symbols[0] == part.symbol || symbols[0].rfind("%?", 0) == 0)
      return true; // a loop that is not known yet will be asked again
    Polynomial extent;
    if (const LoopIndex *loop = state.loop(symbols[0]); loop && loop->first.isZero())
      extent = loop->extent;
    else if (isThreadSymbol(symbols[0]))
      extent = extentOf(symbols[0]);
    else
      return false;
    for (const Division &division : state.divisions)
      if (division.quotient == part.symbol) {
        // A block of extent * divisor threads has `extent` quotients.
        facts.push_back({extentOf(division.dividend.str()), extent * division.divisor, true});
        return isThreadSymbol(division.dividend.str());
      }
    if (state.numeric(extent) != state.numeric(part.extent))
      facts.push_back({part.extent, extent, true});
    return true;
  }

  /// No two threads store the same element.
  bool keepsApart() {
    for (size_t index = 0; index + 1 < solved.size(); ++index) {
      const Polynomial inner = solved[index + 1].coefficient * solved[index + 1].extent;
      const auto room = state.numeric(solved[index].coefficient - inner).constant();
      if (room && *room < 0)
        return false;
      if (!room)
        facts.push_back({solved[index].coefficient, inner, false});
    }
    return solved.back().coefficient.constant() == 1;
  }

  bool isOpen(const Polynomial &polynomial) const {
    for (const std::string &symbol : polynomial.symbols()) {
      const bool isSolved = std::any_of(solved.begin(), solved.end(),
                                        [&](const Solved &part) { return part.symbol == symbol; });
      if (isSolved)
        continue;
      if (const LoopIndex *loop = state.loop(symbol); loop && loop->axis)
        return false;
      for (const Division &division : state.divisions) {
        if (division.quotient != symbol && division.remainder != symbol)
          continue;
        if (!isUniform(division.dividend))
          return false;
      }
    }
    return true;
  }

  /// All thread indices change at once.
  Polynomial moved(Polynomial polynomial) const {
    // threadIdx.x itself, where the store's subscript has its quotient and remainder.
    for (const Division &division : state.divisions)
      for (const Solved &part : solved)
        if (part.symbol == division.remainder && isThreadSymbol(division.dividend.str()))
          polynomial = polynomial.substitute(
              division.dividend.str(), division.divisor * Polynomial::symbol(division.quotient) +
                                           Polynomial::symbol(division.remainder));
    for (const Solved &part : solved)
      polynomial = polynomial.substitute(part.symbol, Polynomial::symbol("%moved." + part.symbol));
    for (const Solved &part : solved)
      polynomial = polynomial.substitute("%moved." + part.symbol, part.value);
    return polynomial;
  }

  SymbolicState &state;
  const SharedArray::Store store; // a copy: loads are added to the state
  Polynomial first;               ///< where thread 0 stores
  std::vector<Solved> solved;
  std::vector<Precondition> facts;
};

} // namespace

std::optional<ExpressionRef> SymbolicEvaluator::readShared(const Element &element,
                                                           clang::SourceLocation location) {
  SharedArray &array = state.shared.at(element.shared);
  const std::string name = "'" + element.array + "[" + element.index.str() + "]' in shared memory";
  if (array.storedSinceBarrier)
    return refuse(location, name + " is read without a __syncthreads() after it was stored");
  array.readSinceBarrier = true;
  std::optional<ExpressionRef> value;
  for (const SharedArray::Store &store : std::vector(array.stores)) {
    Reader reader(state, store);
    if (!reader.solve(element.index))
      continue;
    for (const SharedArray::Store &other : std::vector(array.stores))
      if (other.index != store.index && !reader.isApartFrom(other))
        return refuse(location, name + " may come from several stores");
    if (value)
      return refuse(location, name + " may come from several stores");
    if (!reader.isOpen())
      return refuse(location,
                    name + " depends on the thread that stored it by more than threadIdx");
    reader.establish();
    value = reader.value();
    for (const Polynomial &bound : store.where)
      if (std::find(state.alwaysTrue.begin(), state.alwaysTrue.end(), bound) ==
          state.alwaysTrue.end())
        state.alwaysTrue.push_back(bound);
  }
  if (!value)
    return refuse(location, name + " is not what one thread of the block has stored there");
  return value;
}

} // namespace warpsmith::frontend
