/// Launches that an editor or a formatter that does not know CUDA has broken: `k<< <g, b>> >(x)`.
#pragma once

#include "rewriter/frontend/clang/RawLanguage.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <optional>
#include <string>

namespace warpsmith::frontend {

/// The text with each such launch as `k<<< g, b>>> (x)`: every other character stays where it is.
/// Nothing when there is nothing to mend. A zero byte must stand behind the text.
std::optional<std::string> mendLaunches(llvm::StringRef text);

/// Shows the files of `below` with mended launches and inline assembly.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withMendedSources(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below);

} // namespace warpsmith::frontend
