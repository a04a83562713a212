#include "runtime/emulator/lib/Cluster.h"
#include "runtime/emulator/lib/DependentLaunch.h"
#include "runtime/emulator/lib/ModuleMemory.h"
#include "runtime/emulator/lib/PhaseBarriers.h"
#include "runtime/emulator/lib/Warpgroup.h"
#include <algorithm>
#include <utility>

// The builtin variables of emulation mode: those of the running thread.
uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace warpsmith::emulator {

constinit thread_local Thread *current = nullptr;

uint3 blockIndex(const Grid &grid, uint64_t cluster, int rank) {
  const dim3 size = grid.cluster, blocks = grid.grid;
  const uint64_t across = blocks.x / size.x, along = blocks.y / size.y;
  const auto in = static_cast<unsigned>(rank);
  return {static_cast<unsigned>(cluster % across) * size.x + in % size.x,
          static_cast<unsigned>(cluster / across % along) * size.y + in / size.x % size.y,
          static_cast<unsigned>(cluster / across / along) * size.z + in / size.x / size.y};
}

Cluster::Cluster(const Grid &grid, uint64_t number, uint64_t seed, ClusterMemory &memory)
    : randomState(seed * 0x9e3779b97f4a7c15ULL + 1),
      spareFibers(memory.fibers) {
  const dim3 size = grid.cluster;
  for (unsigned rank = 0; rank < size.x * size.y * size.z; ++rank) {
    if (memory.blocks.size() <= rank)
      memory.blocks.push_back(std::make_unique<BlockMemory>());
    const int place = static_cast<int>(rank);
    blocks.push_back(std::make_unique<Block>(*this, grid, blockIndex(grid, number, place), place,
                                             *memory.blocks[rank]));
    for (int i = 0; i < blocks.back()->threadCount(); ++i)
      ready.push_back(&blocks.back()->thread(i));
  }
}

uint64_t Cluster::random() {
  // xorshift64*, Vigna, "An experimental exploration of Marsaglia's xorshift generators" (2016).
  randomState ^= randomState >> 12;
  randomState ^= randomState << 25;
  randomState ^= randomState >> 27;
  return randomState * 0x2545f4914f6cdd1dULL;
}

/// The builtin variables are those of this thread from here on.
void Cluster::enter(Thread &thread) {
  threadIdx = thread.index;
  blockIdx = thread.block->index();
  blockDim = thread.block->grid().block;
  gridDim = thread.block->grid().grid;
  const Stack &stack = thread.fiber->memory();
  const auto top = reinterpret_cast<std::uintptr_t>(stack.top());
  runningStack = {top - stack.size(), top};
  current = &thread;
  runningRegisters = thread.wgmma ? &thread.wgmma->watch : nullptr;
}

/// One of the threads that are ready; null when there is none, or when they only poll, which would
/// never end by itself.
Thread *Cluster::take() {
  constexpr long long FruitlessTurnsPerThread = 2000;
  if (ready.empty() || fruitlessTurns > FruitlessTurnsPerThread * threadCount())
    return nullptr;
  const std::size_t chosen = random() % ready.size();
  Thread *thread = ready[chosen];
  ready[chosen] = ready.back();
  ready.pop_back();
  return thread;
}

/// What a fiber does: it runs one thread after the other, so that those that wait for nobody cost
/// no change of stacks.
void Cluster::work() {
  while (true) {
    Thread &thread = *current;
    const KernelCall &call = thread.block->grid().call;
    call.run(call.data);
    thread.block->cluster.goOn(thread);
  }
}

/// The thread has ended, and its fiber takes the next one; or stops until it is given another,
/// perhaps of another cluster.
void Cluster::goOn(Thread &ended) {
  std::unique_ptr<Fiber> fiber = std::move(ended.fiber);
  failed = !leave(ended);
  next = failed ? nullptr : take();
  if (next && !next->fiber) {
    next->fiber = std::move(fiber);
    enter(*std::exchange(next, nullptr));
    return;
  }
  Fiber &own = *fiber;
  spareFibers.push_back(std::move(fiber));
  own.suspend();
}

bool Cluster::run() {
  while (!failed && exited < threadCount()) {
    Thread *thread = next ? std::exchange(next, nullptr) : take();
    if (!thread) {
      reportStuck();
      break;
    }
    if (!thread->fiber && spareFibers.empty())
      spareFibers.push_back(std::make_unique<Fiber>(work));
    if (!thread->fiber) {
      thread->fiber = std::move(spareFibers.back());
      spareFibers.pop_back();
    }
    enter(*thread);
    thread->fiber->resume();
    current = nullptr;
  }
  return !failed;
}

/// The thread has ended; false when it may not have.
bool Cluster::leave(Thread &thread) {
  Block &block = *thread.block;
  thread.status = Thread::Status::Exited;
  ++exited;
  ++block.exited;
  // Nearly all: nobody can be waiting for this one, and nothing is left to look at.
  if (size() == 1 && !block.ended() && !thread.copies && !thread.wgmma && arrived == 0 &&
      block.rendezvous(thread.warp()).empty()) {
    progress();
    return true;
  }
  if (size() > 1)
    block.exits.join(thread.clock);
  auto mistake = unfinishedStores(thread);
  if (!mistake)
    mistake = unfinishedProducts(thread);
  if (!mistake && block.ended())
    mistake = unfinishedLoads(thread);
  if (!mistake && block.ended())
    mistake = missedPreviousKernel(thread);
  const bool changesRegisters = !block.warpgroups.empty() && block.ended();
  for (int rank = 0; !mistake && changesRegisters && rank < block.threadCount(); ++rank)
    mistake = missedRegisterChange(block.thread(rank));
  if (!mistake && block.ended())
    if (const int other = block.remoteAccesses.notIn(block.exits); other >= 0)
      mistake = errorAt(thread, "cluster",
                        "the block ends while " + agentName(other) +
                            " of its cluster may still use its shared memory: no barrier tells it "
                            "when that is done",
                        {});
  if (mistake) {
    record(*mistake);
    return false;
  }
  leaveWarp(block, thread.warp());
  if (thread.clusterPhase == phase)
    --arrived;
  completeBarrier();
  progress();
  return true;
}

void Cluster::wait(Thread &thread, std::string_view what, const Location &where) {
  thread.status = Thread::Status::Waiting;
  thread.waitingFor = what;
  thread.waitingAt = where;
  thread.fiber->suspend();
  thread.waitingFor = {};
}

void Cluster::wake(Thread &thread) {
  thread.status = Thread::Status::Ready;
  ready.push_back(&thread);
  progress();
}

void Cluster::yield(Thread &thread, const Location &where, std::string_view what) {
  ++fruitlessTurns;
  thread.waitingFor = what;
  thread.waitingAt = where;
  ready.push_back(&thread);
  thread.fiber->suspend();
  thread.waitingFor = {};
}

void Cluster::fail(Thread &thread, const ErrorRecord &error) {
  failed = true;
  record(error);
  // Nobody resumes this fiber again.
  thread.fiber->suspend();
  __builtin_unreachable();
}

int Cluster::newAgent(std::string name) {
  agents.push_back(std::move(name));
  return threadCount() + static_cast<int>(agents.size()) - 1;
}

std::string Cluster::agentName(int number) const {
  if (number >= threadCount())
    return agents.at(number - threadCount());
  const int threads = blocks.front()->threadCount();
  const uint3 at = blocks.at(number / threads)->thread(number % threads).index;
  const std::string name = "thread (" + std::to_string(at.x) + "," + std::to_string(at.y) + "," +
                           std::to_string(at.z) + ")";
  return size() == 1 ? name : name + " of block " + std::to_string(number / threads);
}

Block *Cluster::owner(const void *address) {
  for (const auto &block : blocks)
    if (block->shared.contains(address))
      return block.get();
  return nullptr;
}

// --- barrier.cluster -------------------------------------------------------------------------

void Cluster::arrive(Thread &thread, bool ordered, const Location &where) {
  if (thread.clusterPhase)
    fail(thread, errorAt(thread, "barrier",
                         "barrier.cluster.arrive twice without a barrier.cluster.wait between",
                         spell(where)));
  thread.clusterPhase = phase;
  ++arrived;
  if (ordered) {
    arriving.join(thread.clock);
    thread.clock.tick(thread.number);
  } else if (thread.initializations) {
    arriving.fence(thread.initializations, thread.fencedInitializations);
  }
  progress();
  completeBarrier();
}

/// Complete when all threads of the cluster that have not ended have arrived.
void Cluster::completeBarrier() {
  if (arrived == 0 || arrived < threadCount() - exited)
    return;
  arrived = 0;
  ++phase;
  completed.join(arriving);
  arriving.clear();
  for (Thread *thread : waiting)
    wake(*thread);
  waiting.clear();
  progress();
}

void Cluster::waitForArrivals(Thread &thread, const Location &where) {
  if (!thread.clusterPhase)
    fail(thread,
         errorAt(thread, "barrier", "barrier.cluster.wait without a barrier.cluster.arrive before",
                 spell(where)));
  if (*thread.clusterPhase == phase) {
    waiting.push_back(&thread);
    wait(thread, "the cluster's barrier", where);
  }
  thread.clusterPhase.reset();
  thread.clock.join(completed);
}

/// Says who waits for what: the first thread of each place with its number of companions.
void Cluster::reportStuck() {
  failed = true;
  struct Group {
    const Thread *first;
    int count;
  };
  std::map<std::string, Group> groups;
  bool divergent = false;
  for (const auto &block : blocks) {
    for (int rank = 0; rank < block->threadCount(); ++rank) {
      const Thread &thread = block->thread(rank);
      if (thread.status != Thread::Status::Exited)
        ++groups
              .try_emplace(spell(thread.waitingAt) + ": " + std::string(thread.waitingFor),
                           Group{&thread, 0})
              .first->second.count;
    }
    const auto all = block->barriers.find(0);
    divergent = divergent || (all != block->barriers.end() && !all->second.waiting.empty());
  }
  std::string message;
  const Thread *first = nullptr;
  for (const auto &[place, group] : groups) {
    if (!first)
      first = group.first;
    message += (message.empty() ? "" : "; ") + std::to_string(group.count) +
               (group.count == 1 ? " thread waits at " : " threads wait at ") + place;
    if (const CountedBarrier *barrier = group.first->barrier)
      message += ", which " + std::to_string(barrier->arrived) + " of " +
                 std::to_string(barrier->expected) + " threads have reached";
  }
  if (exited)
    message += "; " + std::to_string(exited) + (exited == 1 ? " has" : " have") + " exited";
  // Waiting in __syncthreads() for threads that have left it out has a name of its own.
  if (!first)
    return;
  record(errorAt(
      *first, divergent ? "barrier-divergence" : "deadlock",
      (divergent ? "__syncthreads() is not reached by all threads of the block: " : "deadlock: ") +
          message,
      spell(first->waitingAt)));
}

} // namespace warpsmith::emulator
