#include "rewriter/frontend/values/JoinedStores.h"
#include "rewriter/frontend/values/Choices.h"
#include "rewriter/frontend/values/Leaves.h"
#include "rewriter/ir/FusedProducts.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

using index::Affine;
using index::Guards;
using index::SymbolId;
using Kind = Expression::Kind;

/// Two stores, walked side by side: the same but for index sums, which are a number apart.
class Pair {
public:
  /// Without an element they must be the same.
  Pair(ThreadEffects &all, index::Symbols &known, std::optional<SymbolId> number)
      : effects(all),
        symbols(known),
        element(number) {}

  std::optional<StoredElement> joined(const StoredElement &one, const StoredElement &other,
                                      bool withGuards) {
    StoredElement result = one;
    const auto place = sum(one.index, other.index);
    const auto where = withGuards ? guards(one.where, other.where) : std::optional(one.where);
    result.value = value(one.value, other.value);
    if (one.array != other.array || one.type != other.type || !place || !where || !result.value)
      return std::nullopt;
    result.index = *place;
    result.where = *where;
    return result;
  }

  /// A step of the second store's loops that is one of the first's.
  void rename(SymbolId second, SymbolId first) { steps[second] = first; }

  /// By how much each sum is more in the second store, in the order in which they were met.
  std::vector<Polynomial> moves;

private:
  std::optional<Affine> sum(const Affine &one, const Affine &other) {
    Affine renamed = other;
    for (const auto &[from, to] : steps)
      renamed = renamed.substitute(from, to);
    const Affine whole = renamed;
    Affine rest = one, joined; // without quotients that differ
    for (const auto &[id, coefficient] : one.coefficients())
      if (symbols[id].kind == index::SymbolKind::Quotient && whole.coefficient(id) != coefficient) {
        const auto quotient = ofQuotients(id, coefficient, one, whole);
        if (!quotient)
          return std::nullopt;
        rest = rest - Affine(id) * coefficient;
        joined = joined + Affine(quotient->first) * coefficient;
        renamed = renamed - Affine(quotient->second) * coefficient;
      }
    const Affine move = renamed - rest;
    if (!move.isUniform() || (!element && !move.constant().isZero()))
      return std::nullopt;
    moves.push_back(move.constant());
    return (element ? rest + Affine(*element) * move.constant() : rest) + joined;
  }

  /// The quotients of a sum that have this factor and this divisor.
  std::vector<SymbolId> quotientsIn(const Affine &sum, const Polynomial &factor,
                                    const Affine &divisor) const {
    std::vector<SymbolId> found;
    for (const auto &[id, coefficient] : sum.coefficients())
      if (symbols[id].kind == index::SymbolKind::Quotient && coefficient == factor &&
          symbols[id].right == divisor)
        found.push_back(id);
    return found;
  }

  /// A quotient that both are, and which one it is of the other sum: the only one of its kind.
  std::optional<std::pair<SymbolId, SymbolId>> ofQuotients(SymbolId quotient,
                                                           const Polynomial &coefficient,
                                                           const Affine &one, const Affine &other) {
    const Affine divisor = symbols[quotient].right;
    const auto found = quotientsIn(other, coefficient, divisor);
    if (found.size() != 1 || quotientsIn(one, coefficient, divisor).size() != 1)
      return std::nullopt;
    const auto whole = sum(Affine(symbols[quotient].left), Affine(symbols[found[0]].left));
    return whole ? std::optional(std::pair(symbols.quotient(*whole, divisor.constant()), found[0]))
                 : std::nullopt;
  }

  /// In any order.
  std::optional<Guards> guards(const Guards &one, const Guards &other) {
    Guards result, rest = other;
    for (const Affine &guard : one) {
      const size_t known = moves.size();
      for (size_t number = 0; number < rest.size() && moves.size() == known; ++number)
        if (const auto joined = sum(guard, rest[number])) {
          result.push_back(*joined);
          rest.erase(rest.begin() + static_cast<long>(number));
        }
      if (moves.size() == known)
        return std::nullopt;
    }
    return rest.empty() ? std::optional(result) : std::nullopt;
  }

