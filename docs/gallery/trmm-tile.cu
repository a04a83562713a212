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
      if (isOwn(first))
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
      if (isOwn(first))
        storeVector(tile + first / Columns * Pitch + first % Columns, runs[run]);
    }
  }

  /// The last runs may be more than there are elements.
  __device__ static constexpr bool isOwn(int first) {
    return Rows * Columns % (Threads * Width) == 0 || first < Rows * Columns;
  }
};

// From warpsmith/device/instruction_order.h

/// In `if (condition) sum += a * b`, where a and b are there in any case, LLVM may select between
/// the product and -0 and add what it gets, which is no FMA. It does not where this comes first.
__device__ __forceinline__ void keepFma(float &sum) {
  asm volatile("" : "+f"(sum));
}
__device__ __forceinline__ void keepFma(double &sum) {
  asm volatile("" : "+d"(sum));
}
/// Other sums have no FMA that two operators make.
template <typename Sum>
__device__ __forceinline__ void keepFma(Sum &) {
}

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

} // namespace v0_1_0_sm_80
} // namespace warpsmith

// trmm of trmm.cu, rewritten by warpsmith as tile<128;128;16;8;8>.
//   Generated by version 0.1.0; warpsmith --revert takes it out again.
//   C starts as 0.0f; each step of k: sum + A * B; stored: sum.
//   Numerics: bitexact: the order of k and every rounding are the original's.
//   Checked at each launch, else trmm runs:
//   its threads cover C, C does not overlap A or B, sizes are positive.
namespace trmm_rewritten {

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
constexpr int StageBytes = TileA * sizeof(float) + TileB * sizeof(float);
constexpr int SharedBytes = StageBytes;

/// The i-th row and column, in the block's tile, of a thread.
__device__ __forceinline__ int rowOf(int i, int threadRow) {
  return i * ThreadRows + threadRow;
}
__device__ __forceinline__ int columnOf(int i, int threadColumn) {
  return (i / RunN * ThreadColumns + threadColumn) * RunN + i % RunN;
}

/// Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <bool Aligned>
__global__ void __launch_bounds__(Threads)
    kernel(int m, int n, int k, const float *__restrict__ a, int lda, const float *__restrict__ b,
           int ldb, float *__restrict__ c, int ldc) {
  const int thread = threadIdx.x;
  const int blockRow = blockIdx.y * BlockM, blockColumn = blockIdx.x * BlockN;
  // The steps that elements of the block's tile have.
  k = min(min(blockRow + BlockM, m) - 1 + 1, k);
  extern __shared__ __align__(128) unsigned char shared[];
  auto *const tilesA = reinterpret_cast<float *>(shared);
  auto *const tilesB = reinterpret_cast<float *>(tilesA + TileA);

  constexpr int Lanes = WarpRows * WarpColumns;
  constexpr int WarpsAlongN = ThreadColumns / WarpColumns;
  const int warp = thread / Lanes, lane = thread % Lanes;
  const int threadRow = warp / WarpsAlongN * WarpRows + lane / WarpColumns;
  const int threadColumn = warp % WarpsAlongN * WarpColumns + lane % WarpColumns;

  float sum[ThreadM][ThreadN] = {};

  warpsmith::TileFetch<float, RowsA, ColumnsA, PitchA, Threads, Aligned ? 16 / sizeof(float) : 1>
      fetchA;
  warpsmith::TileFetch<float, RowsB, ColumnsB, PitchB, Threads, Aligned ? 16 / sizeof(float) : 1>
      fetchB;
  const auto fetch = [&](int k0) {
    fetchA.load(a + (long long)blockRow * lda + k0, lda, m - blockRow, k - k0, thread);
    fetchB.load(b + (long long)k0 * ldb + blockColumn, ldb, k - k0, n - blockColumn, thread);
  };
  fetch(0);
  for (int k0 = 0; k0 < k; k0 += BlockK) {
    __syncthreads(); // the previous tile has been read
    fetchA.store(tilesA, thread);
    fetchB.store(tilesB, thread);
    __syncthreads(); // this tile is complete
    if (k0 + BlockK < k)
      fetch(k0 + BlockK); // the next one is on its way while this one is multiplied
    const int steps = k - k0;
    if (steps >= BlockK && (k0 + BlockK <= min(blockRow + 1, k0 + steps))) {
#pragma unroll
      for (int first = 0; first < BlockK; first += StepGroup) {
        float fragmentA[ThreadM][StepGroup];
        float fragmentB[ThreadN][StepGroup];
#pragma unroll
        for (int i = 0; i < ThreadM; ++i) {
          const auto run =
              warpsmith::loadVector<StepGroup>(&tilesA[rowOf(i, threadRow) * PitchA + first]);
#pragma unroll
          for (int step = 0; step < StepGroup; ++step)
            fragmentA[i][step] = run.values[step];
        }
#pragma unroll
        for (int step = 0; step < StepGroup; ++step) {
          if (step >= StepGroup)
            break;
#pragma unroll
          for (int j = 0; j < ThreadN; j += RunN) {
            const auto run = warpsmith::loadVector<RunN>(
                &tilesB[(first + step) * PitchB + columnOf(j, threadColumn)]);
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
    } else {
#pragma unroll 1
      for (int step = 0; step < min(steps, BlockK); ++step) {
        float fragmentA[ThreadM];
        float fragmentB[ThreadN];
#pragma unroll
        for (int i = 0; i < ThreadM; ++i) {
          const int row = rowOf(i, threadRow);
          const int place = row * PitchA + step;
          fragmentA[i] = tilesA[place];
        }
#pragma unroll
        for (int j = 0; j < ThreadN; ++j) {
          const int column = columnOf(j, threadColumn);
          const int place = step * PitchB + column;
          fragmentB[j] = tilesB[place];
        }
#pragma unroll
        for (int i = 0; i < ThreadM; ++i) {
          const int row = blockRow + rowOf(i, threadRow);
#pragma unroll
          for (int j = 0; j < ThreadN; ++j) {
            if (k0 + step < min(row + 1, k0 + steps)) {
              warpsmith::keepFma(sum[i][j]);
              sum[i][j] += fragmentA[i] * fragmentB[j];
            }
          }
        }
      }
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
          result.values[r] = sum[i][j + r];
        warpsmith::storeVector(to, result);
      }
    }
  }
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
                     lda <= Most / RowsA && ldb <= Most / RowsB && ldc <= Most;
  const bool separate = sized &&
                        warpsmith::disjoint(C, rows * ldc * (long long)sizeof(*C), L,
                                            rows * lda * (long long)sizeof(*L)) &&
                        warpsmith::disjoint(C, rows * ldc * (long long)sizeof(*C), B,
                                            steps * ldb * (long long)sizeof(*B));
  const dim3 blocks((columns + BlockN - 1) / BlockN, (rows + BlockM - 1) / BlockM);
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
    rewritten<<<blocks, Threads, SharedBytes, stream>>>((int)rows, (int)columns, (int)steps, L,
                                                        (int)lda, B, (int)ldb, C, (int)ldc);
  else
    trmm<<<grid, block, sharedBytes, stream>>>(L, B, C, m, n);
}

} // namespace trmm_rewritten
// warpsmith: end

void run_trmm(const float *L, const float *B, float *C, int m, int n) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  trmm_rewritten::launch(grid, block, 0, 0, L, B, C, m, n);
}
