#include "rewriter/frontend/lower/SourceWords.h"
#include "clang/Lex/Lexer.h"

namespace warpsmith::frontend {

std::string sourceText(const clang::Stmt &part, const clang::ASTContext &context) {
  constexpr size_t Most = 60;
  const clang::SourceManager &sources = context.getSourceManager();
  const llvm::StringRef all = clang::Lexer::getSourceText(
      sources.getExpansionRange(part.getSourceRange()), sources, context.getLangOpts());
  const llvm::StringRef line = all.take_until([](char each) { return each == '\n'; });
  return line.size() == all.size() && line.size() <= Most ? line.str()
                                                          : line.take_front(Most).str() + "...";
}

void SourceWords::note(clang::SourceLocation where, const clang::Expr &expression) {
  expressions[where] = &expression;
}

std::string SourceWords::textAt(clang::SourceLocation where) const {
  const auto known = expressions.find(where);
  return known == expressions.end() ? "what is computed here"
                                    : "'" + sourceText(*known->second, *context) + "'";
}

std::string SourceWords::lineAt(clang::SourceLocation where) const {
  return context ? "in line " +
                       std::to_string(context->getSourceManager().getExpansionLineNumber(where))
                 : "";
}

} // namespace warpsmith::frontend
