// The parent's handling of verification and timing, with a worker that plays a GPU.
#include "runtime/harness/run/Campaign.h"
#include "polybench/Suite.h"
#include "runtime/harness/core/Statistics.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/Table.h"
#include "runtime/harness/run/TemporaryFolder.h"
#include <algorithm>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace warpsmith;
using namespace warpsmith::harness;
using testing::HasSubstr;

namespace {

class CampaignTest : public testing::Test {
protected:
  CampaignTest() {
    settings.kind = DeviceKind::Gpu;
    settings.probes = {"random"};
    settings.timeout = std::chrono::duration<double>(5);
    settings.rounds = 6;
  }

  const Results &run(const std::vector<std::string> &names) {
    campaign = std::make_unique<Campaign>(settings, std::vector{device(0)}, progress);
    campaign->run({problem(64, names)});
    found = campaign->results();
    return found;
  }

  /// A fake GPU; `environment` is set for its worker.
  WorkerDevice device(int number, const std::vector<std::string> &environment = {}) const {
    WorkerDevice one;
    one.number = number;
    one.worker = {"env", "CUDA_VISIBLE_DEVICES=" + std::to_string(number)};
    if (meeting)
      one.worker.push_back("FAKE_GPU_MEETS=" + meeting->path().string());
    one.worker.insert(one.worker.end(), environment.begin(), environment.end());
    one.worker.emplace_back(GPU_WORKER);
    one.description = askForDevice(one.worker, settings.timeout).reply.at("device");
    return one;
  }

  Assignment problem(int size, const std::vector<std::string> &names) const {
    std::vector<BuiltVariant> variants = {{standardVariants().front(), "original.so", "", ""}};
    for (const std::string &name : names) {
      variants.push_back(
          {{name, "tile", Numerics::BitExact, {ElementType::F32}, 80}, name + ".so", "", ""});
    }
    if (unbuilt) {
      variants.push_back({{"unbuilt", "tile", Numerics::BitExact, {ElementType::F32}, 80},
                          "",
                          "not rewritten: index is not affine",
                          ""});
    }
    if (tooNew) {
      variants.push_back(
          {{"too-new", "tile", Numerics::BitExact, {ElementType::F32}, 90}, "x.so", "", ""});
    }
    if (refused) {
      variants.push_back({{"refused", "symmetric", Numerics::BitExact, {ElementType::F32}, 80},
                          "",
                          "C is not square",
                          "",
                          false});
    }
    return {&polybench::gemm(), ElementType::F32, {size, size, size}, variants};
  }

  /// Runs problems with those contestants; which processes verified "tells-process".
  std::vector<double> processes(const std::vector<std::vector<std::string>> &contestants,
                                const std::vector<std::string> &environment = {}) {
    campaign = std::make_unique<Campaign>(settings, std::vector{device(0, environment)}, progress);
    std::vector<Assignment> problems;
    problems.reserve(contestants.size());
    for (const std::vector<std::string> &names : contestants)
      problems.push_back(problem(64 * static_cast<int>(problems.size() + 1), names));
    campaign->run(problems);
    found = campaign->results();
    std::vector<double> numbers;
    for (const Row &one : found.rows) {
      if (one.variant.name == "tells-process")
        numbers.push_back(one.checks.at(0).maxError);
    }
    return numbers;
  }

  const Row &row(const std::string &name) {
    for (const Row &candidate : found.rows) {
      if (candidate.variant.name == name)
        return candidate;
    }
    throw std::runtime_error("no row " + name);
  }

  CampaignSettings settings;
  std::optional<TemporaryFolder> meeting; // in which devices wait for each other
  Progress progress;
  std::unique_ptr<Campaign> campaign;
  Results found;
  bool unbuilt = false;
  bool tooNew = false;
  bool refused = false;
};

} // namespace

TEST_F(CampaignTest, EverybodyIsTimedInEveryRoundWithTheBaselineAndItsTwin) {
  const Results &results = run({"tile"});
  EXPECT_TRUE(results.allPassed());
  for (const char *name :
       {"original", "tile", "cublas-sgemm", "cublaslt-sgemm", "cublas-sgemm (again)"})
    EXPECT_EQ(row(name).timing.samples.size(), 6U) << name;
  EXPECT_TRUE(row("cublas-sgemm").isBaseline);
  EXPECT_TRUE(row("cublas-sgemm (again)").isTwin);
  ASSERT_EQ(results.noise.size(), 1U);
  EXPECT_NEAR(results.noise[0].relative, 0, 1e-12); // drift that is common to both cancels
  EXPECT_EQ(results.bufferSets, 3U);
  const auto ratios = pairedRatios(row("original").seconds(), row("tile").seconds());
  EXPECT_DOUBLE_EQ(median(ratios), 4);
}

