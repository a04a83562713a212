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
#include <cuda_fp16.h>
#include <type_traits>
#include <warpsmith/device/wgmma_instructions.h>
#include <warpsmith/kernels/wgmma_launch.cuh>

// hgemm of hgemm.cu, rewritten by warpsmith as tensorize<wgmma;256>.
//   C starts as 0.0f; each step of k: sum + (float)A * (float)B; stored: (__half)sum.
//   Numerics: fp16: operands are rounded to FP16, sums are FP32.
//   Checked at each launch, else hgemm runs:
//   its threads cover C, C does not overlap A or B, sizes are positive, the device is able.
namespace hgemm_rewritten {

/// C has m x n elements, each the sum of k products; ld* are from row to row.
struct Problem {
  using A = __half;
  using B = __half;
  using C = __half;
  using Part = __half;
  using Sum = float;
  static constexpr int BytesOfColumn = 0, BytesOfRow = 0, LinesOfRowA = 1, LinesOfRowB = 1,
                       Parts = 1, PromotedSteps = 128, RunA = 0, RunB = 0, RunC = 0;
  static constexpr bool Batched = false, ByData = false, EndsEarlier = false, Fragments = false,
                        HasFactor = false, Im2col = false, LeavesSums = false, LiesA = true,
                        LiesB = true, NeighbourRows = false, PermutesSteps = false,
                        PrefetchesOperands = true, ProductsByData = false, Promotes = false,
                        ReadsBeside = false, ReadsFurther = false, ReadsOld = false,
                        ReadsOnce = false, RowsAlongKA = true, RowsAlongKB = false,
                        SharesParts = false, SkipsBoxesA = true, SkipsBoxesB = true,
                        SkipsPadding = false, StartsLater = false, StoresAbove = true,
                        StoresAll = true, StoresBelow = true, StoresTiles = true, SumsAgain = false,
                        Swapped = false, Symmetric = false, TileAlongKA = true, TileAlongKB = false,
                        TwoProducts = false;
  static constexpr int products = 1, plane = 0; // of a batch
  static constexpr long long batchA = 0, batchB = 0, batchC = 0;

  using Reads = warpsmith::ReadsNothing;
  int m, n, k;
  const __half *a;
  int lda;
  const __half *b;
  int ldb;
  __half *c;
  int ldc;
  bool storesPairs = false, storesTiles = false; ///< how C is written

  /// What is stored for a sum.
  __device__ __half finish(float sum, Reads::Beside, Reads::OfRow, Reads::OfColumn, int,
                           int) const {
    return __float2half(sum);
  }
  template <typename Sums, typename Left, typename Right>
  static __device__ __forceinline__ void multiply(Sums &sums, Left a, Right b, int add) {
    warpsmith::WgmmaF16AcrossB::multiply(sums, a, b, add);
  }
};

// Columns, steps of k, stages, blocks that share the right operand, warpgroups.
using Tile = warpsmith::wgmma::WgmmaTile<Problem, 256, 64, 4, 2, 2>;

/// Computes C; false when this device cannot, and then C is as it was.
inline bool run(const warpsmith::Device &device, cudaStream_t stream, int m, int n, int k,
                const __half *a, int lda, const __half *b, int ldb, __half *c, int ldc) {
  Problem problem = {m, n, k, a, lda, b, ldb, c, ldc};
  problem.storesPairs = warpsmith::wgmma::mayStorePairs(problem);
  return warpsmith::wgmma::launchPacked<Problem, Tile>(device, stream, problem,
                                                       warpsmith::wgmma::packingNeededBy(problem));
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
                     steps <= Most && lda >= 0 && ldb >= 0 && ldc >= columns && lda <= Most &&
                     ldb <= Most && ldc <= Most;
  const bool separate = sized &&
                        warpsmith::disjoint(C, rows * ldc * (long long)sizeof(*C), A,
                                            rows * lda * (long long)sizeof(*A)) &&
                        warpsmith::disjoint(C, rows * ldc * (long long)sizeof(*C), B,
                                            steps * ldb * (long long)sizeof(*B));
  const warpsmith::Device device = warpsmith::currentDevice();
  const bool ran = device.capability == 90 && covered && separate &&
                   run(device, stream, (int)rows, (int)columns, (int)steps, A, (int)lda, B,
                       (int)ldb, C, (int)ldc);
  warpsmith::BuiltCode<warpsmith::isBuiltFor(90, false)>::expect();
  if (warpsmith::isTraced())
    warpsmith::trace("hgemm, tensorize<wgmma;256>", ran, "the original ran", {rows, columns, steps},
                     {{"blockDim.z * gridDim.z == 1", (long long)block.z * grid.z, 1, true},
                      {"blockDim.y * gridDim.y >= m", (long long)block.y * grid.y, rows},
                      {"blockDim.x * gridDim.x >= n", (long long)block.x * grid.x, columns},
                      {"the device's compute capability == 90", device.capability, 90, true}},
                     {covered, sized, separate});
  if (!ran)
    hgemm<<<grid, block, sharedBytes, stream>>>(A, B, C, m, n, k);
}

} // namespace hgemm_rewritten
// warpsmith: end

void run_hgemm(const __half *A, const __half *B, __half *C, int m, int n, int k) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  hgemm_rewritten::launch(grid, block, 0, 0, A, B, C, m, n, k);
}
