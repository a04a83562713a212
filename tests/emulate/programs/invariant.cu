// RUN: warpsmith %s --passes=auto --numerics=fp16,invariant --arch=sm_90a -o %t.half.cu -- -DOF_HALF
// RUN: warpsmith-emulate %t.half.cu -o %t.half -- -DOF_HALF && %t.half | FileCheck %s
// RUN: warpsmith %s --passes=auto --numerics=fp32,invariant --arch=sm_90a -o %t.parts.cu -- -DOF_FLOAT
// RUN: warpsmith-emulate %t.parts.cu -o %t.parts -- -DOF_FLOAT && env WARPSMITH_TRACE=%t.trace %t.parts | FileCheck %s
// RUN: FileCheck %s --check-prefix=TRACE < %t.trace
// CHECK-NOT: other bits
// CHECK: 0 of 340 comparisons differ
// TRACE-NOT: the original
// TRACE: split<bf16x6>,tensorize<wgmma>{{.*}} ran with tiles of
// Whether an element's bits depend on its row of A, its column of B and k alone: products of one
// pair of matrices in many forms, which have to agree in every bit. The data are such that another
// order of roundings shows: terms that cancel, widely spread exponents, subnormal numbers. With
// `large` sizes are those of products that fill a GPU, as scripts/check-invariant.sh asks for; with
// `times` layers are timed.
#if defined(OF_HALF)
#include <cuda_fp16.h>
using Element = __half;
using Sum = float;
#elif defined(OF_BFLOAT16)
#include <cuda_bf16.h>
using Element = __nv_bfloat16;
using Sum = float;
#elif defined(OF_DOUBLE)
using Element = double;
using Sum = double;
#else
using Element = float;
using Sum = float;
#endif
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <string>

enum Data { Spread, Cancelling, Subnormal, Positive, Kinds, Normal = Kinds };

/// The same for every form in which a matrix is asked for: of matrix, line and step alone.
__device__ inline float valueOf(int kind, int matrix, int line, int step) {
  unsigned state = ((unsigned)matrix * 0x9e3779b9u + (unsigned)line) * 0x85ebca6bu + (unsigned)step;
  state = (state ^ state >> 16) * 0x7feb352du;
  state = (state ^ state >> 15) * 0x846ca68bu;
  state ^= state >> 16;
  const float size = 1.0f + (float)(state & 0x7fffff) / 8388608.0f; // from 1 to 2
  const float sign = state & 0x10000 ? -1.0f : 1.0f;
  const int exponent = (int)(state >> 20 & 0xff);
  switch (kind) {
  case Spread: // 2^-16 to 2^11
    return sign * ldexpf(size, exponent % 28 - 16);
  case Cancelling: { // large terms follow each other, and small ones are left
    const bool large = step % 4 < 2 && matrix == 0;
    if (matrix == 1)
      return valueOf(Positive, 2, line, step / 2);
    return large ? (step % 2 ? -1.0f : 1.0f) * (512.0f + (float)(line % 64))
                 : sign * size / 1024.0f;
  }
  case Subnormal: // of half, which has 24 bits of 2^-24; and their partners
    return matrix == 0 ? sign * ldexpf((float)(state & 0x3ff), -24)
                       : sign * ldexpf(size, exponent % 15);
  case Normal: // nearly
    return sign * (size - 1.0f) * (exponent < 96 ? 2.0f : 1.0f);
  default:
    return size;
  }
}

/// Element (line, step) of a matrix, along k or across it.
__global__ void fill(Element *to, int lines, int steps, int pitch, int alongK, int kind,
                     int matrix) {
  const long long index = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (index >= (long long)lines * steps)
    return;
  const int line = (int)(alongK ? index / steps : index % lines);
  const int step = (int)(alongK ? index % steps : index / lines);
  to[alongK ? (long long)line * pitch + step : (long long)step * pitch + line] =
      Element(valueOf(kind, matrix, line, step));
}

template <typename Value>
Value *allocate(size_t count) {
  void *memory = nullptr;
  if (cudaMalloc(&memory, count * sizeof(Value)) != cudaSuccess) {
    std::fprintf(stderr, "no memory\n");
    std::exit(2);
  }
  cudaMemset(memory, 0, count * sizeof(Value));
  return static_cast<Value *>(memory);
}

inline unsigned blocksFor(long long count) {
  return (unsigned)((count + 255) / 256);
}

#if defined(TIMES)

// Layers whose results have the operands' type.

__global__ void layerNT(int m, int n, int k, const Element *a, const Element *b, Element *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    Sum sum = 0;
    for (int l = 0; l < k; ++l)
      sum += Sum(a[i * k + l]) * Sum(b[j * k + l]);
    c[i * n + j] = Element(sum);
  }
}

