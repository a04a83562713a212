#include "polybench/Suite.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/ClassicReport.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/ReadmeTable.h"
#include "runtime/harness/report/RecordedCommand.h"
#include "runtime/harness/report/Table.h"
#include "runtime/harness/report/TextFile.h"
#include <gmock/gmock.h>
#include <limits>
#include <map>
#include <set>
#include <unistd.h>

using namespace warpsmith;
using namespace warpsmith::harness;
using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

namespace {

Row makeRow(const std::string &name, Numerics contract, const std::vector<double> &seconds) {
  Row row;
  row.benchmark = &polybench::gemm();
  row.variant = {name, name == "original" ? "" : "tile", contract, {ElementType::F32}, 0};
  row.sizes = {100, 100, 100};
  Check check;
  check.probe = "random";
  check.step = "verification on random inputs";
  check.passed = true;
  check.maxError = 1e-6;
  check.errorBound = 4e-6;
  check.maxRatio = 0.25;
  check.identical = contract == Numerics::BitExact;
  row.checks.push_back(check);
  int round = 0;
  for (const double second : seconds) {
    TimedSample sample;
    sample.round = round++;
    sample.launches = 10;
    sample.seconds = second;
    sample.hostSeconds = 2e-6;
    sample.smClock = 1980;
    row.timing.samples.push_back(sample);
  }
  return row;
}

Results timedResults() {
  Results results;
  results.device = {{"kind", "gpu"}, {"name", "NVIDIA H200"}, {"driver", "580.1"}};
  results.rows.push_back(makeRow("original", Numerics::BitExact, {4e-4, 4e-4, 4.2e-4}));
  results.rows.push_back(makeRow("tile", Numerics::BitExact, {1e-4, 1e-4, 1.05e-4}));
  Row baseline = makeRow("cublas-sgemm", Numerics::Fp32, {5e-5, 5e-5, 5e-5});
  baseline.isBaseline = true;
  results.rows.push_back(baseline);
  Row twin = makeRow("cublas-sgemm (again)", Numerics::Fp32, {5e-5, 5e-5, 5e-5});
  twin.isTwin = true;
  results.rows.push_back(twin);
  Row failed = makeRow("bad", Numerics::Fp32, {});
  failed.verdict = Verdict::Failed;
  failed.reason = "verification on random inputs: 1 of 10000 elements are wrong, \"C[0][0]\"";
  failed.checks[0].maxError = std::numeric_limits<double>::infinity();
  results.rows.push_back(failed);
  results.noise.push_back({"cublas-sgemm", ElementType::F32, {100, 100, 100}, 0.004});
  return results;
}

Json timedDocument() {
  return toDocument(timedResults(), {{"command", "polybench run gemm"}});
}

const Json &rowNamed(const Json &document, const std::string &name) {
  for (const Json &row : document.at("benchmarks")) {
    if (row.at("name") == name)
      return row;
  }
  throw std::runtime_error("no row " + name);
}

} // namespace

TEST(GoogleBenchmarkJson, HasTheSchemasFields) {
  const Json document = timedDocument();
  const Json &context = document.at("context");
  for (const char *key : {"date", "host_name", "executable", "num_cpus", "mhz_per_cpu",
                          "cpu_scaling_enabled", "caches", "load_avg", "library_version",
                          "library_build_type", "json_schema_version", "device", "command"})
    EXPECT_TRUE(context.contains(key)) << key;
  for (const Json &row : document.at("benchmarks")) {
    for (const char *key :
         {"name", "family_index", "per_family_instance_index", "run_name", "run_type",
          "repetitions", "threads", "iterations", "real_time", "cpu_time", "time_unit"})
      EXPECT_TRUE(row.contains(key)) << key;
  }
}

