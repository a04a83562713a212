#include "polybench/Suite.h"
#include "polybench/micro/Ipaco.h"
#include "polybench/micro/MicroBuilds.h"
#include "polybench/micro/MicroResults.h"
#include "polybench/micro/MicroTables.h"
#include "runtime/harness/core/Sizes.h"
#include <gmock/gmock.h>
#include <set>

using namespace warpsmith;
using namespace warpsmith::polybench;
using nlohmann::json;
using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

json operation(const char *mnemonic, int perIteration, double flops, double bytes = 0) {
  return {
      {"mnemonic", mnemonic}, {"per_iteration", perIteration}, {"flops", flops}, {"bytes", bytes}};
}

json role(int warps, const std::vector<json> &operations) {
  return {{"warps", warps}, {"operations", operations}};
}

using Parameters = std::vector<std::pair<std::string, std::string>>;

json point(int index, const std::string &experiment, const Parameters &parameters,
           const std::vector<json> &roles, const std::vector<int> &iterations) {
  std::string name;
  for (const auto &[key, value] : parameters)
    name.append(key).append("=").append(value).append(" ");
  return {{"event", "point"}, {"point", index},           {"experiment", experiment},
          {"name", name},     {"kernel", "kernel<1>"},    {"parameters", parameters},
          {"roles", roles},   {"iterations", iterations}, {"blocks", 10}};
}

json checked(int index, const std::string &reason = "") {
  return {{"event", "checked"}, {"point", index}, {"reason", reason}};
}

json sample(int index, double seconds, double cycles, const std::vector<double> &alone = {}) {
  json event = {{"event", "sample"}, {"point", index},       {"round", 0},    {"seconds", seconds},
                {"cycles", cycles},  {"sm_clock_mhz", 1980}, {"power_w", 300}};
  for (const double each : alone)
    event["alone"].push_back({{"seconds", each * 1e-9}, {"cycles", each}});
  return event;
}

/// FFMA at 1 and DFMA at 0.5 a clock and sub-partition, then both.
MicroResults streams(double mixedCycles) {
  MicroResults results;
  results.take(point(0, "fp64-stream", {{"form", "fma"}, {"d", "0"}, {"n", "1"}, {"warps", "16"}},
                     {role(16, {operation("FFMA", 128, 64)})}, {100, 0}));
  results.take(point(1, "fp64-stream", {{"form", "fma"}, {"d", "1"}, {"n", "1"}, {"warps", "16"}},
                     {role(16, {operation("DFMA", 128, 64)})}, {100, 0}));
  results.take(
      point(2, "fp64-stream",
            {{"form", "fma"}, {"d", "1"}, {"n", "2"}, {"chains", "independent"}, {"warps", "16"}},
            {role(16, {operation("FFMA", 64, 64), operation("DFMA", 64, 64)})}, {100, 0}));
  for (int index = 0; index < 3; ++index)
    results.take(checked(index));
  for (int round = 0; round < 7; ++round) {
    results.take(sample(0, 51.2e-6, 51200));
    results.take(sample(1, 102.4e-6, 102400));
    results.take(sample(2, mixedCycles * 1e-9, mixedCycles));
  }
  return results;
}

Json documentOf(const std::vector<Json> &rows) {
  return {{"context", {{"date", "2026-11-22T00:00:00+00:00"}, {"device", {{"name", "GPU"}}}}},
          {"benchmarks", rows}};
}

} // namespace

TEST(MicroResults, RatesFollowFromCyclesAndTime) {
  const std::vector<Json> rows = streams(76800).rows();
  ASSERT_EQ(rows.size(), 3U);
  // 128 * 100 iterations * 16 warps in 51200 cycles over 4 sub-partitions.
  EXPECT_DOUBLE_EQ(rows[0].at("instructions_per_clock").at("FFMA").get<double>(), 1);
  EXPECT_DOUBLE_EQ(rows[1].at("instructions_per_clock").at("DFMA").get<double>(), 0.5);
  EXPECT_DOUBLE_EQ(rows[0].at("instructions").at("FFMA").get<double>(), 2048000);
  EXPECT_NEAR(rows[0].at("TFLOPS").get<double>(), 2048000 * 64 / 51.2e-6 * 1e-12, 1e-9);
  EXPECT_DOUBLE_EQ(rows[0].at("real_time").get<double>(), 51.2);
  EXPECT_EQ(rows[0].at("sm_clock_mhz").get<double>(), 1980);
  EXPECT_FALSE(rows[0].contains("overlap"));
}

