// What a launch makes of Slurm's answers that a healthy cluster does not give; its commands are
// scripts of the shell here. tests/harness/cli/slurm.test runs Slurm.
#include "runtime/harness/launch/SlurmLaunch.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/run/TemporaryFolder.h"
#include <cstdlib>
#include <gmock/gmock.h>

using namespace warpsmith::harness;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
namespace fs = std::filesystem;

namespace {

class SlurmLaunchTest : public testing::Test {
protected:
  SlurmLaunchTest() : temporary(testing::TempDir(), "slurm-launch-"), folder(path() / "job") {
    settings.retries = 1;
    settings.fileLag = std::chrono::duration<double>(0);
    earlierPath = std::getenv("PATH");
    setenv("PATH", (path().string() + ":" + earlierPath).c_str(), 1);
    setenv("RESULTS", (path() / "job/results").c_str(), 1);
    setenv("CALLS", (path() / "calls").c_str(), 1);
    command("sacct", "echo Slurm accounting storage is disabled >&2; exit 1");
    // Jobs are numbered from 1.
    command("sbatch", "echo x >> $CALLS; wc -l < $CALLS | tr -d ' '");
  }
  ~SlurmLaunchTest() override { setenv("PATH", earlierPath.c_str(), 1); }

  fs::path path() const { return temporary.path(); }

  void command(const std::string &name, const std::string &script) const {
    writeTextFile(path() / name, "#!/bin/sh\n" + script + "\n");
    fs::permissions(path() / name, fs::perms::owner_all);
  }

  LaunchOutcome run(const SlurmLaunch::Check &check = [](int) { return ""; }) {
    Progress progress;
    SlurmLaunch launch(folder, tasks, settings);
    return launch.run(check, [&](const std::string &line) { notes.push_back(line); }, progress);
  }

  TemporaryFolder temporary;
  JobFolder folder;
  std::vector<LaunchTask> tasks = {{"gemm/float/8", {"run"}}, {"gemm/float/9", {"run"}}};
  SlurmSettings settings;
  std::vector<std::string> notes;
  std::string earlierPath;
};

} // namespace

TEST_F(SlurmLaunchTest, ResultsCountWhileTheControllerIsBusy) {
  command("squeue", "echo slurm_load_jobs error: Socket timed out >&2\n"
                    "echo {} > $RESULTS/0.json; echo {} > $RESULTS/1.json; exit 1");
  const LaunchOutcome outcome = run();
  EXPECT_THAT(outcome.done, ElementsAre(0, 1));
  EXPECT_TRUE(outcome.lost.empty());
  EXPECT_THAT(notes, ElementsAre("job 1: 2 tasks",
                                 "squeue says: slurm_load_jobs error: Socket timed out; trying "
                                 "again"));
}

TEST_F(SlurmLaunchTest, AForgottenJobIsLookedUpInTheAccounting) {
  command("squeue", "echo slurm_load_jobs error: Invalid job id specified >&2; exit 1");
  command("sacct", "echo {} > $RESULTS/0.json\n"
                   "echo '1_0|COMPLETED|0:0'; echo \"$(wc -l < $CALLS)_1|TIMEOUT|0:15\"");
  const LaunchOutcome outcome = run();
  EXPECT_THAT(outcome.done, ElementsAre(0));
  ASSERT_EQ(outcome.lost.size(), 1U);
  EXPECT_EQ(outcome.lost[0].task, 1);
  EXPECT_EQ(outcome.lost[0].reason, "TIMEOUT (exit code 0:15)");
  EXPECT_THAT(notes, ElementsAre("job 1: 2 tasks",
                                 "gemm/float/9 has no result: TIMEOUT (exit code 0:15); it is "
                                 "submitted again",
                                 "job 2: 1 task"));
}

TEST_F(SlurmLaunchTest, WithoutAccountingAForgottenTaskIsSubmittedAgain) {
  command("squeue",
          "[ $(wc -l < $CALLS) -lt 2 ] || for i in 0 1; do echo {} > $RESULTS/$i.json; done\n"
          "echo slurm_load_jobs error: Invalid job id specified >&2; exit 1");
  EXPECT_THAT(run().done, ElementsAre(0, 1));
  EXPECT_THAT(notes, Contains("gemm/float/8 has no result: it ended, and Slurm no longer knows "
                              "how; it is submitted again"));
}

TEST_F(SlurmLaunchTest, AResultThatIsOfNoUseIsMeasuredAgain) {
  command("squeue", "for i in 0 1; do echo $(wc -l < $CALLS) > $RESULTS/$i.json; "
                    "echo \"$i|COMPLETED|None\"; done");
  const LaunchOutcome outcome = run([&](int task) {
    return task == 0 || readTextFile(folder.result(task)) == "2\n" ? "" : "it is incomplete";
  });
  EXPECT_THAT(outcome.done, ElementsAre(0, 1));
  EXPECT_THAT(notes, Contains("gemm/float/9: its result is of no use: it is incomplete"));
  EXPECT_THAT(notes, Contains("job 2: 1 task"));
}

TEST_F(SlurmLaunchTest, WhatFailsEachTimeIsLostAfterItsRetries) {
  command("squeue", "echo {} > $RESULTS/1.json; echo '0|FAILED|NonZeroExitCode'; "
                    "echo '1|COMPLETED|None'");
  const LaunchOutcome outcome = run();
  EXPECT_THAT(outcome.done, ElementsAre(1));
  ASSERT_EQ(outcome.lost.size(), 1U);
  EXPECT_EQ(outcome.lost[0].reason, "FAILED (NonZeroExitCode)");
  EXPECT_EQ(folder.jobs().size(), 2U);
}

TEST_F(SlurmLaunchTest, AHeldTaskIsToldOnce) {
  command("squeue", "echo x >> $CALLS.asked; asked=$(wc -l < $CALLS.asked)\n"
                    "echo {} > $RESULTS/0.json; [ $asked -lt 3 ] || echo {} > $RESULTS/1.json\n"
                    "echo '0|COMPLETED|None'; echo '1|PENDING|JobHeldUser'");
  EXPECT_THAT(run().done, ElementsAre(0, 1));
  EXPECT_THAT(notes, ElementsAre("job 1: 2 tasks",
                                 "gemm/float/9 is held (JobHeldUser): scontrol release 1_1"));
}

TEST_F(SlurmLaunchTest, WhatSbatchRefusesIsToldInItsWords) {
  command("squeue", "exit 0");
  command("sbatch", "echo 'sbatch: error: invalid partition specified: gpuu' >&2; exit 1");
  settings.options = {"--partition=gpuu"};
  try {
    run();
    FAIL() << "no error";
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(),
                StartsWith("sbatch says: sbatch: error: invalid partition specified: gpuu\n"));
    EXPECT_THAT(error.what(), HasSubstr("--array=0-1"));
    EXPECT_THAT(error.what(), HasSubstr("--partition=gpuu"));
  }
}
