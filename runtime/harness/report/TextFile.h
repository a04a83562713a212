// Whole files, read and atomically written.
#pragma once

#include <filesystem>
#include <string>

namespace warpsmith::harness {

/// Throws InputError naming the file and the cause.
std::string readTextFile(const std::filesystem::path &file);

/// Writes under a temporary name beside the file and renames. Throws InputError.
void writeTextFile(const std::filesystem::path &file, const std::string &text);

} // namespace warpsmith::harness
