/// The functions that the value of an expression rests on.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <set>

namespace warpsmith::frontend {

/// Those with a body that an expression calls, that they call, and that the initialisers of
/// variables and enumerators call which these name. What an `#if` in one of them chooses for the
/// host need not be what it chooses for the device.
std::set<const clang::FunctionDecl *> calledFunctions(const clang::Expr &expression);

} // namespace warpsmith::frontend
