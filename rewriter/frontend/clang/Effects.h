/// What an expression does beside its value.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <vector>

namespace warpsmith::frontend {

/// The parts of an expression that may change something when it is evaluated: assignments, steps,
/// calls and constructors, also those of default arguments and initialisers. Questions about the
/// block (`block.thread_index()`) change nothing.
std::vector<const clang::Expr *> effectsOf(const clang::Expr &expression);

} // namespace warpsmith::frontend
