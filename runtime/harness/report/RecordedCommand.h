// Commands as results files keep them: to be run again on another machine, so without the folders
// of the one that ran them.
#pragma once

#include "runtime/harness/run/Process.h"
#include <filesystem>

namespace warpsmith::harness {

/// A path below one of the folders, relative to it; the last component of another absolute path; a
/// relative path as it is.
std::string recordedPath(const std::string &path, const std::vector<std::filesystem::path> &below);

/// The command as display() shows it, each absolute path in it recorded: a word of its own, an
/// option's value (--json=FILE), a compiler flag's folder (-IFOLDER), an item of a list of either.
std::string recordedCommand(const CommandLine &command,
                            const std::vector<std::filesystem::path> &below);

/// Below the suite's sources and the current folder.
std::string recordedPath(const std::string &path);
std::string recordedCommand(const CommandLine &command);

} // namespace warpsmith::harness
