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

std::vector<std::string> workerLines(const std::vector<std::string> &names,
                                     const std::vector<std::string> &texts, std::size_t width,
                                     std::size_t height) {
  const std::size_t lines = std::min(names.size(), height);
  const std::size_t whole = lines < names.size() ? lines - std::min<std::size_t>(lines, 1) : lines;
  std::vector<std::string> result;
  for (std::size_t index = 0; index < whole; ++index) {
    const std::string &text = texts[index].empty() ? "idle" : texts[index];
    result.push_back(("  " + names[index] + ": " + text).substr(0, width));
  }
  if (whole < lines)
    result.push_back(("  and " + std::to_string(names.size() - whole) + " more").substr(0, width));
  return result;
}

Progress::Progress(std::chrono::duration<double> interval)
    : terminal(isatty(STDERR_FILENO) != 0),
      start(std::chrono::steady_clock::now()) {
  if (!terminal)
    heartbeat = std::thread([this, interval] { beat(interval); });
}

Progress::~Progress() {
  clear();
  if (!heartbeat.joinable())
    return;
  {
    const std::lock_guard lock(mutex);
    isOver = true;
  }
  over.notify_all();
  heartbeat.join();
}

void Progress::beat(std::chrono::duration<double> interval) {
  std::unique_lock lock(mutex);
  while (!over.wait_for(lock, interval, [&] { return isOver; })) {
    const auto working = std::find_if(workers.begin(), workers.end(),
                                      [](const Worker &worker) { return !worker.text.empty(); });
    if (working == workers.end())
      continue;
    constexpr std::size_t Longest = 200;
    const auto elapsed = std::chrono::steady_clock::now() - start;
    std::fprintf(stderr, "%s\n",
                 progressLine(prefix + working->text, share(), elapsed, Longest).c_str());
  }
}

/// What is done of the work; below 0 it is unknown.
double Progress::share() const {
  double soFar = done;
  for (const Worker &worker : workers)
    soFar += worker.piece * worker.share;
  return work > 0 ? soFar / work : -1;
}

void Progress::begin(double amount, std::vector<std::string> names) {
  const std::lock_guard lock(mutex);
  start = std::chrono::steady_clock::now();
  work = amount;
  done = 0;
  workers.assign(names.size(), {});
  for (std::size_t index = 0; index < names.size(); ++index)
    workers[index].name = std::move(names[index]);
}

void Progress::enter(double piece, std::size_t worker) {
  const std::lock_guard lock(mutex);
  done += workers[worker].piece;
  workers[worker].piece = piece;
  workers[worker].share = 0;
}

void Progress::stage(const std::string &name) {
  const std::lock_guard lock(mutex);
  prefix = name.empty() ? "" : name + ": ";
}

void Progress::advance(double share, std::size_t worker) {
  const std::lock_guard lock(mutex);
  workers[worker].share = std::clamp(share, 0.0, 1.0);
}

void Progress::show(const std::string &text, std::size_t worker) {
  const std::lock_guard lock(mutex);
  workers[worker].text = text;
  if (terminal)
    draw();
}

void Progress::draw() {
  winsize size = {};
  const bool isKnown = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0;
  const std::size_t width = isKnown && size.ws_col > 1 ? size.ws_col - 1U : 79U;
  const std::size_t height = isKnown && size.ws_row > 1 ? size.ws_row - 1U : 23U;
  const auto elapsed = std::chrono::steady_clock::now() - start;
  erase();
  if (workers.size() == 1) {
    std::fprintf(stderr, "\r\x1b[K%s",
                 progressLine(prefix + workers.front().text, share(), elapsed, width).c_str());
    shown = 1;
  } else {
    std::vector<std::string> names;
    std::vector<std::string> texts;
    for (const Worker &worker : workers) {
      names.push_back(worker.name);
      texts.push_back(worker.text);
    }
    std::fprintf(stderr, "\r\x1b[K%s", progressLine(prefix, share(), elapsed, width).c_str());
    shown = 1;
    for (const std::string &line : workerLines(names, texts, width, height - 1)) {
      std::fprintf(stderr, "\n%s", line.c_str());
      ++shown;
    }
  }
  std::fflush(stderr);
}

/// Leaves the cursor where the first line was.
void Progress::erase() {
  if (shown > 1)
    std::fprintf(stderr, "\r\x1b[%zuA\x1b[J", shown - 1);
  else if (shown == 1)
    std::fputs("\r\x1b[K", stderr);
  shown = 0;
}

void Progress::clear() {
  const std::lock_guard lock(mutex);
  erase();
}

} // namespace warpsmith::harness
