// A layer of a convolutional network, NCHW, with a stride and padding.
#include <cuda_runtime.h>

__global__ void conv2d(int N, int C, int H, int W, int K, int R, int S, int P, int Q, int stride,
                       int pad, const float *x, const float *w, const float *bias, float *y) {
  int pq = blockIdx.x * blockDim.x + threadIdx.x;
  int k = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z;
  if (pq >= P * Q || k >= K)
    return;
  int p = pq / Q, q = pq % Q;
  float sum = bias[k];
  for (int c = 0; c < C; c++)
    for (int r = 0; r < R; r++)
      for (int s = 0; s < S; s++) {
        int iy = p * stride + r - pad, ix = q * stride + s - pad;
        if (iy >= 0 && iy < H && ix >= 0 && ix < W)
          sum += x[((n * C + c) * H + iy) * W + ix] * w[((k * C + c) * R + r) * S + s];
      }
  y[(n * K + k) * P * Q + pq] = sum;
}

// warpsmith: begin conv2d
#include <cstdio>
#include <cstdlib>
#include <utility>

// What the code below uses of warpsmith's device headers and kernel files.
namespace conv2d_rewritten_support {
inline namespace code_211416dad07a {
namespace warpsmith = ::conv2d_rewritten_support::code_211416dad07a;

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

/// True when the product of whole numbers, of at most 64 bits each, is one of 62 bits.
template <typename... Factors>
__host__ __device__ bool productFits(Factors... factors) {
  constexpr double Most = 4611686018427387904.0; // 2^62
  const double values[] = {(double)factors...};
  double product = 1;
  for (const double value : values)
    product *= value < 0 ? -value : value;
  return product < Most;
}

/// What 32-bit numbers hold, and a tile more.
constexpr long long MostOfGroup = 0x7fffffff - 8192;

/// An index that moves an access on by so many elements, and how many values it has.
struct MovingIndex {
  long long stride, extent;
};

/// How many values indices have together; 0 where one has none, or all have too many.
template <int Count>
long long countOf(const long long (&extents)[Count]) {
  long long count = 1;
  for (const long long extent : extents) {
    if (extent < 1 || extent > MostOfGroup / count)
      return 0;
    count *= extent;
  }
  return count;
}

/// How far the last element that indices reach lies behind the first; -1 where that is too far, or
/// an index moves backwards or has no values.
template <int Count>
long long lastOffset(const MovingIndex (&indices)[Count]) {
  long long last = 0;
  for (const MovingIndex &index : indices) {
    if (index.stride < 0 || index.extent < 1 ||
        (index.extent > 1 && index.stride > (MostOfGroup - last) / (index.extent - 1)))
      return -1;
    last += index.stride * (index.extent - 1);
  }
  return last;
}

/// The same of the indices of steps and those of lines together.
template <int OfSteps, int OfLines>
long long lastOffset(const MovingIndex (&steps)[OfSteps], const MovingIndex (&lines)[OfLines]) {
  const long long step = lastOffset(steps), line = lastOffset(lines);
  return step < 0 || line < 0 || step + line > MostOfGroup ? -1 : step + line;
}

/// True when places in padding, and elements `stride` apart, fit into an int. A place is `first`
/// and what indices of steps, which may run backwards, and of lines add to it. With `skips` it must
/// be in [0, extent) of some line at each step: one index of lines is enough for that, the others
/// being 0.
template <int OfSteps, int OfLines>
bool placesFit(long long first, const MovingIndex (&steps)[OfSteps],
               const MovingIndex (&lines)[OfLines], long long extent, long long stride,
               bool skips) {
  long long least = 0, most = 0; // that steps add
  for (const MovingIndex &step : steps) {
    const bool backwards = step.stride < 0;
    const long long moved = lastOffset({{backwards ? -step.stride : step.stride, step.extent}});
    if (moved < 0 || most - least > MostOfGroup)
      return false;
    (backwards ? least : most) += backwards ? -moved : moved;
  }
  const long long far = first < 0 ? -first : first;
  const long long line = lastOffset({lines[0]}), lastLine = lastOffset(lines);
  return lastLine >= 0 && far <= MostOfGroup && far + most - least + lastLine <= MostOfGroup &&
         extent > 0 && extent <= MostOfGroup + least && lastOffset({{stride, 1 + far}}) >= 0 &&
         (!skips ||
          (lines[0].stride <= extent && first + least >= -line && first + most <= extent - 1));
}

/// True when all places are in [0, extent). Indices are those that lastOffset() takes.
template <int Count>
bool staysInside(long long first, const MovingIndex (&indices)[Count], long long extent) {
  const long long last = lastOffset(indices);
  return first >= 0 && last >= 0 && first + last < extent;
}

/// True when indices, outermost first, reach each element once: each moves on by more than what
/// those inside of it reach.
template <int Count>
bool isDistinct(const MovingIndex (&indices)[Count]) {
  long long inside = 0;
  for (int at = Count; at-- > 0;) {
    const MovingIndex &index = indices[at];
    if (index.extent > 1 && index.stride <= inside)
      return false;
    inside += index.extent > 1 ? index.stride * (index.extent - 1) : 0;
  }
  return true;
}

/// True when two arrays do not overlap, of which the last elements lie so far behind the first.
template <typename First, typename Second>
bool areApart(const First *first, long long lastOfFirst, const Second *second,
              long long lastOfSecond) {
  return disjoint(first, (lastOfFirst + 1) * (long long)sizeof(First), second,
                  (lastOfSecond + 1) * (long long)sizeof(Second));
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
inline void noteTile(int rows, int columns, int steps) {
  if (isTraced())
    launchNote() = {rows, columns, steps, nullptr};
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

// From warpsmith/device/tile_time.h

/// The tile of least time, the first of several, by its place among them.
template <typename Time>
struct FastestTile {
  int tile;
  Time time;
};
template <typename Time, int Count>
FastestTile<Time> fastestTile(const Time (&times)[Count]) {
  FastestTile<Time> fastest = {0, times[0]};
  for (int tile = 1; tile < Count; ++tile)
    if (times[tile] < fastest.time)
      fastest = {tile, times[tile]};
  return fastest;
}

/// How often all of `places` are taken until as many tiles are computed.
constexpr long long wavesOf(long long tiles, int places) {
  return (tiles + places - 1) / places;
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

// From warpsmith/device/copy_async.h

/// Starts to copy Bytes (4, 8 or 16) bytes; when not `exists`, writes zeros instead.
template <int Bytes>
__device__ __forceinline__ void copyAsync(void *shared, const void *global, bool exists) {
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  const int read = exists ? Bytes : 0;
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

/// Copies Width elements that lie side by side; when they do not exist, writes zeros instead.
/// Before others read them, waitForElements() and a barrier.
template <int Width, typename Element>
__device__ __forceinline__ void copyElements(Element *to, const Element *from, bool exists) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  if constexpr (Width * sizeof(Element) >= 4)
    copyAsync<Width * sizeof(Element)>(to, from, exists);
  else
#endif
    storeVector(to, exists ? loadVector<Width>(from) : Vector<Element, Width>{});
}

/// Closes the group of copies that this thread has begun since the last call.
__device__ __forceinline__ void commitElements() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  commitCopies();
#endif
}

/// Waits until at most Pending of this thread's groups, the youngest, are still on their way.
template <int Pending>
__device__ __forceinline__ void waitForGroups() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  waitForCopies<Pending>();
#endif
}

// From warpsmith/device/gather.h

/// One thread's share of a tile of Lines x Steps elements. Lines are rows of A or columns of B. Of
/// threads side by side, each takes the next step (AlongSteps), or the next line. A line and a step
/// also have places in dimensions of the array, which add up: where one of the sums is outside of
/// its dimension, the element lies in padding, and there is none. Steps have their offsets and
/// places in shared memory.
template <typename Element, int Lines, int Steps, int Pitch, int Threads, bool AlongSteps,
          int Places>
struct Gather {
  // A thread has elements of so many lines, and of each so many steps side by side.
  static constexpr int OwnLines = AlongSteps ? Lines * Steps / Threads : 1;
  static constexpr int OwnSteps = Lines * Steps / Threads / OwnLines;
  // A byte says of so many steps of a line which of its elements exist.
  static constexpr int StepsOfByte = OwnSteps > 8 ? 8 : OwnSteps;
  int offsets[OwnLines];
  int places[OwnLines][Places > 0 ? Places : 1];

  __device__ static constexpr int lineOf(int i, int thread) {
    return AlongSteps         ? i * (Threads / Steps) + thread / Steps
           : Lines >= Threads ? i * Threads + thread
                              : thread % Lines;
  }
  __device__ static constexpr int firstStepOf(int thread) {
    return AlongSteps ? thread % Steps : Lines >= Threads ? 0 : thread / Lines * OwnSteps;
  }

  /// Finds the lines of the tile from line `first` on. Where there are no more than `lines`, the
  /// first one of all is copied instead of those behind the last: they are of no use.
  template <typename OffsetOf>
  __device__ __forceinline__ void findLines(int thread, int first, int lines, OffsetOf offsetOf) {
#pragma unroll
    for (int i = 0; i < OwnLines; ++i) {
      const int line = first + lineOf(i, thread);
      offsets[i] = offsetOf(line < lines ? line : 0);
    }
  }
  /// And where they are in dimensions with padding.
  template <typename PlaceOf>
  __device__ __forceinline__ void findPlaces(int thread, int first, int lines, PlaceOf placeOf) {
#pragma unroll
    for (int i = 0; i < OwnLines; ++i)
#pragma unroll
      for (int place = 0; place < Places; ++place) {
        const int line = first + lineOf(i, thread);
        places[i][place] = placeOf(place, line < lines ? line : 0);
      }
  }

  /// Starts to copy a tile: to a row of Pitch elements for each step.
  __device__ __forceinline__ void copy(int thread, const Element *from, Element *tile,
                                       const int *stepOffsets) const {
    const int first = firstStepOf(thread);
    int moved[OwnSteps];
    loadOwn(moved, stepOffsets + first);
#pragma unroll
    for (int i = 0; i < OwnLines; ++i)
#pragma unroll
      for (int own = 0; own < OwnSteps; ++own)
        copyElements<1>(tile + (first + own) * Pitch + lineOf(i, thread),
                        from + (offsets[i] + moved[own]), true);
  }

  /// The same of an operand with padding, where elements become zero. Steps have their places in
  /// the next dimension Threads numbers behind those in the one before. If `presence` is not null,
  /// tells there which elements exist: a row of Lines bytes for each StepsOfByte steps.
  template <typename ExtentOf>
  __device__ __forceinline__ void copyPadded(int thread, const Element *from, Element *tile,
                                             const int *stepOffsets, const int *stepPlaces,
                                             ExtentOf extentOf, unsigned *presence) const {
    const int first = firstStepOf(thread);
    int moved[OwnSteps], added[Places][OwnSteps];
    loadOwn(moved, stepOffsets + first);
#pragma unroll
    for (int place = 0; place < Places; ++place)
      loadOwn(added[place], stepPlaces + place * Threads + first);
    Vector<unsigned, OwnLines> exist = {};
#pragma unroll
    for (int i = 0; i < OwnLines; ++i)
#pragma unroll
      for (int own = 0; own < OwnSteps; ++own) {
        bool exists = true;
#pragma unroll
        for (int place = 0; place < Places; ++place) {
          // Of a negative number this is a large one.
          const unsigned at = places[i][place] + added[place][own];
          exists = exists && at < (unsigned)extentOf(place);
        }
        // Of what does not exist, the address is not used.
        copyElements<1>(tile + (first + own) * Pitch + lineOf(i, thread),
                        from + (offsets[i] + moved[own]), exists);
        exist.values[i] |= (exists ? 1u : 0u) << own;
      }
    if (presence)
      notePresence(thread, exist, reinterpret_cast<unsigned char *>(presence));
  }

  /// What shared memory has of a thread's steps.
  __device__ static __forceinline__ void loadOwn(int (&own)[OwnSteps], const int *from) {
    constexpr int Width = OwnSteps % 4 == 0 ? 4 : OwnSteps % 2 == 0 ? 2 : 1;
#pragma unroll
    for (int step = 0; step < OwnSteps; step += Width) {
      const auto run = loadVector<Width>(from + step);
#pragma unroll
      for (int s = 0; s < Width; ++s)
        own[step + s] = run.values[s];
    }
  }

  /// Writes which elements exist, of each line those of the thread's steps. All threads of a warp
  /// do so together.
  __device__ __forceinline__ void notePresence(int thread, const Vector<unsigned, OwnLines> &exist,
                                               unsigned char *bytes) const {
    const int first = firstStepOf(thread);
#pragma unroll
    for (int i = 0; i < OwnLines; ++i) {
#pragma unroll
      for (int own = 0; own < OwnSteps; own += StepsOfByte)
        bytes[(first + own) / StepsOfByte * Lines + lineOf(i, thread)] =
            (unsigned char)(exist.values[i] >> own);
    }
  }
};

// From warpsmith/kernels/gathered_tile.cuh
namespace gathered {

/// Lanes of a warp lie 32 / LaneColumns x LaneColumns over the block's threads; rows and columns
/// "of a load" are those that a thread reads from shared memory at once.
template <typename Problem, int RowsOfBlock, int ColumnsOfBlock, int StepsOfBlock, int RowsOfThread,
          int ColumnsOfThread, int LaneColumns, int RowsOfLoad, int ColumnsOfLoad, int RingStages,
          int ResidentBlocks, int RelativeTime = 0, int LeastTime = 0>
struct GatheredTile {
  // Elements of C that a block computes, and the steps of k that a tile of A and B holds.
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock, BlockK = StepsOfBlock;
  // Elements of C that a thread computes, and how the threads lie over the block's tile.
  static constexpr int ThreadM = RowsOfThread, ThreadN = ColumnsOfThread;
  static constexpr int ThreadRows = BlockM / ThreadM, ThreadColumns = BlockN / ThreadN;
  static_assert(BlockN % ThreadN == 0, "A block tile must be a whole number of thread tiles.");
  // The lanes of a warp lie WarpRows x WarpColumns, so that they read runs of B side by side.
  static constexpr int WarpRows = 32 / LaneColumns, WarpColumns = LaneColumns;
  static_assert(ThreadColumns % WarpColumns == 0,
                "The block's threads must be a whole number of warps in both directions.");
  static constexpr int Threads = ThreadRows * ThreadColumns;
  static_assert((BlockK == 16),
                "The threads must be whole warps, and a warp a whole number of tiles' steps.");
  static_assert(BlockN * BlockK % Threads == 0,
                "Each thread must gather the same number of elements.");
  static_assert(BlockN % 4 == 0, "Bytes of lines must be whole words.");
  // Elements side by side in a load.
  static constexpr int RunM = RowsOfLoad, RunN = ColumnsOfLoad;
  static_assert(ThreadN % RunN == 0, "A thread tile must be a whole number of runs.");
  // Tiles in shared memory: a row for each step. Threads that gather steps side by side store one
  // below the other: 16 bytes more put them in different banks.
  static constexpr int PitchA = BlockM + 16 / sizeof(typename Problem::A);
  static constexpr int PitchB = BlockN;
  static constexpr int TileA = BlockK * PitchA, TileB = BlockK * PitchB;
  static constexpr int Stages = RingStages;
  static_assert(Threads >= (Stages - 1) * BlockK,
                "Tiles that are copied without a barrier between them must be of the same table.");
  // Sums leave a thread in blocks of RowsOfPatch x ColumnsOfPatch, as many rows at once.
  static constexpr int RowsOfPatch = 2;
  static constexpr int ColumnsOfPatch = 2;
  static constexpr int Patch = RowsOfPatch * ThreadN; // elements of a thread
  // Registers are for so many blocks on a multiprocessor.
  static constexpr int BlocksAtOnce = ResidentBlocks;
  // Of a step: what a tile adds where there are many on a multiprocessor, and what few take.
  static constexpr int Time = RelativeTime, Least = LeastTime;
};

} // namespace gathered

// From warpsmith/kernels/gathered.cuh
namespace gathered {

/// The i-th row and column, in the block's tile, of a thread.
template <typename Tile>
__device__ constexpr int rowOf(int i, int threadRow) {
  return (i / Tile::RunM * Tile::ThreadRows + threadRow) * Tile::RunM + i % Tile::RunM;
}
template <typename Tile>
__device__ constexpr int columnOf(int i, int threadColumn) {
  return (i / Tile::RunN * Tile::ThreadColumns + threadColumn) * Tile::RunN + i % Tile::RunN;
}

/// A step of a thread's rows of A's tile.
template <typename Problem, typename Tile>
__device__ __forceinline__ void loadRows(typename Problem::A (&fragment)[Tile::ThreadM],
                                         const typename Problem::A *tileA, int threadRow,
                                         int step) {
#pragma unroll
  for (int i = 0; i < Tile::ThreadM; i += Tile::RunM) {
    const auto run =
        warpsmith::loadVector<Tile::RunM>(&tileA[step * Tile::PitchA + rowOf<Tile>(i, threadRow)]);
#pragma unroll
    for (int r = 0; r < Tile::RunM; ++r)
      fragment[i + r] = run.values[r];
  }
}
/// A step of a thread's columns of B's tile.
template <typename Problem, typename Tile>
__device__ __forceinline__ void loadColumns(typename Problem::B (&fragment)[Tile::ThreadN],
                                            const typename Problem::B *tileB, int threadColumn,
                                            int step) {
#pragma unroll
  for (int j = 0; j < Tile::ThreadN; j += Tile::RunN) {
    const auto run = warpsmith::loadVector<Tile::RunN>(
        &tileB[step * Tile::PitchB + columnOf<Tile>(j, threadColumn)]);
#pragma unroll
    for (int r = 0; r < Tile::RunN; ++r)
      fragment[j + r] = run.values[r];
  }
}

/// Adds the products of a step.
template <typename Problem, typename Tile, bool Padded>
__device__ __forceinline__ void
multiply(const Problem &problem, typename Problem::Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
         const typename Problem::A (&fragmentA)[Tile::ThreadM],
         const typename Problem::B (&fragmentB)[Tile::ThreadN],
         const unsigned (&present)[Tile::ThreadN / Tile::RunN], int bit) {
  // Products that share an operand, which comes from the reuse cache, and those that are left out
  // together stand one after the other.

#pragma unroll
  for (int j = 0; j < Tile::ThreadN; ++j)
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i) {
      // A product of zero would change a sum of -0, or one with an infinite factor.
      if constexpr (Padded)
        if (!(present[j / Tile::RunN] >> (j % Tile::RunN * 8 + bit) & 1))
          continue;
      problem.add(sum[i][j], fragmentA[i], fragmentB[j]);
    }
}

/// What kernel() computes, of the matrices of a product of the batch.
template <typename Problem, typename Tile, bool Padded>
__device__ __forceinline__ void
computeTile(const Problem &problem, const typename Problem::A *matrixA,
            const typename Problem::B *matrixB, typename Problem::C *matrixC) {
  const int thread = threadIdx.x;
  const int blockRow = blockIdx.y * Tile::BlockM, blockColumn = blockIdx.x * Tile::BlockN;
  constexpr int WarpsAlongN = Tile::ThreadColumns / Tile::WarpColumns;
  const int warp = thread / 32, lane = thread % 32;
  const int threadRow = warp / WarpsAlongN * Tile::WarpRows + lane / Tile::WarpColumns;
  const int threadColumn = warp % WarpsAlongN * Tile::WarpColumns + lane % Tile::WarpColumns;
  __shared__ __align__(16) typename Problem::A tilesA[Tile::Stages * Tile::TileA];
  __shared__ __align__(16) typename Problem::B tilesB[Tile::Stages * Tile::TileB];
  // How far steps move elements on. Divisions take a step apart: of those of several tiles at once,
  // each thread has one.
  __shared__ __align__(16) int stepsA[Tile::Threads], stepsB[Tile::Threads];
  [[maybe_unused]] constexpr int Places = Problem::PlacesA + Problem::PlacesB;
  [[maybe_unused]] __shared__ __align__(16) int stepPlaces[Padded ? Places * Tile::Threads : 1];
  warpsmith::Gather<typename Problem::A, Tile::BlockM, Tile::BlockK, Tile::PitchA, Tile::Threads,
                    Problem::AlongKA, Problem::PlacesA>
      gatherA;
  warpsmith::Gather<typename Problem::B, Tile::BlockN, Tile::BlockK, Tile::PitchB, Tile::Threads,
                    Problem::AlongKB, Problem::PlacesB>
      gatherB;
  // Which elements of the tiles exist, of an operand with padding: a bit for each step.
  [[maybe_unused]] constexpr int StepsOfByte = gatherB.StepsOfByte;
  [[maybe_unused]] constexpr int PaddedLines = Tile::BlockN;
  [[maybe_unused]] constexpr int Presence =
      Tile::BlockK / StepsOfByte * PaddedLines / 4; // words of a tile
  [[maybe_unused]] __shared__ unsigned presence[Padded ? Tile::Stages * Presence : 1];
  // Through which sums leave a warp.
  __shared__ __align__(16) typename Problem::Sum patches[Tile::Threads * Tile::Patch];

  gatherA.findLines(thread, blockRow, problem.m, [&](int row) { return problem.rowOfA(row); });
  gatherB.findLines(thread, blockColumn, problem.n,
                    [&](int column) { return problem.columnOfB(column); });
  gatherB.findPlaces(thread, blockColumn, problem.n,
                     [&](int place, int column) { return problem.placeOfLine(place, column); });
  const auto copyTiles = [&](int k0) {
    const int stage = k0 / Tile::BlockK % Tile::Stages, known = k0 % Tile::Threads;
    if (known == 0) {
      // The first step is copied instead of those behind the last one: they are of no use.
      const int step = k0 + thread < problem.k ? k0 + thread : 0;
      stepsA[thread] = problem.stepOfA(step);
      stepsB[thread] = problem.stepOfB(step);
      if constexpr (Padded) {
#pragma unroll
        for (int place = 0; place < Places; ++place)
          stepPlaces[place * Tile::Threads + thread] = problem.placeOfStep(place, step);
      }
      __syncthreads();
    }
    typename Problem::A *const tileA = tilesA + stage * Tile::TileA;
    typename Problem::B *const tileB = tilesB + stage * Tile::TileB;

    gatherA.copy(thread, matrixA, tileA, stepsA + known);

    if constexpr (Padded) {
      gatherB.copyPadded(
          thread, matrixB, tileB, stepsB + known, stepPlaces + known,
          [&](int place) { return problem.extentOf(place); }, presence + stage * Presence);
    } else {
      gatherB.copy(thread, matrixB, tileB, stepsB + known);
    }
  };

  typename Problem::Sum sum[Tile::ThreadM][Tile::ThreadN] = {};

#pragma unroll
  for (int i = 0; i < Tile::ThreadM; ++i) {
    const int row = blockRow + rowOf<Tile>(i, threadRow);
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; ++j) {
      const int column = blockColumn + columnOf<Tile>(j, threadColumn);
      if (row < problem.m && column < problem.n)
        sum[i][j] =
            problem.start(matrixC[problem.rowOfC(row) + problem.columnOfC(column)], row, column);
    }
  }

  constexpr int Ahead = (Tile::Stages - 1) * Tile::BlockK; // steps by which copies are ahead
  for (int k0 = -Ahead; k0 < problem.k; k0 += Tile::BlockK) {
    if (k0 >= 0) {
      warpsmith::waitForGroups<Tile::Stages - 2>();
      __syncthreads(); // these tiles are complete, and those before them have been multiplied
    }
    if (k0 + Ahead < problem.k)
      copyTiles(k0 + Ahead);
    warpsmith::commitElements();
    if (k0 < 0)
      continue;
    const int stage = k0 / Tile::BlockK % Tile::Stages, steps = problem.k - k0;
    const typename Problem::A *const tileA = tilesA + stage * Tile::TileA;
    const typename Problem::B *const tileB = tilesB + stage * Tile::TileB;
    typename Problem::A fragmentA[Tile::ThreadM];
    typename Problem::B fragmentB[Tile::ThreadN];
    [[maybe_unused]] unsigned present[Tile::ThreadN / Tile::RunN];
    // Of a step that there is a byte for, those of the runs of rows or columns.
    [[maybe_unused]] const auto findPresent = [&](int step) {
      const unsigned *const ofStep =
          presence + stage * Presence + step / StepsOfByte * (PaddedLines / 4);

#pragma unroll
      for (int j = 0; j < Tile::ThreadN; j += Tile::RunN) {
        const int column = columnOf<Tile>(j, threadColumn);
        present[j / Tile::RunN] = ofStep[column / 4] >> column % 4 * 8;
      }
    };
    if (steps >= Tile::BlockK) {
#pragma unroll
      for (int step = 0; step < Tile::BlockK; ++step) {
        if constexpr (Padded)
          if (step % StepsOfByte == 0)
            findPresent(step);
        loadRows<Problem, Tile>(fragmentA, tileA, threadRow, step);
        loadColumns<Problem, Tile>(fragmentB, tileB, threadColumn, step);
        multiply<Problem, Tile, Padded>(problem, sum, fragmentA, fragmentB, present,
                                        step % StepsOfByte);
      }
    } else {
#pragma unroll 1
      for (int step = 0; step < steps; ++step) {
        if constexpr (Padded)
          findPresent(step);
        loadRows<Problem, Tile>(fragmentA, tileA, threadRow, step);
        loadColumns<Problem, Tile>(fragmentB, tileB, threadColumn, step);
        multiply<Problem, Tile, Padded>(problem, sum, fragmentA, fragmentB, present,
                                        step % StepsOfByte);
      }
    }
  }

  // Some rows of each thread's sums at once go through shared memory, so that lanes side by side
  // store elements side by side. Neighbours are swapped: what a product reads anew, a sum and an
  // element of B or of A, then lies in registers of different banks.
  typename Problem::Sum *const patch = patches + warp * 32 * Tile::Patch;
  constexpr int ColumnsOfWarp = Tile::WarpColumns * Tile::RunN; // that lie side by side
  constexpr int Block = Tile::RowsOfPatch * Tile::ColumnsOfPatch;
  const auto placeInBlock = [](int row, int column) {
    return column * Tile::RowsOfPatch + (row ^ (Tile::RowsOfPatch - 1));
  };
  const int warpRow = threadRow - lane / Tile::WarpColumns;
  const int warpColumn = threadColumn - lane % Tile::WarpColumns;
  int columns[Tile::ThreadN], columnOffsets[Tile::ThreadN];
#pragma unroll
  for (int part = 0; part < Tile::ThreadN; ++part) {
    const int element = part * 32 + lane, run = element / (32 * Tile::RunN);
    columns[part] =
        blockColumn + columnOf<Tile>(run * Tile::RunN, warpColumn) + element % ColumnsOfWarp;
    columnOffsets[part] = problem.columnOfC(columns[part]);
  }
#pragma unroll
  for (int first = 0; first < Tile::ThreadM; first += Tile::RowsOfPatch) {
    __syncwarp();
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; j += Tile::ColumnsOfPatch) {
      warpsmith::Vector<typename Problem::Sum, Block> block;
#pragma unroll
      for (int row = 0; row < Tile::RowsOfPatch; ++row)
#pragma unroll
        for (int column = 0; column < Tile::ColumnsOfPatch; ++column)
          block.values[placeInBlock(row, column)] = sum[first + row][j + column];
      const int element = (j / Tile::RunN * 32 + lane) * Tile::RunN + j % Tile::RunN;
      warpsmith::storeVector(patch + element * Tile::RowsOfPatch, block);
    }
    __syncwarp();
#pragma unroll
    for (int part = 0; part < Tile::ThreadN; ++part) {
      const int element = part * 32 + lane, column = columns[part];
      const int threadRowOfElement = warpRow + element / ColumnsOfWarp % Tile::WarpRows;
#pragma unroll
      for (int ofPatch = 0; ofPatch < Tile::RowsOfPatch; ++ofPatch) {
        const int row = blockRow + rowOf<Tile>(first + ofPatch, threadRowOfElement);
        if (row < problem.m && column < problem.n) {
          auto *const to = matrixC + (problem.rowOfC(row) + columnOffsets[part]);
          *to = problem.finish(patch[element / Tile::ColumnsOfPatch * Block +
                                     placeInBlock(ofPatch, element % Tile::ColumnsOfPatch)],
                               to[0], row, column);
        }
      }
    }
  }
}

/// A tile of C for each block.
template <typename Problem, typename Tile, bool Padded>
__global__ void __launch_bounds__(Tile::Threads, Tile::BlocksAtOnce)
    kernel(const __grid_constant__ Problem problem) {
  computeTile<Problem, Tile, Padded>(problem, problem.a, problem.b, problem.c);
}

} // namespace gathered

