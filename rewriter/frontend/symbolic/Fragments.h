/// Fragments of `nvcuda::wmma`: matrices that the threads of a warp hold together. Which thread has
/// which element is not told, and does not matter: what a kernel does to a fragment, it does to
/// each element. So a warp is walked as one thread that has them all, as elements of its own.
#pragma once

#include "rewriter/frontend/clang/FragmentTypes.h"
#include "rewriter/frontend/symbolic/SymbolicState.h"

namespace warpsmith::frontend {

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
