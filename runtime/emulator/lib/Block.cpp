#include "runtime/emulator/lib/Block.h"
#include "runtime/emulator/lib/Cluster.h"

namespace warpsmith::emulator {

Block::Block(Cluster &together, const Grid &grid, uint3 index, int rank, BlockMemory &memory)
    : cluster(together),
      shared(memory.shared),
      launch(grid),
      position(index),
      clusterRank(rank),
      stacks(memory.stacks),
      threads(static_cast<std::size_t>(grid.block.x) * grid.block.y * grid.block.z) {
  const dim3 size = grid.block;
  const std::size_t count = threads.size();
  warps.resize((count + 31) / 32);
  shared.start(grid.dynamicShared);
  for (std::size_t number = 0; number < count; ++number) {
    Thread &thread = threads[number];
    thread.block = this;
    thread.rank = static_cast<int>(number);
    thread.index.x = static_cast<unsigned>(number % size.x);
    thread.index.y = static_cast<unsigned>(number / size.x % size.y);
    thread.index.z = static_cast<unsigned>(number / size.x / size.y);
    thread.number = static_cast<int>(rank * count + number);
    thread.clock.tick(thread.number);
    thread.early = grid.early;
  }
}

void Block::start(Thread &thread) {
  if (stacks.empty())
    stacks.push_back(std::make_unique<Stack>());
  thread.stack = std::move(stacks.back());
  stacks.pop_back();
  thread.fiber.emplace(
      *thread.stack,
      [](void *data) {
        const Grid &running = static_cast<Thread *>(data)->block->launch;
        running.call.run(running.call.data);
      },
      &thread);
}

void Block::end(Thread &thread) {
  thread.fiber.reset();
  stacks.push_back(std::move(thread.stack));
}

void Block::wait(Thread &thread, std::string what, const Location &where) {
  cluster.wait(thread, std::move(what), where);
}
void Block::wake(Thread &thread) {
  cluster.wake(thread);
}
void Block::yield(Thread &thread, const Location &where, std::string what) {
  cluster.yield(thread, where, std::move(what));
}
void Block::progress() {
  cluster.progress();
}
void Block::fail(Thread &thread, const ErrorRecord &error) {
  cluster.fail(thread, error);
}
int Block::newAgent(std::string name) {
  return cluster.newAgent(std::move(name));
}
std::string Block::agentName(int number) const {
  return cluster.agentName(number);
}

} // namespace warpsmith::emulator
