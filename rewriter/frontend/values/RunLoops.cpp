// Loops: a variable moves on alike with each step, is a sum, or is set anew.
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/values/Choices.h"
#include "rewriter/frontend/values/KernelRun.h"
#include "rewriter/frontend/values/Leaves.h"
#include "llvm/Support/SaveAndRestore.h"
#include <algorithm>

namespace warpsmith::frontend {

using index::Affine;
using index::Guards;
using index::SymbolId;
using index::SymbolKind;

static void collectVariables(const std::vector<Statement> &statements, std::set<int> &found) {
  for (const Statement &each : statements) {
    if (each.kind == Statement::Kind::Assign)
      found.insert(each.variable);
    collectVariables(each.body, found);
    collectVariables(each.otherwise, found);
  }
}

void KernelRun::collectStored(const Statements &statements, std::set<int> &found) const {
  for (const Statement &each : statements) {
    if (each.kind == Statement::Kind::Store)
      for (const OwnArray *array : arraysOf(*each.place, found))
        for (int element = 0; element < array->elements; ++element)
          found.insert(array->first + element);
    collectStored(each.body, found);
    collectStored(each.otherwise, found);
  }
}

/// What pointers point to now need not be what they point to at a later step.
std::set<int> KernelRun::assignedIn(const Statement &loop) const {
  std::set<int> found;
  collectVariables(loop.body, found);
  collectVariables(loop.otherwise, found);
  collectStored(loop.body, found);
  collectStored(loop.otherwise, found);
  return found;
}

/// Runs a step from unknown values on, to see which of them it moves.
KernelRun::Recurrences KernelRun::recurrences(const Statement &statement) {
  const std::set<int> assigned = assignedIn(statement);
  const std::vector<Value> before = values;
  const bool wasTrying = std::exchange(trying, true);
  const size_t demands = prover.demands().size();
  Recurrences found;
  std::map<int, SymbolId> starts;
  for (const int variable : assigned) {
    Value &value = values[variable];
    if (value.kind == Value::Kind::Integer || value.kind == Value::Kind::Pointer) {
      starts[variable] =
          symbols.add({.kind = SymbolKind::Unknown, .extent = {}, .text = "a value"});
      value.integer = starts[variable];
    } else {
      value = Value::unknown("a variable that the step before has set, other than by adding to it");
    }
  }
  all(statement.body);
  all(statement.otherwise);
  for (const int variable : assigned) {
    const auto start = starts.find(variable);
    const bool isKept = start != starts.end() && values[variable].kind == before[variable].kind &&
                        values[variable].array == before[variable].array;
    const Affine move = isKept ? values[variable].integer - Affine(start->second) : Affine();
    if (isKept && move.isUniform())
      found.moves[variable] = move.constant();
    else
      found.others.insert(variable);
  }
  values = before;
  trying = wasTrying;
  prover.forget(demands);
  if (!trying)
    findCycles(statement, assigned, found);
  return found;
}

/// The type in which the variable is set, which may be an element of the thread's own.
std::optional<ElementType> KernelRun::typeAssigned(const Statements &statements,
                                                   int variable) const {
  const auto isOf = [&](const OwnArray *array) {
    return variable >= array->first && variable < array->first + array->elements;
  };
  for (const Statement &each : statements) {
    if (each.kind == Statement::Kind::Assign && each.variable == variable)
      return each.value->type.element;
    if (each.kind == Statement::Kind::Store && std::ranges::any_of(arraysOf(*each.place), isOf))
      return each.place->type.element;
    for (const auto *inner : {&each.body, &each.otherwise})
      if (const auto type = typeAssigned(*inner, variable))
        return type;
  }
  return std::nullopt;
}

/// The value is what tensor cores sum in half, or that of one of these variables.
bool KernelRun::isSumWord(const Term &value, const std::set<int> &known) const {
  if (value.kind == Term::Kind::Convert)
    return isSumWord(*value.children[0], known);
  if (value.kind == Term::Kind::Variable)
    return known.contains(static_cast<int>(value.number));
  return value.kind == Term::Kind::Element
             ? std::ranges::any_of(
                   arraysOf(value),
                   [&](const OwnArray *array) { return known.contains(array->first); })
             : value.kind == Term::Kind::Word && value.text == FragmentMark;
}

void KernelRun::addSumWords(const Statements &statements, std::set<int> &found) const {
  for (const Statement &each : statements) {
    const bool isSum = each.value && isSumWord(*each.value, found);
    if (isSum && each.kind == Statement::Kind::Assign)
      found.insert(each.variable);
    if (isSum && each.kind == Statement::Kind::Store)
      for (const OwnArray *array : arraysOf(*each.place))
        for (int element = 0; element < array->elements; ++element)
          found.insert(array->first + element);
    addSumWords(each.body, found);
    addSumWords(each.otherwise, found);
  }
}

/// The variables, and elements of the thread's own, that a step sets to words of such sums.
std::set<int> KernelRun::sumWordsIn(const Statement &loop) const {
  std::set<int> found;
  for (size_t before = 1; before != found.size();) {
    before = found.size();
    addSumWords(loop.body, found);
  }
  return found;
}

/// What variables that each step moves on are before a step.
static Value moved(Value value, const Affine &step, const Polynomial &move) {
  value.integer = value.integer + step * move;
  return value;
}

/// What a value is made of that is of the same kind as another one; nothing where it is not.
static std::vector<ExpressionRef> numbersLike(const Value &other, const Value &value) {
  if (other.kind == Value::Kind::Number)
    return value.number ? std::vector{value.number} : std::vector<ExpressionRef>();
  std::vector<ExpressionRef> all = value.numbers();
  const bool isLike = value.kind == other.kind && value.element == other.element &&
                      value.isSum == other.isSum && all.size() == other.numbers().size();
  return isLike ? all : std::vector<ExpressionRef>();
}

/// Numbers that a loop begins with, as sums that its steps may add to.
KernelRun::CarriedNumbers KernelRun::carriedFrom(int variable, const Value &begin, SymbolId step,
                                                 clang::SourceLocation where) {
  const size_t first = effects.sums.size();
  std::vector<ExpressionRef> before;
  for (const ExpressionRef &number : begin.numbers()) {
    before.push_back(sumLeaf(effects.sums.size(), number->type));
    effects.sums.push_back({step, nullptr, nullptr, number->type, guards(), where});
    effects.sums.back().initial = number;
    if (const auto known = program.wholes.find(variable); known != program.wholes.end())
      effects.sums.back().vector = known->second;
  }
  return {first, begin.withNumbers(std::move(before))};
}

bool KernelRun::loop(const Statement &statement) {
  if (numbersElements(statement))
    return unrolled(statement);
  const Recurrences carried = recurrences(statement);
  const std::vector<Value> before = values;
  const size_t sumsBefore = effects.sums.size(), demandsBefore = prover.demands().size();
  const SymbolId step =
      symbols.add({.kind = SymbolKind::Step, .extent = std::nullopt, .text = "i"});
  Affine count(step);         // of steps before this one
  std::map<int, Value> first; // before the loop
  std::map<int, CarriedNumbers> sums;
  const auto move = [&] {
    for (const auto &[variable, by] : carried.moves)
      values[variable] = moved(first[variable], count, by);
  };
  for (const auto &[variable, by] : carried.moves)
    first[variable] = values[variable];
  move();
  const std::set<int> sumWords = trying ? std::set<int>() : sumWordsIn(statement);
  for (const int variable : carried.others) {
    Value &value = values[variable];
    first[variable] = value;
    if (const auto cycle = carried.cycles.find(variable); cycle != carried.cycles.end()) {
      value = atStep(value, cycle->second, Affine(step));
      continue;
    }
    if (sumWords.contains(variable) && value.isKnown())
      value = asSums(value);
    // A number that data are added to is data.
    auto type = typeAssigned(statement.body, variable);
    for (const auto &[name, array] : ownArrays)
      if (variable >= array.first && variable < array.first + array.elements)
        type = array.type;
    if (value.kind == Value::Kind::Integer && type && sizeOf(*type) >= 4)
      if (const ExpressionRef begin = number(value, *type))
        value = Value::of(begin);
    if (!value.numbers().empty() && !trying) {
      sums[variable] = carriedFrom(variable, value, step, statement.location);
      value = sums[variable].before;
    } else {
      value = !value.isKnown()
                  ? Value::unknownAs(value)
                  : Value::unknown("a variable that each step sets anew, other than by "
                                   "adding what all threads and steps have alike");
    }
  }
  const size_t demands = prover.demands().size();
  bool mayWrap = false;
  const auto evaluated = [&] {
    Value now = value(statement.value);
    mayWrap = !trying && !now.isKnown();
    if (mayWrap) {
      unbounded = step;
      now = value(statement.value);
      unbounded.reset();
    }
    return now;
  };
  Value condition = evaluated();
  const auto begin = carried.cycles.empty() ? beginOfRange(carried, condition, step) : std::nullopt;
  if (begin) {
    prover.forget(demands);
    count = count - *begin;
    move();
    condition = evaluated();
  }
  for (const auto &[variable, by] : carried.moves)
    nameIndex(variable);
  const clang::SourceLocation end = statement.value->location;
  auto bounds = ends(condition, step, program.source.knows(end) ? end : statement.location);
  if (!bounds || (mayWrap && !fitsToEnd(statement, *bounds, step)))
    return false;
  bounds->isBroken = statement.isBroken;
  if (commitsFewTimes(statement, *bounds)) {
    values = before;
    effects.sums.resize(sumsBefore);
    prover.forget(demandsBefore);
    const llvm::SaveAndRestore each(isStepByStep, true);
    return unrolled(statement);
  }
  if (begin) {
    const auto began = simplified(Formula::positive(count + Affine(1)))->conjunction();
    if (!began)
      return fail(statement.location, "a loop whose first step is no bound");
    bounds->guards.insert(bounds->guards.end(), began->begin(), began->end());
  }
  if (condition.kind == Value::Kind::Truth)
    effects.shared.boundsOfLoop[step] = condition.truth->conjunction().value_or(Guards());
  if (bounds->extent)
    symbols.setExtent(step, *bounds->extent);
  const bool isOnce = bounds->extent && bounds->extent->constant() == 1;
  if (isOnce) { // the step is 0
    for (const auto &[variable, start] : first)
      if (!sums.contains(variable) && values[variable].kind == start.kind)
        values[variable] = start;
    for (Affine &guard : bounds->guards)
      guard = guard.substitute(step, Affine());
  }
  for (const Affine &guard : bounds->guards)
    path.push_back(Formula::positive(guard));
  loops.push_back(step);
  effects.shared.conditionsOfLoop[step] = path.size();
  const bool done = all(statement.body) && all(statement.otherwise);
  loops.pop_back();
  path.resize(path.size() - bounds->guards.size());
  if (!done || !movesOn(statement, carried, first, isOnce ? Affine() : count))
    return false;
  std::map<size_t, ExpressionRef> setAnew; // at each step
  for (const auto &[variable, start] : first) {
    if (const auto sum = sums.find(variable); sum != sums.end()) {
      const std::vector<ExpressionRef> after = numbersLike(sum->second.before, values[variable]);
      const size_t own = sum->second.first;
      size_t made = 0; // of the sum of the steps before
      for (size_t number = 0; number < after.size(); ++number)
        made += isMadeOf(after[number], own + number);
      if (made > 0 && made == after.size()) {
        const Value left = leaveSums(sum->second, after, *bounds, statement.location);
        if (!left.isKnown())
          return false;
        values[variable] = left;
        continue;
      }
      for (size_t number = 0; made == 0 && number < after.size(); ++number)
        setAnew[own + number] = after[number];
    }
    values[variable] = afterLoop(variable, carried, start, step, *bounds);
  }
  keepForNextStep(setAnew);
  return true;
}

/// The loop is left for good: what leads here holds at each later step, too, in which the thread
/// then does nothing.
bool KernelRun::leave(const Statement &statement) {
  const SymbolId step = loops.back();
  const auto begin = path.begin() + static_cast<long>(effects.shared.conditionsOfLoop.at(step));
  const auto conditions = Formula::all({begin, path.end()})->conjunction();
  const auto staysTrue = [&](const Affine &condition) {
    return std::ranges::all_of(condition.coefficients(), [&](const auto &term) {
      const index::Symbol &symbol = symbols[term.first];
      return !symbol.isMade() && symbol.kind != SymbolKind::Unknown &&
             (term.first != step || prover.provesNotNegative(term.second));
    });
  };
  return (conditions && std::ranges::all_of(*conditions, staysTrue)) ||
         fail(statement.location, "'break' where it is not certain that a later step would break");
}

static bool hasStatement(const std::vector<Statement> &statements, Statement::Kind kind) {
  return std::ranges::any_of(statements, [&](const Statement &each) {
    return each.kind == kind || hasStatement(each.body, kind) || hasStatement(each.otherwise, kind);
  });
}

/// Groups of copies are counted where few steps commit one each, all before a barrier.
bool KernelRun::commitsFewTimes(const Statement &statement, const Ends &bounds) {
  constexpr int64_t Most = 8;
  const auto number = bounds.extent ? bounds.extent->constant() : std::nullopt;
  return number && *number <= Most && hasStatement(statement.body, Statement::Kind::Commit) &&
         !hasStatement(statement.body, Statement::Kind::Barrier);
}

/// What a loop's condition compares fits into its type at each step, and when the condition fails.
bool KernelRun::fitsToEnd(const Statement &statement, const Ends &bounds, SymbolId step) {
  if (!bounds.extent)
    return fail(statement.location, "a loop whose end is not known");
  symbols.setExtent(step, *bounds.extent + Polynomial(1));
  const Value condition = value(statement.value);
  return condition.isKnown() || failFor(condition, statement.location);
}

/// A step that was tried may not have been checked for what the types hold.
bool KernelRun::movesOn(const Statement &statement, const Recurrences &carried,
                        const std::map<int, Value> &first, const Affine &step) {
  return trying || std::ranges::all_of(carried.moves, [&](const auto &one) {
           // Asked for, where an inner loop has moved it.
           const Value after = held(one.first);
           const Value expected = moved(first.at(one.first), step + Affine(1), one.second);
           return (after.kind == expected.kind && after.integer == expected.integer) ||
                  (after.isKnown() ? fail(statement.location, "a variable that not all steps of "
                                                              "the loop move alike")
                                   : failFor(after, statement.location));
         });
}

/// What a variable that is no sum is after the last step, where all threads have so many.
Value KernelRun::afterLoop(int variable, const Recurrences &carried, const Value &first,
                           SymbolId step, const Ends &bounds) {
  if (!bounds.extent || bounds.isBroken || !bounds.guards.empty() ||
      carried.unlessLast.contains(variable))
    return Value::unknown("a value left over from a loop whose steps may differ between threads");
  const Polynomial &extent = *bounds.extent;
  const size_t demands = prover.demands().size();
  const auto had = [&](const Polynomial &steps) {
    return prover.demandNotNegative(Affine(extent - steps));
  };
  const Value &ofStep = values[variable];
  Value after = ofStep.isKnown()
                    ? Value::unknown("a value that the last step of a loop has left, and no sum of "
                                     "its steps")
                    : Value::unknownAs(ofStep);
  const auto move = carried.moves.find(variable);
  const auto cycle = carried.cycles.find(variable);
  if (move != carried.moves.end() || cycle != carried.cycles.end()) {
    const bool isKnown = had(0);
    after = !isKnown                      ? after
            : move != carried.moves.end() ? moved(first, Affine(extent), move->second)
                                          : atStep(first, cycle->second, Affine(extent));
    after.onlyIf.push_back(extent);
  } else if (const Value &last = values[variable];
             (last.kind == Value::Kind::Integer || last.kind == Value::Kind::Pointer) && had(1)) {
    after = last;
    after.integer = index::substituted(last.integer, {{step, Affine(extent - 1)}}, symbols, prover);
    after.onlyIf.push_back(extent - 1);
  }
  prover.forget(demands); // until somebody asks for the value
  return after;
}

/// All of a value after the loop's last step; unknown where that is refused.
Value KernelRun::leaveSums(const CarriedNumbers &sums, const std::vector<ExpressionRef> &after,
                           const Ends &bounds, clang::SourceLocation where) {
  std::vector<ExpressionRef> all;
  for (size_t number = 0; number < after.size(); ++number) {
    all.push_back(leaveSum(sums.first + number, after[number], bounds, where));
    if (!all.back())
      return {};
  }
  return sums.before.withNumbers(std::move(all));
}

/// The sum after all steps; null where it is not known.
ExpressionRef KernelRun::leaveSum(size_t number, const ExpressionRef &after, const Ends &bounds,
                                  clang::SourceLocation where) {
  StepSum &known = effects.sums[number];
  ExpressionRef own = sumLeaf(number, known.type);
  if (same(*after, *own)) // no step has changed it
    return known.initial;
  if (!bounds.extent) {
    fail(where, "a sum over a loop whose number of steps is not known");
    return nullptr;
  }
  std::vector<FormulaRef> parts;
  for (const Affine &guard : bounds.guards)
    parts.push_back(Formula::positive(guard));
  known.update = parts.empty()
                     ? after
                     : chosen(effects, simplified(Formula::all(std::move(parts))), after, own);
  known.reads = effects.reads.size();
  known.ownExtent = bounds.ownExtent;
  return own;
}

/// Variables that a step looks at before it sets them keep what the step before has set.
void KernelRun::keepForNextStep(const std::map<size_t, ExpressionRef> &setAnew) {
  std::set<size_t> used;
  for (const StepSum &sum : effects.sums)
    for (const ExpressionRef &value : {sum.initial, sum.update})
      if (value)
        used.merge(sumsIn(value));
  for (const SharedWrite &write : effects.shared.writes)
    used.merge(sumsIn(write.value));
  for (const auto &[number, next] : setAnew)
    if (used.contains(number)) {
      effects.sums[number].update = next;
      effects.sums[number].reads = effects.reads.size();
    }
}

/// The sum occurs in the value, or in what another sum of it begins with.
bool KernelRun::isMadeOf(const ExpressionRef &value, size_t sum) const {
  return std::ranges::any_of(sumsIn(value), [&](size_t number) {
    return number == sum || (number > sum && isMadeOf(effects.sums[number].initial, sum));
  });
}

/// The steps to an end, each of them of that width.
static Polynomial stepsTo(const Polynomial &end, const Polynomial &width) {
  if (const auto exact = end.quotient(width))
    return *exact;
  const Polynomial rounded = end + width - 1;
  const auto number = rounded.constant(), by = width.constant();
  return number && by ? Polynomial(*number / *by)
                      : Polynomial::symbol({rounded, width, false, !by});
}

/// Of `i != n`, how far it is to the end, where steps of 1 come to it.
std::optional<Affine> KernelRun::distanceLeft(const Value &condition, SymbolId step) {
  const bool areTwo = condition.kind == Value::Kind::Truth &&
                      condition.truth->kind == Formula::Kind::Any &&
                      condition.truth->parts.size() == 2;
  if (!areTwo)
    return std::nullopt;
  const Formula &one = *condition.truth->parts[0], &other = *condition.truth->parts[1];
  if (one.kind != Formula::Kind::Positive || other.kind != Formula::Kind::Positive ||
      one.sum + other.sum != Affine())
    return std::nullopt;
  for (const Affine &sum : {one.sum, other.sum})
    if (sum.coefficient(step) == Polynomial(-1) &&
        (trying || prover.demandNotNegative(sum + Affine(step), guards())))
      return sum;
  return std::nullopt;
}

/// Where threads begin at numbers of their own and leave at others: the number at which a thread
/// begins. Its steps are then counted from 0 on, as those of a range that each element has of its
/// own.
std::optional<Affine> KernelRun::beginOfRange(const Recurrences &carried, const Value &condition,
                                              SymbolId step) const {
  const auto bounds =
      condition.kind == Value::Kind::Truth ? condition.truth->conjunction() : std::nullopt;
  const auto dependencies = [&](const Affine &begin) { // of the steps to the nearest end
    size_t least = SIZE_MAX;
    for (const Affine &bound : bounds.value_or(Guards()))
      if (bound.coefficient(step) == Polynomial(-1))
        least = std::min(least, (bound + Affine(step) + begin).coefficients().size());
    return least;
  };
  const size_t fromZero = dependencies(Affine());
  for (const auto &[variable, move] : carried.moves) {
    const Value &now = values[variable];
    if (now.kind != Value::Kind::Integer || move != Polynomial(1))
      continue;
    const Affine begin = now.integer - Affine(step);
    if (!begin.isUniform() && !symbols.contains(begin, SymbolKind::Unknown) &&
        (!bounds || symbols.contains(begin, SymbolKind::Extreme) ||
         dependencies(begin) < fromZero) &&
        simplified(Formula::positive(begin + Affine(1)))->is(true))
      return begin;
  }
  return std::nullopt;
}

/// What is at least the sum, wherever in the box.
std::optional<Polynomial> KernelRun::mostOf(const Affine &sum) const {
  Polynomial most = sum.constant();
  for (const auto &[id, coefficient] : sum.coefficients()) {
    if (prover.provesNotNegative(Polynomial(0) - coefficient))
      continue;
    const std::optional<Polynomial> &extent = symbols[id].extent;
    if (!extent || !prover.provesNotNegative(coefficient))
      return std::nullopt;
    most += coefficient * (*extent - 1);
  }
  return most;
}

/// The number that the sum is at most where the conditions around the loop hold: in
/// `if (left < 16)`, as many as are left are 15.
std::optional<int64_t> KernelRun::mostAround(const Affine &sum) const {
  std::optional<int64_t> most;
  for (const Affine &guard : guards()) {
    const Affine both = sum + guard; // the guard is at least 1
    const auto number = both.isUniform() ? both.constant().constant() : std::nullopt;
    if (number && *number > 1 && (!most || *number - 1 < *most))
      most = *number - 1;
  }
  return most;
}

/// How many steps there are, and what else holds at each. A condition that has failed does not hold
/// again: all that it compares moves to one side.
std::optional<KernelRun::Ends> KernelRun::ends(const Value &condition, SymbolId step,
                                               clang::SourceLocation where) {
  const auto unknown = [&](const std::string &why) -> std::optional<Ends> {
    return fail(where, why) ? std::optional(Ends()) : std::nullopt;
  };
  auto bounds =
      condition.kind == Value::Kind::Truth ? condition.truth->conjunction() : std::nullopt;
  if (const auto distance = bounds ? std::nullopt : distanceLeft(condition, step))
    bounds = Guards{*distance};
  if (!bounds && !condition.isKnown())
    return failFor(condition, where) ? std::optional(Ends()) : std::nullopt;
  if (!bounds)
    return unknown("a loop whose condition" +
                   (program.source.knows(where) ? " " + program.source.textAt(where) : "") +
                   (condition.truth && condition.truth->is(false)
                        ? " never holds"
                        : " is no conjunction of bounds on integers"));
  Ends found;
  bool isOnlyMost = false;
  Affine end; // the bound that the extent is of
  for (const Affine &bound : *bounds) {
    const Polynomial less = Polynomial(0) - bound.coefficient(step);
    const bool moves = prover.provesNotNegative(less - 1) ||
                       (!less.constant() && prover.demandNotNegative(Affine(less - 1)));
    if (!moves || symbols.contains(bound, SymbolKind::Unknown))
      return unknown("a loop whose variable does not move to its end");
    const Affine all = bound + Affine(step) * less;
    const bool isEnd = all.isUniform();
    // An end that all threads have is better than the last step of any.
    const bool isBetter = !found.extent || found.ownExtent ||
                          (!found.extent->constant() && all.constant().constant());
    // Threads that leave at different steps: at most so many, with the condition at each.
    const bool mayBeMost = !isEnd && !found.extent;
    const auto around = mayBeMost ? mostAround(all) : std::nullopt;
    const bool isMost =
        mayBeMost && (around || prover.provesNotNegative(Affine(all.constant()) - all));
    const auto most = mayBeMost && !isMost && less == Polynomial(1) ? mostOf(all) : std::nullopt;
    if (!isEnd || !isBetter)
      found.guards.push_back(bound);
    if (isEnd && isBetter && found.extent && !isOnlyMost)
      found.guards.push_back(end);
    if (isMost || (isEnd && isBetter)) {
      end = bound;
      found.ownExtent.reset();
      found.extent = stepsTo(around ? Polynomial(*around) : all.constant(), less);
      isOnlyMost = isMost;
    }
    if (most) {
      found.extent = most;
      found.ownExtent = all;
      isOnlyMost = true;
    }
  }
  return found;
}

} // namespace warpsmith::frontend
