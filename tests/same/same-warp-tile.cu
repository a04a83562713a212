// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// Vectors on their way in a structure, threads by warps and lanes, whole tiles and a last one with
// a test at each group of steps: what our own kernel of tiles is made of.
// CHECK: same bits
__global__ void reference(int m, int n, int k, const float *a, int lda, const float *b, int ldb,
                          float *c, int ldc) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y,
            column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[row * lda + l] * b[l * ldb + column];
  c[row * ldc + column] = sum;
}

template <typename Element, int Count>
struct alignas(sizeof(Element) * Count < 16 ? sizeof(Element) * Count : 16) Vector {
  Element values[Count];
};

template <int Count, typename Element>
__device__ __forceinline__ Vector<Element, Count> loadVector(const Element *from) {
  return *reinterpret_cast<const Vector<Element, Count> *>(from);
}

template <typename Element, int Count>
__device__ __forceinline__ void storeVector(Element *to, const Vector<Element, Count> &run) {
  *reinterpret_cast<Vector<Element, Count> *>(to) = run;
}

template <typename Element, int Rows, int Columns, int Pitch, int Threads, int Width>
struct TileFetch {
  static constexpr int Runs = (Rows * Columns / Width + Threads - 1) / Threads;
  Vector<Element, Width> runs[Runs];

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

  __device__ __forceinline__ void store(Element *tile, int thread) const {
#pragma unroll
    for (int run = 0; run < Runs; ++run) {
      const int first = (run * Threads + thread) * Width;
      if (isOwn())
        storeVector(tile + first / Columns * Pitch + first % Columns, runs[run]);
    }
  }

  __device__ static constexpr bool isOwn() { return Rows * Columns % (Threads * Width) == 0; }
};

template <typename Problem, int RowsOfBlock, int ColumnsOfBlock, int StepsOfBlock, int RowsOfThread,
          int ColumnsOfThread, int LaneRows, int LaneColumns, int StepsOfLoad, int RowsOfLoad,
          int ColumnsOfLoad, int RingStages = 1, int WarpsThatCopy = 0, int StepsInFp64 = 0,
          int StepsOfPeriod = 1, int WarpsInFp64 = 0, int WarpsOfPeriod = 1>
struct FmaTile {
  static constexpr int BlockM = RowsOfBlock, BlockN = ColumnsOfBlock, BlockK = StepsOfBlock;
  static constexpr int ThreadM = RowsOfThread, ThreadN = ColumnsOfThread;
  static constexpr int ThreadRows = BlockM / ThreadM, ThreadColumns = BlockN / ThreadN;
  static constexpr int WarpRows = LaneRows, WarpColumns = LaneColumns;
  static constexpr int ComputeThreads = ThreadRows * ThreadColumns;
  static constexpr int Threads = ComputeThreads;
  static constexpr int StepGroup = StepsOfLoad, RunN = ColumnsOfLoad;
  static constexpr int Period = StepsOfPeriod;
  static constexpr int Fp64Warps = WarpsInFp64;
  static constexpr int RowsA = BlockM, ColumnsA = BlockK,
                       PitchA = ColumnsA + 16 / sizeof(typename Problem::StoredA);
  static constexpr int RowsB = BlockK, ColumnsB = BlockN, PitchB = ColumnsB;
  static constexpr int TileA = RowsA * PitchA, TileB = RowsB * PitchB;
  static constexpr int Stages = RingStages; // tiles in flight or in use
  static constexpr int StageBytes = Problem::Products * TileA * sizeof(typename Problem::StoredA) +
                                    Problem::Products * TileB * sizeof(typename Problem::StoredB);
  static constexpr int SharedBytes = StageBytes;
};

template <typename Tile>
__device__ __forceinline__ int rowOf(int i, int threadRow) {
  return i * Tile::ThreadRows + threadRow;
}
template <typename Tile>
__device__ __forceinline__ int columnOf(int i, int threadColumn) {
  return (i / Tile::RunN * Tile::ThreadColumns + threadColumn) * Tile::RunN + i % Tile::RunN;
}

