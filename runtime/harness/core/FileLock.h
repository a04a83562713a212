// A lock between processes, on a file.
#pragma once

#include <filesystem>
#include <functional>

namespace warpsmith::harness {

/// An exclusive lock (flock), given back when the object goes or its process ends. Where the file
/// system has no locks there are none to respect, and it counts as held. Of a file alone, opened
/// for writing: NFS makes of it a lock of the file's bytes, which nothing else can have.
class FileLock {
public:
  /// The file is made where there is none. While another process has the lock, waits as long as
  /// `waits`, asked many times a second, says so. Throws InputError naming the file when it cannot
  /// be opened.
  explicit FileLock(
      const std::filesystem::path &file, const std::function<bool()> &waits = [] { return false; });
  ~FileLock();
  FileLock(const FileLock &) = delete; // owns the lock
  FileLock &operator=(const FileLock &) = delete;

  /// False where another process has it.
  bool isHeld() const { return held; }

private:
  int descriptor = -1;
  bool held = true;
};

} // namespace warpsmith::harness
