// The microbenchmarks as one library; micro_abi.h is what it exports.
#include "polybench/micro/copies.cuh"
#include "polybench/micro/fp64_stream.cuh"
#include "polybench/micro/fp64_warps.cuh"
#include "polybench/micro/tensor_pairs.cuh"
#include "polybench/micro/tensor_stream.cuh"
#include "polybench/micro/tensor_warps.cuh"

namespace warpsmith::micro {
namespace {

/// All points, in the order of Experiments.def.
const std::deque<Point> &allPoints() {
  static const Points All = [] {
    Points points;
#define EXPERIMENT(FUNCTION, NAME, QUESTION)                                                       \
  points.begin(NAME);                                                                              \
  FUNCTION(points);
#define MATMUL(FUNCTION, NAME, QUESTION)
#include "polybench/micro/Experiments.def"
#undef EXPERIMENT
#undef MATMUL
    return points;
  }();
  return All.all();
}

int threadsOf(const MicroPoint &point) {
  int warps = 0;
  for (int role = 0; role < point.roleCount; ++role)
    warps += point.roles[role].warps;
  return warps * WarpSize;
}

} // namespace
} // namespace warpsmith::micro

using namespace warpsmith::micro;

extern "C" const MicroSuite *micro_suite() {
  static const std::vector<MicroPoint> Descriptions = [] {
    std::vector<MicroPoint> made;
    for (const Point &point : allPoints())
      made.push_back(point.description);
    return made;
  }();
  static const MicroSuite Suite = {MICRO_ABI_VERSION, int(Descriptions.size()),
                                   Descriptions.data()};
  return &Suite;
}

extern "C" int micro_run(const MicroLaunch *launch) {
  if (launch->version != MICRO_ABI_VERSION || launch->point < 0 ||
      launch->point >= int(allPoints().size()))
    return MICRO_BAD_ARGUMENTS;
  const Point &point = allPoints()[launch->point];
  Arguments x = {};
  for (int role = 0; role < MICRO_ROLES; ++role)
    x.iterations[role] = launch->iterations[role];
  x.firstWarps = point.description.roles[0].warps;
  x.a = FactorA;
  x.b = FactorB;
  x.wideA = FactorA;
  x.wideB = FactorB;
  x.growth = Growth;
  x.halves = 0x3c003c00;
  x.single = 0x3f800000;
  x.bytes = 0x01010101;
  x.one = 1;
  x.copyBytes = point.copyBytes;
  x.source = static_cast<const uint4 *>(launch->source);
  x.sums = launch->sums;
  x.clocks = launch->clocks;
  if (const cudaError_t status = cudaFuncSetAttribute(
          point.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, point.sharedBytes);
      status != cudaSuccess)
    return status;
  point.kernel<<<launch->blocks, threadsOf(point.description), point.sharedBytes,
                 static_cast<cudaStream_t>(launch->stream)>>>(x);
  return cudaGetLastError();
}

extern "C" void micro_fill(void *source, int blocks) {
  auto *runs = static_cast<unsigned (*)[4]>(source);
  for (int run = 0; run < blocks * SourceRuns; ++run) {
    runs[run][0] = run % SourceRuns;
    runs[run][1] = runs[run][2] = runs[run][3] = ~unsigned(run);
  }
}

extern "C" void micro_expected(int index, const int *iterations, double *sums) {
  const Point &point = allPoints().at(index);
  int thread = 0;
  for (int role = 0; role < point.description.roleCount; ++role) {
    const int end = thread + point.description.roles[role].warps * WarpSize;
    // What depends on the thread is cheap; what does not may be a long loop.
    double first = 0;
    for (const int start = thread; thread < end; ++thread) {
      if (thread == start || point.expectedByThread)
        first = point.expected[role](iterations[role], thread);
      sums[thread] = first;
    }
  }
}