TEST(MicroResults, OverlapOfAStreamIsBesideItsInstructionsAlone) {
  // 51200 / 2 + 102400 / 2 cycles apart.
  EXPECT_DOUBLE_EQ(streams(76800).rows()[2].at("overlap").get<double>(), 1);
  EXPECT_DOUBLE_EQ(streams(51200).rows()[2].at("overlap").get<double>(), 1.5);
}

TEST(MicroResults, NothingIsComparedWithOtherWarpsOrUnits) {
  MicroResults results = streams(76800);
  results.take(point(3, "fp64-stream", {{"d", "1"}},
                     {role(8, {operation("FFMA", 64, 64), operation("DFMA", 64, 64)})}, {9, 0}));
  // The same mnemonic, another instruction.
  results.take(point(4, "fp64-stream", {{"d", "2"}},
                     {role(16, {operation("FFMA", 64, 32), operation("DFMA", 64, 64)})}, {9, 0}));
  for (const int index : {3, 4}) {
    results.take(checked(index));
    results.take(sample(index, 1e-6, 1000));
  }
  EXPECT_FALSE(results.rows()[3].contains("overlap"));
  EXPECT_FALSE(results.rows()[4].contains("overlap"));
}

TEST(MicroResults, OverlapOfRolesIsBesideEachAlone) {
  MicroResults results;
  results.take(point(
      0, "copy-warps", {{"copy warps", "4"}},
      {role(4, {operation("LDGSTS", 4, 0, 512)}), role(8, {operation("FFMA", 64, 64)})}, {30, 50}));
  results.take(checked(0));
  for (const double together : {900.0, 1000.0, 1100.0})
    results.take(sample(0, together * 1e-9, together, {600, 800}));
  const Json row = results.rows()[0];
  EXPECT_DOUBLE_EQ(row.at("overlap").get<double>(), 1.4);
  EXPECT_DOUBLE_EQ(row.at("overlap_low").get<double>(), 1400 / 1100.0);
  EXPECT_DOUBLE_EQ(row.at("overlap_high").get<double>(), 1400 / 900.0);
  EXPECT_EQ(row.at("alone_cycles"), Json({600, 800}));
  // 4 * 30 iterations * 4 warps * 512 bytes * 10 blocks in a microsecond.
  EXPECT_NEAR(row.at("bytes_per_second").get<double>(), 2457600 / 1e-6, 1);
}

TEST(MicroResults, WrongSumsAndLostWorkersFail) {
  MicroResults results = streams(76800);
  results.take(checked(1, "thread 3 of block 0 holds 4.0, not 5.0")); // after timing
  results.take(
      point(3, "fp64-stream", {{"d", "9"}}, {role(4, {operation("FFMA", 1, 64)})}, {1, 0}));
  results.fail("the worker ended: killed by signal 11");
  const std::vector<Json> rows = results.rows();
  EXPECT_EQ(rows[0].at("verdict"), "ok");
  EXPECT_EQ(rows[1].at("verdict"), "failed");
  EXPECT_EQ(rows[1].at("error_message"), "thread 3 of block 0 holds 4.0, not 5.0");
  EXPECT_FALSE(rows[1].contains("TFLOPS"));
  EXPECT_EQ(rows[3].at("error_message"), "the worker ended: killed by signal 11");
  // What is wrong is no measure for the others.
  EXPECT_FALSE(rows[2].contains("overlap"));
  EXPECT_THAT(microTables(documentOf(rows), TableStyle::Text),
              HasSubstr("thread 3 of block 0 holds 4.0, not 5.0"));
}

TEST(MicroResults, InTheEmulatorThereAreNoTimes) {
  MicroResults results;
  results.take(point(0, "fp64-warps", {{"d", "1"}}, {role(4, {operation("DFMA", 1, 64)})}, {6, 9}));
  results.take(checked(0));
  const Json row = results.rows()[0];
  EXPECT_EQ(row.at("verdict"), "ok");
  EXPECT_EQ(row.at("real_time"), 0);
  EXPECT_THAT(microTables(documentOf({row}), TableStyle::Text), Not(HasSubstr("TFLOP/s")));
}