  ExpressionRef value(const ExpressionRef &one, const ExpressionRef &other) {
    if (one->type == other->type && one->isLiteralZero() && other->isLiteralZero())
      return one; // `0.0` and `0.0f`
    if (one->kind != other->kind || one->type != other->type ||
        one->children.size() != other->children.size())
      return nullptr;
    if (one->kind == Kind::Sum)
      return ofSums(static_cast<size_t>(one->operand), static_cast<size_t>(other->operand));
    if (one->kind == Kind::Operand)
      return ofReads(static_cast<size_t>(one->operand), static_cast<size_t>(other->operand));
    const auto number = conditionNumber(*one), second = conditionNumber(*other);
    if (number && second) {
      const auto both = guards(effects.conditions[*number], effects.conditions[*second]);
      if (both)
        effects.conditions.push_back(*both);
      return both ? conditionLeaf(effects.conditions.size() - 1) : nullptr;
    }
    if (one->kind == Kind::Position) {
      const auto index = sum(*positionOf(effects, *one), *positionOf(effects, *other));
      return index ? positionAt(effects, *index) : nullptr;
    }
    if (one->text != other->text || one->operand != other->operand ||
        one->polynomial != other->polynomial || number || second)
      return nullptr;
    std::vector<ExpressionRef> children;
    for (size_t child = 0; child < one->children.size(); ++child) {
      children.push_back(value(one->children[child], other->children[child]));
      if (!children.back())
        return nullptr;
    }
    return children.empty() ? one : Expression::withChildren(*one, std::move(children));
  }

  ExpressionRef ofReads(size_t one, size_t other) {
    ReadElement read = effects.reads[one];
    const auto place = sum(read.index, effects.reads[other].index);
    if (read.array != effects.reads[other].array || !place)
      return nullptr;
    if (*place == read.index)
      return Expression::operandElement(static_cast<int>(one), read.type);
    read.index = *place;
    effects.reads.push_back(read);
    return Expression::operandElement(static_cast<int>(effects.reads.size()) - 1, read.type);
  }

  ExpressionRef ofSums(size_t one, size_t other) {
    if (one == other && !element)
      return sumLeaf(one, effects.sums[one].type);
    const auto [known, isNew] = sums.try_emplace({one, other}, effects.sums.size());
    const size_t number = known->second;
    StepSum joined = effects.sums[one];
    if (!isNew)
      return sumLeaf(number, joined.type);
    const StepSum second = effects.sums[other];
    const auto &extent = symbols[joined.step].extent;
    if (joined.type != second.type || !joined.update || !second.update || !extent ||
        extent != symbols[second.step].extent)
      return nullptr;
    effects.sums.push_back(joined);
    if (second.step != joined.step)
      steps[second.step] = joined.step;
    joined.initial = value(joined.initial, second.initial);
    joined.update = joined.initial ? value(joined.update, second.update) : nullptr;
    effects.sums[number] = joined;
    return joined.update ? sumLeaf(number, joined.type) : nullptr;
  }

  ThreadEffects &effects;
  index::Symbols &symbols;
  std::optional<SymbolId> element;
  std::map<SymbolId, SymbolId> steps; ///< of the second store's loops
  std::map<std::pair<size_t, size_t>, size_t> sums;
};

/// Where an element is stored the guards hold: conditions in its value that they imply are none.
class CertainConditions {
public:
  CertainConditions(ThreadEffects &all, const index::Prover &bounds)
      : effects(all),
        prover(bounds) {}

  void run() {
    for (size_t store = 0; store < effects.stores.size(); ++store)
      collect(effects.stores[store].value, store);
    for (size_t store = 0; store < effects.stores.size(); ++store) {
      const Guards where = effects.stores[store].where;
      if (where.empty())
        continue;
      effects.stores[store].value = without(effects.stores[store].value, where, where);
      for (const auto &[sum, users] : usedBy)
        if (users.contains(store) && std::ranges::all_of(users, [&](size_t user) {
              return effects.stores[user].where == where;
            })) {
          effects.sums[sum].initial = without(effects.sums[sum].initial, where, where);
          effects.sums[sum].update =
              without(effects.sums[sum].update, where, effects.sums[sum].where);
        }
    }
  }

private:
  /// The stores whose values have the sum in them.
  void collect(const ExpressionRef &value, size_t store) {
    for (const size_t number : sumsIn(value))
      if (effects.sums[number].update && usedBy[number].insert(store).second) {
        collect(effects.sums[number].initial, store);
        collect(effects.sums[number].update, store);
      }
  }

