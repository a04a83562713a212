#include "rewriter/frontend/values/SharedDataflow.h"
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/index/SizeDivision.h"
#include "rewriter/frontend/values/CertainChoices.h"
#include "rewriter/frontend/values/Choices.h"
#include "rewriter/frontend/values/Leaves.h"
#include "rewriter/frontend/values/SharedOrder.h"
#include "rewriter/frontend/values/WrittenPlaces.h"
#include "rewriter/ir/FusedProducts.h"
#include <algorithm>
#include <ranges>

namespace warpsmith::frontend {
namespace {

using index::Affine;
using index::Guards;
using index::SymbolId;
using Kind = Expression::Kind;

/// A value that reaches a read where the condition holds.
struct Reaching {
  FormulaRef where;
  ExpressionRef value;
};

/// Where the size has the value.
Affine withSize(const Affine &sum, const std::string &name, const Polynomial &value) {
  Affine result(index::withSize(sum.constant(), name, value));
  for (const auto &[id, coefficient] : sum.coefficients())
    result = result + Affine(id) * index::withSize(coefficient, name, value);
  return result;
}

/// A place that is read. At the first steps of a loop they are numbers in it.
struct Question {
  Affine place;
  Guards guards; ///< that hold there
};

class Dataflow {
public:
  Dataflow(ThreadEffects &all, index::Symbols &known, index::Prover &bounds, RefusalSink &sink)
      : effects(all),
        trace(all.shared),
        symbols(known),
        prover(bounds),
        refuse(sink),
        placed(all.reads.size()) {}

  bool run() {
    // How many threads there are tells parts of the array apart. Digits of threads are known later.
    for (const SharedWrite &write : trace.writes)
      if (!hasDigits(write.place) && !isInside(write, write.array, write.place))
        return false;
    for (const auto &[number, read] : trace.reads)
      if (!hasDigits(read.place) && !isInside(read, read.array, read.place))
        return false;
    for (SharedWrite &write : trace.writes)
      if (!resolveWrite(write))
        return false;
    if (!keepsThreadsApart(effects, symbols, prover, refuse))
      return false;
    const size_t before = effects.reads.size();
    effects.choosesInShared = !trace.reads.empty();
    forEachValue([&](ExpressionRef &value) { effects.choosesInShared &= !choosesFactors(*value); });
    const auto resolveAll = [&](ExpressionRef &value) {
      const bool isKnown = resolve(value);
      if (isKnown)
        value = zeroDistances(value, prover);
      return isKnown;
    };
    if (!std::ranges::all_of(effects.stores,
                             [&](StoredElement &store) { return resolveAll(store.value); }) ||
        !std::ranges::all_of(effects.sums, [&](StepSum &sum) {
          return !sum.update || (resolveAll(sum.initial) && resolveAll(sum.update));
        }))
      return false;
    inOrder(before);
    return std::ranges::all_of(trace.writes,
                               [&](const SharedWrite &write) {
                                 return isInside(write, write.array, write.place);
                               }) &&
           std::ranges::all_of(trace.reads, [&](const auto &read) {
             return isInside(read.second, read.second.array, read.second.place);
           });
  }

private:
  /// A factor of a product is chosen among elements.
  static bool choosesFactors(const Expression &value, bool isFactor = false) {
    isFactor |= value.kind == Kind::Binary && value.text == "*";
    return (isFactor && value.kind == Kind::Select && value.contains(Kind::Operand)) ||
           std::ranges::any_of(value.children, [&](const ExpressionRef &child) {
             return choosesFactors(*child, isFactor);
           });
  }

  bool fail(const ProgramPoint &where, const std::string &why) {
    refuse(where.location, why);
    return false;
  }

  bool hasDigits(const Affine &place) const {
    return std::ranges::any_of(place.coefficients(), [&](const auto &term) {
      return symbols[term.first].kind == index::SymbolKind::Quotient &&
             !Formula::positive(Affine(term.first))->isAlikeInBlock(symbols);
    });
  }

