/// Structures of a thread's own, such as the part of a matrix that a block works on: each field is
/// a variable.
#pragma once

#include "rewriter/frontend/symbolic/SymbolicState.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

namespace warpsmith::frontend {

/// Variables that stand for the fields of a variable; empty for one that is no plain structure of
/// numbers and pointers.
StructureFields fieldVariables(const clang::VarDecl &variable, const clang::ASTContext &context);

/// CUDA's dim3.
bool isExtents(clang::QualType type);

/// The structure of the thread's own that the expression names: a variable, or `*this` in a method
/// that is called on one. Null for anything else.
const clang::VarDecl *localStructure(const clang::Expr *expression, const SymbolicState &state);

/// The method reads the fields of its object, and changes none.
bool leavesObject(const clang::CXXMethodDecl &method);

/// The variable for `part.width`, or null when the expression is no field of a structure that the
/// state knows.
const clang::VarDecl *localField(const clang::Expr *expression, const SymbolicState &state);

/// The expression that a copy, a temporary or a conversion to the same structure takes over.
const clang::Expr *copiedStructure(const clang::Expr *expression);

} // namespace warpsmith::frontend
