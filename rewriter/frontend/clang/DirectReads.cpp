#include "rewriter/frontend/clang/DirectReads.h"
#include "rewriter/frontend/clang/BuiltinIndices.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

namespace warpsmith::frontend {
namespace {

class IndirectReads : public clang::DynamicRecursiveASTVisitor {
public:
  explicit IndirectReads(const clang::SourceManager &manager) : sources(manager) {}

  bool VisitVarDecl(clang::VarDecl *variable) override {
    const clang::QualType type = variable->getType();
    found |= type->isReferenceType() || type->isArrayType() || type->isRecordType();
    return true;
  }
  bool VisitExpr(clang::Expr *expression) override {
    const clang::QualType type = expression->getType(); // none of an assertion's message
    found |= !type.isNull() && type->isRecordType();
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    const clang::FunctionDecl *body = nullptr;
    found |= !callee || (callee->hasBody(body) && !sources.isInSystemHeader(body->getLocation()));
    return true;
  }
  bool TraverseStmt(clang::Stmt *statement) override {
    const auto *expression = llvm::dyn_cast_or_null<clang::Expr>(statement);
    return (expression && builtinIndex(expression)) ||
           clang::DynamicRecursiveASTVisitor::TraverseStmt(statement);
  }
  bool found = false;

private:
  const clang::SourceManager &sources;
};

} // namespace

bool readsDirectly(const clang::FunctionDecl &kernel) {
  IndirectReads reads(kernel.getASTContext().getSourceManager());
  reads.TraverseStmt(kernel.getBody());
  return !reads.found;
}

} // namespace warpsmith::frontend
