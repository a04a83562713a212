// The search for the fastest schedule: what is measured, for how long, and what is kept of it.
#include "runtime/harness/core/FileLock.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/run/TemporaryFolder.h"
#include "runtime/harness/tune/AutoTable.h"
#include "runtime/harness/tune/Budget.h"
#include "runtime/harness/tune/Candidates.h"
#include "runtime/harness/tune/Halving.h"
#include "runtime/harness/tune/TunedTable.h"
#include <cmath>
#include <cstdlib>
#include <gmock/gmock.h>
#include <map>
#include <optional>
#include <thread>

using namespace warpsmith::harness;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

namespace {

std::vector<std::string> names(const std::vector<Candidate> &candidates) {
  std::vector<std::string> all;
  all.reserve(candidates.size());
  for (const Candidate &candidate : candidates)
    all.push_back(candidate.passes);
  return all;
}

nlohmann::json product(const std::string &kernel,
                       const std::vector<std::pair<std::string, nlohmann::json>> &schedules) {
  nlohmann::json json = {{"kernel", kernel},
                         {"signature", "c:f32 a:f32/k b:f32/n sum:f32"},
                         {"problem", {64, 32, 16}},
                         {"schedules", nlohmann::json::array()}};
  for (const auto &[passes, seconds] : schedules)
    json["schedules"].push_back({{"passes", passes}, {"seconds", seconds}});
  return json;
}

/// Times that stand for a GPU's, and a clock that measuring moves.
struct FakeGpu {
  std::map<std::string, double> microseconds;
  double now = 0;
  double secondsEach = 1;                         // of one contestant in any round
  std::vector<std::vector<std::size_t>> measured; // contestants, by round and contest

  MeasureRound measure(const Budget &budget) {
    return [&](std::size_t, const HalvingRound &, const std::vector<Contest> &contests) {
      std::vector<std::optional<std::vector<Ranked>>> answers(contests.size());
      measured.emplace_back();
      for (std::size_t index = 0; index < contests.size(); ++index) {
        const auto &contestants = contests[index].contestants;
        measured.back().push_back(contestants.size());
        if (contestants.empty() || budget.spent()) // as a campaign begins no further problem
          continue;
        answers[index].emplace();
        for (const std::string &passes : contestants) {
          now += secondsEach;
          if (microseconds.contains(passes)) // the others failed
            answers[index]->push_back({passes, microseconds.at(passes)});
        }
      }
      return answers;
    };
  }
};

/// Contestants "0", "1", ..., of which the higher ones are faster.
Contest contestOf(std::size_t count, FakeGpu &gpu) {
  Contest contest;
  for (std::size_t index = 0; index < count; ++index) {
    contest.contestants.push_back(std::to_string(index));
    gpu.microseconds[std::to_string(index)] = 100 - double(index);
  }
  return contest;
}

TunedRow row(const std::string &size, const std::string &passes) {
  TunedRow row;
  row.architecture = "sm_90a";
  row.device = "Fake GPU";
  row.benchmark = "gemm";
  row.type = "float";
  row.size = size;
  row.numerics = "bitexact";
  row.products = {{"gemm_kernel", "c:f32 a:f32/k b:f32/n sum:f32", {64, 64, 64}}};
  row.passes = passes;
  row.time = {12.5, 12, 13};
  row.samples = 15;
  row.final = true;
  return row;
}

} // namespace

TEST(Candidates, AreThePipelinesThatEveryProductTakesWithTheirTimesTogether) {
  const nlohmann::json document = {
      product("first", {{"tile", 1e-3}, {"tile,pipeline", 2e-3}, {"symmetric", 1e-4}}),
      product("other", {{"tile", 1e-9}}),
      product("second", {{"tile", 3e-3}, {"tile,pipeline", nullptr}})};
  const CandidateList list =
      readCandidates(document, {"first", "second"}, {"tile", "tile,pipeline<stages=3>"});
  EXPECT_THAT(names(list.candidates), ElementsAre("tile", "tile,pipeline"));
  EXPECT_DOUBLE_EQ(list.candidates[0].seconds.value(), 4e-3);
  EXPECT_FALSE(list.candidates[1].seconds);
  EXPECT_TRUE(list.candidates[0].standard);
  EXPECT_FALSE(list.candidates[1].standard);
  ASSERT_EQ(list.products.size(), 2U);
  EXPECT_EQ(list.products[1].kernel, "second");
  EXPECT_THAT(list.products[1].size, ElementsAre(64, 32, 16));
}