  /// The place is one of the array's, as far as its size is known.
  bool isInside(const ProgramPoint &where, const std::string &array, const Affine &place) {
    const int64_t size = trace.sizes.at(array);
    const Guards guards = Formula::all(where.path)->conjunction().value_or(Guards());
    const Within within(guards, symbols);
    const size_t demands = prover.demands().size();
    if (!prover.demandNotNegative(place, guards))
      return fail(where, "an element before the beginning of " + inShared(array));
    return ((size == 0 || prover.demandNotNegative(Affine(size - 1) - place, guards)) &&
            !limitsSteps(prover, demands, where.loops, symbols)) ||
           fail(where, "an element beyond the end of " + inShared(array));
  }

  /// Elements are read where what holds them is: the first so many have been when the loops were
  /// run, others are in the place of one of these.
  void inOrder(size_t first) {
    std::map<size_t, size_t> numbers; // of those that are left
    const auto collect = [&](const ExpressionRef &value) {
      map(value, [&](const ExpressionRef &node) -> ExpressionRef {
        if (node->kind == Kind::Operand)
          numbers[static_cast<size_t>(node->operand)] = 0;
        return nullptr;
      });
    };
    const auto renumber = [&](const ExpressionRef &value) {
      return map(value, [&](const ExpressionRef &node) -> ExpressionRef {
        return node->kind == Kind::Operand
                   ? Expression::operandElement(
                         static_cast<int>(numbers.at(static_cast<size_t>(node->operand))),
                         node->type)
                   : nullptr;
      });
    };
    forEachValue([&](ExpressionRef &value) { collect(value); });
    std::vector<size_t> order;
    for (const auto &[number, unused] : numbers)
      order.push_back(number);
    const auto whenRead = [&](size_t number) {
      return number < first ? number : placeOf.at(number);
    };
    std::ranges::sort(order, {},
                      [&](size_t number) { return std::pair(whenRead(number), number); });
    std::vector<ReadElement> reads;
    for (const size_t number : order) {
      numbers[number] = reads.size();
      reads.push_back(effects.reads[number]);
    }
    for (StepSum &sum : effects.sums)
      sum.reads = static_cast<size_t>(std::ranges::count_if(
          order, [&](size_t number) { return whenRead(number) < sum.reads; }));
    forEachValue([&](ExpressionRef &value) { value = renumber(value); });
    effects.reads = std::move(reads);
  }

  void forEachValue(const std::function<void(ExpressionRef &)> &visit) {
    for (StoredElement &store : effects.stores)
      visit(store.value);
    for (StepSum &sum : effects.sums)
      if (sum.update) {
        visit(sum.initial);
        visit(sum.update);
      }
  }

  /// Once for each write, before a reader gets its value.
  bool resolveWrite(SharedWrite &write) {
    if (done.contains(write.order))
      return true;
    if (!open.insert(write.order).second)
      return fail(write, "what is stored in " + sharedName(write.array) +
                             " is made of what it held before");
    ExpressionRef value = write.value;
    if (!resolve(value))
      return false;
    if (choosesByAddress(value))
      return fail(write, "an address chooses what is written to " + sharedName(write.array));
    if (value->contains(Kind::Sum) || value->contains(Kind::Position))
      return fail(write, whyNoElement(write, *value));
    write.value = value;
    done.insert(write.order);
    return true;
  }

  /// What a loop has left is a sum, or a value that waits for the next step.
  std::string whyNoElement(const SharedWrite &write, const Expression &value) const {
    const std::set<size_t> sums = sumsIn(std::make_shared<const Expression>(value));
    const bool isCarried = std::ranges::any_of(sums, [&](size_t number) {
      const ExpressionRef &update = effects.sums[number].update;
      return update && !sumsIn(update).contains(number);
    });
    const std::string array = sharedName(write.array);
    return isCarried
               ? array + " gets a value that the step before has left in a variable, and what "
                         "the variable holds at first is not what a step reads: read the "
                         "first elements before the loop"
           : sums.empty() ? "an index is stored as a number in " + array
                          : "a sum is stored in " + array;
  }