TEST_F(CampaignTest, ARowHasItsTimesInEveryMode) {
  settings.modes = {
      {LaunchMode::Graph, true}, {LaunchMode::Graph, false}, {LaunchMode::Stream, true}};
  settings.algorithms = 8;
  settings.timeOriginal = false;
  EXPECT_TRUE(run({"tile"}).allPassed());
  EXPECT_FALSE(row("original").timed());
  const Row &tile = row("tile");
  EXPECT_EQ(tile.timing.mode, settings.modes[0]);
  EXPECT_TRUE(tile.timing.inGraph);
  ASSERT_EQ(tile.otherTimings.size(), 2U);
  EXPECT_EQ(tile.otherTimings[0].mode, settings.modes[1]);
  EXPECT_FALSE(tile.otherTimings[1].inGraph);
  EXPECT_NEAR(median(tile.otherTimings[0].seconds()) / median(tile.seconds()), 0.9, 1e-12);
  EXPECT_NEAR(median(tile.otherTimings[1].seconds()) / median(tile.seconds()), 3, 1e-12);
  // Verified before and, once, after all modes.
  EXPECT_EQ(tile.checks.size(), 2U);
  EXPECT_TRUE(row("cublas-sgemm (again)").otherTimings.empty());
  EXPECT_EQ(row("cublaslt-sgemm").timing.algorithm, 7);
  const auto document = toDocument(found, nlohmann::ordered_json::object());
  for (const auto *summary : summariesOf(document)) {
    if (summary->at("variant") != "tile")
      continue;
    EXPECT_EQ(summary->at("mode"), "graph-cold");
    EXPECT_EQ(summary->at("other_modes").at(1).at("mode"), "stream-cold");
    EXPECT_EQ(summary->at("other_modes").at(1).at("launched_by"), "stream");
    EXPECT_EQ(summary->at("other_modes").at(1).at("kernel_cpu_time"), 1.5);
    EXPECT_FALSE(summary->contains("kernel_cpu_time"));
    EXPECT_EQ(summary->at("layout"), "NN");
    EXPECT_EQ(summary->at("element_types").at("C"), "float");
  }
}

TEST_F(CampaignTest, AVariantThatIsWrongAfterTheLastModeHasNoTime) {
  settings.modes = {{LaunchMode::Graph, true}, {LaunchMode::Stream, true}};
  EXPECT_FALSE(run({"wrong-after-timing"}).allPassed());
  EXPECT_FALSE(row("wrong-after-timing").timed());
}

TEST_F(CampaignTest, AProductThatALibraryHasNothingForIsNoFailure) {
  setenv("FAKE_GPU_NOT_SUPPORTED", "cublaslt-sgemm", 1);
  EXPECT_TRUE(run({"tile"}).allPassed());
  unsetenv("FAKE_GPU_NOT_SUPPORTED");
  EXPECT_EQ(row("cublaslt-sgemm").verdict, Verdict::NotApplicable);
  EXPECT_EQ(row("cublaslt-sgemm").reason, "no algorithm for this product");
  EXPECT_FALSE(row("cublaslt-sgemm").timed());
  EXPECT_TRUE(row("cublas-sgemm").timed());
}

TEST_F(CampaignTest, AWrongResultIsNotTimed) {
  const Results &results = run({"wrong", "tile"});
  EXPECT_FALSE(results.allPassed());
  EXPECT_EQ(row("wrong").verdict, Verdict::Failed);
  EXPECT_THAT(row("wrong").reason, HasSubstr("1 of 4 elements are wrong; C[0][0]"));
  EXPECT_TRUE(row("wrong").timing.samples.empty());
  EXPECT_TRUE(row("tile").timed());
}

TEST_F(CampaignTest, CrashesCostTheirVariantAlone) {
  run({"crash-in-verification", "lost-context", "tile"});
  EXPECT_THAT(row("crash-in-verification").reason, HasSubstr("signal 11"));
  EXPECT_EQ(row("lost-context").verdict, Verdict::Failed);
  EXPECT_THAT(row("lost-context").reason, HasSubstr("verification on random inputs"));
  EXPECT_TRUE(row("tile").timed());
  EXPECT_TRUE(row("original").timed());
}

