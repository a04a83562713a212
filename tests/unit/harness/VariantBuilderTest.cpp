// Building with scripts in place of warpsmith and the compiler, which count their calls.
#include "runtime/harness/run/VariantBuilder.h"
#include "polybench/Suite.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/run/Bundle.h"
#include "runtime/harness/run/ContentHash.h"
#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <unistd.h>

using namespace warpsmith;
using namespace warpsmith::harness;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

/// A folder with a copy of the suite's sources and scripts for tools.
class VariantBuilderTest : public testing::Test {
protected:
  void SetUp() override {
    folder = fs::path(testing::TempDir()) /
             ("builder-" + std::to_string(getpid()) + "-" +
              testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder);
    fs::create_directories(folder / "root/polybench");
    for (const char *part : {"common", "gemm"}) {
      fs::copy(fs::path(WARPSMITH_SOURCE_DIR) / "polybench" / part,
               folder / "root/polybench" / part, fs::copy_options::recursive);
    }
    writeTool(
        "warpsmith",
        R"(case "$*" in *broken*) echo "gemm.cu:7:3: remark: missed 'gemm_kernel': index is not affine" >&2; exit 1;; esac
echo rewrote >> LOG
source=$1
case "$*" in *unknown*) verdict=missed;; *unfit*) verdict=refused;; *) verdict=rewritten;; esac
while [ "$1" != -o ]; do
  case $1 in --report=*) report=${1#--report=};; esac
  shift
done
echo '{"kernels": [{"kernel": "gemm_kernel", "verdict": "'$verdict'", "file": "gemm.cu", "line": 7,
  "column": 3, "message": "left it alone: a loop in a loop"},
  {"kernel": "helper", "verdict": "missed"}]}' > "$report"
[ $verdict != refused ] || exit 1
cp "$source" "$2"; echo "// rewritten" >> "$2")");
    writeTool("compiler", R"([ "$1" != --identity ] || exec cat LOG.identity
echo compiled >> LOG
while [ "$1" != -o ]; do shift; done
cp "$3" "$2")");
    std::ofstream(folder / "log.identity") << "headers\n";
    settings.toolchain = {DeviceKind::Emulator, folder / "warpsmith", folder / "compiler", "sm_90a",
                          false};
    settings.root = folder / "root";
    settings.cache = folder / "cache";
  }

  void TearDown() override { fs::remove_all(folder); }

  void writeTool(const std::string &name, std::string script) {
    const std::string log = (folder / "log").string();
    for (std::size_t at = script.find("LOG"); at != std::string::npos; at = script.find("LOG"))
      script.replace(at, 3, log);
    std::ofstream(folder / name) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(folder / name, fs::perms::owner_all);
  }

  std::size_t count(const std::string &word) const {
    if (!fs::exists(folder / "log"))
      return 0;
    const std::string text = readTextFile(folder / "log");
    std::size_t found = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
      ++found;
    return found;
  }

  std::vector<BuildResult> build(const std::vector<std::string> &pipelines) const {
    return buildVariants(settings, requests(pipelines), [](auto &, auto &) {});
  }

  static std::vector<BuildRequest> requests(const std::vector<std::string> &pipelines) {
    std::vector<BuildRequest> all = {
        {&polybench::gemm(), standardVariants().front(), ElementType::F32}};
    for (const std::string &passes : pipelines) {
      all.push_back(
          {&polybench::gemm(), adHocVariant(passes, Numerics::BitExact), ElementType::F32});
    }
    return all;
  }

  fs::path folder;
  BuildSettings settings;
};

} // namespace

TEST_F(VariantBuilderTest, OriginalsAreCompiledAsTheyAreVariantsAreRewrittenFirst) {
  const auto results = build({"tile"});
  ASSERT_TRUE(results[0].error.empty()) << results[0].error;
  ASSERT_TRUE(results[1].error.empty()) << results[1].error;
  EXPECT_EQ(readTextFile(results[0].library),
            readTextFile(settings.root / "polybench/gemm/gemm.cu"));
  EXPECT_THAT(readTextFile(results[1].library), HasSubstr("// rewritten"));
  EXPECT_EQ(count("rewrote"), 1U);
}

