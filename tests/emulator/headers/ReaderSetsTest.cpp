// What the race check of shared memory remembers of readers.
#include "runtime/emulator/lib/ReaderSets.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace warpsmith::emulator;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

Reader by(unsigned agent, uint32_t step = 1) {
  return {.step = step, .agent = static_cast<uint16_t>(agent)};
}

/// Of a reader that has seen nothing of the others.
bool none(const Reader &) {
  return false;
}
bool all(const Reader &) {
  return true;
}

std::vector<unsigned> agentsOf(const ReaderSets &sets, ReaderSets::Set set) {
  std::vector<unsigned> agents;
  sets.find(set, [&](const Reader &reader) {
    agents.push_back(reader.agent);
    return false;
  });
  return agents;
}

ReaderSets::Set some(ReaderSets &sets, unsigned count, unsigned first = 1) {
  ReaderSets::Set set = 0;
  for (unsigned agent = first; agent < first + count; ++agent)
    set = sets.with(set, by(agent), none);
  return set;
}

TEST(ReaderSets, HaveAllReaders) {
  ReaderSets sets;
  EXPECT_THAT(agentsOf(sets, 0), IsEmpty());
  EXPECT_EQ(agentsOf(sets, some(sets, 1024)).size(), 1024u);
  EXPECT_THAT(agentsOf(sets, some(sets, 3)), ElementsAre(3, 2, 1));
}

TEST(ReaderSets, AreTheSameForTheSameReaders) {
  ReaderSets sets;
  const ReaderSets::Set one = some(sets, 3);
  EXPECT_EQ(some(sets, 3), one);
  EXPECT_EQ(sets.with(one, by(3), none), one);
  EXPECT_NE(some(sets, 3, 2), one);
  const ReaderSets::Set later = sets.with(one, by(3, 2), none);
  EXPECT_NE(later, one);
  EXPECT_THAT(agentsOf(sets, later), ElementsAre(3, 2, 1));
}

TEST(ReaderSets, KeepOfAReaderWhatItsLaterReadDoesNotReplace) {
  ReaderSets sets;
  Reader atomic = by(1);
  atomic.atomic = true;
  ReaderSets::Set set = sets.with(0, by(1), none);
  set = sets.with(set, atomic, none);
  EXPECT_THAT(agentsOf(sets, set), ElementsAre(1, 1)) << "an atomic write may pass the second";
  EXPECT_THAT(agentsOf(sets, sets.with(sets.with(0, atomic, none), by(1), none)), ElementsAre(1));
}

TEST(ReaderSets, LoseWhatHasBeenSeenWhereTheyHaveGrown) {
  ReaderSets sets;
  ReaderSets::Set set = 0;
  // Three readers take turns, each of which has seen all before it.
  for (unsigned turn = 0; turn < 1000; ++turn)
    set = sets.with(set, by(1 + turn % 3, 1 + turn), all);
  EXPECT_LE(agentsOf(sets, set).size(), 32u);
  // Or nothing, and reads again: its last read is enough.
  set = 0;
  for (unsigned turn = 0; turn < 1000; ++turn)
    set = sets.with(set, by(1 + turn % 3, 1 + turn), none);
  EXPECT_LE(agentsOf(sets, set).size(), 32u);
  EXPECT_NE(sets.find(set, [](const Reader &one) { return one == by(1, 1000); }), nullptr);
  EXPECT_NE(sets.find(set, [](const Reader &one) { return one == by(3, 999); }), nullptr);
  EXPECT_NE(sets.find(set, [](const Reader &one) { return one == by(2, 998); }), nullptr);
}

TEST(ReaderSets, KeepThoseInUse) {
  ReaderSets sets;
  ReaderSets::Set used[] = {some(sets, 40), 0, some(sets, 5, 100), some(sets, 20)};
  for (uint32_t step = 2; !sets.isFull(); ++step)
    sets.with(used[0], by(1, step), none);
  const auto before = agentsOf(sets, used[0]);
  sets.keepOnly([&](const auto &visit) {
    for (ReaderSets::Set &set : used)
      visit(set);
  });
  EXPECT_FALSE(sets.isFull());
  EXPECT_EQ(agentsOf(sets, used[0]), before);
  EXPECT_THAT(agentsOf(sets, used[1]), IsEmpty());
  EXPECT_THAT(agentsOf(sets, used[2]), ElementsAre(104, 103, 102, 101, 100));
  EXPECT_EQ(agentsOf(sets, used[3]).size(), 20u);
  EXPECT_EQ(sets.with(sets.with(0, by(100), none), by(101), none),
            sets.with(sets.with(0, by(100), none), by(101), none));
}

} // namespace
