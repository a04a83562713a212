// C = alpha A B + beta C with one thread per element, as every introduction to CUDA has it.
#include <cuda_runtime.h>

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, const float *B, float beta,
                      float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
      sum += A[row * k + i] * B[i * n + col];
    C[row * n + col] = alpha * sum + beta * C[row * n + col];
  }
}

// warpsmith: begin sgemm

namespace warpsmith {
// Files for another architecture, or by another version of warpsmith, have theirs.
inline namespace v0_1_0_sm_80 {

// From warpsmith/device/launch_checks.h

/// True when a launch of a kernel that allows `mostThreads` a block is one that CUDA accepts.
inline bool launchable(dim3 grid, dim3 block, size_t sharedBytes, int mostThreads) {
  constexpr long long MostIndex = 0x7fffffff;
  return grid.x && grid.y && grid.z && block.x && block.y && block.z && grid.y <= 65535 &&
         grid.z <= 65535 && block.x <= 1024 && block.y <= 1024 && block.z <= 64 &&
         (int)(block.x * block.y * block.z) <= mostThreads && sharedBytes <= 48 * 1024 &&
         (long long)grid.x * block.x <= MostIndex;
}

/// True when two ranges of bytes share none.
inline bool disjoint(const void *first, long long firstBytes, const void *second,
                     long long secondBytes) {
  const char *a = static_cast<const char *>(first), *b = static_cast<const char *>(second);
  return a + firstBytes <= b || b + secondBytes <= a;
}

/// True when rows of `leadingDimension` elements of which `columns` exist can be read and written
/// in 16-byte vectors.
template <typename Element>
bool vectorizable(const Element *matrix, long long columns, long long leadingDimension) {
  constexpr long long Width = 16 / sizeof(Element);
  return reinterpret_cast<unsigned long long>(matrix) % 16 == 0 && columns % Width == 0 &&
         leadingDimension % Width == 0;
}

// From warpsmith/device/vector.h

/// Count elements side by side, aligned to their size (16 bytes at most are one access).
template <typename Element, int Count>
struct alignas(sizeof(Element) * Count) Vector {
  Element values[Count];
};

/// Reads Count elements from an address aligned to their size.
template <int Count, typename Element>
__device__ __forceinline__ Vector<Element, Count> loadVector(const Element *from) {
  return *reinterpret_cast<const Vector<Element, Count> *>(from);
}

/// Writes Count elements to an address aligned to their size.
template <typename Element, int Count>
__device__ __forceinline__ void storeVector(Element *to, const Vector<Element, Count> &vector) {
  *reinterpret_cast<Vector<Element, Count> *>(to) = vector;
}

// From warpsmith/device/store_transformed.h

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

// From warpsmith/device/tile_shape.h

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

// From warpsmith/device/tile_fetch.h

/// One thread's share of a tile of a matrix, on its way from global to shared memory.
template <typename Element, int Rows, int Columns, int Pitch, int Threads, int Width>
struct TileFetch {
  using Shape = TileShape<Rows, Columns, Pitch, Threads, Width>;
  Vector<Element, Width> runs[Shape::Runs];

  /// Starts to read the tile whose first element is *tile. Of it, rows x columns elements exist;
  /// the others are zero. Offsets within a tile fit in an int.
  __device__ __forceinline__ void load(const Element *tile, int leadingDimension, int rows,
                                       int columns, int thread) {
    Shape::forEach(thread, [&](int run, int row, int column) {
      runs[run] = row < rows && column < columns
                      ? loadVector<Width>(tile + row * leadingDimension + column)
                      : Vector<Element, Width>{};
    });
  }

  /// Writes transform(element) for each element to shared memory.
  template <typename Stored, typename Transform>
  __device__ __forceinline__ void store(Stored *tile, int thread, Transform transform) const {
    Shape::forEach(thread, [&](int run, int row, int column) {
      storeTransformed(tile + row * Pitch + column, runs[run], transform);
    });
  }
};

} // namespace v0_1_0_sm_80
} // namespace warpsmith

