// The launches of one contestant on rotating buffers.
#pragma once

#include "runtime/harness/worker/Cuda.h"
#include "runtime/harness/worker/Session.h"

namespace warpsmith::harness::worker {

/// The buffers that timing walks through.
struct Rotation {
  std::size_t sets = 0;
  std::size_t bytes = 0; // of all sets
};

/// Sets of a problem's buffers, taken in turn. Cold: more than twice the L2 cache in all, at least
/// two and at most 512 sets, within half of the free memory. Warm: one set.
class BufferSets {
public:
  BufferSets(const Probe &probe, bool cold, cudaStream_t stream);

  const PolybenchArguments &next() { return arguments[position++ % arguments.size()]; }
  const Rotation &rotation() const { return total; }

private:
  std::vector<std::vector<DeviceBuffer>> sets;
  std::vector<PolybenchArguments> arguments;
  std::size_t position = 0;
  Rotation total;
};

/// Enqueues launches one by one or, once captured, as a CUDA graph of several: the host needs
/// longer to enqueue a short kernel (several microseconds through a library) than the GPU to run
/// it.
class LaunchSequence {
public:
  static constexpr int SmallestGraph = 32; // launches, so that starting a graph does not count

  LaunchSequence(Contestant &contestant, BufferSets &sets, cudaStream_t stream);
  ~LaunchSequence();
  LaunchSequence(LaunchSequence &&other) noexcept;
  LaunchSequence(const LaunchSequence &) = delete; // owns the graph
  LaunchSequence &operator=(const LaunchSequence &) = delete;
  LaunchSequence &operator=(LaunchSequence &&) = delete;

  /// From here on enqueue() replays a graph of at least so many launches that walks once or more
  /// through all sets. A contestant whose host code cannot be captured goes on one by one.
  void capture(int smallest = SmallestGraph);

  /// Launches in the smallest piece that enqueue() works in: 1, or those of the graph.
  int granularity() const { return graph ? graphLaunches : 1; }
  /// Enqueues `launches`, a multiple of granularity().
  void enqueue(int launches);
  /// One launch that is not counted.
  void enqueueOne() { contestant->enqueue(sets->next()); }

private:
  Contestant *contestant;
  BufferSets *sets;
  cudaStream_t stream;
  cudaGraphExec_t graph = nullptr;
  int graphLaunches = 0;
};

} // namespace warpsmith::harness::worker
