// Loops of few steps, such as those over elements of a local array, are walked step by step.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/LoopParts.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include <algorithm>

namespace warpsmith::frontend {

/// In one of two branches, a loop over few elements of shared memory, which the other one may store
/// as a vector.
bool KernelWalk::fillsFewElements(const Loop &loop) {
  constexpr int64_t Most = 16;
  class Stores : public clang::DynamicRecursiveASTVisitor {
  public:
    explicit Stores(const SymbolicState &symbolicState) : state(symbolicState) {}
    bool VisitBinaryOperator(clang::BinaryOperator *operation) override {
      if (const clang::VarDecl *variable =
              operation->isAssignmentOp() ? rootVariable(*operation->getLHS()) : nullptr) {
        const auto pointer = state.pointers.find(variable);
        found |= state.shared.contains(variable) ||
                 (pointer != state.pointers.end() && pointer->second.shared);
      }
      return true;
    }
    bool found = false;

  private:
    const SymbolicState &state;
  };
  const auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(loop.condition->IgnoreParenImpCasts());
  if (branching == 0 || !comparison || comparison->getOpcode() != clang::BO_LT ||
      !comparison->getLHS()->getType()->isIntegerType() ||
      !comparison->getRHS()->isIntegerConstantExpr(context))
    return false;
  Stores stores(state);
  stores.TraverseStmt(const_cast<clang::Stmt *>(loop.body));
  const auto left = stores.found ? evaluate.exact(comparison->getLHS()) : std::nullopt;
  const auto first = left ? left->constant() : std::nullopt;
  const auto end = comparison->getRHS()->getIntegerConstantExpr(context);
  const int64_t count = first && end ? end->getExtValue() - *first : 0;
  return count > 0 && count <= Most;
}

namespace {

/// Commits of asynchronous copies, stores to stages of an array that a variable or a function's
/// parameter numbers, and what waits.
class StagesFilled : public clang::DynamicRecursiveASTVisitor {
public:
  StagesFilled(const SymbolicState &symbolicState, const clang::VarDecl *number)
      : state(symbolicState),
        stage(number) {}
  bool VisitCallExpr(clang::CallExpr *call) override {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const llvm::StringRef name =
        callee && callee->getIdentifier() ? callee->getName() : llvm::StringRef();
    commits |= name == "__pipeline_commit";
    waits |= name == "__syncthreads" || name == "__pipeline_wait_prior";
    if (const clang::FunctionDecl *body = nullptr;
        callee && callee->hasBody(body) && entered.insert(body).second)
      TraverseStmt(body->getBody());
    return true;
  }
  bool VisitGCCAsmStmt(clang::GCCAsmStmt *statement) override {
    const std::string text = statement->getAsmString();
    commits |= text.find("commit_group") != std::string::npos;
    waits |= text.find("wait") != std::string::npos || text.find("bar") != std::string::npos;
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *operation) override {
    if (!operation->isAssignmentOp())
      return true;
    const auto *element =
        llvm::dyn_cast<clang::ArraySubscriptExpr>(operation->getLHS()->IgnoreParenImpCasts());
    int dimensions = 0;
    for (; element; ++dimensions) {
      const clang::Expr *base = element->getBase()->IgnoreParenImpCasts();
      const auto *inner = llvm::dyn_cast<clang::ArraySubscriptExpr>(base);
      const auto *index =
          llvm::dyn_cast<clang::DeclRefExpr>(element->getIdx()->IgnoreParenImpCasts());
      const auto *array = llvm::dyn_cast<clang::DeclRefExpr>(base);
      stores |= dimensions >= 2 && !inner && index && array &&
                (index->getDecl() == stage || llvm::isa<clang::ParmVarDecl>(index->getDecl())) &&
                state.shared.contains(llvm::dyn_cast<clang::VarDecl>(array->getDecl()));
      element = inner;
    }
    return true;
  }
  bool commits = false, stores = false, waits = false;

private:
  const SymbolicState &state;
  const clang::VarDecl *stage;
  std::set<const clang::FunctionDecl *> entered;
};

} // namespace

/// Before a loop whose tiles lie in stages, a loop over the first of them.
bool KernelWalk::fillsStages(const Loop &loop) {
  constexpr int64_t Most = 8;
  const clang::Expr *counted = loop.condition->IgnoreParenImpCasts();
  while (const auto *both = llvm::dyn_cast<clang::BinaryOperator>(counted)) {
    if (both->getOpcode() != clang::BO_LAnd)
      break;
    counted = both->getLHS()->IgnoreParenImpCasts();
  }
  const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(counted);
  const auto *number =
      comparison && comparison->getOpcode() == clang::BO_LT
          ? llvm::dyn_cast<clang::DeclRefExpr>(comparison->getLHS()->IgnoreParenImpCasts())
          : nullptr;
  const auto *variable = number ? llvm::dyn_cast<clang::VarDecl>(number->getDecl()) : nullptr;
  if (!variable || state.shared.empty() || !variable->getType()->isIntegerType() ||
      !state.integers.contains(variable))
    return false;
  StagesFilled stages(state, variable);
  stages.TraverseStmt(const_cast<clang::Stmt *>(loop.body));
  if ((!stages.commits && !stages.stores) || stages.waits)
    return false;
  Loop limited = loop;
  limit(limited);
  const clang::Expr *bound = limited.within ? limited.bound : comparison->getRHS();
  const auto end = bound->getIntegerConstantExpr(context);
  const auto first = state.numeric(state.integers.at(variable)).constant();
  return end && first && end->getExtValue() - *first > 0 && end->getExtValue() - *first <= Most;
}

/// Whether a comparison of numbers that this parse knows holds; nothing for any other condition.
std::optional<bool> KernelWalk::holdsNow(const clang::Expr *condition) {
  const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!comparison || !comparison->isComparisonOp() ||
      !comparison->getLHS()->getType()->isIntegerType())
    return std::nullopt;
  const auto left = evaluate.exact(comparison->getLHS());
  const auto right = left ? evaluate.exact(comparison->getRHS()) : std::nullopt;
  const auto difference = right ? state.assumed(*left - *right) : std::nullopt;
  if (!difference)
    return std::nullopt;
  switch (comparison->getOpcode()) {
  case clang::BO_LT:
    return *difference < 0;
  case clang::BO_LE:
    return *difference <= 0;
  case clang::BO_GT:
    return *difference > 0;
  case clang::BO_GE:
    return *difference >= 0;
  case clang::BO_NE:
    return *difference != 0;
  default:
    return std::nullopt;
  }
}

