/// Where text can be added before and in a kernel that keeps its launches.
#pragma once

#include "rewriter/frontend/clang/SourceAnnotations.h"
#include "rewriter/frontend/clang/TranslationUnit.h"
#include "clang/AST/ASTContext.h"
#include <set>

namespace warpsmith::frontend {

/// The names of those attributes that one of a kernel's declarations has, before its name or
/// behind.
std::set<std::string> attributesOf(const clang::FunctionDecl &kernel,
                                   const std::vector<KernelAttribute> &attributes);

/// Of a kernel that is written in one file, not by macros.
KernelSyntax::Inside insideOf(const clang::FunctionDecl &kernel,
                              const clang::SourceManager &sources,
                              const std::vector<KernelAttribute> &attributes);

/// Static shared memory that a function declares, in bytes; each array begins at 16.
int staticSharedBytes(const clang::FunctionDecl &function, const clang::ASTContext &context);

/// The function declares an array whose size the launch gives.
bool declaresDynamicMemory(const clang::FunctionDecl &function);

} // namespace warpsmith::frontend
