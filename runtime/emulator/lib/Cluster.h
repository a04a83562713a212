/// Blocks that run together: a cluster, mostly of one block. It schedules their threads.
#pragma once

#include "runtime/emulator/lib/Block.h"

namespace warpsmith::emulator {

/// The index of the block of rank `rank` in the grid's cluster of this number.
uint3 blockIndex(const Grid &grid, uint64_t cluster, int rank);

/// What clusters use one after the other.
struct ClusterMemory {
  std::vector<std::unique_ptr<BlockMemory>> blocks;
  /// Those that no thread is using. The last one was used last, so that threads that end before the
  /// next one starts all run on the same memory.
  std::vector<std::unique_ptr<Fiber>> fibers;
};

class Cluster {
public:
  /// The grid's cluster of this number, x fastest.
  Cluster(const Grid &grid, uint64_t number, uint64_t seed, ClusterMemory &memory);

  /// Runs all threads to their end; false after an error, which has been recorded.
  bool run();

  /// Suspends the running thread until wake() makes it ready.
  void wait(Thread &thread, std::string_view what, const Location &where);
  void wake(Thread &thread);
  void yield(Thread &thread, const Location &where, std::string_view what);
  /// Some thread got further: polling is not a deadlock.
  void progress() { fruitlessTurns = 0; }
  /// Records the error and abandons the cluster; does not return.
  [[noreturn]] void fail(Thread &thread, const ErrorRecord &error);

  /// Hardware that works beside the threads: its entry in clocks. The name is for reports.
  int newAgent(std::string name);
  /// `thread (0,0,0)`, or what newAgent() was given.
  std::string agentName(int number) const;

  int size() const { return static_cast<int>(blocks.size()); }
  Block &block(int rank) { return *blocks[rank]; }
  /// The block whose shared memory an address lies in; null for none.
  Block *owner(const void *address);

  /// barrier.cluster: counts the thread in. Without `ordered` the others see nothing of it.
  void arrive(Thread &thread, bool ordered, const Location &where);
  void waitForArrivals(Thread &thread, const Location &where);

private:
  static void work();
  void goOn(Thread &ended);
  Thread *take();
  static void enter(Thread &thread);
  bool leave(Thread &thread);
  void completeBarrier();
  void reportStuck();
  uint64_t random();
  int threadCount() const { return size() * blocks.front()->threadCount(); }

  uint64_t randomState;
  std::vector<std::unique_ptr<Block>> blocks;
  std::vector<Thread *> ready;
  Thread *next = nullptr; ///< taken already, by a fiber that cannot run it
  std::vector<std::unique_ptr<Fiber>> &spareFibers;
  std::vector<std::string> agents; ///< their numbers follow those of the threads
  int exited = 0;
  long long fruitlessTurns = 0;
  bool failed = false;

  // barrier.cluster
  int arrived = 0;
  uint64_t phase = 0;
  Clock arriving, completed;
  std::vector<Thread *> waiting;
};

} // namespace warpsmith::emulator
