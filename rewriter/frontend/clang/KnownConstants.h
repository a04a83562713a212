/// Integers that Clang can evaluate: static members, enumerators, traits, variable templates.
#pragma once

#include "rewriter/ir/Predicate.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace warpsmith::frontend {

/// What a rewrite rests on that knows constants as numbers.
struct ConstantFacts {
  std::map<std::string, int64_t> constants;        ///< those of a file, by name (NamedConstants.h)
  std::vector<Predicate> assertions;               ///< that others have their values
  std::set<const clang::FunctionDecl *> functions; ///< that were looked into
  std::set<const clang::CXXRecordDecl *> records;  ///< whose members were

  void addAssertions(const std::vector<Predicate> &added) {
    for (const Predicate &fact : added)
      if (std::ranges::find(assertions, fact) == assertions.end())
        assertions.push_back(fact);
  }
};

/// The value, where all names in the expression are those of constants that an assertion of the
/// build can name, or the standard library's.
std::optional<int64_t> knownConstant(const clang::Expr &expression,
                                     const clang::ASTContext &context, ConstantFacts &facts);

} // namespace warpsmith::frontend
