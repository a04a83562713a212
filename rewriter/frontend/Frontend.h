/// From a parsed CUDA file to one verdict per kernel: a contraction, or why there is none.
#pragma once

#include "rewriter/frontend/clang/KernelFilter.h"
#include "rewriter/frontend/clang/TranslationUnit.h"
#include "clang/Tooling/Tooling.h"

namespace warpsmith::frontend {

class ParseErrors;

/// An action that analyses each kernel that the filter wants, and adds what it finds to `result`.
/// With `errors`, which must consume the parse's diagnostics, a file with errors is analysed too:
/// kernels that errors touch are missed. Without, errors end it.
std::unique_ptr<clang::FrontendAction> makeAnalysis(KernelFilter filter, TranslationUnit &result,
                                                    ParseErrors *errors = nullptr);

} // namespace warpsmith::frontend
