/// Kernels of the main file that a conditional directive leaves out of this compilation.
#pragma once

#include "clang/Lex/Preprocessor.h"
#include <string>
#include <vector>

namespace warpsmith::frontend {

struct SkippedKernel {
  std::string name;
  clang::SourceLocation location; ///< of the name
  std::string directive;          ///< `#if WITH_TENSOR_CORES`
};

/// `__global__` stands in a text, and not only in its strings and comments.
bool namesKernels(const std::string &text);

/// Registers with the preprocessor; the list must outlive the parse. Text behind `#if 0` does not
/// count.
void watchSkippedKernels(clang::Preprocessor &preprocessor, std::vector<SkippedKernel> &list);

} // namespace warpsmith::frontend