TEST_F(VariantBuilderTest, TheCacheServesTheSameBuildAgain) {
  build({"tile"});
  const auto results = build({"tile"});
  EXPECT_TRUE(results[0].cached);
  EXPECT_TRUE(results[1].cached);
  EXPECT_EQ(count("compiled"), 2U);
}

TEST_F(VariantBuilderTest, WhateverDecidesTheResultIsPartOfTheKey) {
  build({"tile"});
  EXPECT_EQ(count("compiled"), 2U);
  std::ofstream(settings.root / "polybench/gemm/gemm.cuh", std::ios::app) << "// changed\n";
  build({"tile"});
  EXPECT_EQ(count("compiled"), 4U);
  settings.toolchain.architecture = "sm_80";
  build({"tile"});
  EXPECT_EQ(count("compiled"), 6U);
  std::ofstream(folder / "warpsmith", std::ios::app) << "# another version\n";
  build({"tile"});
  EXPECT_EQ(count("compiled"), 8U);
  build({"tile<64;64>"});
  EXPECT_EQ(count("compiled"), 9U);
  std::ofstream(folder / "log.identity", std::ios::app) << "a header that was changed\n";
  build({"tile"});
  EXPECT_EQ(count("compiled"), 11U);
}

TEST_F(VariantBuilderTest, ACompilerThatDoesNotTellWhatItIsIsAnError) {
  fs::remove(folder / "log.identity");
  try {
    build({"tile"});
    FAIL();
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), HasSubstr("the compiler does not say what it is (exit status 1)"));
  }
}

TEST_F(VariantBuilderTest, ACopyOfTheTreeElsewhereHitsTheSameEntries) {
  build({"tile"});
  fs::rename(settings.root, folder / "moved");
  settings.root = folder / "moved";
  EXPECT_TRUE(build({"tile"})[1].cached);
}

TEST_F(VariantBuilderTest, AFailureCostsItsVariantAloneAndIsNotKept) {
  const auto results = build({"broken", "tile"});
  EXPECT_TRUE(results[1].library.empty());
  EXPECT_THAT(results[1].error, HasSubstr("not rewritten (exit status 1)"));
  EXPECT_THAT(results[1].error, HasSubstr("index is not affine"));
  EXPECT_TRUE(results[2].error.empty());
  writeTool("compiler", R"([ "$1" != --identity ] || exec echo another
echo 'gemm.cu(3): error: identifier is undefined' >&2
exit 2)");
  const auto failing = build({"tile"});
  EXPECT_THAT(failing[1].error, HasSubstr("not compiled (exit status 2)"));
  EXPECT_THAT(failing[1].error, HasSubstr("identifier is undefined"));
  for (const fs::directory_entry &entry : fs::directory_iterator(settings.cache))
    EXPECT_FALSE(entry.path().filename().string().starts_with(".tmp")) << entry.path();
}

TEST_F(VariantBuilderTest, AVariantWithoutItsProductIsNone) {
  const auto results = build({"unknown"});
  EXPECT_TRUE(results[1].library.empty());
  EXPECT_THAT(results[1].error, HasSubstr("not rewritten:\n  gemm.cu:7:3: left it alone: a loop"));
  EXPECT_EQ(results[1].error.find("helper"), std::string::npos);
}

TEST_F(VariantBuilderTest, WhatAPassRefusesIsNotApplicable) {
  const auto results = build({"unfit", "unknown", "broken", "tile"});
  EXPECT_FALSE(results[1].isApplicable);
  EXPECT_EQ(results[1].error, "gemm.cu:7:3: left it alone: a loop in a loop");
  EXPECT_TRUE(results[1].library.empty());
  EXPECT_TRUE(results[2].isApplicable);
  EXPECT_TRUE(results[3].isApplicable);
  EXPECT_TRUE(results[4].isApplicable);
}

