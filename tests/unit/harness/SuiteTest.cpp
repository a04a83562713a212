// Every benchmark's descriptor, and its references against plain loops of the textbook's formulas.
#include "polybench/Suite.h"
#include "polybench/common/polybench_abi.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/run/VariantBuilder.h"
#include "tests/unit/harness/SuiteCase.h"
#include <algorithm>
#include <cmath>
#include <gmock/gmock.h>
#include <tuple>

using namespace warpsmith;
using namespace warpsmith::harness;
using testing::HasSubstr;
using warpsmith::polybench::Case;
using warpsmith::polybench::Table;

namespace {

Table transposed(const Table &matrix) {
  Table result(matrix[0].size(), std::vector<double>(matrix.size()));
  for (std::size_t row = 0; row < matrix.size(); ++row) {
    for (std::size_t column = 0; column < matrix[0].size(); ++column)
      result[column][row] = matrix[row][column];
  }
  return result;
}

/// factor * left * right + weight * addend.
Table multiply(double factor, const Table &left, const Table &right, double weight = 0,
               const Table &addend = {}) {
  Table result(left.size(), std::vector<double>(right[0].size()));
  for (std::size_t row = 0; row < left.size(); ++row) {
    for (std::size_t column = 0; column < right[0].size(); ++column) {
      double sum = weight == 0 ? 0 : weight * addend[row][column];
      for (std::size_t k = 0; k < right.size(); ++k)
        sum += factor * left[row][k] * right[k][column];
      result[row][column] = sum;
    }
  }
  return result;
}

std::vector<double> meansOf(const Table &data) {
  std::vector<double> means(data[0].size());
  for (std::size_t column = 0; column < means.size(); ++column) {
    for (const std::vector<double> &row : data)
      means[column] += row[column];
    means[column] /= static_cast<double>(data.size());
  }
  return means;
}

/// Sum of products of two columns' deviations.
double codeviation(const Table &data, std::size_t first, std::size_t second) {
  const std::vector<double> means = meansOf(data);
  double sum = 0;
  for (const std::vector<double> &row : data)
    sum += (row[first] - means[first]) * (row[second] - means[second]);
  return sum;
}

Table centred(Table data, const std::vector<double> &divisors) {
  const std::vector<double> means = meansOf(data);
  for (std::vector<double> &row : data) {
    for (std::size_t column = 0; column < row.size(); ++column)
      row[column] = (row[column] - means[column]) / divisors[column];
  }
  return data;
}

Case right2mm(InputKind inputs = InputKind::Random) {
  Case run(polybench::mm2(), {5, 6, 7, 8}, inputs);
  const Table tmp = multiply(run.scalar(0), run.input("A"), run.input("B"));
  run.set("tmp", tmp);
  run.set("D", multiply(1, tmp, run.input("C"), run.scalar(1), run.input("D")));
  return run;
}

/// Correlations by Pearson's formula, from the data as they were.
Case rightCorrelation(const Sizes &sizes) {
  Case run(polybench::corr(), sizes);
  const Table data = run.input("data");
  const auto columns = data[0].size();
  const auto rows = static_cast<double>(data.size());
  std::vector<double> deviations;
  std::vector<double> divisors;
  for (std::size_t column = 0; column < columns; ++column) {
    deviations.push_back(std::sqrt(codeviation(data, column, column) / rows));
    if (deviations.back() == 0)
      deviations.back() = 1;
    divisors.push_back(deviations.back() * std::sqrt(rows));
  }
  Table correlation(columns, std::vector<double>(columns, 1));
  for (std::size_t first = 0; first < columns; ++first) {
    for (std::size_t second = 0; second < columns; ++second) {
      if (first != second)
        correlation[first][second] =
            codeviation(data, first, second) / (divisors[first] * divisors[second]);
    }
  }
  run.set("mean", {meansOf(data)});
  run.set("stddev", {deviations});
  run.set("data", centred(data, divisors));
  run.set("symmat", correlation);
  return run;
}

Case rightCovariance() {
  Case run(polybench::covar(), {6, 9});
  const Table data = run.input("data");
  const auto columns = data[0].size();
  Table sums(columns, std::vector<double>(columns));
  for (std::size_t first = 0; first < columns; ++first) {
    for (std::size_t second = 0; second < columns; ++second)
      sums[first][second] = codeviation(data, first, second);
  }
  run.set("mean", {meansOf(data)});
  run.set("data", centred(data, std::vector<double>(columns, 1)));
  run.set("symmat", sums);
  return run;
}

using Names = std::vector<std::string>;

} // namespace