  /// Puts what reaches them in place of all reads of shared memory.
  bool resolve(ExpressionRef &value) {
    bool isKnown = true;
    value = map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      if (node->kind != Kind::Operand || !isKnown)
        return nullptr;
      const auto read = trace.reads.find(static_cast<size_t>(node->operand));
      if (read == trace.reads.end())
        return nullptr;
      const ExpressionRef found = resolved(read->first, read->second);
      for (size_t number = placed; number < effects.reads.size(); ++number)
        placeOf[number] = read->first;
      placed = effects.reads.size();
      isKnown = found != nullptr;
      return found;
    });
    return isKnown;
  }

  ExpressionRef resolved(size_t number, const SharedRead &read) {
    ExpressionRef &known = values[number];
    if (known)
      return known;
    for (SharedWrite &write : trace.writes)
      if (write.array == read.array && !resolveWrite(write))
        return nullptr;
    return known = reaching(read, {read.place, guardsAt(read)}, read.loops.size());
  }

  /// What holds at the steps at which a thread comes to the point.
  Guards guardsAt(const ProgramPoint &point) {
    Guards guards = Formula::all(point.path)->conjunction().value_or(Guards());
    for (const SymbolId step : point.loops) {
      const Guards &bounds = trace.boundsOfLoop[step];
      guards.insert(guards.end(), bounds.begin(), bounds.end());
      if (const auto &extent = symbols[step].extent)
        guards.push_back(Affine(*extent) - Affine(step));
    }
    // Below a quotient, so many times the divisor is below what is divided.
    for (size_t number = 0, count = guards.size(); number < count; ++number) {
      const Affine guard = guards[number];
      for (const std::string &name : guard.constant().symbols()) {
        const auto *quotient = guard.constant().quotientOf(name);
        const Affine rest = guard - Affine(Polynomial::symbol(name));
        if (quotient && !quotient->remainder && !rest.constant().dependsOn(name) &&
            prover.provesNotNegative(Affine() - rest))
          guards.push_back(Affine(quotient->dividend - quotient->divisor + 1) +
                           rest * quotient->divisor);
      }
    }
    return guards;
  }

  /// What reaches the read at the same steps of the first so many loops, or at earlier ones.
  ExpressionRef reaching(const SharedRead &read, const Question &question, size_t loops) {
    std::vector<Reaching> found;
    if (!writesBetween(read, question, {loops, 0}, found))
      return unknown(read);
    // Where none of these have written, an earlier step may have.
    if (!found.empty())
      return joinedWithTests(read, question.guards, found);
    if (loops == 0)
      return notWritten(read);
    constexpr int64_t MostSteps = 8;
    bool isWritten = false;
    for (int64_t before = 1; before <= MostSteps && found.empty(); ++before) {
      const auto known = writesBetween(read, question, {loops, before}, found);
      if (!known)
        return unknown(read);
      isWritten |= *known;
      if (!found.empty())
        return fromStep(read, question, loops, before,
                        joinedWithTests(read, question.guards, found));
      if (!isWritten)
        break;
    }
    if (isWritten && !isNeverWritten(read, question, loops))
      return unknown(read);
    return reaching(read, question, loops - 1);
  }

  /// The steps that are looked at: the same of the first loops, or that many before.
  struct Distance {
    size_t loops;
    int64_t before;
    bool isLast = false; ///< of the next loop, the last step
  };

  /// Adds what writes at those steps reach the read, the last one first. Whether there are any
  /// writes; nothing where it is not known whether they reach. A loop may have no step.
  std::optional<bool> writesBetween(const SharedRead &read, const Question &question,
                                    Distance steps, std::vector<Reaching> &found,
                                    std::optional<SymbolId> without = std::nullopt) {
    bool any = false;
    for (size_t number = trace.writes.size(); number-- > 0;) {
      const SharedWrite &write = trace.writes[number];
      const size_t common = write.loopsInCommon(read);
      const bool isThere = steps.before == 0 ? common == steps.loops && write.order < read.order
                                             : common >= steps.loops;
      if (write.array != read.array || !isThere ||
          (without && std::ranges::find(write.loops, *without) != write.loops.end()))
        continue;
      any = true;
      std::optional<Reaching> one;
      if (!matchOrLast(write, read, question, steps, one)) {
        unknown(read, &write);
        return std::nullopt;
      }
      if (!one || one->where->is(false))
        continue;
      found.push_back(*one);
      if (isComplete(found))
        break;
    }
    return any;
  }