__global__ void layerNN(int m, int n, int k, const Element *a, const Element *b, Element *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    Sum sum = 0;
    for (int l = 0; l < k; ++l)
      sum += Sum(a[i * k + l]) * Sum(b[l * n + j]);
    c[i * n + j] = Element(sum);
  }
}

/// Microseconds of a launch, the median of several graphs of launches over several operands.
template <typename Launch>
float microseconds(Launch launch) {
  constexpr int Launches = 12, Runs = 7;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  for (int i = 0; i < Launches; ++i)
    launch(stream, i);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  for (int i = 0; i < Launches; ++i)
    launch(stream, i);
  if (cudaStreamEndCapture(stream, &graph) != cudaSuccess ||
      cudaGraphInstantiate(&executable, graph, 0) != cudaSuccess)
    return 0;
  float times[Runs];
  for (int run = -2; run < Runs; ++run) {
    cudaEventRecord(begin, stream);
    cudaGraphLaunch(executable, stream);
    cudaEventRecord(end, stream);
    cudaEventSynchronize(end);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
    if (run >= 0)
      times[run] = milliseconds * 1000 / Launches;
  }
  std::sort(times, times + Runs);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  return times[Runs / 2];
}

/// Layers of transformers, cold: operands take turns that do not fit into the cache together.
void timeLayers() {
  constexpr int Layers[][2] = {{4096, 4096}, {14336, 4096}, {4096, 14336}, {6144, 4096}};
  constexpr size_t Most = (size_t)14336 * 4096, MostOfA = (size_t)2048 * 14336, Copies = 4;
  Element *const a = allocate<Element>(Copies * MostOfA), *const b =
                                                              allocate<Element>(Copies * Most);
  Element *const c = allocate<Element>(MostOfA);
  for (size_t copy = 0; copy < Copies; ++copy) {
    fill<<<blocksFor(MostOfA), 256>>>(a + copy * MostOfA, 2048, 14336, 14336, 1, Normal, (int)copy);
    fill<<<blocksFor(Most), 256>>>(b + copy * Most, 14336, 4096, 4096, 1, Normal, 8 + (int)copy);
  }
  for (const auto &[n, k] : Layers)
    for (const int m : {16, 32, 64, 128, 256, 512, 2048}) {
      const dim3 blocks((n + 31) / 32, (m + 7) / 8), threads(32, 8);
      const float nt = microseconds([&, n = n, k = k](cudaStream_t stream, int i) {
        layerNT<<<blocks, threads, 0, stream>>>(m, n, k, a + i % Copies * MostOfA,
                                                b + i % Copies * Most, c);
      });
      const float nn = microseconds([&, n = n, k = k](cudaStream_t stream, int i) {
        layerNN<<<blocks, threads, 0, stream>>>(m, n, k, a + i % Copies * MostOfA,
                                                b + i % Copies * Most, c);
      });
      std::printf("time NT %d %d %d %.2f\ntime NN %d %d %d %.2f\n", m, n, k, nt, m, n, k, nn);
    }
}

int main() {
  timeLayers();
}

#else

// Rows of A along k, and rows or columns of B; across k.

__global__ void productNT(int m, int n, int k, const Element *a, int lda, const Element *b, int ldb,
                          Sum *c, int ldc) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    Sum sum = 0;
    for (int l = 0; l < k; ++l)
      sum += Sum(a[i * lda + l]) * Sum(b[j * ldb + l]);
    c[i * ldc + j] = sum;
  }
}

__global__ void productNN(int m, int n, int k, const Element *a, int lda, const Element *b, int ldb,
                          Sum *c, int ldc) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    Sum sum = 0;
    for (int l = 0; l < k; ++l)
      sum += Sum(a[i * lda + l]) * Sum(b[l * ldb + j]);
    c[i * ldc + j] = sum;
  }
}

__global__ void productTN(int m, int n, int k, const Element *a, int lda, const Element *b, int ldb,
                          Sum *c, int ldc) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    Sum sum = 0;
    for (int l = 0; l < k; ++l)
      sum += Sum(a[l * lda + i]) * Sum(b[l * ldb + j]);
    c[i * ldc + j] = sum;
  }
}

__global__ void productTT(int m, int n, int k, const Element *a, int lda, const Element *b, int ldb,
                          Sum *c, int ldc) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    Sum sum = 0;
    for (int l = 0; l < k; ++l)
      sum += Sum(a[l * lda + i]) * Sum(b[j * ldb + l]);
    c[i * ldc + j] = sum;
  }
}

