/// What all groups of threads of a warp have in common: a mask of lanes.
#pragma once

#include "warpsmith_emulator/warp.h"

namespace warpsmith {
namespace emulator {

/// Number of the calling thread within its block, x fastest.
WARPSMITH_DEVICE unsigned int threadInBlock() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
WARPSMITH_DEVICE unsigned int threadsOfBlock() {
  return blockDim.x * blockDim.y * blockDim.z;
}

/// Lanes of one warp that act together; ranks follow the lanes' order.
class LaneGroup {
public:
  WARPSMITH_DEVICE explicit LaneGroup(uint32_t mask) : lanes(mask) {}

  WARPSMITH_DEVICE void sync(Location where = Location::current()) const {
    synchronizeWarp(lanes, where);
  }
  WARPSMITH_DEVICE unsigned int size() const {
    return static_cast<unsigned int>(__builtin_popcount(lanes));
  }
  WARPSMITH_DEVICE unsigned int num_threads() const { return size(); }
  WARPSMITH_DEVICE unsigned int thread_rank() const {
    return static_cast<unsigned int>(
        __builtin_popcount(lanes & ((1u << static_cast<unsigned int>(laneIndex())) - 1)));
  }

  template <typename Type>
  WARPSMITH_DEVICE Type shfl(Type value, unsigned int rank,
                             Location where = Location::current()) const {
    return shuffle(Shuffle::Index, lanes, value, laneOf(rank % size()), WarpLanes, where);
  }
  template <typename Type>
  WARPSMITH_DEVICE Type shfl_down(Type value, unsigned int delta,
                                  Location where = Location::current()) const {
    const unsigned int rank = thread_rank();
    return shuffle(Shuffle::Index, lanes, value,
                   laneOf(delta < size() - rank ? rank + delta : rank), WarpLanes, where);
  }
  template <typename Type>
  WARPSMITH_DEVICE Type shfl_up(Type value, unsigned int delta,
                                Location where = Location::current()) const {
    const unsigned int rank = thread_rank();
    return shuffle(Shuffle::Index, lanes, value, laneOf(delta <= rank ? rank - delta : rank),
                   WarpLanes, where);
  }
  template <typename Type>
  WARPSMITH_DEVICE Type shfl_xor(Type value, unsigned int mask,
                                 Location where = Location::current()) const {
    const unsigned int rank = thread_rank();
    return shuffle(Shuffle::Index, lanes, value,
                   laneOf((rank ^ mask) < size() ? rank ^ mask : rank), WarpLanes, where);
  }
  WARPSMITH_DEVICE int any(int predicate, Location where = Location::current()) const {
    return vote(lanes, predicate != 0, where).set != 0;
  }
  WARPSMITH_DEVICE int all(int predicate, Location where = Location::current()) const {
    const Votes votes = vote(lanes, predicate != 0, where);
    return votes.set == votes.present;
  }
  /// Bit r is that of the thread of rank r.
  WARPSMITH_DEVICE unsigned int ballot(int predicate, Location where = Location::current()) const {
    return ranksOf(vote(lanes, predicate != 0, where).set);
  }
  template <typename Type>
  WARPSMITH_DEVICE unsigned int match_any(Type value, Location where = Location::current()) const {
    return ranksOf(match(lanes, laneBits(value), where).equal);
  }
  template <typename Type>
  WARPSMITH_DEVICE unsigned int match_all(Type value, int &predicate,
                                          Location where = Location::current()) const {
    const Matches matches = match(lanes, laneBits(value), where);
    predicate = matches.equal == matches.present;
    return predicate ? ranksOf(matches.equal) : 0;
  }
  /// The same in all threads of the group.
  template <typename Type, typename Operation>
  WARPSMITH_DEVICE Type reduce(Type value, Operation operation,
                               Location where = Location::current()) const {
    return reduceWarp(lanes, value, operation, where);
  }
  WARPSMITH_DEVICE uint32_t laneMask() const { return lanes; }

private:
  WARPSMITH_DEVICE unsigned int laneOf(unsigned int rank) const {
    unsigned int rest = lanes;
    for (; rank > 0; --rank)
      rest &= rest - 1;
    return static_cast<unsigned int>(__builtin_ctz(rest));
  }
  WARPSMITH_DEVICE unsigned int ranksOf(uint32_t set) const {
    unsigned int result = 0, rank = 0;
    for (int lane = 0; lane < WarpLanes; ++lane)
      if ((lanes >> lane) & 1)
        result |= ((set >> lane) & 1) << rank++;
    return result;
  }

  uint32_t lanes;
};

} // namespace emulator
} // namespace warpsmith
