/// From settings, which are texts, to the options that they set. Needs no command line.
#pragma once

#include "rewriter/tool/Options.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warpsmith::tool {

/// The passes that are taken where the chosen ones do not apply, and by default on old GPUs.
constexpr llvm::StringLiteral SimplerPasses = "tile";

std::string knownArchitectures();

/// "--arch=sm_1: unknown", or with the line of the file that said it.
llvm::Error wrongValue(const Settings &settings, const std::string &key, const std::string &value,
                       const llvm::Twine &cause);

/// Those that a value of --arch names, the newest first; or what is wrong with it.
llvm::Expected<std::vector<const Architecture *>> architecturesNamed(const Settings &settings);

/// Everything must be said in `settings`. An error blames who said what is wrong.
llvm::Error apply(const Settings &settings, Options &options);

} // namespace warpsmith::tool
