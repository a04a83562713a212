// The calls of cuBLAS that make up each benchmark's baseline, against a cuBLAS on the host:
// operands, extents, leading dimensions and scalars must be right; what the real one computes is
// measured on a GPU.
#include "polybench/Suite.h"
#include "runtime/harness/core/BaselineNames.h"
#include "runtime/harness/run/Process.h"
#include "runtime/harness/run/WorkerClient.h"
#include <cstdlib>
#include <gmock/gmock.h>
#include <unistd.h>

using namespace warpsmith;
using namespace warpsmith::harness;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

bool isPlain(const BaselineRow &row) {
  // The fake rounds no operands: the other contracts differ by that alone.
  return row.contract == Numerics::Fp32 || row.type == ElementType::F16;
}

/// The originals of benchmarks with a baseline, built for the emulator where a test asks for them.
class Baseline : public testing::Test {
protected:
  static void SetUpTestSuite() {
    folder = fs::path(testing::TempDir()) / ("baseline-" + std::to_string(getpid()));
  }
  static void TearDownTestSuite() { fs::remove_all(folder); }

  static std::string original(const Benchmark &benchmark, ElementType type) {
    const fs::path built = folder / benchmark.name;
    if (!fs::exists(built)) {
      std::string types;
      for (const BaselineRow &row : BaselineRows)
        if (isPlain(row) && row.routine == BaselineRoutine::GemmEx && supports(benchmark, row.type))
          types += (types.empty() ? "" : ",") + std::string(spelling(row.type));
      const CommandLine command = {POLYBENCH,
                                   "build",
                                   benchmark.name,
                                   "--device=emulator",
                                   "--variants=original",
                                   "--dtype=" + types,
                                   "--cache=" + (folder / "cache").string(),
                                   "--out=" + built.string()};
      const CommandResult result = runCommand(command, std::chrono::duration<double>(600));
      EXPECT_TRUE(result.succeeded) << display(command) << result.errors;
    }
    return (built /
            (std::string(benchmark.name) + ".original." + std::string(spelling(type)) + ".so"))
        .string();
  }

  /// Extents that differ and are no multiples of a tile; calls show their mistakes on small ones.
  static Sizes sizesOf(const Benchmark &benchmark) {
    Sizes sizes = benchmark.emulatorSizes.back();
    for (auto &size : sizes)
      if (size > 64)
        size /= 3;
    return sizes;
  }

  /// Why the baseline is wrong; empty when it is right.
  static std::string verify(const Benchmark &benchmark, const BaselineRow &row) {
    WorkerClient client({WORKER}, std::chrono::duration<double>(60));
    const Answer prepared = client.request({{"command", "prepare"},
                                            {"benchmark", benchmark.name},
                                            {"type", spelling(row.type)},
                                            {"sizes", sizesOf(benchmark)},
                                            {"seed", 1},
                                            {"original", original(benchmark, row.type)}},
                                           [](const json &) {});
    if (prepared.status != Answer::Status::Replied)
      return prepared.reason;
    std::string why;
    const Answer answer = client.request(
        {{"command", "verify"},
         {"contestant",
          {{"name", row.name}, {"contract", name(row.contract)}, {"baseline", row.name}}},
         {"probes", {"random", "integer", "polybench"}},
         {"repeat", "random"}},
        [&](const json &event) {
          if (event.value("event", "") == "checked" && !event.at("passed").get<bool>())
            why += event.at("probe").get<std::string>() + ": " +
                   event.at("reason").get<std::string>() + " " + event.at("examples").dump() + "\n";
        });
    return answer.status == Answer::Status::Replied ? why : answer.reason;
  }

  static inline fs::path folder;
};

} // namespace

TEST_F(Baseline, ComputesWhatTheBenchmarkComputes) {
  setenv("LD_LIBRARY_PATH", CUDNN_FOLDER, 1);
  for (const Benchmark *benchmark : polybench::allBenchmarks()) {
    ASSERT_TRUE(!benchmark->products.empty() || !hasBaseline(*benchmark)) << benchmark->name;
    if (!hasBaseline(*benchmark))
      continue;
    for (const BaselineRow &row : BaselineRows) {
      if (isPlain(row) && supports(*benchmark, row.type) && appliesTo(row, *benchmark))
        EXPECT_EQ(verify(*benchmark, row), "") << benchmark->name << " " << row.name;
    }
  }
  // An update of one triangle must leave the other.
  setenv("FAKE_CUBLAS_FILLS_BOTH", "1", 1);
  int updates = 0;
  for (const char *name : {"syrk", "syr2k"}) {
    const Benchmark &benchmark = *polybench::findBenchmark(name);
    for (const BaselineRow &row : BaselineRows) {
      const bool isUpdate =
          row.routine == BaselineRoutine::Syrk || row.routine == BaselineRoutine::Syr2k;
      if (!isUpdate || !appliesTo(row, benchmark))
        continue;
      ++updates;
      EXPECT_THAT(verify(benchmark, row), testing::HasSubstr("above the diagonal were written"));
    }
  }
  unsetenv("FAKE_CUBLAS_FILLS_BOTH");
  EXPECT_EQ(updates, 4);
}

// Here there is none, or none that finds a GPU.
TEST_F(Baseline, ConvolutionsSayThatThereIsNoCudnn) {
  setenv("LD_LIBRARY_PATH", "", 1);
  for (const BaselineRow &row : BaselineRows)
    if (isPlain(row) && row.routine == BaselineRoutine::Convolution)
      EXPECT_THAT(verify(*polybench::findBenchmark("conv2d"), row), testing::HasSubstr("cud"));
}
