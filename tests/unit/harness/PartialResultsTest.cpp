// Documents of two runs as one; tests/harness/cli/resume.test runs the command itself.
#include "runtime/harness/report/PartialResults.h"
#include "polybench/Suite.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/MergeDocuments.h"
#include "runtime/harness/report/TextFile.h"
#include <gmock/gmock.h>
#include <unistd.h>

using namespace warpsmith;
using namespace warpsmith::harness;
using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace {

class PartialResultsTest : public testing::Test {
protected:
  void SetUp() override {
    file = fs::path(testing::TempDir()) / ("partial-" + std::to_string(getpid()) + ".json");
    context = {{"commit", "abc"}, {"compiler", "nvcc"}, {"settings", {{"seed", 1}}}};
  }
  void TearDown() override { fs::remove(file); }

  static Results run(const std::vector<int> &sizes, double seconds) {
    Results results;
    results.device = Device;
    for (const int size : sizes) {
      for (const char *name : {"original", "tile"}) {
        Row row;
        row.benchmark = &polybench::gemm();
        row.variant = {
            name, name[0] == 'o' ? "" : "tile", Numerics::BitExact, {ElementType::F32}, 0};
        row.sizes = {size, size, size};
        row.build = "1a";
        for (int round = 0; round < 3; ++round) {
          TimedSample sample;
          sample.round = round;
          sample.seconds = seconds;
          row.timing.samples.push_back(sample);
        }
        results.rows.push_back(row);
      }
      results.noise.push_back(
          {"original", ElementType::F32, {size, size, size}, 0.01, &polybench::gemm()});
    }
    return results;
  }

  PartialResults written(const Results &results) {
    writeTextFile(file, dumpDocument(toDocument(results, context)));
    return PartialResults(file, context, Device);
  }

  static std::vector<BuiltVariant> variants(const std::string &build = "1a") {
    return {{{"original", "", Numerics::BitExact, {ElementType::F32}, 0}, "a.so", "", build},
            {{"tile", "tile", Numerics::BitExact, {ElementType::F32}, 0}, "b.so", "", build}};
  }

  static inline const nlohmann::json Device = {{"kind", "gpu"}, {"name", "NVIDIA H200"}};
  fs::path file;
  Json context;
};

std::vector<std::string> summaryNames(const Json &document) {
  std::vector<std::string> names;
  for (const Json *row : summariesOf(document))
    names.push_back(row->at("run_name").get<std::string>());
  return names;
}

} // namespace

TEST_F(PartialResultsTest, NothingHoldsNothing) {
  const PartialResults none;
  EXPECT_FALSE(none.holds("gemm/float/64", variants()));
  const Json document = toDocument(run({64}, 1e-3), context);
  EXPECT_EQ(none.mergedWith(document), document);
}

TEST_F(PartialResultsTest, ProblemsAreHeldWhole) {
  const PartialResults earlier = written(run({64}, 1e-3));
  EXPECT_TRUE(earlier.holds("gemm/float/64", variants()));
  EXPECT_FALSE(earlier.holds("gemm/float/128", variants()));
  std::vector<BuiltVariant> more = variants();
  more.push_back(more.back());
  more.back().variant.name = "wmma";
  EXPECT_FALSE(earlier.holds("gemm/float/64", more));
  EXPECT_THROW(earlier.holds("gemm/float/64", variants("2b")), InputError);
}

TEST_F(PartialResultsTest, UnfinishedProblemsAreLeftOut) {
  context["unfinished"] = {"gemm/float/64"};
  const PartialResults earlier = written(run({64, 128}, 1e-3));
  EXPECT_FALSE(earlier.holds("gemm/float/64", variants()));
  EXPECT_TRUE(earlier.holds("gemm/float/128", variants()));
  EXPECT_THAT(summaryNames(earlier.mergedWith(toDocument(Results(), context))),
              ElementsAre("gemm/original/float/128", "gemm/tile/float/128"));
}

