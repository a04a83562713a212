#include "rewriter/frontend/symbolic/DataIntegers.h"
#include "rewriter/frontend/clang/Mdspans.h"
#include "rewriter/frontend/clang/PtxText.h"
#include "rewriter/frontend/clang/ToolkitNames.h"
#include "rewriter/frontend/symbolic/InlinedCalls.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

namespace warpsmith::frontend {
namespace {

/// `__cvta_generic_to_shared(&tile[i])`, or a function of the user's that returns it: a number that
/// is an address, whatever lies there.
bool isAddressAsNumber(const clang::CallExpr &call) {
  if (toolkitFunction(call) == "__cvta_generic_to_shared")
    return true;
  const clang::FunctionDecl *callee = call.getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  const clang::Expr *returned = definition ? onlyReturned(*definition) : nullptr;
  const auto *inner =
      returned ? llvm::dyn_cast<clang::CallExpr>(returned->IgnoreParenCasts()) : nullptr;
  return inner && inner->getDirectCallee() != callee && isAddressAsNumber(*inner);
}

class DataReader : public clang::DynamicRecursiveASTVisitor {
public:
  explicit DataReader(const std::set<const clang::VarDecl *> &known) : data(known) {}

  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *) override { return found(); }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) override {
    return operation->getOpcode() != clang::UO_Deref || found();
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) override {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    return !variable || !data.contains(variable) || found();
  }
  bool TraverseCallExpr(clang::CallExpr *call) override {
    return isAddressAsNumber(*call) || clang::DynamicRecursiveASTVisitor::TraverseCallExpr(call);
  }
  /// A function that is given a pointer may read through it.
  bool VisitCallExpr(clang::CallExpr *call) override {
    if (asksMdspan(*call) || !blockFunction(*call).empty())
      return true;
    // One that is a method or a lambda, whose body is short, through what it sees.
    const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
    if (method && method->getDefinition() && entered.insert(method).second &&
        !TraverseStmt(method->getDefinition()->getBody()))
      return false;
    for (const clang::Expr *argument : call->arguments())
      if (!method && (argument->getType()->isPointerType() || argument->getType()->isRecordType()))
        return found();
    return true;
  }
  bool any = false;

private:
  bool found() {
    any = true;
    return false;
  }
  const std::set<const clang::VarDecl *> &data;
  std::set<const clang::FunctionDecl *> entered;
};

class Assignments : public clang::DynamicRecursiveASTVisitor {
public:
  bool VisitVarDecl(clang::VarDecl *variable) override {
    if (variable->getInit())
      add(variable, variable->getInit());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *operation) override {
    if (!operation->isAssignmentOp())
      return true;
    assign(operation->getLHS(), operation->getRHS());
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *call) override {
    if (call->isAssignmentOp() && call->getNumArgs() == 2)
      assign(call->getArg(0), call->getArg(1));
    return true;
  }

  /// Sums of a product of matrices.
  bool VisitGCCAsmStmt(clang::GCCAsmStmt *statement) override {
    for (unsigned number = 0; multipliesMatrices(*statement) && number < statement->getNumOutputs();
         ++number)
      if (const auto *reference =
              llvm::dyn_cast<clang::DeclRefExpr>(statement->getOutputExpr(number)->IgnoreParens()))
        if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
          sums.insert(variable);
    return true;
  }

  std::vector<std::pair<const clang::VarDecl *, const clang::Expr *>> all;
  std::set<const clang::VarDecl *> sums;

private:
  void assign(const clang::Expr *target, const clang::Expr *value) {
    target = target->IgnoreParens();
    // A lane of a vector.
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(target);
        member && !member->isArrow() && vectorType(member->getBase()->getType()))
      target = member->getBase()->IgnoreParens();
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(target))
      add(llvm::dyn_cast<clang::VarDecl>(reference->getDecl()), value);
  }
  void add(const clang::VarDecl *variable, const clang::Expr *value) {
    // Numbers, too: integers may be rounded from them.
    if (variable && elementOrLaneType(variable->getType()))
      all.emplace_back(variable, value);
  }
};

} // namespace

bool readsData(const clang::Expr &expression, const std::set<const clang::VarDecl *> &data) {
  DataReader reader(data);
  reader.TraverseStmt(const_cast<clang::Expr *>(&expression));
  return reader.any;
}

std::set<const clang::VarDecl *> dataIntegers(const clang::FunctionDecl &function) {
  Assignments assignments;
  assignments.TraverseStmt(function.getBody());
  std::set<const clang::VarDecl *> data = assignments.sums;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto &[variable, value] : assignments.all)
      if (!data.contains(variable) && readsData(*value, data))
        changed = data.insert(variable).second;
  }
  return data;
}

} // namespace warpsmith::frontend
