// The suite's mat-vecs, stencils, sweeps and factorisations against plain loops of their formulas,
// in the kernels' formats: right ones are within their bounds, slightly wrong ones are not.
#include "polybench/Suite.h"
#include "runtime/harness/core/RunningError.h"
#include "tests/unit/harness/SuiteCase.h"
#include <cmath>
#include <random>

using namespace warpsmith;
using namespace warpsmith::harness;
using warpsmith::polybench::Case;
using warpsmith::polybench::Table;

namespace {

using Names = std::vector<std::string>;
using Floats = std::vector<float>;

std::vector<double> vectorOf(const Case &run, const char *name) {
  return toDouble(run.problem.arrays[findBuffer(*run.problem.benchmark, name)]);
}

Floats floatsOf(const Case &run, const char *name) {
  const std::vector<double> values = vectorOf(run, name);
  return {values.begin(), values.end()};
}

/// The product of a matrix, or its transpose, and a vector, added to `sums`.
std::vector<double> product(const Table &matrix, const std::vector<double> &x,
                            std::vector<double> sums, double factor = 1, bool transposed = false) {
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    for (std::size_t column = 0; column < matrix[row].size(); ++column) {
      if (transposed)
        sums[column] += factor * matrix[row][column] * x[row];
      else
        sums[row] += factor * matrix[row][column] * x[column];
    }
  }
  return sums;
}

using Vector = std::vector<double>;

void set(Case &run, const char *name, const std::vector<double> &values) {
  run.set(name, {values});
}
void set(Case &run, const char *name, const Floats &values) {
  run.set(name, {{values.begin(), values.end()}});
}

Case floatCase(const Benchmark &benchmark, const Sizes &sizes,
               InputKind inputs = InputKind::Random) {
  return {benchmark, sizes, inputs, ElementType::F32};
}

} // namespace

TEST(SuiteVectors, AtaxAndBicgTakeRowsAndColumns) {
  Case atax(polybench::atax(), {5, 7}, InputKind::Integer);
  const Vector tmp = product(atax.input("A"), vectorOf(atax, "x"), Vector(5));
  set(atax, "tmp", tmp);
  set(atax, "y", product(atax.input("A"), tmp, Vector(7), 1, true));
  EXPECT_EQ(atax.wrong(), Names());

  Case bicg(polybench::bicg(), {5, 7});
  set(bicg, "s", product(bicg.input("A"), vectorOf(bicg, "r"), Vector(7), 1, true));
  EXPECT_EQ(bicg.wrong(), (Names{"q"}));
  set(bicg, "q", product(bicg.input("A"), vectorOf(bicg, "p"), Vector(5)));
  EXPECT_EQ(bicg.wrong(), Names());
}

TEST(SuiteVectors, MvtAddsToWhatWasThere) {
  Case run(polybench::mvt(), {6});
  set(run, "x1", product(run.input("A"), vectorOf(run, "y1"), vectorOf(run, "x1")));
  set(run, "x2", product(run.input("A"), vectorOf(run, "y2"), Vector(6), 1, true));
  EXPECT_EQ(run.wrong(), (Names{"x2"}));
  set(run, "x2", product(run.input("A"), vectorOf(run, "y2"), vectorOf(run, "x2"), 1, true));
  EXPECT_EQ(run.wrong(), Names());
}

TEST(SuiteVectors, GesummvIsTheSumOfTwo) {
  Case run(polybench::gesummv(), {6});
  const Vector x = vectorOf(run, "x");
  set(run, "tmp", product(run.input("A"), x, Vector(6)));
  set(run, "y",
      product(run.input("B"), x, product(run.input("A"), x, Vector(6), run.scalar(0)),
              run.scalar(1)));
  EXPECT_EQ(run.wrong(), Names());
}

TEST(SuiteVectors, GemverGoesOnWithItsOwnResults) {
  for (const InputKind inputs : {InputKind::Random, InputKind::Classic}) {
    Case run(polybench::gemver(), {6}, inputs);
    Table a = run.input("A");
    const Vector u1 = vectorOf(run, "u1"), u2 = vectorOf(run, "u2");
    const Vector v1 = vectorOf(run, "v1"), v2 = vectorOf(run, "v2");
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t j = 0; j < 6; ++j)
        a[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
    }
    Vector x = product(a, vectorOf(run, "y"), vectorOf(run, "x"), run.scalar(1), true);
    for (std::size_t i = 0; i < 6; ++i)
      x[i] += vectorOf(run, "z")[i];
    run.set("A", a);
    set(run, "x", x);
    set(run, "w", product(a, x, vectorOf(run, "w"), run.scalar(0)));
    EXPECT_EQ(run.wrong(), Names());
  }
}

