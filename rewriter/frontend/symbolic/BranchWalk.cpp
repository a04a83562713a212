// Conditional statements: both branches are walked from the same state, and what they leave is
// merged.
#include "rewriter/frontend/symbolic/AssignedVariables.h"
#include "rewriter/frontend/symbolic/KernelWalk.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <algorithm>

namespace warpsmith::frontend {

/// Values that differ from the state before a conditional statement depend on its condition.
void KernelWalk::merge(const SymbolicState &otherwise, const Condition &condition) {
  for (auto &[variable, value] : state.scalars) {
    const auto old = otherwise.scalars.find(variable);
    const bool wasKnown = old != otherwise.scalars.end() && old->second;
    if (!value)
      continue;
    if (!wasKnown && !condition.data)
      value = evaluate.select(condition, value, Expression::literal(NothingStored, value->type));
    else if (!wasKnown)
      value = nullptr;
    else if (old->second != value)
      value = evaluate.select(condition, value, old->second);
  }
  std::erase_if(state.integers, [&](const auto &entry) {
    const auto old = otherwise.integers.find(entry.first);
    return old == otherwise.integers.end() || old->second != entry.second;
  });
  std::erase_if(state.pointers, [&](const auto &entry) {
    const auto old = otherwise.pointers.find(entry.first);
    return old == otherwise.pointers.end() || old->second.array != entry.second.array ||
           old->second.offset != entry.second.offset;
  });
  std::erase_if(state.words, [&](const auto &entry) {
    const auto old = otherwise.words.find(entry.first);
    return old == otherwise.words.end() || old->second != entry.second;
  });
}

namespace {

/// What guards a store by both branches: the path, and what one of them asks beside the condition.
Bounds united(const Bounds &path, const Bounds &condition, const Bounds &otherwise,
              const Bounds &then) {
  Bounds all = path;
  const auto add = [&](const Polynomial &bound) {
    if (!llvm::is_contained(all, bound))
      all.push_back(bound);
  };
  llvm::for_each(otherwise, add);
  for (const Polynomial &bound : then)
    if (!llvm::is_contained(condition, bound))
      add(bound);
  return all;
}

/// Elements of shared arrays that are stored whether the condition holds or not: in `other` as well
/// as in the state, which has the value where it does (or does not, when `otherHolds`).
void mergeShared(SymbolicState &state, const SymbolicState &other, SymbolicEvaluator &evaluate,
                 const Condition &condition, bool otherHolds) {
  for (auto &[variable, array] : state.shared) {
    const auto known = other.shared.find(variable);
    if (known == other.shared.end())
      continue;
    if (otherHolds) {
      if (array.followed || known->second.followed)
        array.followed = joined(array.followed.value_or(array.access()),
                                known->second.followed.value_or(known->second.access()));
      array.access() = joined(array, known->second);
    }
    for (SharedArray::Store &store : array.stores)
      for (const SharedArray::Store &second : known->second.stores)
        if (second.index == store.index) {
          store.ofEarlierStep |= second.ofEarlierStep;
          store.value = otherHolds ? evaluate.select(condition, second.value, store.value)
                                   : evaluate.select(condition, store.value, second.value);
          // Each branch stores under what else guards its store. A store before them stays one.
          if (otherHolds && store.where != second.where)
            store.where = united(state.path, condition.bounds, store.where, second.where);
        }
  }
}

/// The guards with a condition's behind those of the path.
Bounds withBounds(Bounds guards, const Bounds &path, const Bounds &condition) {
  const auto place = std::min(path.size(), guards.size());
  guards.insert(guards.begin() + static_cast<long>(place), condition.begin(), condition.end());
  return guards;
}

/// What keeps the statement from depending on a condition.
std::string dependence(const char *what, const Condition &condition) {
  if (condition.data->contains(Expression::Kind::Position))
    return "a guard compares indices by '==' or '!='";
  if (choosesWay(*condition.data))
    return std::string(what) + " that depends on an address";
  return std::string(what) + " that depends on data";
}

/// Both branches store the same: one where all elements of a vector are inside, and the other one
/// each element that is.
bool isStoredAtEdge(const Cell &each, const Cell &whole, const Bounds &path,
                    const Condition &condition) {
  Bounds inside = path;
  inside.insert(inside.end(), condition.bounds.begin(), condition.bounds.end());
  const auto follows = [&](const Polynomial &needed) {
    return llvm::any_of(inside, [&](const Polynomial &bound) {
      const auto more = (needed - bound).constant();
      return more && *more >= 0;
    });
  };
  return (!condition.data || choosesWay(*condition.data)) && !condition.decided &&
         whole.where == inside && each.where.size() >= path.size() &&
         std::equal(path.begin(), path.end(), each.where.begin()) &&
         llvm::all_of(each.where, follows) && same(*each.value, *whole.value);
}

bool sharedAlike(const SymbolicState &left, const SymbolicState &right) {
  return std::equal(left.shared.begin(), left.shared.end(), right.shared.begin(),
                    right.shared.end(), [](const auto &a, const auto &b) {
                      return a.first == b.first &&
                             std::equal(
                                 a.second.stores.begin(), a.second.stores.end(),
                                 b.second.stores.begin(), b.second.stores.end(),
                                 [](const auto &x, const auto &y) { return x.index == y.index; });
                    });
}

/// What one branch adds to shared arrays, where the other one stores nothing there: its stores are
/// under the condition.
void keepStoresOfThen(SymbolicState &state, const SymbolicState &taken,
                      const SymbolicState &before) {
  const auto isSame = [](const SharedArray::Store &a, const SharedArray::Store &b) {
    return a.index == b.index && a.value == b.value;
  };
  for (auto &[variable, array] : state.shared) {
    const auto then = taken.shared.find(variable), old = before.shared.find(variable);
    if (then == taken.shared.end() || old == before.shared.end())
      continue;
    const auto &first = old->second.stores, &more = then->second.stores;
    if (more.size() > first.size() && array.stores.size() == first.size() &&
        std::equal(first.begin(), first.end(), array.stores.begin(), isSame) &&
        std::equal(first.begin(), first.end(), more.begin(), isSame))
      array.stores = more;
  }
}

} // namespace

/// `if (t + 1 < tiles)`, in a loop over tiles that take turns.
bool KernelWalk::holdsAtAllButTheLast(const Condition &condition) const {
  // An inner loop may run no step: what happens there does not happen at all steps but the last.
  return depth == turningDepth && !condition.data && !condition.decided &&
         !condition.bounds.empty() && llvm::all_of(condition.bounds, [&](const Polynomial &bound) {
           return llvm::is_contained(state.nextStep, bound);
         });
}

bool KernelWalk::guarded(const clang::Stmt *statement, const Condition &condition) {
  return guarded(statement, condition, [&] { return walk(statement); });
}

namespace {

/// Behind a branch that some steps take and others do not: what inner conditions that hold at all
/// steps but the last left in it is so at some of these steps alone. Nothing is known of what any
/// of the branches changed.
void forgetFollowed(SymbolicState &state, const SymbolicState &before,
                    std::initializer_list<const SymbolicState *> branches) {
  const auto same = [](const auto &known, const auto &other, const clang::VarDecl *variable) {
    const auto one = known.find(variable), two = other.find(variable);
    return (one == known.end()) == (two == other.end()) &&
           (one == known.end() || one->second == two->second);
  };
  std::erase_if(state.followedIntegers, [&](const auto &entry) {
    return llvm::any_of(branches, [&](const SymbolicState *branch) {
      return !same(branch->followedIntegers, before.followedIntegers, entry.first) ||
             !same(branch->integers, before.integers, entry.first);
    });
  });
  for (auto &[variable, array] : state.shared)
    for (const SymbolicState *branch : branches) {
      const auto now = branch->shared.find(variable), old = before.shared.find(variable);
      if (now == branch->shared.end() || old == before.shared.end() ||
          now->second.access() != old->second.access() ||
          now->second.followed != old->second.followed)
        array.followed.reset();
    }
}

} // namespace

bool KernelWalk::guarded(const clang::Stmt *statement, const Condition &condition,
                         llvm::function_ref<bool()> walkGuarded) {
  const SymbolicState before = state;
  const bool isFollowed = holdsAtAllButTheLast(condition);
  for (auto &[variable, array] : state.shared)
    if (isFollowed && array.followed) {
      array.access() = *array.followed;
      array.followed.reset();
    }
  if (isFollowed)
    for (const auto &[variable, value] : state.followedIntegers)
      state.integers[variable] = value;
  state.path.insert(state.path.end(), condition.bounds.begin(), condition.bounds.end());
  const size_t cells = state.cells.size();
  dataBranches += condition.data != nullptr;
  followedGuards += isFollowed;
  if (!walkGuarded())
    return false;
  followedGuards -= isFollowed;
  dataBranches -= condition.data != nullptr;
  state.mayHaveReturned |= state.path.size() > before.path.size() + condition.bounds.size();
  state.path = before.path;
  if (!isFollowed)
    forgetFollowed(state, before, {&state});
  mergeShared(state, before, evaluate, condition, false);
  for (auto &[variable, array] : state.shared)
    if (const auto old = before.shared.find(variable); isFollowed && old != before.shared.end()) {
      const SharedAccess inside = array.access();
      array.access() = joined(inside, old->second);
      if (inside != array.access())
        array.followed = inside;
    }
  if (condition.data) {
    if (!sharedAlike(state, before))
      return fail(statement, dependence("store to shared memory", condition));
    if (state.cells.size() != cells)
      return fail(statement, dependence("store", condition));
    for (size_t index = 0; index < cells; ++index)
      if (state.cells[index].value != before.cells[index].value)
        state.cells[index].value =
            evaluate.select(condition, state.cells[index].value, before.cells[index].value);
    if (state.reductions.size() != before.reductions.size())
      return fail(statement, dependence("loop", condition));
  }
  if (isFollowed)
    for (const auto &[variable, value] : state.integers)
      if (const auto old = before.integers.find(variable);
          (old != before.integers.end() && old->second != value) ||
          before.followedIntegers.contains(variable))
        state.followedIntegers[variable] = value;
  merge(before, condition);
  return true;
}

/// `valid = 0;`, of a variable that holds a truth value.
std::optional<SymbolicEvaluator::Flag> KernelWalk::flagSet(const clang::Stmt *statement) const {
  const auto *assignment = llvm::dyn_cast<clang::BinaryOperator>(statement);
  if (!assignment || assignment->getOpcode() != clang::BO_Assign)
    return std::nullopt;
  const auto *target =
      llvm::dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParenImpCasts());
  const auto *variable = target ? llvm::dyn_cast<clang::VarDecl>(target->getDecl()) : nullptr;
  const auto known = state.integers.find(variable);
  const clang::Expr *value = assignment->getRHS()->IgnoreParenImpCasts();
  if (known == state.integers.end() || !variable->getType()->isIntegerType() ||
      !llvm::isa<clang::IntegerLiteral, clang::CXXBoolLiteralExpr>(value))
    return std::nullopt;
  const auto number = value->getIntegerConstantExpr(context);
  const bool isFlag = truthNumber(known->second) || known->second == Polynomial(0) ||
                      known->second == Polynomial(1);
  if (!isFlag || !number || (*number != 0 && *number != 1))
    return std::nullopt;
  return SymbolicEvaluator::Flag{variable, known->second, *number == 1};
}

