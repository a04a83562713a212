// Whole files, read and atomically written.
#pragma once

#include <filesystem>
#include <string>

namespace warpsmith::harness {

/// Throws InputError naming the file and the cause.
std::string readTextFile(const std::filesystem::path &file);

/// As writeOutputFile.
void writeTextFile(const std::filesystem::path &file, const std::string &text);

} // namespace warpsmith::harness
