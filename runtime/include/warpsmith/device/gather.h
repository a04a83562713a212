/// Tiles of operands whose elements lie where the offsets of two indices add up, on their way from
/// global to shared memory.
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

/// One thread's share of a tile of Lines x Steps elements. Lines are rows of A or columns of B. Of
/// threads side by side, each takes the next step (AlongSteps), or the next line. A line and a step
/// also have places in dimensions of the array, which add up: where one of the sums is outside of
/// its dimension, the element lies in padding, and there is none. Steps have their offsets and
/// places in shared memory.
template <typename Element, int Lines, int Steps, int Pitch, int Threads, bool AlongSteps,
          int Places>
struct Gather {
  // A thread has elements of so many lines, and of each so many steps side by side.
  static constexpr int OwnLines = AlongSteps        ? Lines * Steps / Threads
                                  : Lines > Threads ? Lines / Threads
                                                    : 1;
  static constexpr int OwnSteps = Lines * Steps / Threads / OwnLines;
  // A byte says of so many steps of a line which of its elements exist.
  static constexpr int StepsOfByte = AlongSteps || OwnSteps > 8 ? 8 : OwnSteps;
  int offsets[OwnLines];
  int places[OwnLines][Places > 0 ? Places : 1];

  __device__ static constexpr int lineOf(int i, int thread) {
    return AlongSteps         ? i * (Threads / Steps) + thread / Steps
           : Lines >= Threads ? i * Threads + thread
                              : thread % Lines;
  }
  __device__ static constexpr int firstStepOf(int thread) {
    return AlongSteps ? thread % Steps : Lines >= Threads ? 0 : thread / Lines * OwnSteps;
  }

  /// Finds the lines of the tile from line `first` on. Where there are no more than `lines`, the
  /// first one of all is copied instead of those behind the last: they are of no use.
  template <typename OffsetOf>
  __device__ __forceinline__ void findLines(int thread, int first, int lines, OffsetOf offsetOf) {
#pragma unroll
    for (int i = 0; i < OwnLines; ++i) {
      const int line = first + lineOf(i, thread);
      offsets[i] = offsetOf(line < lines ? line : 0);
    }
  }
  /// And where they are in dimensions with padding.
  template <typename PlaceOf>
  __device__ __forceinline__ void findPlaces(int thread, int first, int lines, PlaceOf placeOf) {
#pragma unroll
    for (int i = 0; i < OwnLines; ++i)
#pragma unroll
      for (int place = 0; place < Places; ++place) {
        const int line = first + lineOf(i, thread);
        places[i][place] = placeOf(place, line < lines ? line : 0);
      }
  }

  /// Starts to copy a tile: to a row of Pitch elements for each step.
  __device__ __forceinline__ void copy(int thread, const Element *from, Element *tile,
                                       const int *stepOffsets) const {
    const int first = firstStepOf(thread);
    int moved[OwnSteps];
    loadOwn(moved, stepOffsets + first);
#pragma unroll
    for (int i = 0; i < OwnLines; ++i)
#pragma unroll
      for (int own = 0; own < OwnSteps; ++own)
        copyElements<1>(tile + (first + own) * Pitch + lineOf(i, thread),
                        from + (offsets[i] + moved[own]), true);
  }

  /// The same of an operand with padding, where elements become zero. Steps have their places in
  /// the next dimension Threads numbers behind those in the one before. If `presence` is not null,
  /// tells there which elements exist: a row of Lines bytes for each StepsOfByte steps.
  template <typename ExtentOf>
  __device__ __forceinline__ void copyPadded(int thread, const Element *from, Element *tile,
                                             const int *stepOffsets, const int *stepPlaces,
                                             ExtentOf extentOf, unsigned *presence) const {
    const int first = firstStepOf(thread);
    int moved[OwnSteps], added[Places][OwnSteps];
    loadOwn(moved, stepOffsets + first);
#pragma unroll
    for (int place = 0; place < Places; ++place)
      loadOwn(added[place], stepPlaces + place * Threads + first);
    Vector<unsigned, OwnLines> exist = {};
#pragma unroll
    for (int i = 0; i < OwnLines; ++i)
#pragma unroll
      for (int own = 0; own < OwnSteps; ++own) {
        bool exists = true;
#pragma unroll
        for (int place = 0; place < Places; ++place) {
          // Of a negative number this is a large one.
          const unsigned at = places[i][place] + added[place][own];
          exists = exists && at < (unsigned)extentOf(place);
        }
        // Of what does not exist, the address is not used.
        copyElements<1>(tile + (first + own) * Pitch + lineOf(i, thread),
                        from + (offsets[i] + moved[own]), exists);
        exist.values[i] |= (exists ? 1u : 0u) << own;
      }
    if (presence)
      notePresence(thread, exist, reinterpret_cast<unsigned char *>(presence));
  }

  /// What shared memory has of a thread's steps.
  __device__ static __forceinline__ void loadOwn(int (&own)[OwnSteps], const int *from) {
    constexpr int Width = OwnSteps % 4 == 0 ? 4 : OwnSteps % 2 == 0 ? 2 : 1;
#pragma unroll
    for (int step = 0; step < OwnSteps; step += Width) {
      const auto run = loadVector<Width>(from + step);
#pragma unroll
      for (int s = 0; s < Width; ++s)
        own[step + s] = run.values[s];
    }
  }

  /// Writes which elements exist, of each line those of the thread's steps. All threads of a warp
  /// do so together.
  __device__ __forceinline__ void notePresence(int thread, const Vector<unsigned, OwnLines> &exist,
                                               unsigned char *bytes) const {
    const int first = firstStepOf(thread);
#pragma unroll
    for (int i = 0; i < OwnLines; ++i)
      if constexpr (AlongSteps) {
        // Each 8 lanes have 8 steps of a line.
        const unsigned ofWarp = __ballot_sync(0xffffffff, exist.values[i] != 0);
        if (thread % 8 == 0)
          bytes[first / 8 * Lines + lineOf(i, thread)] = (unsigned char)(ofWarp >> thread % 32);
      } else {
#pragma unroll
        for (int own = 0; own < OwnSteps; own += StepsOfByte)
          bytes[(first + own) / StepsOfByte * Lines + lineOf(i, thread)] =
              (unsigned char)(exist.values[i] >> own);
      }
  }
};

} // namespace warpsmith
