/// Inline assembly whose operands lack a comma between them: `: "r"(a) "r"(b)`. nvcc takes it.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace warpsmith::frontend {

/// The text with each such comma in the place of a blank: every other character stays where it is.
/// Nothing when there is nothing to mend, or no blank to put a comma. A zero byte must stand behind
/// the text.
std::optional<std::string> mendAssembly(llvm::StringRef text);

} // namespace warpsmith::frontend