TEST(SuiteVectors, GemversClassicVectorsAreNotZero) {
  const Case run(polybench::gemver(), {6}, InputKind::Classic);
  for (const char *name : {"u2", "v1", "v2", "y", "z"}) {
    for (const double value : vectorOf(run, name))
      EXPECT_GT(value, 0) << name;
  }
}

TEST(SuiteStencils, ConvolutionsLeaveTheBorder) {
  Case flat(polybench::conv2d(), {5, 6});
  const Table a = flat.input("A");
  const double c[3][3] = {{0.2, 0.5, -0.8}, {-0.3, 0.6, -0.9}, {0.4, 0.7, 0.1}};
  Table b(5, Vector(6, NAN));
  for (std::size_t i = 1; i < 4; ++i) {
    for (std::size_t j = 1; j < 5; ++j) {
      b[i][j] = 0;
      for (std::size_t at = 0; at < 9; ++at)
        b[i][j] += c[at / 3][at % 3] * a[i + at / 3 - 1][j + at % 3 - 1];
    }
  }
  flat.set("B", b);
  EXPECT_EQ(flat.wrong(), Names());
  b[0][3] = 0; // written where it must not be
  flat.set("B", b);
  EXPECT_EQ(flat.wrong(), (Names{"B"}));

  // A single 1 gives the coefficients back.
  Case deep(polybench::conv3d(), {5, 5, 5}, InputKind::Integer);
  HostArray &input = deep.problem.arrays[0];
  for (std::size_t at = 0; at < 125; ++at)
    storeElement(input.type, input.bytes.get(), at, at == 62 ? 1 : 0);
  const std::vector<OutputReference> references = deep.references();
  const auto expected = [&](int i, int j, int k) {
    return references[0].value[(i * 5 + j) * 5 + k];
  };
  EXPECT_EQ(expected(2, 2, 2), 6);
  EXPECT_EQ(expected(3, 3, 3), 2 + 5 - 8); // the element is at (-1, -1, -1)
  EXPECT_EQ(expected(1, 3, 3), 4 + 7 + 10);
  EXPECT_EQ(expected(2, 3, 2), -3);
  EXPECT_EQ(expected(2, 1, 2), -9);
  EXPECT_EQ(expected(3, 1, 1), -8);
  EXPECT_EQ(expected(1, 1, 1), 10);
  EXPECT_TRUE(std::isnan(expected(0, 2, 2)));
}

namespace {

/// As the kernels compute in float.
Case jacobi1d(float third, int steps) {
  Case run = floatCase(polybench::jacobi1d(), {steps, 40});
  Floats a = floatsOf(run, "A"), b = floatsOf(run, "B");
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 1; i + 1 < a.size(); ++i)
      b[i] = third * (a[i - 1] + a[i] + a[i + 1]);
    std::copy(b.begin() + 1, b.end() - 1, a.begin() + 1);
  }
  set(run, "A", a);
  set(run, "B", b);
  return run;
}

Case jacobi2d(float fifth) {
  const std::size_t n = 20;
  Case run = floatCase(polybench::jacobi2d(), {20, 20});
  Floats a = floatsOf(run, "A"), b = floatsOf(run, "B");
  for (int step = 0; step < 20; ++step) {
    for (std::size_t at = n; at < n * (n - 1); ++at) {
      if (at % n > 0 && at % n + 1 < n)
        b[at] = fifth * (a[at] + a[at - 1] + a[at + 1] + a[at + n] + a[at - n]);
    }
    for (std::size_t at = n; at < n * (n - 1); ++at) {
      if (at % n > 0 && at % n + 1 < n)
        a[at] = b[at];
    }
  }
  set(run, "A", a);
  set(run, "B", b);
  return run;
}

Case fdtd(float factor, int steps, InputKind inputs) {
  const std::size_t rows = 23, columns = 17;
  Case run = floatCase(polybench::fdtd2d(), {steps, 23, 17}, inputs);
  Floats ex = floatsOf(run, "ex"), ey = floatsOf(run, "ey"), hz = floatsOf(run, "hz");
  for (const float drive : floatsOf(run, "_fict_")) {
    for (std::size_t at = 0; at < rows * columns; ++at)
      ey[at] = at < columns ? drive : ey[at] - 0.5F * (hz[at] - hz[at - columns]);
    for (std::size_t at = 0; at < rows * columns; ++at) {
      if (at % columns > 0)
        ex[at] -= 0.5F * (hz[at] - hz[at - 1]);
    }
    for (std::size_t at = 0; at < (rows - 1) * columns; ++at) {
      if (at % columns + 1 < columns)
        hz[at] -= factor * (ex[at + 1] - ex[at] + ey[at + columns] - ey[at]);
    }
  }
  set(run, "ex", ex);
  set(run, "ey", ey);
  set(run, "hz", hz);
  return run;
}

} // namespace

