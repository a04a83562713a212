// Loops that sum: what their steps carry on in variables or in memory.
#include "rewriter/frontend/symbolic/AlternatingTiles.h"
#include "rewriter/frontend/symbolic/LoopParts.h"
#include "rewriter/frontend/symbolic/StoresInLoops.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace warpsmith::frontend {

namespace {
using Kind = Expression::Kind;
} // namespace

bool KernelWalk::reduce(const Loop &loop, const std::vector<Induction> &inductions) {
  const std::string symbol = "%" + std::to_string(state.loops.size() + 1);
  const SymbolicState before = state;
  const Polynomial step = Polynomial::symbol(symbol);
  for (const Induction &induction : inductions) {
    if (auto known = state.integers.find(induction.variable); known != state.integers.end())
      known->second += induction.step * step;
    else
      state.pointers[induction.variable].offset += induction.step * step;
  }
  const auto isInduction = [&](const clang::VarDecl *variable) {
    return llvm::any_of(inductions,
                        [&](const Induction &known) { return known.variable == variable; });
  };
  // What the body sets anew at each step has no value at its start.
  for (const clang::VarDecl *variable : loop.assigned)
    if (!isInduction(variable)) {
      state.integers.erase(variable);
      state.pointers.erase(variable);
    }
  if (isConjunction(loop.condition)) {
    state = before;
    return reduceLimited(loop, inductions);
  }
  const auto extent = count(loop, symbol);
  if (!extent)
    return false;
  if (std::ranges::any_of(extent->symbols(), isTruth))
    return fail(loop.condition, "loop bound '" + extent->str() + "' differs between threads");
  if (!isUniform(*extent)) {
    state = before;
    return reduceLimited(loop, inductions);
  }
  if (llvm::isa<clang::DoStmt>(loop.statement) && !extent->constant())
    state.preconditions.push_back({*extent, Polynomial(1), false}); // it runs once at least
  state.loops.push_back({symbol, 0, *extent, "", true, 0});
  if (!carry(loop, symbol, {}))
    return false;
  // After the loop. What a step sets anew is that of the last one, if there is one.
  const bool runs = extent->constant().value_or(0) > 0;
  for (const clang::VarDecl *variable : loop.assigned) {
    if (isInduction(variable))
      continue;
    if (const auto known = state.integers.find(variable);
        known != state.integers.end() && (!runs || known->second.dependsOn(symbol)))
      state.integers.erase(known);
    if (const auto known = state.pointers.find(variable);
        known != state.pointers.end() && (!runs || known->second.offset.dependsOn(symbol)))
      state.pointers.erase(known);
  }
  for (const Induction &induction : inductions) {
    // A loop inside, or one before, counts it where it has no negative number of steps.
    evaluate.requireCount(induction.variable);
    if (auto known = state.integers.find(induction.variable); known != state.integers.end()) {
      known->second = before.integers.at(induction.variable) + induction.step * *extent;
      if (!extent->constant())
        state.counted[induction.variable] = *extent;
    } else
      state.pointers.erase(induction.variable);
    if (!unlessBroken.empty() || induction.butTheLast) {
      state.integers.erase(induction.variable);
      state.counted.erase(induction.variable);
    }
  }
  return true;
}

namespace {

/// `if (row < m) held = …;` in a step keeps what the step before has left where the condition does
/// not hold. Where the variable is read only behind such an assignment, it carries nothing from
/// step to step for the threads for which the condition holds.
void forgetHeld(SymbolicState &state, const clang::VarDecl *variable, size_t number,
                size_t firstReduction) {
  const auto isHeld = [&](const Expression &node) {
    return node.kind == Kind::Sum && node.operand == static_cast<int>(number);
  };
  const auto isChoice = [&](const Expression &node) {
    return node.kind == Kind::Select && conditionNumber(*node.children[0]) &&
           isHeld(*node.children[2]);
  };
  const auto forgotten = [&](const ExpressionRef &expression) {
    return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
      return isChoice(*node)
                 ? Expression::select(node->children[0], node->children[1],
                                      Expression::literal(NothingStored, node->children[2]->type))
                 : nullptr;
    });
  };
  const ExpressionRef &after = state.scalars[variable];
  if (!after || !isChoice(*after) || after->children[1]->contains(Kind::Sum))
    return;
  std::vector<ExpressionRef *> values;
  for (auto &[other, value] : state.scalars)
    if (value)
      values.push_back(&value);
  for (Cell &cell : state.cells)
    values.push_back(&cell.value);
  for (size_t index = firstReduction; index < state.reductions.size(); ++index)
    for (ExpressionRef *value : {&state.reductions[index].initial, &state.reductions[index].update})
      if (*value)
        values.push_back(value);
  std::vector<ExpressionRef> results;
  for (const ExpressionRef *value : values) {
    results.push_back(forgotten(*value));
    if (sumsIn(results.back()).contains(number))
      return;
  }
  for (size_t index = 0; index < values.size(); ++index)
    *values[index] = results[index];
  state.scalars[variable] = nullptr;
}

} // namespace

