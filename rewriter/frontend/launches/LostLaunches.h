/// Launches that are in the text and that Clang, after an error, has not read as launches.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// Where the text has the kernel's name before `<<<`, comments and strings apart.
std::vector<unsigned> launchesInText(llvm::StringRef text, const std::string &kernel);

} // namespace warpsmith::frontend
