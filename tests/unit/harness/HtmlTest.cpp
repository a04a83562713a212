// The parts that a report's page is made of; tests/harness/cli/report.test has whole pages.
#include "runtime/harness/report/html/CudaHighlight.h"
#include "runtime/harness/report/html/DevicePeaks.h"
#include "runtime/harness/report/html/LineDiff.h"
#include "runtime/harness/report/html/SvgPlot.h"
#include <gmock/gmock.h>
#include <random>

using namespace warpsmith::harness;
using namespace warpsmith::harness::html;
using testing::ElementsAre;

TEST(Markup, TextIsEscaped) {
  EXPECT_EQ(escape("a<b> & \"c\" 'd'\n"), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\n");
  EXPECT_EQ(escape("\u00b5s \u2713 \U0001F600"), "\u00b5s \u2713 \U0001F600");
}

TEST(Markup, WhatIsNoUtf8IsReplaced) {
  EXPECT_EQ(escape(std::string("a\0b", 3)), "a\ufffdb");
  EXPECT_EQ(escape("\x1b\x7f"), "\ufffd\ufffd");
  EXPECT_EQ(escape("\xff\xc0\xaf"), "\ufffd\ufffd\ufffd");
  EXPECT_EQ(escape("\xed\xa0\x80"), "\ufffd\ufffd\ufffd"); // a surrogate
  EXPECT_EQ(escape("\xe2\x9c"), "\ufffd\ufffd");           // cut off
}

TEST(Markup, NumbersAreShort) {
  EXPECT_EQ(coordinate(1.25001), "1.3");
  EXPECT_EQ(coordinate(-0.01), "0");
  EXPECT_EQ(coordinate(120), "120");
  EXPECT_EQ(scientific(2.75e-7), "2.8e-7");
  EXPECT_EQ(scientific(1e-7), "1e-7");
  EXPECT_EQ(timeText(65.7116), "65.71 \u00b5s");
  EXPECT_EQ(data(0.1, "x"), "<data value=\"0.1\">x</data>");
}

TEST(Scale, TicksAreRound) {
  EXPECT_THAT((Scale{0, 10, false, 0, 100}).ticks(5), ElementsAre(0, 2, 4, 6, 8, 10));
  EXPECT_THAT((Scale{1, 1000, true, 0, 100}).ticks(4), ElementsAre(1, 10, 100, 1000));
  EXPECT_THAT((Scale{1, 100, true, 0, 100}).ticks(8), ElementsAre(1, 2, 5, 10, 20, 50, 100));
  EXPECT_LE((Scale{1e-30, 1e30, true, 0, 100}).ticks(6).size(), 8U);
  EXPECT_EQ(tickText(2500), "2.5k");
  EXPECT_EQ(tickText(0.05), "0.05");
  EXPECT_EQ(tickText(0), "0");
}

TEST(Scale, ValuesLieBetweenItsEnds) {
  const Scale logarithmic = scaleOf({1, 100}, true, 0, 400);
  EXPECT_NEAR(logarithmic(10), 200, 1e-9);
  EXPECT_GT(logarithmic(1), 0);
  EXPECT_LT(logarithmic(100), 400);
  const Scale upwards = scaleOf({0, 8}, false, 300, 10);
  EXPECT_DOUBLE_EQ(upwards(0), 300);
  EXPECT_GT(upwards(8), 10);
  const Scale single = scaleOf({5}, true, 0, 100);
  EXPECT_NEAR(single(5), 50, 1e-9);
  EXPECT_EQ(scaleOf({0, -1}, true, 0, 1).low, 1); // nothing that a logarithm has
  EXPECT_LT(scaleOf({1, 2, 1e308}, false, 0, 1).high, 3);
}

TEST(Labels, SpreadKeepsOrderAndDistance) {
  EXPECT_THAT(spread({10, 50, 90}, 10, 0, 100), ElementsAre(10, 50, 90));
  EXPECT_THAT(spread({50, 50, 50}, 10, 0, 100), ElementsAre(40, 50, 60));
  EXPECT_THAT(spread({99, 2, 98}, 10, 0, 100), ElementsAre(100, 2, 90));
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> somewhere(0, 300);
  std::vector<double> wanted(25);
  for (double &value : wanted)
    value = somewhere(engine);
  std::vector<double> places = spread(wanted, 12, 0, 300);
  for (std::size_t a = 0; a < wanted.size(); ++a) {
    for (std::size_t b = 0; b < wanted.size(); ++b) {
      if (wanted[a] < wanted[b])
        EXPECT_GE(places[b] - places[a], 12 - 1e-9);
    }
    EXPECT_GE(places[a], -1e-9);
    EXPECT_LE(places[a], 300 + 1e-9);
  }
}

namespace {

/// The rows as text: "=a a", "-b", "+c", "~b c".
std::vector<std::string> rowsOf(const std::vector<std::string> &left,
                                const std::vector<std::string> &right) {
  std::vector<std::string> texts;
  for (const DiffRow &row : diffLines(left, right)) {
    const std::string mark = row.equal ? "=" : !row.left ? "+" : !row.right ? "-" : "~";
    texts.push_back(mark + (row.left ? left[*row.left] : "") +
                    (row.right ? right[*row.right] : ""));
  }
  return texts;
}

} // namespace

TEST(LineDiff, InsertedDeletedAndReplacedLines) {
  EXPECT_THAT(rowsOf({"a", "b", "c"}, {"a", "x", "b", "c"}),
              ElementsAre("=aa", "+x", "=bb", "=cc"));
  EXPECT_THAT(rowsOf({"a", "b", "c"}, {"a", "c"}), ElementsAre("=aa", "-b", "=cc"));
  EXPECT_THAT(rowsOf({"a", "b", "c"}, {"a", "x", "y", "c"}),
              ElementsAre("=aa", "~bx", "+y", "=cc"));
  EXPECT_THAT(rowsOf({}, {"a"}), ElementsAre("+a"));
  EXPECT_THAT(rowsOf({"a"}, {}), ElementsAre("-a"));
  EXPECT_TRUE(rowsOf({}, {}).empty());
}

TEST(LineDiff, EveryLineStandsOnceInOrderAndTheScriptIsShortest) {
  std::mt19937 engine(5);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<std::string> sides[2];
    for (auto &side : sides) {
      side.resize(engine() % 12);
      for (std::string &line : side)
        line = std::string(1, static_cast<char>('a' + engine() % 3));
    }
    const auto &[left, right] = sides;
    std::size_t nextLeft = 0;
    std::size_t nextRight = 0;
    std::size_t equal = 0;
    for (const DiffRow &row : diffLines(left, right)) {
      if (row.left)
        EXPECT_EQ(*row.left, nextLeft++);
      if (row.right)
        EXPECT_EQ(*row.right, nextRight++);
      if (row.equal) {
        EXPECT_EQ(left[*row.left], right[*row.right]);
        ++equal;
      }
    }
    EXPECT_EQ(nextLeft, left.size());
    EXPECT_EQ(nextRight, right.size());
    // The longest common subsequence, by its textbook recurrence.
    std::vector<std::vector<std::size_t>> longest(left.size() + 1,
                                                  std::vector<std::size_t>(right.size() + 1));
    for (std::size_t i = 0; i < left.size(); ++i) {
      for (std::size_t j = 0; j < right.size(); ++j)
        longest[i + 1][j + 1] = left[i] == right[j]
                                    ? longest[i][j] + 1
                                    : std::max(longest[i][j + 1], longest[i + 1][j]);
    }
    EXPECT_EQ(equal, longest[left.size()][right.size()]);
  }
}

