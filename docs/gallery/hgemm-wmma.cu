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

// What the code below uses of warpsmith's device headers and kernel files.
namespace hgemm_rewritten_support {
inline namespace code_a316c36cd0b5 {
namespace warpsmith = ::hgemm_rewritten_support::code_a316c36cd0b5;

#ifdef __NVCC_DIAG_PRAGMA_SUPPORT__
#pragma nv_diagnostic push
#pragma nv_diag_suppress 177
#endif

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
  constexpr long long Vector = 16 / sizeof(Element), Width = Vector;
  return reinterpret_cast<unsigned long long>(matrix) % 16 == 0 && columns % Width == 0 &&
         leadingDimension % Width == 0;
}

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
      visit(run, first / Columns, first % Columns);
    }
  }
};

/// Writes transform(element) of each element of a run, in vectors of at most 16 bytes.
template <typename Stored, typename Element, int Width, typename Transform>
__device__ __forceinline__ void storeTransformed(Stored *to, const Vector<Element, Width> &run,
                                                 Transform transform) {
  constexpr int Store = Width;
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
  constexpr int Unroll = 4;
  Shape::template forEach<Unroll>(thread, [&](int, int row, int column) {
    const Vector<Element, Width> run =
        row < rows && column < columns ? loadVector<Width>(matrix + row * leadingDimension + column)
                                       : Vector<Element, Width>{};
    storeTransformed(tile + row * Pitch + column, run, transform);
  });
}

// From warpsmith/device/mbarrier.h

/// A barrier completes a phase when it has seen its count of arrivals; phases have parity 0, 1,
/// 0...
using Barrier = unsigned long long;

// From warpsmith/kernels/wmma_tile.cuh
namespace wmma {

/// Rows of A's tile are PadOfA elements longer than those that are multiplied; also of B's.
template <typename Problem, int RowsOfBlock, int ColumnsOfBlock, int StepsOfBlock, int RowsOfWarp,
          int ColumnsOfWarp, int RowsOfFragment, int ColumnsOfFragment, int StepsOfFragment,
          int PadOfA, int PadOfB, int RingStages = 1, int WarpsThatCopy = 0>
struct WmmaTile {
  // Elements of C that a block computes, and the steps of k that a tile of A and B holds.
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock, BlockK = StepsOfBlock;
  // Elements of C that a warp computes, in fragments of FragmentM x FragmentN, FragmentK steps at
  // once.
  static constexpr int WarpM = RowsOfWarp, WarpN = ColumnsOfWarp;
  static constexpr int FragmentM = RowsOfFragment, FragmentN = ColumnsOfFragment,
                       FragmentK = StepsOfFragment;
  static_assert(BlockN % WarpN == 0, "A block tile must be a whole number of warp tiles.");
  static_assert(BlockK % FragmentK == 0, "A warp tile must be a whole number of fragments.");
  static constexpr int ComputeThreads = BlockM / WarpM * (BlockN / WarpN) * 32;
  static constexpr int Threads = ComputeThreads;
  // Tiles in shared memory: rows of contiguous elements, padded so that a warp's loads hit
  // different banks.
  static constexpr int RowsA = BlockM, ColumnsA = BlockK, PitchA = ColumnsA + PadOfA;
  static constexpr int RowsB = BlockK, ColumnsB = BlockN, PitchB = ColumnsB + PadOfB;
  static constexpr int TileA = RowsA * PitchA, TileB = RowsB * PitchB;
  static constexpr int Stages = RingStages; // tiles in flight or in use
  // Elements of all tiles of an operand.
  static constexpr int TilesA = Stages * TileA;
  static constexpr int TilesB = Stages * TileB;
  // Sums leave the fragments through a patch of shared memory a warp, rows PatchPitch apart.
  static constexpr int PatchPitch = 20;
  static constexpr int Patches = ComputeThreads / 32 * FragmentM * PatchPitch;
  static constexpr int BytesA = TilesA * sizeof(typename Problem::StoredA);
  static constexpr int BytesB = TilesB * sizeof(typename Problem::StoredB);
  static constexpr int SharedBytes = BytesA + BytesB + Patches * (int)sizeof(float);
};

} // namespace wmma

