#include "rewriter/frontend/clang/Effects.h"
#include "rewriter/frontend/clang/BuiltinIndices.h"
#include "rewriter/frontend/clang/Types.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

namespace warpsmith::frontend {
namespace {

class EffectCollector : public clang::DynamicRecursiveASTVisitor {
public:
  EffectCollector() { ShouldVisitImplicitCode = true; }

  bool VisitBinaryOperator(clang::BinaryOperator *operation) override {
    return !operation->isAssignmentOp() || add(operation);
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) override {
    return !operation->isIncrementDecrementOp() || add(operation);
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    const llvm::StringRef asked = blockFunction(*call);
    const bool isQuestion = !asked.empty() && asked != "sync" && asked != "memcpy_async" &&
                            asked != "wait" && asked != "wait_prior";
    return isQuestion || makesThreadBlock(*call) || add(call);
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *construction) override {
    return construction->getConstructor()->isTrivial() ||
           isCudaOwn(*construction->getConstructor()) || add(construction);
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr *expression) override { return add(expression); }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr *expression) override { return add(expression); }
  bool VisitCXXThrowExpr(clang::CXXThrowExpr *expression) override { return add(expression); }
  bool VisitAtomicExpr(clang::AtomicExpr *expression) override { return add(expression); }
  bool VisitStmtExpr(clang::StmtExpr *expression) override { return add(expression); }
  bool TraverseCXXDefaultArgExpr(clang::CXXDefaultArgExpr *argument) override {
    return isInToolkit(*argument->getParam()) || TraverseStmt(argument->getExpr());
  }
  // The body runs where the lambda is called.
  bool TraverseLambdaExpr(clang::LambdaExpr *lambda) override {
    return std::ranges::all_of(lambda->capture_inits(),
                               [&](clang::Expr *initial) { return TraverseStmt(initial); });
  }
  // Clang reads `threadIdx.x` by a function.
  bool TraversePseudoObjectExpr(clang::PseudoObjectExpr *expression) override {
    return builtinIndex(expression) ||
           clang::DynamicRecursiveASTVisitor::TraversePseudoObjectExpr(expression);
  }
  // These are not evaluated.
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) override { return true; }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr *) override { return true; }
  bool TraverseCXXTypeidExpr(clang::CXXTypeidExpr *) override { return true; }
  bool TraverseTypeLoc(clang::TypeLoc, bool) override { return true; }

  std::vector<const clang::Expr *> found;

private:
  bool add(const clang::Expr *expression) {
    found.push_back(expression);
    return true;
  }
};

} // namespace

std::vector<const clang::Expr *> effectsOf(const clang::Expr &expression) {
  EffectCollector effects;
  effects.TraverseStmt(const_cast<clang::Expr *>(&expression));
  return std::move(effects.found);
}

} // namespace warpsmith::frontend
