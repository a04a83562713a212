// Barriers that all threads of the block must reach at the same steps.
#include "rewriter/frontend/symbolic/KernelWalk.h"
#include "llvm/ADT/STLExtras.h"

namespace warpsmith::frontend {

/// The loop of that index has the same steps in all threads.
static const LoopIndex *alikeLoop(const SymbolicState &state, const std::string &symbol) {
  const LoopIndex *index = state.loop(symbol);
  return index && index->reduction && !index->axis && !index->limited && index->first.isZero() &&
                 isUniform(index->extent)
             ? index
             : nullptr;
}

/// False for a bound on the steps of a sum that some of them do not meet.
bool KernelWalk::holdsAtEachStep(const Polynomial &bound) const {
  Polynomial least = bound;
  bool ofSteps = false;
  for (const std::string &symbol : bound.symbols()) {
    const LoopIndex *index = alikeLoop(state, symbol);
    if (!index)
      continue;
    const auto affine = least.affineIn(symbol);
    const auto factor = affine ? state.numeric(affine->coefficient).constant() : std::nullopt;
    if (!factor)
      return true;
    ofSteps = true;
    least = *factor < 0 ? affine->rest + affine->coefficient * (index->extent - 1) : affine->rest;
  }
  return !ofSteps || (isUniform(least) && state.numeric(least).constant().value_or(1) > 0);
}

bool KernelWalk::barrier(const clang::Stmt *statement) {
  // All threads of the block must come here: so the guards must hold for all that are launched.
  if (dataBranches > 0 && unequal) {
    const std::string text = evaluate.text(unequal);
    return fail(statement, "synchronises the block where '" + text + "', which is no bound" +
                               (unequal->getOpcode() == clang::BO_NE ? ": write '<'" : ""));
  }
  if (dataBranches > 0)
    return fail(statement, "synchronises the block under a condition on data");
  if (!state.elsewhere.empty())
    return fail(statement, "synchronises the block where a condition on indices does not hold");
  if (filling > 0)
    return fail(statement, "synchronises the block in a loop that its threads leave at different "
                           "steps");
  // All threads are at the same step, which is the last one for all or for none.
  bool atEachStep = true;
  for (const Polynomial &bound : state.path) {
    if (followedGuards > 0 && llvm::is_contained(state.nextStep, bound))
      continue;
    const bool holds = holdsAtEachStep(bound);
    atEachStep &= holds;
    if (holds && !llvm::is_contained(state.alwaysTrue, bound))
      state.alwaysTrue.push_back(bound);
    const bool isAlike = llvm::all_of(bound.symbols(), [&](const std::string &symbol) {
      return isUniform(Polynomial::symbol(symbol)) || alikeLoop(state, symbol);
    });
    if (!holds && !isAlike)
      return fail(statement, "synchronises the block at steps that differ between its threads");
  }
  // A barrier that some steps skip is not counted for any step.
  if (atEachStep)
    passBarrier();
  for (auto &[variable, array] : state.shared)
    array.someSteps = atEachStep ? clang::SourceLocation() : statement->getBeginLoc();
  return true;
}

} // namespace warpsmith::frontend
