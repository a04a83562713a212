// cp.async: data land when the issuing thread waits for them, not before.
#include "runtime/emulator/lib/DependentLaunch.h"
#include "runtime/emulator/lib/GlobalRaces.h"
#include "runtime/emulator/lib/PhaseBarriers.h"
#include <cstring>

namespace warpsmith::emulator {
namespace {

void land(Thread &thread, const std::vector<AsyncCopy> &group) {
  for (const AsyncCopy &copy : group) {
    std::memcpy(copy.shared, copy.global, copy.sourceBytes);
    std::memset(static_cast<char *>(copy.shared) + copy.sourceBytes, 0,
                copy.bytes - copy.sourceBytes);
    thread.block->shared.land(thread, copy.shared, copy.bytes);
  }
}

} // namespace

void copyAsync(void *shared, const void *global, int bytes, int sourceBytes, Location where) {
  const void *const caller = __builtin_return_address(0);
  Thread &thread = *current;
  Block &block = *thread.block;
  const auto refuse = [&](const char *kind, const std::string &message) {
    block.fail(thread, errorAt(thread, kind, message, spell(where)));
  };
  if (sourceBytes < 0 || sourceBytes > bytes)
    refuse("asynchronous-copy",
           "cp.async of " + std::to_string(sourceBytes) + " bytes into " + std::to_string(bytes));
  if (reinterpret_cast<uintptr_t>(shared) % bytes || reinterpret_cast<uintptr_t>(global) % bytes)
    refuse("misaligned", "cp.async of " + std::to_string(bytes) +
                             " bytes between addresses that are not multiples of it");
  if (!block.shared.contains(shared))
    refuse("out-of-range", "cp.async to an address outside shared memory");
  if (sourceBytes) {
    if (const auto mistake = checkGlobal(thread, global, sourceBytes, false))
      refuse(mistake->kind, "cp.async: " + mistake->message);
    if (const auto race = globalRace(thread, global, sourceBytes, false, false, caller))
      refuse("race", "cp.async: " + *race);
  }
  if (const auto mistake = block.shared.startCopy(thread, shared, bytes))
    refuse(mistake->kind, "cp.async: " + mistake->message);
  thread.copying().openGroup.push_back({shared, global, bytes, sourceBytes});
}

void commitCopies() {
  ThreadCopies &copies = current->copying();
  copies.groups.push_back(std::move(copies.openGroup));
  copies.openGroup.clear();
}

void waitForCopies(int pending) {
  Thread &thread = *current;
  auto &groups = thread.copying().groups;
  while (static_cast<int>(groups.size()) > pending) {
    land(thread, groups.front());
    groups.erase(groups.begin());
  }
}

void fenceDevice() {
  if (!checksGlobalRaces)
    return;
  Thread &thread = *current;
  thread.clock.fenceDevice();
  thread.clock.tick(thread.number);
}

void fenceAsynchronousProxy() {
  Thread &thread = *current;
  thread.clock.fence();
  // What it writes from here on is another step, and not fenced.
  thread.clock.tick(thread.number);
}

void arriveWhenCopied(uint64_t *barrier, bool increment, Location where) {
  Thread &thread = *current;
  if (increment)
    addPending(thread, barrier, where);
  // The copies may complete at any time from now on; here they do at once, and in the thread's own
  // step, since whoever waits for the barrier must see them.
  ThreadCopies &copies = thread.copying();
  for (const auto &group : copies.groups)
    land(thread, group);
  land(thread, copies.openGroup);
  copies.groups.clear();
  copies.openGroup.clear();
  barrierArrive(barrier, 1, where);
}

} // namespace warpsmith::emulator
