/// Arrays of a thread's own, such as the sums of a thread that owns several elements: each element
/// is a variable, and loops over them are walked step by step.
#pragma once

#include "rewriter/frontend/symbolic/SymbolicState.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace warpsmith::frontend {

/// The most elements of such an array, and the most steps of a loop over them.
constexpr int64_t MostElements = 256;

/// Variables that stand for the elements of a local array, innermost dimension fastest; empty when
/// there are too many.
std::vector<const clang::VarDecl *> elementVariables(const clang::VarDecl &array,
                                                     const clang::ASTContext &context);

/// The 16-bit type as which pointer casts read an array of float vectors, such as `half` by
/// `reinterpret_cast<half *>(tile)` of a `float4 tile[8]`; nothing without such casts, or if they
/// differ.
std::optional<clang::QualType> seenAsNarrow(const clang::VarDecl &array,
                                            const clang::ASTContext &context);

/// `acc` of `acc[i][j]`, with the subscripts, outermost first; null when the expression is no
/// element of a local array that the state knows.
struct LocalElement {
  const clang::VarDecl *array = nullptr;
  /// A function's parameter that points to fragments of the array, or is a reference to one.
  const clang::VarDecl *through = nullptr;
  std::vector<const clang::Expr *> subscripts;
};
LocalElement localElement(const clang::Expr *expression, const SymbolicState &state);
/// The same of what a parameter points to or refers to, if those are fragments.
LocalElement throughParameter(LocalElement found, const clang::VarDecl *variable,
                              const SymbolicState &state);

/// The variable that an lvalue or an address is a part of, through subscripts, casts and members:
/// `sums` of `*reinterpret_cast<float4 *>(&sums[4])`. Null where there is none.
const clang::VarDecl *rootVariable(const clang::Expr &expression);

/// The local array that a variable is, or that a function's parameter points into; null where there
/// is none.
const clang::VarDecl *localArray(const clang::VarDecl *variable, const SymbolicState &state);

/// The statement has an element of a local array whose number depends on one of these variables.
bool numbersLocalElements(const clang::Stmt &statement, const SymbolicState &state,
                          const std::set<const clang::VarDecl *> &variables);

} // namespace warpsmith::frontend