TEST(Candidates, MissingOnesAreToldWithTheirProduct) {
  const nlohmann::json document = {product("first", {{"tile", 1.0}}), product("none", {}),
                                   product("second", {{"split", 1.0}})};
  const auto read = [&](const std::vector<std::string> &kernels) {
    return [&document, kernels] { readCandidates(document, kernels, {}); };
  };
  EXPECT_THAT(read({"none"}), ThrowsMessage<InputError>(HasSubstr("no pass applies to 'none'")));
  EXPECT_THAT(read({"absent"}), ThrowsMessage<InputError>(HasSubstr("no product in 'absent'")));
  EXPECT_THAT(read({"first", "second"}),
              ThrowsMessage<InputError>(HasSubstr("applies to all products at once")));
  EXPECT_THAT([] { readCandidates({{{"kernel", 1}}}, {"first"}, {}); },
              ThrowsMessage<InputError>(HasSubstr("cannot be read")));
}

TEST(Pruning, KeepsTheModelsBestAndEveryStandardOne) {
  const std::vector<Candidate> candidates = {
      {"slow", 4.0, false},   {"standard", 9.0, true},       {"best", 1.0, false},
      {"near", 1.4, false},   {"limit", 1.5, false},         {"beyond", 1.51, false},
      {"unknown", {}, false}, {"standard unknown", {}, true}};
  EXPECT_THAT(names(prune(candidates, {1.5, 24})),
              ElementsAre("standard", "standard unknown", "best", "near", "limit"));
  EXPECT_THAT(names(prune(candidates, {1.5, 2})),
              ElementsAre("standard", "standard unknown", "best", "near"));
  EXPECT_THAT(names(prune({{"only", {}, true}}, {1.5, 2})), ElementsAre("only"));
}

TEST(Pruning, WhatTheModelCannotTellApartDoesNotCrowdOutTheRest) {
  const std::vector<Candidate> candidates = {
      {"a1", 1.0, false}, {"a2", 1.0, false}, {"a3", 1.0, false}, {"b1", 1.2, false}};
  EXPECT_THAT(names(prune(candidates, {1.5, 3})), ElementsAre("a1", "b1", "a2"));
}

TEST(Halving, RoundsTakeAboutAsLongAsEachOther) {
  const std::vector<HalvingRound> rounds = planRounds(36, 15, 0.3);
  ASSERT_EQ(rounds.size(), 3U);
  EXPECT_EQ(rounds[0].contestants, 36U);
  EXPECT_EQ(rounds[1].contestants, 12U);
  EXPECT_EQ(rounds[2].contestants, 4U);
  EXPECT_EQ(rounds[2].repetitions, 15);
  EXPECT_EQ(rounds[1].repetitions, 5);
  EXPECT_EQ(rounds[0].repetitions, 3);
  for (const HalvingRound &round : rounds)
    EXPECT_NEAR(double(round.contestants) * round.minSeconds, 4 * 0.3, 1e-9);
}

TEST(Halving, FewContestantsAreComparedInFullAtOnce) {
  for (const std::size_t count : {0, 1, 4}) {
    const std::vector<HalvingRound> rounds = planRounds(count, 2, 0.3);
    ASSERT_EQ(rounds.size(), 1U);
    EXPECT_EQ(rounds[0].repetitions, 2);
    EXPECT_DOUBLE_EQ(rounds[0].minSeconds, 0.3);
  }
}

