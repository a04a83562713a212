/// Tiles of operands for the tensor cores whose elements lie where the offsets of two indices add
/// up, on their way from global to shared memory. Needs sm_80.
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/pack_operand.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

/// A tile has a row of 128 bytes for each line, a row of A or a column of B: as many steps of k, in
/// chunks of 16 bytes.
constexpr int ChunksOfLine = 8;
template <typename Part>
constexpr int StepsOfChunk = 16 / sizeof(Part);
template <typename Part>
constexpr int StepsOfLine = 128 / sizeof(Part);

/// Where a chunk begins: those of one column in eight lines change places, so that they lie in
/// different banks. As tensor cores read it, with swizzles of 128 bytes.
template <typename Part>
__device__ __forceinline__ int chunkPlace(int line, int chunk) {
  return line * StepsOfLine<Part> + (chunk ^ line % 8) * StepsOfChunk<Part>;
}

/// Tables in shared memory have so many entries for chunks, or for single steps, of some k-tiles.
constexpr int StepsOfTable = 128;

/// What this thread has written to shared memory, or had copied there by cp.async, is there for
/// products of warpgroups that are started later, by it or by threads that it meets at a barrier.
/// They belong to another proxy: PTX ISA "Async proxy". Needs sm_90.
__device__ __forceinline__ void publishToProducts() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// One thread's share of a tile of Lines. Where the elements of a chunk are adjacent and aligned
/// (Vectors), threads side by side copy chunks of one line with cp.async. Else they take lines side
/// by side, and each puts chunks together from single elements. A line and a step also have places
/// in dimensions of the array, which add up: where one of the sums is outside of its dimension, the
/// element lies in padding, and counts as zero.
template <typename Part, typename Element, int Lines, int Threads, int Places, bool Vectors>
struct GatherLines {
  static constexpr int Count = Lines * ChunksOfLine / Threads; // chunks
  static constexpr int OwnLines = Vectors ? Count : 1;
  static_assert(Lines * ChunksOfLine % Threads == 0 && Threads % Lines == 0,
                "Threads must copy the same number of chunks each, of one line without vectors.");
  static_assert(Threads / ChunksOfLine % 8 == 0, "Chunks of a thread must be swizzled alike.");
  bool exists[OwnLines];
  int offsets[OwnLines];
  int places[OwnLines][Places > 0 ? Places : 1];

  __device__ static constexpr int lineOf(int i, int thread) {
    return Vectors ? i * (Threads / ChunksOfLine) + thread / ChunksOfLine : thread % Lines;
  }
  __device__ static constexpr int chunkOf(int i, int thread) {
    return Vectors ? thread % ChunksOfLine : i * (Threads / Lines) + thread / Lines;
  }

  /// Finds the lines of the tile from line `first` on, of `lines` in all.
  template <typename OffsetOf>
  __device__ __forceinline__ void findLines(int thread, int first, int lines, OffsetOf offsetOf) {
#pragma unroll
    for (int i = 0; i < OwnLines; ++i) {
      const int line = first + lineOf(i, thread);
      exists[i] = line < lines;
      offsets[i] = exists[i] ? offsetOf(line) : 0;
    }
  }
  /// And where they are in dimensions with padding.
  template <typename PlaceOf>
  __device__ __forceinline__ void findPlaces(int thread, int first, PlaceOf placeOf) {
#pragma unroll
    for (int i = 0; i < OwnLines; ++i)
#pragma unroll
      for (int place = 0; place < Places; ++place)
        places[i][place] = exists[i] ? placeOf(place, first + lineOf(i, thread)) : 0;
  }

  /// What a step adds to the place of an element, and to its places in padding: an entry of the
  /// tables, and nothing where it is no step.
  struct Step {
    bool exists;
    int offset;
    int places[Places > 0 ? Places : 1];

    __device__ __forceinline__ Step(bool isStep, int entry, const int *offsets,
                                    const int *allPlaces)
        : exists(isStep),
          offset(exists ? offsets[entry] : 0) {
#pragma unroll
      for (int place = 0; place < Places; ++place)
        places[place] = exists ? allPlaces[place * StepsOfTable + entry] : 0;
    }
  };
  /// Whether the element of the i-th line at a step exists, and lies in no padding.
  template <typename ExtentOf>
  __device__ __forceinline__ bool isPresent(int i, const Step &step, ExtentOf extentOf) const {
    bool present = exists[i] && step.exists;
#pragma unroll
    for (int place = 0; place < Places; ++place) {
      // Of a negative number this is a large one.
      const unsigned at = (unsigned)places[i][place] + (unsigned)step.places[place];
      present = present && at < (unsigned)extentOf(place);
    }
    return present;
  }

  /// Copies the tile, of which `steps` steps exist; of cp.async, this starts the copies. Tables
  /// have the offsets and places of its chunks (ByChunks) or of its steps, from the tile's first
  /// on.
  template <bool ByChunks, typename ExtentOf>
  __device__ __forceinline__ void copy(int thread, Part *tile, const Element *from, int steps,
                                       const int *stepOffsets, const int *stepPlaces,
                                       ExtentOf extentOf) const {
    if constexpr (Vectors) {
      const int chunk = chunkOf(0, thread), first = chunk * StepsOfChunk<Part>;
      const Step step(first < steps, ByChunks ? chunk : first, stepOffsets, stepPlaces);
      Part *const to = tile + chunkPlace<Part>(lineOf(0, thread), chunkOf(0, thread));
#pragma unroll
      for (int i = 0; i < Count; ++i) {
        const bool present = isPresent(i, step, extentOf);
        copyAsync<16>(to + i * (Threads / ChunksOfLine) * StepsOfLine<Part>,
                      from + (present ? offsets[i] + step.offset : 0), present);
      }
    } else {
      // All loads are on their way before the first element is stored.
      Vector<Part, StepsOfChunk<Part>> chunks[Count];
#pragma unroll
      for (int i = 0; i < Count; ++i)
#pragma unroll
        for (int own = 0; own < StepsOfChunk<Part>; ++own) {
          const int at = chunkOf(i, thread) * StepsOfChunk<Part> + own;
          const Step step(at < steps, at, stepOffsets, stepPlaces);
          chunks[i].values[own] = isPresent(0, step, extentOf)
                                      ? packedElement<Part>(from[offsets[0] + step.offset])
                                      : packedElement<Part>(0.0f);
        }
#pragma unroll
      for (int i = 0; i < Count; ++i)
        storeVector(tile + chunkPlace<Part>(lineOf(i, thread), chunkOf(i, thread)), chunks[i]);
    }
  }
};

} // namespace warpsmith