TEST_F(CampaignTest, ACrashWhileTimingCostsItsVariantAndTheOthersAreTimedAgain) {
  run({"crash-in-timing", "tile"});
  EXPECT_EQ(row("crash-in-timing").verdict, Verdict::Failed);
  EXPECT_THAT(row("crash-in-timing").reason, HasSubstr("failed during timing"));
  EXPECT_TRUE(row("crash-in-timing").timing.samples.empty());
  EXPECT_EQ(row("tile").timing.samples.size(), 6U);
  EXPECT_EQ(row("original").timing.samples.size(), 6U);
}

TEST_F(CampaignTest, AHangWhileTimingCostsItsVariantAlone) {
  settings.timeout = std::chrono::duration<double>(1.5);
  run({"hang-in-timing", "refused-in-timing", "tile"});
  EXPECT_THAT(row("hang-in-timing").reason, HasSubstr("no sign of life"));
  EXPECT_THAT(row("refused-in-timing").reason, HasSubstr("invalid configuration"));
  EXPECT_EQ(row("tile").timing.samples.size(), 6U);
}

TEST_F(CampaignTest, ATimeCountsOnlyIfTheResultIsStillRightAfterwards) {
  const Results &results = run({"wrong-after-timing", "tile"});
  EXPECT_FALSE(row("wrong-after-timing").timed());
  EXPECT_THAT(row("wrong-after-timing").reason, HasSubstr("verification after timing"));
  EXPECT_TRUE(row("tile").timed());
  const auto document = toDocument(results, nlohmann::ordered_json::object());
  for (const auto *summary : summariesOf(document)) {
    if (summary->at("variant") == "wrong-after-timing") {
      EXPECT_FALSE(summary->contains("TFLOPS"));
    }
  }
}

TEST_F(CampaignTest, WhatWasNotBuiltFailsWhatTheGpuCannotRunIsNotApplicable) {
  unbuilt = true;
  tooNew = true;
  const Results &results = run({});
  EXPECT_EQ(row("unbuilt").verdict, Verdict::Failed);
  EXPECT_THAT(row("unbuilt").reason, HasSubstr("not affine"));
  EXPECT_EQ(row("too-new").verdict, Verdict::NotApplicable);
  EXPECT_EQ(row("too-new").reason, "needs compute capability 9.0");
  EXPECT_FALSE(results.allPassed());
}

TEST_F(CampaignTest, AVariantThatAPassRefusedIsNoFailure) {
  refused = true;
  const Results &results = run({"tile"});
  EXPECT_EQ(row("refused").verdict, Verdict::NotApplicable);
  EXPECT_EQ(row("refused").reason, "C is not square");
  EXPECT_TRUE(row("refused").checks.empty());
  EXPECT_TRUE(results.allPassed());
  const auto document = toDocument(results, nlohmann::ordered_json::object());
  EXPECT_THAT(textTable(document),
              HasSubstr("gemm float, refused: not applicable: C is not square\n"));
}

TEST_F(CampaignTest, AVariantThatRunsTheOriginalsKernelIsNeverCalledOk) {
  const Results &results = run({"falls-back", "tile"});
  const auto document = toDocument(results, nlohmann::ordered_json::object());
  for (const auto *summary : summariesOf(document))
    EXPECT_EQ(summary->at("fell_back"), summary->at("variant") == "falls-back" ? 1 : 0);
  EXPECT_THAT(textTable(document),
              HasSubstr("gemm float, falls-back at 64: the original kernel ran at every launch\n"));
  EXPECT_EQ(row("falls-back").verdict, Verdict::OriginalRan);
  EXPECT_TRUE(row("falls-back").timed());
  EXPECT_EQ(row("tile").verdict, Verdict::Passed);
  EXPECT_TRUE(results.allPassed());
}

TEST_F(CampaignTest, WithoutTimingEverybodyIsVerifiedOnly) {
  settings.time = false;
  run({"tile"});
  EXPECT_FALSE(row("tile").timed());
  EXPECT_EQ(row("tile").verdict, Verdict::Passed);
}

TEST_F(CampaignTest, WithoutTimesThereIsNoBaseline) {
  settings.time = false;
  EXPECT_EQ(run({"tile"}).rows.size(), 2U);
}

