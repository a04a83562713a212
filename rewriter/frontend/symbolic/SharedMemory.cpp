// Shared memory seen through: an element that a thread reads is what some thread of the block has
// stored there, and which thread that was follows from the two subscripts.
#include "rewriter/frontend/symbolic/AlternatingTiles.h"
#include "rewriter/frontend/symbolic/Lanes.h"
#include "rewriter/frontend/symbolic/RolledStores.h"
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <functional>
#include <set>

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
         symbol.rfind("%r", 0) == 0 || isHalf(symbol);
}

class Reader {
public:
  /// `alone`: no other statement stores to the array. `limited`: only the threads store that a
  /// bound on their own index lets through. `sums`: an index that is a sum of several counts, too,
  /// where it is below what this store fills.
  Reader(SymbolicState &symbolicState, const SharedArray::Store &candidate, bool alone = false,
         bool limited = false, bool sums = false)
      : state(symbolicState),
        store(candidate),
        isAlone(alone),
        isLimited(limited),
        takesSums(sums) {}

  /// The store's thread for the element with this index; false when it is none of this store's.
  bool solve(const Polynomial &index) { return findLayout() && match(index) && keepsApart(); }

  /// The first element, but for the half that it lies in.
  std::optional<int64_t> begin() {
    return findLayout() ? state.numeric(first).constant() : std::nullopt;
  }

  /// Establishes that another store writes other elements; false when that cannot be told.
  bool isApartFrom(const SharedArray::Store &other) {
    // Loops that the present step has not come to yet.
    if (llvm::any_of(other.loops, [&](const std::string &symbol) { return !state.loop(symbol); }))
      return false;
    Reader second(state, other);
    if (!second.findLayout() || !second.staysInHalf())
      return false;
    if (second.hasHalf()) {
      facts.insert(facts.end(), second.facts.begin(), second.facts.end());
      rested.insert(rested.end(), second.rested.begin(), second.rested.end());
    }
    Reader *low = this, *high = &second;
    if (second.first.isZero() || (!first.isZero() && (first - second.first).constant() > 0))
      std::swap(low, high);
    Polynomial last = low->first;
    // Both lie in the same half.
    for (const Solved &part : low->solved)
      if (!isHalf(part.symbol))
        last += part.coefficient * (part.extent - 1);
    const auto room = state.numeric(high->first - last).constant();
    if (room)
      rested.push_back(high->first - last);
    else
      facts.push_back({high->first, last + 1, false});
    return !room || *room > 0;
  }

  /// What the storing thread's value is, told in the reading thread's indices.
  ExpressionRef value() {
    return state.reindexed(store.value, [&](const Polynomial &index) { return moved(index); });
  }

  /// What the storing thread's value is made of must be told in its own indices: a quotient of a
  /// global index, or the index of a grid-stride loop, hides them.
  bool isOpen() const {
    return all([&](const Polynomial &polynomial) { return isOpen(polynomial); });
  }

  /// All thread indices change at once.
  Polynomial moved(Polynomial polynomial) const {
    polynomial = withoutDividends(polynomial);
    for (const std::string &symbol : none)
      polynomial = polynomial.substitute(symbol, Polynomial(0));
    for (const Solved &part : solved)
      polynomial = polynomial.substitute(part.symbol, Polynomial::symbol("%moved." + part.symbol));
    for (const Solved &part : solved)
      polynomial = polynomial.substitute("%moved." + part.symbol, part.value);
    return polynomial;
  }

  /// Of a guard around the store, moved() says what it was for the storing thread: not where it
  /// asks for a part of what a joined index counts.
  bool isTold(const Polynomial &bound) const {
    return llvm::none_of(joined, [&](const Joined &pair) { return separates(bound, pair); });
  }

  /// It is the guard that lets through the threads and steps whose elements are counted as joined.
  bool isLimit(const Polynomial &bound) const {
    return llvm::is_contained(limits, bound) && !isTold(bound);
  }

