/// Which of the user's files include which, and how they were found.
#pragma once

#include "clang/Lex/Preprocessor.h"
#include <string>
#include <vector>

namespace warpsmith::frontend {

struct Inclusion {
  std::string header, includer; ///< real paths, as is the folder
  /// The folder of an -I in which the header was found; empty where that was the includer's own.
  std::string folder;
};

/// Registers with the preprocessor; the list must outlive the parse.
void watchInclusions(clang::Preprocessor &preprocessor, std::vector<Inclusion> &list);

} // namespace warpsmith::frontend
