// Loops that sum, of which each thread takes steps of its own: `for (k = i; k < n; ++k)`,
// `for (k = 0; k <= i; ++k)`, `for (k = max(0, i - w); k < n && k <= i + w; ++k)`.
#include "rewriter/frontend/symbolic/LoopParts.h"
#include "llvm/ADT/STLExtras.h"

namespace warpsmith::frontend {
namespace {

const clang::BinaryOperator *conjunctionOf(const clang::Expr *condition) {
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  return operation && operation->getOpcode() == clang::BO_LAnd ? operation : nullptr;
}

/// The comparisons of `k < n && k <= i`.
std::vector<const clang::Expr *> conjuncts(const clang::Expr *condition) {
  const auto *both = conjunctionOf(condition);
  if (!both)
    return {condition->IgnoreParenImpCasts()};
  auto all = conjuncts(both->getLHS());
  const auto others = conjuncts(both->getRHS());
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

/// Made of comparisons of whole numbers.
bool comparesIntegers(const clang::Expr *condition) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto *negation = llvm::dyn_cast<clang::UnaryOperator>(condition);
      negation && negation->getOpcode() == clang::UO_LNot)
    return comparesIntegers(negation->getSubExpr());
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (operation && operation->isLogicalOp())
    return comparesIntegers(operation->getLHS()) && comparesIntegers(operation->getRHS());
  return operation && operation->isComparisonOp() &&
         operation->getLHS()->getType()->isIntegralOrEnumerationType();
}

/// Declares what has no effect but the values of its variables.
bool onlyDeclares(const clang::Stmt *statement, const clang::ASTContext &context) {
  const auto *declarations = llvm::dyn_cast<clang::DeclStmt>(statement);
  return declarations && llvm::all_of(declarations->decls(), [&](const clang::Decl *declaration) {
           const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration);
           return variable &&
                  (!variable->getInit() || !variable->getInit()->HasSideEffects(context));
         });
}

constexpr const char *Step = "%?step"; // the variable that the loop's condition tests

} // namespace

/// The statements of a loop's body. After `if (k < j) continue;` and `if (k > i) break;` the others
/// are those of a conditional statement. A loop that does something before it is left does so at
/// one step more than the condition says.
bool KernelWalk::walkBody(llvm::ArrayRef<const clang::Stmt *> statements) {
  for (size_t index = 0; index < statements.size(); ++index) {
    const auto *conditional = llvm::dyn_cast<clang::IfStmt>(statements[index]);
    const clang::Stmt *then = conditional ? conditional->getThen() : nullptr;
    if (const auto *compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(then))
      then = compound->size() == 1 ? compound->body_front() : nullptr;
    const bool breaks = then && llvm::isa<clang::BreakStmt>(then);
    if (!then || (!breaks && !llvm::isa<clang::ContinueStmt>(then)) || conditional->getElse() ||
        conditional->hasInitStorage() || conditional->hasVarStorage() ||
        !comparesIntegers(conditional->getCond()) || evaluate.isData(conditional->getCond())) {
      if (!walk(statements[index]))
        return false;
      continue;
    }
    const auto condition = evaluate.condition(conditional->getCond(), false);
    if (!condition)
      return false;
    if (condition->decided && *condition->decided)
      continue;
    if (condition->decided || condition->data)
      return fail(then, std::string(breaks ? "break" : "continue") + " inside the loop");
    const auto isDeclaration = [&](const clang::Stmt *statement) {
      return onlyDeclares(statement, context);
    };
    if (breaks && !llvm::all_of(statements.take_front(index), isDeclaration))
      return fail(then, "break inside the loop, not at the beginning of a step");
    if (breaks)
      unlessBroken.insert(unlessBroken.end(), condition->bounds.begin(), condition->bounds.end());
    return guarded(conditional, *condition,
                   [&] { return walkBody(statements.drop_front(index + 1)); });
  }
  return true;
}

/// A condition that fails at a step fails at all later ones: then it does not matter that the loop
/// is left.
bool KernelWalk::endsWhereConditionsFail(const Loop &loop, const std::string &symbol) {
  for (const Polynomial &bound : unlessBroken) {
    const auto affine = bound.affineIn(symbol);
    const auto coefficient = affine ? affine->coefficient.constant() : std::nullopt;
    const bool divides = llvm::any_of(state.divisions, [&](const Division &division) {
      return bound.dependsOn(division.quotient) || bound.dependsOn(division.remainder);
    });
    if (divides || !coefficient || *coefficient > 0)
      return fail(loop.statement, "break inside the loop, under a condition that may fail at one "
                                  "step and hold at a later one");
  }
  return true;
}

bool KernelWalk::isConjunction(const clang::Expr *condition) {
  return conjunctionOf(condition) != nullptr;
}

/// The integer that steps by 1 and that the first comparison tests.
const KernelWalk::Induction *KernelWalk::tested(const Loop &loop,
                                                const std::vector<Induction> &inductions) const {
  const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(conjuncts(loop.condition)[0]);
  for (const clang::Expr *side :
       {comparison ? comparison->getLHS() : nullptr, comparison ? comparison->getRHS() : nullptr}) {
    const auto *reference =
        side ? llvm::dyn_cast<clang::DeclRefExpr>(side->IgnoreParenImpCasts()) : nullptr;
    for (const Induction &induction : inductions)
      if (reference && reference->getDecl() == induction.variable &&
          state.integers.contains(induction.variable))
        return &induction;
  }
  return nullptr;
}

