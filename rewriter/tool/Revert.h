/// Takes generated code out of a file again: its text becomes what it was before it was rewritten.
#pragma once

#include "clang/Tooling/Core/Replacement.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace warpsmith::tool {

/// Behind the mark at a region's end: what followed the kernel on its line has a line of its own.
inline constexpr llvm::StringLiteral LineGoesOn = ", and the line goes on";

/// Some text here may be generated: a region, or a launch of a kernel that a header holds.
bool mayBeRewritten(llvm::StringRef text);

/// Where generated regions begin and end, in order. Nothing where their marks do not match.
std::vector<std::pair<size_t, size_t>> generatedRegions(llvm::StringRef text);

/// The names of the kernels that have a generated region in the text, in order.
std::vector<std::string> rewrittenKernels(llvm::StringRef text);

/// Edits that take out every region, and make launches of what they were. An error with file, line
/// and cause where text was changed by hand since, so that it cannot be told what it was; nothing
/// is guessed. With `kernels`, launches of those alone.
llvm::Expected<clang::tooling::Replacements>
revert(const std::string &path, llvm::StringRef text,
       llvm::function_ref<bool(llvm::StringRef)> kernels = nullptr);

/// An edit that revert() can undo whatever its text is: what stood there goes along as a comment.
std::string recorded(llvm::StringRef before, llvm::StringRef after);

/// The text of a file on the disk, or of what it was before it was rewritten.
using Original = std::function<std::optional<std::string>(const std::string &path)>;

/// The file system in which files are what `original` says of them.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withOriginals(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below, Original original);

} // namespace warpsmith::tool
