/// Files of dependencies, as compilers write them for make.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace warpsmith::nvcc {

/// The rules with `source` in place of the file that was compiled, and each prerequisite once. The
/// rule without prerequisites that -MP writes for `source` goes: the main file has none.
std::string withSource(llvm::StringRef rules, llvm::StringRef compiled, llvm::StringRef source);

} // namespace warpsmith::nvcc
