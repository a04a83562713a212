#include "runtime/harness/core/Problem.h"
#include "polybench/Suite.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

using namespace warpsmith;
using namespace warpsmith::harness;

namespace {

bool sameBytes(const HostArray &a, const HostArray &b) {
  return a.size() == b.size() && std::memcmp(a.bytes.get(), b.bytes.get(), a.size()) == 0;
}

} // namespace

TEST(Problem, TheSameSeedGivesTheSameBits) {
  const Sizes sizes = {300, 200, 100};
  const Problem first =
      makeProblem(polybench::gemm(), ElementType::F32, sizes, InputKind::Random, 1);
  const Problem again =
      makeProblem(polybench::gemm(), ElementType::F32, sizes, InputKind::Random, 1);
  const Problem other =
      makeProblem(polybench::gemm(), ElementType::F32, sizes, InputKind::Random, 2);
  for (int buffer = 0; buffer < 3; ++buffer) {
    EXPECT_TRUE(sameBytes(first.arrays[buffer], again.arrays[buffer]));
    EXPECT_FALSE(sameBytes(first.arrays[buffer], other.arrays[buffer]));
  }
}

TEST(Problem, ShapesAndTypesFollowTheDescriptor) {
  const Problem problem =
      makeProblem(polybench::gemm(), ElementType::F16, {3, 5, 7}, InputKind::Random, 1);
  EXPECT_EQ(problem.arrays[0].extents, (std::vector<std::size_t>{3, 7}));
  EXPECT_EQ(problem.arrays[1].extents, (std::vector<std::size_t>{7, 5}));
  EXPECT_EQ(problem.arrays[2].extents, (std::vector<std::size_t>{3, 5}));
  EXPECT_EQ(problem.arrays[0].type, ElementType::F16);
  EXPECT_EQ(problem.arrays[2].type, ElementType::F32);
}

TEST(Problem, ClassicInputsAreIJOverNI) {
  const Problem problem =
      makeProblem(polybench::gemm(), ElementType::F32, {4, 5, 6}, InputKind::Classic, 1);
  EXPECT_EQ(loadElement(ElementType::F32, problem.arrays[0].bytes.get(), 3 * 6 + 5), 15.0 / 4);
  EXPECT_EQ(loadElement(ElementType::F32, problem.arrays[1].bytes.get(), 5 * 5 + 2), 10.0 / 4);
  EXPECT_EQ(problem.scalars, (std::vector<double>{32412, 2123}));
}

TEST(Problem, ScalarsAreRoundedAsTheKernelRoundsThem) {
  const Problem single =
      makeProblem(polybench::gemm(), ElementType::BF16, {1, 1, 1}, InputKind::Random, 1);
  EXPECT_EQ(single.scalars[0], static_cast<double>(1.37F));
  const Problem twice =
      makeProblem(polybench::gemm(), ElementType::F64, {1, 1, 1}, InputKind::Random, 1);
  EXPECT_EQ(twice.scalars[0], 1.37);
}

TEST(Problem, IntegerInputsAreExactInEveryFormat) {
  const Problem problem =
      makeProblem(polybench::gemm(), ElementType::F32, {9, 9, 9}, InputKind::Integer, 1);
  for (const HostArray &array : problem.arrays) {
    for (std::size_t index = 0; index < array.elements(); ++index) {
      const auto value = static_cast<float>(loadElement(array.type, array.bytes.get(), index));
      EXPECT_EQ(fromBFloat16(toBFloat16(value)), value);
      EXPECT_EQ(std::trunc(value), value);
    }
  }
}

TEST(Problem, TimingScalarsKeepTheOutputFinite) {
  // C := beta*C + alpha*A*B again and again: |C| stays below its geometric limit.
  const Problem problem =
      makeProblem(polybench::gemm(), ElementType::F32, {1, 1, 1}, InputKind::Random, 1);
  EXPECT_LT(std::fabs(problem.scalars[1]), 1);
  EXPECT_NE(problem.scalars[1], 0);
}

TEST(Problem, DescriptorCountsOperationsAndBytes) {
  EXPECT_EQ(polybench::gemm().operations({2, 3, 4}), 48);
  EXPECT_EQ(compulsoryBytes(polybench::gemm(), {2, 3, 4}, ElementType::F32), 4 * (8 + 12 + 2 * 6));
  EXPECT_EQ(compulsoryBytes(polybench::gemm(), {2, 3, 4}, ElementType::F16),
            2 * (8 + 12) + 4 * 2 * 6);
}

TEST(Problem, InputKindsAreReadBack) {
  for (const char *name : {"random", "normal", "integer", "polybench"})
    EXPECT_EQ(spelling(parseInputKind(name).value()), name);
  EXPECT_FALSE(parseInputKind("zeros"));
}