  ExpressionRef unknown(const SharedRead &read, const SharedWrite *write = nullptr) {
    fail(read, "what is read of " + sharedName(read.array) +
                   " is not known to be what one thread of the block has stored there" +
                   (write ? " " + trace.source->lineAt(write->location) : ""));
    return nullptr;
  }

  ExpressionRef notWritten(const SharedRead &read) {
    fail(read, "no thread of the block has stored what is read of " + sharedName(read.array));
    return nullptr;
  }

  std::pair<WrittenPlaces::Steps, std::vector<SymbolId>> stepsOf(const SharedWrite &write,
                                                                 Distance distance) const {
    WrittenPlaces::Steps known;
    std::vector<SymbolId> own;
    for (size_t loop = 0; loop < write.loops.size(); ++loop) {
      const SymbolId step = write.loops[loop];
      if (loop == distance.loops && distance.isLast)
        known[step] = Affine(*symbols[step].extent - 1);
      else if (loop >= distance.loops)
        own.push_back(step);
      else
        known[step] =
            Affine(step) - Affine(loop + 1 == distance.loops ? distance.before : int64_t(0));
    }
    return {known, own};
  }

  /// Of several steps that may write a place, the last one does.
  bool matchOrLast(const SharedWrite &write, const SharedRead &read, const Question &question,
                   Distance distance, std::optional<Reaching> &one) {
    const size_t demands = prover.demands().size();
    if (match(write, read, question, distance, one))
      return true;
    prover.forget(demands);
    if (distance.before != 0 || !match(write, read, question, {distance.loops, 0, true}, one))
      return false;
    if (one)
      allowNoStep(write.loops[distance.loops], read, question, distance, *one, demands);
    return true;
  }

  /// In place of a last step of the loop the launch is asked for a number of steps, of which 0 is
  /// one, where what has been written before the loop is what the last step writes then. That there
  /// is a last step is the first demand after so many.
  void allowNoStep(SymbolId step, const SharedRead &read, const Question &question,
                   Distance distance, const Reaching &last, size_t demands) {
    const Polynomial count = *symbols[step].extent;
    const std::vector<Precondition> asked(prover.demands().begin() + static_cast<long>(demands),
                                          prover.demands().end());
    const auto ask = [&](size_t first) {
      prover.forget(demands);
      for (const Precondition &fact : asked | std::views::drop(first))
        prover.know(fact);
    };
    prover.forget(demands);
    if (prover.provesNotNegative(count - 1))
      return ask(0);
    ask(1);
    const auto refusal = refuse.refusal();
    if (!agreesWithout(step, last.value, question, read, distance.loops) ||
        !prover.demandNotNegative(Affine(count)))
      ask(0);
    refuse.restore(refusal);
  }

  /// The value is what has been written before the loop, where that has no step.
  bool agreesWithout(SymbolId step, const ExpressionRef &value, const Question &question,
                     const SharedRead &read, size_t loops) {
    const auto none = sizeForNone(*symbols[step].extent);
    if (!none)
      return false;
    const auto there = [&](const Affine &sum) {
      return std::optional(withSize(sum, none->first, none->second));
    };
    Question empty{*there(question.place), {}};
    for (const Affine &guard : question.guards)
      empty.guards.push_back(*there(guard));
    std::vector<Reaching> found;
    if (!writesBetween(read, empty, {loops, 0}, found, std::optional(step)) || !isComplete(found))
      return false;
    const ExpressionRef before = joined(read, std::move(found));
    const ExpressionRef begin = before ? mapped(before, there, read) : nullptr;
    const ExpressionRef expected = begin ? mapped(value, there, read) : nullptr;
    return expected &&
           agrees(*withoutCertain(expected, empty.guards), *withoutCertain(begin, empty.guards));
  }

