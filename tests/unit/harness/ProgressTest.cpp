#include "runtime/harness/run/Progress.h"
#include <gtest/gtest.h>
#include <thread>

using warpsmith::harness::Progress;
using warpsmith::harness::progressLine;
using warpsmith::harness::workerLines;
using Seconds = std::chrono::duration<double>;

TEST(Progress, TheLineHasABarAndTheTimeLeft) {
  EXPECT_EQ(progressLine("timing tile", 0.5, Seconds(65), 100),
            "[============>           ]  50 %  1:05 left  timing tile");
  EXPECT_EQ(progressLine("x", 0.25, Seconds(1201), 100),
            "[======>                 ]  25 %  1:00:03 left  x");
  EXPECT_EQ(progressLine("x", 1, Seconds(10), 100),
            "[========================] 100 %  0:00 left  x");
}

TEST(Progress, NothingIsEstimatedFromTooLittle) {
  EXPECT_EQ(progressLine("x", 0.01, Seconds(30), 100), "[>                       ]   1 %  x");
  EXPECT_EQ(progressLine("x", 0.5, Seconds(1), 100), "[============>           ]  50 %  x");
  EXPECT_EQ(progressLine("x", -1, Seconds(30), 100), "x");
}

TEST(Progress, ANarrowTerminalHasNoBarAndCutsTheText) {
  EXPECT_EQ(progressLine("timing tile", 0.5, Seconds(10), 24), " 50 %  0:10 left  timing");
}

TEST(Progress, SeveralWorkersHaveALineEach) {
  const std::vector<std::string> names = {"0", "1", "3"};
  const std::vector<std::string> texts = {"gemm float 64: timing tile", "", "2mm"};
  EXPECT_EQ(workerLines(names, texts, 100, 5),
            (std::vector<std::string>{"  0: gemm float 64: timing tile", "  1: idle", "  3: 2mm"}));
  EXPECT_EQ(workerLines(names, texts, 12, 2),
            (std::vector<std::string>{"  0: gemm fl", "  and 2 more"}));
  EXPECT_TRUE(workerLines(names, texts, 12, 0).empty());
}

TEST(Progress, WithoutATerminalALineComesAgainAndAgain) {
  testing::internal::CaptureStderr();
  {
    Progress progress(std::chrono::milliseconds(5));
    progress.begin(2);
    std::this_thread::sleep_for(std::chrono::milliseconds(20)); // nothing is done yet
    progress.enter(1);
    progress.advance(0.5);
    progress.show("verifying tile");
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  const std::string text = testing::internal::GetCapturedStderr();
  const std::string line = "[======>                 ]  25 %  verifying tile\n";
  EXPECT_EQ(text.find(line), 0U) << text;
  EXPECT_NE(text.find(line, line.size()), std::string::npos) << text;
  EXPECT_EQ(text.find('\r'), std::string::npos) << text;
}
