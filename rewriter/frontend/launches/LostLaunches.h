/// Launches that are in the text and that Clang, after an error, has not read as launches.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// Where the text has a name before `<<<`, comments and strings apart: by the names.
std::map<std::string, std::vector<unsigned>> launchesInText(llvm::StringRef text);

} // namespace warpsmith::frontend
