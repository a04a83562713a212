#include "rewriter/frontend/symbolic/LostEffects.h"
#include "rewriter/frontend/clang/Effects.h"
#include "rewriter/frontend/clang/Types.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

namespace warpsmith::frontend {
namespace {

using Structures = std::set<const clang::CXXRecordDecl *>;

class LostEffects : public clang::DynamicRecursiveASTVisitor {
public:
  LostEffects(Structures &found, RefusalSink &sink) : structures(found), refuse(sink) {
    ShouldVisitImplicitCode = true;
  }

  bool VisitMemberExpr(clang::MemberExpr *member) override {
    const clang::QualType type = member->getBase()->getType();
    const auto *structure =
        (member->isArrow() ? type->getPointeeType() : type)->getAsCXXRecordDecl();
    if (structure && structure->hasDefinition() && !isInToolkit(*structure))
      structures.insert(structure->getDefinition());
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *variable) override {
    return !variable->getInit() || !isThreadBlock(variable->getType()) ||
           without(variable->getInit());
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
    if (llvm::isa<clang::CXXOperatorCallExpr>(call) && method && method->isStatic())
      return fail(call, "a static operator");
    if (const auto *member =
            llvm::dyn_cast<clang::MemberExpr>(call->getCallee()->IgnoreParenImpCasts());
        member && ((method && method->isStatic()) || !blockFunction(*call).empty()) &&
        !without(member->getBase()))
      return false;
    return llvm::all_of(call->arguments(), [&](const clang::Expr *argument) {
      return !isThreadBlock(argument->getType()) || without(argument);
    });
  }
  bool VisitLambdaExpr(clang::LambdaExpr *lambda) override {
    return llvm::all_of(lambda->captures(), [&](const clang::LambdaCapture &capture) {
      const auto *variable = capture.capturesVariable()
                                 ? llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar())
                                 : nullptr;
      return !variable || capture.getCaptureKind() == clang::LCK_ByRef ||
             variable->isInitCapture() || !variable->getType()->isReferenceType() ||
             fail(lambda, "a lambda that copies what a reference names");
    });
  }
  bool VisitInitListExpr(clang::InitListExpr *list) override {
    return llvm::none_of(list->inits(),
                         [](const clang::Expr *initial) {
                           return llvm::isa_and_nonnull<clang::CXXDefaultInitExpr>(initial);
                         }) ||
           fail(list, "a list that leaves a member to its initialiser");
  }
  bool VisitBinaryOperator(clang::BinaryOperator *operation) override {
    return !operation->isLogicalOp() || withoutChanges(operation->getRHS());
  }
  bool VisitConditionalOperator(clang::ConditionalOperator *choice) override {
    return withoutChanges(choice->getTrueExpr()) && withoutChanges(choice->getFalseExpr());
  }

private:
  bool fail(const clang::Expr *where, const char *why) {
    refuse(where->getBeginLoc(), why);
    return false;
  }
  bool without(const clang::Expr *expression) {
    const auto effects = effectsOf(*expression);
    return effects.empty() || fail(effects.front(), "an effect that is not understood");
  }
  /// A function that is called under a condition is given no variable to change.
  bool withoutChanges(const clang::Expr *expression) {
    return llvm::all_of(effectsOf(*expression), [&](const clang::Expr *effect) {
      const auto *call = llvm::dyn_cast<clang::CallExpr>(effect);
      const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
      return !callee || isCudaOwn(*callee) ||
             llvm::none_of(callee->parameters(),
                           [](const clang::ParmVarDecl *parameter) {
                             const clang::QualType type = parameter->getType();
                             return type->isLValueReferenceType() &&
                                    !type->getPointeeType().isConstQualified() &&
                                    type->getPointeeType()->isArithmeticType();
                           }) ||
             fail(effect, "a function that changes a variable, called under a condition");
    });
  }

  Structures &structures;
  RefusalSink &refuse;
};

} // namespace

bool losesNoEffects(const clang::FunctionDecl &function, Structures &structures,
                    RefusalSink &refuse) {
  return LostEffects(structures, refuse).TraverseStmt(function.getBody());
}

} // namespace warpsmith::frontend
