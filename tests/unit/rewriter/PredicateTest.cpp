#include "rewriter/ir/Predicate.h"
#include "rewriter/ir/LaunchSymbols.h"
#include "rewriter/verify/Assignment.h"
#include "tests/unit/rewriter/Fixtures.h"
#include <gtest/gtest.h>
#include <map>

namespace warpsmith {
namespace {

const Polynomial K = Polynomial::symbol("k"), N = Polynomial::symbol("n");

Predicate sizes(const Polynomial &left, Relation relation, const Polynomial &right) {
  return Predicate::Sizes{{left}, relation, {right}};
}

Predicate values(ExpressionRef left, Relation relation, ExpressionRef right) {
  return Predicate::Values{std::move(left), relation, std::move(right)};
}

ExpressionRef beta() {
  return Expression::scalar("beta", ElementType::F32);
}
ExpressionRef number(const char *text) {
  return Expression::literal(text, ElementType::F32);
}

Polynomial remainderBy4(const Polynomial &dividend) {
  return Polynomial::symbol({.dividend = dividend, .divisor = 4, .remainder = true});
}

std::optional<bool> truth(const Predicate &predicate, const std::map<std::string, double> &known) {
  return predicate.evaluate([&](const std::string &name) -> std::optional<double> {
    const auto value = known.find(name);
    return value == known.end() ? std::nullopt : std::optional(value->second);
  });
}

TEST(Predicate, PrintsAsCpp) {
  EXPECT_EQ(sizes(K, Relation::Unequal, 0).str(), "k != 0");
  EXPECT_EQ((!sizes(K, Relation::Unequal, 0)).str(), "!(k != 0)");
  EXPECT_EQ((!!sizes(K, Relation::Less, N)).str(), "k < n");
  EXPECT_EQ(sizes(K * N + 1, Relation::GreaterOrEqual, N).str(), "(long long)k * n + 1 >= n");
  EXPECT_EQ(Predicate::equal("TILE", -3).str(), "TILE == -3");
  EXPECT_EQ(values(beta(), Relation::Equal, Expression::negate(number("0.0f"))).str(),
            "beta == -0.0f");
  EXPECT_EQ(Predicate(Predicate::NotNull{"bias"}).str(), "bias != nullptr");
  EXPECT_EQ(Predicate(Predicate::Given{"Transposed"}).str(), "Transposed");
  EXPECT_EQ((!Predicate(Predicate::Given{"Transposed"})).str(), "!Transposed");
  EXPECT_EQ(Predicate(Predicate::IsType{"T", "float"}).str(), "std::is_same<T, float>::value");
  EXPECT_EQ(Predicate(Predicate::PointeeSize{"a", 128}).str(), "sizeof(*a) == 128");
}

TEST(Predicate, UnsignedSidesAreComparedAsWholeNumbers) {
  const auto compared = [](const Polynomial &left, const Polynomial &right) {
    return Predicate(Predicate::Sizes{{left, true}, Relation::Less, {right}}).str();
  };
  EXPECT_EQ(compared(K, 5), "k < 5");
  EXPECT_EQ(compared(K, -5), "(long long)k < -5");
  EXPECT_EQ(compared(K, N), "(long long)k < n");
  EXPECT_EQ(compared(K - 1, 5), "(long long)((long long)k - 1) < 5");
}

TEST(Predicate, SpellsTheLaunchAsItIsNamed) {
  const Polynomial threads = Polynomial::symbol("gridDim.x") * Polynomial::symbol("blockDim.x");
  EXPECT_EQ(sizes(threads, Relation::Less, Polynomial::symbol("mygridDim.x"))
                .str(launchSpelling("grid", "block_")),
            "(long long)block_.x * grid.x < mygridDim.x");
  const ExpressionRef converted =
      Expression::cast(ElementType::F32, Expression::size(Polynomial::symbol("gridDim.x") + 1));
  EXPECT_EQ(values(beta(), Relation::Less, converted).str(launchSpelling("grid", "block")),
            "beta < (float)((long long)grid.x + 1)");
}

TEST(Predicate, IsTrueOrFalseWhereAllNamesHaveValues) {
  const Predicate whole = sizes(remainderBy4(K + N), Relation::Equal, 0);
  EXPECT_EQ(truth(whole, {{"k", 5}, {"n", 3}}), true);
  EXPECT_EQ(truth(whole, {{"k", 5}, {"n", 4}}), false);
  EXPECT_EQ(truth(!whole, {{"k", 5}, {"n", 4}}), true);
  EXPECT_EQ(truth(whole, {{"k", 5}}), std::nullopt);
  EXPECT_EQ(truth(whole, {{"k", 5.5}, {"n", 3}}), std::nullopt);
  const Predicate zero = values(beta(), Relation::Equal, number("0.5f"));
  EXPECT_EQ(truth(zero, {{"beta", 0.5}}), true);
  EXPECT_EQ(truth(zero, {{"beta", 0}}), false);
  EXPECT_EQ(truth(values(beta(), Relation::Equal, number("BETA")), {{"beta", 0}}), std::nullopt);
  EXPECT_EQ(truth(Predicate::NotNull{"bias"}, {{"bias", 1}}), std::nullopt);
}

TEST(Predicate, NaNIsOnlyUnequal) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Relation relation : {Relation::Less, Relation::LessOrEqual, Relation::Greater,
                                  Relation::GreaterOrEqual, Relation::Equal})
    EXPECT_FALSE(holds(nan, relation, 0)) << spelling(relation);
  EXPECT_TRUE(holds(nan, Relation::Unequal, nan));
  // So that an opposite is the negation, and no other relation.
  EXPECT_EQ(truth(!values(beta(), Relation::Less, number("0.0f")), {{"beta", nan}}), true);
}

