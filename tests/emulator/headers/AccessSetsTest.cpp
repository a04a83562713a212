// What the race check of global memory remembers of readers.
#include "runtime/emulator/lib/AccessSets.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace warpsmith::emulator;
using testing::ElementsAre;

namespace {

AccessRecord by(unsigned agent, uint32_t step = 1) {
  AccessRecord record;
  record.agent = static_cast<uint16_t>(agent);
  record.step = step;
  return record;
}

/// Of an agent that has seen nothing of the others.
bool always(const AccessRecord &) {
  return true;
}

std::vector<unsigned> agentsOf(const AccessSets &sets, AccessSets::Set set) {
  std::vector<unsigned> agents;
  sets.find(set, [&](const AccessRecord &record) {
    agents.push_back(record.agent);
    return false;
  });
  return agents;
}

TEST(AccessSets, HaveAllThatNothingOrders) {
  AccessSets sets;
  AccessSets::Set set = 0;
  for (unsigned agent = 1; agent <= 40; ++agent)
    set = sets.with(set, by(agent), always);
  for (unsigned agent = 1; agent <= 40; ++agent)
    EXPECT_NE(sets.find(set, [&](const AccessRecord &one) { return one == by(agent); }), nullptr);
  // One that has seen the others but two, and one that has seen all.
  const AccessSets::Set three = sets.with(
      set, by(41), [](const AccessRecord &one) { return one.agent == 7 || one.agent == 9; });
  EXPECT_THAT(agentsOf(sets, three), ElementsAre(41, 9, 7));
  EXPECT_THAT(agentsOf(sets, sets.with(set, by(42), [](const auto &) { return false; })),
              ElementsAre(42));
}

TEST(AccessSets, AreTheSameForTheSameAccesses) {
  AccessSets sets;
  AccessSets::Set one = 0, other = 0;
  for (unsigned agent = 1; agent <= 3; ++agent) {
    one = sets.with(one, by(agent), always);
    other = sets.with(other, by(agent), always);
  }
  EXPECT_EQ(one, other);
  EXPECT_EQ(sets.with(one, by(3), always), one);
  EXPECT_NE(sets.with(one, by(3, 2), always), one);
  EXPECT_THAT(agentsOf(sets, sets.with(one, by(3, 2), always)), ElementsAre(3, 2, 1));
}

TEST(AccessSets, KeepTheFirstOnesAndTheLastOfMany) {
  AccessSets sets;
  AccessSets::Set set = 0;
  for (unsigned agent = 1; agent <= 1000; ++agent)
    set = sets.with(set, by(agent), always);
  const std::vector<unsigned> agents = agentsOf(sets, set);
  ASSERT_EQ(agents.size(), AccessSets::MostOfSet);
  EXPECT_EQ(agents[0], 1000U);
  EXPECT_EQ(agents[1], AccessSets::MostOfSet - 1);
  EXPECT_EQ(agents.back(), 1U);
}

TEST(AccessSets, AreNotMadeWithoutEnd) {
  AccessSets sets;
  AccessSets::Set first = sets.with(0, by(1), always), set = first;
  for (uint32_t step = 1; step <= AccessSets::MostSets; ++step)
    set = sets.with(0, by(2, step), always);
  EXPECT_EQ(set, 0U);
  EXPECT_EQ(sets.with(first, by(3), always), first);
  sets.clear();
  EXPECT_THAT(agentsOf(sets, sets.with(0, by(3), always)), ElementsAre(3));
}

} // namespace
