/// Fragments of `nvcuda::wmma`: matrices that the threads of a warp hold together. Which thread has
/// which element is not told, and does not matter: what a kernel does to a fragment, it does to
/// each element. So a warp is walked as one thread that has them all, as elements of its own.
#pragma once

#include "rewriter/frontend/symbolic/SymbolicState.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

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

/// `accumulator.num_elements`, by which a loop counts what each thread has of it.
bool isFragmentLength(const clang::Expr &expression, const clang::ASTContext &context);

/// Stands for the number of an element among those that a thread has of a fragment.
constexpr char FragmentElement[] = "%fragment";

/// The indices of an element in its fragment.
Polynomial fragmentRow();
Polynomial fragmentColumn();

/// The shape of the fragments in a kernel, as loops over elements of the thread's own; nothing
/// where it has none, and a reason where they are of several shapes.
std::optional<std::string> findFragments(const clang::FunctionDecl &kernel,
                                         const clang::ASTContext &context, SymbolicState &state);

/// What tensor cores have summed in half, of the float that it is followed as.
ExpressionRef roundedToHalf(const ExpressionRef &sum);

/// The variables that stand for the elements of fragments: one for an accumulator, whose element
/// is any, and one for each step of A's row or B's column.
std::vector<const clang::VarDecl *> fragmentVariables(const clang::VarDecl &variable,
                                                      const FragmentType &type,
                                                      const clang::ASTContext &context);

} // namespace warpsmith::frontend
