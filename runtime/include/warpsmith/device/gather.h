/// Tiles of operands whose elements lie where the offsets of two indices add up, on their way from
/// global to shared memory.
#pragma once

namespace warpsmith {

/// One thread's share of a tile of Lines x Steps elements. Lines are rows of A or columns of B. Of
/// threads side by side, each takes the next step (AlongSteps), or the next line. A line and a step
/// also have places in dimensions of the array, which add up: where one of the sums is outside of
/// its dimension, the element lies in padding, and there is none.
template <typename Element, int Lines, int Steps, int Pitch, int Threads, bool AlongSteps,
          int Places>
struct Gather {
  static constexpr int Count = Lines * Steps / Threads;
  Element elements[Count];
  bool present[Count]; // the element exists
  bool inTile[Count];  // its line exists
  int offsets[Count];  // of its line
  int places[Count][Places > 0 ? Places : 1];

  __device__ static constexpr int lineOf(int i, int thread) {
    return AlongSteps ? (i * Threads + thread) / Steps : (i * Threads + thread) % Lines;
  }
  __device__ static constexpr int stepOf(int i, int thread) {
    return AlongSteps ? (i * Threads + thread) % Steps : (i * Threads + thread) / Lines;
  }

  /// Finds the lines of the tile from line `first` on, of `lines` in all.
  template <typename OffsetOf>
  __device__ __forceinline__ void findLines(int thread, int first, int lines, OffsetOf offsetOf) {
#pragma unroll
    for (int i = 0; i < Count; ++i) {
      const int line = first + lineOf(i, thread);
      inTile[i] = line < lines;
      offsets[i] = inTile[i] ? offsetOf(line) : 0;
    }
  }
  /// And where they are in dimensions with padding.
  template <typename PlaceOf>
  __device__ __forceinline__ void findPlaces(int thread, int first, PlaceOf placeOf) {
#pragma unroll
    for (int i = 0; i < Count; ++i)
#pragma unroll
      for (int place = 0; place < Places; ++place)
        places[i][place] = inTile[i] ? placeOf(place, first + lineOf(i, thread)) : 0;
  }

  /// Of a tile of which `steps` steps exist, finds out which elements do.
  __device__ __forceinline__ void findElements(int thread, int steps) {
#pragma unroll
    for (int i = 0; i < Count; ++i)
      present[i] = inTile[i] && stepOf(i, thread) < steps;
  }
  /// And which of them lie in no padding. Steps have their places in shared memory.
  template <typename ExtentOf>
  __device__ __forceinline__ void leavePadding(int thread, const int *stepPlaces,
                                               ExtentOf extentOf) {
#pragma unroll
    for (int i = 0; i < Count; ++i)
#pragma unroll
      for (int place = 0; place < Places; ++place) {
        // Of a negative number this is a large one. What is no step has no place.
        if (present[i]) {
          const unsigned at = places[i][place] + stepPlaces[place * Steps + stepOf(i, thread)];
          present[i] = at < (unsigned)extentOf(place);
        }
      }
  }

  /// Starts to read those that are left; the others are zero. Steps have their offsets in shared
  /// memory.
  __device__ __forceinline__ void load(int thread, const Element *from, const int *stepOffsets) {
#pragma unroll
    for (int i = 0; i < Count; ++i)
      elements[i] = present[i] ? from[offsets[i] + stepOffsets[stepOf(i, thread)]] : Element();
  }

  /// Writes the elements to shared memory, a row of Pitch for each step.
  __device__ __forceinline__ void store(int thread, Element *tile) const {
#pragma unroll
    for (int i = 0; i < Count; ++i)
      tile[stepOf(i, thread) * Pitch + lineOf(i, thread)] = elements[i];
  }

  /// Writes which of them exist, a row of Lines for each step.
  __device__ __forceinline__ void storePresence(int thread, bool *tile) const {
#pragma unroll
    for (int i = 0; i < Count; ++i)
      tile[stepOf(i, thread) * Lines + lineOf(i, thread)] = present[i];
  }
};

} // namespace warpsmith
