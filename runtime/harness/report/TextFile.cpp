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
  std::filesystem::path temporary = file;
  temporary += ".tmp" + std::to_string(getpid());
  std::ofstream output(temporary, std::ios::binary);
  if (!output)
    fail("write", file, errno);
  output << text;
  output.close();
  std::error_code ignored;
  if (!output) {
    const int code = errno;
    std::filesystem::remove(temporary, ignored);
    fail("write", file, code);
  }
  std::error_code error;
  std::filesystem::rename(temporary, file, error);
  if (error) {
    std::filesystem::remove(temporary, ignored);
    fail("write", file, error.value());
  }
}

} // namespace warpsmith::harness