TEST(Suite, DescriptorsFitTheirSources) {
  for (const Benchmark *benchmark : polybench::allBenchmarks()) {
    SCOPED_TRACE(benchmark->name);
    EXPECT_EQ(polybench::findBenchmark(benchmark->name), benchmark);
    const std::string source = readTextFile(sourceOf(*benchmark, WARPSMITH_SOURCE_DIR));
    EXPECT_THAT(source, HasSubstr("polybenchAccepts(arguments, " +
                                  std::to_string(benchmark->dimensions.size()) + ", " +
                                  std::to_string(benchmark->scalars.size()) + ", " +
                                  std::to_string(benchmark->buffers.size()) + ")"));
    EXPECT_LE(benchmark->dimensions.size(), static_cast<std::size_t>(POLYBENCH_MAX_DIMENSIONS));
    EXPECT_LE(benchmark->scalars.size(), static_cast<std::size_t>(POLYBENCH_MAX_SCALARS));
    EXPECT_LE(benchmark->buffers.size(), static_cast<std::size_t>(POLYBENCH_MAX_BUFFERS));
    // Of packed matrices no library has a product.
    EXPECT_EQ(benchmark->products.empty() || benchmark == &polybench::packedGemm(),
              !hasBaseline(*benchmark));
    for (const std::string_view product : benchmark->products)
      EXPECT_THAT(source, HasSubstr("__global__ void " + std::string(product) + "("));
    EXPECT_FALSE(benchmark->types.empty());
  }
}

TEST(Suite, SizesAreCompleteAndOneIsRagged) {
  for (const Benchmark *benchmark : polybench::allBenchmarks()) {
    SCOPED_TRACE(benchmark->name);
    EXPECT_GE(benchmark->datasets.size(), 5U);
    for (const Dataset &dataset : benchmark->datasets)
      EXPECT_EQ(parseSize(*benchmark, spelling(dataset.sizes)), dataset.sizes);
    bool ragged = false;
    for (Sizes sizes : benchmark->emulatorSizes) {
      EXPECT_EQ(sizes.size(), benchmark->dimensions.size());
      EXPECT_GT(benchmark->operations(sizes), 0);
      std::sort(sizes.begin(), sizes.end());
      ragged = ragged || std::adjacent_find(sizes.begin(), sizes.end()) == sizes.end();
    }
    EXPECT_TRUE(ragged);
  }
}

TEST(Suite, EveryWrittenBufferHasOneReferenceOfItsSize) {
  for (const Benchmark *benchmark : polybench::allBenchmarks()) {
    SCOPED_TRACE(benchmark->name);
    const Case run(*benchmark, benchmark->emulatorSizes.back());
    std::vector<int> seen(benchmark->buffers.size());
    for (const OutputReference &reference : run.references()) {
      ++seen[reference.buffer];
      EXPECT_EQ(reference.value.size(), run.problem.arrays[reference.buffer].elements());
    }
    for (std::size_t buffer = 0; buffer < seen.size(); ++buffer)
      EXPECT_EQ(seen[buffer], isWritten(*benchmark, static_cast<int>(buffer)) ? 1 : 0);
  }
}

TEST(Suite, NothingOfAnEarlierRunIsLeftInResults) {
  for (const Benchmark *benchmark : polybench::allBenchmarks()) {
    const Case run(*benchmark, benchmark->emulatorSizes.back());
    for (std::size_t buffer = 0; buffer < benchmark->buffers.size(); ++buffer) {
      const std::vector<double> values = toDouble(run.problem.arrays[buffer]);
      const bool allNan =
          std::all_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
      EXPECT_EQ(allNan, isPoisoned(benchmark->buffers[buffer].role))
          << benchmark->name << " " << benchmark->buffers[buffer].name;
    }
  }
}

