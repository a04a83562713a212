#include "runtime/emulator/lib/Block.h"
#include "runtime/emulator/lib/Cluster.h"

namespace warpsmith::emulator {

Block::Block(Cluster &together, const Grid &grid, uint3 index, int rank, BlockMemory &memory)
    : cluster(together),
      shared(memory.shared),
      launch(grid),
      position(index),
      clusterRank(rank),
      threads(memory.threads) {
  const dim3 size = grid.block;
  const std::size_t count = static_cast<std::size_t>(size.x) * size.y * size.z;
  warps.resize((count + 31) / 32);
  shared.start(grid.dynamicShared);
  // Most threads of the block before this one have left nothing behind.
  const bool another = threads.size() == count;
  if (!another)
    threads = std::vector<Thread>(count);
  uint3 at{};
  for (std::size_t number = 0; number < count; ++number) {
    Thread &thread = threads[number];
    if (another && !thread.isPlain())
      thread = Thread();
    thread.block = this;
    thread.rank = static_cast<int>(number);
    thread.index = at;
    thread.status = Thread::Status::Ready;
    if (++at.x == size.x) {
      at.x = 0;
      if (++at.y == size.y) {
        at.y = 0;
        ++at.z;
      }
    }
    if (!another || thread.clock.of(thread.number) == 0) {
      thread.number = static_cast<int>(rank * count + number);
      thread.clock.tick(thread.number);
    }
    thread.early = grid.early;
  }
}

void Block::wait(Thread &thread, std::string_view what, const Location &where) {
  cluster.wait(thread, what, where);
}
void Block::wake(Thread &thread) {
  cluster.wake(thread);
}
void Block::yield(Thread &thread, const Location &where, std::string_view what) {
  cluster.yield(thread, where, what);
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
