/// How a CUDA file is parsed: host side only, with headers that are inside this binary.
///
/// Clang's own headers and the emulator's CUDA declarations are embedded, so that neither Clang nor
/// a CUDA toolkit need be installed. With a toolkit path, the toolkit's headers are used instead.
#pragma once

#include "clang/Basic/SourceManager.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <cstdint>
#include <map>
#include <string>

namespace warpsmith::frontend {

struct CudaEnvironment {
  /// Root of a CUDA toolkit, or empty for the emulator's declarations.
  std::string cudaPath;
  /// Declare names of earlier toolkits (LastResortNames.h), and what of CUDA's libraries and Thrust
  /// is not installed.
  bool lenient = false;
};

/// A file system with the embedded headers laid over it.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
embeddedHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below);
/// The same over the disk, with a working directory of its own, not the process's.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> embeddedHeaders();

/// The place in the user's files that includes an embedded header, for a place inside of it: nobody
/// has that file. A place outside of them stays; one that nothing of the user's leads to is
/// invalid.
clang::SourceLocation outsideOfEmbedded(clang::SourceLocation location,
                                        const clang::SourceManager &sources);
/// A message of Clang's, in which embedded headers have names that do not look like those of files.
std::string withoutEmbeddedPaths(std::string message);

/// The declarations for libraries that a lenient environment adds, by their paths, for a compiler
/// that cannot see them here: in `library`, which comes before the system's folders, and in
/// `projects`, which comes after them.
std::map<std::string, std::string> libraryHeaders();

/// Of the embedded headers' names and texts.
uint64_t embeddedHeadersHash();

/// Turns a compile command, Clang's or nvcc's, into one that parses the host side of a CUDA file:
/// nvcc's own flags are translated where they matter to the parse and dropped where they do not.
clang::tooling::ArgumentsAdjuster cudaArguments(const CudaEnvironment &environment);

} // namespace warpsmith::frontend
