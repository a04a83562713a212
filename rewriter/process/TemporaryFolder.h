/// A folder for temporary files that is gone afterwards, however this program ends.
#pragma once

#include <string>
#include <sys/types.h>

namespace warpsmith::process {

class TemporaryFolder {
public:
  /// In the system's folder for temporary files.
  explicit TemporaryFolder(const std::string &prefix);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// Empty where it could not be made.
  const std::string &path() const { return folder; }

private:
  void watch();

  std::string folder;
  pid_t watcher = 0;
  int alive = -1; ///< closes with this program
};

} // namespace warpsmith::process
