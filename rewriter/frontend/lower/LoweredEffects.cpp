// Effects of parts of expressions, which come before the statement that they stand in.
#include "rewriter/frontend/clang/Effects.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/lower/Lowerer.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include <algorithm>

namespace warpsmith::frontend {

using Kind = Term::Kind;

namespace {

/// How often an expression names a variable, and whether an object may hold a reference to it that
/// is called: a lambda does.
class Mentions : public clang::ConstDynamicRecursiveASTVisitor {
public:
  explicit Mentions(const clang::VarDecl *looked) : variable(looked) {}
  bool VisitCallExpr(const clang::CallExpr *call) override {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    calls |= !callee || (llvm::isa<clang::CXXMethodDecl>(callee) && !isInToolkit(*callee));
    return true;
  }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *reference) override {
    names += reference->getDecl() == variable;
    return true;
  }
  int names = 0;
  bool calls = false;

private:
  const clang::VarDecl *variable;
};

} // namespace

bool hasInnerEffects(const clang::Expr *expression) {
  return llvm::any_of(effectsOf(*expression), [](const clang::Expr *effect) {
    return llvm::isa<clang::UnaryOperator, clang::BinaryOperator>(effect);
  });
}

/// `i++` or `i = 0` among others: its effect comes first, where nothing else of the statement names
/// the variable and the part is always evaluated.
TermRef Lowerer::withEffect(const clang::Expr *expression) {
  const auto *counted = llvm::dyn_cast<clang::UnaryOperator>(expression);
  const auto *assigned = llvm::dyn_cast<clang::BinaryOperator>(expression);
  const clang::Expr *target = counted ? counted->getSubExpr() : assigned->getLHS();
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens());
  const auto *variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  const auto known = variable ? names.numbers.find(variable) : names.numbers.end();
  Mentions found(variable);
  found.TraverseStmt(whole);
  const bool isOnlyName =
      known != names.numbers.end() &&
      std::ranges::count_if(
          names.numbers, [&](const auto &other) { return other.second == known->second; }) == 1 &&
      std::ranges::none_of(names.pointees, [&](const auto &pointer) {
        return pointer.second->number == known->second;
      });
  if (!whole || conditions > 0 || !before || !isOnlyName || found.names != 1 || found.calls ||
      variable->getType()->isReferenceType())
    return unknown(expression, "'" + std::string(counted ? "++" : "=") +
                                   "' in an expression whose order is not certain");
  Statements &out = *before;
  const auto type = typeOf(variable->getType(), expression);
  if (!type)
    return nullptr;
  const clang::SourceLocation where = expression->getExprLoc();
  const TermRef now = this->variable(known->second, *type, where);
  const TermRef old = counted && counted->isPostfix() ? copied(now, where, out) : nullptr;
  const bool done = counted ? step(counted, out) : assign(assigned, out);
  before = &out;
  return !done ? nullptr : old ? old : copied(now, where, out);
}

/// `holds ? void(0) : __assert_fail(...)`, as assert() writes it.
bool Lowerer::assertion(const clang::ConditionalOperator *choice, Statements &out) {
  const auto *failure = llvm::dyn_cast<clang::CallExpr>(choice->getFalseExpr()->IgnoreParens());
  const clang::FunctionDecl *callee = failure ? failure->getDirectCallee() : nullptr;
  if (!callee || !callee->isNoReturn() || choice->getTrueExpr()->HasSideEffects(context))
    return fail(choice, "'" + textOf(*choice->getCond()) +
                            "' chooses between two effects: an assertion on data or indices goes "
                            "with -DNDEBUG after --");
  before = &out;
  settle(failure);
  const TermRef holds = term(choice->getCond());
  if (holds)
    out.push_back({Statement::Kind::Demand, choice->getBeginLoc(), -1, holds});
  return holds != nullptr;
}

} // namespace warpsmith::frontend