// sgemm of sgemm.cu, rewritten by warpsmith as tile<128;128;16;8;8>.
//   C starts as 0.0f; each step of k: sum + A * B; stored: alpha * sum + beta * C.
//   Numerics: bitexact: the order of k and every rounding are the original's.
//   Checked at each launch, else sgemm runs:
//   its threads cover C, C does not overlap A or B, sizes are positive, the device is able.
namespace sgemm_rewritten {

// Elements of C that a block computes, and the steps of k that a tile of A and B holds.
constexpr int BlockM = 128, BlockN = 128, BlockK = 16;

// Elements of C that a thread computes, and how the threads lie over the block's tile.
constexpr int ThreadM = 8, ThreadN = 8;
constexpr int ThreadRows = BlockM / ThreadM, ThreadColumns = BlockN / ThreadN;
constexpr int ComputeThreads = ThreadRows * ThreadColumns;
static_assert(BlockM % ThreadM == 0 && BlockN % ThreadN == 0,
              "A block tile must be a whole number of thread tiles.");
static_assert(ComputeThreads % 32 == 0, "The threads must be whole warps.");

// The lanes of a warp lie WarpRows x WarpColumns, so that they read runs of B side by side.
constexpr int WarpColumns = 8, WarpRows = 32 / WarpColumns;
static_assert(ThreadRows % WarpRows == 0 && ThreadColumns % WarpColumns == 0,
              "The block's threads must be a whole number of warps in both directions.");

// Steps of k that one load of a fragment serves, and elements side by side in a load.
constexpr int StepGroup = 4, RunM = 1, RunN = 4;
static_assert(BlockK % StepGroup == 0, "A tile must be a whole number of step groups.");
static_assert(ThreadM % RunM == 0 && ThreadN % RunN == 0,
              "A thread tile must be a whole number of runs.");
constexpr int Threads = ComputeThreads;

// Tiles in shared memory: rows of contiguous elements, padded so that a warp's loads hit different
// banks.
constexpr int RowsA = BlockM, ColumnsA = BlockK, PitchA = ColumnsA + 4;
constexpr int RowsB = BlockK, ColumnsB = BlockN, PitchB = ColumnsB;
constexpr int TileA = RowsA * PitchA, TileB = RowsB * PitchB;

// Bytes of shared memory of a block.
constexpr int SharedBytes = TileA * sizeof(float) + TileB * sizeof(float);

/// The i-th row and column, in the block's tile, of a thread.
__device__ __forceinline__ int rowOf(int i, int threadRow) {
  return i * ThreadRows + threadRow;
}
__device__ __forceinline__ int columnOf(int i, int threadColumn) {
  return i / RunN * RunN * ThreadColumns + threadColumn * RunN + i % RunN;
}

/// Adds steps first ... first + count - 1 of a tile, at most StepGroup, to the sums of one thread.
__device__ __forceinline__ void multiply(float (&sum)[ThreadM][ThreadN], const float *tileA,
                                         const float *tileB, int threadRow, int threadColumn,
                                         int first, int count) {
  float fragmentA[ThreadM][StepGroup];
#pragma unroll
  for (int i = 0; i < ThreadM; ++i) {
    const auto run = warpsmith::loadVector<StepGroup>(&tileA[rowOf(i, threadRow) * PitchA + first]);
#pragma unroll
    for (int step = 0; step < StepGroup; ++step)
      fragmentA[i][step] = run.values[step];
  }

#pragma unroll
  for (int step = 0; step < StepGroup; ++step) {
    if (step >= count)
      break;

    float fragmentB[ThreadN];
#pragma unroll
    for (int i = 0; i < ThreadN; i += RunN) {
      const auto run =
          warpsmith::loadVector<RunN>(&tileB[(first + step) * PitchB + columnOf(i, threadColumn)]);
#pragma unroll
      for (int r = 0; r < RunN; ++r)
        fragmentB[i + r] = run.values[r];
    }

#pragma unroll
    for (int i = 0; i < ThreadM; ++i)
#pragma unroll
      for (int j = 0; j < ThreadN; ++j)
        sum[i][j] += fragmentA[i][step] * fragmentB[j];
  }
}

/// Adds the products of a tile, of which `steps` steps of k exist.
__device__ __forceinline__ void multiplyTile(float (&sum)[ThreadM][ThreadN], const float *tileA,
                                             const float *tileB, int threadRow, int threadColumn,
                                             int steps) {
  if (steps >= BlockK) {
#pragma unroll
    for (int first = 0; first < BlockK; first += StepGroup)
      multiply(sum, tileA, tileB, threadRow, threadColumn, first, StepGroup);
  } else {
    for (int first = 0; first < steps; first += StepGroup)
      multiply(sum, tileA, tileB, threadRow, threadColumn, first, steps - first);
  }
}

/// Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <bool Aligned>
__global__ void __launch_bounds__(Threads)
    kernel(int m, int n, int k, float alpha, float beta, const float *__restrict__ a, int lda,
           const float *__restrict__ b, int ldb, float *__restrict__ c, int ldc) {
  const int thread = threadIdx.x;
  const int blockRow = blockIdx.y * BlockM, blockColumn = blockIdx.x * BlockN;

  extern __shared__ __align__(128) unsigned char shared[];
  float *tilesA = reinterpret_cast<float *>(shared);
  float *tilesB = tilesA + TileA;

  constexpr int WarpsAlongN = ThreadColumns / WarpColumns;
  const int warp = thread / 32, lane = thread % 32;
  const int threadRow = warp / WarpsAlongN * WarpRows + lane / WarpColumns;
  const int threadColumn = warp % WarpsAlongN * WarpColumns + lane % WarpColumns;

  float sum[ThreadM][ThreadN];
#pragma unroll
  for (int i = 0; i < ThreadM; ++i)
#pragma unroll
    for (int j = 0; j < ThreadN; ++j)
      sum[i][j] = 0.0f;

  warpsmith::TileFetch<float, RowsA, ColumnsA, PitchA, Threads, Aligned ? 4 : 1> fetchA;
  warpsmith::TileFetch<float, RowsB, ColumnsB, PitchB, Threads, Aligned ? 4 : 1> fetchB;
  fetchA.load(a + (long long)blockRow * lda, lda, m - blockRow, k, thread);
  fetchB.load(b + blockColumn, ldb, k, n - blockColumn, thread);

  for (int k0 = 0; k0 < k; k0 += BlockK) {
    __syncthreads(); // the previous tile has been read
    fetchA.store(tilesA, thread, [](float element) { return element; });
    fetchB.store(tilesB, thread, [](float element) { return element; });
    __syncthreads(); // this tile is complete
    if (k0 + BlockK < k) {
      // The next tile is on its way while this one is multiplied.
      fetchA.load(a + (long long)blockRow * lda + (k0 + BlockK), lda, m - blockRow,
                  k - (k0 + BlockK), thread);
      fetchB.load(b + (long long)(k0 + BlockK) * ldb + blockColumn, ldb, k - (k0 + BlockK),
                  n - blockColumn, thread);
    }
    multiplyTile(sum, tilesA, tilesB, threadRow, threadColumn, k - k0);
  }

  constexpr int Run = Aligned ? RunN : 1;
#pragma unroll
  for (int i = 0; i < ThreadM; ++i) {
    const int row = blockRow + rowOf(i, threadRow);
#pragma unroll
    for (int j = 0; j < ThreadN; j += Run) {
      const int column = blockColumn + columnOf(j, threadColumn);
      if (row < m && column < n) {
        float *to = c + (long long)row * ldc + column;
        const auto old = warpsmith::loadVector<Run>(to);
        warpsmith::Vector<float, Run> result;
#pragma unroll
        for (int r = 0; r < Run; ++r)
          result.values[r] = alpha * sum[i][j + r] + __fmul_rn(beta, old.values[r]);
        warpsmith::storeVector(to, result);
      }
    }
  }
}

/// Runs the kernel above where its preconditions hold, and sgemm as launched where not.
inline void launch(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t stream, int m, int n,
                   int k, float alpha, const float *A, const float *B, float beta, float *C) {
  // C is rows x columns and each element sums `steps` products; ld* separate rows in memory.
  const long long rows = m, columns = n, steps = k;
  const long long lda = k, ldb = n, ldc = n;
  // The original's threads compute each element of C once.
  const bool covered = warpsmith::launchable(grid, block, sharedBytes, 1024) &&
                       (long long)block.z * grid.z == 1 && (long long)block.y * grid.y >= rows &&
                       (long long)block.x * grid.x >= columns;
  constexpr long long Most = 0x7fffffff - 1024;
  const bool sized = rows > 0 && columns > 0 && steps > 0 && rows <= Most && columns <= Most &&
                     steps <= Most && lda >= steps && ldb >= columns && ldc >= columns &&
                     lda <= Most / RowsA && ldb <= Most / RowsB && ldc <= Most;

  const bool separate =
      sized &&
      warpsmith::disjoint(C, ((rows - 1) * ldc + columns) * (long long)sizeof(*C), A,
                          ((rows - 1) * lda + steps) * (long long)sizeof(*A)) &&
      warpsmith::disjoint(C, ((rows - 1) * ldc + columns) * (long long)sizeof(*C), B,
                          ((steps - 1) * ldb + columns) * (long long)sizeof(*B));

  const dim3 blocks((columns + BlockN - 1) / BlockN, (rows + BlockM - 1) / BlockM);
  const bool aligned = warpsmith::vectorizable(A, steps, lda) &&
                       warpsmith::vectorizable(B, columns, ldb) &&
                       warpsmith::vectorizable(C, columns, ldc);
  const auto rewritten = aligned ? kernel<true> : kernel<false>;
  if (covered && separate && blocks.y <= 65535)
    rewritten<<<blocks, Threads, SharedBytes, stream>>>(
        (int)rows, (int)columns, (int)steps, alpha, beta, A, (int)lda, B, (int)ldb, C, (int)ldc);
  else
    sgemm<<<grid, block, sharedBytes, stream>>>(m, n, k, alpha, A, B, beta, C);
}

} // namespace sgemm_rewritten
// warpsmith: end

void run_sgemm(int m, int n, int k, float alpha, const float *A, const float *B, float beta,
               float *C) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  sgemm_rewritten::launch(grid, block, 0, 0, m, n, k, alpha, A, B, beta, C);
}
