/// What is wrong with a command line before LLVM's library reads it, in words that help.
#pragma once

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace warpsmith::tool {

/// Fails at the first flag that is none, with the one of `category` that is spelled most like it,
/// and at one that lacks its value. `command` is the subcommand that the line is of.
llvm::Error checkArguments(int argc, const char **argv, const llvm::cl::OptionCategory &category,
                           llvm::cl::SubCommand &command);

} // namespace warpsmith::tool
