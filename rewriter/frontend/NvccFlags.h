/// nvcc's command line, as far as it matters to a parse by Clang.
#pragma once

#include "clang/Tooling/ArgumentsAdjusters.h"

namespace warpsmith::frontend {

/// Drops or translates the flags that only nvcc knows; everything else passes unchanged. The first
/// element (the program) is kept.
clang::tooling::CommandLineArguments
withoutNvccFlags(const clang::tooling::CommandLineArguments &command);

} // namespace warpsmith::frontend
