/// The second reader of kernels: lowers a kernel to a program, runs it symbolically for one thread,
/// and proves what all threads store together. It knows of no idioms.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/symbolic/Decisions.h"
#include "rewriter/frontend/symbolic/SymbolicState.h"
#include "rewriter/ir/Contraction.h"
#include "clang/AST/ASTContext.h"

namespace warpsmith::frontend {

/// Whole numbers that parameters are taken to be.
using AssumedSizes = std::map<std::string, int64_t>;

/// What a kernel, or an instance of a template, computes in one case of its conditions on
/// parameters: a contraction for each array that it stores to. `state` gets what it is made of. Where
/// nothing is found otherwise, a block has the size that a launch gives it, which is then checked.
std::optional<std::vector<Contraction>>
readByProgram(const clang::FunctionDecl &kernel, clang::ASTContext &context,
              const FloatingPointFlags &flags, const AssumedSizes &assumed,
              const std::vector<Launch> &launches, Decisions &decisions, SymbolicState &state,
              RefusalSink &refuse);

} // namespace warpsmith::frontend
