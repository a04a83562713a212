#include "rewriter/ir/Expression.h"
#include "rewriter/ir/Computation.h"
#include "tests/unit/rewriter/Fixtures.h"

namespace warpsmith::test {
namespace {

const ElementType F32 = ElementType::F32, F64 = ElementType::F64;

ExpressionRef s(const char *name) {
  return Expression::scalar(name, F32);
}
ExpressionRef a() {
  return Expression::operandElement(0, F32);
}
ExpressionRef b() {
  return Expression::operandElement(1, F32);
}
ExpressionRef op(char symbol, ExpressionRef left, ExpressionRef right) {
  return Expression::binary(symbol, std::move(left), std::move(right));
}

TEST(Expression, PrintsGroupingWithFewParentheses) {
  EXPECT_EQ(describe(*op('*', op('*', s("x"), s("y")), s("z"))), "x * y * z");
  EXPECT_EQ(describe(*op('*', s("x"), op('*', s("y"), s("z")))), "x * (y * z)");
  EXPECT_EQ(describe(*op('-', s("x"), op('-', s("y"), s("z")))), "x - (y - z)");
  EXPECT_EQ(describe(*op('*', op('+', s("x"), s("y")), s("z"))), "(x + y) * z");
  EXPECT_EQ(describe(*op('/', s("x"), op('*', s("y"), s("z")))), "x / (y * z)");
  EXPECT_EQ(describe(*Expression::negate(Expression::negate(s("x")))), "-(-x)");
  EXPECT_EQ(describe(*Expression::cast(F64, op('+', s("x"), s("y")))), "(double)(x + y)");
  EXPECT_EQ(
      describe(*Expression::call("fmaf", F32, {a(), op('+', s("x"), b()), Expression::sum(F32)})),
      "fmaf(A, x + B, sum)");
}

TEST(Expression, SizesAreWholeNumbers) {
  const Polynomial n = Polynomial::symbol("n"), k = Polynomial::symbol("k");
  const auto sum = Expression::size(n * k + 1);
  EXPECT_EQ(print(*Expression::cast(F32, Expression::size(n))), "(float)(n)");
  EXPECT_EQ(print(*Expression::cast(ElementType::I32, sum)), "(int)((long long)k * n + 1)");
  EXPECT_EQ(print(*Expression::select(Expression::compare(">", sum, Expression::size(k)),
                                      Expression::literal("0.0", F64),
                                      Expression::negate(Expression::literal("0.0", F64)))),
            "(long long)k * n + 1 > k ? 0.0 : -0.0");
  EXPECT_EQ(print(*op('*', s("x"), sum)), "x * ((long long)k * n + 1)");
  EXPECT_TRUE(same(*sum, *Expression::size(k * n + 1)));
  EXPECT_FALSE(same(*sum, *Expression::size(n)));
}

TEST(Expression, HalvesConvertByFunctionsInCode) {
  const auto half = [](const char *name, ElementType type = ElementType::F16) {
    return Expression::scalar(name, type);
  };
  const auto converted = [](ElementType to, const ExpressionRef &value) {
    return print(*Expression::cast(to, value));
  };
  const auto i = Expression::scalar("i", ElementType::I32),
             c = Expression::scalar("c", ElementType::I8);
  EXPECT_EQ(converted(F32, half("h")), "__half2float(h)");
  EXPECT_EQ(converted(F64, half("h")), "(double)__half2float(h)");
  EXPECT_EQ(converted(F32, half("h", ElementType::BF16)), "__bfloat162float(h)");
  EXPECT_EQ(converted(ElementType::F16, op('+', s("x"), s("y"))), "__float2half(x + y)");
  EXPECT_EQ(converted(ElementType::BF16, s("x")), "__float2bfloat16(x)");
  EXPECT_EQ(converted(ElementType::F16, Expression::scalar("d", F64)), "__double2half(d)");
  EXPECT_EQ(converted(ElementType::BF16, half("h")), "__float2bfloat16(__half2float(h))");
  EXPECT_EQ(converted(ElementType::F16, i), "__int2half_rn(i)");
  EXPECT_EQ(converted(ElementType::BF16, c), "__int2bfloat16_rn(c)");
  EXPECT_EQ(converted(ElementType::I32, half("h")), "__half2int_rz(h)");
  EXPECT_EQ(converted(ElementType::U8, half("h", ElementType::BF16)), "__bfloat162uchar_rz(h)");
  EXPECT_EQ(converted(ElementType::Char, half("h")), "(char)__half2char_rz(h)");
  EXPECT_EQ(converted(ElementType::F16, Expression::size(Polynomial::symbol("n") + 1)),
            "__ll2half_rn((long long)n + 1)");
  EXPECT_EQ(converted(ElementType::F16, Expression::scalar("e", ElementType::E4M3)),
            "__float2half((float)e)");
  EXPECT_EQ(converted(ElementType::E4M3, half("h")), "(__nv_fp8_e4m3)__half2float(h)");
  // As an operand of what binds tighter than a cast.
  EXPECT_EQ(print(*op('*', Expression::cast(F32, half("h")), s("x"))), "__half2float(h) * x");
  EXPECT_EQ(print(*Expression::negate(Expression::cast(F64, half("h")))),
            "-((double)__half2float(h))");
  EXPECT_EQ(print(*op('*', half("h"), half("g"))), "__hmul(h, g)");
  EXPECT_EQ(print(*Expression::compare("!=", half("h"), half("g"))), "__hneu(h, g)");
  EXPECT_EQ(print(*Expression::negate(half("h"))), "__hneg(h)");
  // A description is no code.
  EXPECT_EQ(describe(*Expression::cast(F32, half("h"))), "(float)h");
  EXPECT_EQ(describe(*Expression::cast(ElementType::F16, op('+', s("x"), s("y")))),
            "(__half)(x + y)");
}

TEST(Expression, CastToTheSameTypeIsNone) {
  EXPECT_EQ(Expression::cast(F32, s("x"))->kind, Expression::Kind::Scalar);
}

TEST(Expression, LiteralZero) {
  EXPECT_TRUE(Expression::literal("0.0f", F32)->isLiteralZero());
  EXPECT_TRUE(Expression::cast(F64, Expression::literal("0.0f", F32))->isLiteralZero());
  EXPECT_FALSE(Expression::literal("1e-30f", F32)->isLiteralZero());
  EXPECT_FALSE(s("zero")->isLiteralZero());
}

TEST(ProductForm, AcceptsSumsOfOneProduct) {
  const auto sum = Expression::sum(F32);
  const auto forms = productForms(*op('+', sum, op('*', op('*', s("alpha"), a()), b())));
  ASSERT_EQ(forms.size(), 1u);
  ASSERT_EQ(forms[0].scale.size(), 1u);
  EXPECT_EQ(describe(*forms[0].scale[0]), "alpha");
  EXPECT_EQ(forms[0].row, 0);
  EXPECT_EQ(forms[0].column, 1);
  EXPECT_EQ(productForms(*op('+', op('*', a(), b()), sum)).size(), 1u);
  EXPECT_EQ(productForms(*Expression::call("fmaf", F32, {a(), b(), sum})).size(), 1u);
}

TEST(ProductForm, FindsTwoProductsInOrder) {
  const auto second =
      op('*', Expression::operandElement(3, F32), Expression::operandElement(2, F32));
  const auto forms =
      productForms(*op('+', Expression::sum(F32), op('+', op('*', a(), b()), second)));
  ASSERT_EQ(forms.size(), 2u);
  EXPECT_EQ(forms[1].row, 2);
  EXPECT_EQ(forms[1].column, 3);
}

TEST(ProductForm, RefusesEverythingElse) {
  const auto sum = Expression::sum(F32);
  EXPECT_TRUE(productForms(*op('-', sum, op('*', a(), b()))).empty());
  EXPECT_TRUE(productForms(*op('+', sum, op('*', a(), a()))).empty());
  EXPECT_TRUE(productForms(*op('+', sum, op('+', a(), b()))).empty());
  EXPECT_TRUE(productForms(*op('+', sum, op('/', a(), b()))).empty());
  EXPECT_TRUE(productForms(*op('*', sum, op('*', a(), b()))).empty());
  EXPECT_TRUE(productForms(*op('+', op('*', sum, s("decay")), op('*', a(), b()))).empty());
  // A product rounded to FP16 before it is added is not a mere change of type.
  EXPECT_TRUE(productForms(
                  *op('+', sum,
                      Expression::cast(F32, Expression::cast(ElementType::F16, op('*', a(), b())))))
                  .empty());
}

/// The step `sum + (int)(through)A * (int)B` of elements of type `element`.
ExpressionRef integerStep(ElementType element, ElementType through) {
  const auto operand = [&](int index) { return Expression::operandElement(index, element); };
  const ElementType I32 = ElementType::I32;
  return op('+', Expression::sum(I32),
            op('*', Expression::cast(I32, Expression::cast(through, operand(0))),
               Expression::cast(I32, operand(1))));
}

TEST(IntegerConversions, KeepElementsWhereTheTypeHoldsTheirValues) {
  using enum ElementType;
  for (const auto &[element, through] :
       {std::pair(I8, I16), {U8, I16}, {U8, U16}, {I8, U32}, {I16, U32}, {U16, I32}, {Char, I8}}) {
    const auto step = integerStep(element, through);
    EXPECT_TRUE(sumsModulo32Bits(*step)) << describe(*step);
    EXPECT_EQ(productForms(*step).size(), 1u) << describe(*step);
  }
}

TEST(IntegerConversions, ChangeElementsOfAnotherSignOrMoreBits) {
  using enum ElementType;
  for (const auto &[element, through] : {std::pair(U8, I8),
                                         {U8, Char},
                                         {I8, U8},
                                         {I8, U16},
                                         {I16, U16},
                                         {U16, I16},
                                         {I16, U8},
                                         {U16, U8}}) {
    const auto step = integerStep(element, through);
    EXPECT_FALSE(sumsModulo32Bits(*step)) << describe(*step);
    EXPECT_TRUE(productForms(*step).empty()) << describe(*step);
  }
}

TEST(Computation, ExactMovesWorkButKeepsGrouping) {
  const Computation computation = exactComputation(gemm());
  EXPECT_EQ(describe(*computation.a), "alpha * A");
  EXPECT_EQ(describe(*computation.b), "B");
  EXPECT_EQ(describe(*computation.step), "sum + A * B");
  EXPECT_EQ(describe(*computation.start), "C * beta");
  EXPECT_EQ(describe(*computation.finish), "sum");
}

TEST(Computation, ExactKeepsAScaledProduct) {
  Contraction contraction = gemm();
  contraction.update = op('+', Expression::sum(F32), op('*', s("alpha"), op('*', a(), b())));
  const Computation computation = exactComputation(contraction);
  EXPECT_EQ(describe(*computation.a), "A");
  EXPECT_EQ(describe(*computation.step), "sum + alpha * (A * B)");
}

TEST(Computation, ProductAppliesScaleAndStartAtTheEnd) {
  const Computation computation = productComputation(gemm());
  EXPECT_EQ(describe(*computation.step), "sum + A * B");
  EXPECT_TRUE(computation.start->isLiteralZero());
  EXPECT_EQ(describe(*computation.finish), "C * beta + alpha * sum");
}

TEST(Computation, WidenedConvertsLeavesAndDropsRoundings) {
  const auto wide = widened(exactComputation(gemm()).step);
  EXPECT_EQ(describe(*wide), "sum + (double)A * (double)B");
  EXPECT_EQ(wide->type, F64);
  EXPECT_EQ(describe(*widened(Expression::call("fmaf", F32, {a(), b(), Expression::sum(F32)}))),
            "sum + (double)A * (double)B");
}

} // namespace
} // namespace warpsmith::test