TEST(Halving, TheFastestGoOnAndTheFastestOfThemWins) {
  FakeGpu gpu;
  const Budget budget(0, [&] { return gpu.now; });
  std::vector<Contest> contests = {contestOf(36, gpu), contestOf(5, gpu)};
  gpu.microseconds.erase("35"); // fails
  runRounds(planRounds(36, 15, 0.3), contests, gpu.measure(budget), [&] { return budget.spent(); });
  EXPECT_THAT(gpu.measured,
              ElementsAre(ElementsAre(36U, 5U), ElementsAre(12U, 5U), ElementsAre(4U, 4U)));
  EXPECT_EQ(contests[0].ranking.size(), 4U);
  EXPECT_EQ(contests[0].ranking.front().passes, "34");
  EXPECT_EQ(contests[1].ranking.front().passes, "4");
  EXPECT_EQ(contests[0].rounds, 3U);
}

TEST(Halving, AtTheEndOfTheBudgetWhatWasMeasuredStays) {
  FakeGpu gpu;
  // The first round and the first problem of the second one.
  const Budget budget(36 + 36 + 10, [&] { return gpu.now; });
  std::vector<Contest> contests = {contestOf(36, gpu), contestOf(36, gpu)};
  runRounds(planRounds(36, 15, 0.3), contests, gpu.measure(budget), [&] { return budget.spent(); });
  EXPECT_EQ(gpu.measured.size(), 2U);
  EXPECT_EQ(contests[0].rounds, 2U);
  EXPECT_EQ(contests[0].ranking.size(), 12U);
  EXPECT_EQ(contests[1].rounds, 1U);
  EXPECT_EQ(contests[1].ranking.size(), 36U);
  EXPECT_EQ(contests[1].ranking.front().passes, "35");
}

TEST(Halving, EndsWhereNothingWasTimed) {
  FakeGpu gpu;
  const Budget budget(0, [&] { return gpu.now; });
  std::vector<Contest> contests = {{{"a", "b", "c", "d", "e"}, {}, 0}};
  runRounds(planRounds(5, 15, 0.3), contests, gpu.measure(budget), [&] { return budget.spent(); });
  EXPECT_EQ(gpu.measured.size(), 1U);
  EXPECT_TRUE(contests[0].ranking.empty());
}

TEST(Budgets, AreSpentWhenTheirTimeHasPassed) {
  double now = 100;
  const Budget budget(60, [&] { return now; });
  const Budget unlimited(0, [&] { return now; });
  now = 129;
  EXPECT_FALSE(budget.spent(0.5));
  now = 130;
  EXPECT_TRUE(budget.spent(0.5));
  EXPECT_DOUBLE_EQ(budget.passed(), 0.5);
  EXPECT_FALSE(budget.spent());
  now = 160;
  EXPECT_TRUE(budget.spent());
  now = 190;
  EXPECT_DOUBLE_EQ(budget.passed(), 1);
  EXPECT_FALSE(unlimited.spent());
  EXPECT_DOUBLE_EQ(unlimited.passed(), 0);
}

TEST(Budgets, AreReadInTheirUnits) {
  EXPECT_DOUBLE_EQ(parseDuration("90", "--budget"), 90);
  EXPECT_DOUBLE_EQ(parseDuration("90s", "--budget"), 90);
  EXPECT_DOUBLE_EQ(parseDuration("1.5m", "--budget"), 90);
  EXPECT_DOUBLE_EQ(parseDuration("2h", "--budget"), 7200);
  for (const char *wrong : {"", "m", "-1s", "0", "10x", "10 m", "inf", "nan"})
    EXPECT_THAT([&] { parseDuration(wrong, "--budget"); },
                ThrowsMessage<InputError>(HasSubstr("--budget: '" + std::string(wrong) + "'")));
}

