/// Files that are either written whole or not at all.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace warpsmith::tool {

/// Writes to a temporary file beside `path` and renames it. An existing file keeps its permissions;
/// a link is followed; a file without write permission is refused, also for root. What is not a
/// regular file (a terminal, /dev/null) is written to directly.
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef content);

/// Whether writeFile() could write there now, with `makesFolders` after its folder was made.
llvm::Error checkWritable(llvm::StringRef path, bool makesFolders = false);

} // namespace warpsmith::tool
