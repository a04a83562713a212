// Loops: what changes from step to step, and whether their steps are summed over or own elements of
// the output.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/AssignedVariables.h"
#include "rewriter/frontend/symbolic/InlinedCalls.h"
#include "rewriter/frontend/symbolic/LocalStructures.h"
#include "rewriter/frontend/symbolic/LoopParts.h"
#include "rewriter/frontend/symbolic/StoresInLoops.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <algorithm>
#include <utility>

namespace warpsmith::frontend {

namespace {

constexpr size_t MostLoops = 64; // those in a loop that is walked step by step count each time

/// What a variable may be when a step of the loop of that depth begins: a loop inside has another.
std::string probe(const clang::VarDecl *variable, int depth) {
  return "%?" + variable->getNameAsString() + "@" + std::to_string(depth);
}

} // namespace

bool KernelWalk::loop(const clang::Stmt *statement) {
  using namespace clang;
  const Bounds ofOuter = unlessBroken;
  unlessBroken.clear();
  const llvm::scope_exit restore([&] { unlessBroken = ofOuter; });
  Loop loop{statement, nullptr, nullptr, nullptr, {}, nullptr, nullptr, nullptr};
  if (const auto *counted = dyn_cast<ForStmt>(statement)) {
    const auto *test = dyn_cast_or_null<clang::BinaryOperator>(counted->getCond());
    if (test && isFragmentLength(*test->getRHS(), context))
      return overFragment(counted);
    loop.condition = counted->getCond();
    loop.increment = counted->getInc();
    loop.body = counted->getBody();
    if (counted->getConditionVariable())
      return fail(statement, "declaration in a loop's condition");
    if (counted->getInit() && !walk(counted->getInit()))
      return false;
  } else if (const auto *tested = dyn_cast<clang::WhileStmt>(statement)) {
    loop.condition = tested->getCond();
    loop.body = tested->getBody();
    if (tested->getConditionVariable())
      return fail(statement, "declaration in a loop's condition");
  } else {
    loop.condition = cast<DoStmt>(statement)->getCond();
    loop.body = cast<DoStmt>(statement)->getBody();
  }
  if (!loop.condition)
    return fail(statement, "loop without a condition");
  const AssignedVariables assigned = assignedVariables({loop.body, loop.increment});
  loop.assigned = assigned.outside;
  for (const clang::VarDecl *variable : assigned.handedOn)
    if (const clang::VarDecl *array = localArray(variable, state))
      loop.assigned.insert(array);
  // What a reference to an element or a fragment is to.
  for (const clang::VarDecl *variable : assigned.outside)
    if (variable->getType()->isReferenceType() && state.pointers.contains(variable)) {
      if (const clang::VarDecl *array = localArray(variable, state))
        loop.assigned.insert(array);
      loop.assigned.erase(variable);
    }
  beginSumsInHalf(loop.body);
  loop.counted = assigned.counted;
  for (const auto &[variable, times] : assigned.times)
    if (variable && times == 1 && !assigned.handedOn.contains(variable))
      loop.once.insert(variable);
  // What each step sets anew numbers elements by inner loops.
  std::set<const clang::VarDecl *> counters;
  llvm::copy_if(
      loop.assigned, std::inserter(counters, counters.end()),
      [&](const clang::VarDecl *variable) { return assigned.countedBySteps.contains(variable); });
  if (numbersLocalElements(*loop.body, state, counters) || goesOverTile(loop) ||
      fillsFewElements(loop))
    return stepByStep(loop);
  if (fillsStages(loop)) {
    limit(loop);
    state.fillsStages = true;
    const bool done = stepByStep(loop);
    state.fillsStages = false;
    return done;
  }
  for (const auto &[array, elements] : state.localArrays)
    if (loop.assigned.erase(array))
      loop.assigned.insert(elements.begin(), elements.end());
  for (const auto &[structure, fields] : state.localStructures)
    if (loop.assigned.erase(structure))
      for (const auto &[field, variable] : fields)
        loop.assigned.insert(variable);
  for (const clang::MemberExpr *field : assigned.fields)
    if (const clang::VarDecl *variable = localField(field, state))
      loop.assigned.insert(variable);
  if (state.loops.size() >= MostLoops)
    return fail(statement, "too many loops");
  // What a step makes of other numbers, no other step takes.
  const auto forgetWords = [&] {
    for (const clang::VarDecl *variable : loop.assigned)
      if (const auto word = state.words.find(variable);
          word != state.words.end() && word->second.sums.empty())
        state.words.erase(word);
  };
  for (const clang::VarDecl *variable : std::set(loop.assigned))
    if (const auto word = state.words.find(variable); word != state.words.end())
      loop.assigned.insert(word->second.sums.begin(), word->second.sums.end());
  forgetWords();
  const llvm::scope_exit behind(forgetWords);
  limit(loop);
  if (mayTakeTurns(loop)) {
    const auto shared = state.shared;
    const std::string steps = "%" + std::to_string(state.loops.size() + 1);
    bool done = false;
    if (!inTurns(loop, done))
      return false;
    if (done) {
      state.shared = afterSteps(state, shared, steps);
      const auto extent = state.loop(steps)->extent;
      leaveTurns();
      withoutSteps(statement, shared, extent);
      return true;
    }
  }

  // Which variables step, and does the body store elements that they number?
  const SymbolicState before = state;
  std::vector<Induction> inductions;
  if (!induct(loop, inductions))
    return false;
  const bool breaks = !unlessBroken.empty();
  bool owns = false;
  for (const Cell &cell : state.cells)
    for (const clang::VarDecl *variable : loop.assigned)
      owns |= hasPartOf(state, cell.index, probe(variable, depth));
  // Barriers at the end of a step part it from the next.
  const auto shared = state.shared;
  const auto constants = state.constants; // the steps are told in them
  state = before;
  state.constants = constants;
  state.shared = withoutStale(shared, before.shared,
                              owns || !state.turning.empty() ? Earlier::Nothing : Earlier::Stays);
  const std::string steps = "%" + std::to_string(state.loops.size() + 1);
  const auto isShared = [&](const clang::VarDecl *variable) {
    return variable == inductions[0].variable || state.shared.contains(variable);
  };
  if (owns && breaks)
    return fail(statement, "break inside the loop");
  if (!owns && !breaks && inductions.size() == 1 && llvm::all_of(loop.assigned, isShared)) {
    bool done = false;
    if (!fill(loop, inductions[0], done))
      return false;
    if (done) {
      withoutSteps(statement, before.shared, std::nullopt); // of some threads
      return true;
    }
  }
  if (inductions.empty())
    return fail(statement, "nothing that the loop's condition tests changes by a constant step");
  if (owns ? !ownElements(loop, inductions) : !reduce(loop, inductions))
    return false;
  state.shared = owns ? withoutStale(state.shared, before.shared, Earlier::Nothing)
                      : afterSteps(state, before.shared, steps);
  const LoopIndex *index = state.loop(steps);
  withoutSteps(statement, before.shared,
               index && !index->limited && !index->axis ? std::optional(index->extent)
                                                        : std::nullopt);
  return true;
}

/// Barriers, commits and waits of a loop that may run no step do not count behind it.
void KernelWalk::withoutSteps(const clang::Stmt *statement,
                              const std::map<const clang::VarDecl *, SharedArray> &before,
                              const std::optional<Polynomial> &extent) {
  if (llvm::isa<clang::DoStmt>(statement))
    return;
  for (auto &[variable, array] : state.shared) {
    const auto known = before.find(variable);
    if (known == before.end())
      continue;
    const SharedArray &old = known->second;
    std::vector<SharedArray::Flight> ended;
    llvm::copy_if(old.flights, std::back_inserter(ended), [&](const SharedArray::Flight &flight) {
      return !llvm::is_contained(array.flights, flight);
    });
    if (ended.empty() && (array.storedSinceBarrier || !old.storedSinceBarrier) &&
        (array.readSinceBarrier || !old.readSinceBarrier))
      continue;
    if (const auto steps = extent ? state.assumed(*extent) : std::nullopt; steps && *steps > 0)
      return;
    array.storedSinceBarrier |= old.storedSinceBarrier;
    array.readSinceBarrier |= old.readSinceBarrier;
    array.flights.insert(array.flights.end(), ended.begin(), ended.end());
    array.perhapsOpen = statement->getBeginLoc();
  }
}

/// Walks a step with unknown values and keeps those variables that it moves by a constant.
bool KernelWalk::induct(const Loop &loop, std::vector<Induction> &inductions) {
  const SymbolicState before = state;
  for (const clang::VarDecl *variable : loop.assigned) {
    if (auto known = state.integers.find(variable); known != state.integers.end())
      known->second = evaluate.withUnknownOffset(known->second, probe(variable, depth));
    else if (auto pointer = state.pointers.find(variable); pointer != state.pointers.end())
      pointer->second.offset = Polynomial::symbol(probe(variable, depth));
    else if (auto scalar = state.scalars.find(variable);
             scalar != state.scalars.end() && scalar->second)
      scalar->second = sumLeaf(state.reductions.size(), scalar->second->type);
  }
  state.reductions.push_back({{}, nullptr, nullptr, ElementType::F32, false, 0, {}});
  const bool isOfTurns = std::exchange(inductsTurns, false);
  if (isOfTurns && !findNextStep(loop))
    return false;
  if (!iterate(loop))
    return false;
  for (const clang::VarDecl *variable : loop.assigned) {
    Polynomial after;
    const auto followed = state.followedIntegers.find(variable);
    const bool isFollowed = isOfTurns && followed != state.followedIntegers.end() &&
                            before.integers.contains(variable) &&
                            !state.integers.contains(variable) && loop.once.contains(variable);
    if (isFollowed) {
      after = followed->second;
    } else if (before.integers.contains(variable)) {
      if (!state.integers.contains(variable)) {
        // What sets it anew, under whatever condition, is a value of its step alone.
        if (!loop.counted.contains(variable))
          continue;
        return fail(loop.statement,
                    "'" + variable->getNameAsString() + "' changes under a condition");
      }
      after = state.integers.at(variable);
    } else if (before.pointers.contains(variable)) {
      if (!state.pointers.contains(variable) ||
          state.pointers.at(variable).array != before.pointers.at(variable).array)
        return fail(loop.statement,
                    "'" + variable->getNameAsString() + "' points to more than one array");
      after = state.pointers.at(variable).offset;
    } else {
      continue;
    }
    const auto integer = before.integers.find(variable);
    const Polynomial step =
        after - (integer != before.integers.end()
                     ? evaluate.withUnknownOffset(integer->second, probe(variable, depth))
                     : Polynomial::symbol(probe(variable, depth)));
    if (!step.dependsOnIndices() && !step.isZero())
      inductions.push_back({variable, step, isFollowed});
    else if (after.dependsOn(probe(variable, depth)) && !step.isZero())
      return fail(loop.statement, "'" + variable->getNameAsString() +
                                      "' changes from step to step of the loop, and not by a "
                                      "constant");
  }
  // The end that a condition tests bounds a variable. Another one of few bits may wrap.
  for (const Induction &induction : inductions)
    if (induction.variable->getType()->isIntegerType() &&
        context.getTypeSize(induction.variable->getType()) < 32 && loop.condition &&
        tested(loop, inductions) != &induction)
      return fail(loop.statement, "'" + induction.variable->getNameAsString() +
                                      "' is counted in a type of few bits, and not tested");
  return true;
}

bool KernelWalk::iterate(const Loop &loop) {
  ++depth;
  if (loop.within) {
    const auto index = evaluate.exact(loop.index);
    const auto limit = index ? evaluate.exact(loop.within) : std::nullopt;
    if (!limit || !guarded(loop.body, {std::nullopt, {*limit - *index}, nullptr}))
      return false;
  } else if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(loop.body)) {
    const std::vector<const clang::Stmt *> statements(compound->body_begin(), compound->body_end());
    if (!walkBody(statements))
      return false;
  } else if (!walk(loop.body)) {
    return false;
  }
  --depth;
  return !loop.increment || expression(loop.increment);
}

/// A step under a condition, but for the increment.
bool KernelWalk::iterateWhere(const Loop &loop, const Condition &condition) {
  ++depth;
  if (!guarded(loop.body, condition))
    return false;
  --depth;
  return !loop.increment || expression(loop.increment);
}

} // namespace warpsmith::frontend
