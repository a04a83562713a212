#include "runtime/emulator/lib/Block.h"
#include "runtime/emulator/lib/PhaseBarriers.h"
#include <algorithm>

// The builtin variables of emulation mode: those of the running thread.
uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace warpsmith::emulator {

Thread *current = nullptr;

Block::Block(const Grid &grid, uint3 index, uint64_t seed, BlockMemory &memory)
    : shared(memory.shared),
      launch(grid),
      position(index),
      randomState(seed * 0x9e3779b97f4a7c15ULL + 1) {
  std::vector<std::unique_ptr<Stack>> &stacks = memory.stacks;
  const dim3 size = grid.block;
  const auto count = static_cast<std::size_t>(size.x) * size.y * size.z;
  while (stacks.size() < count)
    stacks.push_back(std::make_unique<Stack>());
  warps.resize((count + 31) / 32);
  shared.start(grid.dynamicShared);
  for (std::size_t rank = 0; rank < count; ++rank) {
    auto thread = std::make_unique<Thread>();
    thread->block = this;
    thread->rank = static_cast<int>(rank);
    thread->index.x = static_cast<unsigned>(rank % size.x);
    thread->index.y = static_cast<unsigned>(rank / size.x % size.y);
    thread->index.z = static_cast<unsigned>(rank / size.x / size.y);
    thread->number = thread->rank;
    thread->clock = Clock(count);
    thread->clock.tick(thread->number);
    thread->stack = stacks[rank].get();
    thread->fiber = std::make_unique<Fiber>(
        *stacks[rank],
        [](void *data) {
          const Grid &running = static_cast<Thread *>(data)->block->launch;
          running.run(running.arguments);
        },
        thread.get());
    ready.push_back(thread.get());
    threads.push_back(std::move(thread));
  }
}

int Block::newAgent(std::string name) {
  agents.push_back(std::move(name));
  return threadCount() + static_cast<int>(agents.size()) - 1;
}

std::string Block::agentName(int number) const {
  if (number >= threadCount())
    return agents.at(number - threadCount());
  const uint3 at = threads.at(number)->index;
  return "thread (" + std::to_string(at.x) + "," + std::to_string(at.y) + "," +
         std::to_string(at.z) + ")";
}

uint64_t Block::random() {
  // xorshift64*, Vigna, "An experimental exploration of Marsaglia's xorshift generators" (2016).
  randomState ^= randomState >> 12;
  randomState ^= randomState << 25;
  randomState ^= randomState >> 27;
  return randomState * 0x2545f4914f6cdd1dULL;
}

void Block::enter(Thread &thread) {
  threadIdx = thread.index;
  blockIdx = position;
  blockDim = launch.block;
  gridDim = launch.grid;
  current = &thread;
  thread.fiber->resume();
  current = nullptr;
}

bool Block::run() {
  while (!failed && exited < threadCount()) {
    // A block whose threads only poll would never end by itself.
    constexpr long long FruitlessTurnsPerThread = 2000;
    if (ready.empty() || fruitlessTurns > FruitlessTurnsPerThread * threadCount()) {
      reportStuck();
      break;
    }
    const std::size_t chosen = random() % ready.size();
    Thread &thread = *ready[chosen];
    ready[chosen] = ready.back();
    ready.pop_back();
    enter(thread);
    if (thread.fiber->finished()) {
      thread.status = Thread::Status::Exited;
      ++exited;
      auto mistake = unfinishedStores(thread);
      if (!mistake && exited == threadCount())
        mistake = unfinishedLoads(thread);
      if (mistake) {
        record(*mistake);
        return false;
      }
      leaveWarp(*this, thread.warp());
      progress();
    }
  }
  return !failed;
}

void Block::wait(Thread &thread, std::string what, const Location &where) {
  thread.status = Thread::Status::Waiting;
  thread.waitingFor = std::move(what);
  thread.waitingAt = where;
  thread.fiber->suspend();
}

void Block::wake(Thread &thread) {
  thread.status = Thread::Status::Ready;
  ready.push_back(&thread);
  progress();
}

void Block::yield(Thread &thread, const Location &where, std::string what) {
  ++fruitlessTurns;
  thread.waitingFor = std::move(what);
  thread.waitingAt = where;
  ready.push_back(&thread);
  thread.fiber->suspend();
}

void Block::fail(Thread &thread, const ErrorRecord &error) {
  failed = true;
  record(error);
  // Nobody resumes this fiber again.
  thread.fiber->suspend();
  __builtin_unreachable();
}

/// Says who waits for what: the first thread of each place with its number of companions.
void Block::reportStuck() {
  failed = true;
  struct Group {
    const Thread *first;
    int count;
  };
  std::map<std::string, Group> groups;
  for (const auto &thread : threads)
    if (thread->status != Thread::Status::Exited)
      ++groups
            .try_emplace(spell(thread->waitingAt) + ": " + thread->waitingFor,
                         Group{thread.get(), 0})
            .first->second.count;
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
  const auto all = barriers.find(0);
  const bool divergent = all != barriers.end() && !all->second.waiting.empty();
  record(errorAt(
      *first, divergent ? "barrier-divergence" : "deadlock",
      (divergent ? "__syncthreads() is not reached by all threads of the block: " : "deadlock: ") +
          message,
      spell(first->waitingAt)));
}

} // namespace warpsmith::emulator