  /// `around` are the guards that the compiler sees there. A product that it sees chosen is rounded
  /// before it is used, and a sum that it sees chosen is not contracted as one that goes on is.
  ExpressionRef without(const ExpressionRef &value, const Guards &where, const Guards &around) {
    return map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      const auto number =
          node->kind == Kind::Select ? conditionNumber(*node->children[0]) : std::nullopt;
      if (!number)
        return nullptr;
      Guards left = effects.conditions[*number], unseen = left;
      std::erase_if(left, [&](const Affine &guard) { return holds(guard, where); });
      std::erase_if(unseen, [&](const Affine &guard) { return holds(guard, around); });
      const ExpressionRef held = without(node->children[1], where, around);
      const bool goesOn = node->children[2]->kind == Kind::Sum || !held->contains(Kind::Sum);
      if (left.empty() && unseen.empty())
        return held;
      if (left.empty() && goesOn)
        return roundedAlone(held);
      return Expression::select(
          conditionOn(effects, left.empty() ? effects.conditions[*number] : left), held,
          without(node->children[2], where, around));
    });
  }

  bool holds(const Affine &guard, const Guards &where) const {
    return std::ranges::find(where, guard) != where.end() ||
           prover.provesNotNegative(guard - Affine(1), where);
  }

  ThreadEffects &effects;
  const index::Prover &prover;
  std::map<size_t, std::set<size_t>> usedBy;
};

class Joiner {
public:
  Joiner(ThreadEffects &all, index::Symbols &known, const index::Prover &bounds)
      : effects(all),
        symbols(known),
        prover(bounds) {}

  /// What is left of the stores of one element; nothing where that are several stores.
  std::optional<StoredElement> ofBranches() {
    while (joinBranches())
      ;
    if (effects.stores.size() != 1)
      return std::nullopt;
    leaveOutImplied(effects.stores[0].where);
    return effects.stores[0];
  }

  void run() {
    while (joinBranches())
      ;
    std::vector<StoredElement> elements = effects.stores;
    for (StoredElement &each : elements)
      leaveOutImplied(each.where);
    if (const auto groups = inGroups(elements); groups.size() > 1)
      joinElements(groups);
  }

private:
  /// Stores that are joined with those of another element together: both parts of a complex number.
  using Group = std::vector<StoredElement>;

  std::vector<Group> inGroups(const std::vector<StoredElement> &stores) const {
    std::vector<Group> groups;
    for (const StoredElement &store : stores) {
      const bool isSecondPart = !groups.empty() && groups.back().size() == 1 &&
                                effects.pairs.contains(store.array) &&
                                groups.back()[0].array == store.array &&
                                store.index == groups.back()[0].index + Affine(1);
      if (isSecondPart)
        groups.back().push_back(store);
      else
        groups.push_back({store});
    }
    return groups;
  }

  /// What is left is in the same order for all elements: their guards differ in numbers alone.
  void leaveOutImplied(Guards &guards) const {
    std::ranges::sort(guards, {}, [](const Affine &guard) {
      return std::pair(guard.coefficients(), guard.constant());
    });
    for (size_t number = 0; number < guards.size();) {
      Guards others = guards;
      others.erase(others.begin() + static_cast<long>(number));
      if (prover.implies(others, guards[number]))
        guards = std::move(others);
      else
        ++number;
    }
  }

  /// What holds where either of two stores takes place, of which a guard excludes the other.
  struct Alternatives {
    Affine ofFirst; ///< the guard
    Guards around;
  };
  std::optional<Alternatives> either(const Guards &one, const Guards &other) const {
    for (const Affine &guard : one) {
      Guards rest = other;
      if (std::erase(rest, Affine(1) - guard) == 0)
        continue;
      Guards both = rest;
      both.push_back(guard);
      const auto isImplied = [&](const Guards &by) {
        return [&](const Affine &each) { return prover.implies(by, each); };
      };
      if (std::ranges::all_of(rest, isImplied(one)) && std::ranges::all_of(one, isImplied(both)))
        return Alternatives{guard, rest};
    }
    return std::nullopt;
  }