/// The sums that the loop carries from step to step, in variables or in memory. Where `within` does
/// not hold there is no step.
bool KernelWalk::carry(const Loop &loop, const std::string &symbol, const Bounds &within) {
  struct Carried {
    const clang::VarDecl *variable; // or null for an element
    Cell cell;
    size_t number;
  };
  std::vector<Carried> carried;
  const auto begin = [&](Carried entry, ExpressionRef initial) {
    entry.number = state.reductions.size();
    const ElementType type = entry.variable ? initial->type : entry.cell.type;
    state.reductions.push_back({{symbol},
                                std::move(initial),
                                nullptr,
                                type,
                                !entry.variable,
                                0,
                                loop.statement->getBeginLoc(),
                                entry.variable,
                                state.path});
    Bounds &where = state.reductions.back().where;
    where.insert(where.end(), state.elsewhere.begin(), state.elsewhere.end());
    carried.push_back(std::move(entry));
    return sumLeaf(carried.back().number, type);
  };
  for (const clang::VarDecl *variable : loop.assigned)
    if (const auto known = state.scalars.find(variable);
        known != state.scalars.end() && known->second)
      known->second = begin({variable, {}, 0}, known->second);

  // A first walk finds the elements that a step changes.
  ++summing;
  // Before the loop is counted, one inside of it has its number.
  const bool turns = symbol == state.turning && !state.beforeTurns;
  if (turns && !findTurns(loop))
    return false;
  const SymbolicState start = state;
  if (turns)
    beginStep(state);
  if (!iterate(loop))
    return false;
  SymbolicState walked = state;
  const std::vector<Cell> changed = state.cells;
  const auto shared = state.shared;
  state = start;
  state.shared =
      withoutStale(shared, start.shared,
                   state.turning.empty() ? Earlier::StaysBesideSteps : Earlier::Nothing, symbol);
  for (const Carried &entry : carried)
    if (turns && entry.variable &&
        takeValueOfStepBefore(walked, entry.variable, start.reductions[entry.number].initial))
      walked.loads = state.loads, walked.bounds = state.bounds;
  for (Cell cell : changed) {
    if (hasPartOf(state, cell.index, symbol))
      return fail(loop.statement, "'" + cell.array + "[" + cell.index.str() +
                                      "]' is stored at every step of the loop");
    const Cell *old = start.find(cell.array, cell.index);
    if (old && old->value == cell.value)
      continue;
    const auto initial = evaluate.read({cell.array, cell.type, cell.index}, cell.location);
    if (!initial)
      return false;
    cell.value = begin({nullptr, cell, 0}, *initial);
    if (Cell *existing = state.find(cell.array, cell.index))
      *existing = cell;
    else
      state.cells.push_back(cell);
  }
  unlessBroken.clear();
  if (turns)
    beginStep(state);
  const size_t before = state.reductions.size();
  if (!iterate(loop) || !endsWhereConditionsFail(loop, symbol))
    return false;
  --summing;
  for (const auto &[variable, word] : start.words)
    if (const auto now = state.words.find(variable);
        !word.sums.empty() && (now == state.words.end() || now->second.sums != word.sums))
      return fail(loop.statement, "'" + variable->getNameAsString() +
                                      "' holds sums in half at the beginning of a step, and "
                                      "something else at its end");

  // What else than sums the steps hand on is not followed, but it may be of no effect.
  for (const Carried &entry : carried)
    if (entry.variable)
      forgetHeld(state, entry.variable, entry.number, before);

  for (const Carried &entry : carried) {
    Reduction &reduction = state.reductions[entry.number];
    Cell *cell = entry.variable ? nullptr : state.find(entry.cell.array, entry.cell.index);
    ExpressionRef &value = entry.variable ? state.scalars[entry.variable] : cell->value;
    reduction.loads = state.loads.size();
    if (!value || !value->contains(Kind::Sum)) {
      if (cell)
        return fail(loop.statement,
                    "'" + cell->array + "' is overwritten at every step of the loop");
      value = nullptr; // a temporary
      continue;
    }
    const bool unchanged =
        value->kind == Kind::Sum && value->operand == static_cast<int>(entry.number);
    if (unchanged) {
      value = reduction.initial;
      continue;
    }
    const ExpressionRef sum = sumLeaf(entry.number, reduction.type);
    reduction.update =
        within.empty() ? value : Expression::select(state.conditionOn(within), value, sum);
    value = sum;
  }
  // What else a step sets is a temporary.
  for (const clang::VarDecl *variable : loop.assigned)
    if (state.scalars.contains(variable) &&
        std::none_of(carried.begin(), carried.end(),
                     [&](const Carried &entry) { return entry.variable == variable; }))
      state.scalars[variable] = nullptr;
  return true;
}

} // namespace warpsmith::frontend
