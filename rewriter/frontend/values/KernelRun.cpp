#include "rewriter/frontend/values/KernelRun.h"
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/values/Choices.h"
#include "rewriter/frontend/values/Leaves.h"
#include "rewriter/ir/FusedProducts.h"
#include <algorithm>

namespace warpsmith::frontend {

using index::Affine;
using index::Guards;

bool KernelRun::fail(clang::SourceLocation where, const std::string &why) {
  if (!trying)
    refuse(where, why);
  return trying;
}

/// At the cause of an unknown value; at the statement where none is known.
bool KernelRun::failFor(const Value &unknown, clang::SourceLocation where) {
  if (trying)
    return true;
  const std::string what = unknown.why.empty() ? "a value that is not understood" : unknown.why;
  const clang::SourceLocation cause = unknown.cause.at;
  return program.source.knows(cause) ? fail(cause, program.source.textAt(cause) + " is " + what)
                                     : fail(where, "what is used here is " + what);
}

/// An index that remarks call by the variable's name.
void KernelRun::nameIndex(int variable) {
  const auto known = program.names.find(variable);
  if (const Value &now = values[variable];
      !trying && known != program.names.end() && now.kind == Value::Kind::Integer)
    symbols.name(now.integer, known->second);
}

static bool dependsOnData(const Formula &formula) {
  return formula.kind == Formula::Kind::Data ||
         std::ranges::any_of(formula.parts,
                             [](const FormulaRef &part) { return dependsOnData(*part); });
}

/// A store whose conditions are no bounds: at the first of these that is none.
bool KernelRun::failStored(clang::SourceLocation where) {
  for (const FormulaRef &condition : path) {
    const auto known = conditionAt.find(condition);
    if (known == conditionAt.end() || ofAllThreads(condition)->conjunction())
      continue;
    const auto &[place, holds] = known->second;
    if (!program.source.knows(place))
      return fail(where,
                  "a store behind a branch that returns or goes on with the next step, under "
                  "conditions that are no upper bounds on indices");
    const std::string text = program.source.textAt(place);
    const std::string why = dependsOnData(*condition)
                                ? ", which depends on data"
                                : ", which is no conjunction of upper bounds on indices";
    return fail(place, holds ? "a store depends on " + text + why
                             : "a store is made where " + text + " does not hold" + why);
  }
  return fail(where, "a store under a condition that is no conjunction of upper bounds on indices");
}

std::optional<ThreadEffects> KernelRun::run() {
  int variables = program.variables;
  for (const auto &[name, place] : elementsOfThread)
    ownArrays[name] = {.first = variables++, .elements = 1};
  values.assign(variables, Value::unknown("a variable that has no value yet"));
  collectPointers(program.statements);
  for (const std::string &name : program.unsignedSizes)
    prover.assumeAtLeast(name, 0);
  for (const char axis : {'x', 'y', 'z'})
    if (const auto size = program.assumed.find(std::string("blockDim.") + axis);
        size != program.assumed.end()) {
      prover.demandEqual(Polynomial::symbol(size->first), size->second);
      symbols.setExtent(symbols.thread(axis), size->second);
    }
  for (const auto &[name, extent] : program.shared)
    effects.shared.sizes[name] = extent.elements;
  effects.pairs = program.pairs;
  effects.onTensorCores = program.onTensorCores;
  effects.readsIndirectly = program.readsIndirectly;
  effects.shared.source = &program.source;
  if (program.asksLanes && !takesLanes())
    return refuse(program.statements.front().location,
                  "instructions of a warp in a block that is no whole warps");
  for (size_t side = 0; program.fragments && side < 2; ++side)
    effects.fragment[side == 0 ? 'r' : 'c'] = symbols.add(
        {.kind = index::SymbolKind::Step, .extent = (*program.fragments)[side], .text = "i"});
  if (!all(program.statements))
    return std::nullopt;
  if (namesDecide)
    return refuse(program.statements.front().location, "a condition that constants decide");
  for (const StoredElement &stored : effects.stores)
    if (effects.sizesOf.contains(stored.array))
      return refuse(stored.location, "a store to an array that sizes are read from");
  return std::move(effects);
}

bool KernelRun::all(const Statements &statements) {
  return std::ranges::all_of(statements, [&](const Statement &each) { return one(each); });
}

/// What is used twice stands for all of its parts twice: a few statements can make more of them
/// than can be looked at.
Value KernelRun::bounded(const Value &value) {
  constexpr size_t MostParts = 1 << 14;
  const auto isLarge = [](const ExpressionRef &number) { return number->nodes > MostParts; };
  const bool isTooLarge =
      (value.number && isLarge(value.number)) || std::ranges::any_of(value.parts, isLarge);
  return isTooLarge ? Value::unknown("a value of too many parts") : value;
}

bool KernelRun::one(const Statement &statement) {
  switch (statement.kind) {
  case Statement::Kind::Assign:
    values[statement.variable] = bounded(value(statement.value));
    nameIndex(statement.variable);
    return true;
  case Statement::Kind::Store:
    return store(statement);
  case Statement::Kind::Break:
    return trying || leave(statement);
  case Statement::Kind::Demand:
    return trying || demand(statement);
  case Statement::Kind::Barrier:
    return trying || barrier(statement);
  case Statement::Kind::Warp:
    return trying || wholeWarp(statement);
  case Statement::Kind::Commit:
    if (!trying)
      effects.shared.commits.push_back(synchronisation(statement.location));
    return true;
  case Statement::Kind::Wait:
    return trying || wait(statement);
  case Statement::Kind::If:
    return branch(statement);
  case Statement::Kind::Loop:
    return loop(statement);
  }
  return false;
}

/// The guards around the present statement, without those that are no conjunction.
Guards KernelRun::guards() const {
  return Formula::all(path)->conjunction().value_or(Guards());
}

bool KernelRun::store(const Statement &statement) {
  const Term &place = *statement.place;
  const Value pointer = value(place.children[0]), distance = value(place.children[1]);
  const Value stored = withNumber(value(statement.value));
  const auto own = ownArrays.find(pointer.array);
  const bool isOwn = own != ownArrays.end();
  for (const Value &part : {pointer, distance, stored})
    if (!part.isKnown() && !isOwn && !trying)
      return failFor(part, statement.location);
  if (distance.kind != Value::Kind::Integer) {
    if (isOwn)
      forget(own->second);
    return trying || fail(statement.location, "a store at an index that is not known");
  }
  if (!isOwn && !trying && !fits(distance.integer, *place.children[1]))
    return fail(statement.location, "an index that may wrap");
  const Affine to = pointer.integer + distance.integer * pointer.inWord;
  if (pointer.inWord == 1)
    return storeAt(statement, pointer, to, stored, *place.type.element);
  const bool isSuch = stored.kind == Value::Kind::Word && stored.element == pointer.element &&
                      static_cast<int64_t>(stored.parts.size()) == pointer.inWord;
  for (int64_t part = 0; part < pointer.inWord; ++part) {
    const Value number =
        isSuch
            ? Value::of(Expression::cast(*stored.element, stored.parts[static_cast<size_t>(part)]))
            : Value::unknown("a word that holds numbers of another type");
    if (!storeAt(statement, pointer, to + Affine(part), number, *pointer.element))
      return false;
  }
  return true;
}

bool KernelRun::storeAt(const Statement &statement, const Value &pointer, const Affine &place,
                        const Value &stored, ElementType type) {
  if (ownArrays.contains(pointer.array))
    return storeOwn(statement, pointer.array, place, stored, type);
  if (trying) {
    // It may be to any of the thread's own arrays.
    for (const auto &[name, array] : ownArrays)
      if (!pointer.isKnown())
        forget(array);
    return true;
  }
  if (!stored.isKnown())
    return failFor(stored, statement.location);
  const ExpressionRef value = number(stored, type);
  const ExpressionRef result = value ? whereStored(value) : nullptr;
  if (pointer.kind != Value::Kind::Pointer || pointer.isNull || !result)
    return fail(statement.location, "a store that is not understood");
  const bool isShared = program.shared.contains(pointer.array);
  if (isShared && (pointer.element != type || !isOfOneType(pointer)))
    return fail(statement.location, "a store of numbers of another type");
  if (isRunning(result) && (!isShared || statement.isCopy))
    return fail(statement.location, "a sum is stored before it is complete");
  if (statement.isCopy && !(isShared && readsOnly(result)))
    return fail(statement.location, "a copy of other than global to shared memory");
  if (statement.isOfBlock && !isAlikeInBlock(place, *result))
    return fail(statement.location,
                "a copy by the block that is not the same one in each of its threads: not all of "
                "them come to it, or they give it other addresses");
  if (isShared) {
    effects.shared.writes.push_back({here(statement.location), pointer.array, place, result});
    effects.shared.writes.back().isCopy = statement.isCopy;
    return true;
  }
  return storeInMemory({pointer.array,
                        type,
                        withWholePitches(place),
                        result,
                        {},
                        statement.location,
                        here(statement.location)});
}

/// Where it depends on addresses whether it is stored, one for each outcome of their tests.
bool KernelRun::storeInMemory(StoredElement store) {
  constexpr size_t MostTests = 3;
  std::vector<ExpressionRef> tests;
  for (const FormulaRef &condition : path)
    Formula::collect(condition, testsAddress, tests);
  if (tests.size() > MostTests)
    return fail(store.location, "a store under a condition on many addresses");
  for (size_t outcome = 0; outcome < size_t(1) << tests.size(); ++outcome) {
    store.tests.clear();
    for (size_t test = 0; test < tests.size(); ++test)
      store.tests.emplace_back(tests[test], (outcome >> test & 1) != 0);
    const FormulaRef holds = storedWhere(store.tests);
    const auto where = holds->conjunction();
    if (!where && !holds->is(false))
      return failStored(store.location);
    if (!where)
      continue;
    store.where = *where;
    effects.stores.push_back(store);
  }
  effects.elementSteps.insert(loops.begin(), loops.end());
  return true;
}

/// Of an element that was read under a condition which holds here, too, the element: registers that
/// wait for their tile to be stored.
ExpressionRef KernelRun::whereStored(const ExpressionRef &value) const {
  const Guards around = guards();
  return map(value, [&](const ExpressionRef &node) -> ExpressionRef {
    const auto left = guardsLeft(
        effects, *node, [&](const Affine &guard) { return prover.implies(around, guard); });
    return left && left->empty() && node->children[1]->kind == Expression::Kind::Operand
               ? node->children[1]
               : nullptr;
  });
}

/// The guards around a store. Of alternatives, the launch has to make one hold for all threads: `if
/// (row >= m && column >= n) return;` is meant to be `||`.
FormulaRef KernelRun::storedWhere(const std::vector<std::pair<ExpressionRef, bool>> &tests) {
  std::vector<FormulaRef> all;
  for (FormulaRef condition : path) {
    for (const auto &[test, passes] : tests)
      condition = Formula::where(condition, *test, passes);
    all.push_back(ofAllThreads(condition));
  }
  return Formula::all(std::move(all));
}

/// Smaller indices are within it, too.
static bool isUpperBound(const Formula &formula) {
  return formula.kind == Formula::Kind::Positive && !formula.sum.isUniform() &&
         std::ranges::all_of(formula.sum.coefficients(),
                             [](const auto &term) { return term.second.isNegative(); });
}

FormulaRef KernelRun::ofAllThreads(const FormulaRef &formula) {
  std::vector<FormulaRef> parts;
  for (const FormulaRef &part : formula->parts)
    if (formula->kind == Formula::Kind::All)
      parts.push_back(ofAllThreads(part));
    else if (isUpperBound(*part) && prover.demandNotNegative(part->sum - Affine(1)))
      return Formula::constant(true);
  return formula->kind == Formula::Kind::All ? Formula::all(std::move(parts)) : formula;
}

/// All threads of the block come here, and copy the same element to the same place.
bool KernelRun::isAlikeInBlock(const Affine &to, const Expression &element) const {
  const auto isAlike = [&](const Affine &place) {
    return Formula::positive(place)->isAlikeInBlock(symbols);
  };
  return isAlike(to) && isAlike(effects.reads[static_cast<size_t>(element.operand)].index) &&
         std::ranges::all_of(
             path, [&](const FormulaRef &condition) { return condition->isAlikeInBlock(symbols); });
}

ProgramPoint KernelRun::here(clang::SourceLocation where) {
  return {.order = points++, .loops = loops, .path = path, .location = where};
}

/// A point that orders what others do. Its conditions may say no more than that the loop has
/// another step.
ProgramPoint KernelRun::synchronisation(clang::SourceLocation where) {
  ProgramPoint point = here(where);
  if (loops.empty())
    return point;
  const index::SymbolId step = loops.back();
  const Guards next = boundsOfNextStep(effects.shared, step, symbols, prover);
  const auto conditions = effects.shared.conditionsOfLoop.at(step);
  const Guards own = Formula::all({path.begin() + static_cast<long>(conditions), path.end()})
                         ->conjunction()
                         .value_or(Guards{Affine()});
  point.isUnlessLast = std::ranges::all_of(
      own, [&](const Affine &bound) { return prover.provesNotNegative(bound - Affine(1), next); });
  return point;
}

/// An element that nobody writes while it is copied.
bool KernelRun::readsOnly(const ExpressionRef &value) const {
  // Where nothing is copied, there are zeros.
  if (value->kind == Expression::Kind::Select && conditionNumber(*value->children[0]))
    return readsOnly(value->children[1]) &&
           !value->children[2]->contains(Expression::Kind::Operand) &&
           !value->children[2]->contains(Expression::Kind::Sum);
  return value->kind == Expression::Kind::Operand &&
         !effects.shared.reads.contains(static_cast<size_t>(value->operand));
}

/// More than eight groups are as few as eight.
bool KernelRun::wait(const Statement &statement) {
  constexpr int64_t Most = 8;
  const Value pending = value(statement.value);
  const auto number = pending.kind == Value::Kind::Integer && pending.integer.isUniform()
                          ? pending.integer.constant().constant()
                          : std::nullopt;
  if (!number || *number < 0)
    return fail(statement.location, "a wait for copies of which the number is not known");
  effects.shared.waits.push_back({synchronisation(statement.location), std::min(*number, Most)});
  return true;
}

/// What has to hold for each thread that comes here is proved, or left to the launch.
bool KernelRun::demand(const Statement &statement) {
  const Value condition = value(statement.value);
  const auto bounds =
      condition.kind == Value::Kind::Truth ? condition.truth->conjunction() : std::nullopt;
  // Of two sizes that are to be equal, neither is greater than the other.
  if (bounds && bounds->size() == 2 && bounds->front().isUniform() &&
      bounds->front() + bounds->back() == Affine(2)) {
    const Polynomial difference = bounds->front().constant() - 1;
    Polynomial left;
    for (const Polynomial &summand : difference.summands())
      if (!summand.isNegative())
        left += summand;
    if (prover.demandEqual(left, left - difference))
      return true;
  }
  const bool holds = bounds && std::ranges::all_of(*bounds, [&](const Affine &bound) {
                       return prover.demandNotNegative(bound - Affine(1), guards());
                     });
  return holds || fail(statement.location, "a condition that a launch cannot be checked for");
}

/// The launch makes the condition true for all threads; of several, of which one is enough, one.
bool KernelRun::demandForAll(const FormulaRef &condition) {
  const size_t demands = prover.demands().size();
  const auto bounds = condition->conjunction();
  if (bounds && std::ranges::all_of(*bounds, [&](const Affine &bound) {
        return prover.demandNotNegative(bound - Affine(1));
      }))
    return true;
  prover.forget(demands);
  return condition->kind == Formula::Kind::Any &&
         std::ranges::any_of(condition->parts,
                             [&](const FormulaRef &part) { return demandForAll(part); });
}

/// All threads of the block have to come to it, or none.
bool KernelRun::barrier(const Statement &statement) {
  for (const FormulaRef &condition : path)
    if (!condition->isAlikeInBlock(symbols) && !demandForAll(condition))
      return fail(statement.location,
                  "a barrier under a condition that may differ between threads of the block");
  effects.shared.barriers.push_back(synchronisation(statement.location));
  return true;
}

/// A sum in the value, or one that it goes on with, has steps to come.
bool KernelRun::isRunning(const ExpressionRef &value) const {
  return std::ranges::any_of(sumsIn(value), [&](size_t number) {
    const StepSum &sum = effects.sums[number];
    return !sum.update || isRunning(sum.initial);
  });
}

/// The compiler knows its value, too.
bool KernelRun::isConstant(const Term &term) {
  return term.kind == Term::Kind::Integer ||
         (!term.children.empty() && std::ranges::all_of(term.children, [](const TermRef &child) {
           return isConstant(*child);
         }));
}

/// What the statements assign to the variable in the end, if that is known; else null.
static TermRef lastAssigned(const std::vector<Statement> &statements, int variable) {
  TermRef last;
  for (const Statement &each : statements)
    if (each.kind == Statement::Kind::Assign && each.variable == variable)
      last = each.value;
  return last;
}

static bool isSum(const Term &term) {
  return term.kind == Term::Kind::Binary && (term.text == "+" || term.text == "-");
}

static bool addsProduct(const Term &sum) {
  return std::ranges::any_of(sum.children, [](const TermRef &side) {
    return side->kind == Term::Kind::Binary && side->text == "*";
  });
}

/// What a condition that is not a constant has chosen the compiler sees chosen: a product is
/// rounded before it is added. In a loop that depends on whether the loop is divided into cases.
///
/// Additions on both sides become one, of what is chosen: `x += f ? a * b : c`.
ExpressionRef KernelRun::chosenByCase(const ExpressionRef &value, const Term *one,
                                      const Term *other) {
  const ExpressionRef rounded = roundedAlone(value);
  const bool areJoined = one && other && isSum(*one) && isSum(*other) &&
                         !(addsProduct(*one) && addsProduct(*other)) && addsProduct(*value);
  if (!trying && (areJoined || (!loops.empty() && !same(*rounded, *value))))
    effects.undecided = describe(*value);
  return rounded;
}

/// The condition where parameters have the outcomes of this case.
FormulaRef KernelRun::inCase(const FormulaRef &condition) {
  namesDecide |= asksFor(condition, program.named);
  return isStepByStep ? condition : decided(condition, decisions, program.unsignedSizes);
}

/// Whether a branch of before has returned: the source has no condition there.
bool KernelRun::asksWhetherLeft(const Term &condition) const {
  return condition.kind == Term::Kind::Unary &&
         condition.children[0]->kind == Term::Kind::Variable &&
         !program.names.contains(static_cast<int>(condition.children[0]->number));
}

bool KernelRun::branch(const Statement &statement) {
  const Value condition = value(statement.value);
  const FormulaRef formula =
      condition.kind == Value::Kind::Truth ? inCase(condition.truth) : nullptr;
  if (!formula && !trying)
    return failFor(condition, statement.location);
  if (formula && !trying)
    conditionAt[formula] = {asksWhetherLeft(*statement.value) ? clang::SourceLocation()
                                                              : statement.value->location,
                            true};
  const auto bounds = formula && !followed.empty() ? formula->conjunction() : std::nullopt;
  if (bounds && std::ranges::all_of(*bounds, [&](const Affine &bound) {
        return prover.provesNotNegative(bound - Affine(1), followed);
      }))
    return all(statement.body);
  if (formula && (formula->is(true) || formula->is(false))) {
    if (!all(formula->is(true) ? statement.body : statement.otherwise))
      return false;
    if (!isConstant(*statement.value))
      for (const int variable : assignedIn(statement))
        if (Value &value = values[variable]; !value.numbers().empty()) {
          const TermRef one = lastAssigned(statement.body, variable);
          const TermRef other = lastAssigned(statement.otherwise, variable);
          std::vector<ExpressionRef> all = value.numbers();
          for (ExpressionRef &number : all)
            number = chosenByCase(number, one.get(), other.get());
          value = value.withNumbers(std::move(all));
        }
    return true;
  }
  return either(
      formula, [&] { return all(statement.body); }, [&] { return all(statement.otherwise); });
}

/// What is done where the condition holds, and else; without one, either may be done.
bool KernelRun::either(const FormulaRef &condition, llvm::function_ref<bool()> held,
                       llvm::function_ref<bool()> other) {
  const std::vector<Value> before = values;
  const auto within = [&](const FormulaRef &guard, llvm::function_ref<bool()> run) {
    if (guard)
      path.push_back(guard);
    const bool done = run();
    if (guard)
      path.pop_back();
    return done;
  };
  if (!within(condition, held))
    return false;
  const std::vector<Value> after = std::exchange(values, before);
  const FormulaRef opposite = condition ? Formula::opposite(condition) : nullptr;
  if (const auto known = condition ? conditionAt.find(condition) : conditionAt.end();
      known != conditionAt.end())
    conditionAt.try_emplace(opposite, known->second.first, !known->second.second);
  if (!within(opposite, other))
    return false;
  for (size_t number = 0; number < values.size(); ++number)
    if (values[number] != after[number])
      values[number] = condition ? merged(condition, after[number], values[number])
                                 : Value::unknown("a value that an unknown condition chooses");
  return true;
}

/// The value where the condition holds, or the other one.
/// `shape[0] > 1 ? strides[0] : 0`, of sizes in memory, is a size too.
std::optional<Value> KernelRun::sizeOfTwo(const Affine &positive, const Affine &held,
                                          const Affine &other) const {
  if (!program.readsSizes || !positive.isUniform() || !held.isUniform() || !other.isUniform())
    return std::nullopt;
  const auto isInMemory = [](const Affine &size) {
    const auto names = size.constant().names();
    return std::ranges::all_of(names, [](const std::string &name) { return name.ends_with("]"); });
  };
  const auto isAtMostOne = [](const Affine &size) {
    return size.constant().symbols().size() <= 1 && !size.constant().hasProducts();
  };
  if (!isInMemory(positive) || !isInMemory(held) || !isInMemory(other) || !isAtMostOne(positive) ||
      !isAtMostOne(held) || !isAtMostOne(other))
    return std::nullopt;
  return Value::of(
      Affine(Polynomial::symbol("(" + positive.constant().wide() + " > 0 ? " +
                                held.constant().str() + " : " + other.constant().str() + ")")));
}

Value KernelRun::merged(const FormulaRef &condition, const Value &held, const Value &other) {
  if (held.onlyIf.empty() && other.onlyIf.empty())
    return mergedAlways(condition, held, other);
  Value one = held, second = other;
  one.onlyIf.clear();
  second.onlyIf.clear();
  Value result = mergedAlways(condition, one, second);
  for (const auto *sizes : {&held.onlyIf, &other.onlyIf})
    result.onlyIf.insert(result.onlyIf.end(), sizes->begin(), sizes->end());
  return result;
}

/// Of values one of which is a word: number by number.
Value KernelRun::mergedWords(const FormulaRef &condition, const Value &held, const Value &other) {
  const Value &word = held.kind == Value::Kind::Word ? held : other;
  const auto alike = [&](const Value &side) {
    if (side.kind == Value::Kind::Integer && side.integer == Affine())
      return zeroLike(word);
    if (side.isKnown())
      return held.isSum != other.isSum ? asSums(side) : side;
    // What is not known elsewhere may not be asked for there.
    std::vector<ExpressionRef> nothing;
    for (const ExpressionRef &part : word.parts)
      nothing.push_back(Expression::literal(NothingStored, part->type));
    return word.withNumbers(std::move(nothing));
  };
  const Value one = alike(held), second = alike(other);
  const bool areAlike = one.kind == Value::Kind::Word && second.kind == Value::Kind::Word &&
                        one.element == second.element && one.isSum == second.isSum &&
                        one.parts.size() == second.parts.size();
  if (!areAlike)
    return Value::unknown("a word that a condition chooses");
  std::vector<ExpressionRef> all;
  for (size_t part = 0; part < one.parts.size(); ++part) {
    if (one.parts[part]->type != second.parts[part]->type)
      return Value::unknown("numbers of two types");
    all.push_back(chosen(effects, condition, one.parts[part], second.parts[part]));
    if (!all.back())
      return Value::unknown("a word that a condition chooses");
  }
  return one.withNumbers(std::move(all));
}

/// Of values that need no sizes to be what they are.
Value KernelRun::mergedAlways(const FormulaRef &condition, const Value &held, const Value &other) {
  if (held.isIndex || other.isIndex)
    return merged(condition, withNumber(held), withNumber(other));
  if (held == other || condition->is(true))
    return held;
  if (condition->is(false))
    return other;
  if (held.kind == Value::Kind::Number && other.kind == Value::Kind::Number) {
    if (held.number->type != other.number->type)
      return Value::unknown("numbers of two types");
    return Value::of(chosen(effects, condition, held.number, other.number));
  }
  if (held.kind == Value::Kind::Number && other.kind == Value::Kind::Integer)
    if (const ExpressionRef as = number(other, held.number->type))
      return Value::of(chosen(effects, condition, held.number, as));
  if (held.kind == Value::Kind::Integer && other.kind == Value::Kind::Number)
    if (const ExpressionRef as = number(held, other.number->type))
      return Value::of(chosen(effects, condition, as, other.number));
  if (held.kind == Value::Kind::Word || other.kind == Value::Kind::Word)
    return mergedWords(condition, held, other);
  // What is not known elsewhere may not be asked for there.
  if (held.kind == Value::Kind::Number && !other.isKnown())
    return Value::of(chosen(effects, condition, held.number,
                            Expression::literal(NothingStored, held.number->type)));
  if (other.kind == Value::Kind::Number && !held.isKnown())
    return merged(Formula::opposite(condition), other, held);
  if (held.kind == Value::Kind::Truth && other.kind == Value::Kind::Truth) {
    if (held.truth->is(true))
      return Value::of(Formula::any({condition, other.truth}));
    if (held.truth->is(false))
      return Value::of(Formula::all({Formula::opposite(condition), other.truth}));
    if (other.truth->is(true))
      return Value::of(Formula::any({Formula::opposite(condition), held.truth}));
    if (other.truth->is(false))
      return Value::of(Formula::all({condition, held.truth}));
    return Value::of(Formula::any({Formula::all({condition, held.truth}),
                                   Formula::all({Formula::opposite(condition), other.truth})}));
  }
  for (const Value *side : {&held, &other})
    if (!side->isKnown())
      return Value::unknownAs(*side);
  const auto isNumber = [](const Value &value, int64_t number) {
    return value.kind == Value::Kind::Integer && value.integer == Affine(number);
  };
  if (condition->kind != Formula::Kind::Positive) {
    if (isNumber(held, 1) && isNumber(other, 0))
      return Value::of(condition);
    if (isNumber(held, 0) && isNumber(other, 1))
      return Value::of(Formula::opposite(condition));
  }
  if (held.kind == Value::Kind::Integer && other.kind == Value::Kind::Integer &&
      condition->kind == Formula::Kind::Positive) {
    if (const auto size = sizeOfTwo(condition->sum, held.integer, other.integer))
      return *size;
    // `a > b ? b : a` and the like, also with >=.
    const Affine more = held.integer - other.integer;
    for (const int64_t equal : {0, 1}) {
      if (condition->sum == more + Affine(equal))
        return Value::of(symbols.extreme(held.integer, other.integer, true));
      if (condition->sum == Affine(equal) - more)
        return Value::of(symbols.extreme(held.integer, other.integer, false));
    }
    auto digit = wrapped(condition->sum, held.integer, other.integer);
    if (!digit)
      digit = wrapped(Affine(1) - condition->sum, other.integer, held.integer);
    if (digit)
      return *digit;
    // A condition that is 0 or 1 as a number.
    if (const Affine &sum = condition->sum; more.isUniform() && prover.provesNotNegative(sum) &&
                                            prover.provesNotNegative(Affine(1) - sum))
      return Value::of(other.integer + sum * more.constant());
  }
  return Value::unknown("a value that a condition chooses");
}

} // namespace warpsmith::frontend
