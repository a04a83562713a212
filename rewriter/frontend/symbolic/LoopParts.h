/// What a loop is made of, for the walks of its statements.
#pragma once

#include "rewriter/frontend/symbolic/KernelWalk.h"

namespace warpsmith::frontend {

struct KernelWalk::Loop {
  const clang::Stmt *statement;
  const clang::Expr *condition;
  const clang::Expr *increment;
  const clang::Stmt *body;
  std::set<const clang::VarDecl *> assigned; ///< declared outside of the body, changed in the loop
  /// Of `i < min(TILE, n - first)`: the constant is the bound. Beyond the other one, steps do
  /// nothing.
  const clang::Expr *index = nullptr, *bound = nullptr, *within = nullptr;
  std::set<const clang::VarDecl *> counted = {}; ///< what they were decides what they become
  std::set<const clang::VarDecl *> once = {};    ///< those that one place alone assigns to
};

/// An integer or a pointer that changes by the same amount at each step.
struct KernelWalk::Induction {
  const clang::VarDecl *variable;
  Polynomial step;
  bool butTheLast = false; ///< the last step does not change it
};

} // namespace warpsmith::frontend