/// Whether the index of `i < min(3, n)` is below the number.
std::optional<bool> KernelWalk::isBelowBound(const Loop &loop) {
  const auto index = evaluate.exact(loop.index);
  const auto bound = index ? evaluate.exact(loop.bound) : std::nullopt;
  const auto room = bound ? state.assumed(*bound - *index) : std::nullopt;
  return room ? std::optional(*room > 0) : std::nullopt;
}

/// A loop over elements of a local array, whose number of steps this parse knows. What else its
/// condition asks, `i < 4 && column + i < n`, guards each step: where it fails, it fails for all
/// steps that follow.
bool KernelWalk::stepByStep(const Loop &loop) {
  constexpr int64_t MostSteps = 1 << 12; // in all, since loops stand in each other
  const clang::Expr *counted = loop.condition->IgnoreParenImpCasts();
  std::vector<const clang::Expr *> others;
  while (const auto *both = llvm::dyn_cast<clang::BinaryOperator>(counted)) {
    if (both->getOpcode() != clang::BO_LAnd)
      break;
    others.push_back(both->getRHS());
    counted = both->getLHS()->IgnoreParenImpCasts();
  }
  const auto unknown = [&](const clang::Expr *where) {
    return fail(where, "how often a loop over elements of a local array runs is not known");
  };
  // Where a step may be the last one, so may be what the variables are behind it.
  bool mayEnd = !others.empty() || loop.within;
  Bounds before; // what the step before it asks
  for (int64_t step = 0; step <= MostElements; ++step) {
    const bool first = step == 0 && llvm::isa<clang::DoStmt>(loop.statement);
    const auto goes = first         ? std::optional(true)
                      : loop.within ? isBelowBound(loop)
                                    : holdsNow(counted);
    if (!goes)
      return unknown(loop.condition);
    if (!*goes) {
      for (const clang::VarDecl *variable : loop.assigned)
        if (mayEnd) {
          state.integers.erase(variable);
          state.pointers.erase(variable);
        }
      return true;
    }
    Condition inside;
    for (const clang::Expr *other : others) {
      const auto also = evaluate.condition(other, true);
      if (!also)
        return false;
      if (also->data || also->decided)
        return unknown(other);
      inside.bounds.insert(inside.bounds.end(), also->bounds.begin(), also->bounds.end());
    }
    if (++stepsWalked > MostSteps)
      return fail(loop.statement, "loops over elements of local arrays have more than " +
                                      std::to_string(MostSteps) + " steps");
    if (others.empty() ? !iterate(loop) : !iterateWhere(loop, inside))
      return false;
    inside.bounds.insert(inside.bounds.end(), unlessBroken.begin(), unlessBroken.end());
    mayEnd |= !inside.bounds.empty();
    unlessBroken.clear();
    if (mayEnd && loop.increment &&
        !llvm::isa<clang::UnaryOperator, clang::CompoundAssignOperator>(
            loop.increment->IgnoreParens()))
      return unknown(loop.condition);
    const auto isNarrower = [](const Polynomial &bound, const Polynomial &last) {
      return (last - bound).constant().value_or(-1) >= 0;
    };
    if (step > 0 && !std::ranges::equal(inside.bounds, before, isNarrower))
      return fail(loop.condition, "a loop over elements of a local array goes on where an earlier "
                                  "step may have ended it");
    before = inside.bounds;
  }
  return fail(loop.statement, "more than " + std::to_string(MostElements) +
                                  " steps over elements of a local array");
}

} // namespace warpsmith::frontend
