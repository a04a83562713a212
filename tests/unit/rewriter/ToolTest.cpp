// Files, diffs and reports.
#include "rewriter/tool/AtomicFile.h"
#include "rewriter/tool/Diff.h"
#include "rewriter/tool/Messages.h"
#include "rewriter/tool/Remark.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <gtest/gtest.h>

namespace warpsmith::tool {
namespace {

std::string diff(const std::string &before,
                 std::vector<std::tuple<unsigned, unsigned, std::string>> edits) {
  clang::tooling::Replacements replacements;
  for (const auto &[offset, length, text] : edits)
    llvm::cantFail(replacements.add(clang::tooling::Replacement("f", offset, length, text)));
  return unifiedDiff("f", before, replacements);
}

TEST(Diff, NothingChanged) {
  EXPECT_EQ(diff("a\n", {}), "");
}

TEST(Diff, InsertionKeepsTheLineItFollows) {
  EXPECT_EQ(diff("1\n2\n3\n4\n5\n6\n7\n8\n", {{7, 0, "\nnew"}}), R"(--- f
+++ f
@@ -2,6 +2,7 @@
 2
 3
 4
+new
 5
 6
 7
)");
}

TEST(Diff, TwoEditsOfOneLineAreOneChange) {
  EXPECT_EQ(diff("k<<<g, b>>>(x);\n", {{1, 3, "("}, {8, 4, ", "}}), R"(--- f
+++ f
@@ -1 +1 @@
-k<<<g, b>>>(x);
+k(g, b, x);
)");
}

TEST(Diff, DistantEditsAreTwoHunksWithShiftedLines) {
  std::string before;
  for (int line = 1; line <= 30; ++line)
    before += std::to_string(line) + "\n";
  const std::string text = diff(before, {{0, 0, "top\n"}, {before.size() - 3, 2, "end"}});
  EXPECT_NE(text.find("@@ -1,3 +1,4 @@\n+top\n 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("@@ -27,4 +28,4 @@\n 27\n 28\n 29\n-30\n+end\n"), std::string::npos) << text;
}

TEST(Diff, MissingNewlineAtTheEndIsNoted) {
  EXPECT_EQ(diff("a\nb", {{3, 0, "c"}}), "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n"
                                         "\\ No newline at end of file\n+bc\n"
                                         "\\ No newline at end of file\n");
}

class AtomicFile : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("warpsmith", directory));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(directory); }

  std::string path(const char *name) {
    llvm::SmallString<128> result(directory);
    llvm::sys::path::append(result, name);
    return result.str().str();
  }
  static std::string read(const std::string &file) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    return buffer ? (*buffer)->getBuffer().str() : "<missing>";
  }
  int entries() {
    std::error_code code;
    int count = 0;
    for (llvm::sys::fs::directory_iterator it(directory, code), end; it != end; it.increment(code))
      ++count;
    return count;
  }
  llvm::SmallString<128> directory;
};

TEST_F(AtomicFile, WritesAndReplaces) {
  llvm::cantFail(writeFile(path("f"), "one"));
  EXPECT_EQ(read(path("f")), "one");
  llvm::sys::fs::setPermissions(path("f"), llvm::sys::fs::perms(0640));
  llvm::cantFail(writeFile(path("f"), "two"));
  EXPECT_EQ(read(path("f")), "two");
  EXPECT_EQ(*llvm::sys::fs::getPermissions(path("f")), llvm::sys::fs::perms(0640));
  EXPECT_EQ(entries(), 1);
}

TEST_F(AtomicFile, ReadOnlyFilesAreRefused) {
  llvm::cantFail(writeFile(path("f"), "one"));
  llvm::sys::fs::setPermissions(path("f"), llvm::sys::fs::perms(0444));
  llvm::Error error = writeFile(path("f"), "two");
  EXPECT_NE(llvm::toString(std::move(error)).find("Permission denied"), std::string::npos);
  EXPECT_EQ(read(path("f")), "one");
  EXPECT_EQ(entries(), 1);
}

TEST_F(AtomicFile, LinksAreFollowed) {
  llvm::cantFail(writeFile(path("f"), "one"));
  ASSERT_FALSE(llvm::sys::fs::create_link(path("f"), path("link")));
  llvm::cantFail(writeFile(path("link"), "two"));
  EXPECT_EQ(read(path("f")), "two");
  EXPECT_TRUE(llvm::sys::fs::is_symlink_file(path("link")));
}

TEST_F(AtomicFile, FullDeviceIsAnError) {
  llvm::Error error = writeFile("/dev/full", "text");
  EXPECT_NE(llvm::toString(std::move(error)).find("No space left on device"), std::string::npos);
}