  bool isOpen(const Polynomial &polynomial) const {
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

  /// The same number in all threads of the block, at a step of a loop that sums.
  bool isAlike(const std::string &symbol) const {
    const LoopIndex *loop = state.loop(symbol);
    return isUniform(Polynomial::symbol(symbol)) || isNotKnownYet(symbol) ||
           (loop && loop->reduction && !loop->axis && !loop->limited && !isStep(symbol));
  }

  /// A condition that holds for all threads that read, by how many values their indices have.
  bool holdsForAll(const Polynomial &bound) {
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

  void establish() {
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

private:
  /// Two indices that became one, `ratio * outer + inner`.
  struct Joined {
    std::string outer, inner;
    Polynomial ratio;
  };

  /// True when all that the stored value reads, and all its conditions, are so.
  bool all(const std::function<bool(const Polynomial &)> &isSo) const {
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

  bool isStep(const std::string &symbol) const { return llvm::is_contained(store.loops, symbol); }

  /// A column that is stored at `column ^ f(row)`: as if it were stored at its own place. Each row
  /// has all of a power of two columns, so they only change places among themselves.
  bool straighten(Polynomial &index) {
    for (const std::string &symbol : index.symbols()) {
      const Exclusive *known = state.exclusiveOf(symbol);
      if (!known)
        continue;
      const Exclusive value = *known;
      const auto isColumn = [&](const Polynomial &side, const Polynomial &other) {
        const std::string own = side.str();
        const auto values = isThreadSymbol(own) ? extentOf(own) : std::nullopt;
        const auto count = values ? state.numeric(*values).constant() : std::nullopt;
        const auto others = other.symbols().size() == 1 && other == Polynomial::symbol(other.str())
                                ? extentOf(other.str())
                                : std::nullopt;
        const auto most = others ? state.numeric(*others).constant() : std::nullopt;
        return count && most && *count > 0 && (*count & (*count - 1)) == 0 && *most <= *count &&
               !index.dependsOn(own) && !other.dependsOn(own);
      };
      const bool isLeft = isColumn(value.left, value.right);
      if (!isLeft && !isColumn(value.right, value.left))
        return false;
      const Polynomial column = isLeft ? value.left : value.right;
      index = index.substitute(symbol, column);
      swizzles.push_back({column.str(), isLeft ? value.right : value.left});
    }
    return true;
  }

  bool isSwizzled(const std::string &symbol) const {
    return llvm::any_of(swizzles, [&](const Swizzle &one) { return one.column == symbol; });
  }

  /// What a number of the storing thread's is, told in the reading thread's indices.
  std::optional<Polynomial> toldToReader(const Polynomial &number) {
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
            there = Lanes(state).divide(state.numeric(*dividend), *by, division.quotient == symbol);
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

  /// The columns that the reading thread finds at the places that it reads.
  bool unswizzle() {
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

  bool findLayout() {
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
        if ((isStep(symbol) || isLimited) && state.numeric(*extent).constant() == 1) {
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

  /// A subscript that is what the value has the quotient and the remainder of, told in those.
  Polynomial divided(Polynomial index) const {
    for (const Division &division : state.divisions) {
      const auto symbols = division.dividend.symbols();
      const auto whole = std::find_if(symbols.begin(), symbols.end(), [&](const auto &symbol) {
        return (isThreadSymbol(symbol) || isStep(symbol)) &&
               (division.dividend - Polynomial::symbol(symbol)).affineIn(symbol) &&
               !(division.dividend - Polynomial::symbol(symbol)).dependsOn(symbol);
      });
      const auto hasNone = [&](const Polynomial &polynomial) {
        return !polynomial.dependsOn(division.quotient) &&
               !polynomial.dependsOn(division.remainder);
      };
      const bool isUsed = !all(hasNone) || (isLimited && !llvm::all_of(store.where, hasNone));
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

  /// Two parts that number one row of elements, one of them by the steps of a loop: a part of its
  /// own, where the value depends on them in the same combination.
  bool join(size_t number) {
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

  /// It is no number of the combination `ratio * outer + inner`.
  bool separates(const Polynomial &polynomial, const Joined &pair) const {
    return state.numeric(withoutDividends(polynomial))
        .substitute(pair.inner,
                    Polynomial::symbol(pair.inner) - pair.ratio * Polynomial::symbol(pair.outer))
        .dependsOn(pair.outer);
  }

  /// The same of a number, or of what it is a quotient or a remainder of.
  bool partsSeparate(const Polynomial &number, const Joined &pair) const {
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

  /// What must hold for a symbol to take the values below that number; nothing when it cannot, and
  /// an empty condition when it does.
  std::optional<std::optional<Precondition>> isExtent(const std::string &symbol,
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

  /// Not a part of a thread's index, which has no more values than its divisor says.
  static bool isNumberOfSteps(const Polynomial &dividend) {
    const std::string symbol = dividend.str();
    return symbol.rfind("%q", 0) != 0 && symbol.rfind("%r", 0) != 0;
  }

  const Division *quotientOf(const std::string &symbol) const {
    for (const Division &division : state.divisions)
      if (division.quotient == symbol)
        return &division;
    return nullptr;
  }

  /// How many values an index of thread indices and steps takes, each value once, from 0.
  std::optional<Polynomial> span(const Polynomial &index) {
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

  bool match(const Polynomial &index) {
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

  std::optional<Polynomial> extentOf(const std::string &symbol) {
    if (isStep(symbol)) {
      const LoopIndex *loop = state.loop(symbol); // none that the present step has not come to yet
      return loop ? std::optional(loop->extent) : std::nullopt;
    }
    if (isHalf(symbol))
      return Polynomial(2);
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

  /// Of `if (4 * threadIdx.x < 16)` around the store it is the 4 threads that are let through. The
  /// block must have them.
  std::optional<Polynomial> extentOfStoring(const std::string &symbol) {
    const auto all = extentOf(symbol);
    const bool isPart = llvm::any_of(state.divisions, [&](const Division &division) {
      return division.remainder == symbol && isThreadSymbol(division.dividend.str());
    });
    if (!isLimited || !all || (!isPart && symbol.rfind("threadIdx.", 0) != 0))
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

  /// How many values an index of the reading thread takes, from 0.
  std::optional<Polynomial> extentOfReader(const std::string &symbol) {
    if (isHalf(symbol))
      return Polynomial(2);
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

  /// The index of a loop that will be asked again when its bound is known.
  static bool isNotKnownYet(const std::string &symbol) { return symbol.rfind("%?", 0) == 0; }

  /// Threads of a block may differ in it; they do not in parts of a step of k or of a block's
  /// place.
  bool differsInBlock(const std::string &symbol) const {
    if (symbol.rfind("threadIdx.", 0) == 0 || isStep(symbol) || isHalf(symbol))
      return true;
    return llvm::any_of(state.divisions, [&](const Division &division) {
      return (division.quotient == symbol || division.remainder == symbol) &&
             llvm::any_of(division.dividend.symbols(),
                          [&](const std::string &inner) { return differsInBlock(inner); });
    });
  }

  /// The reading thread's value of the index is one that some thread of the block has.
  bool isInRange(const Solved &part) {
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
      return (isAlone || takesSums) && isBelow(part);
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

  /// The value is a combination of the reading thread's indices that is nowhere beyond the extent.
  bool isBelow(const Solved &part) {
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
      const auto coefficient =
          affine ? state.numeric(affine->coefficient).constant() : std::nullopt;
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

  /// No two threads store the same element.
  bool keepsApart() {
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

  /// A half by its number, behind the loop whose steps took turns.
  bool isHalfBehind(const Solved &part) {
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

  bool hasHalf() const {
    return llvm::any_of(solved, [](const Solved &part) { return isHalf(part.symbol); });
  }

  /// What is stored in one half reaches into no other.
  bool staysInHalf() {
    if (!hasHalf() || !isHalf(solved[0].symbol))
      return !hasHalf();
    const auto begin = state.numeric(first).constant();
    Polynomial last = first;
    for (size_t index = 1; index < solved.size(); ++index)
      last += solved[index].coefficient * (solved[index].extent - 1);
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

  bool isSolved(const std::string &symbol) const {
    return llvm::is_contained(none, symbol) ||
           llvm::any_of(solved, [&](const Solved &part) { return part.symbol == symbol; });
  }

  /// threadIdx.x itself, where the store's subscript has its quotient and remainder.
  Polynomial withoutDividends(Polynomial polynomial) const {
    for (const Division &division : state.divisions)
      if (isThreadSymbol(division.dividend.str()) && !isSolved(division.dividend.str()) &&
          isSolved(division.remainder) && isSolved(division.quotient))
        polynomial = polynomial.substitute(
            division.dividend.str(), division.divisor * Polynomial::symbol(division.quotient) +
                                         Polynomial::symbol(division.remainder));
    return polynomial;
  }

  SymbolicState &state;
  const SharedArray::Store store; // a copy: loads are added to the state
  const bool isAlone, isLimited, takesSums;
  Polynomial first; ///< where thread 0 stores
  std::vector<Solved> solved;
  std::vector<Precondition> facts;
  std::vector<Polynomial> rested; ///< whose values by named constants the result rests on
  std::vector<Joined> joined;
  struct Swizzle {
    std::string column; ///< the part of the thread that stores
    Polynomial by;      ///< its place is column ^ by
  };
  std::vector<Swizzle> swizzles;
  std::vector<Polynomial> limits; ///< guards that say how many threads store
  std::set<std::string> isJoined; ///< parts that another one has become a part of
  std::vector<std::string> none;  ///< those other ones
};

/// Positive for all steps of the loops that it depends on.
bool isCertain(SymbolicState &state, const Polynomial &bound) {
  Polynomial least = state.numeric(bound);
  for (const std::string &symbol : least.symbols()) {
    const LoopIndex *loop = state.loop(symbol);
    const auto affine = loop ? least.affineIn(symbol) : std::nullopt;
    const auto coefficient = affine ? affine->coefficient.constant() : std::nullopt;
    const auto extent = loop ? state.numeric(loop->extent).constant() : std::nullopt;
    if (!coefficient || !extent || !loop->first.isZero() || loop->limited || loop->axis)
      return false;
    least = affine->rest + (*coefficient < 0 ? *coefficient * (*extent - 1) : 0);
  }
  const auto known = least.constant();
  if (!known || *known <= 0)
    return false;
  for (const std::string &name : bound.symbols())
    if (state.constants.contains(name))
      state.assumedConstants.insert(name);
    else if (const LoopIndex *loop = state.loop(name))
      for (const std::string &size : loop->extent.symbols())
        if (state.constants.contains(size))
          state.assumedConstants.insert(size);
  return true;
}

/// The value without conditions that hold for all steps of the loops: as of the thread that stored
/// the element, which the reading thread finds by its steps.
ExpressionRef withoutCertain(SymbolicState &state, const ExpressionRef &value) {
  return map(value, [&](const ExpressionRef &node) -> ExpressionRef {
    const auto number =
        node->kind == Kind::Select ? conditionNumber(*node->children[0]) : std::nullopt;
    if (!number)
      return nullptr;
    Bounds open = state.bounds[*number];
    if (std::erase_if(open, [&](const Polynomial &bound) { return isCertain(state, bound); }) == 0)
      return nullptr;
    const ExpressionRef then = withoutCertain(state, node->children[1]);
    return open.empty() ? then
                        : Expression::select(state.conditionOn(open), then,
                                             withoutCertain(state, node->children[2]));
  });
}

/// `threadIdx.y < 32`: what holds for all threads of a block that is small enough.
bool isOfBlock(SymbolicState &state, const Polynomial &bound) {
  const auto symbols = bound.symbols();
  const auto own = llvm::find_if(
      symbols, [](const std::string &symbol) { return symbol.rfind("threadIdx.", 0) == 0; });
  if (own == symbols.end())
    return false;
  const auto affine = bound.affineIn(*own);
  const auto room = affine ? state.numeric(affine->rest).constant() : std::nullopt;
  if (!room || affine->coefficient.constant() != -1)
    return false;
  state.requireStrongest({affine->rest, Polynomial::symbol("blockDim" + own->substr(9)), false});
  return true;
}

/// Where no index is negative.
std::optional<int64_t> leastOf(const Polynomial &index) {
  int64_t least = 0;
  for (const Polynomial &summand : index.summands()) {
    if (summand.isNegative())
      return std::nullopt;
    least += summand.constant().value_or(0);
  }
  return least;
}

/// What the one store holds that writes the element, told in the reading thread's indices; nothing,
/// and the reason, where there is none.
std::optional<ExpressionRef> storedByOne(SymbolicState &state,
                                         const std::vector<SharedArray::Store> &stores,
                                         const Polynomial &index, bool limited, bool sums,
                                         std::string &why) {
  std::optional<Reader> found;
  const SharedArray::Store *source = nullptr;
  const auto least = leastOf(state.numeric(index));
  for (const SharedArray::Store &store : stores) {
    Reader reader(state, store, /*alone=*/stores.size() == 1, limited, sums);
    // Where another store's elements begin, this one's have ended.
    const bool isBehind = (state.multipliesInLanes || sums) && least && stores.size() > 1 &&
                          llvm::any_of(stores, [&](const SharedArray::Store &other) {
                            const auto own = Reader(state, store).begin(),
                                       next = Reader(state, other).begin();
                            return own && next && *next > *own && *least >= *next;
                          });
    if (isBehind || store.ofEarlierStep || !reader.solve(index))
      continue;
    const bool apart = llvm::all_of(stores, [&](const SharedArray::Store &other) {
      return other.index == store.index || reader.isApartFrom(other);
    });
    if (!apart || found) {
      why = "may come from several stores";
      return std::nullopt;
    }
    found.emplace(reader);
    source = &store;
  }
  if (!found) {
    why = "is not what one thread of the block has stored there";
    return std::nullopt;
  }
  if (!found->isOpen()) {
    why = "depends on the thread that stored it by more than threadIdx";
    return std::nullopt;
  }
  found->establish();
  const ExpressionRef value = withoutCertain(state, found->value());
  Bounds guards;
  for (const Polynomial &bound : source->where) {
    const Polynomial moved = found->moved(bound);
    if (llvm::is_contained(state.alwaysTrue, bound) || found->isLimit(bound))
      continue;
    if (found->isTold(bound) &&
        (llvm::is_contained(state.path, moved) || isCertain(state, moved) ||
         isOfBlock(state, moved) || (state.multipliesInLanes && found->holdsForAll(moved))))
      continue;
    // Where it does not hold for this thread, it reads what nobody has stored.
    if (moved == bound && found->isOpen(bound))
      guards.push_back(bound);
    else
      state.alwaysTrue.push_back(bound);
  }
  return guards.empty() ? value
                        : Expression::select(state.conditionOn(guards), value,
                                             Expression::literal(NothingStored, value->type));
}

std::optional<ExpressionRef> storedBy(SymbolicState &state,
                                      const std::vector<SharedArray::Store> &stores,
                                      const Polynomial &index, std::string &why) {
  auto value = storedByOne(state, stores, index, /*limited=*/false, /*sums=*/false, why);
  std::string other;
  if (!value)
    value = storedByOne(state, stores, index, /*limited=*/true, /*sums=*/false, other);
  return value || stores.size() == 1
             ? value
             : storedByOne(state, stores, index, /*limited=*/false, /*sums=*/true, other);
}

/// `[16 * threadIdx.y + l]`, or nothing where it has names that no source has.
std::string spelledIndex(const Polynomial &index) {
  std::string text = index.str();
  for (size_t at = text.find("%?"); at != std::string::npos; at = text.find("%?")) {
    text.erase(at, 2);
    const size_t depth = text.find('@', at);
    text.erase(depth, text.find_first_not_of("0123456789", depth + 1) - depth);
  }
  return llvm::StringRef(text).contains('%') ? "" : "[" + text + "]";
}

} // namespace

std::string SymbolicEvaluator::perhapsOpen(const SharedArray &array) const {
  const clang::SourceManager &sources = context.getSourceManager();
  if (array.someSteps.isValid())
    return ": the __syncthreads() in line " +
           std::to_string(sources.getExpansionLineNumber(array.someSteps)) +
           " waits at some steps only; take it out of its condition";
  if (array.perhapsOpen.isInvalid())
    return "";
  return ": the loop in line " + std::to_string(sources.getExpansionLineNumber(array.perhapsOpen)) +
         " may run no step, and what it waits for does not count behind it; wait there, too";
}

std::optional<ExpressionRef> SymbolicEvaluator::readShared(const Element &element,
                                                           clang::SourceLocation location) {
  SharedArray &array = state.shared.at(element.shared);
  const std::string name = "'" + element.array + spelledIndex(element.index) + "' in shared memory";
  if (array.seenAs && *array.seenAs != element.type)
    return refuse(location, name + " is read as numbers of several types");
  if (state.beforeTurns) {
    if (const auto half = withHalf(state, element.index, state.turning))
      array.readHalves.insert(halfOf(*half, state.turning));
    return Expression::literal(OtherStep, element.type);
  }
  if (array.storedSinceBarrier)
    return refuse(location, name + " is read without a __syncthreads() after it was stored" +
                                perhapsOpen(array));
  Polynomial index = element.index;
  bool isThere = false;
  if (!array.turns.empty()) {
    const auto half = withHalf(state, index, array.turns);
    if (!half)
      return refuse(location, name + ", whose halves take turns, is read in one of them");
    index = *half;
    isThere = !array.there.empty() &&
              halfOf(index, array.turns) == halfOf(array.there.front().index, array.turns);
    if (isThere && (array.storedThere || !array.storedInStep))
      return refuse(location,
                    name + (array.storedInStep
                                ? " is read without a __syncthreads() after it was stored" +
                                      perhapsOpen(array)
                                : " is not what one thread of the block has stored there"));
  }
  array.forBoth([&](SharedAccess &access) {
    (isThere               ? access.readThere
     : array.turns.empty() ? access.readSinceBarrier
                           : access.readHere) = true;
  });
  if (!array.turned.empty())
    index = behindTurns(state, index, array.turned);
  const std::vector<SharedArray::Store> stores = isThere ? array.there : array.stores;
  std::optional<ExpressionRef> value;
  std::string why;
  // Lanes of a vector, and a loop unrolled by hand, before each store by itself.
  std::vector<SharedArray::Store> known, unknown;
  std::ranges::partition_copy(stores, std::back_inserter(unknown), std::back_inserter(known),
                              [](const SharedArray::Store &store) { return store.ofEarlierStep; });
  auto rolled = rolledStores(state, known);
  rolled.insert(rolled.end(), unknown.begin(), unknown.end());
  if (rolled.size() != stores.size())
    value = storedBy(state, rolled, index, why);
  std::string other;
  if (!value)
    value = storedBy(state, stores, index, other);
  if (why.empty())
    why = other;
  return value ? ofBoundedSize(*value, location, element.array)
               : refuse(location, name + " " + why);
}

} // namespace warpsmith::frontend
