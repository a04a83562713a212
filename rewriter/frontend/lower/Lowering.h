/// From the AST of a kernel, as it is instantiated, to a program of few forms. Whatever Clang can
/// evaluate is a number there.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/lower/KernelProgram.h"
#include "rewriter/ir/Predicate.h"
#include "clang/AST/ASTContext.h"
#include <map>
#include <set>

namespace warpsmith::frontend {

/// What the program rests on beside its text.
struct LoweringFacts {
  /// Named constants and the values that the program has them by.
  std::map<std::string, int64_t> constants;
  std::vector<Predicate> assertions; ///< of constants whose names are not those of a file
  std::set<const clang::FunctionDecl *> inlined;
};

std::optional<KernelProgram> lowered(const clang::FunctionDecl &kernel, clang::ASTContext &context,
                                     LoweringFacts &facts, RefusalSink &refuse);

} // namespace warpsmith::frontend
