// Warp-wide operations: lanes of a mask meet, and one of them works for all.
#include "runtime/emulator/lib/Block.h"
#include <algorithm>

namespace warpsmith::emulator {
namespace {

uint32_t livingLanes(Block &block, int warp) {
  uint32_t lanes = 0;
  const int first = warp * 32;
  for (int rank = first; rank < first + 32 && rank < block.threadCount(); ++rank)
    if (block.thread(rank).status != Thread::Status::Exited)
      lanes |= 1u << (rank - first);
  return lanes;
}

bool isComplete(const WarpRendezvous &meeting, uint32_t living) {
  const uint32_t needed = meeting.mask & living;
  return (meeting.arrived & needed) == needed;
}

/// All are here: one works for all, and each has seen the others, unless the operation orders
/// nothing.
void complete(Block &block, const WarpRendezvous &meeting) {
  if (meeting.combine)
    meeting.combine(meeting.context, meeting.values);
  Clock joined;
  if (meeting.ordered)
    for (const Thread *lane : meeting.lanes)
      joined.join(lane->clock);
  for (Thread *lane : meeting.lanes) {
    if (meeting.ordered) {
      lane->clock = joined;
      lane->clock.tick(lane->number);
    }
    if (lane->status == Thread::Status::Waiting)
      block.wake(*lane);
  }
}

[[noreturn]] void refuse(Thread &thread, const std::string &message, const Location &where) {
  thread.block->fail(thread, errorAt(thread, "warp", message, spell(where)));
}

/// The rendezvous that the thread takes part in. Lanes may meet in several groups at once, as long
/// as none waits for a lane that waits elsewhere for it.
WarpRendezvous &rendezvous(Thread &thread, uint32_t mask, Combine combine, std::size_t bytes,
                           const Location &where) {
  std::vector<WarpRendezvous> &meetings = thread.block->rendezvous(thread.warp());
  const uint32_t own = 1u << thread.lane();
  for (WarpRendezvous &meeting : meetings) {
    if (meeting.mask == mask) {
      if (meeting.combine != combine || meeting.bytes != bytes)
        refuse(thread,
               "warp operation, while other lanes of its mask are at another one at " +
                   spell(meeting.lanes.front()->waitingAt),
               where);
      return meeting;
    }
    if ((meeting.mask & own) && (meeting.arrived & mask))
      refuse(thread,
             "warp operation with another mask than the lanes that wait for this one at " +
                 spell(meeting.lanes.front()->waitingAt),
             where);
  }
  WarpRendezvous &fresh = meetings.emplace_back();
  fresh.mask = mask;
  fresh.combine = combine;
  fresh.bytes = bytes;
  return fresh;
}

} // namespace

void combineWarp(uint32_t mask, void *value, std::size_t bytes, Combine combine, void *context,
                 Location where, bool ordered) {
  Thread &thread = *current;
  Block &block = *thread.block;
  const uint32_t own = 1u << thread.lane();
  if (!(mask & own))
    refuse(thread,
           "warp operation with a mask that leaves out the calling lane " +
               std::to_string(thread.lane()),
           where);
  WarpRendezvous &meeting = rendezvous(thread, mask, combine, bytes, where);
  if (meeting.lanes.empty()) {
    meeting.context = context;
    meeting.ordered = ordered;
  }
  meeting.arrived |= own;
  meeting.values[thread.lane()] = value;
  meeting.lanes.push_back(&thread);
  if (!isComplete(meeting, livingLanes(block, thread.warp()))) {
    block.wait(thread, "a warp operation that not all lanes of its mask have reached", where);
    return;
  }
  const WarpRendezvous done = std::move(meeting);
  std::erase_if(block.rendezvous(thread.warp()),
                [&](const WarpRendezvous &other) { return other.lanes.empty(); });
  complete(block, done);
}

void leaveWarp(Block &block, int warp) {
  std::vector<WarpRendezvous> &meetings = block.rendezvous(warp);
  if (meetings.empty())
    return;
  const uint32_t living = livingLanes(block, warp);
  for (std::size_t i = 0; i < meetings.size();)
    if (isComplete(meetings[i], living)) {
      const WarpRendezvous done = std::move(meetings[i]);
      meetings.erase(meetings.begin() + static_cast<std::ptrdiff_t>(i));
      complete(block, done);
    } else {
      ++i;
    }
}

void synchronizeWarp(uint32_t mask, Location where) {
  combineWarp(mask, nullptr, 0, nullptr, nullptr, where);
}

uint32_t activeLanes() {
  return livingLanes(*current->block, current->warp());
}
int laneIndex() {
  return current->lane();
}

} // namespace warpsmith::emulator
