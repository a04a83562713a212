#include "runtime/harness/core/OutputFile.h"
#include "runtime/harness/core/Sizes.h"
#include <cerrno>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace warpsmith::harness {
namespace {

[[noreturn]] void fail(const std::filesystem::path &file, int code) {
  throw InputError("cannot write '" + file.string() +
                   "': " + std::generic_category().message(code));
}

/// The file that a symbolic link, or a chain of them, names, whether it exists or not.
std::filesystem::path behindLinks(std::filesystem::path file) {
  constexpr int LongestChain = 40; // as Linux follows them
  for (int link = 0; link < LongestChain; ++link) {
    std::error_code error;
    const std::filesystem::path next = std::filesystem::read_symlink(file, error);
    if (error)
      break;
    file = next.is_absolute() ? next : file.parent_path() / next;
  }
  return file;
}

} // namespace

void writeOutputFile(const std::filesystem::path &file,
                     const std::function<void(std::ostream &)> &write) {
  const std::filesystem::path target = behindLinks(file);
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(target, ignored);
  const bool inPlace = std::filesystem::exists(status) &&
                       !std::filesystem::is_regular_file(status) &&
                       !std::filesystem::is_directory(status);
  std::filesystem::path written = target;
  if (!inPlace)
    written += ".tmp" + std::to_string(getpid());
  std::ofstream output(written, std::ios::binary);
  if (!output)
    fail(file, errno);
  write(output);
  output.close();
  std::error_code error;
  if (!output)
    error = std::error_code(errno, std::generic_category());
  else if (!inPlace)
    std::filesystem::rename(written, target, error);
  if (!error)
    return;
  if (!inPlace)
    std::filesystem::remove(written, ignored);
  fail(file, error.value());
}

std::filesystem::path outputFileOf(const std::filesystem::path &name) {
  return std::filesystem::weakly_canonical(behindLinks(name));
}

} // namespace warpsmith::harness
