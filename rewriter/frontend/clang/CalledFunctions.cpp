#include "rewriter/frontend/clang/CalledFunctions.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

namespace warpsmith::frontend {
namespace {

class CallVisitor : public clang::ConstDynamicRecursiveASTVisitor {
public:
  bool VisitCallExpr(const clang::CallExpr *call) override {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    return !callee || add(*callee);
  }
  bool VisitCXXConstructExpr(const clang::CXXConstructExpr *construction) override {
    return add(*construction->getConstructor());
  }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *reference) override {
    const clang::Expr *initialiser = nullptr;
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      initialiser = variable->getAnyInitializer();
    else if (const auto *one = llvm::dyn_cast<clang::EnumConstantDecl>(reference->getDecl()))
      initialiser = one->getInitExpr();
    return !initialiser || !named.insert(reference->getDecl()).second || TraverseStmt(initialiser);
  }
  std::set<const clang::FunctionDecl *> functions;

private:
  bool add(const clang::FunctionDecl &function) {
    const clang::FunctionDecl *definition = function.getDefinition();
    return !definition || !definition->hasBody() || !functions.insert(definition).second ||
           TraverseStmt(definition->getBody());
  }
  std::set<const clang::ValueDecl *> named;
};

} // namespace

std::set<const clang::FunctionDecl *> calledFunctions(const clang::Expr &expression) {
  CallVisitor visitor;
  visitor.TraverseStmt(&expression);
  return visitor.functions;
}

} // namespace warpsmith::frontend