TEST(Suite, Mm2IsTwoProducts) {
  EXPECT_EQ(right2mm().wrong(), Names());
  EXPECT_EQ(right2mm(InputKind::Integer).wrong(), Names());
}

TEST(Suite, AWrongLinkIsFoundWhereItIsAndNotFurtherOn) {
  Case run = right2mm();
  Table tmp = multiply(run.scalar(0), run.input("A"), run.input("B"));
  tmp[4][5] *= 1 + 1e-9;
  run.set("tmp", tmp);
  run.set("D", multiply(1, tmp, run.input("C"), run.scalar(1), run.input("D")));
  EXPECT_EQ(run.wrong(), (Names{"tmp"}));
  // A second product that did not see the first one's result.
  Case stale = right2mm();
  stale.set("D", multiply(1, tmp, stale.input("C"), stale.scalar(1), stale.input("D")));
  EXPECT_EQ(stale.wrong(), (Names{"D"}));
}

TEST(Suite, AChainStillShowsADroppedAddend) {
  Case run = right2mm();
  const Table tmp = multiply(run.scalar(0), run.input("A"), run.input("B"));
  run.set("D", multiply(1, tmp, run.input("C")));
  EXPECT_EQ(run.wrong(Numerics::Fp16), (Names{"D"}));
  Case exact = right2mm(InputKind::Integer);
  exact.set("D", multiply(1, multiply(exact.scalar(0), exact.input("A"), exact.input("B")),
                          exact.input("C")));
  EXPECT_EQ(exact.wrong(), (Names{"D"}));
}

TEST(Suite, ResultsThatAFormatCannotHoldAreNotExpectedOfIt) {
  OutputReference reference;
  reference.length = 1;
  reference.value = {7e4};
  reference.products = {7e4};
  reference.operands = {7e4};
  reference.largestOperand = 7e4; // becomes infinite in FP16
  HostArray output(ElementType::F32, {1, 1});
  storeElement(ElementType::F32, output.bytes.get(), 0, INFINITY);
  const auto passes = [&](Numerics contract) {
    return compareWithReference(output, reference, contract, ElementType::F32, false).passed();
  };
  EXPECT_TRUE(passes(Numerics::Fp16));
  EXPECT_FALSE(passes(Numerics::Bf16));
  storeElement(ElementType::F32, output.bytes.get(), 0, 1.0);
  EXPECT_FALSE(passes(Numerics::Fp16));
  // 300 is exact in FP16, not in BF16.
  reference.largestOperand = 300;
  EXPECT_TRUE(sumsAreExact(reference, Numerics::Fp16, ElementType::F32));
  EXPECT_FALSE(sumsAreExact(reference, Numerics::Bf16, ElementType::F32));
}

/// C of one of the matrix products, by its definition.
Table productOf(const Case &run, bool transposeA, bool transposeB) {
  const Table a = transposeA ? transposed(run.input("A")) : run.input("A");
  return multiply(1, a, transposeB ? transposed(run.input("B")) : run.input("B"));
}

TEST(Matmul, EveryLayoutIsItsProduct) {
  for (const char *suffix : {"", "-wide"}) {
    for (const auto &[layout, transposeA, transposeB] :
         {std::tuple("", false, false), {"-nt", false, true}, {"-tn", true, false}}) {
      const Benchmark &benchmark =
          *polybench::findBenchmark(std::string("matmul") + layout + suffix);
      for (const ElementType type : {ElementType::F16, ElementType::BF16}) {
        Case run(benchmark, {5, 7, 9}, InputKind::Random, type);
        Table c = productOf(run, transposeA, transposeB);
        run.set("C", c);
        EXPECT_EQ(run.wrong(), Names()) << benchmark.name;
        c[4][6] += 0.1; // one element, the last, by more than a rounding
        run.set("C", c);
        EXPECT_EQ(run.wrong(), Names{"C"}) << benchmark.name;
      }
    }
  }
}

