/// What the walk over a kernel would pass over: effects and meanings of forms that it reads for
/// their value alone.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include <set>

namespace warpsmith::frontend {

/// Refuses a function in which the walk would lose an effect: in the object of a static method, in
/// an expression for the block of threads, in a function that is called under a condition; or
/// where a form means something else than the walk takes it for. Adds the user's structures whose
/// members it names.
bool losesNoEffects(const clang::FunctionDecl &function,
                    std::set<const clang::CXXRecordDecl *> &structures, RefusalSink &refuse);

} // namespace warpsmith::frontend
