#include "rewriter/frontend/NamedConstants.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace warpsmith::frontend {

std::optional<std::string> macroName(const clang::Expr &expression,
                                     const clang::ASTContext &context) {
  if (!expression.getBeginLoc().isMacroID())
    return std::nullopt;
  const auto range = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(expression.getSourceRange()),
      context.getSourceManager(), context.getLangOpts());
  if (range.isInvalid())
    return std::nullopt;
  const llvm::StringRef text =
      clang::Lexer::getSourceText(range, context.getSourceManager(), context.getLangOpts());
  if (!clang::isValidAsciiIdentifier(text))
    return std::nullopt;
  return text.str();
}

std::optional<NamedConstant> namedConstant(const clang::Expr &expression,
                                           const clang::ASTContext &context) {
  std::optional<std::string> name = macroName(expression, context);
  if (!name) {
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression.IgnoreParenImpCasts());
    if (reference && llvm::isa<clang::VarDecl>(reference->getDecl()) &&
        reference->getDecl()->getDeclContext()->isFileContext())
      name = reference->getDecl()->getQualifiedNameAsString();
  }
  clang::Expr::EvalResult result;
  if (!name || expression.isValueDependent() || !expression.getType()->isIntegerType() ||
      !expression.EvaluateAsInt(result, context))
    return std::nullopt;
  return NamedConstant{*name, result.Val.getInt().getExtValue()};
}

} // namespace warpsmith::frontend
