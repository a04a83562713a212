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
#include <cstdio>
#include <cstdlib>

// What the code below uses of warpsmith's device headers and kernel files.
namespace linear_relu_rewritten_support {
inline namespace code_dd722944dbb3 {
namespace warpsmith = ::linear_relu_rewritten_support::code_dd722944dbb3;

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

// From warpsmith/device/reads_in_runs.h

/// How many neighbours in a row a thread reads, and how many at once, as an argument.
template <int Count, int Aligned>
struct RunOf {};

/// Words that one instruction reads.
template <int Bytes>
struct WordOf {};
template <>
struct WordOf<8> {
  using Type = uint2;
};
template <>
struct WordOf<4> {
  using Type = unsigned;
};
template <>
struct WordOf<2> {
  using Type = unsigned short;
};
template <>
struct WordOf<1> {
  using Type = unsigned char;
};

/// Reads Count elements that nobody writes while the kernel runs: words of Aligned of them, which
/// their address is aligned for. That nobody writes them is in the instruction: it need not wait
/// for the stores before it.
template <int Count, int Aligned, typename Element>
__device__ __forceinline__ Vector<Element, Count> loadRun(const Element *from) {
  using Word = typename WordOf<sizeof(Element) * Aligned>::Type;
  constexpr int Words = sizeof(Element) * Count / sizeof(Word);
  Word words[Words];
#pragma unroll
  for (int i = 0; i < Words; ++i)
    words[i] = __ldg(reinterpret_cast<const Word *>(from) + i);
  Vector<Element, Count> run;
  __builtin_memcpy(&run, words, sizeof(run));
  return run;
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
  static constexpr int RowsB = BlockN, ColumnsB = BlockK,
                       PitchB = ColumnsB + 16 / sizeof(typename Problem::StoredB);
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
  return i * Tile::ThreadColumns + threadColumn;
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
/// Loads a thread's columns of B's tile, StepGroup steps from `first` on.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
loadRowsOfB(typename Problem::StoredB (&fragmentB)[Tile::ThreadN][Tile::StepGroup],
            const typename Problem::StoredB *tileB, int threadColumn, int first) {
#pragma unroll
  for (int j = 0; j < Tile::ThreadN; ++j) {
    const auto run = warpsmith::loadVector<Tile::StepGroup>(
        &tileB[columnOf<Tile>(j, threadColumn) * Tile::PitchB + first]);
#pragma unroll
    for (int step = 0; step < Tile::StepGroup; ++step)
      fragmentB[j][step] = run.values[step];
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
  loadRowsOfB<Problem, Tile>(fragmentB, tileB, threadColumn, first);
#pragma unroll
  for (int step = 0; step < Tile::StepGroup; ++step) {
    if (step >= count)
      break;
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
  return b + (long long)blockColumn * ldb + k0;
}

/// Stores what becomes of a thread's sums with what it reads beside them, Run elements of C at a
/// time. Where all of C is stored, those of all runs are on their way before one is needed: beyond
/// C the last ones are read once more.
template <typename Problem, typename Tile, typename Sum, int Run, int ReadAtOnce>
__device__ __forceinline__ void
storeSumsBeside(const Problem &problem, const Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
                int blockRow, int blockColumn, int threadRow, int threadColumn) {
  const auto read = [&](int row, int column) {
    return problem.beside(warpsmith::RunOf<Run, ReadAtOnce>(), row, column);
  };
#pragma unroll
  for (int i = 0; i < Tile::ThreadM; ++i) {
    const int row = blockRow + rowOf<Tile>(i, threadRow);
    decltype(read(0, 0)) beside[Tile::ThreadN / Run];

#pragma unroll
    for (int j = 0; j < Tile::ThreadN; j += Run)
      beside[j / Run] = read(min(row, problem.m - 1),
                             min(blockColumn + columnOf<Tile>(j, threadColumn), problem.n - Run));

#pragma unroll
    for (int j = 0; j < Tile::ThreadN; j += Run) {
      const int column = blockColumn + columnOf<Tile>(j, threadColumn);
      if (row < problem.m && column < problem.n) {
        auto *const to = problem.c + (long long)row * problem.ldc + column;
        const auto old = warpsmith::loadVector<Run>(to);
        warpsmith::Vector<typename Problem::C, Run> result;
#pragma unroll
        for (int r = 0; r < Run; ++r)
          result.values[r] = problem.finishBeside(sum[i][j + r], old.values[r], beside[j / Run], r,
                                                  row, column + r);
        warpsmith::storeVector(to, result);
      }
    }
  }
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
          problem.ldb, columnsOfB - blockColumn, problem.k - k0, thread);
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

  storeSumsBeside<Problem, Tile, Sum, Run, Run>(problem, sum, blockRow, blockColumn, threadRow,
                                                threadColumn);
}

/// The block's tile of C. Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <typename Problem, typename Tile, bool Aligned>
__device__ __forceinline__ void computeTile(Problem problem) {
  const int thread = threadIdx.x;
  const int blockRow = blockIdx.y * Tile::BlockM, blockColumn = blockIdx.x * Tile::BlockN;
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

} // namespace code_dd722944dbb3
} // namespace linear_relu_rewritten_support

// linear_relu of linear.cu, rewritten by warpsmith as tile<64;64;16;4;4>,pipeline<stages=3>.
//   Generated by version 0.1.0; warpsmith --revert takes it out again.
//   C starts as 0.0f; each step of k: sum + A * B; stored: fmaxf(sum + E0, 0.0f).
//   Numerics: bitexact: the order of k and every rounding are the original's.
//   Checked at each launch, else linear_relu runs:
//   its threads cover C, C does not overlap A or B, sizes are positive,
//   the GPU is sm_80 or newer.
namespace linear_relu_rewritten {
inline namespace code_f33935832b33 {
namespace warpsmith = ::linear_relu_rewritten_support::code_dd722944dbb3;

/// What neighbouring results read besides their sums.
template <int Count>
struct Beside {
  warpsmith::Vector<float, Count> extra0;
};

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

  int m, n, k;
  const float *a;
  int lda;
  const float *b;
  int ldb;
  float *c;
  int ldc;
  const float *extra0;

  __device__ void add(float &sum, float a, float b) const { sum += a * b; }
  template <int Count, int Aligned>
  __device__ Beside<Count> beside(warpsmith::RunOf<Count, Aligned>, int, int column) const {
    return {warpsmith::loadRun<Count, Aligned>(&extra0[column])};
  }
  template <typename Beside>
  __device__ float finishBeside(float sum, float, const Beside &beside, int which, int, int) const {
    return fmaxf(sum + beside.extra0.values[which], 0.0f);
  }
};

// Rows, columns and steps of a block; rows and columns of a thread, of a warp's lanes;
// steps, rows and columns of a load; stages.
using BlockTile = warpsmith::fma::FmaTile<Problem, 64, 64, 16, 4, 4, 4, 8, 4, 1, 1, 3>;

/// Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <bool Aligned>
__global__ void __launch_bounds__(warpsmith::CompiledFor<80> ? BlockTile::Threads : 1)
    kernel(int m, int n, int k, const float *__restrict__ a, int lda, const float *__restrict__ b,
           int ldb, float *__restrict__ c, int ldc, const float *__restrict__ extra0) {
  if constexpr (warpsmith::CompiledFor<80>) {
    warpsmith::fma::computeTile<Problem, BlockTile, Aligned>(
        Problem{m, n, k, a, lda, b, ldb, c, ldc, extra0});
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
                     steps <= Most && lda >= 0 && ldb >= 0 && ldc >= columns &&
                     lda <= Most / BlockTile::RowsA && ldb <= Most / BlockTile::RowsB &&
                     ldc <= Most;
  const bool separate = sized &&
                        warpsmith::disjoint(y, rows * ldc * (long long)sizeof(*y), x,
                                            rows * lda * (long long)sizeof(*x)) &&
                        warpsmith::disjoint(y, rows * ldc * (long long)sizeof(*y), weights,
                                            columns * ldb * (long long)sizeof(*weights)) &&
                        warpsmith::disjoint(y, rows * ldc * (long long)sizeof(*y), bias,
                                            ((columns - 1) * (1) + 1) * (long long)sizeof(*bias));
  const dim3 blocks((columns + BlockTile::BlockN - 1) / BlockTile::BlockN,
                    (rows + BlockTile::BlockM - 1) / BlockTile::BlockM);
  const bool aligned = warpsmith::vectorizable(x, steps, lda) &&
                       warpsmith::vectorizable(weights, steps, ldb) &&
                       warpsmith::vectorizable(y, columns, ldc);
  const auto rewritten = aligned ? kernel<true> : kernel<false>;
  const warpsmith::Device device = warpsmith::currentDevice();
  const bool ran = device.capability >= 80 && covered && separate && blocks.y <= 65535 &&
                   warpsmith::launch(device, rewritten, blocks, BlockTile::Threads,
                                     BlockTile::SharedBytes, stream, (int)rows, (int)columns,
                                     (int)steps, x, (int)lda, weights, (int)ldb, y, (int)ldc, bias);
  warpsmith::BuiltCode<warpsmith::isBuiltFor(80, true)>::expect();
  if (warpsmith::isTraced())
    warpsmith::trace("linear_relu, tile<64;64;16;4;4>,pipeline<stages=3>", ran, "the original ran",
                     {rows, columns, steps},
                     {{"blockDim.z * gridDim.z == 1", (long long)block.z * grid.z, 1, true},
                      {"blockDim.y * gridDim.y >= batch", (long long)block.y * grid.y, rows},
                      {"blockDim.x * gridDim.x >= outputs", (long long)block.x * grid.x, columns},
                      {"the device's compute capability >= 80", device.capability, 80}},
                     {covered, sized, separate});
  if (!ran)
    linear_relu<<<grid, block, sharedBytes, stream>>>(x, weights, bias, y, batch, inputs, outputs);
}

} // namespace code_f33935832b33
} // namespace linear_relu_rewritten
// warpsmith: end

void forward(const float *x, const float *weights, const float *bias, float *y, int batch,
             int inputs, int outputs, cudaStream_t stream) {
  dim3 block(32, 8);
  dim3 grid((outputs + block.x - 1) / block.x, (batch + block.y - 1) / block.y);
  linear_relu_rewritten::launch(grid, block, 0, stream, x, weights, bias, y, batch, inputs, outputs);
}
