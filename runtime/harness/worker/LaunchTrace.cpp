#include "runtime/harness/worker/LaunchTrace.h"
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace warpsmith::harness::worker {
namespace {

constexpr std::string_view Prefix = "warpsmith: ";

/// A file in memory that the variable names. A library keeps where the variable's value lies, so
/// that what stands there turns its messages on and off.
class Target {
public:
  Target() {
    if (std::getenv("WARPSMITH_TRACE"))
      return; // the user reads it
    file = memfd_create("warpsmith-trace", MFD_CLOEXEC);
    if (file < 0)
      return;
    const std::string text = "WARPSMITH_TRACE=/proc/self/fd/" + std::to_string(file);
    if (text.size() >= variable.size())
      return;
    std::memcpy(variable.data(), text.c_str(), text.size() + 1);
    value = std::strchr(variable.data(), '=') + 1;
    turn(false);
    putenv(variable.data());
  }
  void turn(bool on) {
    if (value)
      *value = on ? '/' : '\0';
  }
  std::string read() {
    std::string text;
    std::array<char, 4096> buffer{};
    ssize_t count = 0;
    while (file >= 0 && (count = pread(file, buffer.data(), buffer.size(), end)) > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(count));
      end += count;
    }
    return text;
  }

private:
  int file = -1;
  off_t end = 0;
  char *value = nullptr;
  std::array<char, 64> variable{};
};

Target &target() {
  static Target only;
  return only;
}

} // namespace

LaunchTrace::LaunchTrace() {
  target().turn(true);
}

LaunchTrace::~LaunchTrace() {
  target().turn(false);
}

std::vector<std::string> LaunchTrace::take() {
  std::vector<std::string> lines;
  const std::string text = target().read();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    if (line.starts_with(Prefix))
      line.erase(0, Prefix.size());
    lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

} // namespace warpsmith::harness::worker