  /// A size, and what it has to be for the count to be 0.
  static std::optional<std::pair<std::string, Polynomial>> sizeForNone(const Polynomial &count) {
    for (const std::string &name : count.symbols()) {
      const auto part = count.affineIn(name);
      const auto factor = part ? part->coefficient.constant() : std::nullopt;
      if (factor && (*factor == 1 || *factor == -1) && !part->rest.names().contains(name))
        return std::pair(name, part->rest * Polynomial(-*factor));
    }
    return std::nullopt;
  }

  /// There is a last step: the launch checks that.
  bool hasLastStep(const SharedWrite &write, Distance distance) {
    const auto extent = write.loops.size() > distance.loops
                            ? symbols[write.loops[distance.loops]].extent
                            : std::nullopt;
    return extent && prover.demandNotNegative(Affine(*extent - 1));
  }

  /// The writer at that distance, in the reader's words; nothing in `one` where it writes other
  /// places. False where neither is known.
  bool match(const SharedWrite &write, const SharedRead &read, const Question &question,
             Distance distance, std::optional<Reaching> &one) {
    if (distance.isLast && !hasLastStep(write, distance))
      return false;
    auto [steps, own] = stepsOf(write, distance);
    WrittenPlaces places(write, symbols, prover, std::move(steps), own);
    std::vector<Affine> sums;
    collectIndices(effects, write.value, sums);
    const FormulaRef path = Formula::all(write.path);
    collectSums(*path, effects, sums);
    if (!places.build(sums))
      return false;
    const Within within(question.guards, symbols);
    // An earlier step than the last one may write there.
    if (places.isApart(question.place, question.guards))
      return !distance.isLast;
    if (!writesAlone(write, question, {distance.loops, distance.before}))
      return false;
    const Affine target = distance.isLast ? places.demandStage(question.place) : question.place;
    const size_t demands = prover.demands().size();
    const std::vector<SymbolId> common(
        write.loops.begin(), write.loops.begin() + static_cast<long>(write.loopsInCommon(read)));
    const bool isNear = places.distance(target).constant().has_value();
    const auto solves = [&](bool demanding) {
      if (places.solve(target, question.guards) &&
          (demanding || prover.demands().size() == demands) &&
          !limitsSteps(prover, demands, common, symbols))
        return true;
      prover.forget(demands);
      return false;
    };
    const bool isZero = places.distance(target).isZero();
    // What only this statement writes it has written.
    const bool isOnly = std::ranges::count(trace.writes, write.array, &SharedWrite::array) == 1;
    if (!solves(isZero || (isOnly && isNear))) {
      if (!distance.isLast && places.demandApart(target, question.guards) &&
          !limitsSteps(prover, demands, common, symbols))
        return true;
      prover.forget(demands);
      if (!isNear || !solves(true))
        return false;
    }
    const auto forReader = [&](const Affine &sum) { return places.forReader(sum); };
    const FormulaRef where =
        Formula::mapped(places.otherConditions(), forReader,
                        [&](const ExpressionRef &data) { return mapped(data, forReader, read); });
    ExpressionRef value = mapped(inMemory(write.value), forReader, read);
    if (!where || !value)
      return false;
    if (write.isCopy)
      value = ofWholeWords(value);
    const FormulaRef known = simplified(where, question.guards);
    if (distance.isLast && !known->is(true))
      return false;
    // Where addresses are tested, what is not copied by vectors is copied number by number.
    std::vector<ExpressionRef> tests;
    Formula::collect(known, testsAddress, tests);
    one = {tests.empty()
               ? Formula::mapped(
                     known, [&](const Affine &sum) { return std::optional(byWholeWords(sum)); },
                     [](const ExpressionRef &data) { return data; })
               : known,
           value};
    return true;
  }