TEST(MicroTables, ShowWhatThereIs) {
  const Json document = documentOf(streams(51200).rows());
  const std::string text = microTables(document, TableStyle::Text);
  EXPECT_THAT(text, HasSubstr("fp64-stream: d of n operations in FP64"));
  EXPECT_THAT(text, HasSubstr("FFMA 0.500 DFMA 0.500"));
  EXPECT_THAT(text, HasSubstr("1.50\n"));
  EXPECT_THAT(text, Not(HasSubstr("GB/s")));
  const std::string markdown = microTables(document, TableStyle::Markdown);
  EXPECT_THAT(markdown, HasSubstr("| form | d | n | warps | chains | verdict | time | +- |"));
  EXPECT_THAT(markdown, HasSubstr("| fma | 1 | 2 | 16 | independent | ok | 51.20 us | 0.0 % |"));
}

TEST(Ipaco, StandsBesideOurs) {
  // One FP64 step of two, in 1.5 times the cycles of FP32 alone; theirs is 0.65.
  const std::string text = microTables(documentOf(streams(76800).rows()), TableStyle::Text);
  EXPECT_THAT(text, testing::ContainsRegex("n=2 chains=independent warps=16 +0.667x  0.650x"));
  EXPECT_THAT(text, HasSubstr("Their products started from 0"));
  EXPECT_THAT(text, Not(HasSubstr("debug printf")));
}

TEST(Ipaco, ComparesTimesOfProductsAtTheirSize) {
  const auto product = [](const char *stages, const char *size, double time) {
    return Json{{"experiment", "matmul-stages"},
                {"variant", "v"},
                {"verdict", "ok"},
                {"size", size},
                {"parameters", {{"tile", "tile<32;32;32;1;1>"}, {"stages", stages}}},
                {"real_time", time},
                {"median_low", time},
                {"median_high", time},
                {"TFLOPS", 1},
                {"bytes_per_second", 1}};
  };
  const std::string text =
      ipacoTable(documentOf({product("1", "1024", 600), product("2", "1024", 500),
                             product("1", "2048", 5000), product("2", "2048", 4000)}),
                 TableStyle::Markdown);
  EXPECT_THAT(text,
              HasSubstr("| 1024 | 1.20x | 0.863x | 0.5000 ms | 0.6000 ms | 14.19 ms | 12.25 ms |"));
  EXPECT_THAT(text, Not(HasSubstr("| 2048 |")));
  EXPECT_EQ(ipacoTable(documentOf({}), TableStyle::Text), "");
}

TEST(Ipaco, EveryFigureHasAnExperimentAndAMethod) {
  for (const IpacoFigure &figure : ipacoFigures()) {
    EXPECT_EQ(selectExperiments({figure.experiment}).size(), 1U);
    EXPECT_NE(ipacoMethod(figure.experiment), "");
    EXPECT_TRUE(figure.speed > 0 || (figure.milliseconds > 0 && figure.baseMilliseconds > 0));
    const auto &matmul = selectExperiments({figure.experiment}).front()->matmul;
    if (!matmul)
      continue;
    // Both are among the contestants.
    for (const auto &wanted : {figure.ours, figure.base}) {
      EXPECT_TRUE(std::any_of(
          matmul->contestants.begin(), matmul->contestants.end(),
          [&](const auto &contestant) {
            return std::all_of(wanted.begin(), wanted.end(), [&](const auto &parameter) {
              return std::find(contestant.parameters.begin(), contestant.parameters.end(),
                               parameter) != contestant.parameters.end();
            });
          }))
          << figure.experiment;
    }
  }
}

TEST(Experiments, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const MicroExperiment &experiment : microExperiments())
    EXPECT_TRUE(names.insert(experiment.name).second) << experiment.name;
  EXPECT_THAT(selectExperiments({"copy-bulk", "fp64-warps"}),
              ElementsAre(testing::Pointee(testing::Field(&MicroExperiment::name, "fp64-warps")),
                          testing::Pointee(testing::Field(&MicroExperiment::name, "copy-bulk"))));
  EXPECT_THROW(selectExperiments({"fp64"}), harness::InputError);
}

TEST(Experiments, EachVariantIsBuiltOnce) {
  const auto requests = microRequests(selectExperiments({}));
  std::set<std::string> names;
  for (const harness::BuildRequest &request : requests)
    EXPECT_TRUE(names.insert(request.variant.name).second) << request.variant.name;
  EXPECT_TRUE(requests.front().variant.isOriginal());
  EXPECT_TRUE(names.contains("tile<32;32;32;1;1>,warp-specialize<fp64=3/8> fp32"));
  EXPECT_TRUE(names.contains("tile,tensorize<wmma> tf32"));
  EXPECT_TRUE(microRequests(selectExperiments({"fp64-stream"})).empty());
}
