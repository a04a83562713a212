// The verifier is itself verified: every kind of wrong result that a kernel can produce is planted.
#include "runtime/harness/core/Verification.h"
#include "polybench/Suite.h"
#include <cmath>
#include <cstring>
#include <functional>
#include <gmock/gmock.h>

using namespace warpsmith;
using namespace warpsmith::harness;
using testing::HasSubstr;

namespace {

constexpr int Rows = 37;
constexpr int Columns = 53;
constexpr int Length = 41;
constexpr ElementType Float = ElementType::F32;

/// A GEMM problem, its reference, and a sequential FP32 result.
struct Gemm {
  Problem problem;
  OutputReference reference;

  explicit Gemm(InputKind inputs = InputKind::Random, const Sizes &sizes = {Rows, Columns, Length})
      : problem(makeProblem(polybench::gemm(), Float, sizes, inputs, 1)) {
    HostProductEngine engine;
    reference = polybench::gemm().reference(problem, engine).front();
  }

  float input(int buffer, std::size_t row, std::size_t column) const {
    const HostArray &array = problem.arrays[buffer];
    return static_cast<float>(
        loadElement(Float, array.bytes.get(), row * array.extents[1] + column));
  }

  using Element = std::function<float(std::size_t row, std::size_t column)>;
  static HostArray compute(const Sizes &sizes, const Element &element) {
    const auto rows = static_cast<std::size_t>(sizes[0]);
    const auto columns = static_cast<std::size_t>(sizes[1]);
    HostArray output(Float, {rows, columns});
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < columns; ++column)
        storeElement(Float, output.bytes.get(), row * columns + column, element(row, column));
    }
    return output;
  }

  float sum(std::size_t row, std::size_t column, int length, bool withAddend = true) const {
    float total = withAddend ? beta() * input(2, row, column) : 0;
    for (int k = 0; k < length; ++k)
      total = std::fma(alpha() * input(0, row, k), input(1, k, column), total);
    return total;
  }
  HostArray correct() const {
    return compute(problem.sizes, [this](std::size_t row, std::size_t column) {
      return sum(row, column, problem.sizes[2]);
    });
  }
  float alpha() const { return static_cast<float>(problem.scalars[0]); }
  float beta() const { return static_cast<float>(problem.scalars[1]); }

  Comparison judge(const HostArray &output, Numerics contract = Numerics::Fp32,
                   bool exact = false) const {
    return compareWithReference(output, reference, contract, Float, exact);
  }
};

} // namespace

TEST(Verification, OfATriangleWhatLiesAboveTheDiagonalCountsByItself) {
  const Gemm gemm(InputKind::Random, {Rows, Rows, Length});
  constexpr std::size_t Above = std::size_t{Rows} * (Rows - 1) / 2;
  HostArray output = gemm.correct();
  const HostArray untouched = output.clone();
  const auto judge = [&] {
    return compareWithReference(output, gemm.reference, Numerics::Fp32, Float, false, false,
                                Region::LowerTriangle);
  };
  EXPECT_EQ(judge().elements, std::size_t{Rows} * Rows - Above);
  EXPECT_EQ(compareBitsAboveDiagonal(output, untouched).elements, Above);
  storeElement(Float, output.bytes.get(), 1, 1e6); // of the first row
  EXPECT_TRUE(judge().passed());
  EXPECT_EQ(compareBitsAboveDiagonal(output, untouched).failures, 1U);
  storeElement(Float, output.bytes.get(), Rows + 1, 1e6); // on the diagonal
  EXPECT_EQ(judge().failures, 1U);
  EXPECT_EQ(compareBitsAboveDiagonal(output, untouched).failures, 1U);
}

TEST(Verification, AcceptsACorrectResult) {
  const Gemm gemm;
  const Comparison result = gemm.judge(gemm.correct());
  EXPECT_TRUE(result.passed());
  EXPECT_EQ(result.elements, static_cast<std::size_t>(Rows) * Columns);
  EXPECT_GT(result.maxError, 0);
  EXPECT_LT(result.maxRatio, 1);
  EXPECT_GT(result.maxRatio, 0.001);
}

TEST(Verification, FindsOneNaN) {
  const Gemm gemm;
  HostArray output = gemm.correct();
  storeElement(Float, output.bytes.get(), 700, std::nan(""));
  const Comparison result = gemm.judge(output);
  EXPECT_EQ(result.failures, 1U);
  EXPECT_EQ(result.examples.front().index, 700U);
  EXPECT_TRUE(std::isinf(result.maxError));
}

TEST(Verification, FindsAnUnexpectedInfinity) {
  const Gemm gemm;
  HostArray output = gemm.correct();
  storeElement(Float, output.bytes.get(), 0, -INFINITY);
  EXPECT_EQ(gemm.judge(output).failures, 1U);
}

