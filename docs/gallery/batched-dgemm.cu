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
#include <cstdio>
#include <cstdlib>

// What the code below uses of warpsmith's device headers and kernel files.
namespace batched_dgemm_rewritten_support {
inline namespace code_dc0a6e911d28 {
namespace warpsmith = ::batched_dgemm_rewritten_support::code_dc0a6e911d28;

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
inline void noteRefusal(const char *refusal) {
  if (isTraced())
    launchNote().refusal = refusal;
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

/// Whether the device can run the kernel in blocks of so many threads with so much dynamic shared
/// memory, which are always the same for a kernel. Code that was compiled without its instructions
/// has a bound of one thread. The compute capability does not tell which code a device has: the
/// same GPU runs code for sm_90 and for sm_90a. Each thread asks once for a kernel and a device, as
/// long as there are not too many.
inline bool isAble(const Device &device, const void *kernel, int threads, int sharedBytes) {
  constexpr int Most = 256;
  thread_local const void *kernels[Most]; // those that are able
  thread_local int devices[Most], count = 0;
  for (int index = 0; index < count; ++index)
    if (kernels[index] == kernel && devices[index] == device.number)
      return true;
  bool able = false;
  cudaFuncAttributes attributes = {};
  if (sharedBytes > device.sharedBytes ||
      cudaFuncGetAttributes(&attributes, kernel) != cudaSuccess ||
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes) !=
          cudaSuccess)
    cudaGetLastError(); // the fallback must not report it
  else
    able = attributes.maxThreadsPerBlock >= threads;
  if (able && count < Most) {
    kernels[count] = kernel;
    devices[count++] = device.number;
  }
  if (!able)
    noteRefusal(sharedBytes > device.sharedBytes
                    ? "a block needs more shared memory than the device has"
                    : "the program has no code of it for the device: see nvcc's -arch");
  return able;
}

/// The same of a kernel by its name.
template <typename Kernel>
bool canLaunch(const Device &device, Kernel *kernel, int threads, int sharedBytes) {
  return isAble(device, reinterpret_cast<const void *>(kernel), threads, sharedBytes);
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

/// Whether the code that is compiled is for GPUs of this compute capability (80) or newer ones; to
/// the host's it makes no difference.
template <int Capability>
constexpr bool CompiledFor =
#ifdef __CUDA_ARCH__
    __CUDA_ARCH__ >= 10 * Capability;
#else
    true;
#endif

// From warpsmith/device/launch.h

/// As kernel<<<blocks, threads, sharedBytes, stream>>>(arguments...); false when the device cannot
/// run it, or refuses.
template <typename... Parameters, typename... Arguments>
bool launch(const Device &device, void (*kernel)(Parameters...), dim3 blocks, int threads,
            int sharedBytes, cudaStream_t stream, Arguments... arguments) {
  if (!canLaunch(device, kernel, threads, sharedBytes))
    return false;
  const cudaLaunchConfig_t configuration = {blocks, dim3(threads), (size_t)sharedBytes,
                                            stream, nullptr,       0};
  if (cudaLaunchKernelEx(&configuration, kernel, static_cast<Parameters>(arguments)...) ==
      cudaSuccess)
    return true;
  // For later launches: cudaDeviceReset has taken the shared memory back.
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sharedBytes);
  cudaGetLastError(); // the fallback must not report it
  return false;
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

// From warpsmith/device/copy_async.h

/// Starts to copy Bytes (4, 8 or 16) bytes; when not `exists`, writes zeros instead.
template <int Bytes>
__device__ __forceinline__ void copyAsync(void *shared, const void *global, bool exists) {
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  const int read = exists ? Bytes : 0;
  if constexpr (Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(global), "r"(read)
                 : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(global), "n"(Bytes),
                 "r"(read)
                 : "memory");
}

/// Closes the group of copies that this thread has started since the last call.
__device__ __forceinline__ void commitCopies() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}

/// Waits until at most Pending of this thread's groups, the youngest, are still in flight.
template <int Pending>
__device__ __forceinline__ void waitForCopies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
}

/// Starts to copy a tile whose first element is *matrix; of it, rows x columns elements exist and
/// the others become zero. Offsets within a tile fit in an int. Runs too short for cp.async are
/// copied at once.
template <int Rows, int Columns, int Pitch, int Threads, int Width, typename Element>
__device__ __forceinline__ void copyTileAsync(Element *tile, const Element *matrix,
                                              int leadingDimension, int rows, int columns,
                                              int thread) {
  // Single elements make many copies: unrolling them all would fill the registers with addresses.
  using Shape = TileShape<Rows, Columns, Pitch, Threads, Width>;
  constexpr int Unroll = Width > 1 ? Shape::Runs : 2;
  Shape::template forEach<Unroll>(thread, [&](int, int row, int column) {
    Element *to = tile + row * Pitch + column;
    const bool exists = row < rows && column < columns;
    const Element *from = exists ? matrix + row * leadingDimension + column : matrix;
    copyAsync<Width * sizeof(Element)>(to, from, exists);
  });
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
  static constexpr int SharedBytes = Stages * StageBytes;
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

/// Adds the products of a tile, of which `steps` steps of k exist.
template <typename Problem, typename Tile, typename Sum>
__device__ __forceinline__ void
multiplyTile(const Problem &problem, Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
             const typename Problem::StoredA *tileA, const typename Problem::StoredB *tileB,
             int threadRow, int threadColumn, int steps) {
  if (steps >= Tile::BlockK) {
#pragma unroll
    for (int first = 0; first < Tile::BlockK; first += Tile::StepGroup)
      multiply<Problem, Tile, Sum>(problem, sum, tileA, tileB, threadRow, threadColumn, first,
                                   Tile::StepGroup);
  } else {
    for (int first = 0; first < steps; first += Tile::StepGroup)
      multiply<Problem, Tile, Sum>(problem, sum, tileA, tileB, threadRow, threadColumn, first,
                                   steps - first);
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

  const int rowsOfA = problem.m;
  const int columnsOfB = problem.n;

  {
    const int tiles = (problem.k + Tile::BlockK - 1) / Tile::BlockK;
    const auto copy = [&](int tile) {
      const int stage = tile % Tile::Stages, k0 = tile * Tile::BlockK;
      warpsmith::copyTileAsync<Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Tile::Threads,
                               Aligned ? 16 / sizeof(typename Problem::A) : 1>(
          tilesA + stage * Tile::TileA, tileOfA<Problem>(problem.a, problem.lda, blockRow, k0),
          problem.lda, rowsOfA - blockRow, problem.k - k0, thread);
      warpsmith::copyTileAsync<Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Tile::Threads,
                               Aligned ? 16 / sizeof(typename Problem::B) : 1>(
          tilesB + stage * Tile::TileB, tileOfB<Problem>(problem.b, problem.ldb, blockColumn, k0),
          problem.ldb, problem.k - k0, columnsOfB - blockColumn, thread);
    };
#pragma unroll
    for (int tile = 0; tile < Tile::Stages - 1; ++tile) {
      if (tile < tiles)
        copy(tile);
      warpsmith::commitCopies();
    }
    for (int tile = 0; tile < tiles; ++tile) {
      const int stage = tile % Tile::Stages, steps = problem.k - tile * Tile::BlockK;
      auto *const tileA = tilesA + stage * Tile::TileA;
      auto *const tileB = tilesB + stage * Tile::TileB;
      warpsmith::waitForCopies<Tile::Stages - 2>(); // this thread's part of the tile has arrived
      synchronizeThreads<Problem, Tile>(); // everyone's part has, and the stage to refill is free
      if (tile + Tile::Stages - 1 < tiles)
        copy(tile + Tile::Stages - 1);
      warpsmith::commitCopies();
      multiplyTile<Problem, Tile, Sum>(problem, sum, tileA, tileB, threadRow, threadColumn, steps);
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
  // This block's product of the batch.

  problem.a += blockIdx.z * problem.batchA;
  problem.b += blockIdx.z * problem.batchB;
  problem.c += blockIdx.z * problem.batchC;

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

} // namespace code_dc0a6e911d28
} // namespace batched_dgemm_rewritten_support

// batched_dgemm of batched.cu, rewritten by warpsmith as tile<128;64;16;8;4>,pipeline<stages=3>.
//   Generated by version 0.1.0; warpsmith --revert takes it out again.
//   C starts as 0.0; each step of k: sum + A * B; stored: sum.
//   Numerics: bitexact: the order of k and every rounding are the original's.
//   Checked at each launch, else batched_dgemm runs:
//   its threads cover C, C does not overlap A or B, sizes are positive,
//   the GPU is sm_80 or newer with 78 KiB of shared memory a block.
namespace batched_dgemm_rewritten {
inline namespace code_4ed53ad4f8e6 {
namespace warpsmith = ::batched_dgemm_rewritten_support::code_dc0a6e911d28;

/// What warpsmith/kernels/fma.cuh asks of a product.
/// C has m x n elements, each the sum of k products; ld* are from row to row.
struct Problem {
  using A = double;
  using B = double;
  using C = double;
  using StoredA = double;
  using StoredB = double;
  using Sum = double;
  static constexpr int Products = 1;

  int m, n, k;
  const double *a;
  int lda;
  const double *b;
  int ldb;
  double *c;
  int ldc;
  long long batchA, batchB, batchC;

  __device__ void add(double &sum, double a, double b) const { sum += a * b; }
  __device__ double finish(double sum, double, int, int) const { return sum; }
};

// Rows, columns and steps of a block; rows and columns of a thread, of a warp's lanes;
// steps, rows and columns of a load; stages.
using BlockTile = warpsmith::fma::FmaTile<Problem, 128, 64, 16, 8, 4, 4, 8, 2, 1, 2, 3>;

/// Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <bool Aligned>
__global__ void __launch_bounds__(warpsmith::CompiledFor<80> ? BlockTile::Threads : 1)
    kernel(int m, int n, int k, const double *__restrict__ a, int lda, const double *__restrict__ b,
           int ldb, double *__restrict__ c, int ldc, long long batchA, long long batchB,
           long long batchC) {
  if constexpr (warpsmith::CompiledFor<80>) {
    warpsmith::fma::computeTile<Problem, BlockTile, Aligned>(
        Problem{m, n, k, a, lda, b, ldb, c, ldc, batchA, batchB, batchC});
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
                     steps <= Most && lda >= 0 && ldb >= 0 && ldc >= columns &&
                     lda <= Most / BlockTile::RowsA && ldb <= Most / BlockTile::RowsB &&
                     ldc <= Most && products > 0 && products <= 65535 && (long long)n * n >= 0 &&
                     (long long)n * n >= 0 && (long long)n * n >= (rows - 1) * ldc + columns;
  const bool separate =
      sized &&
      warpsmith::disjoint(
          C, (rows * ldc + (products - 1) * ((long long)n * n)) * (long long)sizeof(*C), A,
          (rows * lda + (products - 1) * ((long long)n * n)) * (long long)sizeof(*A)) &&
      warpsmith::disjoint(
          C, (rows * ldc + (products - 1) * ((long long)n * n)) * (long long)sizeof(*C), B,
          (steps * ldb + (products - 1) * ((long long)n * n)) * (long long)sizeof(*B));
  const dim3 blocks((columns + BlockTile::BlockN - 1) / BlockTile::BlockN,
                    (rows + BlockTile::BlockM - 1) / BlockTile::BlockM, products);
  const bool aligned = warpsmith::vectorizable(A, steps, lda) &&
                       warpsmith::vectorizable(B, columns, ldb) &&
                       warpsmith::vectorizable(C, columns, ldc) &&
                       ((long long)n * n) * (long long)sizeof(*A) % 16 == 0 &&
                       ((long long)n * n) * (long long)sizeof(*B) % 16 == 0 &&
                       ((long long)n * n) * (long long)sizeof(*C) % 16 == 0;
  const auto rewritten = aligned ? kernel<true> : kernel<false>;
  const warpsmith::Device device = warpsmith::currentDevice();
  const bool ran =
      device.capability >= 80 && covered && separate && blocks.y <= 65535 &&
      warpsmith::launch(device, rewritten, blocks, BlockTile::Threads, BlockTile::SharedBytes,
                        stream, (int)rows, (int)columns, (int)steps, A, (int)lda, B, (int)ldb, C,
                        (int)ldc, (long long)n * n, (long long)n * n, (long long)n * n);
  warpsmith::BuiltCode<warpsmith::isBuiltFor(80, true)>::expect();
  if (warpsmith::isTraced())
    warpsmith::trace("batched_dgemm, tile<128;64;16;8;4>,pipeline<stages=3>", ran,
                     "the original ran", {rows, columns, steps},
                     {{"blockDim.z == 1", (long long)block.z, 1, true},
                      {"blockDim.y * gridDim.y >= n", (long long)block.y * grid.y, rows},
                      {"blockDim.x * gridDim.x >= n", (long long)block.x * grid.x, rows},
                      {"the device's compute capability >= 80", device.capability, 80}},
                     {covered, sized, separate});
  if (!ran)
    batched_dgemm<<<grid, block, sharedBytes, stream>>>(A, B, C, n);
}

} // namespace code_4ed53ad4f8e6
} // namespace batched_dgemm_rewritten
// warpsmith: end

void run_batched(const double *A, const double *B, double *C, int n, int count) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (n + 15) / 16, count);
  batched_dgemm_rewritten::launch(grid, block, 0, 0, A, B, C, n);
}