TEST(SuiteStencils, JacobisStayWithinTheirBoundsAndWrongCoefficientsDoNot) {
  for (const int steps : {1, 3, 1000}) {
    EXPECT_EQ(jacobi1d(0.33333F, steps).wrong(), Names()) << steps;
    EXPECT_EQ(jacobi1d(0.3334F, steps).wrong(), (Names{"A", "B"})) << steps;
  }
  EXPECT_EQ(jacobi2d(0.2F).wrong(), Names());
  EXPECT_EQ(jacobi2d(0.20001F).wrong(), (Names{"A", "B"}));
}

TEST(SuiteStencils, FdtdStaysWithinItsBoundsAndWrongCoefficientsDoNot) {
  for (const InputKind inputs : {InputKind::Random, InputKind::Classic, InputKind::Integer}) {
    for (const int steps : {1, 2, 30, 300}) {
      EXPECT_EQ(fdtd(0.7F, steps, inputs).wrong(), Names()) << steps;
      EXPECT_NE(fdtd(0.7001F, steps, inputs).wrong(), Names()) << steps;
    }
  }
}

// Bounds of operand after operand would be 1e59 times as large after 90 more steps.
TEST(SuiteStencils, FdtdsBoundGrowsSlowly) {
  const auto boundAfter = [](int steps) {
    const Case run = floatCase(polybench::fdtd2d(), {steps, 23, 17});
    return run.references().back().allowance.front();
  };
  const double after10 = boundAfter(10);
  const double after100 = boundAfter(100);
  EXPECT_LT(after10, 2e-5);
  EXPECT_LT(after100, 50 * after10);
}

namespace {

/// One step as the kernels compute it; with `late`, the columns' sweep leaves out its first row.
Case adi(InputKind inputs, bool late = false) {
  const std::size_t n = 30;
  Case run = floatCase(polybench::adi(), {1, 30}, inputs);
  const Floats a = floatsOf(run, "A");
  Floats b = floatsOf(run, "B"), x = floatsOf(run, "X");
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t at = row * n + 1; at < row * n + n; ++at) {
      x[at] -= x[at - 1] * a[at] / b[at - 1];
      b[at] -= a[at] * a[at] / b[at - 1];
    }
    x[row * n + n - 1] /= b[row * n + n - 1];
    for (std::size_t at = row * n + n - 2; at > row * n; --at)
      x[at] = (x[at] - x[at - 1] * a[at - 1]) / b[at - 1];
  }
  for (std::size_t at = late ? 2 * n : n; at < n * n; ++at) {
    x[at] -= x[at - n] * a[at] / b[at - n];
    b[at] -= a[at] * a[at] / b[at - n];
  }
  for (std::size_t at = (n - 1) * n; at < n * n; ++at)
    x[at] /= b[at];
  for (std::size_t row = n - 2; row > 0; --row) {
    for (std::size_t at = row * n; at < row * n + n; ++at)
      x[at] = (x[at] - x[at - n] * a[at - n]) / b[at];
  }
  set(run, "B", b);
  set(run, "X", x);
  return run;
}

/// In float; every pivot is divided by `factor` times itself.
Case lu(InputKind inputs, float factor = 1) {
  const std::size_t n = 30;
  Case run = floatCase(polybench::lu(), {30}, inputs);
  Floats a = floatsOf(run, "A");
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t j = k + 1; j < n; ++j)
      a[k * n + j] /= factor * a[k * n + k];
    for (std::size_t i = k + 1; i < n; ++i) {
      for (std::size_t j = k + 1; j < n; ++j)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
  set(run, "A", a);
  return run;
}

Case gramschmidt(InputKind inputs, float factor = 1) {
  const std::size_t rows = 31, n = 20;
  Case run = floatCase(polybench::gramschm(), {31, 20}, inputs);
  Floats a = floatsOf(run, "A"), q(rows * n), r(n * n, NAN);
  for (std::size_t k = 0; k < n; ++k) {
    float square = 0;
    for (std::size_t i = 0; i < rows; ++i)
      square += a[i * n + k] * a[i * n + k];
    r[k * n + k] = std::sqrt(square);
    for (std::size_t i = 0; i < rows; ++i)
      q[i * n + k] = a[i * n + k] / r[k * n + k];
    for (std::size_t j = k + 1; j < n; ++j) {
      r[k * n + j] = 0;
      for (std::size_t i = 0; i < rows; ++i)
        r[k * n + j] += q[i * n + k] * a[i * n + j];
      for (std::size_t i = 0; i < rows; ++i)
        a[i * n + j] -= factor * q[i * n + k] * r[k * n + j];
    }
  }
  set(run, "A", a);
  set(run, "R", r);
  set(run, "Q", q);
  return run;
}

