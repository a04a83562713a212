#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/core/OutputFile.h"
#include "runtime/harness/core/Sizes.h"
#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

namespace warpsmith::harness {
namespace {

[[noreturn]] void fail(const std::filesystem::path &file, int code) {
  throw InputError("cannot read '" + file.string() + "': " + std::generic_category().message(code));
}

} // namespace

std::string readTextFile(const std::filesystem::path &file) {
  if (std::filesystem::is_directory(file))
    fail(file, EISDIR);
  std::ifstream input(file, std::ios::binary);
  if (!input)
    fail(file, errno);
  std::ostringstream text;
  text << input.rdbuf();
  return text.str();
}

void writeTextFile(const std::filesystem::path &file, const std::string &text) {
  writeOutputFile(file, [&](std::ostream &output) { output << text; });
}

} // namespace warpsmith::harness
