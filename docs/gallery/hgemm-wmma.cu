// A product of FP16 matrices, summed in FP32.
#include <cuda_fp16.h>

__global__ void hgemm(const __half *A, const __half *B, __half *C, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
      sum += __half2float(A[row * k + i]) * __half2float(B[i * n + col]);
    C[row * n + col] = __float2half(sum);
  }
}

// warpsmith: begin hgemm
#include <mma.h>
#include <cuda_fp16.h>
#include <warpsmith/device/copy_tile.h>
#include <warpsmith/device/device_properties.h>
#include <warpsmith/device/launch_checks.h>

// hgemm of hgemm.cu, rewritten by warpsmith as tile<128;128;64>,tensorize<wmma;64;64>.
//   C starts as 0.0f; each step of k: sum + (float)A * (float)B; stored: (__half)sum.
//   Numerics: fp16: operands are rounded to FP16, sums are FP32.
//   Checked at each launch, else hgemm runs:
//   its threads cover C, C does not overlap A or B, sizes are positive, the device is able.
namespace hgemm_rewritten {

// Elements of C that a block computes, and the steps of k that a tile of A and B holds.
constexpr int BlockM = 128, BlockN = 128, BlockK = 64;
// Elements of C that a warp computes, in fragments of FragmentM x FragmentN, FragmentK steps at
// once.
constexpr int WarpM = 64, WarpN = 64;
constexpr int FragmentM = 16, FragmentN = 16, FragmentK = 16;
constexpr int ComputeThreads = BlockM / WarpM * (BlockN / WarpN) * 32;
constexpr int Threads = ComputeThreads;
// Tiles in shared memory: rows of contiguous elements, padded so that a warp's loads hit
// different banks.
constexpr int RowsA = BlockM, ColumnsA = BlockK, PitchA = ColumnsA + 8;
constexpr int RowsB = BlockK, ColumnsB = BlockN, PitchB = ColumnsB + 8;
constexpr int TileA = RowsA * PitchA, TileB = RowsB * PitchB;
constexpr int Stages = 1; // tiles in flight or in use
// Elements of all tiles of an operand.
constexpr int TilesA = Stages * TileA;
constexpr int TilesB = Stages * TileB;
// Sums leave the fragments through a patch of shared memory a warp, rows PatchPitch apart.
constexpr int PatchPitch = 20;
constexpr int Patches = ComputeThreads / 32 * FragmentM * PatchPitch;
constexpr int BytesA = TilesA * sizeof(__half);
constexpr int BytesB = TilesB * sizeof(__half);
constexpr int SharedBytes = BytesA + BytesB + Patches * (int)sizeof(float);

/// Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <bool Aligned>
__global__ void __launch_bounds__(Threads)
    kernel(int m, int n, int k, const __half *__restrict__ a, int lda, const __half *__restrict__ b,
           int ldb, __half *__restrict__ c, int ldc) {
  const int thread = threadIdx.x;
  const int blockRow = blockIdx.y * BlockM, blockColumn = blockIdx.x * BlockN;
  extern __shared__ __align__(128) unsigned char shared[];
  auto *const tilesA = reinterpret_cast<__half *>(shared);
  auto *const tilesB = reinterpret_cast<__half *>(tilesA + TilesA);
  auto *const patches = reinterpret_cast<float *>(tilesB + TilesB);

  const int warp = thread / 32, lane = thread % 32;
  const int warpRow = warp / (BlockN / WarpN) * WarpM;
  const int warpColumn = warp % (BlockN / WarpN) * WarpN;
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, FragmentM, FragmentN, FragmentK, float>
      sum[WarpM / FragmentM][WarpN / FragmentN];
#pragma unroll
  for (int i = 0; i < WarpM / FragmentM; ++i)
#pragma unroll
    for (int j = 0; j < WarpN / FragmentN; ++j)
      nvcuda::wmma::fill_fragment(sum[i][j], 0.0f);
  for (int k0 = 0; k0 < k; k0 += BlockK) {
    __syncthreads(); // the previous tile has been read
    warpsmith::copyTile<RowsA, ColumnsA, PitchA, Threads, Aligned ? 16 / sizeof(__half) : 1>(
        tilesA, a + (long long)blockRow * lda + k0, lda, m - blockRow, k - k0, thread,
        [=](__half element) { return element; });
    warpsmith::copyTile<RowsB, ColumnsB, PitchB, Threads, Aligned ? 16 / sizeof(__half) : 1>(
        tilesB, b + (long long)k0 * ldb + blockColumn, ldb, k - k0, n - blockColumn, thread,
        [=](__half element) { return element; });
    __syncthreads(); // this tile is complete
#pragma unroll
    for (int step = 0; step < BlockK; step += FragmentK) {
      nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, FragmentM, FragmentN, FragmentK, __half,
                             nvcuda::wmma::row_major>
          fragmentA[WarpM / FragmentM];
#pragma unroll
      for (int i = 0; i < WarpM / FragmentM; ++i)
        nvcuda::wmma::load_matrix_sync(fragmentA[i],
                                       tilesA + (warpRow + i * FragmentM) * PitchA + step, PitchA);
#pragma unroll
      for (int j = 0; j < WarpN / FragmentN; ++j) {
        nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, FragmentM, FragmentN, FragmentK, __half,
                               nvcuda::wmma::row_major>
            fragmentB;
        nvcuda::wmma::load_matrix_sync(fragmentB,
                                       tilesB + step * PitchB + warpColumn + j * FragmentN, PitchB);
#pragma unroll
        for (int i = 0; i < WarpM / FragmentM; ++i)
          nvcuda::wmma::mma_sync(sum[i][j], fragmentA[i], fragmentB, sum[i][j]);
      }
    }
  }

  // Which lane holds which sum is the hardware's affair: each warp passes its sums through a
  // patch of shared memory.
  float *const patch = patches + warp * FragmentM * PatchPitch;
  constexpr int Run = Aligned ? 4 : 1;
#pragma unroll
  for (int i = 0; i < WarpM / FragmentM; ++i)
#pragma unroll
    for (int j = 0; j < WarpN / FragmentN; ++j) {
      nvcuda::wmma::store_matrix_sync(patch, sum[i][j], PatchPitch, nvcuda::wmma::mem_row_major);
      __syncwarp();
#pragma unroll
      for (int element = lane * Run; element < FragmentM * FragmentN; element += 32 * Run) {
        const int patchRow = element / FragmentN, patchColumn = element % FragmentN;
        const int row = blockRow + warpRow + i * FragmentM + patchRow;
        const int column = blockColumn + warpColumn + j * FragmentN + patchColumn;
        if (row < m && column < n) {
          auto *const to = c + (long long)row * ldc + column;
          const auto sums = warpsmith::loadVector<Run>(patch + patchRow * PatchPitch + patchColumn);
          warpsmith::Vector<__half, Run> result;
#pragma unroll
          for (int r = 0; r < Run; ++r)
            result.values[r] = (__half)sums.values[r];
          warpsmith::storeVector(to, result);
        }
      }
      __syncwarp();
    }
}

/// Runs the kernel above where its preconditions hold, and hgemm as launched where not.
inline void launch(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t stream, const __half *A,
                   const __half *B, __half *C, int m, int n, int k) {
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
  if (device.capability >= 70 && covered && separate && blocks.y <= 65535)
    rewritten<<<blocks, Threads, SharedBytes, stream>>>((int)rows, (int)columns, (int)steps, A,
                                                        (int)lda, B, (int)ldb, C, (int)ldc);
  else
    hgemm<<<grid, block, sharedBytes, stream>>>(A, B, C, m, n, k);
}

} // namespace hgemm_rewritten
// warpsmith: end

void run_hgemm(const __half *A, const __half *B, __half *C, int m, int n, int k) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  hgemm_rewritten::launch(grid, block, 0, 0, A, B, C, m, n, k);
}
