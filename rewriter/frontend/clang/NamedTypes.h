/// The types that a function names, and what they rest on.
#pragma once

#include "rewriter/ir/Predicate.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include <vector>

namespace warpsmith::frontend {

struct NamedTypes {
  /// Extents of arrays, and numbers that class templates are given; null where there is no
  /// expression.
  std::vector<const clang::Expr *> extents;
  /// That macros, and aliases of a file, name the numbers that they do.
  std::vector<Predicate> types;
};

/// Of the function's declarations and expressions. What it names is followed through aliases,
/// fields and variables outside of functions. A kernel's parameters have extents alone: generated
/// code says what their types are.
NamedTypes namedTypes(const clang::FunctionDecl &function, const clang::ASTContext &context);
/// The same of an expression.
NamedTypes namedTypes(const clang::Expr &expression, const clang::ASTContext &context);

} // namespace warpsmith::frontend