TEST(Matmul, AResultOfOperandsTypeMayBeRoundedOnce) {
  Case run(*polybench::findBenchmark("matmul"), {3, 3, 3}, InputKind::Random, ElementType::F16);
  Table c = productOf(run, false, false);
  const double step = 0x1p-9 * std::fabs(c[1][1]); // four roundings of a half
  c[1][1] += step;
  run.set("C", c);
  EXPECT_EQ(run.wrong(), Names{"C"});
}

TEST(Matmul, EightBitResultsAreScaledRoundedAndSaturated) {
  const Benchmark &benchmark = *polybench::findBenchmark("matmul-tn");
  Case run(benchmark, {30, 40, 500}, InputKind::Random, ElementType::I8);
  Table c = productOf(run, true, false);
  int saturated = 0, within = 0;
  for (std::vector<double> &row : c) {
    for (double &value : row) {
      value = std::clamp(std::nearbyint(run.scalar(0) * value), -128.0, 127.0);
      const bool isAtAnEnd = value == -128 || value == 127;
      ++(isAtAnEnd ? saturated : within);
    }
  }
  EXPECT_GT(within, 1000); // the scale says something
  run.set("C", c);
  EXPECT_EQ(run.wrong(), Names());
  c[29][39] += c[29][39] > 0 ? -2 : 2;
  run.set("C", c);
  EXPECT_EQ(run.wrong(), Names{"C"});
}

TEST(Matmul, BatchesHaveMatricesOfTheirOwn) {
  const Benchmark &benchmark = *polybench::findBenchmark("batched-matmul-nt");
  Case run(benchmark, {2, 3, 4, 5});
  const Table a = run.input("A"), b = run.input("B"); // batches lie below each other
  const auto part = [](const Table &table, std::size_t first, std::size_t count) {
    return Table(table.begin() + static_cast<std::ptrdiff_t>(first),
                 table.begin() + static_cast<std::ptrdiff_t>(first + count));
  };
  Table c = multiply(1, part(a, 0, 3), transposed(part(b, 0, 4)));
  const Table first = c;
  const Table second = multiply(1, part(a, 3, 3), transposed(part(b, 4, 4)));
  c.insert(c.end(), second.begin(), second.end());
  run.set("C", c);
  EXPECT_EQ(run.wrong(), Names());
  Table repeated = first;
  repeated.insert(repeated.end(), first.begin(), first.end());
  run.set("C", repeated);
  EXPECT_EQ(run.wrong(), Names{"C"});
}

TEST(Convolutions, ArePixelsTimesFiltersWithoutThePadding) {
  enum { N, C, H, W, K, R, Stride };
  for (const Benchmark *benchmark : polybench::convolutions())
    for (const Sizes &s :
         {Sizes{2, 3, 6, 9, 4, 3, 2}, {1, 2, 5, 4, 3, 5, 1}, {2, 3, 4, 5, 6, 1, 1}}) {
      SCOPED_TRACE(benchmark->name + " " + spelling(s));
      Case run(*benchmark, s);
      const bool last = benchmark->convolution->channelsLast;
      const std::vector<double> x = toDouble(run.problem.arrays[0]);
      const std::vector<double> f = toDouble(run.problem.arrays[1]);
      const auto at = [&](const std::vector<double> &from, int outer, int channels, int c,
                          int height, int i, int width, int j) {
        const int index = last ? ((outer * height + i) * width + j) * channels + c
                               : ((outer * channels + c) * height + i) * width + j;
        return from[static_cast<std::size_t>(index)];
      };
      const std::vector<std::size_t> extents = extentsOf(*benchmark, 2, s);
      const auto rows = static_cast<int>(extents[last ? 1 : 2]);
      const auto columns = static_cast<int>(extents[last ? 2 : 3]);
      EXPECT_EQ(rows, (s[H] - 1) / s[Stride] + 1);
      EXPECT_EQ(columns, (s[W] - 1) / s[Stride] + 1);
      std::vector<double> y(static_cast<std::size_t>(s[N] * s[K] * rows * columns));
      for (int n = 0; n < s[N]; ++n)
        for (int k = 0; k < s[K]; ++k)
          for (int p = 0; p < rows; ++p)
            for (int q = 0; q < columns; ++q) {
              double sum = 0;
              for (int c = 0; c < s[C]; ++c)
                for (int i = 0; i < s[R]; ++i)
                  for (int j = 0; j < s[R]; ++j) {
                    const int above = p * s[Stride] + i - s[R] / 2;
                    const int left = q * s[Stride] + j - s[R] / 2;
                    if (above >= 0 && above < s[H] && left >= 0 && left < s[W])
                      sum += at(x, n, s[C], c, s[H], above, s[W], left) *
                             at(f, k, s[C], c, s[R], i, s[R], j);
                  }
              const int index = last ? ((n * rows + p) * columns + q) * s[K] + k
                                     : ((n * s[K] + k) * rows + p) * columns + q;
              y[static_cast<std::size_t>(index)] = sum;
            }
      run.set("Y", {y});
      EXPECT_EQ(run.wrong(), Names());
      y.back() += 0.01;
      run.set("Y", {y});
      EXPECT_EQ(run.wrong(), Names{"Y"});
    }
}

