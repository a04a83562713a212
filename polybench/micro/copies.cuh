// Copies from the L2 cache to shared memory beside FFMA: cp.async among them, warps that copy, TMA.
//
// Blocks copy their own part of the source over and over, which stays in the L2 cache, into a ring
// of stages. Nothing waits for a copy but the one that needs its place.
#pragma once

#include "polybench/micro/tensor_units.cuh"
#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/mbarrier.h"
#include "warpsmith/device/tensor_copy.h"

namespace warpsmith::micro {

constexpr int CopyStages = 4;
/// The source of a block, in runs of 16 bytes; run r starts with the word r.
constexpr int SourceRuns = MICRO_SOURCE_BYTES / 16;
constexpr double RunBytes = 16 * WarpSize; // of a warp
constexpr int CopyFfma = 64, CopyChains = 8;

/// Run number `copy` of a thread in an iteration.
__host__ __device__ constexpr int sourceRun(int iteration, int copy, int copies, int thread,
                                            int threads) {
  return ((iteration * copies + copy) * threads + thread) % SourceRuns;
}

/// Iterations up to which sourceRun's numbers fit an int.
constexpr int mostCopyIterations(int copies, int threads) {
  return copies ? AnyIterations / (copies * threads) : AnyIterations;
}

/// Starts the copies of an iteration, as one group, when at most two are in flight.
template <int Copies>
__device__ __forceinline__ void copyRuns(uint4 *ring, const uint4 *source, int iteration,
                                         int thread, int threads) {
#pragma unroll
  for (int copy = 0; copy < Copies; ++copy)
    copyAsync<16>(ring + (iteration % CopyStages * Copies + copy) * threads + thread,
                  source + sourceRun(iteration, copy, Copies, thread, threads), true);
  commitCopies();
  waitForCopies<CopyStages - 2>();
}

/// Sum of the first words of what this thread has copied last to each place.
template <int Copies>
__device__ __forceinline__ double copiedTotal(const uint4 *ring, int iterations, int thread,
                                              int threads) {
  waitForCopies<0>();
  double sum = 0;
  for (int stage = 0; stage < CopyStages && stage < iterations; ++stage)
    for (int copy = 0; copy < Copies; ++copy)
      sum += ring[(stage * Copies + copy) * threads + thread].x;
  return sum;
}

/// The same on the host, by the iteration that wrote a place last.
inline double copiedTotal(int copies, int iterations, int thread, int threads) {
  double sum = 0;
  for (int iteration = std::max(0, iterations - CopyStages); iteration < iterations; ++iteration)
    for (int copy = 0; copy < copies; ++copy)
      sum += sourceRun(iteration, copy, copies, thread, threads);
  return sum;
}

template <int Copies, int Ffma>
__global__ void __launch_bounds__(512, 1) copyStream(Arguments x) {
  extern __shared__ uint4 ring[];
  const uint4 *const source = x.source + blockIdx.x * SourceRuns;
  Chains<float, CopyChains> sums;
  const Operands operands(x);
  const long long begin = beginLoop();
#pragma unroll 1
  for (int iteration = 0; iteration < x.iterations[0]; ++iteration) {
    if (Copies > 0)
      copyRuns<Copies>(ring, source, iteration, threadIdx.x, blockDim.x);
    addProducts<Ffma>(sums, operands);
  }
  finish(x, begin,
         sums.total() + copiedTotal<Copies>(ring, x.iterations[0], threadIdx.x, blockDim.x));
}

inline void addCopyStream(Points &points, Kernel kernel, int copies, int ffma) {
  constexpr int Warps = 8, Threads = Warps * WarpSize;
  const double steps = 1.0 * ffma / CopyChains;
  Point &point = points.add(kernel, templateName("copyStream", {copies, ffma}),
                            {{"copies", std::to_string(copies)},
                             {"ffma", std::to_string(ffma)},
                             {"warps", std::to_string(Warps)}},
                            {{Warps,
                              {{"FFMA", ffma, FmaFlops, 0}, {"LDGSTS", copies, 0, RunBytes}},
                              [=](int iterations, int thread) {
                                return sumsTotal(CopyChains, iterations * steps, SumStep) +
                                       copiedTotal(copies, iterations, thread, Threads);
                              },
                              std::min(exactIterations(steps, SumStep, ExactFloat),
                                       mostCopyIterations(copies, Threads))}});
  point.expectedByThread = true;
  point.sharedBytes = CopyStages * copies * Threads * 16;
}
template <int Copies, int Ffma>
void addCopyStream(Points &points) {
  addCopyStream(points, copyStream<Copies, Ffma>, Copies, Ffma);
}

inline void copyStream(Points &points) {
  addCopyStream<1, 64>(points);
  addCopyStream<0, 64>(points);
  addCopyStream<1, 0>(points);
  addCopyStream<2, 0>(points);
  addCopyStream<4, 0>(points);
  addCopyStream<1, 32>(points);
  addCopyStream<1, 128>(points);
  addCopyStream<2, 64>(points);
  addCopyStream<2, 128>(points);
  addCopyStream<4, 64>(points);
  addCopyStream<4, 128>(points);
}

constexpr int WarpCopies = 4;

/// The first warps copy, the others add.
__global__ void __launch_bounds__(512, 1) copyWarps(Arguments x) {
  extern __shared__ uint4 ring[];
  const uint4 *const source = x.source + blockIdx.x * SourceRuns;
  const int thread = threadIdx.x, copying = x.firstWarps * WarpSize;
  double sum = 0;
  const Operands operands(x);
  const long long begin = beginLoop();
  if (thread < copying) {
#pragma unroll 1
    for (int iteration = 0; iteration < x.iterations[0]; ++iteration)
      copyRuns<WarpCopies>(ring, source, iteration, thread, copying);
    sum = copiedTotal<WarpCopies>(ring, x.iterations[0], thread, copying);
  } else {
    sum = addProductsInLoop<CopyFfma, CopyChains>(operands, x.iterations[1]);
  }
  finish(x, begin, sum);
}

inline void addCopyWarps(Points &points, int copying, int computing) {
  const int threads = copying * WarpSize;
  Point &point = points.add(
      copyWarps, "copyWarps",
      {{"copy warps", std::to_string(copying)}, {"ffma warps", std::to_string(computing)}},
      {{copying,
        {{"LDGSTS", WarpCopies, 0, RunBytes}},
        [=](int iterations, int thread) {
          return copiedTotal(WarpCopies, iterations, thread, threads);
        },
        mostCopyIterations(WarpCopies, threads)},
       ffmaRole(computing, CopyFfma, CopyChains)});
  point.expectedByThread = true;
  point.sharedBytes = CopyStages * WarpCopies * threads * 16;
  point.description.balanced = 1;
}

inline void copyWarps(Points &points) {
  addCopyWarps(points, 1, 1);
  addCopyWarps(points, 2, 2);
  addCopyWarps(points, 4, 4);
  addCopyWarps(points, 8, 8);
  addCopyWarps(points, 1, 4);
  addCopyWarps(points, 1, 8);
  addCopyWarps(points, 2, 8);
  addCopyWarps(points, 4, 8);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
/// Starts to copy `bytes` bytes, a multiple of 16; they count at the barrier. PTX ISA
/// "cp.async.bulk".
__device__ __forceinline__ void copyBulk(void *shared, const void *global, int bytes,
                                         Barrier *barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
               "[%0], [%1], %2, [%3];" ::"r"(sharedAddress(shared)),
               "l"(global), "r"(bytes), "r"(sharedAddress(barrier))
               : "memory");
}

/// One lane of the first warp has TMA copy, the other warps add.
__global__ void __launch_bounds__(512, 1) copyBulk(Arguments x) {
  extern __shared__ uint4 ring[];
  __shared__ Barrier full[CopyStages];
  const int runs = x.copyBytes / 16;
  const uint4 *const source = x.source + blockIdx.x * SourceRuns;
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < CopyStages; ++stage)
      initialize(full + stage, 1);
    publishBarriers();
  }
  double sum = 0;
  const Operands operands(x);
  const long long begin = beginLoop();
  if (threadIdx.x == 0) {
#pragma unroll 1
    for (int iteration = 0; iteration < x.iterations[0]; ++iteration) {
      const int stage = iteration % CopyStages;
      if (iteration >= CopyStages)
        wait(full + stage, iteration / CopyStages - 1 & 1);
      arriveExpecting(full + stage, x.copyBytes);
      copyBulk(ring + stage * runs, source + iteration * runs % SourceRuns, x.copyBytes,
               full + stage);
    }
    for (int stage = 0; stage < CopyStages && stage < x.iterations[0]; ++stage) {
      wait(full + stage, (x.iterations[0] - 1 - stage) / CopyStages & 1);
      sum += ring[stage * runs].x;
    }
  } else if (threadIdx.x >= WarpSize) {
    sum = addProductsInLoop<CopyFfma, CopyChains>(operands, x.iterations[1]);
  }
  finish(x, begin, sum);
}
#else
__global__ void copyBulk(Arguments) {
}
#endif

inline void addCopyBulk(Points &points, int bytes, int computing) {
  Point &point =
      points.add(static_cast<Kernel>(copyBulk), "copyBulk",
                 {{"bytes", std::to_string(bytes)}, {"ffma warps", std::to_string(computing)}},
                 {{1,
                   {{"UBLKCP", 1, 0, double(bytes)}},
                   [=](int iterations, int thread) {
                     double sum = 0;
                     for (int iteration = std::max(0, iterations - CopyStages);
                          iteration < iterations; ++iteration)
                       sum += 1LL * iteration * (bytes / 16) % SourceRuns;
                     return thread == 0 ? sum : 0;
                   },
                   AnyIterations / (bytes / 16)},
                  ffmaRole(computing, CopyFfma, CopyChains)});
  point.expectedByThread = true;
  point.sharedBytes = CopyStages * bytes;
  point.copyBytes = bytes;
  point.description.balanced = 1;
}

inline void copyBulk(Points &points) {
  if constexpr (IsHopper) {
    for (const int computing : {4, 8})
      for (const int bytes : {1024, 2048, 4096, 8192, 16384})
        addCopyBulk(points, bytes, computing);
  }
}

} // namespace warpsmith::micro
