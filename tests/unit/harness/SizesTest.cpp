#include "runtime/harness/core/Sizes.h"
#include "polybench/Suite.h"
#include <algorithm>
#include <gmock/gmock.h>
#include <set>

using namespace warpsmith;
using namespace warpsmith::harness;
using testing::HasSubstr;

namespace {

std::string errorOf(std::string_view text) {
  try {
    parseSize(polybench::gemm(), text);
  } catch (const InputError &error) {
    return error.what();
  }
  return "";
}

} // namespace

TEST(Sizes, OneNumberIsForAllDimensions) {
  EXPECT_EQ(parseSize(polybench::gemm(), "512"), (Sizes{512, 512, 512}));
  EXPECT_EQ(parseSize(polybench::gemm(), "1"), (Sizes{1, 1, 1}));
}

TEST(Sizes, OneNumberADimension) {
  EXPECT_EQ(parseSize(polybench::gemm(), "1000x1024x777"), (Sizes{1000, 1024, 777}));
}

TEST(Sizes, DatasetsInAnyCase) {
  EXPECT_EQ(parseSize(polybench::gemm(), "MINI"), (Sizes{128, 128, 128}));
  EXPECT_EQ(parseSize(polybench::gemm(), "extralarge"), (Sizes{2048, 2048, 2048}));
}

TEST(Sizes, ErrorsNameTheTextAndTheCause) {
  EXPECT_THAT(errorOf("12y"), HasSubstr("'12y' is not a whole number"));
  EXPECT_THAT(errorOf(""), HasSubstr("'' is not a whole number"));
  EXPECT_THAT(errorOf("4x"), HasSubstr("size '4x': '' is not a whole number"));
  EXPECT_THAT(errorOf("0"), HasSubstr("at least 1"));
  EXPECT_THAT(errorOf("-4x4x4"), HasSubstr("at least 1"));
  EXPECT_THAT(errorOf("99999999999"), HasSubstr("larger than 2147483647"));
  EXPECT_THAT(errorOf("3x4"), HasSubstr("2 dimensions; 'gemm' takes one number or NIxNJxNK"));
  EXPECT_THAT(errorOf("HUGE"), HasSubstr("(MINI, SMALL, STANDARD, LARGE, EXTRALARGE)"));
  EXPECT_THAT(errorOf("50000"), HasSubstr("A would have 2500000000 elements"));
}

TEST(Sizes, RandomOnesDifferAndComeAgain) {
  const auto sizes = parseSizes(polybench::gemm(), "random:200:300", 7);
  ASSERT_EQ(sizes.size(), 200U);
  EXPECT_EQ(std::set<Sizes>(sizes.begin(), sizes.end()).size(), 200U);
  int small = 0;
  for (const Sizes &size : sizes) {
    ASSERT_EQ(size.size(), 3U);
    EXPECT_GE(*std::ranges::min_element(size), 1);
    EXPECT_LE(*std::ranges::max_element(size), 300);
    small += size.front() < 18; // the geometric mean of 1 and 301
  }
  EXPECT_GT(small, 70);
  EXPECT_LT(small, 130);
  EXPECT_EQ(parseSizes(polybench::gemm(), "random:200:300", 7), sizes);
  EXPECT_EQ(parseSizes(polybench::gemm(), "Random:200:300", 7), sizes);
  EXPECT_EQ(parseSizes(polybench::gemm(), "random:200:1-300", 7), sizes);
  for (const Sizes &size : parseSizes(polybench::gemm(), "random:200:256-300", 7))
    for (const int extent : size)
      EXPECT_THAT(extent, testing::AllOf(testing::Ge(256), testing::Le(300)));
  EXPECT_EQ(parseSizes(polybench::gemm(), "random:3:7-7", 7), (std::vector<Sizes>{{7, 7, 7}}));
  EXPECT_NE(parseSizes(polybench::gemm(), "random:200:300", 8), sizes);
  // There are but eight of them.
  EXPECT_EQ(parseSizes(polybench::gemm(), "random:20:2", 7).size(), 8U);
  EXPECT_EQ(parseSizes(polybench::gemm(), "33", 7), (std::vector<Sizes>{{33, 33, 33}}));
}

TEST(Sizes, RandomOnesLeaveTimeStepsAlone) {
  for (const Sizes &size : parseSizes(polybench::fdtd2d(), "random:10:40", 1))
    EXPECT_EQ(size.front(), polybench::fdtd2d().sizesByDefault.front());
}

TEST(Sizes, SomeHaveNoAnswer) {
  EXPECT_THROW(parseSize(polybench::gramschm(), "5x6"), InputError);
  for (const Sizes &size : parseSizes(polybench::gramschm(), "random:20:90", 3))
    EXPECT_GE(size[0], size[1]);
  // Of so large ones those are taken that 32-bit indices reach.
  EXPECT_EQ(parseSizes(polybench::gemm(), "random:5:100000", 3).size(), 5U);
}

TEST(Sizes, RandomOnesAreChecked) {
  EXPECT_THROW(parseSizes(polybench::gemm(), "random:", 1), InputError);
  EXPECT_THROW(parseSizes(polybench::gemm(), "random:0", 1), InputError);
  EXPECT_THROW(parseSizes(polybench::gemm(), "random:5:x", 1), InputError);
  EXPECT_THROW(parseSizes(polybench::gemm(), "random:5:9-8", 1), InputError);
  EXPECT_THROW(parseSizes(polybench::gemm(), "random:5:-8", 1), InputError);
  EXPECT_THROW(parseSizes(polybench::gemm(), "random:1000000", 1), InputError);
}

TEST(Sizes, SpellingsAreShortWhenTheyCanBe) {
  EXPECT_EQ(spelling(Sizes{4, 4, 4}), "4x4x4");
  EXPECT_EQ(shortSpelling(Sizes{4, 4, 4}), "4");
  EXPECT_EQ(shortSpelling(Sizes{4, 5, 4}), "4x5x4");
}

TEST(Sizes, ListsAreSplitAtCommas) {
  EXPECT_EQ(splitList("a,b", "--sizes"), (std::vector<std::string>{"a", "b"}));
  EXPECT_THROW(splitList("a,,b", "--sizes"), InputError);
  EXPECT_THROW(splitList("", "--sizes"), InputError);
}