TEST(TunedTables, AreReadAsTheyWereWritten) {
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "tune-test-");
  const auto file = folder.path() / "tuned.json";
  TunedTable table;
  TunedRow first = row("64", "tile");
  first.runnerUp = "tile,pipeline";
  first.runnerUpTime = 14;
  first.others = {{"interleave-fp64<1/4>", 20}};
  first.cublasTime = 10;
  first.vsCublas = Estimate{0.8, 0.7, 0.9};
  table.put(first);
  table.put(row("128", ""));
  table.write(file);
  const TunedTable again(file);
  ASSERT_EQ(again.rows().size(), 2U);
  EXPECT_EQ(again.text(), table.text());
  EXPECT_THAT(again.text(), HasSubstr("tile,pipeline"));
  EXPECT_THAT(again.rows()[0].products[0].size, ElementsAre(64, 64, 64));
  EXPECT_EQ(again.rows()[0].others, first.others);
  EXPECT_DOUBLE_EQ(again.rows()[0].vsCublas->low, 0.7);
  EXPECT_FALSE(again.rows()[1].vsCublas);
}

TEST(TunedTables, HaveOneRowOfAProblemAndKeepAFinalOne) {
  TunedTable table;
  table.put(row("64", "tile"));
  table.put(row("64", "tile,pipeline"));
  TunedRow early = row("64", "interleave-fp64<8/32>");
  early.final = false;
  table.put(early);
  ASSERT_EQ(table.rows().size(), 1U);
  EXPECT_EQ(table.rows()[0].passes, "tile,pipeline");
}

TEST(TunedTables, KeepTheRowsOfProgramsThatWriteAtTheSameTime) {
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "tune-test-");
  const std::filesystem::path file = folder.path() / "tuned.json";
  constexpr int Writers = 4, RowsOfEach = 8;
  std::vector<std::thread> threads;
  threads.reserve(Writers);
  for (int writer = 0; writer < Writers; ++writer) {
    threads.emplace_back([&, writer] {
      for (int number = 0; number < RowsOfEach; ++number) {
        const std::string size = std::to_string(writer * RowsOfEach + number + 1);
        TunedTable::update(file, {row(size, "tile")});
      }
    });
  }
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(TunedTable(file).rows().size(), std::size_t{Writers} * RowsOfEach);
}

TEST(TunedTables, AreOneWhateverLinksLeadToThem) {
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "tune-test-");
  const std::filesystem::path file = folder.path() / "tuned.json",
                              link = folder.path() / "link.json";
  std::filesystem::create_symlink("tuned.json", link);
  TunedTable::update(link, {row("1", "tile")});
  TunedTable::update(file, {row("2", "tile")});
  EXPECT_FALSE(std::filesystem::exists(folder.path() / ".link.json.lock"));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(TunedTable(link).rows().size(), 2U);
}

TEST(FileLocks, WaitForAnotherAsLongAsTheyAreTold) {
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "lock-test-");
  std::optional<FileLock> first(folder.path() / "lock");
  EXPECT_TRUE(first->isHeld());
  EXPECT_FALSE(FileLock(folder.path() / "lock").isHeld());
  int asked = 0;
  EXPECT_FALSE(FileLock(folder.path() / "lock", [&] { return ++asked < 3; }).isHeld());
  EXPECT_EQ(asked, 3);
  EXPECT_TRUE(FileLock(folder.path() / "lock", [&] { return first.reset(), true; }).isHeld());
  EXPECT_THROW(FileLock(folder.path()), InputError);
}

TEST(TunedTables, OtherFilesAreRefused) {
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "tune-test-");
  const auto file = folder.path() / "tuned.json";
  const auto reading = [&](const std::string &text) {
    writeTextFile(file, text);
    return [&file] { TunedTable table(file); };
  };
  EXPECT_THAT(reading("{}"), ThrowsMessage<InputError>(HasSubstr("is no table of")));
  EXPECT_THAT(reading(R"({"polybench_tuned_version": 2})"),
              ThrowsMessage<InputError>(HasSubstr("has the version 2")));
  EXPECT_THAT(reading(R"({"polybench_tuned_version": 1, "rows": [{"device": "a"}]})"),
              ThrowsMessage<InputError>(HasSubstr("row 1")));
}

