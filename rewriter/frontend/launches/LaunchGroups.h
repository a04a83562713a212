/// Finds launches that follow one another in host code and that one launch may replace.
#pragma once

#include "rewriter/frontend/clang/TranslationUnit.h"
#include "clang/AST/ASTContext.h"

namespace warpsmith::frontend {

/// Fills `unit.groups` and `unit.apart`, and marks the launches of groups in the contractions.
///
/// Launches form a group when nothing is between them, so that nobody can observe that one was
/// made and the others were not; when they are in the same stream; when what they are given is
/// evaluated without effects and without reading memory that a kernel could write; and when none is
/// given as an operand what another one stores. That they really are independent is known at the
/// launch alone.
void findLaunchGroups(const clang::ASTContext &context, TranslationUnit &unit);

} // namespace warpsmith::frontend
