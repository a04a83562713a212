/// A running block: its threads, what they wait for, and its shared memory.
#pragma once

#include "runtime/emulator/include/cuda_runtime_api.h"
#include "runtime/emulator/include/warpsmith_emulator/device.h"
#include "runtime/emulator/include/warpsmith_emulator/launch.h"
#include "runtime/emulator/lib/Clock.h"
#include "runtime/emulator/lib/Emulator.h"
#include "runtime/emulator/lib/Fiber.h"
#include "runtime/emulator/lib/SharedMemory.h"
#include "runtime/emulator/lib/TensorMap.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace warpsmith::emulator {

class Block;
class Cluster;
struct CountedBarrier;

/// One cp.async in flight.
struct AsyncCopy {
  void *shared;
  const void *global;
  int bytes, sourceBytes;
};

/// One bulk copy in flight; as an agent it is the hardware that copies.
struct BulkCopy : Agent {
  Block *block = nullptr; ///< whose shared memory it reads or writes
  std::vector<BoxPiece> pieces;
  bool roundedToTf32 = false;
  Location where;

  int64_t bytes() const { return static_cast<int64_t>(pieces.size()) * 16; }
};

/// A group of bulk stores.
struct BulkStores {
  std::vector<BulkCopy> unread; ///< those whose shared memory has not been read
  uint32_t lastStep = 0;
};

/// A thread's copies in flight.
struct ThreadCopies {
  /// cp.async groups, oldest first, and the copies of the one that has not been committed.
  std::vector<std::vector<AsyncCopy>> groups;
  std::vector<AsyncCopy> openGroup;
  /// Bulk stores, likewise; empty before the first one.
  std::vector<BulkStores> bulkGroups;
  int bulkReader = 0, bulkWriter = 0; ///< what does them; 0 for none yet
  uint32_t bulkSteps = 0;
};

struct Thread : Agent {
  enum class Status { Ready, Waiting, Exited };

  Block *block = nullptr;
  int rank = 0; ///< x fastest
  uint3 index{};
  Status status = Status::Ready;
  std::unique_ptr<Fiber> fiber; ///< from its first turn to its end

  /// Of barrier.cluster: the phase that it has arrived in and not yet waited for.
  std::optional<uint64_t> clusterPhase;

  // What it waits for, for reports.
  std::string_view waitingFor; ///< of the operation that waits, while it does
  Location waitingAt;
  const CountedBarrier *barrier = nullptr; ///< when it waits at one

  std::unique_ptr<ThreadCopies> copies;      ///< null before its first
  std::shared_ptr<struct WgmmaThread> wgmma; ///< null before its first wgmma instruction
  std::size_t registerChanges = 0;           ///< setmaxnreg instructions so far
  /// What mbarrier.init writes is an agent's own, since a fence passes on that alone; 0 before the
  /// first. And its steps that fence.mbarrier_init has passed on.
  int initializations = 0;
  uint32_t fencedInitializations = 0;
  bool early = false; ///< the kernel before this one may still be running, as far as it knows

  ThreadCopies &copying() {
    if (!copies)
      copies = std::make_unique<ThreadCopies>();
    return *copies;
  }
  /// Whether it has met no other thread, and has had none of what belongs to few threads.
  bool isPlain() const {
    return clock.isFirstStep(number) && !copies && !wgmma && !clusterPhase && registerChanges == 0;
  }
  int warp() const { return rank / 32; }
  int lane() const { return rank % 32; }
};

/// A barrier that counts threads: 0 is __syncthreads().
struct CountedBarrier {
  int expected = 0, arrived = 0;
  std::vector<Thread *> waiting;
  std::vector<const Thread *> participants;
  Location place; ///< of the first arrival
  Clock clock;
  Reduction reduction = Reduction::Popcount;
  int popcount = 0, result = 0;
  bool reduces = false;
};

/// Lanes that meet for a warp-wide operation.
struct WarpRendezvous {
  uint32_t mask = 0, arrived = 0;
  Combine combine = nullptr;
  std::size_t bytes = 0; ///< of each lane's value
  void *context = nullptr;
  bool ordered = true;         ///< each lane has then seen what the others did
  std::vector<Thread *> lanes; ///< in the order of their arrival
  void *values[32] = {};
};