// From warpsmith/kernels/gathered_launch.cuh
namespace gathered {

/// Computes C, of m x n elements and so many products, with tiles of one size; false when this
/// device cannot, and then C is as it was. Arguments are the Problem's members.
template <typename Problem, typename Tile, typename... Arguments>
bool runTile(const warpsmith::Device &device, cudaStream_t stream, bool padded, long long products,
             long long m, long long n, Arguments... arguments) {
  warpsmith::noteTile(Tile::BlockM, Tile::BlockN, Tile::BlockK);
  const dim3 blocks((n + Tile::BlockN - 1) / Tile::BlockN, (m + Tile::BlockM - 1) / Tile::BlockM,
                    1);
  return blocks.y <= 65535 &&
         warpsmith::launch(device,
                           padded ? kernel<Problem, Tile, true> : kernel<Problem, Tile, false>,
                           blocks, Tile::Threads, 0, stream, Problem{arguments...});
}

/// How long a step of the tiles of C takes, in the units of Tile::Time.
template <typename Problem, typename Tile>
long long timeWith(const warpsmith::Device &device, long long m, long long n) {
  long long tiles = (m + Tile::BlockM - 1) / Tile::BlockM * ((n + Tile::BlockN - 1) / Tile::BlockN);
  const long long time = warpsmith::wavesOf(tiles, device.multiprocessors) * Tile::Time;
  return time < Tile::Least ? Tile::Least : time;
}

/// Computes C with the tile that is predicted to be the fastest.
template <typename Problem, typename... Tiles, typename... Arguments>
bool launchFastest(const warpsmith::Device &device, cudaStream_t stream, bool padded,
                   long long products, long long m, long long n, Arguments... arguments) {
  const long long times[] = {timeWith<Problem, Tiles>(device, m, n)...};
  const int fastest = warpsmith::fastestTile(times).tile;
  int tile = 0;
  return ((tile++ == fastest &&
           runTile<Problem, Tiles>(device, stream, padded, products, m, n, arguments...)) ||
          ...);
}

} // namespace gathered

