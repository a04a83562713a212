/// nvcc's command line, as far as it matters to a parse by Clang.
#pragma once

#include "rewriter/ir/FloatingPointFlags.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// Drops or translates nvcc's flags: what changes a parse becomes Clang's spelling of it, and what
/// is of later phases goes with its value. What nvcc does not know passes unchanged, except in a
/// command of nvcc's own where Clang does not know it either. The first element (the program) is
/// kept.
clang::tooling::CommandLineArguments
withoutNvccFlags(const clang::tooling::CommandLineArguments &command);

/// What the command says of arithmetic on the device, in nvcc's spelling or Clang's. The last flag
/// of a kind counts, and -use_fast_math less than those that it stands for, as with nvcc. An error
/// for a value that nvcc does not take.
llvm::Expected<FloatingPointFlags>
floatingPointFlags(const clang::tooling::CommandLineArguments &command);

/// What the command compiles device code for, as it names them: sm_80, compute_90a. Of
/// `-arch=sm_80`, of the code of each `-gencode`, of `-code`, and of Clang's --offload-arch; words
/// such as `native` and `all` are left out. The first argument is the program.
std::vector<std::string> namedArchitectures(const clang::tooling::CommandLineArguments &command);

/// Whether its device code is linked later: -dc, -rdc=true, Clang's -fgpu-rdc. The first argument
/// is the program.
bool makesRelocatableCode(const clang::tooling::CommandLineArguments &command);

/// With the contents of the files that --options-file names in place of that flag, except where a
/// file cannot be read. Relative names are looked for in the folder.
clang::tooling::CommandLineArguments
withOptionsFiles(const clang::tooling::CommandLineArguments &command, const std::string &folder);

} // namespace warpsmith::frontend
