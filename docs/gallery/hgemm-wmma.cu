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
#include <cstdio>
#include <cstdlib>

namespace warpsmith {
// Files for another architecture, or by another version of warpsmith, have theirs.
inline namespace v0_1_0_sm_80 {

// From warpsmith/device/vector.h

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

// From warpsmith/device/copy_tile.h

/// Copies a tile whose first element in global memory is *matrix and writes transform(element) to
/// shared memory. Of the tile, rows x columns elements exist; the others are zero. Offsets within a
/// tile fit in an int.
template <int Rows, int Columns, int Pitch, int Threads, int Width, typename Stored,
          typename Element, typename Transform>
__device__ __forceinline__ void copyTile(Stored *tile, const Element *matrix, int leadingDimension,
                                         int rows, int columns, int thread, Transform transform) {
  using Shape = TileShape<Rows, Columns, Pitch, Threads, Width>;
  // Loads of a few runs are in flight together; more would fill the registers.
  constexpr int Unroll = Shape::Runs < 4 ? Shape::Runs : 4;
  Shape::template forEach<Unroll>(thread, [&](int, int row, int column) {
    const Vector<Element, Width> run =
        row < rows && column < columns ? loadVector<Width>(matrix + row * leadingDimension + column)
                                       : Vector<Element, Width>{};
    storeTransformed(tile + row * Pitch + column, run, transform);
  });
}

// From warpsmith/device/launch_trace.h

/// Where launches say what they run: nowhere if empty, in a file of this path from the root, or on
/// standard error.
inline const char *traceTarget() {
  static const char *const target = std::getenv("WARPSMITH_TRACE");
  return target ? target : "";
}
inline bool isTraced() {
  return *traceTarget() != '\0';
}

/// What a thread's launch has found: its tile, or why the device does not run it.
struct LaunchNote {
  int rows, columns, steps;
  const char *refusal;
};
inline LaunchNote &launchNote() {
  thread_local LaunchNote note = {};
  return note;
}

/// What must hold, in the words of the source: left >= right, or that they are equal.
struct LaunchCheck {
  const char *text;
  long long left = 0, right = 0;
  bool holds = true;
  LaunchCheck() : text("") {}
  template <typename Left, typename Right>
  LaunchCheck(const char *what, Left one, Right other, bool equal = false)
      : text(what),
        left((long long)one),
        right((long long)other),
        holds(equal ? left == right : left >= right) {}
};

/// Says what ran of a product of so many rows, columns and steps, or what fails: the first of the
/// checks, whether the launch fits, whether sizes and strides do, whether C overlaps nothing. Each
/// such line is said once, as far as a thread remembers.
template <int Count>
void trace(const char *kernel, bool ran, const char *otherwise, const long long (&sizes)[3],
           const LaunchCheck (&checks)[Count], const bool (&found)[3]) {
  const LaunchNote note = launchNote();
  launchNote() = {};
  int failed = 0;
  while (failed < Count + 3 && (failed < Count ? checks[failed].holds : found[failed - Count]))
    ++failed;
  thread_local unsigned long long said[1024];
  unsigned long long key = reinterpret_cast<unsigned long long>(kernel);
  const long long parts[] = {sizes[0],  sizes[1],     sizes[2],
                             note.rows, note.columns, ran ? -1 : failed};
  for (const long long part : parts)
    key = (key ^ (unsigned long long)part) * 0x9e3779b97f4a7c15;
  if (said[key >> 54] == key)
    return;
  said[key >> 54] = key;
  std::FILE *file = *traceTarget() == '/' ? std::fopen(traceTarget(), "a") : stderr;
  if (!file)
    return;
  const char *const others[] = {"its grid, block or shared memory do not fit",
                                "its sizes or strides do not fit", "C overlaps what is read",
                                note.refusal ? note.refusal
                                             : "there is no kernel for it, or no memory"};
  std::fprintf(file, "warpsmith: %s, %lld x %lld x %lld: %s", kernel, sizes[0], sizes[1], sizes[2],
               ran ? "ran" : otherwise);
  if (ran && note.rows)
    std::fprintf(file, " with tiles of %d x %d x %d", note.rows, note.columns, note.steps);
  else if (!ran && failed < Count)
    std::fprintf(file, ", since %s does not hold: %lld and %lld", checks[failed].text,
                 checks[failed].left, checks[failed].right);
  else if (!ran)
    std::fprintf(file, ", since %s", others[failed - Count]);
  std::fprintf(file, "\n");
  if (file != stderr)
    std::fclose(file);
}

// From warpsmith/device/device_code.h

struct Device {
  int number = -1;
  int capability = 0; ///< compute capability as 10 * major + minor
  int multiprocessors = 1;
  int sharedBytes = 0; ///< of shared memory that a block may have
};

/// The current device; one that is able to nothing if there is none. Each thread asks for a
/// device's properties once.
inline Device currentDevice() {
  thread_local Device known[16];
  int number = 0, major = 0, minor = 0;
  if (cudaGetDevice(&number) != cudaSuccess) {
    cudaGetLastError(); // the fallback must not report it
    return {};
  }
  Device &device = known[number % 16];
  if (device.number != number) {
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, number);
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, number);
    cudaDeviceGetAttribute(&device.multiprocessors, cudaDevAttrMultiProcessorCount, number);
    cudaDeviceGetAttribute(&device.sharedBytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, number);
    device.capability = 10 * major + minor;
    device.number = number;
  }
  return device;
}

