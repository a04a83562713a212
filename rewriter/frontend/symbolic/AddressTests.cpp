// Conditions on addresses as numbers: `reinterpret_cast<uintptr_t>(p) % 16 == 0`. They may hold for
// some threads and steps and not for others, so they only choose between ways to do the same.
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

namespace warpsmith::frontend {
namespace {

class AddressFinder : public clang::ConstDynamicRecursiveASTVisitor {
public:
  explicit AddressFinder(const std::set<const clang::VarDecl *> &known) : addresses(known) {}

  bool VisitCastExpr(const clang::CastExpr *cast) override {
    found |= cast->getCastKind() == clang::CK_PointerToIntegral;
    return !found;
  }
  bool VisitDeclRefExpr(const clang::DeclRefExpr *reference) override {
    found |= addresses.contains(llvm::dyn_cast<clang::VarDecl>(reference->getDecl()));
    return !found;
  }
  bool found = false;

private:
  const std::set<const clang::VarDecl *> &addresses;
};

} // namespace

bool SymbolicEvaluator::hasAddress(const clang::Expr *expression) const {
  AddressFinder finder(state.addresses);
  finder.TraverseStmt(expression);
  return finder.found && !expression->HasSideEffects(context);
}

Condition SymbolicEvaluator::chosenWay() {
  state.choosesWay = true;
  return Condition{std::nullopt, {}, wayChosen()};
}

} // namespace warpsmith::frontend