TEST(TunedTables, TheFastestThatReallyRanWins) {
  const auto measured = [](const std::string &variant, double time) {
    Measurement row;
    row.benchmark = "gemm";
    row.variant = variant;
    row.passes = variant == "original" ? "" : variant;
    row.type = "float";
    row.size = "64";
    row.verdict = "ok";
    row.numerics = "bitexact";
    row.time = Estimate{time, time, time};
    row.samples = {time, time, time};
    return row;
  };
  ResultSet results;
  results.context = {{"device", {{"name", "Fake GPU"}}}};
  results.rows = {measured("original", 40),
                  measured("slow", 20),
                  measured("fast", 10),
                  measured("fell back", 5),
                  measured("wrong", 4),
                  measured("cublas-sgemm", 2),
                  measured("cublas-sgemm (again)", 2),
                  measured("auto|tile", 1),
                  measured("elsewhere", 1),
                  measured("rounds", 3)};
  results.rows[3].fellBack = true;
  results.rows[4].verdict = "failed";
  results.rows[5].isBaseline = true;
  results.rows[6].isTwin = true;
  results.rows[8].size = "128";
  results.rows[9].numerics = "fp16";
  const std::optional<TunedRow> made = makeRow(results, row("64", ""));
  ASSERT_TRUE(made);
  EXPECT_EQ(made->passes, "fast");
  EXPECT_EQ(made->runnerUp, "slow");
  EXPECT_DOUBLE_EQ(made->originalTime.value(), 40);
  EXPECT_DOUBLE_EQ(made->cublasTime.value(), 2);
  EXPECT_DOUBLE_EQ(made->vsCublas.value().value, 0.2);
  EXPECT_EQ(made->samples, 3U);
  TunedRow fp16 = row("64", "");
  fp16.numerics = "fp16";
  EXPECT_EQ(makeRow(results, fp16)->passes, "rounds");
  EXPECT_FALSE(makeRow(results, row("256", "")));
  // A file without samples has ratios of the winners' own contracts alone.
  for (Measurement &measurement : results.rows) {
    measurement.samples.clear();
    measurement.vsCublas = Estimate{0.25, 0.2, 0.3};
  }
  EXPECT_DOUBLE_EQ(makeRow(results, row("64", ""))->vsCublas.value().value, 0.25);
}

namespace {

TunedRow measuredRow(int extent, const std::string &passes, double time, const std::string &second,
                     double secondTime) {
  TunedRow made = row(std::to_string(extent), passes);
  made.numerics = "fp32";
  made.products[0].size = {extent, extent, extent};
  made.time = {time, time, time};
  made.runnerUp = second;
  made.runnerUpTime = secondTime;
  return made;
}

} // namespace

TEST(TunedTables, SayWhatAutoTakes) {
  const std::string narrow = "split<fp16x3;narrow>,tensorize<wgmma>",
                    wide = "split<bf16x6>,tensorize<wgmma>";
  std::vector<TunedRow> rows = {
      measuredRow(512, "tile,pipeline", 10, narrow, 12),
      measuredRow(4096, narrow, 700, wide, 1100), // which has not FP32's range
      measuredRow(2048, "tile", 170, wide, 171),  // as good as the same
      measuredRow(256, narrow, 3, narrow + ",symmetric", 4),
      measuredRow(1024, wide, 32, "tile", 50)};
  TunedRow several = measuredRow(128, "tile", 1, wide, 2);
  several.products.push_back(several.products.front());
  rows.push_back(several);
  TunedRow elsewhere = measuredRow(512, "tile", 1, wide, 2);
  elsewhere.device = "Another GPU"; // with fewer sizes
  rows.push_back(elsewhere);
  const std::vector<AutoRow> made = autoRows(rows);
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].signature, rows[0].products[0].signature);
  EXPECT_EQ(made[0].numerics, "fp32");
  EXPECT_THAT(made[0].alternatives,
              ElementsAre(wide + ",at-least<products=1073741824>", "tile,pipeline"));
  EXPECT_THAT(autoTable(made),
              HasSubstr("at-least<products=1073741824>\"\n      \"|tile,pipeline\")\n"));
}

