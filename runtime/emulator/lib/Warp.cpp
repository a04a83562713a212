// Warp-wide operations: lanes of a mask meet, and one of them works for all.
#include "runtime/emulator/lib/Block.h"

namespace warpsmith::emulator {
bool combining = false;

namespace {

uint32_t livingLanes(const Thread &thread) {
  uint32_t lanes = 0;
  Block &block = *thread.block;
  const int first = thread.warp() * 32;
  for (int rank = first; rank < first + 32 && rank < block.threadCount(); ++rank)
    if (block.thread(rank).status != Thread::Status::Exited)
      lanes |= 1u << (rank - first);
  return lanes;
}

} // namespace

void combineWarp(uint32_t mask, void *value, std::size_t, Combine combine, void *context,
                 Location where) {
  Thread &thread = *current;
  Block &block = *thread.block;
  const uint32_t own = 1u << thread.lane();
  if (!(mask & own))
    block.fail(thread, errorAt(thread, "warp",
                               "warp operation with a mask that leaves out the calling lane " +
                                   std::to_string(thread.lane()),
                               spell(where)));
  WarpRendezvous &meeting = block.rendezvous(thread.warp());
  if (meeting.arrived == 0) {
    meeting.mask = mask;
  } else if (meeting.mask != mask) {
    block.fail(thread, errorAt(thread, "warp",
                               "warp operation with another mask than the lanes that wait for it",
                               spell(where)));
  }
  meeting.arrived |= own;
  meeting.values[thread.lane()] = value;
  const uint32_t needed = meeting.mask & livingLanes(thread);
  if ((meeting.arrived & needed) != needed) {
    meeting.waiting.push_back(&thread);
    block.wait(thread, "a warp operation that not all lanes of its mask have reached", where);
    return;
  }
  // All are here: the last one works for all, and each has seen the others.
  if (combine) {
    combining = true;
    combine(context, meeting.values);
    combining = false;
  }
  Clock joined = thread.clock;
  for (const Thread *waiting : meeting.waiting)
    joined.join(waiting->clock);
  thread.clock.join(joined);
  thread.clock.tick(thread.rank);
  for (Thread *waiting : meeting.waiting) {
    waiting->clock.join(joined);
    waiting->clock.tick(waiting->rank);
    block.wake(*waiting);
  }
  meeting = WarpRendezvous{};
}

void synchronizeWarp(uint32_t mask, Location where) {
  combineWarp(mask, nullptr, 0, nullptr, nullptr, where);
}

uint32_t activeLanes() {
  return livingLanes(*current);
}
int laneIndex() {
  return current->lane();
}

} // namespace warpsmith::emulator
