#include "runtime/emulator/lib/DependentLaunch.h"
#include <algorithm>

namespace warpsmith::emulator {
namespace {

/// A barrier after another thread's wait is as good as an own one.
bool hasWaited(Thread &thread) {
  const auto &waits = thread.block->waitsForPrevious;
  thread.early = thread.early && std::none_of(waits.begin(), waits.end(), [&](const auto &wait) {
                   return thread.clock.of(wait.first) >= wait.second;
                 });
  return !thread.early;
}

} // namespace

void waitForPreviousGrid() {
  Thread &thread = *current;
  if (!thread.early)
    return;
  thread.early = false;
  thread.block->waitsForPrevious.emplace_back(thread.number, thread.clock.of(thread.number));
}

std::optional<GlobalMemory::Mistake> checkGlobal(Thread &thread, const void *address,
                                                 std::size_t bytes, bool write) {
  if (thread.early && !hasWaited(thread))
    return GlobalMemory::Mistake{"dependent-launch",
                                 std::string(write ? "write to" : "read from") +
                                     " global memory before griddepcontrol.wait: the kernel before "
                                     "this one may still be running"};
  return globalMemory().check(address, bytes, write);
}

std::optional<ErrorRecord> missedPreviousKernel(const Thread &thread) {
  if (!thread.block->grid().early || !thread.block->waitsForPrevious.empty())
    return std::nullopt;
  return errorAt(thread, "dependent-launch",
                 "the block ends without griddepcontrol.wait: the kernel after this one may then "
                 "begin before the one before it has ended",
                 {});
}

} // namespace warpsmith::emulator
