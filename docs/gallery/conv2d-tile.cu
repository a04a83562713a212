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

namespace warpsmith {
// Files for another architecture, or by another version of warpsmith, have theirs.
inline namespace v0_1_0_sm_80 {

// From warpsmith/device/gather.h

/// One thread's share of a tile of Lines x Steps elements. Lines are rows of A or columns of B. Of
/// threads side by side, each takes the next step (AlongSteps), or the next line. A line and a step
/// also have places in dimensions of the array, which add up: where one of the sums is outside of
/// its dimension, the element lies in padding, and there is none.
template <typename Element, int Lines, int Steps, int Pitch, int Threads, bool AlongSteps,
          int Places>
struct Gather {
  static constexpr int Count = Lines * Steps / Threads;
  Element elements[Count];
  bool present[Count]; // the element exists
  bool inTile[Count];  // its line exists
  int offsets[Count];  // of its line
  int places[Count][Places > 0 ? Places : 1];

  __device__ static constexpr int lineOf(int i, int thread) {
    return AlongSteps ? (i * Threads + thread) / Steps : (i * Threads + thread) % Lines;
  }
  __device__ static constexpr int stepOf(int i, int thread) {
    return AlongSteps ? (i * Threads + thread) % Steps : (i * Threads + thread) / Lines;
  }

  /// Finds the lines of the tile from line `first` on, of `lines` in all.
  template <typename OffsetOf>
  __device__ __forceinline__ void findLines(int thread, int first, int lines, OffsetOf offsetOf) {
#pragma unroll
    for (int i = 0; i < Count; ++i) {
      const int line = first + lineOf(i, thread);
      inTile[i] = line < lines;
      offsets[i] = inTile[i] ? offsetOf(line) : 0;
    }
  }
  /// And where they are in dimensions with padding.
  template <typename PlaceOf>
  __device__ __forceinline__ void findPlaces(int thread, int first, PlaceOf placeOf) {
#pragma unroll
    for (int i = 0; i < Count; ++i)
#pragma unroll
      for (int place = 0; place < Places; ++place)
        places[i][place] = inTile[i] ? placeOf(place, first + lineOf(i, thread)) : 0;
  }

  /// Of a tile of which `steps` steps exist, finds out which elements do.
  __device__ __forceinline__ void findElements(int thread, int steps) {
#pragma unroll
    for (int i = 0; i < Count; ++i)
      present[i] = inTile[i] && stepOf(i, thread) < steps;
  }
  /// And which of them lie in no padding. Steps have their places in shared memory.
  template <typename ExtentOf>
  __device__ __forceinline__ void leavePadding(int thread, const int *stepPlaces,
                                               ExtentOf extentOf) {
#pragma unroll
    for (int i = 0; i < Count; ++i)
#pragma unroll
      for (int place = 0; place < Places; ++place) {
        // Of a negative number this is a large one. What is no step has no place.
        if (present[i]) {
          const unsigned at = places[i][place] + stepPlaces[place * Steps + stepOf(i, thread)];
          present[i] = at < (unsigned)extentOf(place);
        }
      }
  }

  /// Starts to read those that are left; the others are zero. Steps have their offsets in shared
  /// memory.
  __device__ __forceinline__ void load(int thread, const Element *from, const int *stepOffsets) {
#pragma unroll
    for (int i = 0; i < Count; ++i)
      elements[i] = present[i] ? from[offsets[i] + stepOffsets[stepOf(i, thread)]] : Element();
  }

  /// Writes the elements to shared memory, a row of Pitch for each step.
  __device__ __forceinline__ void store(int thread, Element *tile) const {
#pragma unroll
    for (int i = 0; i < Count; ++i)
      tile[stepOf(i, thread) * Pitch + lineOf(i, thread)] = elements[i];
  }

  /// Writes which of them exist, a row of Lines for each step.
  __device__ __forceinline__ void storePresence(int thread, bool *tile) const {
#pragma unroll
    for (int i = 0; i < Count; ++i)
      tile[stepOf(i, thread) * Lines + lineOf(i, thread)] = present[i];
  }
};

// From warpsmith/device/index_groups.h

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

/// True when for each value of the steps a line has its place in [0, extent). A place is `first`
/// and what the steps and the line add to it. Indices are those that lastOffset() takes.
template <int Count>
bool stepsAreReached(long long first, const MovingIndex (&steps)[Count], const MovingIndex &line,
                     long long extent) {
  const long long last = lastOffset({line});
  return last >= 0 && line.stride <= extent && first >= -last &&
         first <= extent - 1 - lastOffset(steps);
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

// From warpsmith/device/vector.h

/// Count elements side by side, aligned to their size (16 bytes at most are one access).
template <typename Element, int Count>
struct alignas(sizeof(Element) * Count) Vector {
  Element values[Count];
};

/// Reads Count elements from an address aligned to their size.
template <int Count, typename Element>
__device__ __forceinline__ Vector<Element, Count> loadVector(const Element *from) {
  return *reinterpret_cast<const Vector<Element, Count> *>(from);
}

} // namespace v0_1_0_sm_80
} // namespace warpsmith

// conv2d of conv2d.cu, rewritten by warpsmith as tile<64;128;8;8;8>.
//   C starts as E0; each step of k: sum + B * A; stored: sum.
//   Numerics: bitexact: the order of k and every rounding are the original's.
//   Checked at each launch, else conv2d runs:
//   its threads cover C, C does not overlap A or B, sizes are positive, the device is able.
namespace conv2d_rewritten {

// Elements of C that a block computes, and the steps of k that a tile of A and B holds.
constexpr int BlockM = 64, BlockN = 128, BlockK = 8;
// Elements of C that a thread computes, and how the threads lie over the block's tile.
constexpr int ThreadM = 8, ThreadN = 8;
constexpr int ThreadRows = BlockM / ThreadM, ThreadColumns = BlockN / ThreadN;
// The lanes of a warp lie WarpRows x WarpColumns, so that they read runs of B side by side.
constexpr int WarpRows = 4, WarpColumns = 8;
constexpr int Threads = ThreadRows * ThreadColumns;
// Elements side by side in a load.
constexpr int RunM = 4, RunN = 4;
// Tiles in shared memory: a row for each step. Threads that gather steps side by side store one
// below the other: 16 bytes more put them in different banks.
constexpr int PitchA = BlockM + 16 / sizeof(float);
constexpr int PitchB = BlockN + 16 / sizeof(float);

/// The i-th row and column, in the block's tile, of a thread.
__device__ constexpr int rowOf(int i, int threadRow) {
  return (i / RunM * ThreadRows + threadRow) * RunM + i % RunM;
}
__device__ constexpr int columnOf(int i, int threadColumn) {
  return (i / RunN * ThreadColumns + threadColumn) * RunN + i % RunN;
}

static __global__ void __launch_bounds__(Threads)
    kernel(int m, int n, int k, const float *__restrict__ a, const float *__restrict__ b,
           float *__restrict__ c, int strideAM, int strideBK1, int strideBK2, int strideBN1,
           int strideBN2, int strideBN3, int firstB, int strideCM, int strideCN1, int extentN2,
           int extentN3, int extentK2, int extentK3, int place0N2, int place0First, int place1N3,
           int place1First, int place0Extent, int place1Extent, const float *__restrict__ extra0) {
  const int thread = threadIdx.x;
  const int blockRow = blockIdx.y * BlockM, blockColumn = blockIdx.x * BlockN;
  constexpr int WarpsAlongN = ThreadColumns / WarpColumns;
  const int warp = thread / 32, lane = thread % 32;
  const int threadRow = warp / WarpsAlongN * WarpRows + lane / WarpColumns;
  const int threadColumn = warp % WarpsAlongN * WarpColumns + lane % WarpColumns;

  __shared__ __align__(16) float tileA[BlockK * PitchA];
  __shared__ __align__(16) float tileB[BlockK * PitchB];
  // Of the steps of the tile that is read next, how far they move elements on.
  __shared__ int stepsA[BlockK], stepsB[BlockK];
  constexpr int Places = 2;
  __shared__ int stepPlaces[Places * BlockK];
  // Whether elements of the tile exist, of an operand with padding.
  __shared__ bool present[BlockK * BlockN];

  const auto findSteps = [&](int k0) {
    if (thread < BlockK && k0 + thread < k) {
      const int step = k0 + thread;
      stepsA[thread] = step;
      stepsB[thread] = step / (extentK2 * extentK3) * strideBK1 +
                       step / extentK3 % extentK2 * strideBK2 + step % extentK3;
#pragma unroll
      for (int place = 0; place < Places; ++place)
        stepPlaces[place * BlockK + thread] =
            (place == 0 ? step / extentK3 % extentK2 : step % extentK3);
    }
  };
  warpsmith::Gather<float, BlockM, BlockK, PitchA, Threads, true, 0> gatherA;
  warpsmith::Gather<float, BlockN, BlockK, PitchB, Threads, true, 2> gatherB;
  gatherA.findLines(thread, blockRow, m, [&](int row) { return row * strideAM; });
  gatherB.findLines(thread, blockColumn, n, [&](int column) {
    return column / (extentN2 * extentN3) * strideBN1 + column / extentN3 % extentN2 * strideBN2 +
           column % extentN3 * strideBN3 + firstB;
  });
  gatherB.findPlaces(thread, blockColumn, [&](int place, int column) {
    return (place == 0 ? column / extentN3 % extentN2 * place0N2 + place0First
                       : column % extentN3 * place1N3 + place1First);
  });
  const auto fetch = [&](int k0) {
    gatherA.findElements(thread, k - k0);
    gatherB.findElements(thread, k - k0);
    gatherB.leavePadding(thread, stepPlaces,
                         [&](int place) { return (place == 0 ? place0Extent : place1Extent); });
    gatherA.load(thread, a, stepsA);
    gatherB.load(thread, b, stepsB);
  };

  float sum[ThreadM][ThreadN] = {};
#pragma unroll
  for (int i = 0; i < ThreadM; ++i) {
    const int row = blockRow + rowOf(i, threadRow);
#pragma unroll
    for (int j = 0; j < ThreadN; ++j) {
      const int column = blockColumn + columnOf(j, threadColumn);
      if (row < m && column < n)
        sum[i][j] = extra0[row];
    }
  }

  findSteps(0);
  __syncthreads();
  fetch(0);
  for (int k0 = 0; k0 < k; k0 += BlockK) {
    __syncthreads(); // the previous tile has been read, and so have the steps
    gatherA.store(thread, tileA);
    gatherB.store(thread, tileB);
    gatherB.storePresence(thread, present);
    findSteps(k0 + BlockK);
    __syncthreads(); // this tile is complete
    if (k0 + BlockK < k)
      fetch(k0 + BlockK); // the next one is on its way while this one is multiplied
    const int steps = k - k0;
#pragma unroll
    for (int step = 0; step < BlockK; ++step) {
      if (step >= steps)
        break;
      float fragmentA[ThreadM];
      float fragmentB[ThreadN];
#pragma unroll
      for (int i = 0; i < ThreadM; i += RunM) {
        const auto run = warpsmith::loadVector<RunM>(&tileA[step * PitchA + rowOf(i, threadRow)]);
#pragma unroll
        for (int r = 0; r < RunM; ++r)
          fragmentA[i + r] = run.values[r];
      }
#pragma unroll
      for (int j = 0; j < ThreadN; j += RunN) {
        const auto run =
            warpsmith::loadVector<RunN>(&tileB[step * PitchB + columnOf(j, threadColumn)]);
#pragma unroll
        for (int r = 0; r < RunN; ++r)
          fragmentB[j + r] = run.values[r];
      }
#pragma unroll
      for (int i = 0; i < ThreadM; ++i)
#pragma unroll
        for (int j = 0; j < ThreadN; ++j) {
          if (!present[step * BlockN + columnOf(j, threadColumn)])
            continue;
          sum[i][j] += fragmentB[j] * fragmentA[i];
        }
    }
  }

#pragma unroll
  for (int i = 0; i < ThreadM; ++i) {
    const int row = blockRow + rowOf(i, threadRow);
#pragma unroll
    for (int j = 0; j < ThreadN; ++j) {
      const int column = blockColumn + columnOf(j, threadColumn);
      if (row < m && column < n) {
        auto *const to = c + (row * strideCM + column / (extentN2 * extentN3) * strideCN1 +
                              column % (extentN2 * extentN3));
        *to = sum[i][j];
      }
    }
  }
}

/// Runs the kernel above where its preconditions hold, and conv2d as launched where not.
inline void launch(dim3 grid, dim3 block, size_t sharedBytes, cudaStream_t stream, int N, int C,
                   int H, int W, int K, int R, int S, int P, int Q, int stride, int pad,
                   const float *x, const float *w, const float *bias, float *y) {
  // C is rows x columns and each element sums `steps` products, or so many are counted by several
  // indices; 0 where there are too many.
  const long long rows = warpsmith::countOf({K});
  const long long columns = warpsmith::countOf({grid.z, P, Q});
  const long long steps = warpsmith::countOf({C, R, S});
  // How far the last element lies behind the first; -1 where that is too far.
  const long long lastA =
      warpsmith::lastOffset({{(long long)C * R * S, K}, {(long long)R * S, C}, {S, R}, {1, S}});
  const long long lastB = warpsmith::lastOffset(
      {{(long long)H * W, C}, {(long long)C * H * W, grid.z}, {W, H}, {1, W}});
  const long long lastC = warpsmith::lastOffset(
      {{(long long)P * Q, K}, {(long long)K * P * Q, grid.z}, {Q, P}, {1, Q}});
  // The original's threads compute each element of C once.
  const bool covered = warpsmith::launchable(grid, block, sharedBytes, 1024) && block.z == 1 &&
                       (long long)block.y * grid.y >= rows &&
                       (long long)block.x * grid.x >= (long long)P * Q;
  const bool sized = rows > 0 && columns > 0 && steps > 0 && lastC >= 0 &&
                     warpsmith::isDistinct(
                         {{(long long)K * P * Q, grid.z}, {(long long)P * Q, K}, {Q, P}, {1, Q}}) &&
                     lastA >= 0 && lastB >= 0 &&
                     warpsmith::lastOffset({{(long long)H * W, C},
                                            {W, R},
                                            {1, S},
                                            {(long long)C * H * W, grid.z},
                                            {(long long)W * stride, P},
                                            {stride, Q}}) >= 0 &&
                     warpsmith::stepsAreReached(-(long long)pad, {{1, R}}, {stride, P}, H) &&
                     warpsmith::lastOffset({{1, R}, {stride, P}}) >= 0 && (H) > 0 &&
                     (H) <= warpsmith::MostOfGroup && (pad) >= 0 &&
                     warpsmith::lastOffset({{W, (long long)pad + 1}}) >= 0 &&
                     warpsmith::stepsAreReached(-(long long)pad, {{1, S}}, {stride, Q}, W) &&
                     warpsmith::lastOffset({{1, S}, {stride, Q}}) >= 0 && (W) > 0 &&
                     (W) <= warpsmith::MostOfGroup && (pad) >= 0 &&
                     warpsmith::lastOffset({{1, (long long)pad + 1}}) >= 0 &&
                     warpsmith::lastOffset({{1, K}}) >= 0;
  const bool separate =
      sized &&
      warpsmith::disjoint(y, (lastC + 1) * (long long)sizeof(*y), w,
                          (lastA + 1) * (long long)sizeof(*w)) &&
      warpsmith::disjoint(y, (lastC + 1) * (long long)sizeof(*y), x,
                          (lastB + 1) * (long long)sizeof(*x)) &&
      warpsmith::disjoint(y, (lastC + 1) * (long long)sizeof(*y), bias,
                          (warpsmith::lastOffset({{1, K}}) + 1) * (long long)sizeof(*bias));
  const dim3 blocks((columns + BlockN - 1) / BlockN, (rows + BlockM - 1) / BlockM);
  if (covered && separate && blocks.y <= 65535)
    kernel<<<blocks, Threads, 0, stream>>>(
        (int)rows, (int)columns, (int)steps, w, x, y, (int)((long long)C * R * S),
        (int)((long long)H * W), (int)(W), (int)((long long)C * H * W),
        (int)((long long)W * stride), (int)(stride), (int)(-(long long)W * pad - pad),
        (int)((long long)P * Q), (int)((long long)K * P * Q), (int)(P), (int)(Q), (int)(R),
        (int)(S), (int)(stride), (int)(-(long long)pad), (int)(stride), (int)(-(long long)pad),
        (int)(H), (int)(W), bias);
  else
    conv2d<<<grid, block, sharedBytes, stream>>>(N, C, H, W, K, R, S, P, Q, stride, pad, x, w, bias,
                                                 y);
}

} // namespace conv2d_rewritten
// warpsmith: end

void run_conv2d(int N, int C, int H, int W, int K, int R, int S, int stride, int pad,
                const float *x, const float *w, const float *bias, float *y) {
  int P = (H + 2 * pad - R) / stride + 1, Q = (W + 2 * pad - S) / stride + 1;
  dim3 block(32, 8);
  dim3 grid((P * Q + block.x - 1) / block.x, (K + block.y - 1) / block.y, N);
  conv2d_rewritten::launch(grid, block, 0, 0, N, C, H, W, K, R, S, P, Q, stride, pad, x, w, bias, y);
}