TEST(GoogleBenchmarkJson, SamplesAndAggregatesAreRows) {
  const Json document = timedDocument();
  int samples = 0;
  for (const Json &row : document.at("benchmarks")) {
    if (row.at("name") == "gemm/tile/float/100") {
      EXPECT_EQ(row.at("run_type"), "iteration");
      EXPECT_EQ(row.at("repetition_index"), samples++);
      EXPECT_EQ(row.at("iterations"), 10);
    }
  }
  EXPECT_EQ(samples, 3);
  const Json &median = rowNamed(document, "gemm/tile/float/100_median");
  EXPECT_EQ(median.at("aggregate_name"), "median");
  EXPECT_EQ(median.at("run_name"), "gemm/tile/float/100");
  EXPECT_DOUBLE_EQ(median.at("real_time").get<double>(), 100);
  EXPECT_EQ(median.at("time_unit"), "us");
  EXPECT_NEAR(median.at("TFLOPS").get<double>(), 2e6 / 1e-4 * 1e-12, 1e-9);
  EXPECT_DOUBLE_EQ(median.at("speedup_vs_original").get<double>(), 4);
  EXPECT_DOUBLE_EQ(median.at("speedup_vs_cublas").get<double>(), 0.5);
  EXPECT_EQ(median.at("bits_equal"), 1);
  EXPECT_EQ(median.at("sm_clock_mhz"), 1980);
  EXPECT_DOUBLE_EQ(median.at("error_ratio").get<double>(), 0.25);
  EXPECT_NO_THROW(rowNamed(document, "gemm/tile/float/100_stddev"));
  EXPECT_EQ(rowNamed(document, "gemm/tile/float/100_cv").at("aggregate_unit"), "percentage");
}

TEST(GoogleBenchmarkJson, FailuresAreErrorsWithoutTimes) {
  const Json row = rowNamed(timedDocument(), "gemm/bad/float/100");
  EXPECT_EQ(row.at("error_occurred"), true);
  EXPECT_THAT(row.at("error_message").get<std::string>(), HasSubstr("elements are wrong"));
  EXPECT_FALSE(row.contains("TFLOPS"));
  EXPECT_FALSE(row.contains("max_error")); // infinite, which JSON cannot say
}

TEST(GoogleBenchmarkJson, TheTextIsReadBackTheSame) {
  const fs::path file = fs::path(testing::TempDir()) / ("report-" + std::to_string(getpid()));
  const Json document = timedDocument();
  writeTextFile(file, dumpDocument(document));
  EXPECT_EQ(readDocument(file), document);
  EXPECT_EQ(summariesOf(document).size(), 5U);
  fs::remove(file);
}

