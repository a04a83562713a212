// What the statements of a loop's step assign to, directly or by what they call.
#include "rewriter/frontend/symbolic/AssignedVariables.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/Fragments.h"
#include "rewriter/frontend/symbolic/InlinedCalls.h"
#include "rewriter/frontend/symbolic/LocalArrays.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

class AssignmentVisitor : public clang::DynamicRecursiveASTVisitor {
public:
  bool VisitVarDecl(clang::VarDecl *variable) override {
    inner.insert(variable);
    // What it points to may be changed through it.
    const clang::QualType type = variable->getType();
    const bool isReference =
        type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified();
    if ((type->isPointerType() || isReference) && variable->getInit())
      if (const clang::VarDecl *target = rootVariable(*variable->getInit()))
        found.handedOn.insert(target);
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *operation) override {
    if (operation->isAssignmentOp())
      add(operation->getLHS());
    if (operation->isCompoundAssignmentOp() || setsToItself(*operation))
      count(*operation->getLHS());
    return true;
  }
  /// `for (e = 0; e < 4; e++)`, whose variable is declared elsewhere.
  bool TraverseForStmt(clang::ForStmt *loop) override {
    const auto *begin = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getInit());
    const clang::VarDecl *variable =
        begin && begin->getOpcode() == clang::BO_Assign && !setsToItself(*begin)
            ? rootVariable(*begin->getLHS())
            : nullptr;
    const bool isFresh = variable && fresh.insert(variable).second;
    const bool goesOn = clang::DynamicRecursiveASTVisitor::TraverseForStmt(loop);
    if (isFresh)
      fresh.erase(variable);
    return goesOn;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) override {
    if (operation->isIncrementDecrementOp()) {
      add(operation->getSubExpr());
      count(*operation->getSubExpr());
    }
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *call) override {
    if (call->isAssignmentOp())
      add(call->getArg(0));
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    // What a lambda assigns that it refers to.
    if (const clang::CXXMethodDecl *lambda = calledLambda(*call);
        lambda && entered.insert(lambda).second)
      TraverseStmt(lambda->getBody());
    if (!fragmentFunction(*call).empty() && call->getNumArgs() > 0)
      add(call->getArg(0));
    const clang::FunctionDecl *callee = call->getDirectCallee();
    for (unsigned number = 0; callee && isCallOfFunction(*call) &&
                              number < std::min(callee->getNumParams(), call->getNumArgs());
         ++number) {
      const clang::QualType type = callee->getParamDecl(number)->getType();
      if (type->isReferenceType() && !type->getPointeeType().isConstQualified())
        add(call->getArg(number));
    }
    for (const clang::Expr *argument : call->arguments())
      if (const clang::VarDecl *variable =
              argument->getType()->isPointerType() || argument->getType()->isArrayType()
                  ? rootVariable(*argument)
                  : nullptr)
        found.handedOn.insert(variable);
    return true;
  }

  bool VisitGCCAsmStmt(clang::GCCAsmStmt *statement) override {
    for (unsigned number = 0; number < statement->getNumOutputs(); ++number)
      add(statement->getOutputExpr(number));
    return true;
  }

  AssignedVariables result() {
    for (const clang::VarDecl *variable : inner)
      found.outside.erase(variable);
    return found;
  }

private:
  /// `i = i + 1`
  static bool setsToItself(const clang::BinaryOperator &operation) {
    struct Mentions : clang::DynamicRecursiveASTVisitor {
      bool VisitDeclRefExpr(clang::DeclRefExpr *reference) override {
        found |= reference->getDecl() == variable;
        return !found;
      }
      const clang::VarDecl *variable = nullptr;
      bool found = false;
    } mentions;
    mentions.variable = rootVariable(*operation.getLHS());
    if (operation.isAssignmentOp() && mentions.variable)
      mentions.TraverseStmt(operation.getRHS());
    return mentions.found;
  }
  void count(const clang::Expr &target) {
    const clang::VarDecl *variable = rootVariable(target);
    found.counted.insert(variable);
    if (!fresh.contains(variable))
      found.countedBySteps.insert(variable);
  }
  void add(clang::Expr *target) {
    target = target->IgnoreParens();
    if (auto *member = llvm::dyn_cast<clang::MemberExpr>(target))
      found.fields.push_back(member);
    const clang::VarDecl *variable = rootVariable(*target);
    ++found.times[variable];
    // An element of an array of the thread's own is a variable; what a pointer points to is not.
    if (variable &&
        (llvm::isa<clang::DeclRefExpr>(target) || variable->getType()->isConstantArrayType()))
      found.outside.insert(variable);
    else if (variable)
      found.handedOn.insert(variable);
  }
  AssignedVariables found;
  std::set<const clang::VarDecl *> inner;
  std::set<const clang::VarDecl *> fresh; ///< what the loops around, inside of this one, begin with
  std::set<const clang::FunctionDecl *> entered;
};

} // namespace

AssignedVariables assignedVariables(llvm::ArrayRef<const clang::Stmt *> statements) {
  AssignmentVisitor visitor;
  for (const clang::Stmt *statement : statements)
    if (statement)
      visitor.TraverseStmt(const_cast<clang::Stmt *>(statement));
  return visitor.result();
}

} // namespace warpsmith::frontend
