// __syncthreads(), named barriers and their reductions.
#include "runtime/emulator/lib/Block.h"

namespace warpsmith::emulator {
namespace {

std::string barrierName(int number) {
  return number == 0 ? "__syncthreads()" : "barrier " + std::to_string(number);
}

void requireValid(Thread &thread, int number, int count, const Location &where) {
  Block &block = *thread.block;
  if (number < 0 || number > 15)
    block.fail(thread, errorAt(thread, "barrier",
                               "barrier " + std::to_string(number) + "; a block has 0 to 15",
                               spell(where)));
  if (count % 32 != 0 || count > 1024 || count < 0)
    block.fail(thread, errorAt(thread, "barrier",
                               "barrier for " + std::to_string(count) +
                                   " threads; the number must be a multiple of 32",
                               spell(where)));
}

/// Counts the thread in. Returns the barrier, or null when it was the last one and the barrier is
/// complete.
CountedBarrier *countIn(Thread &thread, int number, int count, const Location &where) {
  Block &block = *thread.block;
  requireValid(thread, number, count, where);
  CountedBarrier &barrier = block.barriers[number];
  const int expected = count ? count : block.threadCount();
  if (barrier.arrived == 0) {
    barrier.expected = expected;
    barrier.place = where;
    barrier.popcount = 0;
    barrier.clock.clear();
  } else if (barrier.expected != expected) {
    block.fail(thread, errorAt(thread, "barrier",
                               barrierName(number) + " for " + std::to_string(expected) +
                                   " threads, but " + std::to_string(barrier.arrived) +
                                   " came to it expecting " + std::to_string(barrier.expected),
                               spell(where)));
  } else if (number == 0 && count == 0 &&
             (barrier.place.line() != where.line() || barrier.place.column() != where.column())) {
    block.fail(thread, errorAt(thread, "barrier-divergence",
                               "__syncthreads() here, while other threads of the block are at the "
                               "one at " +
                                   spell(barrier.place),
                               spell(where)));
  }
  ++barrier.arrived;
  barrier.clock.join(thread.clock);
  thread.clock.tick(thread.number);
  block.progress();
  if (barrier.arrived < barrier.expected)
    return &barrier;
  return nullptr;
}

void complete(CountedBarrier &barrier, Block &block) {
  switch (barrier.reduction) {
  case Reduction::Popcount:
    barrier.result = barrier.popcount;
    break;
  case Reduction::And:
    barrier.result = barrier.popcount == barrier.expected;
    break;
  case Reduction::Or:
    barrier.result = barrier.popcount > 0;
    break;
  }
  barrier.arrived = 0;
  for (Thread *waiting : barrier.waiting) {
    waiting->clock.join(barrier.clock);
    block.wake(*waiting);
  }
  barrier.waiting.clear();
}

int meet(Reduction reduction, bool predicate, int number, int count, const Location &where) {
  Thread &thread = *current;
  Block &block = *thread.block;
  CountedBarrier *incomplete = countIn(thread, number, count, where);
  CountedBarrier &barrier = block.barriers[number];
  barrier.reduction = reduction;
  barrier.popcount += predicate;
  if (!incomplete) {
    complete(barrier, block);
    thread.clock.join(barrier.clock);
    return barrier.result;
  }
  barrier.waiting.push_back(&thread);
  thread.barrier = &barrier;
  block.wait(thread, barrierName(number), where);
  thread.barrier = nullptr;
  return barrier.result;
}

} // namespace

void synchronize(int number, int count, Location where) {
  meet(Reduction::Popcount, false, number, count, where);
}

int synchronizeReduce(Reduction reduction, bool predicate, int number, int count, Location where) {
  return meet(reduction, predicate, number, count, where);
}

void arrive(int number, int count, Location where) {
  Thread &thread = *current;
  Block &block = *thread.block;
  if (!countIn(thread, number, count, where))
    complete(block.barriers[number], block);
}

} // namespace warpsmith::emulator
