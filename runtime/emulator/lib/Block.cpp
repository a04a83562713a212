#include "runtime/emulator/lib/Block.h"
#include "runtime/emulator/lib/Cluster.h"

namespace warpsmith::emulator {

Block::Block(Cluster &together, const Grid &grid, uint3 index, int rank, SharedMemory &memory)
    : cluster(together),
      shared(memory),
      launch(grid),
      position(index),
      clusterRank(rank),
      threads(static_cast<std::size_t>(grid.block.x) * grid.block.y * grid.block.z) {
  const dim3 size = grid.block;
  const std::size_t count = threads.size();
  warps.resize((count + 31) / 32);
  shared.start(grid.dynamicShared);
  uint3 at{};
  for (std::size_t number = 0; number < count; ++number) {
    Thread &thread = threads[number];
    thread.block = this;
    thread.rank = static_cast<int>(number);
    thread.index = at;
    if (++at.x == size.x) {
      at.x = 0;
      if (++at.y == size.y) {
        at.y = 0;
        ++at.z;
      }
    }
    thread.number = static_cast<int>(rank * count + number);
    thread.clock.tick(thread.number);
    thread.early = grid.early;
  }
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
