// A lock between processes, on a file or a folder.
#pragma once

#include <filesystem>

namespace warpsmith::harness {

/// An exclusive lock (flock), given back when the object goes or its process ends. Where the file
/// system has no locks there are none to respect, and it counts as held.
class FileLock {
public:
  enum class Mode { Wait, Try };

  /// Of a folder, or of a file, which is made where there is none. Throws InputError naming it when
  /// it cannot be opened.
  FileLock(const std::filesystem::path &file, Mode mode);
  ~FileLock();
  FileLock(const FileLock &) = delete; // owns the lock
  FileLock &operator=(const FileLock &) = delete;

  /// False where another process has it; with Mode::Try alone.
  bool isHeld() const { return held; }

private:
  int descriptor = -1;
  bool held = true;
};

} // namespace warpsmith::harness
