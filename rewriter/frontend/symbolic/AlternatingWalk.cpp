// Loops whose steps store the next tile into one half of a shared array and read the other
// (AlternatingTiles.h).
#include "rewriter/frontend/symbolic/AlternatingTiles.h"
#include "rewriter/frontend/symbolic/InlinedCalls.h"
#include "rewriter/frontend/symbolic/LoopParts.h"
#include "rewriter/frontend/symbolic/StagedTiles.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace warpsmith::frontend {
namespace {

/// `half ^ 1`, `1 - half`, `!half`, `step % 2`, `step & 1`, beside barriers; and the variables that
/// are counted up or down, assigned to and used.
class Parities : public clang::DynamicRecursiveASTVisitor {
public:
  /// `changed`: variables that change from step to step.
  Parities(const clang::ASTContext &ast, std::set<const clang::VarDecl *> changed)
      : context(ast),
        changing(std::move(changed)) {}

  bool VisitVarDecl(clang::VarDecl *variable) override {
    if (variable->getInit() && changes(*variable->getInit()))
      changing.insert(variable);
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator *operation) override {
    const auto is = [&](const clang::Expr *operand, int64_t wanted) {
      const auto number =
          operand->isValueDependent() ? std::nullopt : operand->getIntegerConstantExpr(context);
      return number && *number == wanted;
    };
    switch (operation->getOpcode()) {
    case clang::BO_Xor:
    case clang::BO_XorAssign:
    case clang::BO_And:
      found |= is(operation->getRHS(), 1);
      break;
    case clang::BO_Rem:
      found |= is(operation->getRHS(), 2) ||
               (modulus(operation->getRHS()) >= 3 && changes(*operation->getLHS()));
      break;
    case clang::BO_Sub:
      found |= operation->getType()->isIntegerType() && is(operation->getLHS(), 1);
      break;
    case clang::BO_Assign:
      if (const clang::VarDecl *variable = rootVariable(*operation->getLHS())) {
        ++stored[variable];
        if (const int64_t stages = stagesOf(operation->getRHS()); stages >= 3) {
          found = true;
          moduli[variable] = stages;
        }
      }
      break;
    case clang::BO_AddAssign:
    case clang::BO_SubAssign:
      count(operation->getLHS());
      break;
    default:
      break;
    }
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) override {
    if (operation->isIncrementDecrementOp())
      count(operation->getSubExpr());
    const auto *negated =
        operation->getOpcode() == clang::UO_LNot
            ? llvm::dyn_cast<clang::DeclRefExpr>(operation->getSubExpr()->IgnoreParenImpCasts())
            : nullptr;
    found |= negated && changing.contains(llvm::dyn_cast<clang::VarDecl>(negated->getDecl()));
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) override {
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      ++used[variable];
    return true;
  }

  bool VisitCallExpr(clang::CallExpr *call) override {
    if (const clang::CXXMethodDecl *lambda = calledLambda(*call);
        lambda && entered.insert(lambda).second)
      TraverseStmt(lambda->getBody());
    const clang::FunctionDecl *callee = call->getDirectCallee();
    hasBarrier |= callee && callee->getIdentifier() &&
                  (callee->getName() == "__syncthreads" || callee->getName() == "sync");
    return true;
  }