  static bool haveSamePlace(const StoredElement &one, const StoredElement &other) {
    return one.array == other.array && one.type == other.type && one.index == other.index &&
           one.at.loops == other.at.loops;
  }

  bool joinBranches() {
    auto &stores = effects.stores;
    for (size_t one = 0; one < stores.size(); ++one)
      for (size_t other = 0; other < stores.size(); ++other) {
        const auto where =
            one == other ? std::nullopt : either(stores[one].where, stores[other].where);
        if (!where)
          continue;
        const ThreadEffects before = effects;
        const bool areSame = Pair(effects, symbols, std::nullopt)
                                 .joined(stores[one], stores[other], false)
                                 .has_value();
        effects = before;
        if (!areSame && !haveSamePlace(stores[one], stores[other]))
          continue;
        if (!areSame)
          stores[one].value = Expression::select(conditionOn(effects, {where->ofFirst}),
                                                 stores[one].value, stores[other].value);
        stores[one].where = where->around;
        stores.erase(stores.begin() + static_cast<long>(other));
        return true;
      }
    return false;
  }

  /// Stores that are one function of their number, or of the digits of it. False where they are
  /// none, with nothing changed.
  bool joinElements(const std::vector<Group> &groups) {
    if (groups.size() == 1) {
      effects.stores = groups[0];
      effects.joinsElements = true;
      return true;
    }
    const ThreadEffects before = effects;
    for (size_t row = groups.size(); row > 1; --row) {
      std::vector<Group> rows;
      if (groups.size() % row == 0 && joinRows(groups, row, rows) && joinElements(rows))
        return true;
      effects = before;
    }
    return false;
  }

  /// As many after each other as a row has are one, with the same number in each row.
  bool joinRows(const std::vector<Group> &groups, size_t row, std::vector<Group> &rows) {
    rows.clear();
    const SymbolId element = symbols.add(
        {.kind = index::SymbolKind::Step, .extent = static_cast<int64_t>(row), .text = "i"});
    for (size_t first = 0; first < groups.size(); first += row) {
      const auto joined = joinRow({groups.begin() + static_cast<long>(first),
                                   groups.begin() + static_cast<long>(first + row)},
                                  element);
      if (joined.empty())
        return false;
      rows.push_back(joined);
    }
    effects.elementSteps.insert(element);
    return true;
  }

  /// Nothing where they are no function of their number.
  Group joinRow(const std::vector<Group> &groups, SymbolId element) {
    Group joined;
    std::vector<Polynomial> moves;
    for (size_t number = 1; number < groups.size(); ++number) {
      const Group &one = groups[number - 1], &other = groups[number];
      Pair pair(effects, symbols, element);
      Group next;
      for (size_t part = 0; part < one.size() && one.size() == other.size(); ++part)
        if (auto store = pair.joined(one[part], other[part], true))
          next.push_back(std::move(*store));
      if (next.size() != one.size() || (!joined.empty() && pair.moves != moves))
        return {};
      if (joined.empty())
        joined = std::move(next);
      moves = std::move(pair.moves);
    }
    return joined;
  }

  ThreadEffects &effects;
  index::Symbols &symbols;
  const index::Prover &prover;
};

} // namespace

/// Stores to one element that depend on tests of addresses.
class TestedStores {
public:
  TestedStores(ThreadEffects &all, index::Symbols &known, const index::Prover &bounds)
      : effects(all),
        symbols(known),
        prover(bounds) {}

