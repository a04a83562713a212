// C = L B for a lower triangular L: the element in row i sums i + 1 products.
#include <cuda_runtime.h>

__global__ void trmm(const float *L, const float *B, float *C, int m, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int i = 0; i <= row; i++)
      sum += L[row * m + i] * B[i * n + col];
    C[row * n + col] = sum;
  }
}

// warpsmith: begin trmm
#include <cstdio>
#include <cstdlib>

// What the code below uses of warpsmith's device headers and kernel files.
namespace trmm_rewritten_support {
inline namespace code_8bbe9f51aacd {
namespace warpsmith = ::trmm_rewritten_support::code_8bbe9f51aacd;

#ifdef __NVCC_DIAG_PRAGMA_SUPPORT__
#pragma nv_diagnostic push
#pragma nv_diag_suppress 177
#endif

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

// From warpsmith/device/copy_tile.h

/// One thread's share of a tile of Rows x Columns elements, on its way from global to shared
/// memory, in runs of Width elements: consecutive threads take consecutive runs.
template <typename Element, int Rows, int Columns, int Pitch, int Threads, int Width>
struct TileFetch {
  static_assert(Columns % Width == 0, "A row of the tile must be a whole number of runs.");
  static constexpr int Runs = (Rows * Columns / Width + Threads - 1) / Threads;
  Vector<Element, Width> runs[Runs];

  /// Starts to read the tile whose first element is *tile. Of it, rows x columns elements exist;
  /// the others are zero. Offsets within a tile fit in an int.
  __device__ __forceinline__ void load(const Element *tile, int leadingDimension, int rows,
                                       int columns, int thread) {
#pragma unroll
    for (int run = 0; run < Runs; ++run) {
      const int first = (run * Threads + thread) * Width;
      const int row = first / Columns, column = first % Columns;
      if (isOwn())
        runs[run] = row < rows && column < columns
                        ? loadVector<Width>(tile + row * leadingDimension + column)
                        : Vector<Element, Width>{};
    }
  }

  /// Writes the elements to shared memory, rows Pitch elements apart.
  __device__ __forceinline__ void store(Element *tile, int thread) const {
#pragma unroll
    for (int run = 0; run < Runs; ++run) {
      const int first = (run * Threads + thread) * Width;
      if (isOwn())
        storeVector(tile + first / Columns * Pitch + first % Columns, runs[run]);
    }
  }

  /// The last runs may be more than there are elements.
  __device__ static constexpr bool isOwn() { return Rows * Columns % (Threads * Width) == 0; }
};

// From warpsmith/device/instruction_order.h

/// In `if (condition) sum += a * b`, where a and b are there in any case, LLVM may select between
/// the product and -0 and add what it gets, which is no FMA. It does not where this comes first.
__device__ __forceinline__ void keepFma(float &sum) {
  asm volatile("" : "+f"(sum));
}

// From warpsmith/kernels/fma_tile.cuh
namespace fma {

/// Lanes of a warp lie LaneRows x LaneColumns over the block's threads; steps, rows and columns "of
/// a load" are those that a thread reads from shared memory at once.
template <typename Problem, int RowsOfBlock, int ColumnsOfBlock, int StepsOfBlock, int RowsOfThread,
          int ColumnsOfThread, int LaneRows, int LaneColumns, int StepsOfLoad, int RowsOfLoad,
          int ColumnsOfLoad, int RingStages = 1, int WarpsThatCopy = 0, int StepsInFp64 = 0,
          int StepsOfPeriod = 1, int WarpsInFp64 = 0, int WarpsOfPeriod = 1>
struct FmaTile {
  // Elements of C that a block computes, and the steps of k that a tile of A and B holds.
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock, BlockK = StepsOfBlock;
  // Elements of C that a thread computes, and how the threads lie over the block's tile.
  static constexpr int ThreadM = RowsOfThread, ThreadN = ColumnsOfThread;
  static constexpr int ThreadRows = BlockM / ThreadM, ThreadColumns = BlockN / ThreadN;
  static_assert(BlockN % ThreadN == 0, "A block tile must be a whole number of thread tiles.");
  // The lanes of a warp lie WarpRows x WarpColumns, so that they read runs of B side by side.
  static constexpr int WarpRows = LaneRows, WarpColumns = LaneColumns;
  static_assert(ThreadColumns % WarpColumns == 0,
                "The block's threads must be a whole number of warps in both directions.");
  static constexpr int ComputeThreads = ThreadRows * ThreadColumns;
  static_assert(ComputeThreads % 32 == 0, "The threads must be whole warps.");
  static constexpr int Threads = ComputeThreads;
  // Steps of k that one load of a fragment serves, and elements side by side in a load.
  static constexpr int StepGroup = StepsOfLoad, RunN = ColumnsOfLoad;
  static_assert(BlockK % StepGroup == 0, "A tile must be a whole number of step groups.");
  static_assert(ThreadN % RunN == 0, "A thread tile must be a whole number of runs.");
  // Fp64Steps of every Period steps of k accumulate in FP64, spread evenly.
  static constexpr int Period = StepsOfPeriod;
  static_assert(BlockK % Period == 0, "The pattern of FP64 steps must repeat within a tile.");
  // Fp64Warps of every WarpPeriod warps accumulate in FP64.
  static constexpr int Fp64Warps = WarpsInFp64;
  static_assert(Fp64Warps == 0, "Each sub-partition must get the same number of FP64 warps.");
  // Tiles in shared memory: rows of contiguous elements. Of rows along k a warp reads several at
  // once: 16 bytes more put them in different banks.
  static constexpr int RowsA = BlockM, ColumnsA = BlockK,
                       PitchA = ColumnsA + 16 / sizeof(typename Problem::StoredA);
  static constexpr int RowsB = BlockK, ColumnsB = BlockN, PitchB = ColumnsB;
  static constexpr int TileA = RowsA * PitchA, TileB = RowsB * PitchB;
  static constexpr int Stages = RingStages; // tiles in flight or in use
  static constexpr int StageBytes = Problem::Products * TileA * sizeof(typename Problem::StoredA) +
                                    Problem::Products * TileB * sizeof(typename Problem::StoredB);
  static constexpr int SharedBytes = StageBytes;
};

} // namespace fma

// From warpsmith/kernels/fma.cuh
namespace fma {

/// The i-th row and column, in the block's tile, of a thread.
template <typename Tile>
__device__ __forceinline__ int rowOf(int i, int threadRow) {
  return i * Tile::ThreadRows + threadRow;
}
template <typename Tile>
__device__ __forceinline__ int columnOf(int i, int threadColumn) {
  return (i / Tile::RunN * Tile::ThreadColumns + threadColumn) * Tile::RunN + i % Tile::RunN;
}

/// Loads a thread's rows of A's tile, StepGroup steps from `first` on.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
loadRowsOfA(typename Problem::StoredA (&fragmentA)[Tile::ThreadM][Tile::StepGroup],
            const typename Problem::StoredA *tileA, int threadRow, int first) {
#pragma unroll
  for (int i = 0; i < Tile::ThreadM; ++i) {
    const auto run = warpsmith::loadVector<Tile::StepGroup>(
        &tileA[rowOf<Tile>(i, threadRow) * Tile::PitchA + first]);
#pragma unroll
    for (int step = 0; step < Tile::StepGroup; ++step)
      fragmentA[i][step] = run.values[step];
  }
}
/// Loads a step of a thread's columns of B's tile.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
loadStepOfB(typename Problem::StoredB (&fragmentB)[Tile::ThreadN][Tile::StepGroup],
            const typename Problem::StoredB *tileB, int threadColumn, int first, int step) {
#pragma unroll
  for (int j = 0; j < Tile::ThreadN; j += Tile::RunN) {
    const auto run = warpsmith::loadVector<Tile::RunN>(
        &tileB[(first + step) * Tile::PitchB + columnOf<Tile>(j, threadColumn)]);
#pragma unroll
    for (int r = 0; r < Tile::RunN; ++r)
      fragmentB[j + r][step] = run.values[r];
  }
}

/// Adds steps first ... first + count - 1 of a tile, at most StepGroup, to the sums of one thread.
template <typename Problem, typename Tile, typename Sum>
__device__ __forceinline__ void
multiply(const Problem &problem, Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
         const typename Problem::StoredA *tileA, const typename Problem::StoredB *tileB,
         int threadRow, int threadColumn, int first, int count) {
  typename Problem::StoredA fragmentA[Tile::ThreadM][Tile::StepGroup];
  typename Problem::StoredB fragmentB[Tile::ThreadN][Tile::StepGroup];
  loadRowsOfA<Problem, Tile>(fragmentA, tileA, threadRow, first);
#pragma unroll
  for (int step = 0; step < Tile::StepGroup; ++step) {
    if (step >= count)
      break;
    loadStepOfB<Problem, Tile>(fragmentB, tileB, threadColumn, first, step);
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i)
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; ++j)
        problem.add(sum[i][j], fragmentA[i][step], fragmentB[j][step]);
  }
}

/// Adds the products of a tile from step k0 on, of which `steps` steps exist, where an element's
/// range has them.
template <typename Problem, typename Tile, typename Sum>
__device__ __forceinline__ void
multiplyInRange(const Problem &problem, Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
                const typename Problem::StoredA *tileA, const typename Problem::StoredB *tileB,
                int blockRow, int blockColumn, int threadRow, int threadColumn, int k0, int steps) {
#pragma unroll 1
  for (int step = 0; step < min(steps, Tile::BlockK); ++step) {
    typename Problem::StoredA fragmentA[Tile::ThreadM];
    typename Problem::StoredB fragmentB[Tile::ThreadN];
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i) {
      const int row = rowOf<Tile>(i, threadRow);
      const int place = row * Tile::PitchA + step;
      fragmentA[i] = tileA[place];
    }
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; ++j) {
      const int column = columnOf<Tile>(j, threadColumn);
      const int place = step * Tile::PitchB + column;
      fragmentB[j] = tileB[place];
    }
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i) {
      const int row = blockRow + rowOf<Tile>(i, threadRow);
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; ++j) {
        const int column = blockColumn + columnOf<Tile>(j, threadColumn);
        if ((k0 + step < problem.endOfSteps(row, column, k0 + steps))) {
          warpsmith::keepFma(sum[i][j]);
          problem.add(sum[i][j], fragmentA[i], fragmentB[j]);
        }
      }
    }
  }
}

