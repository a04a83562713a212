#include "rewriter/frontend/clang/BuiltinIndices.h"
#include "rewriter/frontend/clang/Types.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

namespace warpsmith::frontend {

std::optional<std::string> builtinIndex(const clang::Expr *expression) {
  const clang::Expr *base = nullptr;
  std::string member;
  if (const auto *pseudo = llvm::dyn_cast<clang::PseudoObjectExpr>(expression))
    expression = pseudo->getSyntacticForm()->IgnoreParens();
  if (const auto *property = llvm::dyn_cast<clang::MSPropertyRefExpr>(expression)) {
    base = property->getBaseExpr();
    member = property->getPropertyDecl()->getNameAsString();
  } else if (const auto *field = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    base = field->getBase();
    member = field->getMemberDecl()->getNameAsString();
    // `block.thread_index().x`
    const auto *asked = llvm::dyn_cast<clang::CallExpr>(base->IgnoreUnlessSpelledInSource());
    const auto name = llvm::StringSwitch<llvm::StringRef>(asked ? blockFunction(*asked) : "")
                          .Case("thread_index", "threadIdx")
                          .Case("group_index", "blockIdx")
                          .Cases({"group_dim", "dim_threads"}, "blockDim")
                          .Default("");
    if (!name.empty())
      return name.str() + "." + member;
  } else {
    return std::nullopt;
  }
  base = base->IgnoreParenImpCasts();
  if (const auto *opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(base))
    base = opaque->getSourceExpr()->IgnoreParenImpCasts();
  const auto *variable = llvm::dyn_cast<clang::DeclRefExpr>(base);
  const auto *declaration =
      variable ? llvm::dyn_cast<clang::VarDecl>(variable->getDecl()) : nullptr;
  if (!declaration || !declaration->getDeclContext()->isTranslationUnit() ||
      !declaration->hasGlobalStorage())
    return std::nullopt;
  const std::string name = variable->getDecl()->getNameAsString();
  if (name != "threadIdx" && name != "blockIdx" && name != "blockDim" && name != "gridDim")
    return std::nullopt;
  return name + "." + member;
}

bool isBuiltinName(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"}, true)
      .Default(false);
}

} // namespace warpsmith::frontend
