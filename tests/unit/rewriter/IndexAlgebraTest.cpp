// Index sums over boxes, held against all points of small boxes.
#include "rewriter/frontend/index/Coordinates.h"
#include "rewriter/frontend/index/SizeDivision.h"
#include <gtest/gtest.h>
#include <random>

namespace warpsmith::frontend::index {
namespace {

using Sizes = std::map<std::string, int64_t>;
using Point = std::map<SymbolId, int64_t>;

int64_t valueOf(const Polynomial &polynomial, const Sizes &sizes) {
  const auto value = polynomial.evaluate([&](const std::string &name) -> std::optional<int64_t> {
    return sizes.contains(name) ? sizes.at(name) : 1;
  });
  EXPECT_TRUE(value) << polynomial.str();
  return value.value_or(0);
}

/// The sum at a point of the variables that it started from.
int64_t valueOf(const Affine &sum, const Symbols &symbols, const Sizes &sizes, const Point &point) {
  int64_t value = valueOf(sum.constant(), sizes);
  for (const auto &[id, coefficient] : sum.coefficients()) {
    const Symbol &symbol = symbols[id];
    int64_t factor = 0;
    if (const auto known = point.find(id); known != point.end())
      factor = known->second;
    else if (symbol.kind == SymbolKind::Quotient)
      factor =
          valueOf(symbol.left, symbols, sizes, point) / valueOf(symbol.right.constant(), sizes);
    else if (symbol.kind == SymbolKind::Coordinate)
      factor = valueOf(symbol.left, symbols, sizes, point);
    value += valueOf(coefficient, sizes) * factor;
  }
  return value;
}

std::vector<Point> pointsOf(const std::vector<SymbolId> &variables, const Symbols &symbols,
                            const Sizes &sizes) {
  std::vector<Point> points = {{}};
  for (const SymbolId id : variables) {
    std::vector<Point> more;
    for (const Point &point : points)
      for (int64_t value = 0; value < valueOf(*symbols[id].extent, sizes); ++value) {
        more.push_back(point);
        more.back()[id] = value;
      }
    points = std::move(more);
  }
  return points;
}

bool meets(const std::vector<Precondition> &demands, const Sizes &sizes) {
  for (const Precondition &fact : demands) {
    const int64_t left = valueOf(fact.left, sizes), right = valueOf(fact.right, sizes);
    if (fact.equal ? left != right : left < right)
      return false;
  }
  return true;
}

SymbolId step(Symbols &symbols, std::optional<Polynomial> extent) {
  return symbols.add({.kind = SymbolKind::Step, .extent = std::move(extent), .text = "i"});
}

const Polynomial N = Polynomial::symbol("n"), M = Polynomial::symbol("m");
Polynomial threads(char axis) {
  return Polynomial::symbol(std::string("blockDim.") + axis);
}

TEST(IndexAlgebra, BoundsAreThoseOfTheBox) {
  std::mt19937 random(7);
  const auto number = [&](int low, int high) {
    return std::uniform_int_distribution(low, high)(random);
  };
  int proved = 0;
  for (int round = 0; round < 500; ++round) {
    Symbols symbols;
    Prover prover(symbols);
    std::vector<SymbolId> variables;
    Affine sum(number(-6, 12));
    for (int variable = 0; variable < 3; ++variable) {
      variables.push_back(step(symbols, number(1, 4)));
      sum = sum + Affine(variables.back()) * Polynomial(number(-3, 3));
    }
    bool isNever = true;
    for (const Point &point : pointsOf(variables, symbols, {}))
      isNever &= valueOf(sum, symbols, {}, point) >= 0;
    EXPECT_EQ(prover.provesNotNegative(sum), isNever) << symbols.str(sum);
    proved += isNever;
  }
  EXPECT_GT(proved, 50);
}

TEST(IndexAlgebra, WhatIsDemandedIsEnough) {
  // (n - 1) - i - j over i < m, j < n: certain for m = 1 alone.
  Symbols symbols;
  Prover prover(symbols);
  const SymbolId i = step(symbols, M), j = step(symbols, N);
  const Affine sum = Affine(N - 1) - Affine(i) - Affine(j);
  EXPECT_FALSE(prover.provesNotNegative(sum));
  ASSERT_TRUE(prover.demandNotNegative(sum));
  for (int64_t m = 1; m < 5; ++m)
    for (int64_t n = 1; n < 5; ++n) {
      bool holds = true;
      for (const Point &point : pointsOf({i, j}, symbols, {{"m", m}, {"n", n}}))
        holds &= valueOf(sum, symbols, {{"m", m}, {"n", n}}, point) >= 0;
      EXPECT_EQ(meets(prover.demands(), {{"m", m}, {"n", n}}), holds) << m << " " << n;
    }
  EXPECT_FALSE(prover.demandNotNegative(Affine(2) - Affine(step(symbols, 4))));
}

TEST(IndexAlgebra, GuardsAreFacts) {
  Symbols symbols;
  Prover prover(symbols);
  const SymbolId i = step(symbols, std::nullopt);
  EXPECT_FALSE(prover.provesNotNegative(Affine(N) - Affine(i)));
  EXPECT_TRUE(prover.provesNotNegative(Affine(N) - Affine(i), {Affine(N) - Affine(i)}));
  EXPECT_FALSE(prover.provesNotNegative(Affine(N) - Affine(i), {Affine(M) - Affine(i)}));
}

TEST(IndexAlgebra, PartsOfWhatIsDemandedAreBounded) {
  Symbols symbols;
  Prover prover(symbols);
  const Polynomial threads = Polynomial::symbol(std::string("blockDim.x"));
  const SymbolId thread = symbols.thread('x');
  ASSERT_TRUE(prover.demandAtLeast(64, threads));
  const Affine rows = divided(thread, 8, symbols, prover);
  const Affine pairs = divided(rows, 2, symbols, prover);
  EXPECT_TRUE(prover.provesNotNegative(Affine(7) - rows));
  EXPECT_FALSE(prover.provesNotNegative(Affine(6) - rows));
  EXPECT_TRUE(prover.provesNotNegative(Affine(3) - pairs));
  EXPECT_FALSE(prover.provesNotNegative(Affine(2) - pairs));
  // The number of rows is a size as well.
  const Polynomial count = *prover.demandQuotient(threads, 8);
  EXPECT_EQ(prover.demands().size(), 2U);
  const SymbolId row =
      symbols.add({.kind = SymbolKind::Coordinate, .extent = count, .text = "row"});
  const Affine half = divided(row, 2, symbols, prover);
  EXPECT_TRUE(prover.provesNotNegative(Affine(3) - half));
  EXPECT_FALSE(prover.provesNotNegative(Affine(2) - half));
  // Although the number of threads has another form now.
  EXPECT_TRUE(prover.provesNotNegative(Affine(7) - rows));
  EXPECT_FALSE(prover.provesNotNegative(Affine(6) - rows));
}

TEST(IndexAlgebra, DivisionRoundsDown) {
  std::mt19937 random(11);
  const auto number = [&](int low, int high) {
    return std::uniform_int_distribution(low, high)(random);
  };
  int digits = 0;
  for (int round = 0; round < 800; ++round) {
    Symbols symbols;
    Prover prover(symbols);
    std::vector<SymbolId> variables;
    Affine sum(number(0, 9));
    const Polynomial by(number(1, 8));
    for (int variable = 0; variable < 3; ++variable) {
      variables.push_back(step(symbols, number(1, 5)));
      sum = sum + Affine(variables.back()) * (Polynomial(number(0, 2)) * (number(0, 1) ? by : 1));
    }
    const auto quotient = quotientOf(sum, by, symbols, prover, {});
    ASSERT_TRUE(quotient);
    const auto again = quotientOf(*quotient, 3, symbols, prover, {});
    ASSERT_TRUE(again);
    for (const Point &point : pointsOf(variables, symbols, {})) {
      const int64_t expected = valueOf(sum, symbols, {}, point) / *by.constant();
      EXPECT_EQ(valueOf(*quotient, symbols, {}, point), expected) << symbols.str(sum);
      EXPECT_EQ(valueOf(*again, symbols, {}, point), expected / 3) << symbols.str(sum);
    }
    digits += symbols.contains(*quotient, SymbolKind::Quotient);
  }
  EXPECT_GT(digits, 100);
  EXPECT_LT(digits, 700);
}

TEST(IndexAlgebra, DivisionOfWhatMayBeNegativeIsNone) {
  Symbols symbols;
  Prover prover(symbols);
  const SymbolId i = step(symbols, 4);
  EXPECT_FALSE(quotientOf(Affine(i) - Affine(1), 2, symbols, prover, {}));
  EXPECT_TRUE(quotientOf(Affine(i) - Affine(1), 2, symbols, prover, {Affine(i)}));
  EXPECT_FALSE(quotientOf(Affine(i), 0, symbols, prover, {}));
}

/// A kernel's indices, the guards around its store, and sizes to try.
struct Box {
  std::vector<SymbolId> variables;
  std::vector<Affine> uses;
  Guards guards;
  std::set<SymbolId> sums, elements;
};

/// Wherever the demands are met, coordinates are a bijection of the guarded box, and the uses have
/// the values that they had. The number of sizes that met them.
int checkBijection(Symbols &symbols, Prover &prover, const Box &box, std::vector<Sizes> all) {
  // Guards end symbols: the box is that of before.
  Symbols original = symbols;
  Coordinates coordinates(symbols, prover);
  EXPECT_TRUE(coordinates.build(box.uses, box.guards, {box.sums, box.elements}))
      << coordinates.why();
  if (!coordinates.why().empty())
    return 0;
  std::vector<SymbolId> found = coordinates.all();
  for (const SymbolId id : box.sums)
    for (const SymbolId digit : coordinates.digits(id))
      found.push_back(digit);
  int met = 0;
  for (const Sizes &sizes : all) {
    if (!meets(prover.demands(), sizes))
      continue;
    ++met;
    std::set<std::vector<int64_t>> seen;
    int64_t volume = 1;
    for (const SymbolId id : found)
      volume *= valueOf(*symbols[id].extent, sizes);
    for (const Point &point : pointsOf(box.variables, original, sizes)) {
      bool holds = true;
      for (const Affine &guard : box.guards)
        holds &= valueOf(guard, original, sizes, point) > 0;
      if (!holds)
        continue;
      std::vector<int64_t> place;
      Point at;
      for (const SymbolId id : found) {
        place.push_back(valueOf(Affine(id), symbols, sizes, point));
        at[id] = place.back();
        EXPECT_GE(place.back(), 0);
        EXPECT_LT(place.back(), valueOf(*symbols[id].extent, sizes)) << symbols[id].text;
      }
      EXPECT_TRUE(seen.insert(place).second);
      for (const Affine &use : box.uses)
        EXPECT_EQ(valueOf(coordinates.apply(use), symbols, sizes, at),
                  valueOf(use, original, sizes, point))
            << original.str(use);
    }
    EXPECT_EQ(static_cast<int64_t>(seen.size()), volume);
  }
  return met;
}

std::vector<Sizes> sizesOf(const std::vector<std::string> &names, std::vector<int64_t> values) {
  std::vector<Sizes> all = {{}};
  for (const std::string &name : names) {
    std::vector<Sizes> more;
    for (const Sizes &sizes : all)
      for (const int64_t value : values) {
        more.push_back(sizes);
        more.back()[name] = value;
      }
    all = std::move(more);
  }
  return all;
}

TEST(IndexAlgebra, ThreadsOfTheGridAreOneCoordinate) {
  Symbols symbols;
  Prover prover(symbols);
  const SymbolId block = symbols.block('x'), thread = symbols.thread('x');
  const Affine index = Affine(block) * threads('x') + Affine(thread);
  const Box box{{block, thread}, {index * N, index}, {Affine(M) - index}, {}, {}};
  EXPECT_GT(checkBijection(symbols, prover, box,
                           sizesOf({"blockDim.x", "gridDim.x", "m", "n"}, {1, 2, 3, 6})),
            10);
}

TEST(IndexAlgebra, AnIndexIsPeeledIntoDigits) {
  Symbols symbols;
  Prover prover(symbols);
  const SymbolId block = symbols.block('x'), thread = symbols.thread('x');
  const Affine index = Affine(block) * threads('x') + Affine(thread);
  const auto rest = quotientOf(index, N, symbols, prover, {});
  const auto batch = quotientOf(*rest, M, symbols, prover, {});
  const Affine column = index - *rest * N, row = *rest - *batch * M;
  const Box box{{block, thread},
                {index, column, row * N, *batch * M * N},
                {Affine(Polynomial::symbol("p") * M * N) - index},
                {},
                {}};
  EXPECT_GT(checkBijection(symbols, prover, box,
                           sizesOf({"blockDim.x", "gridDim.x", "m", "n", "p"}, {1, 2, 6})),
            20);
}

TEST(IndexAlgebra, DigitsOfAnIndexAreFoundInAnyOrder) {
  // By the product of two sizes, and by one of them first.
  Symbols symbols;
  Prover prover(symbols);
  const SymbolId thread = symbols.thread('x');
  const auto column = quotientOf(thread, N, symbols, prover, {});
  const auto row = quotientOf(*column, M, symbols, prover, {});
  const auto batch = quotientOf(thread, M * N, symbols, prover, {});
  const Box box{{thread},
                {Affine(thread) - *column * N, *column - *row * M, *batch},
                {Affine(Polynomial::symbol("p") * M * N) - Affine(thread)},
                {},
                {}};
  EXPECT_GT(
      checkBijection(symbols, prover, box, sizesOf({"blockDim.x", "m", "n", "p"}, {1, 2, 3, 12})),
      10);
}

TEST(IndexAlgebra, BlocksAlongOneAxisAreRowsAndColumns) {
  Symbols symbols;
  Prover prover(symbols);
  const SymbolId block = symbols.block('x'), thread = symbols.thread('x');
  const auto high = quotientOf(block, N, symbols, prover, {});
  const auto low = quotientOf(thread, 2, symbols, prover, {});
  const Affine row = *high * Polynomial(2) + *low;
  const Affine column =
      (Affine(block) - *high * N) * Polynomial(2) + Affine(thread) - *low * Polynomial(2);
  const Box box{{block, thread}, {row * M, column, row * (N * 2) + column}, {}, {}, {}};
  EXPECT_GT(
      checkBijection(symbols, prover, box, sizesOf({"blockDim.x", "gridDim.x", "n"}, {1, 2, 4, 6})),
      5);
}

TEST(IndexAlgebra, ABlockOfTwoAxesIsFlat) {
  Symbols symbols;
  Prover prover(symbols);
  const SymbolId block = symbols.block('x'), x = symbols.thread('x'), y = symbols.thread('y');
  const Affine index = Affine(block) * Polynomial(6) + Affine(y) * threads('x') + Affine(x);
  const Box box{{block, x, y}, {index}, {Affine(M) - index}, {}, {}};
  EXPECT_GT(checkBijection(symbols, prover, box,
                           sizesOf({"blockDim.x", "blockDim.y", "gridDim.x", "m"}, {1, 2, 3, 6})),
            10);
}

TEST(IndexAlgebra, ElementsOfAThreadJoinItsIndex) {
  Symbols symbols;
  Prover prover(symbols);
  const SymbolId block = symbols.block('y'), thread = symbols.thread('y');
  const SymbolId element = step(symbols, 4);
  const Affine index =
      (Affine(block) * threads('y') + Affine(thread)) * Polynomial(4) + Affine(element);
  const Box box{{block, thread, element}, {index * N}, {Affine(M) - index}, {}, {element}};
  EXPECT_GT(
      checkBijection(symbols, prover, box, sizesOf({"blockDim.y", "gridDim.y", "m"}, {1, 2, 5, 8})),
      5);
}

TEST(IndexAlgebra, StepsOfASumAreDivided) {
  Symbols symbols;
  Prover prover(symbols);
  const SymbolId block = symbols.block('x'), k = step(symbols, N);
  const auto high = quotientOf(k, 4, symbols, prover, {});
  const Affine low = Affine(k) - *high * Polynomial(4);
  const Box box{
      {block, k}, {Affine(block) * M + *high * Polynomial(16) + low, Affine(block)}, {}, {k}, {}};
  EXPECT_GT(checkBijection(symbols, prover, box, sizesOf({"gridDim.x", "n"}, {1, 3, 4, 8})), 3);
}

TEST(IndexAlgebra, ThreadsThatShareAnElementAreTold) {
  // Two threads in each pair have the same quotient: both are coordinates.
  Symbols symbols;
  Prover prover(symbols);
  const auto pair = quotientOf(symbols.thread('x'), 2, symbols, prover, {});
  Coordinates coordinates(symbols, prover);
  ASSERT_TRUE(coordinates.build({*pair}, {}, {}));
  EXPECT_EQ(coordinates.all().size(), 2U);
}

TEST(IndexAlgebra, WhatIsNoBijectionIsNone) {
  Symbols symbols;
  Prover prover(symbols);
  const SymbolId thread = symbols.thread('x'), block = symbols.block('x');
  // A quotient of a sum in which two variables have places of their own.
  const auto quotient = quotientOf(Affine(thread) + Affine(block) * M, 4, symbols, prover, {});
  ASSERT_TRUE(quotient);
  Coordinates coordinates(symbols, prover);
  EXPECT_FALSE(coordinates.build({*quotient, Affine(thread), Affine(block)}, {}, {}));
  // A guard on two indices that other uses tell apart.
  Coordinates others(symbols, prover);
  EXPECT_FALSE(others.build({Affine(thread), Affine(block)},
                            {Affine(M) - Affine(thread) - Affine(block)}, {}));
}

TEST(IndexAlgebra, SizesAreDividedBySums) {
  const auto size = [](const char *name) { return Polynomial::symbol(std::string(name)); };
  const Polynomial columns = size("w") - size("k") + 1, rows = size("h") - size("k") + 1;
  EXPECT_EQ(exactQuotient(rows * columns, columns), rows);
  EXPECT_EQ(exactQuotient(rows * columns * rows * 6, rows * 2), columns * rows * 3);
  EXPECT_EQ(exactQuotient(columns * columns, columns), columns);
  EXPECT_EQ(exactQuotient(rows * columns * 3, columns * 2), std::nullopt);
  EXPECT_EQ(exactQuotient(rows * columns + 1, columns), std::nullopt);
  EXPECT_EQ(exactQuotient(rows, columns), std::nullopt);
  EXPECT_EQ(exactQuotient(rows, 0), std::nullopt);
  EXPECT_EQ(exactQuotient(0, rows), Polynomial(0));
}

TEST(IndexAlgebra, NoLaunchExceedsItsLimits) {
  Symbols symbols;
  const auto size = [](const char *name) { return Polynomial::symbol(std::string(name)); };
  const auto holds = [&](const Polynomial &sum) { return Prover(symbols).provesNotNegative(sum); };
  EXPECT_TRUE(holds(Polynomial(INT32_MAX) - size("blockDim.y") - size("gridDim.y") * 16));
  EXPECT_TRUE(holds(Polynomial(1024 + 65535) - size("blockDim.x") - size("gridDim.z")));
  EXPECT_FALSE(holds(Polynomial(1024 + 65534) - size("blockDim.x") - size("gridDim.z")));
  EXPECT_TRUE(holds(Polynomial(64) - size("blockDim.z")));
  EXPECT_FALSE(holds(Polynomial(63) - size("blockDim.z")));
  EXPECT_TRUE(
      holds(Polynomial(1024) - size("blockDim.x") * size("blockDim.y") * size("blockDim.z")));
  EXPECT_FALSE(
      holds(Polynomial(1023) - size("blockDim.x") * size("blockDim.y") * size("blockDim.z")));
  EXPECT_TRUE(holds(Polynomial(INT32_MAX) - size("gridDim.x")));
  EXPECT_FALSE(holds(Polynomial(INT32_MAX) - size("gridDim.x") * 2));
  EXPECT_FALSE(holds(Polynomial(INT32_MAX) - size("gridDim.y") * size("gridDim.z")));
  EXPECT_FALSE(holds(Polynomial(INT32_MAX) - size("blockDim.y") * size("n")));
  EXPECT_FALSE(holds(Polynomial(INT32_MAX) - size("blockDim.y") * size("blockDim.y") * 4096));
}

TEST(IndexAlgebra, ArithmeticIsChecked) {
  const Polynomial large(INT64_MAX);
  EXPECT_THROW(large + 1, std::overflow_error);
  EXPECT_THROW(large * 2, std::overflow_error);
  EXPECT_THROW(Affine(large) - Affine(-1), std::overflow_error);
}

} // namespace
} // namespace warpsmith::frontend::index