TEST(Verification, NegativeReferencesAreJudgedLikePositiveOnes) {
  Gemm gemm;
  HostArray output = gemm.correct();
  std::size_t negative = 0;
  while (gemm.reference.value[negative] >= 0)
    ++negative;
  const double value = loadElement(Float, output.bytes.get(), negative);
  storeElement(Float, output.bytes.get(), negative, value * 1.01);
  EXPECT_EQ(gemm.judge(output).failures, 1U);
  storeElement(Float, output.bytes.get(), negative, -value);
  EXPECT_EQ(gemm.judge(output).failures, 1U);
}

TEST(Verification, FindsOneWrongElementAtTheVeryEnd) {
  // Large enough that the comparison runs in several pieces.
  const Gemm gemm(InputKind::Random, {400, 400, 3});
  HostArray output = gemm.correct();
  const std::size_t last = output.elements() - 1;
  const double value = loadElement(Float, output.bytes.get(), last);
  storeElement(Float, output.bytes.get(), last, value + 1e-4);
  const Comparison result = gemm.judge(output);
  EXPECT_EQ(result.failures, 1U);
  EXPECT_EQ(result.examples.front().index, last);
  EXPECT_EQ(result.elements, 160000U);
}

TEST(Verification, FindsSwappedOperands) {
  const Gemm gemm(InputKind::Random, {40, 40, 40});
  const HostArray output =
      Gemm::compute(gemm.problem.sizes, [&](std::size_t row, std::size_t column) {
        float total = gemm.beta() * gemm.input(2, row, column);
        for (std::size_t k = 0; k < 40; ++k)
          total += gemm.alpha() * gemm.input(1, row, k) * gemm.input(0, k, column);
        return total;
      });
  EXPECT_GT(gemm.judge(output, Numerics::Bf16).failures, 1000U);
}

TEST(Verification, FindsATransposedOutput) {
  const Gemm gemm(InputKind::Random, {40, 40, 40});
  const HostArray output =
      Gemm::compute(gemm.problem.sizes,
                    [&](std::size_t row, std::size_t column) { return gemm.sum(column, row, 40); });
  EXPECT_GT(gemm.judge(output, Numerics::Bf16).failures, 1000U);
}

TEST(Verification, TheClassicInputsWouldHideATransposition) {
  const Gemm gemm(InputKind::Classic, {40, 40, 40});
  const HostArray output =
      Gemm::compute(gemm.problem.sizes,
                    [&](std::size_t row, std::size_t column) { return gemm.sum(column, row, 40); });
  EXPECT_TRUE(gemm.judge(output).passed());
}

TEST(Verification, FindsADroppedBetaTerm) {
  const auto dropped = [](const Gemm &gemm) {
    return Gemm::compute(gemm.problem.sizes, [&](std::size_t row, std::size_t column) {
      return gemm.sum(row, column, gemm.problem.sizes[2], false);
    });
  };
  const Gemm random;
  EXPECT_GT(random.judge(dropped(random)).failures, 1000U);
  // The integer inputs need no tolerance, so the term shows however long the sum is.
  const Gemm integer(InputKind::Integer, {3, 3, 50000});
  ASSERT_TRUE(sumsAreExact(integer.reference, Numerics::Bf16, Float));
  EXPECT_TRUE(integer.judge(integer.correct(), Numerics::Bf16, true).passed());
  EXPECT_EQ(integer.judge(dropped(integer), Numerics::Bf16, true).failures, 9U);
}

TEST(Verification, FindsADroppedLastStep) {
  const Gemm gemm(InputKind::Integer);
  const HostArray output =
      Gemm::compute(gemm.problem.sizes, [&](std::size_t row, std::size_t column) {
        return gemm.sum(row, column, Length - 1);
      });
  // No integer input is zero, so every element is off.
  EXPECT_EQ(gemm.judge(output, Numerics::Fp16, true).failures,
            static_cast<std::size_t>(Rows) * Columns);
}

TEST(Verification, TheContractDecidesWhatIsAllowed) {
  const Gemm gemm;
  const HostArray output =
      Gemm::compute(gemm.problem.sizes, [&](std::size_t row, std::size_t column) {
        float total = 0;
        for (std::size_t k = 0; k < Length; ++k) {
          total +=
              fromHalf(toHalf(gemm.input(0, row, k))) * fromHalf(toHalf(gemm.input(1, k, column)));
        }
        return gemm.alpha() * total + gemm.beta() * gemm.input(2, row, column);
      });
  EXPECT_TRUE(gemm.judge(output, Numerics::Fp16).passed());
  EXPECT_FALSE(gemm.judge(output, Numerics::Fp32).passed());
}

