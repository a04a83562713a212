// What two contractions have in common, without a source.
#include "rewriter/ir/Equivalence.h"
#include "Fixtures.h"
#include "rewriter/ir/RealArithmetic.h"
#include "rewriter/ir/Renaming.h"

namespace warpsmith::test {
namespace {

ExpressionRef sum(ElementType type = ElementType::F32) {
  return Expression::sum(type);
}
ExpressionRef scalar(const char *name) {
  return Expression::scalar(name, ElementType::F32);
}
ExpressionRef literal(const char *text, ElementType type = ElementType::F32) {
  return Expression::literal(text, type);
}
ExpressionRef plus(ExpressionRef left, ExpressionRef right) {
  return Expression::binary('+', std::move(left), std::move(right));
}
ExpressionRef times(ExpressionRef left, ExpressionRef right) {
  return Expression::binary('*', std::move(left), std::move(right));
}
ExpressionRef oldC() {
  return Expression::output(ElementType::F32);
}

/// A product that stores this.
Contraction storing(ExpressionRef result) {
  Contraction contraction = gemm();
  contraction.sumInOutput = false;
  contraction.initial = literal("0.0f");
  contraction.update = plus(sum(), times(Expression::operandElement(0, ElementType::F32),
                                         Expression::operandElement(1, ElementType::F32)));
  contraction.result = std::move(result);
  return contraction;
}

Agreement agreementOf(ExpressionRef left, ExpressionRef right) {
  return equivalence(storing(std::move(left)), storing(std::move(right))).agreement;
}

TEST(Equivalence, IsOfItself) {
  for (const bool transposed : {false, true})
    EXPECT_EQ(equivalence(gemm(ElementType::F32, transposed), gemm(ElementType::F32, transposed))
                  .agreement,
              Agreement::SameBits);
}

TEST(Equivalence, NamesTheOperandThatIsReadOtherwise) {
  const Equivalence found = equivalence(gemm(), gemm(ElementType::F32, false, true));
  EXPECT_EQ(found.agreement, Agreement::Unproved);
  ASSERT_EQ(found.mismatches.size(), 1U);
  EXPECT_EQ(found.mismatches[0].property, "B");
  EXPECT_EQ(found.mismatches[0].left, "b[step * nj + column]: f32");
  EXPECT_EQ(found.mismatches[0].right, "b[column * nk + step]: f32");
}

TEST(Equivalence, LetsTheSidesOfASumAndOfAProductChangePlaces) {
  EXPECT_EQ(agreementOf(plus(times(scalar("alpha"), sum()), oldC()),
                        plus(oldC(), times(sum(), scalar("alpha")))),
            Agreement::SameBits);
  EXPECT_EQ(
      agreementOf(Expression::binary('-', sum(), oldC()), Expression::binary('-', oldC(), sum())),
      Agreement::Unproved);
}

TEST(Equivalence, TellsOtherGroupingFromTheSameBits) {
  EXPECT_EQ(agreementOf(times(times(scalar("alpha"), sum()), scalar("beta")),
                        times(scalar("alpha"), times(sum(), scalar("beta")))),
            Agreement::SameSum);
}

TEST(Equivalence, OfFusedProductsIsThatOfTheCallThatFuses) {
  const ExpressionRef fused =
      Expression::call("fmaf", ElementType::F32, {scalar("alpha"), sum(), oldC()});
  const ExpressionRef spelled = plus(times(scalar("alpha"), sum()), oldC());
  EXPECT_EQ(agreementOf(fused, spelled), Agreement::SameBits);
  Contraction left = storing(fused), right = storing(spelled);
  left.flags.fusesProducts = right.flags.fusesProducts = false;
  EXPECT_EQ(equivalence(left, right).agreement, Agreement::SameSum);
}

TEST(Equivalence, TakesNoParameterForAnOperand) {
  for (const char *name : {"C", "A", "sum", "row"})
    EXPECT_NE(agreementOf(plus(sum(), scalar(name)), plus(sum(), oldC())), Agreement::SameBits);
  EXPECT_EQ(agreementOf(times(scalar("sum"), sum()), times(sum(), sum())), Agreement::Unproved);
}

TEST(Equivalence, LeavesTheSignOfAZeroOpenWhereZerosAreAdded) {
  EXPECT_EQ(agreementOf(plus(sum(), literal("0.0f")), sum()), Agreement::SameNumbers);
  const auto reciprocal = [](ExpressionRef of) {
    return Expression::binary('/', literal("1.0f"), std::move(of));
  };
  EXPECT_EQ(agreementOf(reciprocal(plus(sum(), literal("0.0f"))), reciprocal(sum())),
            Agreement::SameSum);
  // The zero keeps the product from being fused with what follows.
  EXPECT_EQ(agreementOf(plus(plus(times(scalar("alpha"), sum()), literal("0.0f")), oldC()),
                        plus(times(scalar("alpha"), sum()), oldC())),
            Agreement::SameSum);
}

TEST(Equivalence, AsksForWholeTilesWhereThoseAreSummed) {
  Contraction tiled = gemm();
  tiled.k = Polynomial(16) *
            Polynomial::symbol(Polynomial::Quotient{symbol("nk") + Polynomial(15), Polynomial(16)});
  const Equivalence found = equivalence(gemm(), tiled);
  EXPECT_EQ(found.agreement, Agreement::SameBits);
  EXPECT_EQ(found.restrictions, std::vector<std::string>{"nk a multiple of 16"});
}

TEST(Equivalence, AsksLaunchesToCoverWhatTheSizesSay) {
  Contraction unguarded = gemm();
  unguarded.m = Polynomial(16) * symbol("gridDim.y");
  const Equivalence found = equivalence(gemm(), unguarded);
  EXPECT_EQ(found.agreement, Agreement::SameBits);
  ASSERT_EQ(found.conditions.size(), 1U);
  EXPECT_EQ(found.conditions[0], "launch of 'gemm_kernel': 16 * gridDim.y == ni");
}

TEST(Equivalence, TakesNoLaunchForAnother) {
  Contraction ofLaunch = gemm();
  ofLaunch.k = symbol("blockDim.x");
  Contraction other = ofLaunch;
  other.kernel = "other";
  EXPECT_EQ(equivalence(ofLaunch, other).agreement, Agreement::Unproved);
}

TEST(RealForm, KeepsTheTypesOfComputedIntegers) {
  const auto leaf = [](const Expression &node) {
    return node.kind == Expression::Kind::Sum ? std::string("sum") : std::string();
  };
  const auto form = [&](const ExpressionRef &expression) { return realForm(*expression, leaf); };
  const ExpressionRef wide = Expression::cast(ElementType::F64, sum());
  EXPECT_EQ(form(wide), form(sum()));
  const ExpressionRef whole = Expression::sum(ElementType::I32);
  EXPECT_EQ(form(Expression::cast(ElementType::F32, whole)), form(sum()));
  EXPECT_NE(form(Expression::cast(ElementType::F32, times(whole, whole))),
            form(times(sum(), sum())));
}

TEST(LiteralText, IsTheValueInItsType) {
  const auto text = [](const char *digits, ElementType type) {
    return literalText(*literal(digits, type), "a.cu", "mm");
  };
  EXPECT_EQ(text("1.0f", ElementType::F32), text("1.f", ElementType::F32));
  EXPECT_EQ(text("0x1p-1f", ElementType::F32), text("0.5f", ElementType::F32));
  EXPECT_NE(text("0.1", ElementType::F32), text("0.1", ElementType::F64));
  EXPECT_NE(text("SCALE", ElementType::F32), literalText(*literal("SCALE"), "a.cu", "other"));
}

TEST(Renaming, LetsNamesChangePlaces) {
  Contraction contraction = gemm();
  contraction.conditions = {Predicate::equal("ni", 3)};
  contraction.m = Polynomial::symbol(Polynomial::Quotient{symbol("ni"), symbol("nj")});
  contraction = withParameterNames(contraction, {{"ni", "nj"}, {"nj", "ni"}});
  EXPECT_EQ(contraction.m.extent().str(), "((nj) / (ni))");
  EXPECT_EQ(contraction.n.extent(), symbol("ni"));
  EXPECT_EQ(contraction.conditions[0], Predicate::equal("nj", 3));
  EXPECT_EQ(contraction.parameters[0].name, "nj");
}

TEST(Renaming, MakesConstantsNumbers) {
  Contraction contraction = gemm();
  contraction.constants = {{"STEPS", 64}};
  contraction.k = symbol("STEPS");
  EXPECT_EQ(withParameterNames(contraction, {}).k.extent().constant(), 64);
}

} // namespace
} // namespace warpsmith::test
