#include "runtime/harness/run/TemporaryFolder.h"
#include "runtime/harness/core/Sizes.h"
#include <fstream>
#include <gtest/gtest.h>

namespace warpsmith::harness {
namespace {

namespace fs = std::filesystem;

class TemporaryFolderTest : public ::testing::Test {
protected:
  const TemporaryFolder parent{fs::temp_directory_path(), "warpsmith-test-"};
};

TEST_F(TemporaryFolderTest, IsRemovedWithWhatItHolds) {
  fs::path made;
  {
    const TemporaryFolder folder(parent.path() / "missing", ".tmp-");
    made = folder.path();
    EXPECT_EQ(made.parent_path(), parent.path() / "missing");
    EXPECT_TRUE(made.filename().string().starts_with(".tmp-"));
    EXPECT_EQ(fs::status(made).permissions(), fs::perms::owner_all);
    fs::create_directory(made / "inner");
    std::ofstream(made / "inner/file") << "text";
  }
  EXPECT_FALSE(fs::exists(made));
}

TEST_F(TemporaryFolderTest, StaysWhenItWasRenamed) {
  {
    const TemporaryFolder folder(parent.path(), "a-");
    fs::rename(folder.path(), parent.path() / "kept");
  }
  EXPECT_TRUE(fs::is_directory(parent.path() / "kept"));
}

TEST_F(TemporaryFolderTest, CannotBeMadeInAFile) {
  std::ofstream(parent.path() / "file") << "text";
  EXPECT_THROW(TemporaryFolder(parent.path() / "file", "a-"), InputError);
}

} // namespace
} // namespace warpsmith::harness
