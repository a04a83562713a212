/// What conditions of an instance are, whatever compiles it.
#pragma once

#include "rewriter/reach/OwnCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace warpsmith::reach {

class KnownConditions {
public:
  KnownConditions(const clang::ASTContext &astContext, const OwnCode &ownCode,
                  const std::map<std::string, std::vector<Extent>> &conditionalExtents)
      : context(astContext),
        own(ownCode),
        conditionals(conditionalExtents) {}

  /// Nothing where it is not constant, or where another compilation may find another value: of
  /// another architecture, with the toolkit's headers, with other values of the user's constants.
  std::optional<bool> value(const clang::Expr &condition);
  /// Nothing where it is not constant in this compilation.
  std::optional<bool> valueHere(const clang::Expr &condition) const;

private:
  bool mayVary(const clang::Stmt &part);
  bool mayVary(const clang::Decl &declaration);
  bool isConditional(clang::SourceRange range) const;

  const clang::ASTContext &context;
  const OwnCode &own;
  const std::map<std::string, std::vector<Extent>> &conditionals; ///< by file
  llvm::DenseMap<const clang::Decl *, bool> known;
};

} // namespace warpsmith::reach
