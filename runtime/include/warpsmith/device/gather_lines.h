/// Tiles of operands for the tensor cores whose elements lie where the offsets of two indices add
/// up, on their way from global to shared memory. Needs sm_80.
#pragma once

#include "warpsmith/device/convert_16bit.h"
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

/// One thread's share of a tile of Lines. Where the elements of a chunk are adjacent and aligned
/// (Vectors), threads side by side copy chunks of one line with cp.async. Else they read single
/// elements: AlongSteps, a warp takes one line after the other, of which a lane puts a word
/// together; otherwise threads take lines side by side, and put chunks of them together. So lanes
/// side by side read what is near each other in memory. A line and a step also have places
/// in dimensions of the array, which add up: where one of the sums is outside of its dimension, the
/// element lies in padding, and counts as zero.
template <typename Part, typename Element, int Lines, int Threads, int Places, bool Vectors,
          bool AlongSteps>
struct GatherLines {
  static constexpr int Count = Lines * ChunksOfLine / Threads; // chunks
  static constexpr int OwnLines = Vectors ? Count : 1;
  static constexpr int LinesOfWarp = Lines / (Threads / 32); // AlongSteps
  static constexpr int StepsOfWord = StepsOfLine<Part> / 32; // of a lane
  static constexpr int AtOnce = 32; // single elements that a thread has on their way
  static_assert(Lines * ChunksOfLine % Threads == 0 && Threads % Lines == 0,
                "Threads must copy the same number of chunks each, of one line without vectors.");
  static_assert(Threads / ChunksOfLine % 8 == 0, "Chunks of a thread must be swizzled alike.");
  static_assert(LinesOfWarp % 8 == 0 && LinesOfWarp <= 32,
                "A warp's lines must be swizzled alike, and a lane must find one at most.");
  int offsets[OwnLines]; // negative of no line, where that has no place that tells
  int places[OwnLines][Places > 0 ? Places : 1];

  __device__ static constexpr int lineOf(int i, int thread) {
    return Vectors ? i * (Threads / ChunksOfLine) + thread / ChunksOfLine : thread % Lines;
  }
  __device__ static constexpr int chunkOf(int i, int thread) {
    return Vectors ? thread % ChunksOfLine : i * (Threads / Lines) + thread / Lines;
  }

  /// Finds the lines of the tile from line `first` on, of `lines` in all: offsets, and places in
  /// dimensions with padding. With vectors, and along steps, each lane finds one of those that its
  /// warp copies.
  template <typename OffsetOf, typename PlaceOf>
  __device__ __forceinline__ void findLines(int thread, int first, int lines, OffsetOf offsetOf,
                                            PlaceOf placeOf) {
    constexpr int LinesAtOnce = 32 / ChunksOfLine; // of a warp
    static_assert(!Vectors || Count * LinesAtOnce <= 32, "A lane must find one line at most.");
    const int lane = thread % 32, own = Vectors ? lane % (Count * LinesAtOnce) : 0;
    const int tileLine =
        Vectors      ? lineOf(own / LinesAtOnce, thread - lane + own % LinesAtOnce * ChunksOfLine)
        : AlongSteps ? thread / 32 * LinesOfWarp + lane % LinesOfWarp
                     : lineOf(0, thread);
    const bool exists = first + tileLine < lines;
    const int line = exists ? first + tileLine : first;
    const auto set = [&](int (&all)[OwnLines], int value) {
      if constexpr (Vectors) {
#pragma unroll
        for (int i = 0; i < OwnLines; ++i)
          all[i] = __shfl_sync(0xffffffff, value, i * LinesAtOnce + lane / ChunksOfLine);
      } else {
        all[0] = value;
      }
    };
    set(offsets, exists || Places > 0 ? offsetOf(line) : None);
#pragma unroll
    for (int place = 0; place < Places; ++place) {
      int all[OwnLines];
      set(all, exists ? placeOf(place, line) : None);
#pragma unroll
      for (int i = 0; i < OwnLines; ++i)
        places[i][place] = all[i];
    }
  }
  // Of no line: negative, aligned as any vector, and as an unsigned number beyond all extents, also
  // with a step's added.
  static constexpr int None = -0x7fffffff - 1;

  /// What a step adds to the place of an element, and to its places in padding: an entry of the
  /// tables. Where it is no step, nothing is inside of anything.
  struct Step {
    int offset, least;
    int places[Places > 0 ? Places : 1];
    unsigned extents[Places > 0 ? Places : 1];

