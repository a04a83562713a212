#include "rewriter/frontend/clang/StructureOrder.h"
#include "rewriter/ir/SizesInMemory.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include <algorithm>
#include <set>

namespace warpsmith::frontend {
namespace {

/// Parameters in the order in which a kernel first reads what they point to. One that a function or
/// a lambda may read first is none of them.
class FirstReads : public clang::DynamicRecursiveASTVisitor {
public:
  explicit FirstReads(const clang::ASTContext &ast) : context(&ast) {}
  bool TraverseForStmt(clang::ForStmt *loop) override {
    return TraverseStmt(loop->getInit()) && TraverseStmt(loop->getCond()) &&
           TraverseStmt(loop->getBody()) && TraverseStmt(loop->getInc());
  }
  bool TraverseBinaryOperator(clang::BinaryOperator *operation) override {
    if (!operation->isAssignmentOp())
      return clang::DynamicRecursiveASTVisitor::TraverseBinaryOperator(operation);
    return TraverseStmt(operation->getRHS()) && TraverseStmt(operation->getLHS());
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *lambda) override {
    isCertain = false;
    return clang::DynamicRecursiveASTVisitor::TraverseLambdaExpr(lambda);
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *subscript) override {
    clang::Expr::EvalResult place;
    if (subscript->getIdx()->isValueDependent() ||
        !subscript->getIdx()->EvaluateAsInt(place, *context))
      return true;
    readsElement(*subscript->getBase(), place.Val.getInt().getExtValue());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) override {
    reads(*member->getBase(), /*directly=*/true);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) override {
    if (operation->getOpcode() == clang::UO_Deref) {
      readsElement(*operation->getSubExpr(), 0);
      reads(*operation->getSubExpr(), /*directly=*/true);
    }
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) override {
    for (const clang::Expr *argument : call->arguments())
      reads(*argument, /*directly=*/false);
    return true;
  }

  std::vector<std::string> order;
  bool isCertain = true;

private:
  static const clang::ParmVarDecl *parameterOf(const clang::Expr &pointer) {
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(pointer.IgnoreParenImpCasts());
    return reference ? llvm::dyn_cast<clang::ParmVarDecl>(reference->getDecl()) : nullptr;
  }
  /// One that an argument may have led to before is none.
  void readsElement(const clang::Expr &pointer, int64_t place) {
    const clang::ParmVarDecl *parameter = parameterOf(pointer);
    if (!parameter || seen.contains(parameter))
      return;
    const std::string element =
        SizeInMemory{parameter->getNameAsString(), std::to_string(place)}.pointer();
    if (std::ranges::find(order, element) == order.end())
      order.push_back(element);
  }
  void reads(const clang::Expr &pointer, bool directly) {
    const clang::ParmVarDecl *parameter = parameterOf(pointer);
    if (!parameter || !parameter->getType()->isPointerType() || !seen.insert(parameter).second)
      return;
    if (directly)
      order.push_back(parameter->getNameAsString());
  }
  const clang::ASTContext *context;
  std::set<const clang::ParmVarDecl *> seen;
};

/// Each pointer lies in the structure of the one before it.
bool isChain(const std::vector<std::string> &pointers) {
  for (size_t at = 1; at < pointers.size(); ++at)
    if (!pointers[at].starts_with(pointers[at - 1] + "->"))
      return false;
  return true;
}

} // namespace

void orderStructures(const clang::FunctionDecl &kernel, Contraction &contraction) {
  const std::set<std::string> all = structuresIn(contraction);
  const std::set<std::string> ofSizes = structuresOfSizes(contraction);
  std::vector<std::string> first(ofSizes.begin(), ofSizes.end());
  if (!isChain(first)) {
    FirstReads reads(kernel.getASTContext());
    reads.TraverseStmt(kernel.getBody());
    std::erase_if(reads.order,
                  [&](const std::string &pointer) { return !ofSizes.contains(pointer); });
    // Under a condition, another branch may read them in another order.
    contraction.readsStructuresInAnyOrder =
        !reads.isCertain || !contraction.conditions.empty() || reads.order.size() != first.size();
    if (!contraction.readsStructuresInAnyOrder)
      first = reads.order;
  }
  contraction.structures = first;
  for (const std::string &pointer : all)
    if (!ofSizes.contains(pointer))
      contraction.structures.push_back(pointer);
}

} // namespace warpsmith::frontend