  /// Both write the same places at the same steps, also of loops of the same extent that each of
  /// them has of its own.
  bool writesAlike(const SharedWrite &other, const SharedWrite &write) {
    std::map<SymbolId, Affine> steps;
    for (size_t loop = write.loopsInCommon(other); loop < other.loops.size(); ++loop) {
      if (other.loops.size() != write.loops.size() ||
          symbols[other.loops[loop]].extent != symbols[write.loops[loop]].extent)
        return false;
      steps[other.loops[loop]] = Affine(write.loops[loop]);
    }
    return other.loops.size() == write.loops.size() &&
           index::substituted(other.place, steps, symbols, prover) == write.place;
  }

  /// In a loop around the writer and not around the reader, no other statement writes the place: it
  /// could at a later step. Where both write the same places at the same steps, their order in the
  /// program tells.
  bool writesAlone(const SharedWrite &write, const Question &question, Distance distance) {
    return std::ranges::all_of(trace.writes, [&](const SharedWrite &other) {
      return &other == &write || other.array != write.array ||
             other.loopsInCommon(write) <= distance.loops || writesAlike(other, write) ||
             isNeverWritten(other, question, distance);
    });
  }

  /// A sum that is positive where this one is, without digits below a word: `n - d (x / d)` is
  /// positive where `n - x` is, if the launch makes n a multiple of d.
  Affine byWholeWords(const Affine &sum) {
    for (const bool isOpposite : {false, true}) {
      const Affine own = isOpposite ? Affine(1) - sum : sum;
      for (const auto &[id, coefficient] : own.coefficients()) {
        const Polynomial divisor = symbols[id].kind == index::SymbolKind::Quotient
                                       ? symbols[id].right.constant()
                                       : Polynomial();
        if (!divisor.constant() || divisor.isZero() || coefficient != Polynomial(0) - divisor)
          continue;
        const Affine rest = own + Affine(id) * divisor;
        const bool isMultiple = std::ranges::all_of(rest.coefficients(), [&](const auto &term) {
          return term.second.quotient(divisor).has_value();
        });
        if (!isMultiple || !prover.demandQuotient(rest.constant(), divisor))
          continue;
        const Affine whole = rest - symbols[id].left;
        return isOpposite ? Affine(1) - whole : whole;
      }
    }
    return sum;
  }

