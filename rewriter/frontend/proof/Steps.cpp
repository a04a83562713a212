// Pointers and indices that an expression moves on as it reads through them: `sum += *pa++ *
// b[l++]`.
#include "rewriter/frontend/symbolic/KernelWalk.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include <map>

namespace warpsmith::frontend {
namespace {

/// The steps in an expression that all take place, once each.
class Steps : public clang::DynamicRecursiveASTVisitor {
public:
  bool VisitUnaryOperator(clang::UnaryOperator *operation) override {
    if (operation->isIncrementDecrementOp() && variableOf(*operation))
      found.push_back(operation);
    return true;
  }
  // What is not evaluated, or not always.
  bool TraverseConditionalOperator(clang::ConditionalOperator *) override { return true; }
  bool TraverseBinaryConditionalOperator(clang::BinaryConditionalOperator *) override {
    return true;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) override { return true; }
  bool TraverseLambdaExpr(clang::LambdaExpr *) override { return true; }
  bool TraverseBinaryOperator(clang::BinaryOperator *operation) override {
    return operation->isLogicalOp() ||
           clang::DynamicRecursiveASTVisitor::TraverseBinaryOperator(operation);
  }

  static const clang::VarDecl *variableOf(const clang::UnaryOperator &operation) {
    const auto *reference =
        llvm::dyn_cast<clang::DeclRefExpr>(operation.getSubExpr()->IgnoreParens());
    return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  }
  std::vector<const clang::UnaryOperator *> found;
};

/// How often an expression names each variable; a lambda names those that it sees, unseen.
class Uses : public clang::DynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) override {
    ++count[reference->getDecl()];
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *call) override {
    callsLambda |= call->getOperator() == clang::OO_Call;
    return true;
  }
  std::map<const clang::ValueDecl *, int> count;
  bool callsLambda = false;
};

} // namespace

bool KernelWalk::withSteps(const clang::Expr *whole, llvm::function_ref<bool()> walkWhole) {
  Steps steps;
  Uses uses;
  if (whole) {
    steps.TraverseStmt(const_cast<clang::Expr *>(whole));
    uses.TraverseStmt(const_cast<clang::Expr *>(whole));
  }
  // Where nothing else reads the variable it does not matter when it moves on.
  std::erase_if(steps.found, [&](const clang::UnaryOperator *operation) {
    const clang::VarDecl *variable = Steps::variableOf(*operation);
    const bool known = state.pointers.contains(variable) || state.integers.contains(variable);
    return uses.callsLambda || !known || uses.count[variable] != 1;
  });
  for (const clang::UnaryOperator *operation : steps.found)
    evaluate.stepped[operation] = false;
  if (!walkWhole())
    return false;
  for (const clang::UnaryOperator *operation : steps.found)
    if (!evaluate.stepped[operation])
      return fail(operation, "'" + evaluate.text(operation) + "' may not be evaluated");
    else if (!step(operation))
      return false;
  return true;
}

} // namespace warpsmith::frontend