TEST(Convolutions, FiltersHaveAPixelInTheMiddle) {
  const Benchmark &benchmark = *polybench::findBenchmark("conv2d");
  EXPECT_EQ(parseSize(benchmark, "resnet50-3x3-128-128-56-s2-n16"),
            (Sizes{16, 128, 56, 56, 128, 3, 2}));
  EXPECT_EQ(parseSize(benchmark, "5"), (Sizes{5, 5, 5, 5, 5, 3, 1}));
  EXPECT_THROW(parseSize(benchmark, "1x2x3x4x5x2x1"), InputError);
}

TEST(Contractions, PackedMatricesAreMultiplied) {
  Case run(polybench::packedGemm(), {2, 3, 4});
  constexpr int Pack = 16, Rows = 2 * Pack, Columns = 3 * Pack, Length = 4 * Pack;
  const std::vector<double> a = toDouble(run.problem.arrays[0]);
  const std::vector<double> b = toDouble(run.problem.arrays[1]);
  const auto place = [](int rows, int row, int column) {
    return static_cast<std::size_t>(
        ((column / Pack * (rows / Pack) + row / Pack) * Pack + row % Pack) * Pack + column % Pack);
  };
  std::vector<double> c(static_cast<std::size_t>(Rows) * Columns);
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j)
      for (int k = 0; k < Length; ++k)
        c[place(Rows, i, j)] += a[place(Rows, i, k)] * b[place(Length, k, j)];
  run.set("C", {c});
  EXPECT_EQ(run.wrong(), Names());
  std::swap(c[1], c[16]);
  run.set("C", {c});
  EXPECT_EQ(run.wrong(), Names{"C"});
}

TEST(Contractions, EinsumIsOneProduct) {
  Case run(polybench::einsum(), {2, 3, 4, 5, 6});
  const Table c = multiply(1, run.input("A"), run.input("B"));
  run.set("C", c);
  EXPECT_EQ(run.wrong(), Names());
  Table swapped = c;
  std::swap(swapped[0], swapped[4]);
  run.set("C", swapped);
  EXPECT_EQ(run.wrong(), Names{"C"});
}

TEST(Contractions, ScoresAreScaledAndMasked) {
  Case run(polybench::attentionScores(), {2, 5, 3});
  const Table q = run.input("Q"), k = run.input("K"), mask = run.input("mask");
  EXPECT_EQ(mask[1][1], 0);
  EXPECT_LT(mask[1][2], -1000);
  Table scores;
  for (const std::ptrdiff_t head : {0, 1}) {
    const auto ofHead = [head](const Table &all) {
      return Table(all.begin() + 5 * head, all.begin() + 5 * head + 5);
    };
    for (const std::vector<double> &row :
         multiply(run.scalar(0), ofHead(q), transposed(ofHead(k)), 1, mask))
      scores.push_back(row);
  }
  run.set("S", scores);
  EXPECT_EQ(run.wrong(), Names());
  scores[7][1] -= 0.01;
  run.set("S", scores);
  EXPECT_EQ(run.wrong(), Names{"S"});
}

