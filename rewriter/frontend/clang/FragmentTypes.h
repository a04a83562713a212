/// Fragments of `nvcuda::wmma` as types, and what a program says of them.
#pragma once

#include "types/ElementType.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <optional>
#include <string>

namespace warpsmith::frontend {

/// `fragment<Use, rows, columns, steps, T, Layout>`
struct FragmentType {
  enum class Use { A, B, Accumulator } use;
  int64_t rows, columns, steps;
  ElementType type;
  clang::QualType element;
  std::optional<bool> byColumns; ///< of A and B
  bool isTf32 = false;
  bool sumsInHalf() const { return use == Use::Accumulator && isNarrowFloat(type); }
};

/// The type of a variable, of an array's elements, or of an expression.
std::optional<FragmentType> fragmentType(clang::QualType type, const clang::ASTContext &context);

/// The name of a function of `nvcuda::wmma`, or nothing.
std::string fragmentFunction(const clang::CallExpr &call);

/// The type of the fragment whose `num_elements` an expression is.
std::optional<FragmentType> fragmentLength(const clang::Expr &expression,
                                           const clang::ASTContext &context);

/// The shapes that tensor cores have of operands of such a type; empty where it is one of them.
std::string missingFragmentShape(const FragmentType &type);

/// Whether the matrix of an accumulator that a call loads or stores goes by columns: its last
/// argument. Nothing where it is not known.
std::optional<bool> matrixLayout(const clang::CallExpr &call);

/// `a.x[i] = wmma::__float_to_tf32(a.x[i])`, which rounds an operand as the numerics for such
/// fragments let it be rounded anyway.
bool roundsFragment(const clang::Stmt *statement, const clang::VarDecl *number,
                    const clang::ASTContext &context);

} // namespace warpsmith::frontend