TEST_F(CampaignTest, OneProcessVerifiesProblemAfterProblemUntilOneFails) {
  settings.time = false;
  const std::vector<double> same = processes({{"tells-process"}, {"tells-process"}});
  EXPECT_EQ(same[0], same[1]);
  unbuilt = true; // which says nothing of the process
  const std::vector<double> still = processes({{"tells-process"}, {"tells-process"}});
  EXPECT_EQ(still[0], still[1]);
  unbuilt = false;
  for (const char *failing : {"wrong", "crash-in-verification", "lost-context"}) {
    const std::vector<double> after = processes({{"tells-process", failing}, {"tells-process"}});
    EXPECT_NE(after[0], after[1]) << failing;
  }
  EXPECT_EQ(row("lost-context").verdict, Verdict::Failed);
}

TEST_F(CampaignTest, WhatIsTimedHasAProcessOfItsOwn) {
  const std::vector<double> each = processes({{"tells-process"}, {"tells-process"}});
  EXPECT_NE(each[0], each[1]);
}

TEST_F(CampaignTest, SeveralWorkersShareAGpuThatOnlyVerifies) {
  settings.time = false;
  settings.jobs = 2;
  meeting.emplace(testing::TempDir(), "meeting-"); // neither gets on alone
  const std::vector<double> each =
      processes({{"tells-process"}, {"tells-process"}}, {"FAKE_GPU_MEETS_BY=process"});
  EXPECT_NE(each[0], each[1]);
  EXPECT_TRUE(found.allPassed());
  EXPECT_EQ(found.devices.size(), 1U);
}

TEST_F(CampaignTest, ProblemsOfTheEmulatorRunSideBySide) {
  settings.kind = DeviceKind::Emulator;
  settings.jobs = 2;
  meeting.emplace(testing::TempDir(), "meeting-");
  const std::vector<double> each =
      processes({{"tells-process"}, {"tells-process"}}, {"FAKE_GPU_MEETS_BY=process"});
  EXPECT_NE(each[0], each[1]);
  EXPECT_TRUE(found.allPassed());
}

TEST_F(CampaignTest, VariantsInTheEmulatorShareTheWorkersThatProblemsLeave) {
  settings.kind = DeviceKind::Emulator;
  settings.jobs = 2;
  meeting.emplace(testing::TempDir(), "meeting-");
  const std::vector<double> each =
      processes({{"tells-process", "tells-process"}}, {"FAKE_GPU_MEETS_BY=variant"});
  EXPECT_NE(each[0], each[1]);
  EXPECT_TRUE(found.allPassed());
}

/// That its start takes: the ends of three pipes.
constexpr int DescriptorsOfWorker = 6;

TEST_F(CampaignTest, AProblemDoesWithoutHelpersThatCannotStart) {
  settings.kind = DeviceKind::Emulator;
  settings.jobs = 16;
  campaign = std::make_unique<Campaign>(settings, std::vector{device(0)}, progress);
  // Descriptors for the problem's own worker, and for no other's pipes.
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const int unused = open("/dev/null", O_RDONLY);
  ASSERT_GE(unused, 0);
  close(unused);
  rlimit few = before;
  few.rlim_cur = static_cast<rlim_t>(unused) + DescriptorsOfWorker;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  campaign->run({problem(64, {"tile", "tile", "tile"})});
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  found = campaign->results();
  EXPECT_EQ(found.rows.size(), 4U);
  EXPECT_TRUE(found.allPassed());
}

TEST_F(CampaignTest, TheEmulatorBeginsWithTheHeaviestProblem) {
  settings.kind = DeviceKind::Emulator;
  campaign = std::make_unique<Campaign>(settings, std::vector{device(0)}, progress);
  std::vector<Assignment> problems = {problem(64, {}), problem(128, {}), problem(192, {})};
  problems[1].weight = 3;
  problems[2].weight = 2;
  std::vector<std::vector<std::size_t>> left;
  campaign->run(problems, [&] { left.push_back(campaign->unfinished()); });
  EXPECT_EQ(left, (std::vector<std::vector<std::size_t>>{{0, 2}, {0}, {}}));
  found = campaign->results();
  ASSERT_EQ(found.rows.size(), 3U);
  for (std::size_t index = 0; index < problems.size(); ++index)
    EXPECT_EQ(found.rows[index].sizes, problems[index].sizes); // in the order that was asked for
}

