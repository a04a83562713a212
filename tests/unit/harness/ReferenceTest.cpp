#include "runtime/harness/core/Reference.h"
#include "polybench/Suite.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace warpsmith;
using namespace warpsmith::harness;

TEST(Reference, GemmByHand) {
  Problem problem =
      makeProblem(polybench::gemm(), ElementType::F32, {2, 2, 2}, InputKind::Random, 1);
  const double values[3][4] = {{1, 2, 3, -4}, {5, -6, 7, 8}, {100, 200, 300, 400}};
  for (int buffer = 0; buffer < 3; ++buffer) {
    for (int index = 0; index < 4; ++index) {
      storeElement(ElementType::F32, problem.arrays[buffer].bytes.get(), index,
                   values[buffer][index]);
    }
  }
  problem.scalars = {2, 0.5};
  HostProductEngine engine;
  const auto references = polybench::gemm().reference(problem, engine);
  ASSERT_EQ(references.size(), 1U);
  const OutputReference &c = references.front();
  EXPECT_EQ(c.buffer, 2);
  EXPECT_EQ(c.length, 2U);
  EXPECT_EQ(c.value,
            (std::vector<double>{2 * 19 + 50, 2 * 10 + 100, 2 * -13 + 150, 2 * -50 + 200}));
  EXPECT_EQ(c.products, (std::vector<double>{38, 2 * 22, 2 * 43, 2 * 50}));
  EXPECT_EQ(c.addend, (std::vector<double>{50, 100, 150, 200}));
  EXPECT_EQ(c.operands[0], 2 * (3 + 12));
}

TEST(Reference, TransposedViewsMultiplyTheTranspose) {
  const std::vector<double> values = {1, 2, 3, 4, 5, 6};
  const MatrixView matrix = asMatrix(values, 2, 3);
  HostProductEngine engine;
  std::vector<double> value(9);
  std::vector<double> magnitude(9);
  engine.multiply(matrix.transposed(), matrix, value.data(), magnitude.data());
  EXPECT_EQ(value, (std::vector<double>{17, 22, 27, 22, 29, 36, 27, 36, 45}));
  EXPECT_EQ(magnitude, value);
}

TEST(Reference, NonFiniteInputsReachTheValue) {
  const std::vector<double> left = {1, INFINITY};
  const std::vector<double> right = {2, 0};
  HostProductEngine engine;
  double value = 0;
  double magnitude = 0;
  engine.multiply(asMatrix(left, 1, 2), asMatrix(right, 2, 1), &value, &magnitude);
  EXPECT_TRUE(std::isnan(value));
}
