// What a launch requires, as C++: it is true exactly where it is true of whole numbers, whatever
// the types of the sizes are. A compiler of this machine says what the C++ is.
#include "rewriter/emit/LaunchComparison.h"
#include "rewriter/emit/LaunchChecks.h"
#include "tests/unit/rewriter/Fixtures.h"
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace warpsmith {
namespace {

using test::symbol;

/// The polynomial as a sum of products of numbers of 128 bits.
std::string exact(const Polynomial &size, const Polynomial::Spelling &spelling) {
  std::string text = "(Exact)0";
  for (const Polynomial &summand : size.summands()) {
    Polynomial rest = summand;
    std::string product;
    for (const std::string &name : summand.symbols())
      while (rest.dependsOn(name)) {
        product += "(Exact)" + spelling(name) + " * ";
        rest = *rest.quotient(symbol(name.c_str()));
      }
    text += " + " + product + "(Exact)(" + rest.str() + ")";
  }
  return text;
}

/// A program that compares both on all of these values, and fails where they differ.
class Program {
public:
  Program() {
    contraction.parameters = {{"i", "int i", "int"},
                              {"u", "unsigned u", "unsigned int"},
                              {"s", "size_t s", "unsigned long"},
                              {"l", "long long l", "long long"},
                              {"h", "short h", "short"}};
    contraction.m = symbol("i");
    contraction.n = symbol("u");
    contraction.k = symbol("s");
    values = localNames(contraction);
  }
  void add(const Precondition &fact) {
    const Polynomial::Spelling spelling = inLaunch(values);
    const std::string check = comparison(fact, contraction, values);
    // What may not fit is left to the original.
    const bool mayFail = check.find("productFits") != std::string::npos;
    checks += std::string("    if (") + (mayFail ? "" : "!") + "(" + check +
              (mayFail ? ") && !(" : ") == (") + exact(fact.left, spelling) +
              (fact.equal ? " == " : " >= ") + exact(fact.right, spelling) +
              "))\n      return wrong(" + std::to_string(++number) + ", i, u, s, l);\n";
  }
  std::string text() const {
    return R"(#include <cstddef>
#include <cstdio>
#define __host__
#define __device__
using Exact = __int128;
struct dim3 { unsigned x, y, z; };
namespace warpsmith {
template <typename... Factors>
bool productFits(Factors... factors) {
  const double values[] = {(double)factors...};
  double product = 1;
  for (const double value : values)
    product *= value < 0 ? -value : value;
  return product < 4611686018427387904.0;
}
}
int wrong(int number, int i, unsigned u, size_t s, long long l) {
  std::printf("check %d: i = %d, u = %u, s = %zu, l = %lld\n", number, i, u, s, l);
  return 1;
}
int check(dim3 grid, dim3 block, int i, unsigned u, size_t s, long long l, short h) {
  const long long rows = i, columns = u, steps = s;
  {
)" + checks +
           R"(  }
  (void)rows, (void)columns, (void)steps;
  return 0;
}
int main() {
  const unsigned grids[] = {1, 3, 65535}, blocks[] = {1, 16, 1024};
  const int ints[] = {0, 1, 7, -1, -100, 2147483647, -2147483647 - 1};
  const unsigned unsigneds[] = {0, 1, 17, 4294967295u};
  const size_t sizes[] = {0, 1, 5, 1099511627776ull};
  const long long longs[] = {0, 3, -3, 1ll << 40, -(1ll << 40)};
  for (unsigned g : grids) for (unsigned b : blocks) for (int i : ints) for (unsigned u : unsigneds)
    for (size_t s : sizes) for (long long l : longs)
      if (check({g == 65535 ? 2147483647u / b : g, g, g}, {b, b, b % 64 + 1}, i, u, s, l, (short)i))
        return 1;
}
)";
  }

  Contraction contraction = test::gemm();
  Substitutions values;

private:
  std::string checks;
  int number = 0;
};

TEST(LaunchComparison, IsThatOfWholeNumbers) {
  Program program;
  const Polynomial gridX = symbol("gridDim.x"), blockX = symbol("blockDim.x"), i = symbol("i"),
                   u = symbol("u"), s = symbol("s"), l = symbol("l"), h = symbol("h");
  const std::vector<Polynomial> sides = {Polynomial(1),
                                         Polynomial(-1),
                                         Polynomial(0) - gridX + 2,
                                         gridX,
                                         u,
                                         s,
                                         h,
                                         i,
                                         u - 5,
                                         s - u,
                                         s - l - 3,
                                         Polynomial(0) - s,
                                         gridX * blockX,
                                         u - gridX * blockX,
                                         gridX * blockX * Polynomial(-4) + s,
                                         i * u,
                                         i * i - u * 3,
                                         l * s - i};
  for (const Polynomial &left : sides)
    for (const Polynomial &right : sides)
      for (const bool equal : {false, true})
        program.add({left, right, equal});
  const std::filesystem::path folder = testing::TempDir();
  const std::string source = folder / "launch-comparison.cpp",
                    binary = folder / "launch-comparison";
  std::ofstream(source) << program.text();
  ASSERT_EQ(std::system((WARPSMITH_CXX " -w -std=c++17 -O0 " + source + " -o " + binary).c_str()),
            0);
  EXPECT_EQ(std::system(binary.c_str()), 0);
}

TEST(LaunchComparison, ProductsThatMayNotFitAreRefused) {
  Program program;
  const Polynomial l = symbol("l");
  EXPECT_EQ(comparison({l * l, Polynomial(1), false}, program.contraction, program.values),
            "warpsmith::productFits(l, l) && (long long)l * l >= 1");
  EXPECT_EQ(comparison({symbol("gridDim.x") * symbol("blockDim.x"), symbol("i"), false},
                       program.contraction, program.values),
            "(long long)block.x * grid.x >= rows");
  EXPECT_EQ(
      comparison({symbol("blockDim.y"), Polynomial(16), true}, program.contraction, program.values),
      "block.y == 16");
}

} // namespace
} // namespace warpsmith