/// Adds the products of a tile, of which `steps` steps of k exist.
template <typename Problem, typename Tile, typename Sum>
__device__ __forceinline__ void
multiplyTile(const Problem &problem, Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
             const typename Problem::StoredA *tileA, const typename Problem::StoredB *tileB,
             int blockRow, int blockColumn, int threadRow, int threadColumn, int k0, int steps) {
  {
    // All elements of the block's tile have all steps of this one.
    const int lastRow = min(blockRow + Tile::BlockM, problem.m) - 1;
    const int lastColumn = min(blockColumn + Tile::BlockN, problem.n) - 1;
    if (steps >= Tile::BlockK && (!Problem::StartsLater) &&
        (k0 + Tile::BlockK <= problem.endOfSteps(blockRow, blockColumn, k0 + steps))) {
#pragma unroll
      for (int first = 0; first < Tile::BlockK; first += Tile::StepGroup)
        multiply<Problem, Tile, Sum>(problem, sum, tileA, tileB, threadRow, threadColumn, first,
                                     Tile::StepGroup);
    } else {
      multiplyInRange<Problem, Tile, Sum>(problem, sum, tileA, tileB, blockRow, blockColumn,
                                          threadRow, threadColumn, k0, steps);
    }
  }
}

/// The first element of the block's tile of an operand from step k0 on.
template <typename Problem>
__device__ __forceinline__ const typename Problem::A *tileOfA(const typename Problem::A *a, int lda,
                                                              int blockRow, int k0) {
  return a + (long long)blockRow * lda + k0;
}
template <typename Problem>
__device__ __forceinline__ const typename Problem::B *tileOfB(const typename Problem::B *b, int ldb,
                                                              int blockColumn, int k0) {
  return b + (long long)k0 * ldb + blockColumn;
}

