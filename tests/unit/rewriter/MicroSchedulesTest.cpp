// The schedules that `polybench micro` asks for.
#include "polybench/micro/Experiments.h"
#include "tests/unit/rewriter/Fixtures.h"

namespace warpsmith::test {
namespace {

TEST(MicroSchedules, AreWhatGemmAllows) {
  int schedules = 0;
  for (const polybench::MicroExperiment &experiment : polybench::microExperiments()) {
    if (!experiment.matmul)
      continue;
    for (const polybench::MatmulContestant &contestant : experiment.matmul->contestants) {
      if (contestant.passes.empty())
        continue;
      ++schedules;
      const auto numerics = findNumerics(name(contestant.contract));
      ASSERT_TRUE(numerics);
      accepted(gemm(), contestant.passes.c_str(), *numerics, "sm_90a");
    }
  }
  EXPECT_GT(schedules, 40);
}

} // namespace
} // namespace warpsmith::test