/// Products that share B.
__global__ void batch(int m, int n, int k, const Element *a, int lda, int strideA, const Element *b,
                      int ldb, Sum *c, int ldc, int strideC) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  int p = blockIdx.z;
  if (i < m && j < n) {
    Sum sum = 0;
    for (int l = 0; l < k; ++l)
      sum += Sum(a[p * strideA + i * lda + l]) * Sum(b[j * ldb + l]);
    c[p * strideC + i * ldc + j] = sum;
  }
}

/// Steps that two indices count, so that blocks gather the operands: they need not sum as others
/// do.
__global__ void counted(int m, int n, int blocks, int steps, const Element *a, int lda, int blockA,
                        const Element *b, int ldb, int blockB, Sum *c, int ldc) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    Sum sum = 0;
    for (int block = 0; block < blocks; ++block)
      for (int l = 0; l < steps; ++l)
        sum += Sum(a[i * lda + block * blockA + l]) * Sum(b[j * ldb + block * blockB + l]);
    c[i * ldc + j] = sum;
  }
}

/// What an element was, and values of its row and column.
__global__ void layer(int m, int n, int k, Sum alpha, Sum beta, const Element *a, int lda,
                      const Element *b, int ldb, const Sum *bias, Sum *c, int ldc) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    Sum sum = 0;
    for (int l = 0; l < k; ++l)
      sum += Sum(a[i * lda + l]) * Sum(b[j * ldb + l]);
    c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j] + bias[j];
  }
}

__global__ void fillSums(Sum *to, int rows, int columns, int pitch) {
  const long long index = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (index < (long long)rows * columns) {
    const int row = (int)(index / columns), column = (int)(index % columns);
    to[(long long)row * pitch + column] = Sum(valueOf(Spread, 3, row, column));
  }
}

/// Counts elements whose bits differ, of so many rows and columns.
__global__ void compare(const Sum *c, int ldc, const Sum *expected, int lde, int rows, int columns,
                        unsigned *different) {
  const long long index = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (index >= (long long)rows * columns)
    return;
  const int row = (int)(index / columns), column = (int)(index % columns);
  const Sum one = c[(long long)row * ldc + column], other = expected[(long long)row * lde + column];
  unsigned bits[2][sizeof(Sum) / 4];
  memcpy(bits[0], &one, sizeof(Sum));
  memcpy(bits[1], &other, sizeof(Sum));
  for (int word = 0; word < (int)(sizeof(Sum) / 4); ++word)
    if (bits[0][word] != bits[1][word]) {
      atomicAdd(different, 1u);
      return;
    }
}

/// A number that tells results with other bits.
__global__ void hashOf(const Sum *c, int ldc, int rows, int columns, unsigned *hash) {
  const long long index = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (index >= (long long)rows * columns)
    return;
  const Sum value = c[index / columns * ldc + index % columns];
  unsigned bits[sizeof(Sum) / 4], all = (unsigned)index * 0x9e3779b9u;
  memcpy(bits, &value, sizeof(Sum));
  for (const unsigned word : bits)
    all = (all ^ word) * 0x85ebca6bu + (all >> 13);
  atomicAdd(hash, all);
}

class Comparison {
public:
  Comparison(int rows, int columns, int steps)
      : mostRows(rows),
        mostColumns(columns),
        pitch(steps + 64),
        a(allocate<Element>(room(rows))),
        b(allocate<Element>(room(columns))),
        acrossA(allocate<Element>((size_t)(steps + 1) * (rows + 64))),
        acrossB(allocate<Element>((size_t)(steps + 1) * (columns + 64))),
        expected(allocate<Sum>((size_t)rows * columns)),
        expectedLayer(allocate<Sum>((size_t)rows * columns)),
        expectedCounted(allocate<Sum>((size_t)rows * columns)),
        c(allocate<Sum>((size_t)rows * (columns + 64) + 64)),
        bias(allocate<Sum>(columns + 64)),
        counter(allocate<unsigned>(2)) {}

