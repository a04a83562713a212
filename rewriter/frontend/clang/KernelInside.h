/// Where text can be added before and in a kernel that keeps its launches.
#pragma once

#include "rewriter/frontend/clang/TranslationUnit.h"
#include "clang/AST/ASTContext.h"

namespace warpsmith::frontend {

/// Of a kernel that is written in one file, not by macros. `registerLimits` are the places of all
/// `__maxnreg__`.
KernelSyntax::Inside insideOf(const clang::FunctionDecl &kernel,
                              const clang::SourceManager &sources,
                              const std::vector<clang::SourceLocation> &registerLimits);

/// Static shared memory that a function declares, in bytes; each array begins at 16.
int staticSharedBytes(const clang::FunctionDecl &function, const clang::ASTContext &context);

/// The function declares an array whose size the launch gives.
bool declaresDynamicMemory(const clang::FunctionDecl &function);

} // namespace warpsmith::frontend
