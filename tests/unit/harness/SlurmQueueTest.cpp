// What Slurm's commands print, and what users give them; tests/harness/cli/slurm.test runs Slurm.
#include "runtime/harness/launch/SlurmQueue.h"
#include "runtime/harness/core/Sizes.h"
#include <gmock/gmock.h>

using namespace warpsmith::harness;
using testing::ElementsAre;

TEST(SlurmQueue, ArraysAreWrittenAsRanges) {
  EXPECT_EQ(arraySpecification({0}), "0");
  EXPECT_EQ(arraySpecification({0, 1, 2, 3}), "0-3");
  EXPECT_EQ(arraySpecification({1, 3, 4, 9}), "1,3-4,9");
}

TEST(SlurmQueue, ReadsTheQueue) {
  const TaskStates states = readQueue("CLUSTER: c\n"
                                      "0|COMPLETED|None\n"
                                      "1|PENDING|launch failed requeued held\n"
                                      "2|RUNNING|None\n"
                                      "3|NODE_FAIL|\n"
                                      "12|COMPLETING|None\n"
                                      "N/A|RUNNING|None\n");
  ASSERT_EQ(states.size(), 5U);
  EXPECT_EQ(states.at(0).phase, TaskPhase::Ended);
  EXPECT_EQ(states.at(0).reason, "");
  EXPECT_EQ(states.at(1).phase, TaskPhase::Waiting);
  EXPECT_EQ(states.at(1).reason, "launch failed requeued held");
  EXPECT_EQ(states.at(2).phase, TaskPhase::Running);
  EXPECT_EQ(states.at(3).phase, TaskPhase::Ended);
  EXPECT_EQ(states.at(12).phase, TaskPhase::Running);
}

TEST(SlurmQueue, ReadsTheAccounting) {
  const TaskStates states = readAccounting("12_0|COMPLETED|0:0\n"
                                           "12_0.batch|COMPLETED|0:0\n"
                                           "12_3|CANCELLED by 1000|0:9\n"
                                           "12_[4-7]|PENDING|0:0\n"
                                           "13|RUNNING|0:0\n");
  ASSERT_EQ(states.size(), 2U);
  EXPECT_EQ(states.at(0).state, "COMPLETED");
  EXPECT_EQ(states.at(3).state, "CANCELLED");
  EXPECT_EQ(states.at(3).phase, TaskPhase::Ended);
  EXPECT_EQ(states.at(3).reason, "exit code 0:9");
}

TEST(SlurmQueue, OptionsAreApartAtSpacesOutsideQuotes) {
  EXPECT_THAT(readSlurmOptions(""), ElementsAre());
  EXPECT_THAT(readSlurmOptions("  --partition=gpu\t--gres=gpu:1 -t 10 "),
              ElementsAre("--partition=gpu", "--gres=gpu:1", "-t", "10"));
  EXPECT_THAT(readSlurmOptions("--comment='two words' --mail-user=\"it's\" ''"),
              ElementsAre("--comment=two words", "--mail-user=it's", ""));
}

TEST(SlurmQueue, OptionsOfTheLaunchItselfAreRefused) {
  for (const char *options : {"--array=0-3", "-a 0-3", "-a0-3", "--time=5 --output=x", "-o x",
                              "--wrap=true", "--parsable", "--chdir=/", "--comment='open"}) {
    EXPECT_THROW(readSlurmOptions(options), InputError) << options;
  }
  EXPECT_NO_THROW(readSlurmOptions("--account=a -A a --no-requeue --exclusive"));
}