  /// All rows and columns of k steps, by which others are judged.
  void begin(int ofKind, int steps) {
    kind = ofKind;
    k = steps;
    fillBoth(0, 0);
    fillSums<<<blocksFor(mostColumns), 256>>>(bias, 1, mostColumns, mostColumns);
    productNT<<<grid(mostRows, mostColumns), block()>>>(mostRows, mostColumns, k, a, pitch, b,
                                                        pitch, expected, mostColumns);
    fillSums<<<blocksFor((long long)mostRows * mostColumns), 256>>>(expectedLayer, mostRows,
                                                                    mostColumns, mostColumns);
    layer<<<grid(mostRows, mostColumns), block()>>>(mostRows, mostColumns, k, Sum(1.25f),
                                                    Sum(-0.375f), a, pitch, b, pitch, bias,
                                                    expectedLayer, mostColumns);
    const int counts = k % 2 ? k : k / 2;
    counted<<<grid(mostRows, mostColumns), block()>>>(mostRows, mostColumns, k / counts, counts, a,
                                                      pitch, counts, b, pitch, counts,
                                                      expectedCounted, mostColumns);
    hashOf<<<blocksFor((long long)mostRows * mostColumns), 256>>>(expected, mostColumns, mostRows,
                                                                  mostColumns, counter + 1);
  }

  /// The rows from `firstRow` on and columns from `firstColumn` on, in every form. `odd` moves
  /// matrices to odd addresses, with odd pitches.
  void check(int m, int n, int firstRow, int firstColumn, int odd) {
    const int own = pitch + odd, ldc = n + odd;
    Element *const fromA = a + odd, *const fromB = b + odd;
    fillBoth(odd, odd);
    const Element *const rowsOfA = fromA + (size_t)firstRow * own;
    const Element *const rowsOfB = fromB + (size_t)firstColumn * own;
    Sum *const to = c + odd;
    productNT<<<grid(m, n), block()>>>(m, n, k, rowsOfA, own, rowsOfB, own, to, ldc);
    judge("NT", to, ldc, expected, m, n, firstRow, firstColumn);
    fillAcross(odd);
    const int pitchA = mostRows + 8 + odd, pitchB = mostColumns + 8 + odd;
    const Element *const columnsOfA = acrossA + odd + firstRow, *const columnsOfB =
                                                                    acrossB + odd + firstColumn;
    productNN<<<grid(m, n), block()>>>(m, n, k, rowsOfA, own, columnsOfB, pitchB, to, ldc);
    judge("NN", to, ldc, expected, m, n, firstRow, firstColumn);
    productTN<<<grid(m, n), block()>>>(m, n, k, columnsOfA, pitchA, columnsOfB, pitchB, to, ldc);
    judge("TN", to, ldc, expected, m, n, firstRow, firstColumn);
    productTT<<<grid(m, n), block()>>>(m, n, k, columnsOfA, pitchA, rowsOfB, own, to, ldc);
    judge("TT", to, ldc, expected, m, n, firstRow, firstColumn);
    fillSums<<<blocksFor((long long)mostRows * mostColumns), 256>>>(c, mostRows, mostColumns,
                                                                    mostColumns);
    layer<<<grid(m, n), block()>>>(m, n, k, Sum(1.25f), Sum(-0.375f), rowsOfA, own, rowsOfB, own,
                                   bias + firstColumn,
                                   c + (size_t)firstRow * mostColumns + firstColumn, mostColumns);
    judge("layer", c + (size_t)firstRow * mostColumns + firstColumn, mostColumns, expectedLayer, m,
          n, firstRow, firstColumn);
    const int steps = k % 2 ? k : k / 2;
    counted<<<grid(m, n), block()>>>(m, n, k / steps, steps, rowsOfA, own, steps, rowsOfB, own,
                                     steps, to, ldc);
    judge("counted", to, ldc, expectedCounted, m, n, firstRow, firstColumn);
    const int products = 3, rows = m / products;
    if (rows > 0) {
      dim3 blocks = grid(rows, n);
      blocks.z = products;
      batch<<<blocks, block()>>>(rows, n, k, rowsOfA, own, rows * own, rowsOfB, own, to, ldc,
                                 rows * ldc);
      judge("batch", to, ldc, expected, rows * products, n, firstRow, firstColumn);
    }
  }

