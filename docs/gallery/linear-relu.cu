// A layer of a network: Y = relu(X W' + bias), with the weights stored as a row per output.
#include <cuda_runtime.h>

__global__ void linear_relu(const float *x, const float *weights, const float *bias, float *y,
                            int batch, int inputs, int outputs) {
  int sample = blockIdx.y * blockDim.y + threadIdx.y;
  int output = blockIdx.x * blockDim.x + threadIdx.x;
  if (sample >= batch || output >= outputs)
    return;
  float sum = 0.0f;
  for (int i = 0; i < inputs; i++)
    sum += x[sample * inputs + i] * weights[output * inputs + i];
  y[sample * outputs + output] = fmaxf(sum + bias[output], 0.0f);
}

// warpsmith: begin linear_relu
#include <warpsmith/device/compiled_for.h>
#include <warpsmith/device/copy_async.h>
#include <warpsmith/device/kernel_launch.h>
#include <warpsmith/device/launch_checks.h>
#include <warpsmith/device/vector.h>

// linear_relu of linear.cu, rewritten by warpsmith as tile<64;64;16;4;4>,pipeline<stages=3>.
//   C starts as 0.0f; each step of k: sum + A * B; stored: fmaxf(sum + E0, 0.0f).
//   Numerics: bitexact: the order of k and every rounding are the original's.
//   Checked at each launch, else linear_relu runs:
//   its threads cover C, C does not overlap A or B, sizes are positive, the device is able.
namespace linear_relu_rewritten {

// Elements of C that a block computes, and the steps of k that a tile of A and B holds.
constexpr int BlockM = 64, BlockN = 64, BlockK = 16;
// Elements of C that a thread computes, and how the threads lie over the block's tile.
constexpr int ThreadM = 4, ThreadN = 4;
constexpr int ThreadRows = BlockM / ThreadM, ThreadColumns = BlockN / ThreadN;
// The lanes of a warp lie WarpRows x WarpColumns, so that they read runs of B side by side.
constexpr int WarpRows = 4, WarpColumns = 8;
constexpr int ComputeThreads = ThreadRows * ThreadColumns;
constexpr int Threads = ComputeThreads;
// Steps of k that one load of a fragment serves, and elements side by side in a load.
constexpr int StepGroup = 4, RunN = 1;
// Tiles in shared memory: rows of contiguous elements. Of rows along k a warp reads several at
// once: 16 bytes more put them in different banks.
constexpr int RowsA = BlockM, ColumnsA = BlockK, PitchA = ColumnsA + 16 / sizeof(float);
constexpr int RowsB = BlockN, ColumnsB = BlockK, PitchB = ColumnsB + 16 / sizeof(float);
constexpr int TileA = RowsA * PitchA, TileB = RowsB * PitchB;
constexpr int Stages = 3; // tiles in flight or in use
constexpr int StageBytes = TileA * sizeof(float) + TileB * sizeof(float);
constexpr int SharedBytes = Stages * StageBytes;

/// The i-th row and column, in the block's tile, of a thread.
__device__ __forceinline__ int rowOf(int i, int threadRow) {
  return i * ThreadRows + threadRow;
}
__device__ __forceinline__ int columnOf(int i, int threadColumn) {
  return i * ThreadColumns + threadColumn;
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
  for (int j = 0; j < ThreadN; ++j) {
    const auto run =
        warpsmith::loadVector<StepGroup>(&tileB[columnOf(j, threadColumn) * PitchB + first]);
#pragma unroll
    for (int step = 0; step < StepGroup; ++step)
      fragmentB[j][step] = run.values[step];
  }
#pragma unroll
  for (int step = 0; step < StepGroup; ++step) {
    if (step >= count)
      break;
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
    kernel(int m, int n, int k, const float *__restrict__ a, int lda, const float *__restrict__ b,
           int ldb, float *__restrict__ c, int ldc, const float *__restrict__ extra0) {
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
          tilesB + stage * TileB, b + (long long)blockColumn * ldb + k0, ldb, n - blockColumn,
          k - k0, thread);
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
          warpsmith::Vector<float, Run> result;
#pragma unroll
          for (int r = 0; r < Run; ++r)
            result.values[r] = fmaxf(sum[i][j + r] + extra0[(column + r)], 0.0f);
          warpsmith::storeVector(to, result);
        }
      }
    }
  }
}

/// Runs the kernel above where its preconditions hold, and linear_relu as launched where not.
inline void launch(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t stream, const float *x,
                   const float *weights, const float *bias, float *y, int batch, int inputs,
                   int outputs) {
  // C is rows x columns and each element sums `steps` products; ld* separate rows in memory.
  const long long rows = batch, columns = outputs, steps = inputs;
  const long long lda = inputs, ldb = inputs, ldc = outputs;
  // The original's threads compute each element of C once.
  const bool covered = warpsmith::launchable(grid, block, sharedBytes, 1024) &&
                       (long long)block.z * grid.z == 1 && (long long)block.y * grid.y >= rows &&
                       (long long)block.x * grid.x >= columns;
  constexpr long long Most = 0x7fffffff - 1024;
  const bool sized = rows > 0 && columns > 0 && steps > 0 && rows <= Most && columns <= Most &&
                     steps <= Most && lda >= steps && ldb >= steps && ldc >= columns &&
                     lda <= Most / RowsA && ldb <= Most / RowsB && ldc <= Most;

  const bool separate =
      sized &&
      warpsmith::disjoint(y, ((rows - 1) * ldc + columns) * (long long)sizeof(*y), x,
                          ((rows - 1) * lda + steps) * (long long)sizeof(*x)) &&
      warpsmith::disjoint(y, ((rows - 1) * ldc + columns) * (long long)sizeof(*y), weights,
                          ((columns - 1) * ldb + steps) * (long long)sizeof(*weights)) &&
      warpsmith::disjoint(y, ((rows - 1) * ldc + columns) * (long long)sizeof(*y), bias,
                          ((columns - 1) * (1) + 1) * (long long)sizeof(*bias));

  const dim3 blocks((columns + BlockN - 1) / BlockN, (rows + BlockM - 1) / BlockM);
  const bool aligned = warpsmith::vectorizable(x, steps, lda) &&
                       warpsmith::vectorizable(weights, steps, ldb) &&
                       warpsmith::vectorizable(y, columns, ldc);
  const auto rewritten = aligned ? kernel<true> : kernel<false>;
  const warpsmith::Device device = warpsmith::currentDevice();
  if (!(device.capability >= 80 && covered && separate && blocks.y <= 65535 &&
        warpsmith::launch(device, rewritten, blocks, Threads, SharedBytes, stream, (int)rows,
                          (int)columns, (int)steps, x, (int)lda, weights, (int)ldb, y, (int)ldc,
                          bias)))
    linear_relu<<<grid, block, sharedBytes, stream>>>(x, weights, bias, y, batch, inputs, outputs);
}

} // namespace linear_relu_rewritten
// warpsmith: end

void forward(const float *x, const float *weights, const float *bias, float *y, int batch,
             int inputs, int outputs, cudaStream_t stream) {
  dim3 block(32, 8);
  dim3 grid((outputs + block.x - 1) / block.x, (batch + block.y - 1) / block.y);
  linear_relu_rewritten::launch(grid, block, 0, stream, x, weights, bias, y, batch, inputs, outputs);
}
