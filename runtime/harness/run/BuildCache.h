// A cache of built files: folders named by a hash of everything that decides their contents.
#pragma once

#include "runtime/harness/run/Process.h"
#include <filesystem>
#include <functional>
#include <string>

namespace warpsmith::harness {

struct CacheEntry {
  std::filesystem::path folder;
  std::string error;   // empty when the folder is there
  bool cached = false; // it was there before
};

/// Fills a folder: `folder` is empty and will be renamed to `entry`. The error, or nothing.
using FillFolder = std::function<std::string(const std::filesystem::path &folder,
                                             const std::filesystem::path &entry)>;

/// The folder `key` of `cache`, which is whole when it holds `product`. Where it is not there, it
/// is filled under a temporary name and renamed, so that a build which is cut off leaves nothing
/// half made. Failures are not kept. Throws InputError when it cannot be made.
CacheEntry buildInCache(const std::filesystem::path &cache, const std::string &key,
                        const std::string &product, const FillFolder &fill);

/// "not compiled (exit status 2):", the lines of its output that tell most, and the command.
std::string describeFailure(const std::string &what, const CommandResult &result,
                            const CommandLine &command);

} // namespace warpsmith::harness