TEST_F(VariantBuilderTest, ManyJobsBuildEverythingOnce) {
  settings.jobs = 4;
  const auto results = build({"a", "b", "c", "d", "e", "f"});
  for (const BuildResult &result : results)
    EXPECT_TRUE(result.error.empty()) << result.error;
  EXPECT_EQ(count("rewrote"), 6U);
}

TEST_F(VariantBuilderTest, RewrittenSourcesCanBeKeptAndUsedWithoutTheRewriter) {
  settings.keepSources = folder / "kept";
  build({"tile<64;64>"});
  EXPECT_TRUE(fs::exists(folder / "kept/gemm.tile_64_64_.float.cu"));
  settings.keepSources.clear();
  settings.cache = folder / "cache2";
  settings.rewritten = folder / "kept";
  settings.toolchain.rewriter.clear();
  const auto results = build({"tile<64;64>"});
  ASSERT_TRUE(results[1].error.empty()) << results[1].error;
  EXPECT_THAT(readTextFile(results[1].library), HasSubstr("// rewritten"));
  EXPECT_EQ(count("rewrote"), 1U);
}

TEST_F(VariantBuilderTest, WithoutARewriterOnlyVariantsFail) {
  settings.toolchain.rewriter.clear();
  const auto results = build({"tile"});
  EXPECT_TRUE(results[0].error.empty());
  EXPECT_THAT(results[1].error, HasSubstr("warpsmith was not found"));
}

TEST_F(VariantBuilderTest, BundlesAreReadBack) {
  const auto results = build({"tile", "broken", "unfit"});
  Bundle description;
  description.kind = DeviceKind::Emulator;
  description.architecture = "sm_90a";
  description.commit = "abc";
  writeBundle(folder / "bundle", description, requests({"tile", "broken", "unfit"}), results);
  const Bundle bundle = readBundle(folder / "bundle");
  EXPECT_EQ(bundle.kind, DeviceKind::Emulator);
  EXPECT_EQ(bundle.commit, "abc");
  ASSERT_EQ(bundle.entries.size(), 4U);
  EXPECT_TRUE(bundle.entries[0].variant.isOriginal());
  EXPECT_TRUE(fs::exists(bundle.entries[1].library));
  EXPECT_TRUE(bundle.entries[2].library.empty());
  EXPECT_THAT(bundle.entries[2].error, HasSubstr("index is not affine"));
  EXPECT_TRUE(bundle.entries[2].isApplicable);
  EXPECT_FALSE(bundle.entries[3].isApplicable);
  EXPECT_EQ(bundle.entries[3].error, "gemm.cu:7:3: left it alone: a loop in a loop");
}

TEST_F(VariantBuilderTest, BrokenBundlesAreNamed) {
  EXPECT_THROW(readBundle(folder / "nowhere"), InputError);
  fs::create_directories(folder / "bundle");
  const auto errorOf = [&](const std::string &manifest) -> std::string {
    std::ofstream(folder / "bundle/manifest.json") << manifest;
    try {
      readBundle(folder / "bundle");
    } catch (const InputError &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(errorOf("{"), HasSubstr("manifest.json"));
  EXPECT_THAT(errorOf(R"({"format": 2})"), HasSubstr("format 2 is not supported"));
  EXPECT_THAT(errorOf(R"({"format": 1, "device": "gpu", "builds": [{}]})"), HasSubstr("benchmark"));
}

TEST(ContentHash, MatchesPublishedValuesAndSeparatesFields) {
  // FNV-1a of the bytes "0:" + "" and of a longer text, computed with the authors' definition.
  EXPECT_EQ(ContentHash().text(), "6c62272e07bb014262b821756295c58d");
  EXPECT_NE(ContentHash().add("ab").add("c").text(), ContentHash().add("a").add("bc").text());
  EXPECT_EQ(ContentHash().add("x").text(), ContentHash().add("x").text());
}
