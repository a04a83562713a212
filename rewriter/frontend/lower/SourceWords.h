/// What remarks say of a program: the source's own text and lines.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <map>
#include <string>

namespace warpsmith::frontend {

/// What the source has, as far as it is on one line and short.
std::string sourceText(const clang::Stmt &part, const clang::ASTContext &context);

class SourceWords {
public:
  SourceWords() = default;
  explicit SourceWords(const clang::ASTContext &ast) : context(&ast) {}

  /// The expression that the program's term at that place was made of.
  void note(clang::SourceLocation where, const clang::Expr &expression);
  bool knows(clang::SourceLocation where) const { return expressions.contains(where); }
  /// Its text in quotation marks; "what is computed here" where it is not known.
  std::string textAt(clang::SourceLocation where) const;
  /// `in line 12`
  std::string lineAt(clang::SourceLocation where) const;

private:
  const clang::ASTContext *context = nullptr;
  std::map<clang::SourceLocation, const clang::Expr *> expressions;
};

} // namespace warpsmith::frontend