// From warpsmith/kernels/wmma.cuh
namespace wmma {

/// Adds the products of a tile to the sums of one warp. Steps of k that do not exist are zeros.
template <typename Problem, typename Tile, typename Sums>
__device__ __forceinline__ void multiplyTile(Sums &sum, const typename Problem::StoredA *tileA,
                                             const typename Problem::StoredB *tileB, int warpRow,
                                             int warpColumn) {
#pragma unroll
  for (int step = 0; step < Tile::BlockK; step += Tile::FragmentK) {
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, Tile::FragmentM, Tile::FragmentN,
                           Tile::FragmentK, typename Problem::FragmentA, typename Problem::LayoutA>
        fragmentA[Tile::WarpM / Tile::FragmentM];
#pragma unroll
    for (int i = 0; i < Tile::WarpM / Tile::FragmentM; ++i)
      nvcuda::wmma::load_matrix_sync(fragmentA[i],
                                     tileA + (warpRow + i * Tile::FragmentM) * Tile::PitchA + step,
                                     Tile::PitchA);
#pragma unroll
    for (int j = 0; j < Tile::WarpN / Tile::FragmentN; ++j) {
      nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, Tile::FragmentM, Tile::FragmentN,
                             Tile::FragmentK, typename Problem::FragmentB,
                             typename Problem::LayoutB>
          fragmentB;
      nvcuda::wmma::load_matrix_sync(
          fragmentB, tileB + step * Tile::PitchB + warpColumn + j * Tile::FragmentN, Tile::PitchB);
#pragma unroll
      for (int i = 0; i < Tile::WarpM / Tile::FragmentM; ++i)
        nvcuda::wmma::mma_sync(sum[i][j], fragmentA[i], fragmentB, sum[i][j]);
    }
  }
}

/// Copies the block's tile of an operand from step k0 on, as it is stored.
template <typename Problem, typename Tile, bool Aligned, int Threads>
__device__ __forceinline__ void copyTileOfA(const Problem &problem,
                                            typename Problem::StoredA *tileA, int blockRow, int k0,
                                            int thread) {
  warpsmith::copyTile<Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Threads,
                      Aligned ? 16 / sizeof(typename Problem::A) : 1>(
      tileA, problem.a + (long long)blockRow * problem.lda + k0, problem.lda, problem.m - blockRow,
      problem.k - k0, thread,
      [=](typename Problem::A element) { return problem.storedA(element); });
}
template <typename Problem, typename Tile, bool Aligned, int Threads>
__device__ __forceinline__ void copyTileOfB(const Problem &problem,
                                            typename Problem::StoredB *tileB, int blockColumn,
                                            int k0, int thread) {
  warpsmith::copyTile<Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Threads,
                      Aligned ? 16 / sizeof(typename Problem::B) : 1>(
      tileB, problem.b + (long long)k0 * problem.ldb + blockColumn, problem.ldb, problem.k - k0,
      problem.n - blockColumn, thread,
      [=](typename Problem::B element) { return problem.storedB(element); });
}

/// Adds the products of all tiles to the sums of one warp.
template <typename Problem, typename Tile, bool Aligned, typename Sums>
__device__ __forceinline__ void
multiplyTiles(const Problem &problem, Sums &sum, int thread, int blockRow, int blockColumn,
              int warpRow, int warpColumn, typename Problem::A *copiedA,
              typename Problem::B *copiedB, typename Problem::StoredA *tilesA,
              typename Problem::StoredB *tilesB, warpsmith::Barrier *full,
              warpsmith::Barrier *empty) {
  {
    for (int k0 = 0; k0 < problem.k; k0 += Tile::BlockK) {
      __syncthreads(); // the previous tile has been read
      copyTileOfA<Problem, Tile, Aligned, Tile::Threads>(problem, tilesA, blockRow, k0, thread);
      copyTileOfB<Problem, Tile, Aligned, Tile::Threads>(problem, tilesB, blockColumn, k0, thread);
      __syncthreads(); // this tile is complete
      multiplyTile<Problem, Tile, Sums>(sum, tilesA, tilesB, warpRow, warpColumn);
    }
  }
}

/// The block's tile of C. Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <typename Problem, typename Tile, bool Aligned>
__device__ __forceinline__ void computeTile(Problem problem) {
  const int thread = threadIdx.x;
  const int blockRow = blockIdx.y * Tile::BlockM, blockColumn = blockIdx.x * Tile::BlockN;
  extern __shared__ __align__(128) unsigned char shared[];
  auto *const copiedA = reinterpret_cast<typename Problem::A *>(shared);
  auto *const tilesA = reinterpret_cast<typename Problem::StoredA *>(shared);
  auto *const copiedB = reinterpret_cast<typename Problem::B *>(tilesA + Tile::TilesA);
  auto *const tilesB = reinterpret_cast<typename Problem::StoredB *>(tilesA + Tile::TilesA);
  auto *const patches = reinterpret_cast<float *>(tilesB + Tile::TilesB);
  auto *const full = reinterpret_cast<warpsmith::Barrier *>(patches + Tile::Patches);
  auto *const empty = full + Tile::Stages;

  const int warp = thread / 32, lane = thread % 32;
  const int warpRow = warp / (Tile::BlockN / Tile::WarpN) * Tile::WarpM;
  const int warpColumn = warp % (Tile::BlockN / Tile::WarpN) * Tile::WarpN;
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, Tile::FragmentM, Tile::FragmentN,
                         Tile::FragmentK, float>
      sum[Tile::WarpM / Tile::FragmentM][Tile::WarpN / Tile::FragmentN];
#pragma unroll
  for (int i = 0; i < Tile::WarpM / Tile::FragmentM; ++i)
#pragma unroll
    for (int j = 0; j < Tile::WarpN / Tile::FragmentN; ++j)
      nvcuda::wmma::fill_fragment(sum[i][j], 0.0f);
  multiplyTiles<Problem, Tile, Aligned>(problem, sum, thread, blockRow, blockColumn, warpRow,
                                        warpColumn, copiedA, copiedB, tilesA, tilesB, full, empty);

  // Which lane holds which sum is the hardware's affair: each warp passes its sums through a
  // patch of shared memory.
  float *const patch = patches + warp * Tile::FragmentM * Tile::PatchPitch;
  constexpr int Run = Aligned ? 4 : 1;

#pragma unroll
  for (int i = 0; i < Tile::WarpM / Tile::FragmentM; ++i)
#pragma unroll
    for (int j = 0; j < Tile::WarpN / Tile::FragmentN; ++j) {
      nvcuda::wmma::store_matrix_sync(patch, sum[i][j], Tile::PatchPitch,
                                      nvcuda::wmma::mem_row_major);
      __syncwarp();
#pragma unroll
      for (int element = lane * Run; element < Tile::FragmentM * Tile::FragmentN;
           element += 32 * Run) {
        const int patchRow = element / Tile::FragmentN, patchColumn = element % Tile::FragmentN;
        const int row = blockRow + warpRow + i * Tile::FragmentM + patchRow;
        const int column = blockColumn + warpColumn + j * Tile::FragmentN + patchColumn;
        if (row < problem.m && column < problem.n) {
          auto *const to = problem.c + (long long)row * problem.ldc + column;
          const auto sums =
              warpsmith::loadVector<Run>(patch + patchRow * Tile::PatchPitch + patchColumn);
          const auto old = warpsmith::loadVector<Run>(to);
          warpsmith::Vector<typename Problem::C, Run> result;
#pragma unroll
          for (int r = 0; r < Run; ++r)
            result.values[r] = problem.finish(sums.values[r], old.values[r], row, column + r);
          warpsmith::storeVector(to, result);
        }
      }
      __syncwarp();
    }
}

} // namespace wmma