  /// Prints what was found, and a number that tells whether others have the same bits.
  int result() const {
    std::printf("%u of %u comparisons differ; bits %08x\n", different, compared, read(counter + 1));
    return different != 0;
  }

private:
  size_t room(int lines) const { return (size_t)(lines + 1) * (pitch + 64); }
  static dim3 block() { return dim3(32, 8); }
  static dim3 grid(int m, int n) { return dim3((n + 31) / 32, (m + 7) / 8); }
  static unsigned read(const unsigned *from) {
    unsigned value = 0;
    if (cudaMemcpy(&value, from, sizeof(value), cudaMemcpyDeviceToHost) != cudaSuccess) {
      std::fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
      std::exit(2);
    }
    return value;
  }
  void fillBoth(int offset, int further) {
    if (filled == further && filledKind == kind && filledSteps == k)
      return;
    filled = further, filledKind = kind, filledSteps = k;
    acrossFilled = -1;
    fill<<<blocksFor((long long)mostRows * k), 256>>>(a + offset, mostRows, k, pitch + further, 1,
                                                      kind, 0);
    fill<<<blocksFor((long long)mostColumns * k), 256>>>(b + offset, mostColumns, k,
                                                         pitch + further, 1, kind, 1);
  }
  void fillAcross(int odd) {
    if (acrossFilled == odd)
      return;
    acrossFilled = odd;
    fill<<<blocksFor((long long)mostRows * k), 256>>>(acrossA + odd, mostRows, k,
                                                      mostRows + 8 + odd, 0, kind, 0);
    fill<<<blocksFor((long long)mostColumns * k), 256>>>(acrossB + odd, mostColumns, k,
                                                         mostColumns + 8 + odd, 0, kind, 1);
  }
  void judge(const char *form, const Sum *own, int ldc, const Sum *others, int m, int n,
             int firstRow, int firstColumn) {
    const unsigned before = read(counter);
    compare<<<blocksFor((long long)m * n), 256>>>(
        own, ldc, others + (size_t)firstRow * mostColumns + firstColumn, mostColumns, m, n,
        counter);
    const unsigned elements = read(counter) - before;
    ++compared;
    if (elements == 0)
      return;
    ++different;
    std::printf("%s of %d x %d x %d from (%d, %d), data %d: %u elements have other bits\n", form, m,
                n, k, firstRow, firstColumn, kind, elements);
  }

  int mostRows, mostColumns, pitch, kind = 0, k = 0;
  int filled = -1, filledKind = -1, filledSteps = -1, acrossFilled = -1;
  Element *a, *b, *acrossA, *acrossB;
  Sum *expected, *expectedLayer, *expectedCounted, *c, *bias;
  unsigned *counter;
  unsigned compared = 0, different = 0;
};

/// Rows, columns, and the first of each, of C that others are judged by.
struct Part {
  int m, n, firstRow, firstColumn;
};

int checkSmall() {
  constexpr Part Parts[] = {{1, 72, 5, 0}, {7, 8, 60, 64}, {64, 40, 0, 16}, {129, 72, 0, 0}};
  Comparison comparison(129, 72, 330);
  for (const int k : {40, 41, 200, 321})
    for (int kind = 0; kind < (k == 200 ? (int)Kinds : 2); ++kind) {
      comparison.begin(kind, k);
      for (const Part &part : Parts)
        comparison.check(part.m, part.n, part.firstRow, part.firstColumn, 0);
      comparison.check(65, 71, 3, 1, 1);
    }
  return comparison.result();
}

int checkLarge() {
  unsigned different = 0;
  { // each remainder of k
    Comparison comparison(400, 520, 640);
    for (int k = 513; k < 577; ++k)
      for (int kind = 0; kind < Kinds; ++kind) {
        comparison.begin(kind, k);
        comparison.check(1, 520, 77, 0, 0);
        comparison.check(16, 512, 200, 8, 0);
        comparison.check(130, 8, 2, 72, 0);
        comparison.check(400, 520, 0, 0, 0);
        comparison.check(65, 71, 3, 1, 1);
      }
    different += comparison.result();
  }
  { // few tiles and many
    constexpr int Rows[] = {1,   2,   7,   16,  17,  33,  64,   65,   100, 128,
                            129, 200, 256, 384, 512, 777, 1024, 2048, 4096};
    Comparison comparison(8192, 4096, 4160);
    for (const int k : {1, 63, 64, 128, 255, 256, 1000, 4096, 4099})
      for (int kind = 0; kind < Kinds; ++kind) {
        comparison.begin(kind, k);
        for (const int m : Rows)
          comparison.check(m,
                           m % 3 == 0   ? 4096
                           : m % 3 == 1 ? 1024
                                        : 264,
                           (8192 - m) / 24 * 8, 0, 0);
        comparison.check(31, 4000, 101, 3, 1);
        comparison.check(1023, 511, 5, 7, 1);
      }
    different += comparison.result();
  }
  { // long sums
    Comparison comparison(300, 264, 70000);
    for (const int k : {14336, 16385, 65536, 70000}) {
      comparison.begin(k % 3, k);
      for (const int m : {1, 16, 64, 129, 300})
        comparison.check(m, m > 64 ? 264 : 72, 0, 0, 0);
    }
    different += comparison.result();
  }
  return different != 0;
}

int main(int count, char **arguments) {
  return count > 1 && std::string(arguments[1]) == "large" ? checkLarge() : checkSmall();
}

#endif