TEST(TunedTables, SendSizesBetweenTwoToWhatTakesLessTimeThere) {
  const auto border = [](const TunedRow &small, const TunedRow &large) {
    return autoRows({small, large})[0].alternatives.front();
  };
  const std::string taken = "tile,pipeline,at-least<products=";
  // 2 times as long at 100 as at 800 the other: where they are equal is half way.
  EXPECT_EQ(border(measuredRow(100, "tile", 10, "tile,pipeline", 20),
                   measuredRow(400, "tile,pipeline", 40, "tile", 80)),
            taken + "8000000>");
  EXPECT_EQ(border(measuredRow(100, "tile", 10, "tile,pipeline", 10.4),
                   measuredRow(400, "tile,pipeline", 40, "tile", 160)),
            taken + "1120000>");
  EXPECT_EQ(border(measuredRow(100, "tile", 10, "tile,pipeline", 20),
                   measuredRow(400, "tile,pipeline", 40, "interleave-fp64<1/4>", 41)),
            taken + "64000000>"); // not known
  TunedRow third = measuredRow(400, "tile,pipeline", 40, "interleave-fp64<1/4>", 41);
  third.others = {{"tile", 80}};
  EXPECT_EQ(border(measuredRow(100, "tile", 10, "tile,pipeline", 20), third), taken + "8000000>");
}

TEST(TunedTables, PutRowsOfResultsFilesTogether) {
  TunedTable table;
  TunedRow one = measuredRow(64, "tensorize<mma>", 10, "tile", 20);
  one.originalTime = 90;
  one.others = {{"tile,pipeline", 30}};
  TunedRow other = measuredRow(64, "interleave-fp64<1/4>", 15, "tile", 25);
  one.source = other.source = "some.json";
  other.others = {{"tile<64;64;8;4;4>", 40}};
  table.put(one);
  table.put(other);
  const TunedRow &both = table.rows()[0];
  EXPECT_EQ(both.passes, "tensorize<mma>");
  EXPECT_EQ(both.runnerUp, "interleave-fp64<1/4>");
  EXPECT_EQ(both.others, (std::vector<std::pair<std::string, double>>{
                             {"tile", 25}, {"tile,pipeline", 30}, {"tile<64;64;8;4;4>", 40}}));
  // The fastest has become slower than what was the second.
  other.passes = "tensorize<mma>";
  other.time = {18, 18, 18};
  table.put(other);
  EXPECT_EQ(table.rows()[0].passes, "interleave-fp64<1/4>");
  EXPECT_DOUBLE_EQ(table.rows()[0].time.value, 15);
  EXPECT_EQ(table.rows()[0].runnerUp, "tensorize<mma>");
}

TEST(TunedTables, OfAFileReplaceNoFasterPipelineOfASearch) {
  TunedTable table;
  TunedRow found = row("64", "tensorize<mma>"), read = row("64", "tile");
  found.time = {10, 10, 10};
  read.time = {20, 20, 20};
  read.source = "some.json";
  table.put(found);
  table.put(read);
  EXPECT_EQ(table.rows()[0].passes, "tensorize<mma>");
  read.time = {5, 5, 5};
  table.put(read);
  EXPECT_EQ(table.rows()[0].passes, "tile");
  table.put(found); // a search has tried both
  EXPECT_EQ(table.rows()[0].passes, "tensorize<mma>");
}

TEST(TunedTables, OfTheH200AreWhatAutoHas) {
  const std::filesystem::path root = WARPSMITH_SOURCE_DIR;
  const auto file = root / "rewriter/passes/Tuned.def";
  const std::string made =
      autoTable(autoRows(TunedTable(root / "polybench/results/h200/tuned.json").rows()));
  if (std::getenv("WARPSMITH_UPDATE_DOCS"))
    writeTextFile(file, made);
  else
    EXPECT_EQ(readTextFile(file), made) << "run harness_run_tests with WARPSMITH_UPDATE_DOCS=1";
}
