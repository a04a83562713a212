// The names of timing modes, and the choice among several algorithms.
#include "runtime/harness/core/TimingMode.h"
#include "runtime/harness/core/Fastest.h"
#include <gtest/gtest.h>

using namespace warpsmith::harness;

TEST(TimingMode, NamesAreReadAsTheyAreWritten) {
  for (const LaunchMode launch : {LaunchMode::Automatic, LaunchMode::Graph, LaunchMode::Stream})
    for (const bool cold : {true, false})
      EXPECT_EQ(parseTimingMode(spelling(TimingMode{launch, cold})), (TimingMode{launch, cold}));
  EXPECT_EQ(spelling(TimingMode{LaunchMode::Stream, false}), "stream-warm");
  for (const char *name : {"", "graph", "cold", "graph-", "graph-cold ", "Graph-cold", "-warm"})
    EXPECT_EQ(parseTimingMode(name), std::nullopt) << name;
}

TEST(Fastest, HasTheLeastMedian) {
  // The second is once the fastest of all, and slower in most rounds.
  const double times[3][3] = {{3, 3, 3}, {5, 1, 5}, {4, 2, 2}};
  int round[3] = {};
  EXPECT_EQ(fastestOf(3, 3, [&](int index) { return times[index][round[index]++]; }), 2);
  for (const int measured : round)
    EXPECT_EQ(measured, 3);
}

TEST(Fastest, WhatIsNotPossibleIsAskedOnce) {
  int asked = 0;
  const auto measure = [&](int index) {
    asked += index == 0;
    return index == 0 ? -1.0 : 1.0 + index;
  };
  EXPECT_EQ(fastestOf(3, 4, measure), 1);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(fastestOf(2, 3, [](int) { return -1.0; }), -1);
}

TEST(Fastest, WhatFailsLaterIsOut) {
  int calls = 0;
  const auto measure = [&](int index) { return index == 0 && ++calls == 2 ? -1.0 : 1.0 + index; };
  EXPECT_EQ(fastestOf(2, 3, measure), 1);
}