  bool found = false, hasBarrier = false;
  std::set<const clang::VarDecl *> counted;
  std::map<const clang::VarDecl *, unsigned> stored, used; ///< how often each is
  /// Of variables that may count stages, how many these may be.
  std::map<const clang::VarDecl *, int64_t> moduli;

private:
  int64_t modulus(const clang::Expr *number) const {
    const auto value =
        number->isValueDependent() ? std::nullopt : number->getIntegerConstantExpr(context);
    return value && value->isRepresentableByInt64() ? value->getExtValue() : 0;
  }
  /// `(stage + 1) % 3`, `stage == 2 ? 0 : stage + 1`, `stage + 1 < 3 ? stage + 1 : 0`
  int64_t stagesOf(const clang::Expr *value) const {
    value = value->IgnoreParenImpCasts();
    const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(value);
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(
        choice ? choice->getCond()->IgnoreParenImpCasts() : value);
    if (!operation ||
        (choice ? !operation->isComparisonOp() : operation->getOpcode() != clang::BO_Rem))
      return 0;
    const bool isVariable =
        llvm::isa<clang::DeclRefExpr>(operation->getLHS()->IgnoreParenImpCasts());
    return modulus(operation->getRHS()) + (choice && isVariable ? 1 : 0);
  }
  bool changes(const clang::Expr &expression) const {
    struct References : clang::DynamicRecursiveASTVisitor {
      bool VisitDeclRefExpr(clang::DeclRefExpr *reference) override {
        const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
        isFound |= variable && among->contains(variable);
        return !isFound;
      }
      const std::set<const clang::VarDecl *> *among = nullptr;
      bool isFound = false;
    } references;
    references.among = &changing;
    references.TraverseStmt(const_cast<clang::Expr *>(&expression));
    return references.isFound;
  }
  void count(const clang::Expr *target) {
    if (const clang::VarDecl *variable = rootVariable(*target))
      counted.insert(variable);
  }
  const clang::ASTContext &context;
  std::set<const clang::VarDecl *> changing;
  std::set<const clang::FunctionDecl *> entered;
};

Parities paritiesIn(const clang::Stmt *body, const clang::Expr *increment,
                    const std::set<const clang::VarDecl *> &changing,
                    const clang::ASTContext &context) {
  Parities parities(context, changing);
  parities.TraverseStmt(const_cast<clang::Stmt *>(body));
  if (increment)
    parities.TraverseStmt(const_cast<clang::Expr *>(increment));
  return parities;
}

} // namespace

bool KernelWalk::mayTakeTurns(const Loop &loop) const {
  if (!state.turning.empty() || state.beforeTurns || summing > 0 || filling > 0 || loop.within ||
      llvm::isa<clang::DoStmt>(loop.statement) || isConjunction(loop.condition) ||
      llvm::all_of(state.shared, [](const auto &known) { return known.second.stores.empty(); }))
    return false;
  const Parities parities = paritiesIn(loop.body, loop.increment, loop.assigned, context);
  // Tiles whose barrier is missing are looked at, too: the walk tells which one that is.
  return parities.found &&
         (parities.hasBarrier || llvm::any_of(state.shared, [&](const auto &known) {
            const auto stored = parities.stored.find(known.first);
            return !known.second.stores.empty() && stored != parities.stored.end() &&
                   parities.used.at(known.first) > stored->second;
          }));
}

