/// Integers that hold data, as the sum of a product of integer matrices, told from those that
/// number things.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <set>

namespace warpsmith::frontend {

/// The integer variables of a function that what is read from memory reaches.
std::set<const clang::VarDecl *> dataIntegers(const clang::FunctionDecl &function);

/// True when an expression reads memory or one of these variables.
bool readsData(const clang::Expr &expression, const std::set<const clang::VarDecl *> &data);

} // namespace warpsmith::frontend