template <typename Problem, typename Tile>
__device__ __forceinline__ void
loadRowsOfA(typename Problem::StoredA (&fragmentA)[Tile::ThreadM][Tile::StepGroup],
            const typename Problem::StoredA *tileA, int threadRow, int first) {
#pragma unroll
  for (int i = 0; i < Tile::ThreadM; ++i) {
    const auto run =
        loadVector<Tile::StepGroup>(&tileA[rowOf<Tile>(i, threadRow) * Tile::PitchA + first]);
#pragma unroll
    for (int step = 0; step < Tile::StepGroup; ++step)
      fragmentA[i][step] = run.values[step];
  }
}
template <typename Problem, typename Tile>
__device__ __forceinline__ void
loadStepOfB(typename Problem::StoredB (&fragmentB)[Tile::ThreadN][Tile::StepGroup],
            const typename Problem::StoredB *tileB, int threadColumn, int first, int step) {
#pragma unroll
  for (int j = 0; j < Tile::ThreadN; j += Tile::RunN) {
    const auto run = loadVector<Tile::RunN>(
        &tileB[(first + step) * Tile::PitchB + columnOf<Tile>(j, threadColumn)]);
#pragma unroll
    for (int r = 0; r < Tile::RunN; ++r)
      fragmentB[j + r][step] = run.values[r];
  }
}

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

template <typename Problem, typename Tile>
__device__ __forceinline__ void synchronizeThreads() {
  __syncthreads();
}

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
    TileFetch<typename Problem::A, Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Tile::Threads,
              Aligned ? 16 / sizeof(typename Problem::A) : 1>
        fetchA;
    TileFetch<typename Problem::B, Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Tile::Threads,
              Aligned ? 16 / sizeof(typename Problem::B) : 1>
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
      multiplyTile<Problem, Tile, Sum>(problem, sum, tilesA, tilesB, threadRow, threadColumn,
                                       steps);
    }
  }

  constexpr int Run = Aligned ? Tile::RunN : 1;

#pragma unroll
  for (int i = 0; i < Tile::ThreadM; ++i) {
    const int row = blockRow + rowOf<Tile>(i, threadRow);
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; j += Run) {
      const int column = blockColumn + columnOf<Tile>(j, threadColumn);
      if (row < problem.m && column < problem.n) {
        auto *const to = problem.c + (long long)row * problem.ldc + column;
        const auto old = loadVector<Run>(to);
        Vector<typename Problem::C, Run> result;
#pragma unroll
        for (int r = 0; r < Run; ++r)
          result.values[r] = problem.finish(sum[i][j + r], old.values[r], row, column + r);
        storeVector(to, result);
      }
    }
  }
}

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

  __device__ void add(float &sum, float a, float b) const { sum += a * b; }
  __device__ float finish(float sum, float, int, int) const { return sum; }
};

using BlockTile = FmaTile<Problem, 32, 64, 16, 4, 4, 4, 8, 4, 1, 4>;
__global__ void __launch_bounds__(BlockTile::Threads)
    candidate(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c,
              int ldc) {
  computeTile<Problem, BlockTile, false>(Problem{m, n, k, a, lda, b, ldb, c, ldc});
}
void launchReference(int m, int n, int k, const float *a, int lda, const float *b, int ldb,
                     float *c, int ldc) {
  reference<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, a, lda, b, ldb, c, ldc);
}
void launchCandidate(int m, int n, int k, const float *a, int lda, const float *b, int ldb,
                     float *c, int ldc) {
  candidate<<<dim3((n + BlockTile::BlockN - 1) / BlockTile::BlockN,
                   (m + BlockTile::BlockM - 1) / BlockTile::BlockM),
              BlockTile::Threads, BlockTile::SharedBytes>>>(m, n, k, a, lda, b, ldb, c, ldc);
}