/// What is positive at the loop's steps, where its variable is Step.
std::optional<Bounds> KernelWalk::bounds(const Loop &loop, const clang::VarDecl *variable,
                                         const Polynomial &first) {
  const auto refused = [&](const clang::Expr *condition) {
    return refuse(condition->getExprLoc(),
                  "'" + evaluate.text(condition) +
                      "' in the condition of a loop whose steps differ between threads is not an "
                      "upper bound on them");
  };
  const Polynomial step = Polynomial::symbol(Step);
  std::vector<Polynomial> rooms = {step - first + 1};
  for (const clang::VarDecl *other : loop.assigned) { // whose values are those of the first step
    state.integers.erase(other);
    state.pointers.erase(other);
  }
  state.integers[variable] = step;
  for (const clang::Expr *condition : conjuncts(loop.condition)) {
    const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(condition);
    if (!comparison || !comparison->isRelationalOp() ||
        !comparison->getLHS()->getType()->isIntegerType())
      return refused(condition);
    const auto left = evaluate.exact(comparison->getLHS());
    const auto right =
        left ? evaluate.exact(loop.bound ? loop.bound : comparison->getRHS()) : std::nullopt;
    if (!right)
      return std::nullopt;
    const auto opcode = comparison->getOpcode();
    const bool less = opcode == clang::BO_LT || opcode == clang::BO_LE;
    const bool strict = opcode == clang::BO_LT || opcode == clang::BO_GT;
    const Polynomial room = less ? *right - *left : *left - *right;
    const auto affine = room.affineIn(Step);
    // A loop ends where its condition fails first: what is not an upper bound may fail at once.
    if (!affine || affine->coefficient.constant() != -1)
      return refused(condition);
    rooms.push_back(strict ? room : room + 1);
  }
  Bounds all;
  for (const Polynomial &room : rooms) {
    const auto known = state.withoutExtremes(room);
    if (!known)
      return refuse(loop.condition->getExprLoc(),
                    "the range of the loop's steps is that of one of two bounds");
    all.insert(all.end(), known->begin(), known->end());
  }
  return all;
}

bool KernelWalk::reduceLimited(const Loop &loop, const std::vector<Induction> &inductions) {
  const Induction *counting = tested(loop, inductions);
  if (!counting || counting->step.constant() != 1)
    return fail(loop.condition,
                "the steps of a loop differ between threads, and no integer that counts them by 1 "
                "is compared with their end");
  if (llvm::isa<clang::DoStmt>(loop.statement))
    return fail(loop.condition, "the steps of a loop that runs at least once differ between "
                                "threads");
  if (!state.shared.empty())
    return fail(loop.condition, "the steps of a loop differ between threads, in a kernel that has "
                                "shared memory");
  const SymbolicState before = state;
  const Polynomial first = state.integers.at(counting->variable);
  const auto all = bounds(loop, counting->variable, first);
  if (!all)
    return false;
  // The variable is `base` plus the number of the step.
  std::optional<Polynomial> base, extent;
  FirstStep firstStep{{}, loop.statement->getBeginLoc()};
  Bounds limits;
  for (const Polynomial &bound : *all) {
    const auto affine = bound.affineIn(Step);
    const bool isLower = affine && affine->coefficient.constant() == 1;
    if (!isLower) {
      if (!extent && isUniform(affine->rest))
        extent = affine->rest;
      else
        limits.push_back(bound);
      continue;
    }
    const Polynomial least = Polynomial(1) - affine->rest;
    if (!base && isUniform(least)) {
      base = least;
      continue;
    }
    firstStep.values.push_back(least);
    limits.push_back(bound);
  }
  if (!base)
    state.firstSteps.push_back(firstStep);
  const std::string symbol = "%" + std::to_string(state.loops.size() + 1);
  const Polynomial value = base.value_or(Polynomial(0)) + Polynomial::symbol(symbol);
  for (Polynomial &limit : limits)
    limit = limit.substitute(Step, value);
  for (ValueRange &range : state.ranges)
    range.value = range.value.substitute(Step, value);
  if (!extent)
    for (const Polynomial &bound : *all) // the end of one thread's steps
      if (bound.affineIn(Step)->coefficient.constant() == -1)
        extent = bound.affineIn(Step)->rest;
  *extent = *extent - base.value_or(Polynomial(0));

  // What else the body sets anew at each step has no value at its start.
  for (const Induction &induction : inductions) {
    const Polynomial moved = induction.step * (value - first);
    if (induction.variable == counting->variable) {
      state.integers[induction.variable] = value;
    } else if (const auto known = before.integers.find(induction.variable);
               known != before.integers.end()) {
      state.integers[induction.variable] = known->second + moved;
    } else {
      Pointer pointer = before.pointers.at(induction.variable);
      pointer.offset += moved;
      state.pointers[induction.variable] = pointer;
    }
  }
  LoopIndex index{symbol, 0, *extent, "", true, 0};
  index.limited = true;
  state.loops.push_back(index);
  if (!carry(loop, symbol, limits))
    return false;
  // Some threads have no step at all.
  for (const clang::VarDecl *variable : loop.assigned) {
    state.integers.erase(variable);
    state.pointers.erase(variable);
  }
  return true;
}

} // namespace warpsmith::frontend