/// What threads that share a main loop wait at. Threads of different roles meet at a numbered
/// barrier, since they come to it from different places of the code.
template <typename Problem, typename Tile>
__device__ __forceinline__ void synchronizeThreads() {
  __syncthreads();
}

/// The work of a thread that computes, whose sums are of the type Sum.
template <typename Problem, typename Tile, typename Sum, bool Aligned>
__device__ __forceinline__ void compute(const Problem &problem, int thread, int blockRow,
                                        int blockColumn, typename Problem::StoredA *tilesA,
                                        typename Problem::StoredB *tilesB) {
  constexpr int Lanes = Tile::WarpRows * Tile::WarpColumns;
  constexpr int WarpsAlongN = Tile::ThreadColumns / Tile::WarpColumns;
  const int warp = thread / Lanes, lane = thread % Lanes;
  const int threadRow = warp / WarpsAlongN * Tile::WarpRows + lane / Tile::WarpColumns;
  const int threadColumn = warp % WarpsAlongN * Tile::WarpColumns + lane % Tile::WarpColumns;

  Sum sum[Tile::ThreadM][Tile::ThreadN] = {};

  const int firstStep = 0;
  const int rowsOfA = problem.m;
  const int columnsOfB = problem.n;

  {
    warpsmith::TileFetch<typename Problem::A, Tile::RowsA, Tile::ColumnsA, Tile::PitchA,
                         Tile::Threads, Aligned ? 16 / sizeof(typename Problem::A) : 1>
        fetchA;
    warpsmith::TileFetch<typename Problem::B, Tile::RowsB, Tile::ColumnsB, Tile::PitchB,
                         Tile::Threads, Aligned ? 16 / sizeof(typename Problem::B) : 1>
        fetchB;
    const auto fetch = [&](int k0) {
      fetchA.load(tileOfA<Problem>(problem.a, problem.lda, blockRow, k0), problem.lda,
                  rowsOfA - blockRow, problem.k - k0, thread);
      fetchB.load(tileOfB<Problem>(problem.b, problem.ldb, blockColumn, k0), problem.ldb,
                  problem.k - k0, columnsOfB - blockColumn, thread);
    };
    fetch(0);
    for (int k0 = 0; k0 < problem.k; k0 += Tile::BlockK) {
      synchronizeThreads<Problem, Tile>(); // the previous tile has been read
      fetchA.store(tilesA, thread);
      fetchB.store(tilesB, thread);
      synchronizeThreads<Problem, Tile>(); // this tile is complete
      if (k0 + Tile::BlockK < problem.k)
        fetch(k0 + Tile::BlockK); // the next one is on its way while this one is multiplied
      const int steps = problem.k - k0;
      multiplyTile<Problem, Tile, Sum>(problem, sum, tilesA, tilesB, blockRow, blockColumn,
                                       threadRow, threadColumn, firstStep + k0, steps);
    }
  }

  // Elements of C that a thread stores at once.
  constexpr int Run = Aligned ? Tile::RunN : 1;

#pragma unroll
  for (int i = 0; i < Tile::ThreadM; ++i) {
    const int row = blockRow + rowOf<Tile>(i, threadRow);
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; j += Run) {
      const int column = blockColumn + columnOf<Tile>(j, threadColumn);
      if (row < problem.m && column < problem.n) {
        auto *const to = problem.c + (long long)row * problem.ldc + column;
        const auto old = warpsmith::loadVector<Run>(to);
        warpsmith::Vector<typename Problem::C, Run> result;
#pragma unroll
        for (int r = 0; r < Run; ++r)
          result.values[r] = problem.finish(sum[i][j + r], old.values[r], row, column + r);
        warpsmith::storeVector(to, result);
      }
    }
  }
}

