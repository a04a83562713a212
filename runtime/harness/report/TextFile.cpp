#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/core/Sizes.h"
#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>
#include <unistd.h>

namespace warpsmith::harness {
namespace {

[[noreturn]] void fail(const char *what, const std::filesystem::path &file, int code) {
  throw InputError(std::string("cannot ") + what + " '" + file.string() +
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

std::string readTextFile(const std::filesystem::path &file) {
  if (std::filesystem::is_directory(file))
    fail("read", file, EISDIR);
  std::ifstream input(file, std::ios::binary);
  if (!input)
    fail("read", file, errno);
  std::ostringstream text;
  text << input.rdbuf();
  return text.str();
}

void writeTextFile(const std::filesystem::path &file, const std::string &text) {
  const std::filesystem::path target = behindLinks(file);
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(target, ignored);
  // Of a device or a pipe there is no other state than being written to.
  const bool inPlace = std::filesystem::exists(status) &&
                       !std::filesystem::is_regular_file(status) &&
                       !std::filesystem::is_directory(status);
  std::filesystem::path temporary = target;
  if (!inPlace)
    temporary += ".tmp" + std::to_string(getpid());
  std::ofstream output(temporary, std::ios::binary);
  if (!output)
    fail("write", file, errno);
  output << text;
  output.close();
  if (!output) {
    const int code = errno;
    if (!inPlace)
      std::filesystem::remove(temporary, ignored);
    fail("write", file, code);
  }
  if (inPlace)
    return;
  std::error_code error;
  std::filesystem::rename(temporary, target, error);
  if (error) {
    std::filesystem::remove(temporary, ignored);
    fail("write", file, error.value());
  }
}

} // namespace warpsmith::harness
