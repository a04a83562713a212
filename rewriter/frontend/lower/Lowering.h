/// From the AST of a kernel, as it is instantiated, to a program of few forms. Whatever Clang can
/// evaluate is a number there.
#pragma once

#include "rewriter/frontend/clang/KnownConstants.h"
#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/lower/KernelProgram.h"
#include "rewriter/ir/FloatingPointFlags.h"
#include "clang/AST/ASTContext.h"
#include <map>

namespace warpsmith::frontend {

/// `facts` gets what the program rests on beside its text, the functions that are inlined among it.
std::optional<KernelProgram> lowered(const clang::FunctionDecl &kernel, clang::ASTContext &context,
                                     const FloatingPointFlags &flags, ConstantFacts &facts,
                                     RefusalSink &refuse);

} // namespace warpsmith::frontend
