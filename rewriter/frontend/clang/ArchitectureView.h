/// The user's files as nvcc compiles them for one GPU architecture: `__CUDA_ARCH__` is defined in
/// them, and in no header of the toolkit's.
#pragma once

#include "clang/Lex/Preprocessor.h"

namespace warpsmith::frontend {

/// The macro that code for GPUs asks.
constexpr char ArchitectureMacro[] = "__CUDA_ARCH__";
/// `__CUDA_ARCH_FEAT_SM90_ALL` and its kin begin so, too.
constexpr char ArchitectureMacroBegin[] = "__CUDA_ARCH_";

/// Registers with the preprocessor. `isUsed` becomes true where the macro stands in code, and not
/// only in conditional directives; it must outlive the parse.
void showArchitecture(clang::Preprocessor &preprocessor, int value, bool &isUsed);

} // namespace warpsmith::frontend
