/// A toolkit's headers where distributions put them, in folders that are always looked through
/// (`/usr/include`). What they declare the built-in headers declare too, so that a parse takes the
/// one or the other.
#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace warpsmith::frontend {

/// `below` without the toolkit's headers in any folder that holds a `cuda_runtime.h` and the
/// `cuda_runtime_api.h` that a toolkit has beside it; a program may have a file of one such name.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withoutToolkitHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below);

} // namespace warpsmith::frontend
