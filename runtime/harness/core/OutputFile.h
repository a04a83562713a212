// Files that are written whole or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <ostream>

namespace warpsmith::harness {

/// Has `write` write under a temporary name beside the file, and renames. Behind symbolic links it
/// is the file that they name; a device or a pipe, which has no other state than being written to,
/// is written to as it is. Throws InputError naming the file and the cause.
void writeOutputFile(const std::filesystem::path &file,
                     const std::function<void(std::ostream &)> &write);

/// The file that it writes for a name: behind links, of which the last may lead to nothing yet, and
/// without them in its folder's name.
std::filesystem::path outputFileOf(const std::filesystem::path &name);

} // namespace warpsmith::harness
