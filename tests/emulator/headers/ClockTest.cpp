// Clocks share memory and skip what they know to be covered; this holds them against plain arrays.
#include "runtime/emulator/lib/Clock.h"
#include <array>
#include <gtest/gtest.h>
#include <random>

namespace {

using warpsmith::emulator::Clock;

constexpr int Agents = 9;
using Steps = std::array<uint32_t, Agents>;

void takeLarger(Steps &to, const Steps &from) {
  for (int agent = 0; agent < Agents; ++agent)
    to[agent] = std::max(to[agent], from[agent]);
}

void takeSmaller(Steps &to, const Steps &from) {
  for (int agent = 0; agent < Agents; ++agent)
    to[agent] = std::min(to[agent], from[agent]);
}

/// A clock, and all that it should hold.
struct Both {
  Clock clock;
  Steps seen{}, fenced{}, fencedForDevice{}, published{};

  void join(const Both &other) {
    clock.join(other.clock);
    takeLarger(seen, other.seen);
    takeLarger(fenced, other.fenced);
    takeLarger(fencedForDevice, other.fencedForDevice);
    takeLarger(published, other.published);
  }
  void meet(const Both &other) {
    clock.meet(other.clock);
    takeSmaller(seen, other.seen);
    takeSmaller(fenced, other.fenced);
  }
  void tick(int agent) {
    clock.tick(agent);
    ++seen[agent];
  }
};

void expectSameSteps(const Both &both, const Both &other) {
  bool isIn = true;
  for (int agent = 0; agent < Agents; ++agent) {
    EXPECT_EQ(both.clock.of(agent), both.seen[agent]);
    EXPECT_EQ(both.clock.fencedOf(agent), both.fenced[agent]);
    EXPECT_EQ(both.clock.publishedOf(0, agent), both.published[agent]);
    isIn = isIn && both.seen[agent] <= other.seen[agent];
  }
  const int more = both.clock.notIn(other.clock);
  EXPECT_EQ(more == -1, isIn);
  if (more != -1) {
    EXPECT_GT(both.seen[more], other.seen[more]);
  }
}

TEST(Clocks, HoldsWhatPlainArraysHold) {
  std::mt19937 random(7);
  const auto below = [&](int bound) { return static_cast<int>(random() % bound); };
  for (int program = 0; program < 300; ++program) {
    std::array<Both, Agents> threads;
    for (int agent = 0; agent < Agents; ++agent)
      threads[agent].tick(agent);
    for (int step = 0; step < 60; ++step) {
      const int agent = below(Agents);
      Both &own = threads[agent], &other = threads[below(Agents)];
      switch (below(7)) {
      case 0: { // a barrier of some neighbours, who then have seen the same
        const int first = below(Agents), last = first + below(Agents - first);
        Both barrier;
        for (int i = first; i <= last; ++i) {
          barrier.join(threads[i]);
          threads[i].tick(i);
        }
        for (int i = first; i <= last; ++i)
          threads[i].join(barrier);
        break;
      }
      case 1: { // a warp's operation
        Both joined;
        for (int i = 0; i < 4; ++i)
          joined.join(threads[i]);
        for (int i = 0; i < 4; ++i) {
          threads[i] = joined;
          threads[i].tick(i);
        }
        break;
      }
      case 2:
        own.join(other);
        break;
      case 3: { // what a few threads have all seen; nobody else's order for the device
        Both all = own;
        for (int i = 0; i < 3; ++i)
          all.meet(threads[below(Agents)]);
        expectSameSteps(all, own);
        break;
      }
      case 4:
        own.clock.fence();
        takeLarger(own.fenced, own.seen);
        break;
      case 5:
        own.clock.fenceDevice();
        takeLarger(own.fencedForDevice, own.seen);
        break;
      case 6: { // an atomic operation, read by another
        Both message;
        message.clock = own.clock.published(0);
        message.published = own.published;
        takeLarger(message.published, own.fencedForDevice);
        other.join(message);
        break;
      }
      }
      own.tick(agent);
      expectSameSteps(own, other);
      expectSameSteps(other, own);
      if (HasFailure())
        return;
    }
  }
}

} // namespace
