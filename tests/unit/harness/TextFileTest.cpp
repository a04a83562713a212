#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/run/TemporaryFolder.h"
#include <fcntl.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace warpsmith::harness;

TEST(TextFiles, AreWrittenBehindLinks) {
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "warpsmith-test-");
  std::filesystem::create_directory(folder.path() / "results");
  std::filesystem::create_symlink("results/real.json", folder.path() / "link.json");
  writeTextFile(folder.path() / "link.json", "first");
  writeTextFile(folder.path() / "link.json", "second");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "link.json"));
  EXPECT_EQ(readTextFile(folder.path() / "results" / "real.json"), "second");
}

TEST(TextFiles, DoNotReplaceWhatIsNoFile) {
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "warpsmith-test-");
  const std::filesystem::path pipe = folder.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  writeTextFile(pipe, "text");
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  char text[5] = {};
  EXPECT_EQ(read(reader, text, 4), 4);
  EXPECT_STREQ(text, "text");
  close(reader);
}
