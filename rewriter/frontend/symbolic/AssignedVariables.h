/// What the statements of a loop's step assign to.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <set>
#include <vector>

namespace warpsmith::frontend {

struct AssignedVariables {
  std::set<const clang::VarDecl *> outside;         ///< declared outside of the statements
  std::map<const clang::VarDecl *, unsigned> times; ///< how many places assign to a variable
  std::vector<const clang::MemberExpr *> fields;    ///< of structures, that are assigned
  std::set<const clang::VarDecl *> counted;         ///< the new value depends on the old one
  /// Of those, what an inner loop that begins anew at each step does not count alone.
  std::set<const clang::VarDecl *> countedBySteps;
  /// What may point to elements that are assigned, through it or by a function that is given it.
  std::set<const clang::VarDecl *> handedOn;
};

/// Of statements that may be null.
AssignedVariables assignedVariables(llvm::ArrayRef<const clang::Stmt *> statements);

} // namespace warpsmith::frontend