TEST(Verification, BitsOffByOneUlpAreFound) {
  const Gemm gemm;
  const HostArray expected = gemm.correct();
  HostArray output = gemm.correct();
  EXPECT_TRUE(compareBits(output, expected).passed());
  const auto value = static_cast<float>(loadElement(Float, output.bytes.get(), 1234));
  storeElement(Float, output.bytes.get(), 1234, std::nextafter(value, 1e9F));
  const Comparison result = compareBits(output, expected);
  EXPECT_EQ(result.failures, 1U);
  EXPECT_EQ(result.examples.front().index, 1234U);
  EXPECT_TRUE(gemm.judge(output).passed()); // which the error bound alone would accept
}

/// Stores bits as they are: a conversion may change those of a NaN.
void storeBits(HostArray &array, std::size_t index, std::uint32_t bits) {
  std::memcpy(array.bytes.get() + index * sizeof(bits), &bits, sizeof(bits));
}

TEST(Verification, BitsOfANaNSayThatItIsOneAndNoMore) {
  HostArray expected(Float, {1, 3});
  storeElement(Float, expected.bytes.get(), 0, 1.0);
  storeElement(Float, expected.bytes.get(), 2, -0.0);
  storeBits(expected, 1, 0x7fc00001);
  HostArray output = expected.clone();
  for (const std::uint32_t other : {0x7fc00000U, 0xffc00001U, 0x7f800001U, 0xffffffffU}) {
    storeBits(output, 1, other);
    EXPECT_TRUE(compareBits(output, expected).passed()) << std::hex << other;
  }
  for (const std::uint32_t number : {0x7f800000U, 0xff800000U, 0U, 0x7f7fffffU}) {
    storeBits(output, 1, number);
    const Comparison result = compareBits(output, expected);
    EXPECT_EQ(result.failures, 1U) << std::hex << number;
    EXPECT_EQ(compareBits(expected, output).failures, 1U) << std::hex << number;
  }
  storeBits(output, 1, 0xffc00001);
  storeBits(output, 2, 0); // the sign of a zero is that of the original's
  EXPECT_EQ(compareBits(output, expected).failures, 1U);
}

TEST(Verification, BitsTellZerosAndNaNsApart) {
  HostArray expected(Float, {1, 2});
  storeElement(Float, expected.bytes.get(), 0, 0.0);
  storeElement(Float, expected.bytes.get(), 1, std::nan(""));
  HostArray output = expected.clone();
  EXPECT_TRUE(compareBits(output, expected).passed());
  storeElement(Float, output.bytes.get(), 0, -0.0);
  EXPECT_EQ(compareBits(output, expected).failures, 1U);
}

TEST(Verification, PoisonLeftInTheOutputIsFound) {
  const Gemm gemm;
  HostArray output = gemm.correct();
  std::memset(output.bytes.get() + output.size() - sizeof(float), 0xff, sizeof(float));
  EXPECT_EQ(gemm.judge(output).failures, 1U);
}

TEST(Verification, NonFiniteInputsMustComeOutNonFinite) {
  Gemm gemm;
  storeElement(Float, gemm.problem.arrays[0].bytes.get(), 0, std::nan(""));
  storeElement(Float, gemm.problem.arrays[0].bytes.get(), Length, INFINITY);
  HostProductEngine engine;
  gemm.reference = polybench::gemm().reference(gemm.problem, engine).front();
  EXPECT_TRUE(gemm.judge(gemm.correct()).passed());
  HostArray output = gemm.correct();
  storeElement(Float, output.bytes.get(), 3, 0.0);           // row 0 is all NaN
  storeElement(Float, output.bytes.get(), Columns + 2, 7.0); // row 1 is all infinite
  EXPECT_EQ(gemm.judge(output).failures, 2U);
}

TEST(Verification, KeepsTheFirstFewFailuresInOrder) {
  const Gemm gemm(InputKind::Random, {400, 400, 3});
  const HostArray zeros = Gemm::compute({400, 400, 3}, [](auto, auto) { return 1e6F; });
  const Comparison result = gemm.judge(zeros);
  EXPECT_EQ(result.failures, 160000U);
  ASSERT_EQ(result.examples.size(), MaximumExamples);
  for (std::size_t index = 0; index < MaximumExamples; ++index)
    EXPECT_EQ(result.examples[index].index, index);
}

TEST(Verification, MismatchesAreDescribedForPeople) {
  EXPECT_EQ(describe({117, 1.25, std::nan(""), 1.5e-6}, "C", {10, 20}),
            "C[5][17]: expected 1.25, got nan, allowed error 1.5e-06");
  EXPECT_THAT(describe({0, 1.0000001192092896, 1, 0}, "C", {1, 1}),
              HasSubstr("C[0][0]: expected 1.0000001192092896, got 1"));
}