  /// The one store that all of them are, whatever the tests say.
  std::optional<StoredElement> joined(const std::vector<StoredElement> &stores) {
    std::vector<ExpressionRef> tests;
    for (const StoredElement &store : stores)
      for (const auto &[test, passes] : store.tests)
        if (std::ranges::none_of(tests,
                                 [&](const ExpressionRef &known) { return same(*known, *test); }))
          tests.push_back(test);
    constexpr size_t MostTests = 6;
    std::optional<StoredElement> result;
    for (size_t outcome = 0; outcome < size_t(1) << std::min(tests.size(), MostTests); ++outcome) {
      ThreadEffects own = effects;
      own.stores.clear();
      for (const StoredElement &store : stores)
        if (isOf(store, tests, outcome))
          own.stores.push_back(store);
      const auto one = Joiner(own, symbols, prover).ofBranches();
      if (!one || tests.size() > MostTests || own.conditions.size() != effects.conditions.size() ||
          (result &&
           (one->where != result->where || !areAlike(effects, *one->value, *result->value))))
        return std::nullopt;
      result = one;
    }
    if (result)
      result->tests.clear();
    return result;
  }

private:
  static bool isOf(const StoredElement &store, const std::vector<ExpressionRef> &tests,
                   size_t outcome) {
    return std::ranges::all_of(store.tests, [&](const auto &each) {
      const auto number =
          std::ranges::find_if(
              tests, [&](const ExpressionRef &test) { return same(*test, *each.first); }) -
          tests.begin();
      return ((outcome >> number & 1) != 0) == each.second;
    });
  }

  ThreadEffects &effects;
  index::Symbols &symbols;
  const index::Prover &prover;
};

/// Writes of shared memory, which are joined where they are one function of their number.
class WriteJoiner {
public:
  WriteJoiner(ThreadEffects &all, index::Symbols &known) : effects(all), symbols(known) {}

  /// Writes that were joined may be rows of others.
  void run() {
    constexpr int Most = 3;
    bool hasJoined = true;
    for (int round = 0; hasJoined && round < Most; ++round) {
      hasJoined = false;
      auto &writes = effects.shared.writes;
      for (size_t first = 0; first < writes.size(); ++first) {
        const size_t count = joinFrom(first);
        const auto begin = writes.begin() + static_cast<long>(first);
        writes.erase(begin + 1, begin + static_cast<long>(count));
        hasJoined |= count > 1;
      }
    }
  }

private:
  /// The steps of the second statement's loops as those of the first: loops of the program are the
  /// same, and elements that were joined are as many. Nothing where they are not.
  std::optional<std::map<SymbolId, SymbolId>> sameLoops(const SharedWrite &one,
                                                        const SharedWrite &other) const {
    std::map<SymbolId, SymbolId> steps;
    for (size_t loop = 0; loop < one.loops.size() && loop < other.loops.size(); ++loop) {
      const SymbolId first = one.loops[loop], second = other.loops[loop];
      if (first == second)
        continue;
      if (!elements.contains(first) || !elements.contains(second) ||
          symbols[first].extent != symbols[second].extent)
        return std::nullopt;
      steps[second] = first;
    }
    return one.loops.size() == other.loops.size() ? std::optional(steps) : std::nullopt;
  }

  /// Between the two statements nothing looks at the array, and no barrier is.
  bool isNext(const SharedWrite &one, const SharedWrite &other) const {
    const SharedTrace &trace = effects.shared;
    const auto isBetween = [&](const ProgramPoint &point) {
      return point.order > one.order && point.order < other.order;
    };
    return one.array == other.array && one.isCopy == other.isCopy && one.path == other.path &&
           std::ranges::none_of(trace.barriers, isBetween) &&
           std::ranges::none_of(trace.commits, isBetween) &&
           std::ranges::none_of(trace.waits, isBetween) &&
           std::ranges::none_of(trace.reads,
                                [&](const auto &read) { return isBetween(read.second); });
  }

  static StoredElement asStore(const SharedWrite &write) {
    return {write.array, write.value->type, write.place, write.value, {}, write.location};
  }