/// The block's tile of C. Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <typename Problem, typename Tile, bool Aligned>
__device__ __forceinline__ void computeTile(Problem problem) {
  const int thread = threadIdx.x;
  const int blockRow = blockIdx.y * Tile::BlockM, blockColumn = blockIdx.x * Tile::BlockN;
  // The steps that elements of the block's tile have.
  problem.k = problem.endOfSteps(min(blockRow + Tile::BlockM, problem.m) - 1,
                                 min(blockColumn + Tile::BlockN, problem.n) - 1, problem.k);
  extern __shared__ __align__(128) unsigned char shared[];
  auto *const tilesA = reinterpret_cast<typename Problem::StoredA *>(shared);
  auto *const tilesB = reinterpret_cast<typename Problem::StoredB *>(
      tilesA + Problem::Products * Tile::Stages * Tile::TileA);

  compute<Problem, Tile, typename Problem::Sum, Aligned>(problem, thread, blockRow, blockColumn,
                                                         tilesA, tilesB);
}

} // namespace fma

#ifdef __NVCC_DIAG_PRAGMA_SUPPORT__
#pragma nv_diagnostic pop
#endif

} // namespace code_8bbe9f51aacd
} // namespace trmm_rewritten_support

// trmm of trmm.cu, rewritten by warpsmith as tile<128;128;16;8;8>.
//   Generated by version 0.1.0; warpsmith --revert takes it out again.
//   C starts as 0.0f; each step of k: sum + A * B; stored: sum.
//   Numerics: bitexact: the order of k and every rounding are the original's.
//   Checked at each launch, else trmm runs:
//   its threads cover C, C does not overlap A or B, sizes are positive.
namespace trmm_rewritten {
inline namespace code_8f595a71a05d {
namespace warpsmith = ::trmm_rewritten_support::code_8bbe9f51aacd;

/// What warpsmith/kernels/fma.cuh asks of a product.
/// C has m x n elements, each the sum of k products; ld* are from row to row.
struct Problem {
  using A = float;
  using B = float;
  using C = float;
  using StoredA = float;
  using StoredB = float;
  using Sum = float;
  static constexpr int Products = 1;
  static constexpr bool StartsLater = false;

  int m, n, k;
  const float *a;
  int lda;
  const float *b;
  int ldb;
  float *c;
  int ldc;

  __device__ void add(float &sum, float a, float b) const { sum += a * b; }
  __device__ float finish(float sum, float, int, int) const { return sum; }
  __device__ int endOfSteps(int row, int, int end) const { return min(row + 1, end); }
};

// Rows, columns and steps of a block; rows and columns of a thread, of a warp's lanes;
// steps, rows and columns of a load; stages.
using BlockTile = warpsmith::fma::FmaTile<Problem, 128, 128, 16, 8, 8, 4, 8, 4, 1, 4>;

/// Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <bool Aligned>
__global__ void __launch_bounds__(BlockTile::Threads)
    kernel(int m, int n, int k, const float *__restrict__ a, int lda, const float *__restrict__ b,
           int ldb, float *__restrict__ c, int ldc) {
  warpsmith::fma::computeTile<Problem, BlockTile, Aligned>(
      Problem{m, n, k, a, lda, b, ldb, c, ldc});
}

/// Runs the kernel above where its preconditions hold, and trmm as launched where not.
inline void launch(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t stream, const float *L,
                   const float *B, float *C, int m, int n) {
  // C is rows x columns and each element sums `steps` products; ld* separate rows in memory.
  const long long rows = m, columns = n, steps = m;
  const long long lda = m, ldb = n, ldc = n;
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
                        warpsmith::disjoint(C, rows * ldc * (long long)sizeof(*C), L,
                                            rows * lda * (long long)sizeof(*L)) &&
                        warpsmith::disjoint(C, rows * ldc * (long long)sizeof(*C), B,
                                            steps * ldb * (long long)sizeof(*B));
  const dim3 blocks((columns + BlockTile::BlockN - 1) / BlockTile::BlockN,
                    (rows + BlockTile::BlockM - 1) / BlockTile::BlockM);
  const bool aligned = warpsmith::vectorizable(L, steps, lda) &&
                       warpsmith::vectorizable(B, columns, ldb) &&
                       warpsmith::vectorizable(C, columns, ldc);
  const auto rewritten = aligned ? kernel<true> : kernel<false>;
  const bool ran = covered && separate && blocks.y <= 65535;
  if (warpsmith::isTraced())
    warpsmith::trace("trmm, tile<128;128;16;8;8>", ran, "the original ran", {rows, columns, steps},
                     {{"blockDim.z * gridDim.z == 1", (long long)block.z * grid.z, 1, true},
                      {"blockDim.y * gridDim.y >= m", (long long)block.y * grid.y, rows},
                      {"blockDim.x * gridDim.x >= n", (long long)block.x * grid.x, columns}},
                     {covered, sized, separate});
  if (ran)
    rewritten<<<blocks, BlockTile::Threads, BlockTile::SharedBytes, stream>>>(
        (int)rows, (int)columns, (int)steps, L, (int)lda, B, (int)ldb, C, (int)ldc);
  else
    trmm<<<grid, block, sharedBytes, stream>>>(L, B, C, m, n);
}

} // namespace code_8f595a71a05d
} // namespace trmm_rewritten
// warpsmith: end

void run_trmm(const float *L, const float *B, float *C, int m, int n) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  trmm_rewritten::launch(grid, block, 0, 0, L, B, C, m, n);
}
