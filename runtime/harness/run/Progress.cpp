#include "runtime/harness/run/Progress.h"
#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

namespace warpsmith::harness {

Progress::Progress() : terminal(isatty(STDERR_FILENO) != 0) {
}

Progress::~Progress() {
  clear();
}

void Progress::show(const std::string &text) {
  if (!terminal)
    return;
  winsize size = {};
  const std::size_t width =
      ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1U : 79U;
  std::fprintf(stderr, "\r\x1b[K%s", text.substr(0, width).c_str());
  std::fflush(stderr);
  shown = true;
}

void Progress::clear() {
  if (shown)
    std::fputs("\r\x1b[K", stderr);
  shown = false;
}

} // namespace warpsmith::harness