TEST(Report, HasEveryVerdict) {
  const std::vector<Remark> remarks = {
      {Remark::Kind::Rewrote, "k", {"a.cu", 3, 17}, "rewrote 'k': tile", "warpsmith-tile", "tile"},
      {Remark::Kind::Missed, "l", {"a.cu", 9, 1}, "left 'l' alone: why", "warpsmith-missed", ""}};
  const llvm::json::Value value = report(remarks);
  const auto &kernels = *value.getAsObject()->getArray("kernels");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].getAsObject()->getString("verdict"), "rewritten");
  EXPECT_EQ(kernels[0].getAsObject()->getString("passes"), "tile");
  EXPECT_EQ(kernels[1].getAsObject()->getInteger("line"), 9);
  EXPECT_FALSE(kernels[1].getAsObject()->getString("passes"));
}

/// A file system with one file, and what messages of it are printed as.
class Messages : public testing::Test {
protected:
  Messages() { files->addFile("a.cu", 0, llvm::MemoryBuffer::getMemBuffer("one\n\t two\r\n")); }

  std::string printed(MessageFormat format, const std::vector<Message> &messages) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    MessagePrinter printer(format, stream, files);
    for (const Message &message : messages)
      printer.print(message);
    printer.finish();
    return text;
  }

  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> files =
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
};

TEST_F(Messages, ShowTheCodeThatStoppedTheReader) {
  const Remark rewrote = {Remark::Kind::Rewrote, "k",   {"a.cu", 2, 3}, "rewrote 'k'",
                          "warpsmith-tile",      "tile"};
  Remark missed = {Remark::Kind::Missed, "k", {"a.cu", 2, 3}, "left 'k'", "warpsmith-missed", ""};
  EXPECT_EQ(printed(MessageFormat::Text, {messageOf(rewrote)}),
            "a.cu:2:3: remark: rewrote 'k' [warpsmith-tile]\n");
  EXPECT_EQ(printed(MessageFormat::Text, {messageOf(missed)}),
            "a.cu:2:3: remark: left 'k' [warpsmith-missed]\n         two\n         ^\n");
  missed.location.line = 7; // of no line
  EXPECT_EQ(printed(MessageFormat::Text, {messageOf(missed)}),
            "a.cu:7:3: remark: left 'k' [warpsmith-missed]\n");
}

TEST_F(Messages, AreReadFromLines) {
  const auto found = messagesIn("C:a.cu:12:1: warning: x: error: y [warpsmith-parse]\n"
                                "a.cu:3: error: z\n  more\nwarpsmith: error: w [1]\n"
                                "a.cu: fatal error: v\n");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].location, (SourceLocation{"C:a.cu", 12, 1}));
  EXPECT_EQ(found[0].severity, Message::Severity::Warning);
  EXPECT_EQ(found[0].text, "x: error: y");
  EXPECT_EQ(found[0].check, "warpsmith-parse");
  EXPECT_EQ(found[1].location, (SourceLocation{"a.cu", 3, 0}));
  EXPECT_EQ(found[1].text, "z\n  more");
  EXPECT_EQ(found[2].location, (SourceLocation{"", 0, 0}));
  EXPECT_EQ(found[3].location, (SourceLocation{"a.cu", 0, 0}));
  EXPECT_EQ(found[3].text, "v");
}

TEST_F(Messages, AreCommandsOfGithub) {
  EXPECT_EQ(printed(MessageFormat::Github,
                    {{Message::Severity::Remark, {"a,b.cu", 2, 3}, "50 %, a:b\nc", "warpsmith-x"},
                     {Message::Severity::Error, {}, "no", ""}}),
            "::notice file=a%2Cb.cu,line=2,col=3,title=warpsmith-x::50 %25, a:b%0Ac\n"
            "::error::no\n");
}

TEST_F(Messages, AreADocument) {
  const std::vector<Message> messages = {
      {Message::Severity::Warning, {"a.cu", 2, 3}, "left", "warpsmith-missed"},
      {Message::Severity::Error, {}, "no", ""}};
  auto json = llvm::json::parse(printed(MessageFormat::Json, messages));
  ASSERT_TRUE(bool(json));
  const auto &list = *json->getAsObject()->getArray("messages");
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].getAsObject()->getInteger("line"), 2);
  EXPECT_EQ(list[0].getAsObject()->getString("severity"), "warning");
  EXPECT_FALSE(list[1].getAsObject()->getString("file"));

  auto sarif = llvm::json::parse(printed(MessageFormat::Sarif, messages));
  ASSERT_TRUE(bool(sarif));
  EXPECT_EQ(sarif->getAsObject()->getString("version"), "2.1.0");
  const auto &run = *(*sarif->getAsObject()->getArray("runs"))[0].getAsObject();
  const auto &results = *run.getArray("results");
  ASSERT_EQ(results.size(), 2u);
  const auto &first = *results[0].getAsObject();
  EXPECT_EQ(first.getString("ruleId"), "warpsmith-missed");
  EXPECT_EQ(first.getString("level"), "warning");
  const auto &place =
      *(*first.getArray("locations"))[0].getAsObject()->getObject("physicalLocation");
  EXPECT_EQ(place.getObject("region")->getInteger("startLine"), 2);
  EXPECT_EQ(place.getObject("region")->getInteger("startColumn"), 3);
}

} // namespace
} // namespace warpsmith::tool
