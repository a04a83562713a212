#include "runtime/harness/run/Progress.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

namespace warpsmith::harness {
namespace {

constexpr std::size_t BarWidth = 24;
constexpr std::size_t NarrowTerminal = 60; // has no room for a bar
constexpr double LeastShare = 0.02;        // and seconds, for an estimate
constexpr double LeastSeconds = 2;

/// 75 as 1:15, 3700 as 1:01:40.
std::string clockTime(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  const auto twoDigits = [](long value) { return (value < 10 ? "0" : "") + std::to_string(value); };
  const std::string rest = twoDigits(whole % 60);
  if (whole < 3600)
    return std::to_string(whole / 60) + ":" + rest;
  return std::to_string(whole / 3600) + ":" + twoDigits(whole / 60 % 60) + ":" + rest;
}

} // namespace

std::string progressLine(const std::string &text, double share,
                         std::chrono::duration<double> elapsed, std::size_t width) {
  std::string line;
  if (share >= 0) {
    share = std::min(share, 1.0);
    if (width > NarrowTerminal) {
      const auto filled = static_cast<std::size_t>(share * BarWidth);
      line = "[" + std::string(filled, '=') + (filled < BarWidth ? ">" : "") +
             std::string(filled < BarWidth ? BarWidth - filled - 1 : 0, ' ') + "] ";
    }
    const std::string percentage = std::to_string(static_cast<int>(share * 100));
    line += std::string(3 - percentage.size(), ' ') + percentage + " %  ";
    if (share >= LeastShare && elapsed.count() >= LeastSeconds)
      line += clockTime(elapsed.count() * (1 - share) / share) + " left  ";
  }
  return (line + text).substr(0, width);
}

Progress::Progress() : terminal(isatty(STDERR_FILENO) != 0) {
}

Progress::~Progress() {
  clear();
}

void Progress::begin() {
  start = std::chrono::steady_clock::now();
  enter(0, 1);
}

void Progress::enter(double first, double last) {
  from = first;
  to = last;
  done = from;
}

void Progress::advance(double share) {
  if (done >= 0)
    done = from + (to - from) * std::clamp(share, 0.0, 1.0);
}

void Progress::show(const std::string &text) {
  if (!terminal)
    return;
  winsize size = {};
  const std::size_t width =
      ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1U : 79U;
  const auto elapsed = std::chrono::steady_clock::now() - start;
  std::fprintf(stderr, "\r\x1b[K%s", progressLine(text, done, elapsed, width).c_str());
  std::fflush(stderr);
  shown = true;
}

void Progress::clear() {
  if (shown)
    std::fputs("\r\x1b[K", stderr);
  shown = false;
}

} // namespace warpsmith::harness