/// An mbarrier object in shared memory; the memory itself holds no state.
struct PhaseBarrier {
  uint32_t count = 0;   ///< arrivals a phase needs
  uint32_t pending = 0; ///< arrivals the current phase still needs
  int64_t transactions = 0;
  uint64_t phase = 0;
  int initializer = 0; ///< the agent that has initialised it, and in which of its steps
  uint32_t initializedIn = 0;
  Clock arriving;  ///< joined from the current phase's arrivals
  Clock completed; ///< what the completed phases have published

  /// Bulk copies that have not signalled yet. They do when the phase lacks nothing else and
  /// somebody asks: as late as they may.
  std::vector<BulkCopy> copies;
  int copyAgent = 0; ///< what does them; 0 for none yet
  uint32_t copySteps = 0;
  int64_t copiedBytes() const;
};

/// What a kernel is launched with.
struct Grid {
  dim3 grid, block, cluster;
  unsigned dynamicShared = 0;
  std::size_t sharedLimit = 0;  ///< of dynamic and static shared memory together
  bool early = false;           ///< it may begin before its predecessor in the stream has ended
  const void *kernel = nullptr; ///< null when its identity is not known
  KernelCall call;
};

/// What the blocks of a launch use one after the other.
struct BlockMemory {
  SharedMemory shared;
  std::vector<Thread> threads; ///< empty before the first block
};

class Block {
public:
  /// The block of rank `rank` within its cluster.
  Block(Cluster &cluster, const Grid &grid, uint3 index, int rank, BlockMemory &memory);

  // The cluster's scheduler, which see.
  void wait(Thread &thread, std::string_view what, const Location &where);
  void wake(Thread &thread);
  void yield(Thread &thread, const Location &where, std::string_view what = "polling");
  void progress();
  [[noreturn]] void fail(Thread &thread, const ErrorRecord &error);
  int newAgent(std::string name);
  std::string agentName(int number) const;

  int threadCount() const { return static_cast<int>(threads.size()); }
  Thread &thread(int rank) { return threads[rank]; }
  std::vector<WarpRendezvous> &rendezvous(int warp) { return warps[warp]; }
  const Grid &grid() const { return launch; }
  uint3 index() const { return position; }
  int rankInCluster() const { return clusterRank; }
  /// Its threads' numbers as agents start here.
  int firstNumber() const { return clusterRank * threadCount(); }
  bool ended() const { return exited == threadCount(); }

  Cluster &cluster;
  SharedMemory &shared;
  std::map<int, CountedBarrier> barriers;
  std::unordered_map<const uint64_t *, PhaseBarrier> phaseBarriers;
  std::map<int, std::shared_ptr<struct Warpgroup>> warpgroups; ///< those that have used wgmma
  int exited = 0;
  Clock exits;          ///< what the threads had seen when they ended
  Clock remoteAccesses; ///< by other blocks of the cluster, to shared memory
  /// Of griddepcontrol.wait: the threads that have waited, and in which of their steps.
  std::vector<std::pair<int, uint32_t>> waitsForPrevious;

private:
  const Grid &launch;
  uint3 position;
  int clusterRank;
  std::vector<Thread> &threads;
  std::vector<std::vector<WarpRendezvous>> warps;
};

/// A lane of the warp has exited: the others wait for it no longer.
void leaveWarp(Block &block, int warp);

/// Shared addresses start here, so that 0 is none.
constexpr uint32_t SharedWindow = 1024;
/// The block of the running thread's cluster whose shared memory an address means: its own, unless
/// mapa has made the address. One that has ended is an error.
Block &blockOfShared(uint32_t address, const Location &where);
/// Notes that the running thread uses the block's shared memory.
Block &reachable(Block &block, const Location &where);
/// The place of either kind of address in the block's shared memory, or outside of it.
std::byte *placeInShared(const Block &block, uint32_t address);

/// The running CUDA thread; null in host code, of which there may be several threads.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local Thread *current;

/// An error record with the thread's and block's indices filled in.
ErrorRecord errorAt(const Thread &thread, std::string kind, std::string message,
                    std::string location);
/// `file:line:column` of a source location, as reports spell it.
std::string spell(const Location &where);
/// The same of a return address in instrumented code, through llvm-symbolizer.
std::string spell(const void *returnAddress);

/// Stores the first error and prints it when the options say so.
void record(const ErrorRecord &error);

} // namespace warpsmith::emulator