TEST(GoogleBenchmarkJson, BrokenFilesAreNamed) {
  const fs::path file = fs::path(testing::TempDir()) / ("report-" + std::to_string(getpid()));
  const auto errorOf = [&](const std::string &text) -> std::string {
    writeTextFile(file, text);
    try {
      readDocument(file);
    } catch (const InputError &error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(errorOf("{"), HasSubstr("is not JSON"));
  EXPECT_THAT(errorOf("[]"), HasSubstr("is not a results file"));
  EXPECT_THAT(errorOf(R"({"context": {}})"), HasSubstr("is not a results file"));
  fs::remove(file);
  EXPECT_THROW(readDocument(file), InputError);
}

TEST(GoogleBenchmarkJson, OneProductAsItWasWrittenIsAFallback) {
  Results results;
  results.device = {{"kind", "gpu"}};
  for (const auto &[name, kernels] : std::map<std::string, std::set<std::string>>{
           {"original", {"mm2_kernel1", "mm2_kernel2"}},
           {"whole", {"mm2_kernel1_rewritten::kernel<true>", "mm2_kernel2_rewritten::kernel"}},
           {"half", {"mm2_kernel1_rewritten::kernel<true>", "mm2_kernel2"}}}) {
    Row row = makeRow(name, Numerics::BitExact, {1e-4});
    row.benchmark = &polybench::mm2();
    row.sizes = {100, 100, 100, 100};
    row.kernels = kernels;
    results.rows.push_back(row);
  }
  const Json document = toDocument(results, Json::object());
  for (const Json *row : summariesOf(document))
    EXPECT_EQ(row->at("fell_back"), row->at("variant") == "half" ? 1 : 0) << row->at("variant");
  EXPECT_THAT(markdownTable(document), HasSubstr("| `half` | bitexact | fell back |  |  |"));
  EXPECT_THAT(textTable(document),
              HasSubstr("2mm half float 100: the original kernel ran at some of the launches\n"));
}

TEST(GoogleBenchmarkJson, AFallbackIsSeenInNamespacesAndTemplates) {
  Benchmark benchmark = polybench::gemm();
  benchmark.products = {"kernel"};
  const auto fellBack = [&](const char *kernel) {
    Results results;
    Row row = makeRow("tile", Numerics::BitExact, {1e-4});
    row.benchmark = &benchmark;
    row.kernels = {kernel};
    results.rows.push_back(row);
    const Json document = toDocument(results, Json::object());
    return summariesOf(document).at(0)->at("fell_back") == 1;
  };
  EXPECT_TRUE(fellBack("kernel"));
  EXPECT_TRUE(fellBack("kernel<float>"));
  EXPECT_TRUE(fellBack("outer::kernel<outer::Type>"));
  EXPECT_TRUE(fellBack("(anonymous namespace)::kernel"));
  EXPECT_FALSE(fellBack("kernel_rewritten::kernel<false>"));
  EXPECT_FALSE(fellBack("outer::kernel_rewritten::case1::kernel<false>"));
  EXPECT_FALSE(fellBack("other_kernel"));
}

TEST(Table, TextIsAligned) {
  const std::string table = textTable(timedDocument());
  EXPECT_THAT(table, HasSubstr("NVIDIA H200, driver 580.1, 1980 MHz\n"));
  EXPECT_THAT(table, HasSubstr("benchmark  variant       type   size  verdict        error/bound"
                               "      time     +-  TFLOP/s  vs original  vs cuBLAS\n"));
  EXPECT_THAT(table, HasSubstr("gemm       tile          float  100   ok, same bits         0.25"));
  EXPECT_THAT(table, HasSubstr("100.0 us"));
  EXPECT_THAT(table, HasSubstr("4.00x"));
  EXPECT_THAT(table, HasSubstr("0.500x"));
  EXPECT_THAT(table, HasSubstr("FAILED"));
  EXPECT_THAT(table, HasSubstr("bad float 100: verification on random inputs: 1 of 10000"));
  EXPECT_THAT(table, HasSubstr("noise floor of float 100 (cublas-sgemm against itself): 0.40 %"));
  EXPECT_THAT(table, Not(HasSubstr("(again)")));
}

TEST(Table, TheEmulatorSaysThatNothingWasTimed) {
  Results results;
  results.device = {{"kind", "emulator"}, {"name", "Emulator"}};
  results.rows.push_back(makeRow("original", Numerics::BitExact, {}));
  const Json document = toDocument(results, Json::object());
  EXPECT_THAT(textTable(document), HasSubstr("emulator: verified, not timed\n"));
  EXPECT_THAT(textTable(document), Not(HasSubstr("TFLOP/s")));
  EXPECT_EQ(rowNamed(document, "gemm/original/float/100").at("label"),
            "emulator: verified, not timed");
  EXPECT_THAT(markdownTable(document), HasSubstr("| `original` | bitexact | verified |"));
}

TEST(Table, CsvQuotesWhatNeedsIt) {
  const std::string csv = csvTable(timedDocument());
  EXPECT_THAT(csv, HasSubstr("benchmark,variant,passes,numerics,type,size,verdict"));
  EXPECT_THAT(csv, HasSubstr("gemm,tile,tile,bitexact,float,100,ok,,"));
  EXPECT_THAT(csv, HasSubstr("\"verification on random inputs: 1 of 10000 elements are wrong, "
                             "\"\"C[0][0]\"\"\""));
}

TEST(Table, MarkdownSaysHowTimesWereTaken) {
  Json document = timedDocument();
  EXPECT_THAT(markdownTable(document), Not(HasSubstr("median of")));
  document["context"].update(
      {{"repetitions", 15},
       {"l2_policy", "L2 cold: launches rotate"},
       {"time", "CUDA events, those under 200 us replayed from a CUDA graph; in turn"}});
  const std::string table = markdownTable(document);
  EXPECT_THAT(table, HasSubstr("\nEach time is the median of 15 samples.\n"));
  EXPECT_THAT(table, HasSubstr("Launches of less than 200 us are replayed from a CUDA graph;"));
  EXPECT_THAT(table, HasSubstr("The L2 cache is cold:"));
  document["context"].update(
      {{"l2_policy", "L2 warm: the same"}, {"time", "all on a stream. In turn"}});
  const std::string other = markdownTable(document);
  EXPECT_THAT(other, HasSubstr("\nAll on a stream.\nIn turn.\nThe L2 cache is warm:"));
  EXPECT_THAT(other, Not(HasSubstr("graph")));
}

TEST(Table, MarkdownSaysWhatAProblemIs) {
  const auto problemText = [](const std::string &benchmark, const std::string &type) {
    return benchmark + " with beta = 0.71 in " + type;
  };
  EXPECT_THAT(markdownTable(timedDocument(), problemText),
              HasSubstr("**gemm, float**: gemm with beta = 0.71 in float\n"));
}

TEST(RecordedCommand, HasNoFolderOfTheMachine) {
  const std::vector<fs::path> below = {"/srv/me/warpsmith", "/data/run"};
  const auto recorded = [&](const CommandLine &command) { return recordedCommand(command, below); };
  EXPECT_EQ(recorded({"/srv/me/warpsmith/build/bin/polybench", "run", "gemm"}),
            "build/bin/polybench run gemm");
  EXPECT_EQ(recorded({"/opt/bin/polybench", "run", "/opt/mm.cu", "--json=/srv/out/gemm.json"}),
            "polybench run mm.cu --json=gemm.json");
  EXPECT_EQ(recorded({"polybench", "run", "--prebuilt=/data/run/variants/", "--json=out/a.json"}),
            "polybench run --prebuilt=variants/ --json=out/a.json");
  EXPECT_EQ(recorded({"polybench", "run", "/tmp/mm.cu", "--", "-I/usr/local/cuda/include",
                      "-isystem/srv/me/warpsmith/runtime", "-DTILE=16", "-Ialready/relative",
                      "-DPATH=/etc/x"}),
            "polybench run mm.cu -- -Iinclude -isystemruntime -DTILE=16 -Ialready/relative "
            "-DPATH=x");
  EXPECT_EQ(recorded({"polybench", "table", "--files=/tmp/a.json,/tmp/b.json", "/data/run/"}),
            "polybench table --files=a.json,b.json .");
  // Shares, expressions and lists of passes are no paths.
  EXPECT_EQ(recorded({"polybench", "run", "--passes=interleave-fp64<8/32>", "1/2"}),
            "polybench run '--passes=interleave-fp64<8/32>' 1/2");
}

TEST(Table, MarkdownHasSizesAcross) {
  const std::string table = markdownTable(timedDocument());
  EXPECT_THAT(table, HasSubstr("| variant | numerics | 100 | vs original | vs cuBLAS |"));
  EXPECT_THAT(table, HasSubstr("| `tile` | bitexact | 0.0200 | 4.00x | 0.500x | 0.25 |"));
  EXPECT_THAT(table, HasSubstr("| `bad` | fp32 | **failed** |"));
}

namespace {

class ReadmeTable : public testing::Test {
protected:
  void SetUp() override {
    folder = fs::path(testing::TempDir()) / ("readme-" + std::to_string(getpid()));
    fs::create_directories(folder);
    writeTextFile(folder / "gemm.json", dumpDocument(timedDocument()));
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string refresh(const std::string &text) const {
    return refreshTables(folder / "README.md", text,
                         [](const Json &document) { return markdownTable(document); });
  }
  std::string errorOf(const std::string &text) const {
    try {
      refresh(text);
    } catch (const InputError &error) {
      return error.what();
    }
    return "";
  }

  fs::path folder;
};

} // namespace

TEST_F(ReadmeTable, TheTableIsPutBetweenTheMarkersAndStays) {
  const std::string once =
      refresh("# Title\n<!-- results:begin gemm.json -->\nstale\n<!-- results:end -->\nmore\n");
  EXPECT_THAT(once, HasSubstr("# Title\n<!-- results:begin gemm.json -->\nNVIDIA H200"));
  EXPECT_THAT(once, HasSubstr("| `tile` |"));
  EXPECT_THAT(once, HasSubstr("<!-- results:end -->\nmore\n"));
  EXPECT_THAT(once, Not(HasSubstr("stale")));
  EXPECT_EQ(refresh(once), once);
}

TEST_F(ReadmeTable, TextWithoutMarkersIsLeftAlone) {
  EXPECT_EQ(refresh("# Title\n\ntext\n"), "# Title\n\ntext\n");
}

TEST_F(ReadmeTable, BrokenMarkersAreNamedByLine) {
  EXPECT_THAT(errorOf("a\n<!-- results:begin gemm.json -->\n"),
              HasSubstr("README.md:2: results:begin without results:end"));
  EXPECT_THAT(errorOf("<!-- results:end -->\n"), HasSubstr("README.md:1: results:end without"));
  EXPECT_THAT(errorOf("<!-- results:begin -->\n<!-- results:end -->\n"), HasSubstr("no file"));
  EXPECT_THAT(errorOf("<!-- results:begin none.json -->\n<!-- results:end -->\n"),
              HasSubstr("README.md:1: cannot read"));
}

TEST(Report, ClassicLinesAreThoseOfPolyBench) {
  Results results = timedResults();
  results.rows[0].checks[0].referenceSeconds = 0.25;
  results.rows[1].checks[0].failures = 3;
  const std::string lines = classicReport(toDocument(results, Json::object()));
  EXPECT_THAT(lines, HasSubstr("# gemm original float 100\n"
                               "setting device 0 with name NVIDIA H200\n"
                               "GPU Time in seconds:\n"
                               "0.000400\n"
                               "CPU Time in seconds:\n"
                               "0.250000\n"
                               "Non-Matching CPU-GPU Outputs Beyond Error Threshold of 0.05 "
                               "Percent: 0\n"));
  EXPECT_THAT(lines, HasSubstr("Percent: 3\n"));
  // A contestant that ended without results has none that match.
  EXPECT_THAT(lines, HasSubstr("# gemm bad float 100\n"));
  EXPECT_THAT(lines, HasSubstr("Percent: 10000\n"));
  EXPECT_THAT(lines, Not(HasSubstr("cublas")));
  results.rows.resize(1);
  results.rows[0].benchmark = &polybench::doitgen();
  EXPECT_THAT(classicReport(toDocument(results, Json::object())),
              testing::AllOf(HasSubstr("Number of misses: 0\n"), Not(HasSubstr("#"))));
}

TEST(Report, OriginalsAloneAreOneTable) {
  Results results = timedResults();
  results.rows = {results.rows[0], results.rows[0]};
  results.rows[1].benchmark = &polybench::lu();
  results.rows[1].sizes = {100};
  const std::string table = markdownTable(toDocument(results, Json::object()));
  EXPECT_THAT(table,
              HasSubstr("| `gemm` | float | 100 | 400.0 us | 0.00500 | 0.400 |  | 0.25 |\n"));
  EXPECT_THAT(table, HasSubstr("| `lu` | float | 100 | 400.0 us |"));
  EXPECT_THAT(table, Not(HasSubstr("**lu")));
}
