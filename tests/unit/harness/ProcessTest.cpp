#include "runtime/harness/run/Process.h"
#include <chrono>
#include <csignal>
#include <gmock/gmock.h>

using namespace warpsmith::harness;
using testing::HasSubstr;
using Seconds = std::chrono::duration<double>;

namespace {

CommandResult shell(const std::string &script, double timeout = 30) {
  return runCommand({"/bin/sh", "-c", script}, Seconds(timeout));
}

} // namespace

TEST(Process, CommandsAreDisplayedReadyToPaste) {
  EXPECT_EQ(display({"warpsmith", "a b.cu", "--passes=tile<64;64>", "it's", ""}),
            R"(warpsmith 'a b.cu' '--passes=tile<64;64>' 'it'\''s' '')");
}

TEST(Process, OutputAndErrorsAreKeptApart) {
  const CommandResult result = shell("echo one; echo two >&2; printf three");
  EXPECT_TRUE(result.succeeded);
  EXPECT_EQ(result.output, "one\nthree\n");
  EXPECT_EQ(result.errors, "two\n");
}

TEST(Process, LargeOutputOnBothStreamsDoesNotBlock) {
  const CommandResult result =
      shell("i=0; while [ $i -lt 20000 ]; do echo line $i; echo error $i >&2; i=$((i+1)); done");
  EXPECT_TRUE(result.succeeded);
  EXPECT_THAT(result.output, HasSubstr("line 19999\n"));
  EXPECT_THAT(result.errors, HasSubstr("error 19999\n"));
}

TEST(Process, FailuresSayHow) {
  EXPECT_EQ(shell("exit 3").failure, "exit status 3");
  EXPECT_EQ(shell("kill -SEGV $$").failure, "killed by signal 11 (Segmentation fault)");
  EXPECT_THROW(runCommand({"/nonexistent/program"}, Seconds(5)), std::system_error);
}

TEST(Process, ACommandThatHangsIsKilledWithItsChildren) {
  const auto start = std::chrono::steady_clock::now();
  const CommandResult result = shell("sleep 60 & sleep 60", 0.2);
  EXPECT_EQ(result.failure, "timed out after 0 s");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(Process, AGrandchildThatKeepsThePipesDoesNotHoldUsUp) {
  const auto start = std::chrono::steady_clock::now();
  ChildProcess child({"/bin/sh", "-c", "sleep 30 & echo done; exit 0"});
  std::string line;
  EXPECT_EQ(child.readLine(line, Seconds(10)), ChildProcess::ReadStatus::Line);
  EXPECT_EQ(child.wait(Seconds(10)), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(Process, ALineIsReadAsSoonAsItComes) {
  ChildProcess child({"/bin/cat"});
  EXPECT_TRUE(child.writeLine("hello"));
  std::string line;
  EXPECT_EQ(child.readLine(line, Seconds(10)), ChildProcess::ReadStatus::Line);
  EXPECT_EQ(line, "hello");
  EXPECT_EQ(child.readLine(line, Seconds(0.05)), ChildProcess::ReadStatus::Timeout);
  child.closeInput();
  EXPECT_EQ(child.readLine(line, Seconds(10)), ChildProcess::ReadStatus::End);
}