  /// Copies of words that are zero beyond an end: all of a word is, or none of it.
  ExpressionRef ofWholeWords(const ExpressionRef &value) {
    return map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      const auto number = conditionNumber(*node);
      if (!number)
        return nullptr;
      Guards guards = effects.conditions[*number];
      for (Affine &guard : guards)
        guard = byWholeWords(guard);
      return conditionOn(effects, guards);
    });
  }

  FormulaRef simplified(const FormulaRef &formula, const Guards &guards) const {
    std::vector<FormulaRef> parts;
    for (const FormulaRef &part : formula->parts)
      parts.push_back(simplified(part, guards));
    if (formula->kind == Formula::Kind::All)
      return Formula::all(std::move(parts));
    if (formula->kind == Formula::Kind::Any)
      return Formula::any(std::move(parts));
    if (formula->kind == Formula::Kind::Positive) {
      if (prover.provesNotNegative(formula->sum - Affine(1), guards))
        return Formula::constant(true);
      if (prover.provesNotNegative(Affine() - formula->sum, guards))
        return Formula::constant(false);
    }
    return formula;
  }

  /// Memory holds a rounded product, with which nvcc makes no FMA.
  static ExpressionRef inMemory(const ExpressionRef &value) {
    if (value->kind == Kind::Negate)
      return Expression::negate(inMemory(value->children[0]));
    if (value->kind == Kind::Select)
      return Expression::select(value->children[0], inMemory(value->children[1]),
                                inMemory(value->children[2]));
    return roundedAlone(value);
  }

  /// The value with other sums in what it reads; null where one of them is not known.
  ExpressionRef mapped(const ExpressionRef &value, const Formula::SumMapper &sums,
                       const SharedRead &read) {
    bool isKnown = true;
    const ExpressionRef result = map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      if (const ExpressionRef leaf = withIndices(effects, *node, sums, isKnown))
        return leaf;
      if (node->kind != Kind::Operand)
        return nullptr;
      ReadElement element = effects.reads[node->operand];
      const auto sum = sums(element.index);
      // A condition on what shared memory holds is not followed.
      isKnown &= sum.has_value() && !trace.reads.contains(static_cast<size_t>(node->operand));
      element.index = sum.value_or(Affine());
      element.location = read.location;
      effects.reads.push_back(element);
      return Expression::operandElement(static_cast<int>(effects.reads.size()) - 1, element.type);
    });
    return isKnown ? result : nullptr;
  }

  static bool isComplete(const std::vector<Reaching> &found) {
    std::vector<FormulaRef> conditions;
    for (const Reaching &one : found)
      conditions.push_back(one.where);
    return Formula::oneHolds(conditions);
  }

  /// The same where the address that is tested passes, and where it does not.
  ExpressionRef joinedWithTests(const SharedRead &read, const Guards &guards,
                                const std::vector<Reaching> &found) {
    std::vector<ExpressionRef> tests;
    for (const Reaching &one : found)
      Formula::collect(one.where, testsAddress, tests);
    if (tests.empty())
      return joined(read, found);
    ExpressionRef outcomes[2];
    for (const bool passes : {false, true}) {
      std::vector<Reaching> left = found;
      for (Reaching &one : left)
        one.where = Formula::where(one.where, *tests[0], passes);
      std::erase_if(left, [](const Reaching &one) { return one.where->is(false); });
      if (left.empty())
        return notWritten(read);
      const ExpressionRef value = joinedWithTests(read, guards, left);
      if (!value)
        return nullptr;
      outcomes[passes ? 1 : 0] =
          ::warpsmith::frontend::withoutCertain(value, guards, effects, prover);
    }
    if (areAlike(effects, *outcomes[0], *outcomes[1]))
      return outcomes[0];
    fail(read, "an address chooses what is written to " + sharedName(read.array));
    return nullptr;
  }

  /// The value of the first of these whose condition holds. Where none does, it is unknown.
  ExpressionRef joined(const SharedRead &read, std::vector<Reaching> found) {
    const bool isAlways = isComplete(found);
    const ElementType type = found[0].value->type;
    const ExpressionRef nothing = Expression::literal(NothingStored, type);
    const Guards common = takeCommon(found);
    ExpressionRef value = nothing;
    if (isAlways || isComplete(found)) {
      value = found.back().value;
      found.pop_back();
    }
    while (value && !found.empty()) {
      value = chosen(effects, found.back().where, found.back().value, value);
      found.pop_back();
    }
    if (!value) {
      fail(read, "several conditions choose what is stored in " + sharedName(read.array));
      return nullptr;
    }
    if (!choosesByIndices(value)) {
      fail(read,
           "data decide whether what is read of " + sharedName(read.array) + " has been stored");
      return nullptr;
    }
    return common.empty() ? value
                          : Expression::select(conditionOn(effects, common), value, nothing);
  }

  /// Whether nothing has been written, conditions on indices say, and where they do not hold.
  static bool choosesByIndices(const ExpressionRef &value) {
    bool isKnown = true;
    map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      const bool isGuarded = node->kind == Kind::Select && conditionNumber(*node->children[0]);
      for (size_t child = 0; child < node->children.size(); ++child)
        isKnown &= node->children[child]->text != NothingStored || (isGuarded && child == 2);
      return nullptr;
    });
    return isKnown;
  }

  /// The bounds that are part of all conditions.
  static Guards takeCommon(std::vector<Reaching> &found) {
    const auto partsOf = [](const FormulaRef &where) {
      return where->kind == Formula::Kind::All ? where->parts : std::vector{where};
    };
    const auto isIn = [&](const Affine &sum, const Reaching &one) {
      return std::ranges::any_of(partsOf(one.where), [&](const FormulaRef &part) {
        return part->kind == Formula::Kind::Positive && part->sum == sum;
      });
    };
    Guards common;
    for (const FormulaRef &part : partsOf(found[0].where))
      if (part->kind == Formula::Kind::Positive &&
          std::ranges::all_of(found, [&](const Reaching &one) { return isIn(part->sum, one); }))
        common.push_back(part->sum);
    for (Reaching &one : found) {
      std::vector<FormulaRef> left = partsOf(one.where);
      std::erase_if(left, [&](const FormulaRef &part) {
        return part->kind == Formula::Kind::Positive &&
               std::ranges::find(common, part->sum) != common.end();
      });
      one.where = Formula::all(std::move(left));
    }
    return common;
  }

  /// What an earlier step has written, or, at the first steps, whoever has written before the loop.
  ExpressionRef fromStep(const SharedRead &read, const Question &question, size_t loops,
                         int64_t before, const ExpressionRef &value) {
    const SymbolId step = read.loops[loops - 1];
    if (!value)
      return nullptr;
    for (int64_t number = 0; number < before; ++number) {
      const auto first = [&](const Affine &sum) -> std::optional<Affine> {
        return index::substituted(sum, {{step, Affine(number)}}, symbols, prover);
      };
      Question at{*first(question.place), {}};
      for (const Affine &guard : question.guards)
        at.guards.push_back(*first(guard));
      const ExpressionRef begin = reaching(read, at, loops - 1);
      const ExpressionRef expected = begin ? mapped(value, first, read) : nullptr;
      if (!expected)
        return nullptr;
      if (!agrees(*withoutCertain(expected, at.guards), *withoutCertain(begin, at.guards))) {
        fail(read, "the first steps of the loop do not find in " + sharedName(read.array) +
                       " what later steps find there: what is stored before the loop is another "
                       "tile");
        return nullptr;
      }
    }
    return value;
  }

  /// Without conditions that hold.
  ExpressionRef withoutCertain(const ExpressionRef &value, const Guards &guards) {
    return map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      const auto left = guardsLeft(
          effects, *node, [&](const Affine &guard) { return prover.implies(guards, guard); });
      if (!left)
        return nullptr;
      const ExpressionRef held = withoutCertain(node->children[1], guards);
      return left->empty() ? held
                           : Expression::select(conditionOn(effects, *left), held,
                                                withoutCertain(node->children[2], guards));
    });
  }

  /// The same value, where the first is known.
  bool agrees(const Expression &one, const Expression &other) const {
    const bool isPartly = one.kind == Kind::Select && one.children[2]->text == NothingStored;
    return areAlike(effects, one, other) || (isPartly && agrees(*one.children[1], other));
  }

  /// No step of the loop writes there.
  bool isNeverWritten(const SharedRead &read, const Question &question, size_t loops) {
    return std::ranges::all_of(trace.writes, [&](const SharedWrite &write) {
      return write.array != read.array || write.loopsInCommon(read) < loops ||
             isNeverWritten(write, question, {loops - 1, 0});
    });
  }

  /// The statement writes the place at none of its own steps.
  bool isNeverWritten(const SharedWrite &write, const Question &question, Distance distance) {
    auto [steps, own] = stepsOf(write, distance);
    WrittenPlaces places(write, symbols, prover, std::move(steps), own);
    return places.build({}) && places.isApart(question.place, question.guards);
  }

  ThreadEffects &effects;
  SharedTrace &trace;
  index::Symbols &symbols;
  index::Prover &prover;
  RefusalSink &refuse;
  std::set<int> done, open; ///< writes, by their order
  std::map<size_t, ExpressionRef> values;
  std::map<size_t, size_t> placeOf; ///< elements read in the place of shared memory
  size_t placed;                    ///< all before it are
};

} // namespace

bool resolveShared(ThreadEffects &effects, index::Symbols &symbols, index::Prover &prover,
                   RefusalSink &refuse) {
  return Dataflow(effects, symbols, prover, refuse).run();
}

} // namespace warpsmith::frontend