/// `done` is false, and the state as it was, where the loop is none that sums.
bool KernelWalk::inTurns(Loop loop, bool &done) {
  const SymbolicState before = state;
  const std::string steps = "%" + std::to_string(state.loops.size() + 1);
  const Polynomial here = Polynomial::symbol(hereSymbol(steps));
  // Variables that are 0 and 1 by turns, or count stages: those that turn out to be so.
  std::map<const clang::VarDecl *, Polynomial> bits;
  std::map<std::string, Polynomial> stagesAhead;
  const Parities parities = paritiesIn(loop.body, loop.increment, loop.assigned, context);
  for (const clang::VarDecl *variable : loop.assigned)
    if (const auto known = state.integers.find(variable);
        known != state.integers.end() && !parities.counted.contains(variable)) {
      const auto stages = parities.moduli.find(variable);
      const bool isStage = stages != parities.moduli.end();
      const auto first =
          isStage ? state.numeric(known->second).constant() : known->second.constant();
      if (isStage && first && *first >= 0 && *first < stages->second) {
        const std::string place = stageSymbol(steps, stages->second, *first);
        bits[variable] = Polynomial::symbol(place);
        stagesAhead.emplace(place, known->second);
      } else if (!isStage && (first == 0 || first == 1))
        bits[variable] = first == 0 ? here : Polynomial(1) - here;
    }
  std::set<const clang::VarDecl *> butTheLast; // which the last step does not change
  const std::set<const clang::VarDecl *> assigned = loop.assigned;
  const auto begin = [&] {
    state = before;
    state.turning = steps;
    loop.assigned = assigned;
    for (const auto &[variable, bit] : bits) {
      loop.assigned.erase(variable);
      state.integers[variable] = bit;
    }
    state.stagesAhead = stagesAhead;
    for (const auto &[place, ahead] : stagesAhead)
      state.assumed(ahead);
  };
  std::vector<Induction> inductions;
  for (;;) {
    begin();
    inductions.clear();
    state.beforeTurns = true;
    // Who may still read which half is asked when they are known.
    for (auto &[variable, array] : state.shared)
      array.readSinceBarrier = false;
    inductsTurns = true;
    turningDepth = depth + 1;
    if (!induct(loop, inductions))
      return false;
    const auto stays = [&](const auto &bit) {
      auto after = state.integers.find(bit.first);
      butTheLast.erase(bit.first);
      if (after == state.integers.end() && loop.once.contains(bit.first)) {
        after = state.followedIntegers.find(bit.first);
        if (after == state.followedIntegers.end())
          return true;
        butTheLast.insert(bit.first);
      }
      return after == state.integers.end() ||
             after->second != nextStage(bit.second, steps).value_or(Polynomial(1) - bit.second);
    };
    if (std::erase_if(bits, stays) == 0)
      break;
  }
  const bool owns = llvm::any_of(state.cells, [&](const Cell &cell) {
    return cell.index.dependsOnIndices() && state.cells.size() != before.cells.size();
  });
  if (owns || !unlessBroken.empty() || inductions.empty()) {
    state = before;
    unlessBroken.clear();
    return true;
  }
  const auto constants = state.constants;
  begin();
  state.constants = constants;
  if (!reduce(loop, inductions))
    return false;
  for (const auto &[variable, bit] : bits)
    state.integers.erase(variable);
  std::erase_if(bits, [&](const auto &bit) {
    return butTheLast.contains(bit.first) || nextStage(bit.second, steps);
  });
  bitsBehind = bits;
  done = true;
  return true;
}

/// What the arrays hold when the loop has ended.
void KernelWalk::leaveTurns() {
  const Polynomial extent = state.loop(state.turning)->extent;
  const Polynomial parity = evaluate.quotient(extent, Polynomial(2), /*remainder=*/true);
  const std::string here = hereSymbol(state.turning), there = thereSymbol(state.turning);
  std::vector<std::pair<const clang::VarDecl *, Polynomial>> counts; // after so many steps
  // Which stage it is behind the loop, is not followed.
  const auto isOfStage = [&](const Polynomial &value) {
    return llvm::any_of(value.symbols(), [&](const std::string &symbol) {
      return isPlaceOf(symbol, state.turning) && stageOf(symbol);
    });
  };
  std::erase_if(state.integers, [&](const auto &known) { return isOfStage(known.second); });
  std::erase_if(state.pointers, [&](const auto &known) { return isOfStage(known.second.offset); });
  // What each step sets anew has the last step's value, where there is one.
  for (auto &[variable, value] : state.integers)
    if (value.dependsOn(here) || value.dependsOn(there)) {
      value = value.substitute(state.turning, extent - 1)
                  .substitute(here, Polynomial(1) - parity)
                  .substitute(there, parity);
      counts.emplace_back(variable, extent - 1);
    }
  // Where a pointer points then is not followed, nor where it would without any step.
  std::erase_if(state.pointers, [&](const auto &known) {
    const Polynomial &offset = known.second.offset;
    return offset.dependsOn(here) || offset.dependsOn(there) || offset.dependsOn(state.turning);
  });
  for (const auto &[variable, bit] : std::exchange(bitsBehind, {})) {
    state.integers[variable] = bit.substitute(here, parity);
    counts.emplace_back(variable, extent);
  }
  for (const auto &[variable, steps] : counts)
    if (const auto known = steps.constant(); !known)
      state.counted[variable] = steps;
    else if (*known < 0)
      state.integers.erase(variable);
  if (endTurns(state, extent, parity) && !extent.constant())
    state.preconditions.push_back({extent, Polynomial(0), false});
}

