// Many products of doubles in one launch: one slice of the grid per product.
#include <cuda_runtime.h>

__global__ void batched_dgemm(const double *A, const double *B, double *C, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int batch = blockIdx.z;
  A += batch * n * n;
  B += batch * n * n;
  C += batch * n * n;
  if (row < n && col < n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
      sum += A[row * n + i] * B[i * n + col];
    C[row * n + col] = sum;
  }
}

// warpsmith: begin batched_dgemm
#include <warpsmith/device/compiled_for.h>
#include <warpsmith/device/copy_async.h>
#include <warpsmith/device/kernel_launch.h>
#include <warpsmith/device/launch_checks.h>
#include <warpsmith/device/vector.h>

// batched_dgemm of batched.cu, rewritten by warpsmith as tile<128;64;16;8;4>,pipeline<stages=3>.
//   C starts as 0.0; each step of k: sum + A * B; stored: sum.
//   Numerics: bitexact: the order of k and every rounding are the original's.
//   Checked at each launch, else batched_dgemm runs:
//   its threads cover C, C does not overlap A or B, sizes are positive, the device is able.
namespace batched_dgemm_rewritten {

// Elements of C that a block computes, and the steps of k that a tile of A and B holds.
constexpr int BlockM = 128, BlockN = 64, BlockK = 16;
// Elements of C that a thread computes, and how the threads lie over the block's tile.
constexpr int ThreadM = 8, ThreadN = 4;
constexpr int ThreadRows = BlockM / ThreadM, ThreadColumns = BlockN / ThreadN;
// The lanes of a warp lie WarpRows x WarpColumns, so that they read runs of B side by side.
constexpr int WarpRows = 4, WarpColumns = 8;
constexpr int ComputeThreads = ThreadRows * ThreadColumns;
constexpr int Threads = ComputeThreads;
// Steps of k that one load of a fragment serves, and elements side by side in a load.
constexpr int StepGroup = 2, RunN = 2;
// Tiles in shared memory: rows of contiguous elements. Of rows along k a warp reads several at
// once: 16 bytes more put them in different banks.
constexpr int RowsA = BlockM, ColumnsA = BlockK, PitchA = ColumnsA + 16 / sizeof(double);
constexpr int RowsB = BlockK, ColumnsB = BlockN, PitchB = ColumnsB;
constexpr int TileA = RowsA * PitchA, TileB = RowsB * PitchB;
constexpr int Stages = 3; // tiles in flight or in use
constexpr int StageBytes = TileA * sizeof(double) + TileB * sizeof(double);
constexpr int SharedBytes = Stages * StageBytes;

/// The i-th row and column, in the block's tile, of a thread.
__device__ __forceinline__ int rowOf(int i, int threadRow) {
  return i * ThreadRows + threadRow;
}
__device__ __forceinline__ int columnOf(int i, int threadColumn) {
  return (i / RunN * ThreadColumns + threadColumn) * RunN + i % RunN;
}

/// Adds steps first ... first + count - 1 of a tile, at most StepGroup, to the sums of one thread.
__device__ __forceinline__ void multiply(double (&sum)[ThreadM][ThreadN], const double *tileA,
                                         const double *tileB, int threadRow, int threadColumn,
                                         int first, int count) {
  double fragmentA[ThreadM][StepGroup];
  double fragmentB[ThreadN][StepGroup];
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
#pragma unroll
    for (int j = 0; j < ThreadN; j += RunN) {
      const auto run =
          warpsmith::loadVector<RunN>(&tileB[(first + step) * PitchB + columnOf(j, threadColumn)]);
#pragma unroll
      for (int r = 0; r < RunN; ++r)
        fragmentB[j + r][step] = run.values[r];
    }
#pragma unroll
    for (int i = 0; i < ThreadM; ++i)
#pragma unroll
      for (int j = 0; j < ThreadN; ++j)
        sum[i][j] += fragmentA[i][step] * fragmentB[j][step];
  }
}

/// Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <bool Aligned>
__global__ void __launch_bounds__(warpsmith::CompiledFor<80> ? Threads : 1)
    kernel(int m, int n, int k, const double *__restrict__ a, int lda, const double *__restrict__ b,
           int ldb, double *__restrict__ c, int ldc, long long batchA, long long batchB,
           long long batchC) {
  if constexpr (warpsmith::CompiledFor<80>) {
    const int thread = threadIdx.x;
    const int blockRow = blockIdx.y * BlockM, blockColumn = blockIdx.x * BlockN;
    // This block's product of the batch.
    a += blockIdx.z * batchA;
    b += blockIdx.z * batchB;
    c += blockIdx.z * batchC;
    extern __shared__ __align__(128) unsigned char shared[];
    auto *const tilesA = reinterpret_cast<double *>(shared);
    auto *const tilesB = reinterpret_cast<double *>(tilesA + Stages * TileA);

    constexpr int Lanes = WarpRows * WarpColumns;
    constexpr int WarpsAlongN = ThreadColumns / WarpColumns;
    const int warp = thread / Lanes, lane = thread % Lanes;
    const int threadRow = warp / WarpsAlongN * WarpRows + lane / WarpColumns;
    const int threadColumn = warp % WarpsAlongN * WarpColumns + lane % WarpColumns;

    double sum[ThreadM][ThreadN] = {};

    const int tiles = (k + BlockK - 1) / BlockK;
    const auto copy = [&](int tile) {
      const int stage = tile % Stages, k0 = tile * BlockK;
      warpsmith::copyTileAsync<RowsA, ColumnsA, PitchA, Threads, Aligned ? 16 / sizeof(double) : 1>(
          tilesA + stage * TileA, a + (long long)blockRow * lda + k0, lda, m - blockRow, k - k0,
          thread);
      warpsmith::copyTileAsync<RowsB, ColumnsB, PitchB, Threads, Aligned ? 16 / sizeof(double) : 1>(
          tilesB + stage * TileB, b + (long long)k0 * ldb + blockColumn, ldb, k - k0,
          n - blockColumn, thread);
    };
#pragma unroll
    for (int tile = 0; tile < Stages - 1; ++tile) {
      if (tile < tiles)
        copy(tile);
      warpsmith::commitCopies();
    }
    for (int tile = 0; tile < tiles; ++tile) {
      const int stage = tile % Stages, steps = k - tile * BlockK;
      auto *const tileA = tilesA + stage * TileA;
      auto *const tileB = tilesB + stage * TileB;
      warpsmith::waitForCopies<Stages - 2>(); // this thread's part of the tile has arrived
      __syncthreads(); // everyone's part has, and the stage to refill is free
      if (tile + Stages - 1 < tiles)
        copy(tile + Stages - 1);
      warpsmith::commitCopies();
      if (steps >= BlockK) {
#pragma unroll
        for (int first = 0; first < BlockK; first += StepGroup)
          multiply(sum, tileA, tileB, threadRow, threadColumn, first, StepGroup);
      } else {
        for (int first = 0; first < steps; first += StepGroup)
          multiply(sum, tileA, tileB, threadRow, threadColumn, first, steps - first);
      }
    }

    // Elements of C that a thread stores at once.
    constexpr int Run = Aligned ? RunN : 1;
#pragma unroll
    for (int i = 0; i < ThreadM; ++i) {
      const int row = blockRow + rowOf(i, threadRow);
#pragma unroll
      for (int j = 0; j < ThreadN; j += Run) {
        const int column = blockColumn + columnOf(j, threadColumn);
        if (row < m && column < n) {
          auto *const to = c + (long long)row * ldc + column;
          warpsmith::Vector<double, Run> result;
#pragma unroll
          for (int r = 0; r < Run; ++r)
            result.values[r] = sum[i][j + r];
          warpsmith::storeVector(to, result);
        }
      }
    }
  }
}

/// Runs the kernel above where its preconditions hold, and batched_dgemm as launched where not.
inline void launch(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t stream, const double *A,
                   const double *B, double *C, int n) {
  // C is rows x columns and each element sums `steps` products; ld* separate rows in memory.
  const long long rows = n, columns = n, steps = n;
  const long long lda = n, ldb = n, ldc = n;
  const long long products = grid.z; // of the batch
                                     // The original's threads compute each element of C once.
  const bool covered = warpsmith::launchable(grid, block, sharedBytes, 1024) && block.z == 1 &&
                       (long long)block.y * grid.y >= rows && (long long)block.x * grid.x >= rows;
  constexpr long long Most = 0x7fffffff - 1024;
  const bool sized = rows > 0 && columns > 0 && steps > 0 && rows <= Most && columns <= Most &&
                     steps <= Most && lda >= steps && ldb >= columns && ldc >= columns &&
                     lda <= Most / RowsA && ldb <= Most / RowsB && ldc <= Most && products > 0 &&
                     products <= 65535 && ((long long)n * n) >= 0 && ((long long)n * n) >= 0 &&
                     ((long long)n * n) >= (rows - 1) * ldc + columns;

  const bool separate =
      sized &&
      warpsmith::disjoint(C,
                          ((rows - 1) * ldc + columns + (products - 1) * ((long long)n * n)) *
                              (long long)sizeof(*C),
                          A,
                          ((rows - 1) * lda + steps + (products - 1) * ((long long)n * n)) *
                              (long long)sizeof(*A)) &&
      warpsmith::disjoint(C,
                          ((rows - 1) * ldc + columns + (products - 1) * ((long long)n * n)) *
                              (long long)sizeof(*C),
                          B,
                          ((steps - 1) * ldb + columns + (products - 1) * ((long long)n * n)) *
                              (long long)sizeof(*B));

  const dim3 blocks((columns + BlockN - 1) / BlockN, (rows + BlockM - 1) / BlockM, products);
  const bool aligned = warpsmith::vectorizable(A, steps, lda) &&
                       warpsmith::vectorizable(B, columns, ldb) &&
                       warpsmith::vectorizable(C, columns, ldc) &&
                       ((long long)n * n) * (long long)sizeof(*A) % 16 == 0 &&
                       ((long long)n * n) * (long long)sizeof(*B) % 16 == 0 &&
                       ((long long)n * n) * (long long)sizeof(*C) % 16 == 0;
  const auto rewritten = aligned ? kernel<true> : kernel<false>;
  const warpsmith::Device device = warpsmith::currentDevice();
  if (!(device.capability >= 80 && covered && separate && blocks.y <= 65535 &&
        warpsmith::launch(device, rewritten, blocks, Threads, SharedBytes, stream, (int)rows,
                          (int)columns, (int)steps, A, (int)lda, B, (int)ldb, C, (int)ldc,
                          (long long)n * n, (long long)n * n, (long long)n * n)))
    batched_dgemm<<<grid, block, sharedBytes, stream>>>(A, B, C, n);
}

} // namespace batched_dgemm_rewritten
// warpsmith: end

void run_batched(const double *A, const double *B, double *C, int n, int count) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (n + 15) / 16, count);
  batched_dgemm_rewritten::launch(grid, block, 0, 0, A, B, C, n);
}
