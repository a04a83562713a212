#include "rewriter/reach/KnownConditions.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

namespace warpsmith::reach {

std::optional<bool> KnownConditions::value(const clang::Expr &condition) {
  const std::optional<bool> here = valueHere(condition);
  return here && !mayVary(condition) ? here : std::nullopt;
}

std::optional<bool> KnownConditions::valueHere(const clang::Expr &condition) const {
  if (condition.isValueDependent() || condition.isTypeDependent() || condition.containsErrors())
    return std::nullopt;
  clang::Expr::EvalResult result;
  if (!condition.EvaluateAsRValue(result, context) || result.HasSideEffects || !result.Val.isInt())
    return std::nullopt;
  return result.Val.getInt().getBoolValue();
}

bool KnownConditions::mayVary(const clang::Stmt &part) {
  class Names : public clang::ConstDynamicRecursiveASTVisitor {
  public:
    explicit Names(KnownConditions &conditions) : owner(conditions) {}
    bool VisitDeclRefExpr(const clang::DeclRefExpr *use) override { return note(*use->getDecl()); }
    bool VisitMemberExpr(const clang::MemberExpr *use) override {
      return note(*use->getMemberDecl());
    }
    bool VisitCXXConstructExpr(const clang::CXXConstructExpr *use) override {
      return note(*use->getConstructor());
    }
    bool VisitIntegerLiteral(const clang::IntegerLiteral *literal) override {
      varies |= literal->getLocation().isMacroID();
      return !varies;
    }
    bool varies = false;

  private:
    bool note(const clang::Decl &declaration) {
      varies |= owner.mayVary(declaration);
      return !varies;
    }
    KnownConditions &owner;
  } names(*this);
  names.TraverseStmt(&part);
  return names.varies || isConditional(part.getSourceRange());
}

bool KnownConditions::mayVary(const clang::Decl &declaration) {
  const auto [entry, isNew] = known.try_emplace(&declaration, false);
  if (!isNew)
    return entry->second;
  bool varies = false;
  const clang::SourceLocation location = declaration.getLocation();
  if (!own.holds(location)) {
    // The standard library's traits are the same everywhere. Of CUDA's headers the emulator's are
    // parsed, and the user's constants may change.
    const clang::SourceManager &sources = context.getSourceManager();
    const llvm::StringRef file = sources.getFilename(sources.getExpansionLoc(location));
    varies = !sources.isInSystemHeader(location) || file.starts_with("/.warpsmith/cuda");
  } else if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(&declaration)) {
    const clang::Expr *value = variable->getAnyInitializer();
    varies = isConditional(variable->getSourceRange()) || (value && mayVary(*value));
  } else if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
    const clang::Stmt *body = function->getBody();
    varies = body && mayVary(*body);
  }
  known[&declaration] = varies;
  return varies;
}

bool KnownConditions::isConditional(clang::SourceRange range) const {
  const auto begin = own.place(range.getBegin()), end = own.place(range.getEnd());
  if (!begin || !end || begin->path != end->path)
    return false;
  const auto found = conditionals.find(begin->path);
  return found != conditionals.end() && llvm::any_of(found->second, [&](const Extent &extent) {
           return extent.meets({begin->offset, end->offset + 1});
         });
}

} // namespace warpsmith::reach
