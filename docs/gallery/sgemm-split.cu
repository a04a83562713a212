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
#include <cuda_fp16.h>
#include <type_traits>
#include <warpsmith/device/wgmma_instructions.h>
#include <warpsmith/kernels/wgmma_by_data.cuh>

// sgemm of sgemm.cu, rewritten by warpsmith as split<by-data>,tensorize<wgmma>.
//   C starts as 0.0f; each step of k: sum + A * B; stored: alpha * sum + beta * C.
//   Numerics: fp32: sums are regrouped; the error is at most that of summing in FP32. Elements are
//   two FP16 parts each, or three BF16 parts where the device finds, at each launch,
//   that two would lose too much of a row of A or column of B.
//   Checked at each launch, else sgemm runs:
//   its threads cover C, C does not overlap A or B, sizes are positive, the device is able.
namespace sgemm_rewritten {

/// C has m x n elements, each the sum of k products; ld* are from row to row.
struct Product {
  using A = float;
  using B = float;
  using C = float;
  using Sum = float;
  static constexpr int BytesOfColumn = 0, BytesOfRow = 0, LinesOfRowA = 1, LinesOfRowB = 1,
                       PromotedSteps = 0, RunA = 0, RunB = 0, RunC = 0;
  static constexpr bool Batched = false, ByData = true, EndsEarlier = false, Fragments = false,
                        HasFactor = false, Im2col = false, LeavesSums = false, LiesA = false,
                        LiesB = false, NeighbourRows = false, PermutesSteps = false,
                        PrefetchesOperands = false, ProductsByData = false, Promotes = true,
                        ReadsBeside = false, ReadsFurther = false, ReadsOld = true,
                        ReadsOnce = false, RowsAlongKA = true, RowsAlongKB = false,
                        SharesParts = false, SkipsBoxesA = false, SkipsBoxesB = false,
                        SkipsPadding = false, StartsLater = false, StoresAbove = true,
                        StoresAll = true, StoresBelow = true, StoresTiles = false,
                        SumsAgain = false, Swapped = false, Symmetric = false, TileAlongKA = true,
                        TileAlongKB = false, TwoProducts = false;
  static constexpr int products = 1, plane = 0; // of a batch
  static constexpr long long batchA = 0, batchB = 0, batchC = 0;
  static constexpr bool storesTiles = false;

  using Reads = warpsmith::ReadsNothing;
  int m, n, k;
  float alpha, beta;
  const float *a;
  int lda;
  const float *b;
  int ldb;
  float *c;
  int ldc;
  // What undoes the scales of rows and columns of split operands.
  const float *backA = nullptr, *backB = nullptr;
  bool *keptByTwoParts = nullptr; ///< whether two parts of each element are enough
  bool storesPairs = false;       ///< how C is written

  /// What is stored for a sum.
  __device__ float finish(float sum, float old, Reads::Beside, Reads::OfRow, Reads::OfColumn, int,
                          int) const {
    return alpha * sum + beta * old;
  }
  /// What each product is multiplied by.
  __device__ double factor() const { return 1; }
};

// Of two FP16 parts of each element, or three BF16 parts where the data need them.
using ThreeParts = warpsmith::wgmma::ThreePartsOf<Product, warpsmith::WgmmaBf16AcrossB>;
using TwoParts = warpsmith::wgmma::TwoPartsOf<Product, warpsmith::WgmmaF16AcrossB, ThreeParts>;

// Columns, steps of k, stages, blocks that share the right operand, warpgroups,
// blocks that share the left one, and a time that is compared with others, from an H200.
struct Large : warpsmith::wgmma::WgmmaTile<TwoParts, 192, 32, 5, 1, 2, 1, 140> {
  using Wide = warpsmith::wgmma::WgmmaTile<ThreeParts, 128, 32, 4, 1, 2>;
};
struct Medium : warpsmith::wgmma::WgmmaTile<TwoParts, 128, 32, 6, 1, 2, 1, 100> {
  using Wide = warpsmith::wgmma::WgmmaTile<ThreeParts, 128, 32, 4, 1, 2>;
};
struct Small : warpsmith::wgmma::WgmmaTile<TwoParts, 64, 64, 4, 1, 2, 1, 58> {
  using Wide = warpsmith::wgmma::WgmmaTile<ThreeParts, 64, 32, 5, 1, 2>;
};

/// Computes C; false when this device cannot, and then C is as it was.
inline bool run(const warpsmith::Device &device, cudaStream_t stream, int m, int n, int k,
                float alpha, float beta, const float *a, int lda, const float *b, int ldb, float *c,
                int ldc) {
  if (k < 256) { // so few are summed more accurately in FP32 itself
    warpsmith::noteRefusal("it has less than 256 steps");
    return false;
  }
  TwoParts problem(Product{m, n, k, alpha, beta, a, lda, b, ldb, c, ldc});
  problem.storesPairs = warpsmith::wgmma::mayStorePairs(problem);
  const auto fastest =
      warpsmith::wgmma::fastestSplit<TwoParts, Large, Medium, Small,
                                     warpsmith::wgmma::Sliced<Medium>,
                                     warpsmith::wgmma::Sliced<Small>>(device, problem);
  return warpsmith::wgmma::launchSplitTile<TwoParts, Large, Medium, Small,
                                           warpsmith::wgmma::Sliced<Medium>,
                                           warpsmith::wgmma::Sliced<Small>>(device, stream, problem,
                                                                            fastest.tile);
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
                     steps <= Most && lda >= 0 && ldb >= 0 && ldc >= columns && lda <= Most &&
                     ldb <= Most && ldc <= Most;
  const bool separate = sized &&
                        warpsmith::disjoint(C, rows * ldc * (long long)sizeof(*C), A,
                                            rows * lda * (long long)sizeof(*A)) &&
                        warpsmith::disjoint(C, rows * ldc * (long long)sizeof(*C), B,
                                            steps * ldb * (long long)sizeof(*B));
  const warpsmith::Device device = warpsmith::currentDevice();
  const bool ran = device.capability == 90 && covered && separate &&
                   run(device, stream, (int)rows, (int)columns, (int)steps, alpha, beta, A,
                       (int)lda, B, (int)ldb, C, (int)ldc);
  warpsmith::BuiltCode<warpsmith::isBuiltFor(90, false)>::expect();
  if (warpsmith::isTraced())
    warpsmith::trace("sgemm, split<by-data>,tensorize<wgmma>", ran, "the original ran",
                     {rows, columns, steps},
                     {{"blockDim.z * gridDim.z == 1", (long long)block.z * grid.z, 1, true},
                      {"blockDim.y * gridDim.y >= m", (long long)block.y * grid.y, rows},
                      {"blockDim.x * gridDim.x >= n", (long long)block.x * grid.x, columns},
                      {"the device's compute capability == 90", device.capability, 90, true}},
                     {covered, sized, separate});
  if (!ran)
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
