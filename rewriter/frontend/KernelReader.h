/// Reads a kernel: lowers it to a program, runs that symbolically for one thread, and proves what
/// all threads store together. No part of this knows of idioms.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/values/Decisions.h"
#include "rewriter/ir/Contraction.h"
#include "clang/AST/ASTContext.h"

namespace warpsmith::frontend {

/// Whole numbers that parameters are taken to be.
using AssumedSizes = std::map<std::string, int64_t>;

/// What a kernel computes, and the user's declarations that it is made of.
struct ReadKernel {
  std::vector<Contraction> contractions;           ///< one for each array that is stored to
  std::set<const clang::FunctionDecl *> functions; ///< that were looked into
  std::set<const clang::CXXRecordDecl *> records;
};

/// Reads a kernel, or an instance of a template, in one case of its conditions on parameters. Where
/// nothing is found otherwise, a block has the size that a launch gives it, which is then checked.
std::optional<ReadKernel> readKernel(const clang::FunctionDecl &kernel, clang::ASTContext &context,
                                     const FloatingPointFlags &flags, const AssumedSizes &assumed,
                                     const std::vector<Launch> &launches, Decisions &decisions,
                                     RefusalSink &refuse);

} // namespace warpsmith::frontend