TEST_F(CampaignTest, AProblemsContestantsAreTimedOnOneDevice) {
  meeting.emplace(testing::TempDir(), "meeting-");
  campaign = std::make_unique<Campaign>(settings, std::vector{device(0), device(3)}, progress);
  std::vector<Assignment> problems;
  for (const int size : {64, 128, 192})
    problems.push_back(problem(size, {"tile"}));
  int ended = 0;
  campaign->run(problems, [&] { ++ended; });
  found = campaign->results();
  EXPECT_EQ(ended, 3);
  EXPECT_TRUE(campaign->unfinished().empty());
  ASSERT_EQ(found.devices.size(), 2U);
  EXPECT_EQ(found.devices[1].at("number"), 3);
  EXPECT_EQ(found.devices[1].at("pci_bus_id"), "0000:03:00.0");
  ASSERT_EQ(found.rows.size(), 15U); // 3 x original, tile, cuBLAS, cublasLt and the twin
  std::set<int> used;
  for (std::size_t index = 0; index < found.rows.size(); ++index) {
    EXPECT_EQ(found.rows[index].sizes, problems[index / 5].sizes); // in the problems' order
    EXPECT_EQ(found.rows[index].device, found.rows[index - index % 5].device);
    used.insert(found.rows[index].device);
  }
  EXPECT_EQ(used, (std::set<int>{0, 1}));
  const auto document = toDocument(found, nlohmann::ordered_json::object());
  EXPECT_EQ(document.at("context").at("devices").size(), 2U);
  for (const auto *summary : summariesOf(document))
    EXPECT_LT(summary->at("device"), 2);
}

TEST_F(CampaignTest, AWorkerThatDiesOnOneDeviceLeavesTheOthersAlone) {
  campaign = std::make_unique<Campaign>(settings, std::vector{device(0), device(1)}, progress);
  std::vector<Assignment> problems;
  for (const int size : {64, 128, 192})
    problems.push_back(problem(size, {"crash-on-device-1", "tile"}));
  campaign->run(problems);
  found = campaign->results();
  EXPECT_EQ(found.rows.size(), 18U);
  for (const Row &row : found.rows)
    EXPECT_EQ(row.timed(), row.variant.name != "crash-on-device-1" || row.device == 0);
  EXPECT_FALSE(found.allPassed());
  EXPECT_TRUE(found.lostDevices.empty());
}

TEST_F(CampaignTest, ADeviceThatIsGoneIsLeftOut) {
  meeting.emplace(testing::TempDir(), "meeting-");
  const TemporaryFolder folder(testing::TempDir(), "lost-device-");
  const std::string flag = folder.path() / "flag";
  campaign = std::make_unique<Campaign>(
      settings, std::vector{device(0), device(1, {"FAKE_GPU_FALLS_OFF=" + flag})}, progress);
  std::vector<Assignment> problems;
  for (int size = 64; size < 64 * 5; size += 64)
    problems.push_back(problem(size, {"tile"}));
  campaign->run(problems);
  found = campaign->results();
  EXPECT_EQ(campaign->unfinished().size(), 1U); // what it had in hand
  ASSERT_EQ(found.lostDevices.size(), 1U);
  EXPECT_THAT(found.lostDevices[0], HasSubstr("device 1 no longer answers"));
  EXPECT_THAT(found.lostDevices[0], HasSubstr("fallen off the bus"));
  std::set<Sizes> failed; // the problem that it had in hand
  for (const Row &row : found.rows) {
    EXPECT_EQ(row.timed(), row.device == 0);
    if (row.device == 1)
      failed.insert(row.sizes);
  }
  EXPECT_EQ(failed.size(), 1U);
}

TEST_F(CampaignTest, WithoutItsOnlyDeviceNothingIsFinished) {
  const TemporaryFolder folder(testing::TempDir(), "lost-device-");
  const std::string flag = folder.path() / "flag";
  campaign = std::make_unique<Campaign>(
      settings, std::vector{device(0, {"FAKE_GPU_FALLS_OFF=" + flag})}, progress);
  campaign->run({problem(64, {"tile"}), problem(128, {"tile"})});
  EXPECT_EQ(campaign->unfinished().size(), 2U);
  EXPECT_EQ(campaign->results().lostDevices.size(), 1U);
}
