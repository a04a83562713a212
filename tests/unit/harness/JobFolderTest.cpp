// The folder of a launch, and its batch script run by the shell.
#include "runtime/harness/launch/JobFolder.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/run/TemporaryFolder.h"
#include <gmock/gmock.h>

using namespace warpsmith::harness;
using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

class JobFolderTest : public testing::Test {
protected:
  JobFolderTest() : temporary(testing::TempDir(), "job-folder-"), folder(path()) {}

  fs::path path() const { return temporary.path() / "a job's folder"; }

  /// Runs task N of the script with a `polybench` that is this shell script; $json is the file that
  /// --json names.
  CommandResult runTask(int task, const std::string &polybench) const {
    const fs::path program = temporary.path() / "polybench";
    writeTextFile(program, "#!/bin/sh\nfor json; do :; done\njson=${json#--json=}\n" + polybench);
    fs::permissions(program, fs::perms::owner_all);
    folder.writeScript(program, tasks);
    return runCommand(
        {"env", "SLURM_ARRAY_TASK_ID=" + std::to_string(task), "sh", folder.script().string()},
        std::chrono::seconds(30));
  }

  static std::string refusal(const std::function<void()> &call) {
    try {
      call();
    } catch (const InputError &error) {
      return error.what();
    }
    return "";
  }

  std::vector<LaunchTask> tasks = {{"gemm/float/8", {"run", "gemm", "--sizes=8"}},
                                   {"gemm/float/9", {"run", "gemm", "it's; $(here)"}}};
  TemporaryFolder temporary;
  JobFolder folder;
};

} // namespace

TEST_F(JobFolderTest, TheScriptRunsItsTaskAndKeepsAWholeResult) {
  const CommandResult result = runTask(1, "echo \"$#: $3\"; echo whole > \"$json\"; exit 1\n");
  EXPECT_TRUE(result.succeeded) << result.errors; // one variant failed: that is a result
  EXPECT_THAT(result.output, HasSubstr("4: it's; $(here)\n"));
  EXPECT_EQ(readTextFile(folder.result(1)), "whole\n");
  EXPECT_THAT(folder.tasksWithResults(), ElementsAre(1));
}

TEST_F(JobFolderTest, ATaskWithAResultDoesNotRunAgain) {
  runTask(0, "echo first > \"$json\"\n");
  const CommandResult again = runTask(0, "echo second > \"$json\"\n");
  EXPECT_TRUE(again.succeeded);
  EXPECT_THAT(again.output, HasSubstr("task 0 has its result already"));
  EXPECT_EQ(readTextFile(folder.result(0)), "first\n");
}

TEST_F(JobFolderTest, WhatIsNotWholeIsNoResult) {
  for (const char *polybench : {"echo cut > \"$json\"; exit 130\n", "echo bad >&2; exit 2\n",
                                "exit 0\n", "exit 1\n", "echo cut > \"$json\"; kill -KILL $$\n"}) {
    const CommandResult result = runTask(0, polybench);
    EXPECT_FALSE(result.succeeded) << polybench;
    EXPECT_THAT(result.errors, HasSubstr("task 0: no result (exit status")) << polybench;
    EXPECT_TRUE(folder.tasksWithResults().empty()) << polybench;
    EXPECT_TRUE(fs::is_empty(path() / "parts")) << polybench;
  }
  EXPECT_THAT(runTask(7, "").errors, HasSubstr("there is no task 7"));
}

TEST_F(JobFolderTest, ARejectedResultIsOutOfTheWay) {
  runTask(0, "echo {} > \"$json\"\n");
  folder.reject(0);
  EXPECT_TRUE(folder.tasksWithResults().empty());
  runTask(0, "echo good > \"$json\"\n");
  EXPECT_EQ(readTextFile(folder.result(0)), "good\n");
}

TEST_F(JobFolderTest, AnotherRequestIsRefused) {
  folder.pin({{"--passes", "tile"}}, tasks);
  EXPECT_EQ(refusal([&] { folder.pin({{"--passes", "tile"}}, tasks); }), "");
  EXPECT_THAT(refusal([&] { folder.pin({{"--passes", "wmma"}}, tasks); }),
              HasSubstr("(--passes: \"tile\" there, \"wmma\" now)"));
  EXPECT_THAT(refusal([&] { folder.pin({{"--passes", "tile"}, {"--arch", "sm_80"}}, tasks); }),
              HasSubstr("(--arch: nothing there, \"sm_80\" now)"));
  tasks[1].arguments.back() = "--seed=2";
  EXPECT_THAT(refusal([&] { folder.pin({{"--passes", "tile"}}, tasks); }),
              HasSubstr("belongs to another launch (task 1: "));
  tasks.pop_back();
  EXPECT_THAT(refusal([&] { folder.pin({{"--passes", "tile"}}, tasks); }), HasSubstr("(task 1: "));
}

TEST_F(JobFolderTest, OneLaunchAtATime) {
  EXPECT_THAT(refusal([&] { const JobFolder second(path()); }),
              HasSubstr("another polybench is at work with '"));
  EXPECT_THAT(refusal([&] { const JobFolder percent(temporary.path() / "50%"); }),
              HasSubstr("has a %"));
}

TEST_F(JobFolderTest, RemembersJobsAndTheEndOfLogs) {
  EXPECT_TRUE(folder.jobs().empty());
  folder.add({"12", {0, 1}});
  folder.add({"14;cluster", {1}});
  const std::vector<LaunchJob> jobs = folder.jobs();
  ASSERT_EQ(jobs.size(), 2U);
  EXPECT_EQ(jobs[1].id, "14;cluster");
  EXPECT_THAT(jobs[0].tasks, ElementsAre(0, 1));
  EXPECT_TRUE(folder.logTail(0, 2).empty());
  writeTextFile(folder.log(0), "a\nb\nc\n");
  EXPECT_THAT(folder.logTail(0, 2), ElementsAre("b", "c"));
}
