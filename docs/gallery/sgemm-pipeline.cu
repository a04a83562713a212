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
#include <warpsmith/device/compiled_for.h>
#include <warpsmith/device/copy_async.h>
#include <warpsmith/device/kernel_launch.h>
#include <warpsmith/device/launch_checks.h>
#include <warpsmith/device/vector.h>

// sgemm of sgemm.cu, rewritten by warpsmith as tile<128;128;16;8;8>,pipeline<stages=3>.
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
// The lanes of a warp lie WarpRows x WarpColumns, so that they read runs of B side by side.
constexpr int WarpRows = 4, WarpColumns = 8;
constexpr int ComputeThreads = ThreadRows * ThreadColumns;
constexpr int Threads = ComputeThreads;
// Steps of k that one load of a fragment serves, and elements side by side in a load.
constexpr int StepGroup = 4, RunN = 4;
// Tiles in shared memory: rows of contiguous elements. Of rows along k a warp reads several at
// once: 16 bytes more put them in different banks.
constexpr int RowsA = BlockM, ColumnsA = BlockK, PitchA = ColumnsA + 16 / sizeof(float);
constexpr int RowsB = BlockK, ColumnsB = BlockN, PitchB = ColumnsB;
constexpr int TileA = RowsA * PitchA, TileB = RowsB * PitchB;
constexpr int Stages = 3; // tiles in flight or in use
constexpr int StageBytes = TileA * sizeof(float) + TileB * sizeof(float);
constexpr int SharedBytes = Stages * StageBytes;

/// The i-th row and column, in the block's tile, of a thread.
__device__ __forceinline__ int rowOf(int i, int threadRow) {
  return i * ThreadRows + threadRow;
}
__device__ __forceinline__ int columnOf(int i, int threadColumn) {
  return (i / RunN * ThreadColumns + threadColumn) * RunN + i % RunN;
}

/// Adds steps first ... first + count - 1 of a tile, at most StepGroup, to the sums of one thread.
__device__ __forceinline__ void multiply(float (&sum)[ThreadM][ThreadN], const float *tileA,
                                         const float *tileB, int threadRow, int threadColumn,
                                         int first, int count) {
  float fragmentA[ThreadM][StepGroup];
  float fragmentB[ThreadN][StepGroup];
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
    kernel(int m, int n, int k, float alpha, float beta, const float *__restrict__ a, int lda,
           const float *__restrict__ b, int ldb, float *__restrict__ c, int ldc) {
  if constexpr (warpsmith::CompiledFor<80>) {
    const int thread = threadIdx.x;
    const int blockRow = blockIdx.y * BlockM, blockColumn = blockIdx.x * BlockN;
    extern __shared__ __align__(128) unsigned char shared[];
    auto *const tilesA = reinterpret_cast<float *>(shared);
    auto *const tilesB = reinterpret_cast<float *>(tilesA + Stages * TileA);

    constexpr int Lanes = WarpRows * WarpColumns;
    constexpr int WarpsAlongN = ThreadColumns / WarpColumns;
    const int warp = thread / Lanes, lane = thread % Lanes;
    const int threadRow = warp / WarpsAlongN * WarpRows + lane / WarpColumns;
    const int threadColumn = warp % WarpsAlongN * WarpColumns + lane % WarpColumns;

    float sum[ThreadM][ThreadN] = {};

    const int tiles = (k + BlockK - 1) / BlockK;
    const auto copy = [&](int tile) {
      const int stage = tile % Stages, k0 = tile * BlockK;
      warpsmith::copyTileAsync<RowsA, ColumnsA, PitchA, Threads, Aligned ? 16 / sizeof(float) : 1>(
          tilesA + stage * TileA, a + (long long)blockRow * lda + k0, lda, m - blockRow, k - k0,
          thread);
      warpsmith::copyTileAsync<RowsB, ColumnsB, PitchB, Threads, Aligned ? 16 / sizeof(float) : 1>(
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
  const warpsmith::Device device = warpsmith::currentDevice();
  if (!(device.capability >= 80 && covered && separate && blocks.y <= 65535 &&
        warpsmith::launch(device, rewritten, blocks, Threads, SharedBytes, stream, (int)rows,
                          (int)columns, (int)steps, alpha, beta, A, (int)lda, B, (int)ldb, C,
                          (int)ldc)))
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
