/// A folder for what is made on the way.
#pragma once

#include <filesystem>
#include <string>

namespace warpsmith::harness {

/// A new folder that is removed with all it holds unless it was renamed away.
class TemporaryFolder {
public:
  /// In `parent`, which is made if need be, under a name that starts with `prefix`. Only its owner
  /// can read it. Throws InputError when it cannot be made.
  TemporaryFolder(const std::filesystem::path &parent, const std::string &prefix);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete; // owns the folder
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  const std::filesystem::path &path() const { return folder; }

private:
  std::filesystem::path folder;
};

} // namespace warpsmith::harness