#ifdef __NVCC_DIAG_PRAGMA_SUPPORT__
#pragma nv_diagnostic pop
#endif

} // namespace code_a316c36cd0b5
} // namespace hgemm_rewritten_support

// hgemm of hgemm.cu, rewritten by warpsmith as tile<128;128;64>,tensorize<wmma;64;64>.
//   Generated by version 0.1.0; warpsmith --revert takes it out again.
//   C starts as 0.0f; each step of k: sum + (float)A * (float)B; stored: (__half)sum.
//   Numerics: fp16: operands are rounded to FP16, sums are FP32.
//   Checked at each launch, else hgemm runs:
//   its threads cover C, C does not overlap A or B, sizes are positive,
//   the GPU is sm_70 or newer.
namespace hgemm_rewritten {
inline namespace code_9f307ea87e36 {
namespace warpsmith = ::hgemm_rewritten_support::code_a316c36cd0b5;

/// What warpsmith/kernels/wmma.cuh asks of a product.
/// C has m x n elements, each the sum of k products; ld* are from row to row.
struct Problem {
  using A = __half;
  using B = __half;
  using C = __half;
  using FragmentA = __half;
  using FragmentB = __half;
  using LayoutA = nvcuda::wmma::row_major;
  using LayoutB = nvcuda::wmma::row_major;
  using StoredA = __half;
  using StoredB = __half;

  int m, n, k;
  const __half *a;
  int lda;
  const __half *b;
  int ldb;
  __half *c;
  int ldc;

  __device__ __half storedA(__half element) const { return element; }
  __device__ __half storedB(__half element) const { return element; }
  __device__ __half finish(float sum, __half, int, int) const { return __float2half(sum); }
};

// Rows, columns and steps of a block; rows and columns of a warp; a fragment's;
// elements beyond a row of a tile; stages.
using BlockTile = warpsmith::wmma::WmmaTile<Problem, 128, 128, 64, 64, 64, 16, 16, 16, 8, 8>;

/// Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <bool Aligned>
__global__ void __launch_bounds__(BlockTile::Threads)
    kernel(int m, int n, int k, const __half *__restrict__ a, int lda, const __half *__restrict__ b,
           int ldb, __half *__restrict__ c, int ldc) {
  warpsmith::wmma::computeTile<Problem, BlockTile, Aligned>(
      Problem{m, n, k, a, lda, b, ldb, c, ldc});
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
                     lda <= Most / BlockTile::RowsA && ldb <= Most / BlockTile::RowsB &&
                     ldc <= Most;
  const bool separate = sized &&
                        warpsmith::disjoint(C, rows * ldc * (long long)sizeof(*C), A,
                                            rows * lda * (long long)sizeof(*A)) &&
                        warpsmith::disjoint(C, rows * ldc * (long long)sizeof(*C), B,
                                            steps * ldb * (long long)sizeof(*B));
  const dim3 blocks((columns + BlockTile::BlockN - 1) / BlockTile::BlockN,
                    (rows + BlockTile::BlockM - 1) / BlockTile::BlockM);
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
    rewritten<<<blocks, BlockTile::Threads, BlockTile::SharedBytes, stream>>>(
        (int)rows, (int)columns, (int)steps, A, (int)lda, B, (int)ldb, C, (int)ldc);
  else
    hgemm<<<grid, block, sharedBytes, stream>>>(A, B, C, m, n, k);
}

} // namespace code_9f307ea87e36
} // namespace hgemm_rewritten
// warpsmith: end

void run_hgemm(const __half *A, const __half *B, __half *C, int m, int n, int k) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  hgemm_rewritten::launch(grid, block, 0, 0, A, B, C, m, n, k);
}
