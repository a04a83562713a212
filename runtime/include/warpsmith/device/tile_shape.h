/// The shape of a tile and how the threads of a group share the work of copying it.
#pragma once

namespace warpsmith {

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

} // namespace warpsmith
