#include "runtime/harness/worker/LaunchSequence.h"
#include <algorithm>
#include <utility>

namespace warpsmith::harness::worker {
namespace {

constexpr std::size_t LargestSetCount = 512;

std::size_t coldSetCount(std::size_t setBytes) {
  int device = 0;
  int cacheBytes = 0;
  check(cudaGetDevice(&device), "cudaGetDevice");
  check(cudaDeviceGetAttribute(&cacheBytes, cudaDevAttrL2CacheSize, device),
        "reading the size of the L2 cache");
  std::size_t freeBytes = 0;
  std::size_t allBytes = 0;
  check(cudaMemGetInfo(&freeBytes, &allBytes), "cudaMemGetInfo");
  const std::size_t wanted = 2 * static_cast<std::size_t>(cacheBytes) / setBytes + 1;
  const std::size_t fitting = std::max<std::size_t>(1, freeBytes / 2 / setBytes);
  return std::min({std::max<std::size_t>(2, wanted), LargestSetCount, fitting});
}

} // namespace

BufferSets::BufferSets(const Probe &probe, bool cold, cudaStream_t stream) {
  std::size_t setBytes = 1;
  for (const HostArray &array : probe.problem.arrays)
    setBytes += array.size();
  const std::size_t count = cold ? coldSetCount(setBytes) : 1;
  for (std::size_t set = 0; set < count; ++set) {
    sets.push_back(placeBuffers(probe.problem, {}, 0));
    arguments.push_back(makeArguments(probe.problem, sets.back(), stream));
  }
  total = {count, count * setBytes};
}

LaunchSequence::LaunchSequence(Contestant &contestant, BufferSets &sets, cudaStream_t stream)
    : contestant(&contestant),
      sets(&sets),
      stream(stream) {
}

LaunchSequence::~LaunchSequence() {
  if (graph)
    cudaGraphExecDestroy(graph);
}

LaunchSequence::LaunchSequence(LaunchSequence &&other) noexcept
    : contestant(other.contestant),
      sets(other.sets),
      stream(other.stream),
      graph(std::exchange(other.graph, nullptr)),
      graphLaunches(other.graphLaunches) {
}

void LaunchSequence::capture(int smallest) {
  const int count = static_cast<int>(sets->rotation().sets);
  const int launches = count * ((smallest + count - 1) / count);
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
  bool captured = true;
  try {
    for (int launch = 0; launch < launches; ++launch)
      contestant->enqueue(sets->next());
  } catch (const CudaError &) {
    captured = false; // its host code does something that a capture does not allow
  }
  cudaGraph_t recorded = nullptr;
  captured = cudaStreamEndCapture(stream, &recorded) == cudaSuccess && captured;
  captured = captured && cudaGraphInstantiate(&graph, recorded, 0) == cudaSuccess;
  if (recorded)
    cudaGraphDestroy(recorded);
  if (captured)
    graphLaunches = launches;
  else
    graph = nullptr;
  cudaGetLastError();
}

void LaunchSequence::enqueue(int launches) {
  if (!graph) {
    for (int launch = 0; launch < launches; ++launch)
      enqueueOne();
    return;
  }
  for (int launch = 0; launch < launches; launch += graphLaunches)
    check(cudaGraphLaunch(graph, stream), "cudaGraphLaunch");
}

} // namespace warpsmith::harness::worker