  /// The write and as many that follow as are one function of their number.
  size_t joinFrom(size_t first) {
    std::vector<SharedWrite> &writes = effects.shared.writes;
    const SymbolId element =
        symbols.add({.kind = index::SymbolKind::Step, .extent = {}, .text = "i"});
    std::optional<StoredElement> joined;
    std::vector<Polynomial> moves;
    size_t count = 1;
    for (; first + count < writes.size(); ++count) {
      const SharedWrite &one = writes[first + count - 1], &other = writes[first + count];
      const auto toOther = sameLoops(one, other);
      if (!toOther || !isNext(one, other))
        break;
      const ThreadEffects before = effects;
      Pair pair(effects, symbols, element);
      for (const auto &[second, known] : *toOther)
        pair.rename(second, known);
      const auto next = pair.joined(asStore(one), asStore(other), false);
      if (!next || pair.moves[0].isZero() || (joined && pair.moves != moves)) {
        effects = before;
        break;
      }
      if (!joined)
        joined = next;
      moves = std::move(pair.moves);
    }
    if (!joined)
      return 1;
    symbols.setExtent(element, static_cast<int64_t>(count));
    SharedWrite &write = effects.shared.writes[first];
    write.place = joined->index;
    write.value = joined->value;
    write.loops.push_back(element);
    effects.shared.conditionsOfLoop[element] = write.path.size();
    elements.insert(element);
    return count;
  }

  ThreadEffects &effects;
  index::Symbols &symbols;
  std::set<SymbolId> elements; ///< steps that number writes which were joined
};

ExpressionRef joinedValue(ThreadEffects &effects, index::Symbols &symbols,
                          const std::vector<ExpressionRef> &values, SymbolId element) {
  const ThreadEffects before = effects;
  ExpressionRef joined;
  std::vector<Polynomial> moves;
  for (size_t number = 1; number < values.size(); ++number) {
    Pair pair(effects, symbols, element);
    const auto one = values[number - 1], other = values[number];
    const auto next =
        pair.joined({"", one->type, {}, one, {}, {}}, {"", other->type, {}, other, {}, {}}, false);
    if (!next || (joined && pair.moves != moves)) {
      effects = before;
      return nullptr;
    }
    if (!joined)
      joined = next->value;
    moves = std::move(pair.moves);
  }
  return joined;
}

bool alikeValue(ThreadEffects &effects, index::Symbols &symbols, const ExpressionRef &one,
                const ExpressionRef &other) {
  const StoredElement first{"", one->type, {}, one, {}, {}},
      second{"", other->type, {}, other, {}, {}};
  return Pair(effects, symbols, std::nullopt).joined(first, second, false).has_value();
}

bool joinTested(ThreadEffects &effects, index::Symbols &symbols, const index::Prover &prover,
                RefusalSink &refuse) {
  std::vector<StoredElement> done;
  std::vector<StoredElement> open = effects.stores;
  while (!open.empty()) {
    const StoredElement first = open.front();
    const auto isHere = [&](const StoredElement &other) {
      return other.array == first.array && other.index == first.index && other.type == first.type &&
             other.at.loops == first.at.loops;
    };
    std::vector<StoredElement> here;
    std::ranges::copy_if(open, std::back_inserter(here), isHere);
    const auto isTested = [](const StoredElement &store) { return !store.tests.empty(); };
    if (std::ranges::none_of(here, isTested)) {
      done.push_back(first);
      open.erase(open.begin());
      continue;
    }
    const bool isRead = std::ranges::any_of(
        effects.reads, [&](const ReadElement &read) { return read.array == first.array; });
    // In between nothing else may be stored in the element.
    const bool isAlone = std::ranges::all_of(effects.stores, [&](const StoredElement &other) {
      const Affine distance = other.index - first.index;
      return other.array != first.array || isHere(other) ||
             (distance.isUniform() && distance.constant().constant().value_or(0) != 0);
    });
    const auto one =
        isRead || !isAlone ? std::nullopt : TestedStores(effects, symbols, prover).joined(here);
    if (!one) {
      refuse(first.location, "a store under a condition on an address");
      return false;
    }
    done.push_back(*one);
    std::erase_if(open, isHere);
  }
  effects.stores = std::move(done);
  return true;
}

void joinWrites(ThreadEffects &effects, index::Symbols &symbols) {
  WriteJoiner(effects, symbols).run();
}

void joinStores(ThreadEffects &effects, index::Symbols &symbols, const index::Prover &prover) {
  CertainConditions(effects, prover).run();
  Joiner(effects, symbols, prover).run();
}

} // namespace warpsmith::frontend