TEST(Predicate, IsComparedByWhatItTests) {
  EXPECT_EQ(values(beta(), Relation::Equal, number("0.0f")),
            values(beta(), Relation::Equal, number("0.0f")));
  EXPECT_NE(values(beta(), Relation::Equal, number("0.0f")),
            values(beta(), Relation::Equal, number("0.0")));
  EXPECT_NE(Predicate(Predicate::NotNull{"a"}), !Predicate(Predicate::NotNull{"a"}));
  EXPECT_NE(Predicate(Predicate::NotNull{"a"}), Predicate(Predicate::Given{"a"}));
}

TEST(Predicate, NamesAreThoseInQuotientsToo) {
  EXPECT_EQ(sizes(remainderBy4(K), Relation::Less, N).names(), (std::set<std::string>{"k", "n"}));
  const ExpressionRef converted = Expression::cast(ElementType::F32, Expression::size(N));
  EXPECT_EQ(values(beta(), Relation::Less, converted).names(),
            (std::set<std::string>{"beta", "n"}));
}

TEST(Predicate, AConjunctionHasTheParenthesesThatAreAskedFor) {
  const std::vector<Predicate> one = {sizes(K, Relation::Less, 3)};
  const std::vector<Predicate> two = {one[0], Predicate::NotNull{"a"}};
  EXPECT_EQ(conjunction({}, Parentheses::Each), "");
  EXPECT_EQ(conjunction(one, Parentheses::EachOfSeveral), "k < 3");
  EXPECT_EQ(conjunction(one, Parentheses::Each), "(k < 3)");
  EXPECT_EQ(conjunction(two, Parentheses::EachOfSeveral), "(k < 3) && (a != nullptr)");
  EXPECT_EQ(conjunction(two, Parentheses::None), "k < 3 && a != nullptr");
}

TEST(Assignment, ChoosesSizesThatMeetTheConditions) {
  Contraction contraction = test::gemm();
  const Polynomial nk = Polynomial::symbol("nk");
  verify::Shape shape;
  shape.m = verify::Value::of(45);
  shape.n = verify::Value::of(37);
  shape.k = verify::Value::of(29);
  shape.batch = verify::Value::of(1);
  const auto chosen = [&](const Predicate &condition) {
    contraction.conditions = {condition};
    return verify::assignment(contraction, shape).at("nk").number;
  };
  const Predicate whole = sizes(remainderBy4(nk), Relation::Equal, 0);
  EXPECT_EQ(chosen(whole), 32);
  EXPECT_EQ(chosen(!whole), 29);
  EXPECT_EQ(chosen(sizes(nk, Relation::Less, 16)), 15);
  EXPECT_EQ(chosen(sizes(nk * 2, Relation::Greater, 60)), 31);
  // An extent that is known when the program runs is not chosen for a remainder.
  shape.k = {"given"};
  contraction.conditions = {whole};
  EXPECT_EQ(verify::assignment(contraction, shape).at("nk").text, "given");
}

TEST(Assignment, ChoosesScalarsAndNullPointers) {
  Contraction contraction = test::gemm();
  contraction.parameters.push_back({"bias", "const float *bias", "const float *"});
  contraction.conditions = {!values(beta(), Relation::Equal, number("0.0f")),
                            !Predicate(Predicate::NotNull{"bias"})};
  const auto chosen = verify::assignment(contraction, {});
  EXPECT_EQ(chosen.at("beta").text, "0.0f + 1");
  EXPECT_EQ(chosen.at("beta").number, 1);
  EXPECT_TRUE(chosen.at("bias").isNull);
}

TEST(Assignment, ConditionsThatExcludeEachOtherAreContradictory) {
  Contraction contraction = test::gemm();
  const Polynomial nk = Polynomial::symbol("nk");
  contraction.conditions = {sizes(nk, Relation::Greater, 3), sizes(nk, Relation::Less, 5)};
  EXPECT_FALSE(verify::contradictory(contraction));
  contraction.conditions.push_back(!sizes(nk, Relation::Equal, 4));
  EXPECT_TRUE(verify::contradictory(contraction));
}

} // namespace
} // namespace warpsmith
