// Functions of the user's that calculate a value in several statements: a number, as in
// `float t = tanhf(x); return x * t;` and `if (x > 0) return x; return slope * x;`, or a structure.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/DataIntegers.h"
#include "rewriter/frontend/symbolic/InlinedCalls.h"
#include "rewriter/frontend/symbolic/KernelWalk.h"
#include "rewriter/frontend/symbolic/LocalStructures.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

namespace warpsmith::frontend {
namespace {

/// Finds what has an effect beside the values of a function's own variables.
class Effects : public clang::ConstDynamicRecursiveASTVisitor {
public:
  bool VisitVarDecl(const clang::VarDecl *variable) override {
    return variable->hasLocalStorage() && !variable->getType()->isReferenceType();
  }
  bool VisitBinaryOperator(const clang::BinaryOperator *operation) override {
    return !operation->isAssignmentOp() || isOwn(operation->getLHS());
  }
  bool VisitUnaryOperator(const clang::UnaryOperator *operation) override {
    return !operation->isIncrementDecrementOp() || isOwn(operation->getSubExpr());
  }
  bool VisitCXXOperatorCallExpr(const clang::CXXOperatorCallExpr *call) override {
    return !call->isAssignmentOp() || isOwn(call->getArg(0));
  }
  bool VisitLambdaExpr(const clang::LambdaExpr * /*lambda*/) override { return false; }

private:
  static bool isOwn(const clang::Expr *target) {
    target = target->IgnoreParens();
    if (const auto *lane = llvm::dyn_cast<clang::MemberExpr>(target); lane && !lane->isArrow())
      return isOwn(lane->getBase());
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(target);
    const auto *variable =
        reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    return variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType();
  }
};

/// Statements that calculate and return, without loops.
bool onlyCalculates(const clang::Stmt *statement) {
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement))
    return llvm::all_of(compound->body(), onlyCalculates);
  if (const auto *conditional = llvm::dyn_cast<clang::IfStmt>(statement))
    return !conditional->hasInitStorage() && !conditional->hasVarStorage() &&
           onlyCalculates(conditional->getThen()) &&
           (!conditional->getElse() || onlyCalculates(conditional->getElse()));
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(statement))
    return operation->isAssignmentOp();
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(statement))
    return operation->isIncrementDecrementOp();
  if (const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(statement))
    return operation->isAssignmentOp();
  return llvm::isa<clang::DeclStmt, clang::ReturnStmt, clang::NullStmt>(statement);
}

using Statements = std::vector<const clang::Stmt *>;

Statements statementsOf(const clang::Stmt *statement) {
  const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement);
  return compound ? Statements(compound->body_begin(), compound->body_end())
                  : Statements{statement};
}

/// The statements and then those behind them.
Statements followed(const clang::Stmt *statement, llvm::ArrayRef<const clang::Stmt *> rest) {
  Statements all = statementsOf(statement);
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

bool returnsSomewhere(const clang::Stmt *statement) {
  if (llvm::isa<clang::ReturnStmt>(statement))
    return true;
  return llvm::any_of(statement->children(),
                      [](const clang::Stmt *child) { return child && returnsSomewhere(child); });
}

} // namespace