    Step() = default;
    template <typename ExtentOf>
    __device__ __forceinline__ Step(bool isStep, int entry, const int *offsets,
                                    const int *allPlaces, ExtentOf extentOf)
        : offset(isStep ? offsets[entry] : 0),
          least(isStep ? 0 : 0x7fffffff) {
#pragma unroll
      for (int place = 0; place < Places; ++place) {
        places[place] = isStep ? allPlaces[place * StepsOfTable + entry] : 0;
        extents[place] = isStep ? extentOf(place) : 0;
      }
    }
  };
  /// Whether the element of a line at a step exists, and lies in no padding.
  __device__ static __forceinline__ bool
  isPresent(int offset, const int (&places)[Places > 0 ? Places : 1], const Step &step) {
    bool present = Places > 0 || offset >= step.least;
#pragma unroll
    for (int place = 0; place < Places; ++place)
      present = present && (unsigned)places[place] + (unsigned)step.places[place] <
                               step.extents[place]; // of a negative number this is a large one
    return present;
  }
  /// The element; of what is not present nothing is read.
  __device__ static __forceinline__ Part elementOf(const Element *from, int offset, bool present,
                                                   const Step &step) {
    return present ? packedElement<Part>(from[offset + step.offset]) : Part{};
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
      const Step step(first < steps, ByChunks ? chunk : first, stepOffsets, stepPlaces, extentOf);
      Part *const to = tile + chunkPlace<Part>(lineOf(0, thread), chunk);
#pragma unroll
      for (int i = 0; i < Count; ++i)
        // Of what is not present nothing is read, wherever it would be.
        copyAsync<16>(to + i * (Threads / ChunksOfLine) * StepsOfLine<Part>,
                      from + ((unsigned)offsets[i] + (unsigned)step.offset),
                      isPresent(offsets[i], places[i], step));
    } else if constexpr (AlongSteps) {
      const int lane = thread % 32, first = thread / 32 * LinesOfWarp;
      Step ofWord[StepsOfWord];
#pragma unroll
      for (int own = 0; own < StepsOfWord; ++own) {
        const int at = lane * StepsOfWord + own;
        ofWord[own] = Step(at < steps, at, stepOffsets, stepPlaces, extentOf);
      }
      constexpr int Words = AtOnce / StepsOfWord < LinesOfWarp ? AtOnce / StepsOfWord : LinesOfWarp;
      constexpr int WordsOfChunk = 32 / ChunksOfLine;
#pragma unroll 1
      for (int line = 0; line < LinesOfWarp; line += Words) {
        Vector<Part, StepsOfWord> words[Words];
#pragma unroll
        for (int i = 0; i < Words; ++i) {
          const int offset = __shfl_sync(0xffffffff, offsets[0], line + i);
          int placesOfLine[Places > 0 ? Places : 1];
#pragma unroll
          for (int place = 0; place < Places; ++place)
            placesOfLine[place] = __shfl_sync(0xffffffff, places[0][place], line + i);
#pragma unroll
          for (int own = 0; own < StepsOfWord; ++own)
            words[i].values[own] =
                elementOf(from, offset, isPresent(offset, placesOfLine, ofWord[own]), ofWord[own]);
        }
#pragma unroll
        for (int i = 0; i < Words; ++i)
          storeVector(tile + chunkPlace<Part>(first + line + i, lane / WordsOfChunk) +
                          lane % WordsOfChunk * StepsOfWord,
                      words[i]);
      }
    } else {
      constexpr int Most = AtOnce / StepsOfChunk<Part>, Chunks = Most < Count ? Most : Count;
#pragma unroll 1
      for (int first = 0; first < Count; first += Chunks) {
        Vector<Part, StepsOfChunk<Part>> chunks[Chunks];
#pragma unroll
        for (int i = 0; i < Chunks; ++i)
#pragma unroll
          for (int own = 0; own < StepsOfChunk<Part>; ++own) {
            const int at = chunkOf(first + i, thread) * StepsOfChunk<Part> + own;
            const Step step(at < steps, at, stepOffsets, stepPlaces, extentOf);
            chunks[i].values[own] =
                elementOf(from, offsets[0], isPresent(offsets[0], places[0], step), step);
          }
#pragma unroll
        for (int i = 0; i < Chunks; ++i)
          storeVector(tile + chunkPlace<Part>(lineOf(0, thread), chunkOf(first + i, thread)),
                      chunks[i]);
      }
    }
  }
};

} // namespace warpsmith
