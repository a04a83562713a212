#include "rewriter/ir/Polynomial.h"
#include <gtest/gtest.h>

using warpsmith::Polynomial;

namespace {

const Polynomial i = Polynomial::symbol("%i"), k = Polynomial::symbol("%k");
const Polynomial n = Polynomial::symbol("n");

TEST(Polynomial, EqualFormsAreEqual) {
  EXPECT_EQ((i + Polynomial(1)) * n, n + i * n);
  EXPECT_EQ(i - i, Polynomial(0));
  EXPECT_TRUE((i * n - n * i).isZero());
}

TEST(Polynomial, Prints) {
  EXPECT_EQ((i * n + k).str(), "%i * n + %k");
  EXPECT_EQ((Polynomial(0) - n * Polynomial(2) + Polynomial(3)).str(), "-2 * n + 3");
  EXPECT_EQ(Polynomial(0).str(), "0");
  EXPECT_EQ((n + Polynomial(1)).factor(), "(n + 1)");
  EXPECT_EQ((n * n).factor(), "n * n");
  EXPECT_EQ((Polynomial(0) - n).factor(), "(-n)");
}

TEST(Polynomial, AffineSplitsCoefficientAndRest) {
  const auto affine = (i * n * Polynomial(2) + k + i).affineIn("%i");
  ASSERT_TRUE(affine);
  EXPECT_EQ(affine->coefficient, n * Polynomial(2) + Polynomial(1));
  EXPECT_EQ(affine->rest, k);
  EXPECT_FALSE((i * i).affineIn("%i"));
  EXPECT_TRUE(n.affineIn("%i")->coefficient.isZero());
}

TEST(Polynomial, SubstitutesPowers) {
  EXPECT_EQ((i * i + n).substitute("%i", n + Polynomial(1)),
            n * n + n * Polynomial(3) + Polynomial(1));
}

TEST(Polynomial, KnowsConstantsAndIndices) {
  EXPECT_EQ(Polynomial(7).constant(), 7);
  EXPECT_EQ(Polynomial(0).constant(), 0);
  EXPECT_FALSE(n.constant());
  EXPECT_FALSE((n + Polynomial(1)).constant());
  EXPECT_TRUE((n * k).dependsOnIndices());
  EXPECT_FALSE(n.dependsOnIndices());
}

TEST(Polynomial, HasAValueWhereItsNamesHave) {
  const Polynomial half = Polynomial::symbol({.dividend = n + 1, .divisor = 2});
  const Polynomial byBlock =
      Polynomial::symbol({.dividend = n, .divisor = Polynomial::symbol("b"), .guarded = true});
  const auto value = [](const Polynomial &polynomial, int64_t ofN, int64_t ofB) {
    return polynomial.evaluate([&](const std::string &name) -> std::optional<int64_t> {
      return name == "n" ? std::optional(ofN) : name == "b" ? std::optional(ofB) : std::nullopt;
    });
  };
  EXPECT_EQ(value(half * n - 1, 4, 0), 7);
  EXPECT_EQ(value(half, -4, 0), -1); // towards zero
  EXPECT_EQ(value(byBlock, 7, 2), 3);
  EXPECT_EQ(value(byBlock, 7, 0), 7);
  EXPECT_EQ(value(Polynomial::symbol({.dividend = n, .divisor = Polynomial::symbol("b")}), 7, 0),
            std::nullopt);
  EXPECT_EQ(value(n * k, 4, 0), std::nullopt);
  EXPECT_EQ(value(n * n * n * n, int64_t(1) << 20, 0), std::nullopt); // beyond 64 bits
  EXPECT_EQ(byBlock.names(), (std::set<std::string>{"b", "n"}));
}

TEST(Polynomial, HasProductsOfSymbolsAndOfNumbers) {
  EXPECT_TRUE((n * n).hasProducts());
  EXPECT_TRUE((n * 2 + 1).hasProducts());
  EXPECT_FALSE((Polynomial(5) - n).hasProducts());
}

TEST(Polynomial, QuotientByOneTerm) {
  const Polynomial tile = Polynomial::symbol("tile");
  EXPECT_EQ((n * tile * 2).quotient(n), tile * 2);
  EXPECT_EQ((n * tile + n * n).quotient(n), tile + n);
  EXPECT_EQ((n * tile).quotient(Polynomial(-1)), Polynomial(0) - n * tile);
  EXPECT_EQ((n * tile + 1).quotient(n), std::nullopt);
  EXPECT_EQ((n * 3).quotient(n * 2), std::nullopt);
  EXPECT_EQ(n.quotient(n + 1), std::nullopt);
}

TEST(Polynomial, WideArithmeticIsThatOfLongLong) {
  const Polynomial p = Polynomial::symbol("p");
  EXPECT_EQ(n.wide(), "n");
  EXPECT_EQ(Polynomial(7).wide(), "7");
  EXPECT_EQ((n * p).wide(), "(long long)n * p");
  EXPECT_EQ((n + p).wide(), "(long long)n + p");
  EXPECT_EQ((Polynomial(0) - n).wide(), "-(long long)n");
  EXPECT_EQ((n * p + n * 2 + 1).wide(), "(long long)n * p + 2 * (long long)n + 1");
}

TEST(Polynomial, SpelledSymbolsAreAlsoThoseInsideOfQuotients) {
  const Polynomial width = Polynomial::symbol("blockDim.x");
  const Polynomial tiles = Polynomial::symbol(Polynomial::Quotient{n + width - 1, width});
  const Polynomial padded = tiles * width;
  const auto spelled = [](const std::string &symbol) {
    return symbol == "blockDim.x" ? std::string("block.x") : symbol;
  };
  EXPECT_EQ(tiles.str(), "(((long long)blockDim.x + n - 1) / (blockDim.x))");
  EXPECT_EQ(tiles.str(spelled), "(((long long)block.x + n - 1) / (block.x))");
  EXPECT_EQ(padded.wide(spelled),
            "(long long)(((long long)block.x + n - 1) / (block.x)) * block.x");
  EXPECT_EQ(padded.quotientSymbols(), (std::set<std::string>{"blockDim.x", "n"}));
  // Kept when something else is replaced beside it.
  EXPECT_EQ((tiles * k).substitute("%k", n).str(spelled),
            "(((long long)block.x + n - 1) / (block.x)) * n");
  EXPECT_EQ(Polynomial::symbol(Polynomial::Quotient{k, n, true, true}).str(),
            "((%k) % ((n) > 0 ? (n) : 1))");
}

} // namespace
