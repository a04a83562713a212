/// Changes of CUDA source text that often leave it valid: libFuzzer's own change bytes, and Clang
/// refuses what comes of that before any of our code sees it.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <random>
#include <string>

namespace warpsmith::fuzz {

using Random = std::minstd_rand;

/// One to four changes of tokens, statements or lines.
std::string mutate(llvm::StringRef text, Random &random);

/// Lines or a statement of `other` in place of, or between, those of `text`.
std::string splice(llvm::StringRef text, llvm::StringRef other, Random &random);

} // namespace warpsmith::fuzz
