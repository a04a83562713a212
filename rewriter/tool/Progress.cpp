#include "rewriter/tool/Progress.h"
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <unistd.h>
#include <vector>

namespace warpsmith::tool {
namespace {

using Clock = std::chrono::steady_clock;

struct Running {
  const Stage *stage;
  std::string text;
  Clock::time_point since;
};

/// All stages of the process: files are worked on side by side.
struct Shown {
  std::mutex mutex;
  std::condition_variable ended;
  std::vector<Running> running; ///< the newest last
  bool wanted = false;          ///< somebody shows them
  std::thread thread;
};

Shown &shown() {
  static Shown all;
  return all;
}

constexpr auto Patience = std::chrono::seconds(2), Interval = std::chrono::seconds(1);
constexpr const char *Clear = "\r\033[K";

/// Until it is no longer wanted.
void show() {
  Shown &all = shown();
  std::unique_lock lock(all.mutex);
  auto next = Clock::now() + Patience;
  bool isThere = false;
  while (!all.ended.wait_until(lock, next, [&] { return !all.wanted; })) {
    next += Interval;
    if (all.running.empty())
      continue;
    const Running &newest = all.running.back();
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - newest.since).count();
    const size_t others = all.running.size() - 1;
    std::fprintf(stderr, "%swarpsmith: %s, %lld s%s", Clear, newest.text.c_str(),
                 static_cast<long long>(seconds),
                 others ? (", and " + std::to_string(others) + " more").c_str() : "");
    std::fflush(stderr);
    isThere = true;
  }
  if (isThere)
    std::fprintf(stderr, "%s", Clear);
}

} // namespace

Progress::Progress() {
  if (!isatty(STDERR_FILENO))
    return;
  shown().wanted = true;
  shown().thread = std::thread(show);
}

Progress::~Progress() {
  Shown &all = shown();
  {
    const std::lock_guard lock(all.mutex);
    all.wanted = false;
  }
  all.ended.notify_all();
  if (all.thread.joinable())
    all.thread.join();
}

Stage::Stage(std::string text) {
  const std::lock_guard lock(shown().mutex);
  shown().running.push_back({this, std::move(text), Clock::now()});
}

Stage::~Stage() {
  const std::lock_guard lock(shown().mutex);
  std::erase_if(shown().running, [&](const Running &one) { return one.stage == this; });
}

} // namespace warpsmith::tool
