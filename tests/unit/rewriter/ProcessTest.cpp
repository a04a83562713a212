// Programs that the tool runs: they have limits, and nothing of them stays.
#include "rewriter/process/ChildProcess.h"
#include "rewriter/process/TemporaryFolder.h"
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace warpsmith::process {
namespace {

using Kind = Outcome::Kind;

std::vector<std::string> shell(const std::string &script) {
  return {"/bin/sh", "-c", script};
}

/// A few seconds are enough for it.
bool comes(const std::function<bool()> &condition) {
  for (int tries = 0; tries < 1000 && !condition(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return condition();
}

/// Forks a process that does this, and kills it once `file` has a line, which comes back.
std::string killedAfter(const std::string &file, const std::function<void()> &work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    pause();
  }
  std::string line;
  comes([&] { return static_cast<bool>(std::getline(std::ifstream(file), line)); });
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return line;
}

TEST(ChildProcess, SaysHowItEnded) {
  EXPECT_TRUE(run(shell("exit 0")).succeeded());
  EXPECT_EQ(run(shell("exit 3")).text(), "exit status 3");
  EXPECT_EQ(run(shell("kill -SEGV $$")).text(), "it was ended by a signal: Segmentation fault");
  EXPECT_TRUE(run(shell("kill -SEGV $$")).crashed());
  EXPECT_EQ(run({"/no/such/program"}).text(), "it cannot be started: No such file or directory");
}

TEST(ChildProcess, PrintsIntoFilesWithVariables) {
  const TemporaryFolder folder("warpsmith-test");
  const std::string out = folder.path() + "/out", err = folder.path() + "/err";
  EXPECT_TRUE(
      run(shell("echo $VALUE; echo two >&2; cat"), {out, err}, {}, {"VALUE=one"}).succeeded());
  std::string line;
  EXPECT_TRUE(std::getline(std::ifstream(out), line) && line == "one");
  EXPECT_TRUE(std::getline(std::ifstream(err), line) && line == "two");
}

TEST(ChildProcess, TimeAndMemoryHaveLimits) {
  const Outcome late = run({"/bin/sleep", "100"}, {}, {.seconds = 1});
  EXPECT_EQ(late.kind, Kind::TimedOut);
  EXPECT_EQ(late.text(), "it ran longer than 1 second");
  const TemporaryFolder folder("warpsmith-test");
  const std::string script = "x=a; while [ ${#x} -lt 300000000 ]; do x=$x$x; done";
  EXPECT_FALSE(run(shell(script), {folder.path() + "/out", folder.path() + "/err"},
                   {.seconds = 60, .mebibytes = 64})
                   .succeeded());
}

TEST(ChildProcess, EndsWithItsParent) {
  const TemporaryFolder folder("warpsmith-test");
  const std::string file = folder.path() + "/pid";
  const std::string pid = killedAfter(file, [&] {
    run(shell("echo $$ > " + file + ".new; mv " + file + ".new " + file + "; exec sleep 100"));
  });
  ASSERT_FALSE(pid.empty());
  EXPECT_TRUE(comes([&] { return kill(std::stoi(pid), 0) != 0; }));
}

TEST(TemporaryFolder, GoesWithItsObjectAndWithTheProgram) {
  std::string path;
  {
    const TemporaryFolder folder("warpsmith-test");
    path = folder.path();
    std::ofstream(path + "/file") << "text";
    EXPECT_TRUE(std::filesystem::exists(path + "/file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  const TemporaryFolder outer("warpsmith-test");
  const std::string file = outer.path() + "/path";
  const std::string left = killedAfter(file, [&] {
    static const TemporaryFolder inner("warpsmith-test");
    std::ofstream(file) << inner.path() << std::endl;
  });
  ASSERT_FALSE(left.empty());
  EXPECT_TRUE(comes([&] { return !std::filesystem::exists(left); }));
}

} // namespace
} // namespace warpsmith::process