constexpr InputKind Kinds[] = {InputKind::Random, InputKind::Normal, InputKind::Integer,
                               InputKind::Classic};

} // namespace

TEST(SuiteFactors, RightOnesAreWithinTheirBoundsOnAllInputs) {
  for (const InputKind inputs : Kinds) {
    SCOPED_TRACE(spelling(inputs));
    EXPECT_EQ(adi(inputs).wrong(), Names());
    EXPECT_EQ(lu(inputs).wrong(), Names());
    EXPECT_EQ(gramschmidt(inputs).wrong(), Names());
  }
}

TEST(SuiteFactors, WrongOnesAreNot) {
  for (const InputKind inputs : Kinds) {
    SCOPED_TRACE(spelling(inputs));
    EXPECT_EQ(adi(inputs, true).wrong(), (Names{"B", "X"}));
    EXPECT_EQ(lu(inputs, 1.0001F).wrong(), (Names{"A"}));
    EXPECT_EQ(gramschmidt(inputs, 1.001F).wrong(), (Names{"A"}));
  }
}

TEST(SuiteFactors, NanIsNeverRight) {
  Case run = lu(InputKind::Random);
  HostArray &a = run.results[0];
  storeElement(a.type, a.bytes.get(), 5, NAN);
  EXPECT_EQ(run.wrong(), (Names{"A"}));
  Case other = gramschmidt(InputKind::Random, NAN);
  EXPECT_EQ(other.wrong(), (Names{"A", "R"}));
}

// Timed launches run on what the last one left.
TEST(SuiteFactors, StayFiniteOnTheirOwnOutput) {
  for (const Benchmark *benchmark : {&polybench::adi(), &polybench::lu()}) {
    const Sizes sizes = benchmark == &polybench::lu() ? Sizes{12} : Sizes{1, 12};
    Case run(*benchmark, sizes);
    for (int launch = 0; launch < 1000; ++launch) {
      HostProductEngine engine;
      if (benchmark == &polybench::lu()) {
        Vector a = toDouble(run.problem.arrays[0]);
        for (std::size_t k = 0; k < 12; ++k) {
          for (std::size_t j = k + 1; j < 12; ++j)
            a[k * 12 + j] /= a[k * 12 + k];
          for (std::size_t i = k + 1; i < 12; ++i) {
            for (std::size_t j = k + 1; j < 12; ++j)
              a[i * 12 + j] -= a[i * 12 + k] * a[k * 12 + j];
          }
        }
        for (std::size_t at = 0; at < a.size(); ++at)
          storeElement(ElementType::F64, run.problem.arrays[0].bytes.get(), at, a[at]);
        continue;
      }
      for (const OutputReference &reference : benchmark->reference(run.problem, engine)) {
        HostArray &array = run.problem.arrays[reference.buffer];
        for (std::size_t at = 0; at < reference.value.size(); ++at)
          storeElement(array.type, array.bytes.get(), at, reference.value[at]);
      }
    }
    for (const HostArray &array : run.problem.arrays) {
      for (const double value : toDouble(array))
        EXPECT_LT(std::fabs(value), 1e6) << benchmark->name;
    }
  }
}

TEST(RunningError, ContainsWhatFloatComputes) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> draw(-2, 2);
  for (int round = 0; round < 2000; ++round) {
    float value = draw(random);
    RunningError<float> bounded = static_cast<double>(value);
    for (int step = 0; step < 20; ++step) {
      const float operand = draw(random);
      const RunningError<float> exact = static_cast<double>(operand);
      switch (random() % 4) {
      case 0:
        value = value + operand;
        bounded = bounded + exact;
        break;
      case 1:
        value = value - operand;
        bounded = bounded - exact;
        break;
      case 2:
        value = value * operand;
        bounded = bounded * exact;
        break;
      default:
        value = operand / value;
        bounded = exact / bounded;
      }
      if (!std::isfinite(bounded.error))
        break; // the divisor may have been 0
      ASSERT_LE(std::fabs(static_cast<double>(value) - bounded.value), bounded.error);
    }
  }
  const RunningError<float> mayBeZero(1e-9, 1e-8);
  EXPECT_TRUE(std::isinf((RunningError<float>(1) / mayBeZero).error));
}