/// Whether nvcc compiles for GPUs of this compute capability (80), or for newer ones where those
/// have the kernel as well. Of sm_90a and sm_90 it says the same. Clang (__CUDA__) is not asked.
constexpr bool isBuiltFor(int capability, bool orNewer) {
#if defined(__CUDA_ARCH_LIST__) && !defined(__CUDA__) && !defined(WARPSMITH_NO_ARCH_WARNING)
  constexpr int architectures[] = {__CUDA_ARCH_LIST__};
  for (const int one : architectures)
    if (orNewer ? one >= 10 * capability : one == 10 * capability)
      return true;
  return false;
#else
  return capability > 0 || orNewer;
#endif
}

/// Warns where a file is compiled for no GPU that its kernel is for.
template <bool IsBuilt>
struct BuiltCode {
  static constexpr void expect() {}
};
template <>
struct BuiltCode<false> {
  [[deprecated("this build has no code for the GPUs that the rewritten kernel is for, so the "
               "original runs: give nvcc the -gencode that warpsmith has named "
               "(WARPSMITH_NO_ARCH_WARNING turns this warning off)")]] static constexpr void
  expect() {}
};

// From warpsmith/device/launch_checks.h

/// True when a launch of a kernel that allows `mostThreads` a block is one that CUDA accepts.
__host__ __device__ inline bool launchable(dim3 grid, dim3 block, size_t sharedBytes,
                                           int mostThreads) {
  constexpr long long MostIndex = 0x7fffffff;
  return grid.x && grid.y && grid.z && block.x && block.y && block.z && grid.y <= 65535 &&
         grid.z <= 65535 && block.x <= 1024 && block.y <= 1024 && block.z <= 64 &&
         (int)(block.x * block.y * block.z) <= mostThreads && sharedBytes <= 48 * 1024 &&
         (long long)grid.x * block.x <= MostIndex;
}

/// True when two ranges of bytes share none.
__host__ __device__ inline bool disjoint(const void *first, long long firstBytes,
                                         const void *second, long long secondBytes) {
  const char *a = static_cast<const char *>(first), *b = static_cast<const char *>(second);
  return a + firstBytes <= b || b + secondBytes <= a;
}

/// True when rows of `leadingDimension` elements of which `columns` exist can be read and written
/// in 16-byte vectors, and in runs of Least elements.
template <int Least = 1, typename Element>
__host__ __device__ bool vectorizable(const Element *matrix, long long columns,
                                      long long leadingDimension) {
  constexpr long long Vector = 16 / sizeof(Element), Width = Vector < Least ? Least : Vector;
  return reinterpret_cast<unsigned long long>(matrix) % 16 == 0 && columns % Width == 0 &&
         leadingDimension % Width == 0;
}

} // namespace v0_1_0_sm_80
} // namespace warpsmith

// hgemm of hgemm.cu, rewritten by warpsmith as tile<128;128;64>,tensorize<wmma;64;64>.
//   Generated by version 0.1.0; warpsmith --revert takes it out again.
//   C starts as 0.0f; each step of k: sum + (float)A * (float)B; stored: (__half)sum.
//   Numerics: fp16: operands are rounded to FP16, sums are FP32.
//   Checked at each launch, else hgemm runs:
//   its threads cover C, C does not overlap A or B, sizes are positive,
//   the GPU is sm_70 or newer.
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
            result.values[r] = __float2half(sums.values[r]);
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
                     steps <= Most && lda >= 0 && ldb >= 0 && ldc >= columns &&
                     lda <= Most / RowsA && ldb <= Most / RowsB && ldc <= Most;
  const bool separate = sized &&
                        warpsmith::disjoint(C, rows * ldc * (long long)sizeof(*C), A,
                                            rows * lda * (long long)sizeof(*A)) &&
                        warpsmith::disjoint(C, rows * ldc * (long long)sizeof(*C), B,
                                            steps * ldb * (long long)sizeof(*B));
  const dim3 blocks((columns + BlockN - 1) / BlockN, (rows + BlockM - 1) / BlockM);
  const bool aligned = warpsmith::vectorizable(A, steps, lda) &&
                       warpsmith::vectorizable(B, columns, ldb) &&
                       warpsmith::vectorizable(C, columns, ldc);
  const auto rewritten = aligned ? kernel<true> : kernel<false>;
  const warpsmith::Device device = warpsmith::currentDevice();
  const bool ran = device.capability >= 70 && covered && separate && blocks.y <= 65535;
  warpsmith::BuiltCode<warpsmith::isBuiltFor(70, true)>::expect();
  if (warpsmith::isTraced())
    warpsmith::trace("hgemm, tile<128;128;64>,tensorize<wmma;64;64>", ran, "the original ran",
                     {rows, columns, steps},
                     {{"blockDim.z * gridDim.z == 1", (long long)block.z * grid.z, 1, true},
                      {"blockDim.y * gridDim.y >= m", (long long)block.y * grid.y, rows},
                      {"blockDim.x * gridDim.x >= n", (long long)block.x * grid.x, columns},
                      {"the device's compute capability >= 70", device.capability, 70}},
                     {covered, sized, separate});
  if (ran)
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