TEST(Contractions, TrmmReadsWhatLiesBelowTheDiagonal) {
  Case run(polybench::trmm(), {5, 4});
  const Table a = run.input("A"), b = run.input("B");
  Table c = b;
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      for (std::size_t k = i + 1; k < 5; ++k)
        c[i][j] += a[k][i] * b[k][j];
      c[i][j] *= run.scalar(0);
    }
  run.set("C", c);
  EXPECT_EQ(run.wrong(), Names());
  c[1][2] += run.scalar(0) * a[1][0] * b[0][2];
  run.set("C", c);
  EXPECT_EQ(run.wrong(), Names{"C"});
}

TEST(Suite, Mm3IsThreeProducts) {
  Case run(polybench::mm3(), {3, 4, 5, 6, 7});
  const Table e = multiply(1, run.input("A"), run.input("B"));
  const Table f = multiply(1, run.input("C"), run.input("D"));
  run.set("E", e);
  run.set("F", f);
  run.set("G", multiply(1, e, f));
  EXPECT_EQ(run.wrong(), Names());
  run.set("G", multiply(1, e, run.input("D"), 1, multiply(1, e, f)));
  EXPECT_EQ(run.wrong(), (Names{"G"}));
}

TEST(Suite, RankUpdatesFillTheWholeSquare) {
  Case syrk(polybench::syrk(), {5, 8});
  syrk.set("C", multiply(syrk.scalar(0), syrk.input("A"), transposed(syrk.input("A")),
                         syrk.scalar(1), syrk.input("C")));
  EXPECT_EQ(syrk.wrong(), Names());

  Case syr2k(polybench::syr2k(), {5, 8});
  const Table first = multiply(syr2k.scalar(0), syr2k.input("A"), transposed(syr2k.input("B")),
                               syr2k.scalar(1), syr2k.input("C"));
  syr2k.set("C", first);
  EXPECT_EQ(syr2k.wrong(), (Names{"C"}));
  syr2k.set("C",
            multiply(syr2k.scalar(0), syr2k.input("B"), transposed(syr2k.input("A")), 1, first));
  EXPECT_EQ(syr2k.wrong(), Names());
}

TEST(Suite, DoitgenMultipliesEverySliceInPlace) {
  Case run(polybench::doitgen(), {3, 4, 5});
  const Table sum = multiply(1, run.input("A"), run.input("C4"));
  run.set("sum", sum);
  EXPECT_EQ(run.wrong(), (Names{"A"}));
  run.set("A", sum);
  EXPECT_EQ(run.wrong(), Names());
}

TEST(Suite, DoitgenStaysFiniteWhenItRunsOnItsOwnOutput) {
  Case run(polybench::doitgen(), {1, 8, 64});
  const Table c4 = run.input("C4");
  Table a = run.input("A");
  for (int launch = 0; launch < 1000; ++launch)
    a = multiply(1, a, c4);
  double largest = 0;
  for (const double value : a[0])
    largest = std::max(largest, std::fabs(value));
  EXPECT_LT(largest, 1e30);
  EXPECT_GT(largest, 1e-30);
}

TEST(Suite, CorrelationsArePearsons) {
  EXPECT_EQ(rightCorrelation({6, 9}).wrong(), Names());
  EXPECT_EQ(rightCorrelation({4, 1}).wrong(), Names()); // no column varies
  Case run = rightCorrelation({6, 9});
  run.set("mean", {std::vector<double>(6)});
  EXPECT_THAT(run.wrong(), testing::Contains("mean"));
}

TEST(Suite, CovariancesAreSumsOfProductsOfDeviations) {
  EXPECT_EQ(rightCovariance().wrong(), Names());
  Case run = rightCovariance();
  run.set("data", run.input("data")); // not centred
  EXPECT_THAT(run.wrong(), testing::Contains("data"));
}

TEST(Suite, IntermediateResultsAreNotCountedAsTraffic) {
  EXPECT_EQ(compulsoryBytes(polybench::mm2(), {2, 3, 4, 5}, ElementType::F32),
            4 * (2 * 4 + 4 * 3 + 3 * 5 + 2 * (2 * 5)));
}