bool KernelWalk::branch(const clang::IfStmt *statement) {
  const clang::Stmt *otherwise = statement->getElse();
  return branch(
      statement, [&] { return walk(statement->getThen()); },
      otherwise ? [&] { return walk(otherwise); } : llvm::function_ref<bool()>());
}

bool KernelWalk::branch(const clang::IfStmt *statement, llvm::function_ref<bool()> walkThen,
                        llvm::function_ref<bool()> walkOtherwise) {
  if (statement->hasInitStorage() || statement->hasVarStorage())
    return fail(statement, "unsupported form of 'if'");
  const clang::Stmt *then = statement->getThen();
  const clang::Stmt *body = then;
  while (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(body)) {
    if (compound->size() != 1)
      break;
    body = compound->body_front();
  }
  const bool returns = llvm::isa<clang::ReturnStmt>(body);
  if (returns && depth > depthOfFunction)
    return fail(body, "return inside the loop");
  if (const auto flag = walkOtherwise ? std::nullopt : flagSet(body)) {
    const auto truth = evaluate.flagged(*flag, statement->getCond());
    if (truth)
      state.integers[flag->variable] = *truth;
    return truth.has_value();
  }
  const clang::Stmt *otherwise = statement->getElse() ? statement->getElse() : statement;
  // `if (a || b) value = …;` says more where it fails, and then there is nothing to do.
  const auto nothing = [] { return true; };
  const auto *alternatives =
      llvm::dyn_cast<clang::BinaryOperator>(statement->getCond()->IgnoreParenImpCasts());
  if (!walkOtherwise && !returns && alternatives && alternatives->getOpcode() == clang::BO_LOr)
    walkOtherwise = nothing;
  const bool swaps =
      walkOtherwise && !returns && SymbolicEvaluator::failsAsWhole(statement->getCond());
  const auto condition = evaluate.condition(statement->getCond(), !returns && !swaps);
  if (!condition)
    return false;
  const auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(statement->getCond()->IgnoreParenImpCasts());
  const auto *const outerUnequal = unequal;
  const llvm::scope_exit restore([&] { unequal = outerUnequal; });
  if (condition->data && dataBranches == 0)
    unequal = comparison && comparison->isEqualityOp() &&
                      condition->data->contains(Expression::Kind::Position)
                  ? comparison
                  : nullptr;
  if (swaps)
    std::swap(walkThen, walkOtherwise);
  if (condition->decided) {
    const auto taken = *condition->decided != returns ? walkThen : walkOtherwise;
    if (taken && !taken())
      return false;
    for (const auto *variable : assignedVariables({then, otherwise}).outside)
      if (const auto value = state.scalars.find(variable);
          value != state.scalars.end() && value->second)
        value->second = evaluate.chosenByCase(value->second, then, otherwise, variable);
    return true;
  }
  if (returns) {
    if (walkOtherwise)
      return fail(otherwise, "'else' after a return");
    if (condition->data)
      return fail(statement, dependence("return", *condition));
    if (!state.cells.empty())
      return fail(statement, "condition after a store");
    state.path.insert(state.path.end(), condition->bounds.begin(), condition->bounds.end());
    return true;
  }
  if (!walkOtherwise)
    return guarded(then, *condition, walkThen);
  // Both branches from the same state; what they leave differs only in values.
  const SymbolicState before = state;
  state.path.insert(state.path.end(), condition->bounds.begin(), condition->bounds.end());
  dataBranches += condition->data != nullptr;
  ++branching;
  const Bounds outerBranches = ofBranches;
  ofBranches.insert(ofBranches.end(), condition->bounds.begin(), condition->bounds.end());
  if (!walkThen())
    return false;
  ofBranches = outerBranches;
  if (returned)
    return fail(otherwise, "'else' after a return");
  const bool thenReturns =
      state.mayHaveReturned || state.path.size() > before.path.size() + condition->bounds.size();
  SymbolicState taken = state;
  const auto loads = state.loads;
  const auto bounds = state.bounds;
  state = before;
  state.loads = loads;
  state.bounds = bounds;
  state.loops = taken.loops;
  state.reductions = taken.reductions;
  state.ranges = taken.ranges;
  state.inlined = taken.inlined;
  state.constants.insert(taken.constants.begin(), taken.constants.end());
  state.derived.insert(taken.derived.begin(), taken.derived.end());
  state.usedAlone.insert(taken.usedAlone.begin(), taken.usedAlone.end());
  state.readInOrder = taken.readInOrder;
  state.readsLanesOfShared |= taken.readsLanesOfShared;
  state.divisions = taken.divisions;
  state.exclusives = taken.exclusives;
  state.truths = taken.truths;
  state.extremes = taken.extremes;
  state.firstSteps = taken.firstSteps;
  state.preconditions = taken.preconditions;
  state.assumedConstants.insert(taken.assumedConstants.begin(), taken.assumedConstants.end());
  const Bounds notAll = opposite(condition->bounds);
  state.elsewhere.insert(state.elsewhere.end(), notAll.begin(), notAll.end());
  if (!walkOtherwise())
    return false;
  --branching;
  state.elsewhere = before.elsewhere;
  state.mayHaveReturned |= thenReturns || state.path.size() > before.path.size();
  state.path = before.path;
  dataBranches -= condition->data != nullptr;
  if (returned)
    return fail(otherwise, "return in an 'else'");
  if (condition->data && (taken.reductions.size() != before.reductions.size() ||
                          state.reductions.size() != before.reductions.size()))
    return fail(statement, dependence("loop", *condition));
  state.alwaysTrue.insert(state.alwaysTrue.end(), taken.alwaysTrue.begin(), taken.alwaysTrue.end());
  if (!condition->data)
    keepStoresOfThen(state, taken, before);
  const bool alike =
      state.cells.size() == taken.cells.size() && sharedAlike(state, taken) &&
      std::equal(state.cells.begin(), state.cells.end(), taken.cells.begin(),
                 [&](const Cell &a, const Cell &b) {
                   return a.array == b.array && a.index == b.index &&
                          (a.where == b.where ||
                           withBounds(a.where, before.path, condition->bounds) == b.where ||
                           isStoredAtEdge(a, b, before.path, *condition));
                 });
  if (!alike)
    return fail(otherwise, "guard with an 'else' branch");
  for (size_t index = 0; index < state.cells.size(); ++index) {
    state.cells[index].value =
        evaluate.select(*condition, taken.cells[index].value, state.cells[index].value);
  }
  forgetFollowed(state, before, {&taken, &state});
  mergeShared(state, taken, evaluate, *condition, true);
  std::swap(state.scalars, taken.scalars);
  std::swap(state.integers, taken.integers);
  std::swap(state.pointers, taken.pointers);
  std::swap(state.words, taken.words);
  merge(taken, *condition);
  return true;
}

} // namespace warpsmith::frontend