/// Walks a step for what it stores, and gives the halves what the step before has stored.
bool KernelWalk::findTurns(const Loop &loop) {
  const LoopIndex *index = state.loop(state.turning);
  const bool isAlike = index && index->first.isZero() && !index->limited && !index->axis;
  if (isAlike)
    state.thisStep = {index->extent - Polynomial::symbol(state.turning)};
  const SymbolicState now = state;
  for (auto &[variable, array] : state.shared) {
    array.stores.clear();
    array.storedSinceBarrier = array.readSinceBarrier = array.storesBehindReads = false;
    array.readHalves.clear();
    array.flights.clear();
  }
  state.beforeTurns = true;
  state.commitsOfStep = 0;
  guardsOfTurns = state.path.size();
  if (!iterate(loop))
    return false;
  const SymbolicState walked = state;
  state = now;
  state.commitsOfStep = walked.commitsOfStep;
  state.stagesAhead = walked.stagesAhead;
  keepTables(walked);
  const auto condition = evaluate.condition(loop.condition, true);
  if (!condition)
    return false;
  std::string why;
  if (!takeTurns(state, walked.shared, state.turning, condition->bounds, why))
    return fail(loop.statement, why);
  // What holds at each step holds for the next one where there is one.
  for (const Polynomial &bound : condition->bounds)
    if (const auto next = ofNextStep(state, bound, state.turning);
        next && isAlike && !condition->data && isUniform(next->substitute(state.turning, 0)))
      state.nextStep.push_back(*next);
  if (state.nextStep.size() != condition->bounds.size())
    state.nextStep.clear();
  return true;
}

/// Bounds that hold at the end of each step but the last: the loop's condition after a trial walk
/// of the step.
bool KernelWalk::findNextStep(const Loop &loop) {
  const auto earlier = refuse.refusal();
  const SymbolicState first = state;
  const auto now = evaluate.condition(loop.condition, true);
  refuse.restore(earlier);
  state = first;
  if (now && !now->data && !now->decided)
    state.thisStep = now->bounds;
  const SymbolicState unknown = state;
  if (!iterate(loop))
    return false;
  const auto condition = evaluate.condition(loop.condition, true);
  refuse.restore(earlier);
  state = unknown;
  if (condition && !condition->data && !condition->decided)
    state.nextStep = condition->bounds;
  return true;
}

/// What expressions refer to by numbers, as another walk of the step has left it.
void KernelWalk::keepTables(const SymbolicState &walked) {
  state.loads = walked.loads;
  state.bounds = walked.bounds;
  state.loops = walked.loops;
  state.ranges = walked.ranges;
  state.inlined = walked.inlined;
  state.constants = walked.constants;
  state.derived = walked.derived;
  state.divisions = walked.divisions;
  state.exclusives = walked.exclusives;
}

/// A register that a step fills for the next one, as it found it filled itself: then it has a value
/// of its own at each step, and carries no sum.
bool KernelWalk::takeValueOfStepBefore(const SymbolicState &walked, const clang::VarDecl *variable,
                                       const ExpressionRef &initial) {
  const auto known = walked.scalars.find(variable);
  if (known == walked.scalars.end() || !known->second || !initial)
    return false;
  ExpressionRef after = known->second;
  // The next step is one that the condition holds for.
  while (after->kind == Expression::Kind::Select) {
    const auto number = conditionNumber(*after->children[0]);
    if (!number || !llvm::all_of(walked.bounds[*number], [&](const Polynomial &bound) {
          return llvm::is_contained(walked.nextStep, bound);
        }))
      break;
    after = after->children[1];
  }
  const SymbolicState now = state;
  keepTables(walked);
  if (const auto value = valueOfStepBefore(state, after, initial, state.turning)) {
    state.scalars[variable] = *value;
    return true;
  }
  state = now;
  return false;
}

} // namespace warpsmith::frontend