#ifdef __NVCC_DIAG_PRAGMA_SUPPORT__
#pragma nv_diagnostic pop
#endif

} // namespace code_211416dad07a
} // namespace conv2d_rewritten_support

// conv2d of conv2d.cu, rewritten by warpsmith as tile.
//   Generated by version 0.1.0; warpsmith --revert takes it out again.
//   C starts as E0; each step of k: sum + B * A; stored: sum.
//   Numerics: bitexact: the order of k and every rounding are the original's.
//   Checked at each launch, else conv2d runs:
//   its threads cover C, C does not overlap A or B, sizes are positive.
namespace conv2d_rewritten {
inline namespace code_aa8107b0a327 {
namespace warpsmith = ::conv2d_rewritten_support::code_211416dad07a;

/// What warpsmith/kernels/gathered_launch.cuh asks of a product.
/// C has m x n elements, each the sum of k products.
struct Problem {
  using A = float;
  using B = float;
  using C = float;
  using Sum = float;
  static constexpr int PlacesA = 0, PlacesB = 2;
  static constexpr bool AlongKA = true, AlongKB = false;

  int m, n, k;
  const float *a, *b;
  float *c;
  int strideAM, strideBK1, strideBK2, strideBN1, strideBN2, strideBN3, firstB, strideCM, strideCN1,
      extentN2, extentN3, extentK2, extentK3, place0N2, place0First, place1N3, place1First,
      place0Extent, place1Extent;
  const float *extra0;

  __device__ int rowOfA(int row) const { return row * strideAM; }
  __device__ int stepOfA(int step) const { return step; }
  __device__ int stepOfB(int step) const {
    return step / (extentK2 * extentK3) * strideBK1 + step / extentK3 % extentK2 * strideBK2 +
           step % extentK3;
  }
  __device__ int columnOfB(int column) const {
    return column / (extentN2 * extentN3) * strideBN1 + column / extentN3 % extentN2 * strideBN2 +
           column % extentN3 * strideBN3 + firstB;
  }
  __device__ int rowOfC(int row) const { return row * strideCM; }
  __device__ int columnOfC(int column) const {
    return column / (extentN2 * extentN3) * strideCN1 + column % (extentN2 * extentN3);
  }
  __device__ int placeOfLine(int place, int line) const {
    return (place == 0 ? line / extentN3 % extentN2 * place0N2 + place0First
                       : line % extentN3 * place1N3 + place1First);
  }
  __device__ int placeOfStep(int place, int step) const {
    return (place == 0 ? step / extentK3 % extentK2 : step % extentK3);
  }
  __device__ int extentOf(int place) const { return (place == 0 ? place0Extent : place1Extent); }
  __device__ float start(float, int row, int) const { return extra0[row]; }
  __device__ void add(float &sum, float a, float b) const { sum += b * a; }
  __device__ float finish(float sum, float, int, int) const { return sum; }
};

// Times are compared with each other; measured on an H100.
using Tall = warpsmith::gathered::GatheredTile<Problem, 128, 64, 16, 8, 8, 8, 4, 4, 2, 4, 59, 75>;
using Wide = warpsmith::gathered::GatheredTile<Problem, 64, 128, 16, 8, 8, 8, 4, 4, 2, 4, 59, 85>;
using Square = warpsmith::gathered::GatheredTile<Problem, 64, 64, 16, 8, 4, 8, 4, 4, 2, 5, 36, 56>;
using Small = warpsmith::gathered::GatheredTile<Problem, 32, 64, 16, 4, 4, 8, 4, 4, 3, 6, 23, 65>;

/// Runs the kernel above where its preconditions hold, and conv2d as launched where not.
inline void launch(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t stream, int N, int C,
                   int H, int W, int K, int R, int S, int P, int Q, int stride, int pad,
                   const float *x, const float *w, const float *bias, float *y) {
  // C is rows x columns, each a sum of `steps` products; 0 where their indices have too many values.
  const long long rows = warpsmith::countOf({K}), columns = warpsmith::countOf({grid.z, P, Q}),
                  steps = warpsmith::countOf({C, R, S});
  // How far the last element lies behind the first; -1 where that is too far.
  const long long lastA =
      warpsmith::lastOffset({{(long long)C * R * S, K}, {(long long)R * S, C}, {S, R}, {1, S}});
  const long long lastB = warpsmith::lastOffset(
      {{(long long)H * W, C}, {(long long)C * H * W, grid.z}, {W, H}, {1, W}});
  const long long lastC = warpsmith::lastOffset(
      {{(long long)P * Q, K}, {(long long)K * P * Q, grid.z}, {Q, P}, {1, Q}});
  // The original's threads compute each element of C once.
  const bool covered = warpsmith::launchable(grid, block, sharedBytes, 1024) && block.z == 1 &&
                       (long long)block.y * grid.y >= rows && warpsmith::productFits(P, Q) &&
                       (long long)block.x * grid.x >= (long long)P * Q;
  const bool sized =
      rows > 0 && columns > 0 && steps > 0 && lastC >= 0 &&
      warpsmith::isDistinct(
          {{(long long)K * P * Q, grid.z}, {(long long)P * Q, K}, {Q, P}, {1, Q}}) &&
      lastA >= 0 && lastB >= 0 &&
      warpsmith::lastOffset(
          {{(long long)H * W, C}, {W, R}, {1, S}},
          {{(long long)C * H * W, grid.z}, {(long long)W * stride, P}, {stride, Q}}) >= 0 &&
      warpsmith::placesFit(-(long long)pad, {{1, R}}, {{stride, P}}, H, W, true) &&
      warpsmith::placesFit(-(long long)pad, {{1, S}}, {{stride, Q}}, W, 1, true) &&
      warpsmith::lastOffset({{1, K}}) >= 0;
  const bool separate = sized && warpsmith::areApart(y, lastC, w, lastA) &&
                        warpsmith::areApart(y, lastC, x, lastB) &&
                        warpsmith::areApart(y, lastC, bias, warpsmith::lastOffset({{1, K}}));
  // Some element may lie in padding.
  const bool padded = !(warpsmith::staysInside(-(long long)pad, {{1, R}, {stride, P}}, H) &&
                        warpsmith::staysInside(-(long long)pad, {{1, S}, {stride, Q}}, W));
  const warpsmith::Device device = warpsmith::currentDevice();
  const bool ran =
      covered && separate &&
      warpsmith::gathered::launchFastest<Problem, Tall, Wide, Square, Small>(
          device, stream, padded, 1, rows, columns, (int)rows, (int)columns, (int)steps, w, x, y,
          (int)((long long)C * R * S), (int)((long long)H * W), (int)W, (int)((long long)C * H * W),
          (int)((long long)W * stride), (int)stride, (int)(-(long long)W * pad - pad),
          (int)((long long)P * Q), (int)((long long)K * P * Q), (int)P, (int)Q, (int)R, (int)S,
          (int)stride, (int)(-(long long)pad), (int)stride, (int)(-(long long)pad), (int)H, (int)W,
          bias);
  if (warpsmith::isTraced())
    warpsmith::trace("conv2d, tile", ran, "the original ran", {rows, columns, steps},
                     {{"blockDim.z == 1", (long long)block.z, 1, true},
                      {"blockDim.y * gridDim.y >= K", (long long)block.y * grid.y, rows}},
                     {covered, sized, separate});
  if (!ran)
    conv2d<<<grid, block, sharedBytes, stream>>>(N, C, H, W, K, R, S, P, Q, stride, pad, x, w, bias,
                                                 y);
}

} // namespace code_aa8107b0a327
} // namespace conv2d_rewritten
// warpsmith: end

void run_conv2d(int N, int C, int H, int W, int K, int R, int S, int stride, int pad,
                const float *x, const float *w, const float *bias, float *y) {
  int P = (H + 2 * pad - R) / stride + 1, Q = (W + 2 * pad - S) / stride + 1;
  dim3 block(32, 8);
  dim3 grid((P * Q + block.x - 1) / block.x, (K + block.y - 1) / block.y, N);
  conv2d_rewritten::launch(grid, block, 0, 0, N, C, H, W, K, R, S, P, Q, stride, pad, x, w, bias, y);
}