TEST_F(PartialResultsTest, NewRowsReplaceThoseOfTheirProblem) {
  const PartialResults earlier = written(run({64, 128}, 1e-3));
  const Json merged = earlier.mergedWith(toDocument(run({128, 256}, 2e-3), context));
  EXPECT_THAT(summaryNames(merged),
              ElementsAre("gemm/original/float/64", "gemm/tile/float/64", "gemm/original/float/128",
                          "gemm/tile/float/128", "gemm/original/float/256", "gemm/tile/float/256"));
  std::map<std::string, int> families;
  for (const Json &row : merged.at("benchmarks")) {
    const bool isOld = row.at("run_name").get<std::string>().ends_with("/64");
    if (row.value("aggregate_name", "median") == "median")
      EXPECT_EQ(row.at("real_time"), isOld ? 1000 : 2000) << row.at("name");
    const int family = row.at("family_index").get<int>();
    EXPECT_EQ(families.emplace(row.at("run_name").get<std::string>(), family).first->second,
              family);
  }
  EXPECT_EQ(families.size(), 6U);
  EXPECT_EQ(merged.at("context").at("noise_floor").size(), 3U);
  EXPECT_EQ(merged.at("context").at("resumed").size(), 1U);
}

TEST_F(PartialResultsTest, RowsKeepTheirDevices) {
  const auto device = [](int number) {
    nlohmann::json description = Device;
    description["number"] = number;
    return description;
  };
  Results first = run({64, 128}, 1e-3);
  first.devices = {device(0), device(1)};
  for (Row &row : first.rows)
    row.device = row.sizes[0] == 128 ? 1 : 0;
  const PartialResults earlier = written(first);
  Results second = run({256}, 2e-3);
  second.devices = {device(1)};
  const Json merged = earlier.mergedWith(toDocument(second, context));
  const Json &devices = merged.at("context").at("devices");
  EXPECT_EQ(devices.size(), 2U);
  const std::map<std::string, int> expected = {{"64", 0}, {"128", 1}, {"256", 1}};
  for (const Json *row : summariesOf(merged)) {
    const Json &its = devices.at(row->at("device").get<std::size_t>());
    EXPECT_EQ(its.at("number"), expected.at(row->at("size").get<std::string>()));
    EXPECT_FALSE(its.at("host_name").get<std::string>().empty());
  }
}

TEST_F(PartialResultsTest, PartsOfDifferentProblemsAreOneDocument) {
  std::vector<Json> parts;
  for (const int size : {64, 128, 64}) {
    Results part = run({size}, parts.empty() ? 1e-3 : 2e-3);
    nlohmann::json device = Device;
    device["pci_bus_id"] = "0000:0" + std::to_string(parts.size());
    part.device = device;
    parts.push_back(toDocument(part, context));
  }
  const Json merged = mergeDocuments(parts);
  EXPECT_THAT(summaryNames(merged), ElementsAre("gemm/original/float/64", "gemm/tile/float/64",
                                                "gemm/original/float/128", "gemm/tile/float/128"));
  EXPECT_EQ(merged.at("benchmarks").size(), 4U * (3 + 5)); // samples and aggregates
  EXPECT_EQ(merged.at("context").at("noise_floor").size(), 2U);
  ASSERT_EQ(merged.at("context").at("devices").size(), 2U); // the third part's rows count not again
  for (const Json *row : summariesOf(merged)) {
    const bool isFirst = row->at("size") == "64";
    EXPECT_EQ(row->at("device"), isFirst ? 0 : 1);
    EXPECT_EQ(row->at("real_time"), isFirst ? 1000 : 2000);
  }
}

TEST_F(PartialResultsTest, OtherConditionsAreRefused) {
  written(run({64}, 1e-3));
  const auto refusal = [&](const Json &now, const nlohmann::json &device) -> std::string {
    try {
      const PartialResults earlier(file, now, device);
    } catch (const InputError &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal(context, Device), "");
  Json other = context;
  other["commit"] = "def";
  EXPECT_THAT(refusal(other, Device), HasSubstr("another commit: \"abc\" there, \"def\" now"));
  other = context;
  other["settings"]["l2"] = "warm";
  EXPECT_THAT(refusal(other, Device), HasSubstr("setting 'l2': nothing there, \"warm\" now"));
  const Json own = context;
  context["slurm_jobs"] = {"12"};
  writeTextFile(file, dumpDocument(toDocument(run({64}, 1e-3), context)));
  EXPECT_THAT(refusal(own, Device), HasSubstr("was measured by jobs of Slurm"));
  context = own;
  written(run({64}, 1e-3));
  EXPECT_THAT(refusal(context, {{"kind", "gpu"}, {"name", "NVIDIA H100"}}),
              HasSubstr("another device (name): \"NVIDIA H200\" there, \"NVIDIA H100\" now"));
}
