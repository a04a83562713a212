/// Runs of elements that one instruction loads or stores, and how threads share those of a tile.
#pragma once

namespace warpsmith {

/// Count elements side by side, aligned to their size, or to the 16 bytes of one access where they
/// have more.
template <typename Element, int Count>
struct alignas(sizeof(Element) * Count < 16 ? sizeof(Element) * Count : 16) Vector {
  Element values[Count];
};

/// Reads Count elements from an address aligned as a Vector of them.
template <int Count, typename Element>
__device__ __forceinline__ Vector<Element, Count> loadVector(const Element *from) {
  return *reinterpret_cast<const Vector<Element, Count> *>(from);
}

/// Writes Count elements to an address aligned as a Vector of them.
template <typename Element, int Count>
__device__ __forceinline__ void storeVector(Element *to, const Vector<Element, Count> &run) {
  *reinterpret_cast<Vector<Element, Count> *>(to) = run;
}

/// Rows x Columns elements, Columns contiguous, rows Pitch elements apart. Threads threads copy it
/// in runs of Width elements, consecutive threads taking consecutive runs.
template <int Rows, int Columns, int Pitch, int Threads, int Width>
struct TileShape {
  static_assert(Columns % Width == 0, "A row of the tile must be a whole number of runs.");
  /// Runs that a thread copies, rounded up.
  static constexpr int Runs = (Rows * Columns / Width + Threads - 1) / Threads;

  /// Calls visit(run, row, column) for each of the thread's runs, Unroll of them unrolled.
  template <int Unroll = Runs, typename Visit>
  __device__ static __forceinline__ void forEach(int thread, Visit visit) {
#pragma unroll Unroll
    for (int run = 0; run < Runs; ++run) {
      const int first = (run * Threads + thread) * Width;
      if (Rows * Columns % (Threads * Width) == 0 || first < Rows * Columns)
        visit(run, first / Columns, first % Columns);
    }
  }
};

/// Writes transform(element) of each element of a run, in vectors of at most 16 bytes.
template <typename Stored, typename Element, int Width, typename Transform>
__device__ __forceinline__ void storeTransformed(Stored *to, const Vector<Element, Width> &run,
                                                 Transform transform) {
  constexpr int Store = Width * sizeof(Stored) <= 16 ? Width : 16 / sizeof(Stored);
#pragma unroll
  for (int first = 0; first < Width; first += Store) {
    Vector<Stored, Store> stored;
#pragma unroll
    for (int i = 0; i < Store; ++i)
      stored.values[i] = transform(run.values[first + i]);
    storeVector(to + first, stored);
  }
}

} // namespace warpsmith
