/// What the lanes of a warp compute together, on top of combineWarp().
#pragma once

#include "warpsmith_emulator/core.h"

namespace warpsmith {
namespace emulator {

constexpr int WarpLanes = 32;

/// A value of at most 8 bytes as an integer, zero-extended.
template <typename Type>
WARPSMITH_INLINE uint64_t laneBits(const Type &value) {
  static_assert(sizeof(Type) <= sizeof(uint64_t), "A lane passes at most 8 bytes.");
  uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(Type));
  return bits;
}

/// Whence a lane takes its value (PTX ISA, shfl.sync): .idx, .up, .down, .bfly.
enum class Shuffle { Index, Up, Down, Xor };

/// The lane to read, within the segment of `width` lanes; the own lane when that is outside.
WARPSMITH_INLINE int shuffleSource(Shuffle shuffle, int lane, unsigned int operand, int width) {
  const int first = lane & ~(width - 1), distance = static_cast<int>(operand & 31);
  switch (shuffle) {
  case Shuffle::Index:
    return first + (distance & (width - 1));
  case Shuffle::Up:
    return lane - distance >= first ? lane - distance : lane;
  case Shuffle::Down:
    return lane + distance < first + width ? lane + distance : lane;
  case Shuffle::Xor:
    // Lanes of earlier segments may be read, those of later ones not.
    return (lane ^ distance) < first + width ? lane ^ distance : lane;
  }
  return lane;
}

struct ShuffleSlot {
  uint64_t bits;
  int source;
};

WARPSMITH_UNCHECKED void combineShuffle(void *, void *const values[32]) {
  uint64_t given[WarpLanes];
  for (int lane = 0; lane < WarpLanes; ++lane)
    given[lane] = values[lane] ? static_cast<ShuffleSlot *>(values[lane])->bits : ~uint64_t(0);
  for (int lane = 0; lane < WarpLanes; ++lane)
    if (values[lane]) {
      ShuffleSlot *own = static_cast<ShuffleSlot *>(values[lane]);
      own->bits = given[own->source];
    }
}

/// `width` must be a power of two up to 32. What a lane reads from one that does not take part is
/// undefined: all bits are set, which is NaN for floating-point types.
WARPSMITH_UNCHECKED uint64_t shuffleBits(Shuffle shuffle, uint32_t mask, uint64_t bits,
                                         unsigned int operand, int width, Location where) {
  if (width < 1 || width > WarpLanes || (width & (width - 1)) != 0)
    fail("emulator-shuffle", "the width of a shuffle must be 1, 2, 4, 8, 16 or 32", where);
  ShuffleSlot slot{bits, shuffleSource(shuffle, laneIndex(), operand, width)};
  combineWarp(mask, &slot, sizeof slot, combineShuffle, nullptr, where);
  return slot.bits;
}

template <typename Type>
WARPSMITH_INLINE Type shuffle(Shuffle shuffle, uint32_t mask, Type value, unsigned int operand,
                              int width, Location where) {
  const uint64_t bits = shuffleBits(shuffle, mask, laneBits(value), operand, width, where);
  Type result;
  __builtin_memcpy(static_cast<void *>(&result), &bits, sizeof(Type));
  return result;
}

/// Lanes whose predicate is set, of the lanes that are there.
struct Votes {
  uint32_t set, present;
};

WARPSMITH_UNCHECKED void combineVotes(void *, void *const values[32]) {
  Votes total{0, 0};
  for (int lane = 0; lane < WarpLanes; ++lane)
    if (values[lane]) {
      total.set |= static_cast<Votes *>(values[lane])->set << lane;
      total.present |= 1u << lane;
    }
  for (int lane = 0; lane < WarpLanes; ++lane)
    if (values[lane])
      *static_cast<Votes *>(values[lane]) = total;
}

WARPSMITH_UNCHECKED Votes vote(uint32_t mask, bool predicate, Location where) {
  Votes votes{predicate, 0};
  combineWarp(mask, &votes, sizeof votes, combineVotes, nullptr, where);
  return votes;
}

/// Lanes with the same bits as the calling one, of the lanes that are there.
struct Matches {
  uint64_t bits;
  uint32_t equal, present;
};

WARPSMITH_UNCHECKED void combineMatches(void *, void *const values[32]) {
  for (int lane = 0; lane < WarpLanes; ++lane)
    for (int other = 0; values[lane] && other < WarpLanes; ++other)
      if (values[other]) {
        Matches *own = static_cast<Matches *>(values[lane]);
        own->present |= 1u << other;
        if (own->bits == static_cast<Matches *>(values[other])->bits)
          own->equal |= 1u << other;
      }
}

WARPSMITH_UNCHECKED Matches match(uint32_t mask, uint64_t bits, Location where) {
  Matches matches{bits, 0, 0};
  combineWarp(mask, &matches, sizeof matches, combineMatches, nullptr, where);
  return matches;
}

template <typename Type, typename Operation>
WARPSMITH_UNCHECKED void combineReduction(void *context, void *const values[32]) {
  const Operation &operation = *static_cast<Operation *>(context);
  int first = 0;
  while (!values[first])
    ++first;
  Type total = *static_cast<Type *>(values[first]);
  for (int lane = first + 1; lane < WarpLanes; ++lane)
    if (values[lane])
      total = operation(total, *static_cast<Type *>(values[lane]));
  for (int lane = first; lane < WarpLanes; ++lane)
    if (values[lane])
      *static_cast<Type *>(values[lane]) = total;
}

/// The reduction over all lanes of the mask, in the order of the lanes; the same in each.
template <typename Type, typename Operation>
WARPSMITH_UNCHECKED Type reduceWarp(uint32_t mask, Type value, Operation operation,
                                    Location where) {
  combineWarp(mask, &value, sizeof value, combineReduction<Type, Operation>, &operation, where);
  return value;
}

} // namespace emulator
} // namespace warpsmith
