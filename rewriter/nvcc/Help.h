/// What warpsmith-nvcc says of itself. Everything else that it is given is the compiler's.
#pragma once

#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace warpsmith::nvcc {

enum class Question { None, Help, Version };

/// A question is the only argument. A link that is called nvcc has no help of its own.
Question questionIn(const std::string &program, const std::vector<std::string> &arguments);

void printHelp(llvm::raw_ostream &out);
/// The compiler's own version follows it: tools look for that.
void printVersion(llvm::raw_ostream &out);

} // namespace warpsmith::nvcc