TEST(CudaHighlight, TokensHaveTheirClasses) {
  EXPECT_THAT(
      highlight("#define A \\\n  1 // one\nif (x) y = \"a\\\"b\"; /* two\nlines */ z"),
      ElementsAre("<i class=\"p\">#define A \\</i>",
                  "<i class=\"p\">  1 </i><i class=\"c\">// one</i>",
                  "<i class=\"k\">if</i> (x) y = <i class=\"s\">&quot;a\\&quot;b&quot;</i>; "
                  "<i class=\"c\">/* two</i>",
                  "<i class=\"c\">lines */</i> z"));
  EXPECT_THAT(highlight("__shared__ float a[32]; // '\n\n"),
              ElementsAre("<i class=\"g\">__shared__</i> <i class=\"t\">float</i> a[<i "
                          "class=\"n\">32</i>]; <i class=\"c\">// &#39;</i>",
                          ""));
  EXPECT_THAT(highlight("x = a / b # '"), ElementsAre("x = a / b # <i class=\"s\">&#39;</i>"));
}

TEST(DevicePeaks, FollowFromWhatTheFileSays) {
  ResultSet set;
  set.context = {{"device",
                  {{"compute_capability", "9.0"},
                   {"multiprocessors", 132},
                   {"max_sm_clock_mhz", 1980.0},
                   {"memory_bytes_per_second", 4.8e12}}}};
  const DevicePeaks peaks = devicePeaks(set, "double");
  ASSERT_EQ(peaks.rates.size(), 2U);
  EXPECT_EQ(peaks.rates[0].name, "FP64");
  EXPECT_NEAR(peaks.rates[0].tflops, 33.45, 0.01);
  EXPECT_NEAR(peaks.rates[1].tflops, 66.9, 0.01);
  EXPECT_EQ(peaks.bytesPerSecond, 4.8e12);
  set.context["device"]["compute_capability"] = "3.5";
  EXPECT_TRUE(devicePeaks(set, "double").rates.empty());
}
