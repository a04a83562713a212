/// What the tool needs to run a compiler on a rewritten file.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warpsmith::tool {

/// Of a file; empty where it cannot be read.
std::string contents(const std::string &file);
/// False where it cannot be written.
bool write(const std::string &file, const std::string &text);

/// Where a file's copy lies under `root`.
std::string mirrored(const std::string &root, llvm::StringRef file);

/// What of a compile command names or finds text, and how nvcc is told of arithmetic. Folders are
/// also looked for under `root`, and there first, unless it is empty.
std::vector<std::string> languageFlags(const std::vector<std::string> &command,
                                       const std::string &workingFolder, const std::string &root);

/// The first line of a compiler's messages that tells of an error.
std::string firstError(const std::string &text);

/// Runs a program with its output in files; why it failed, or nothing.
std::string failure(const std::string &program, const std::vector<std::string> &arguments,
                    const std::string &output, const std::string &errors, unsigned seconds);

} // namespace warpsmith::tool
