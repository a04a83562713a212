/// Warp shuffles, votes, matches and reductions: CUDA C++ Programming Guide, "Warp Shuffle
/// Functions" to "Warp Reduce Functions"; PTX ISA shfl.sync, vote.sync, match.sync, redux.sync.
#pragma once

#include "warpsmith_emulator/warp_collectives.h"

#define WARPSMITH_WHERE                                                                            \
  warpsmith::emulator::Location where = warpsmith::emulator::Location::current()

#define WARPSMITH_SHUFFLES(type)                                                                   \
  WARPSMITH_DEVICE type __shfl_sync(unsigned int mask, type value, int sourceLane, int width = 32, \
                                    WARPSMITH_WHERE) {                                             \
    return warpsmith::emulator::shuffle(warpsmith::emulator::Shuffle::Index, mask, value,          \
                                        static_cast<unsigned int>(sourceLane), width, where);      \
  }                                                                                                \
  WARPSMITH_DEVICE type __shfl_up_sync(unsigned int mask, type value, unsigned int delta,          \
                                       int width = 32, WARPSMITH_WHERE) {                          \
    return warpsmith::emulator::shuffle(warpsmith::emulator::Shuffle::Up, mask, value, delta,      \
                                        width, where);                                             \
  }                                                                                                \
  WARPSMITH_DEVICE type __shfl_down_sync(unsigned int mask, type value, unsigned int delta,        \
                                         int width = 32, WARPSMITH_WHERE) {                        \
    return warpsmith::emulator::shuffle(warpsmith::emulator::Shuffle::Down, mask, value, delta,    \
                                        width, where);                                             \
  }                                                                                                \
  WARPSMITH_DEVICE type __shfl_xor_sync(unsigned int mask, type value, int laneMask,               \
                                        int width = 32, WARPSMITH_WHERE) {                         \
    return warpsmith::emulator::shuffle(warpsmith::emulator::Shuffle::Xor, mask, value,            \
                                        static_cast<unsigned int>(laneMask), width, where);        \
  }

WARPSMITH_SHUFFLES(int)
WARPSMITH_SHUFFLES(unsigned int)
WARPSMITH_SHUFFLES(long)
WARPSMITH_SHUFFLES(unsigned long)
WARPSMITH_SHUFFLES(long long)
WARPSMITH_SHUFFLES(unsigned long long)
WARPSMITH_SHUFFLES(float)
WARPSMITH_SHUFFLES(double)

WARPSMITH_DEVICE void __syncwarp(unsigned int mask = 0xffffffff, WARPSMITH_WHERE) {
  warpsmith::emulator::synchronizeWarp(mask, where);
}
WARPSMITH_DEVICE unsigned int __activemask() {
  return warpsmith::emulator::activeLanes();
}

WARPSMITH_DEVICE unsigned int __ballot_sync(unsigned int mask, int predicate, WARPSMITH_WHERE) {
  return warpsmith::emulator::vote(mask, predicate != 0, where).set;
}
WARPSMITH_DEVICE int __any_sync(unsigned int mask, int predicate, WARPSMITH_WHERE) {
  return warpsmith::emulator::vote(mask, predicate != 0, where).set != 0;
}
WARPSMITH_DEVICE int __all_sync(unsigned int mask, int predicate, WARPSMITH_WHERE) {
  const warpsmith::emulator::Votes votes = warpsmith::emulator::vote(mask, predicate != 0, where);
  return votes.set == votes.present;
}
WARPSMITH_DEVICE int __uni_sync(unsigned int mask, int predicate, WARPSMITH_WHERE) {
  const warpsmith::emulator::Votes votes = warpsmith::emulator::vote(mask, predicate != 0, where);
  return votes.set == 0 || votes.set == votes.present;
}

#define WARPSMITH_MATCHES(type)                                                                    \
  WARPSMITH_DEVICE unsigned int __match_any_sync(unsigned int mask, type value, WARPSMITH_WHERE) { \
    return warpsmith::emulator::match(mask, warpsmith::emulator::laneBits(value), where).equal;    \
  }                                                                                                \
  WARPSMITH_DEVICE unsigned int __match_all_sync(unsigned int mask, type value, int *predicate,    \
                                                 WARPSMITH_WHERE) {                                \
    const warpsmith::emulator::Matches matches =                                                   \
        warpsmith::emulator::match(mask, warpsmith::emulator::laneBits(value), where);             \
    *predicate = matches.equal == matches.present;                                                 \
    return *predicate ? matches.equal : 0;                                                         \
  }

WARPSMITH_MATCHES(int)
WARPSMITH_MATCHES(unsigned int)
WARPSMITH_MATCHES(long)
WARPSMITH_MATCHES(unsigned long)
WARPSMITH_MATCHES(long long)
WARPSMITH_MATCHES(unsigned long long)
WARPSMITH_MATCHES(float)
WARPSMITH_MATCHES(double)
#undef WARPSMITH_MATCHES

#define WARPSMITH_REDUCTION(name, type, expression)                                                \
  WARPSMITH_DEVICE type name(unsigned int mask, type value, WARPSMITH_WHERE) {                     \
    return warpsmith::emulator::reduceWarp(                                                        \
        mask, value, [](type a, type b) -> type { return expression; }, where);                    \
  }

WARPSMITH_REDUCTION(__reduce_add_sync, int,
                    static_cast<int>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b)))
WARPSMITH_REDUCTION(__reduce_min_sync, int, a < b ? a : b)
WARPSMITH_REDUCTION(__reduce_max_sync, int, a > b ? a : b)
WARPSMITH_REDUCTION(__reduce_add_sync, unsigned int, a + b)
WARPSMITH_REDUCTION(__reduce_min_sync, unsigned int, a < b ? a : b)
WARPSMITH_REDUCTION(__reduce_max_sync, unsigned int, a > b ? a : b)
WARPSMITH_REDUCTION(__reduce_and_sync, unsigned int, a &b)
WARPSMITH_REDUCTION(__reduce_or_sync, unsigned int, a | b)
WARPSMITH_REDUCTION(__reduce_xor_sync, unsigned int, a ^ b)
#undef WARPSMITH_REDUCTION

WARPSMITH_DEVICE unsigned int __lane_id() {
  return static_cast<unsigned int>(warpsmith::emulator::laneIndex());
}
#undef WARPSMITH_SHUFFLES
#undef WARPSMITH_WHERE