/// What the statements return, each variable's value being what it is now.
template <typename Value>
std::optional<Value> KernelWalk::returnedValue(
    llvm::ArrayRef<const clang::Stmt *> statements,
    llvm::function_ref<std::optional<Value>(const clang::Expr *)> valueOf,
    llvm::function_ref<std::optional<Value>(const Condition &, const Value &, const Value &)>
        select) {
  for (size_t index = 0; index < statements.size(); ++index) {
    const clang::Stmt *statement = statements[index];
    const auto rest = statements.drop_front(index + 1);
    if (const auto *end = llvm::dyn_cast<clang::ReturnStmt>(statement))
      return end->getRetValue() ? valueOf(end->getRetValue()) : std::nullopt;
    if (llvm::isa<clang::CompoundStmt>(statement))
      return returnedValue(followed(statement, rest), valueOf, select);
    const auto *conditional = llvm::dyn_cast<clang::IfStmt>(statement);
    if (!conditional || !returnsSomewhere(conditional)) {
      if (!walk(statement))
        return std::nullopt;
      continue;
    }
    const Statements held = followed(conditional->getThen(), rest);
    const Statements other = conditional->getElse() ? followed(conditional->getElse(), rest)
                                                    : Statements(rest.begin(), rest.end());
    const bool fails = SymbolicEvaluator::failsAsWhole(conditional->getCond());
    const auto condition = evaluate.condition(conditional->getCond(), !fails);
    if (!condition)
      return std::nullopt;
    const Statements &then = fails ? other : held, &otherwise = fails ? held : other;
    if (condition->decided)
      return returnedValue(*condition->decided ? then : otherwise, valueOf, select);
    // Both from the same variables; what is read where indices are in range is read nowhere else.
    const Bounds before = state.elsewhere;
    const auto integers = state.integers;
    const auto scalars = state.scalars;
    const auto pointers = state.pointers;
    const auto words = state.words;
    const auto within = [&](const Bounds &bounds, const Statements &branch) {
      state.elsewhere.insert(state.elsewhere.end(), bounds.begin(), bounds.end());
      auto value = returnedValue(branch, valueOf, select);
      state.elsewhere = before;
      state.integers = integers;
      state.scalars = scalars;
      state.pointers = pointers;
      state.words = words;
      return value;
    };
    const auto first = within(condition->bounds, then);
    const auto second = first ? within(opposite(condition->bounds), otherwise) : std::nullopt;
    return second ? select(*condition, *first, *second) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<ExpressionRef>
KernelWalk::returnedScalar(llvm::ArrayRef<const clang::Stmt *> statements) {
  return returnedValue<ExpressionRef>(
      statements, [&](const clang::Expr *value) { return evaluate.scalar(value); },
      [&](const Condition &condition, const ExpressionRef &then, const ExpressionRef &otherwise) {
        return std::optional(evaluate.select(condition, then, otherwise));
      });
}

/// A structure of numbers that a function returns at several places.
std::optional<SymbolicEvaluator::StructureValue>
KernelWalk::returnedStructure(llvm::ArrayRef<const clang::Stmt *> statements) {
  using Value = SymbolicEvaluator::StructureValue;
  const auto chosen = [&](const Condition &condition, const Value &then,
                          const Value &otherwise) -> std::optional<Value> {
    Value both;
    for (const auto &[field, value] : then) {
      const auto other = otherwise.find(field);
      if (!value.scalar || !*value.scalar || other == otherwise.end() || !other->second.scalar ||
          !*other->second.scalar)
        return std::nullopt;
      both.emplace(field, Captured{nullptr,
                                   evaluate.select(condition, *value.scalar, *other->second.scalar),
                                   {},
                                   {}});
    }
    return both;
  };
  return returnedValue<Value>(
      statements, [&](const clang::Expr *value) { return structureValue(value); }, chosen);
}

/// A function without effects or loops, of which the value of a call is all that matters.
static bool isCalculation(const clang::FunctionDecl &definition) {
  Effects effects;
  return onlyCalculates(definition.getBody()) &&
         effects.TraverseStmt(const_cast<clang::Stmt *>(definition.getBody()));
}

/// The value of a call of a function that calculates a number in several statements.
std::optional<ExpressionRef> KernelWalk::returnedScalar(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(definition);
  if (!definition || !definition->hasBody() || !isSeenThrough(*definition) ||
      (method && method->getParent()->isLambda()) ||
      std::find(active.begin(), active.end(), definition) != active.end() ||
      !isCalculation(*definition))
    return refuse(call->getExprLoc(),
                  "call of '" + (callee ? callee->getNameAsString() : "a function pointer") +
                      "', whose effect is not known");
  if (!evaluate.bind(*definition, call))
    return std::nullopt;
  state.inlined.insert(definition);
  evaluate.dataIntegers.merge(dataIntegers(*definition));
  active.push_back(definition);
  const llvm::scope_exit leave([&] {
    active.pop_back();
    evaluate.unbind(*definition);
  });
  auto value = returnedScalar(statementsOf(definition->getBody()));
  if (!value && !refuse.refusal())
    return refuse(call->getExprLoc(),
                  "'" + definition->getNameAsString() + "' does not always return a value");
  return value;
}

std::optional<SymbolicEvaluator::StructureValue>
KernelWalk::structureValue(const clang::Expr *expression) {
  const auto *made = llvm::dyn_cast<clang::CallExpr>(copiedStructure(expression));
  const auto isKnown = [](const clang::FunctionDecl &function) {
    return isCudaOwn(function) || isThrustFunction(function);
  };
  if (!made || !returnsStructure(*made) ||
      (vectorType(made->getType()) && made->getDirectCallee() && isKnown(*made->getDirectCallee())))
    return evaluate.structureValue(expression);
  const clang::FunctionDecl *callee = made->getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  const auto *body =
      llvm::dyn_cast_or_null<clang::CompoundStmt>(definition ? definition->getBody() : nullptr);
  const auto *end =
      body && !body->body_empty() ? llvm::dyn_cast<clang::ReturnStmt>(body->body_back()) : nullptr;
  if (!end || !end->getRetValue() || !isSeenThrough(*definition) ||
      std::find(active.begin(), active.end(), definition) != active.end())
    return refuse(expression->getExprLoc(),
                  "call of '" + (callee ? callee->getNameAsString() : "a function pointer") +
                      "', whose effect is not known");
  if (!evaluate.bind(*definition, made))
    return std::nullopt;
  state.inlined.insert(definition);
  evaluate.dataIntegers.merge(dataIntegers(*definition));
  active.push_back(definition);
  const Bounds path = state.path;
  std::vector<const clang::Stmt *> statements(body->body_begin(), body->body_end());
  statements.pop_back();
  std::optional<SymbolicEvaluator::StructureValue> values;
  if (llvm::any_of(statements, returnsSomewhere) && isCalculation(*definition)) {
    values = returnedStructure(statementsOf(body));
    if (!values && !refuse.refusal())
      refuse(end->getBeginLoc(),
             "return under a condition in '" + definition->getNameAsString() + "'");
  } else if (walkAll(statements)) {
    if (state.path != path)
      refuse(end->getBeginLoc(),
             "return under a condition in '" + definition->getNameAsString() + "'");
    else
      values = structureValue(end->getRetValue());
  }
  state.path = path;
  active.pop_back();
  evaluate.unbind(*definition);
  return values;
}

} // namespace warpsmith::frontend
