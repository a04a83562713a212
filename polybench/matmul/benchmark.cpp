// C := A * B in every layout, with C of the operands' type or of that of the sums.
#include "polybench/Suite.h"
#include "runtime/harness/core/Parallel.h"
#include "runtime/harness/core/Reference.h"
#include <algorithm>
#include <cmath>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Buffer { A, B, C };
enum Scalar { Scale };

/// One of the benchmarks: how its operands lie, and what C is.
struct Form {
  std::string name;
  std::string formula;
  bool transposeA = false, transposeB = false;
  bool wide = false; // C has the type of the sums
  bool batched = false;

  std::string definition() const {
    return transposeA ? "MATMUL_TN" : transposeB ? "MATMUL_NT" : "MATMUL_NN";
  }
};

/// Where the extents stand among the dimensions: BATCH comes first where there is one.
struct Extents {
  int m, n, k;
};

constexpr Extents extentsOf(const Form &form) {
  return form.batched ? Extents{1, 2, 3} : Extents{0, 1, 2};
}

/// Between -1 and 1, and whole numbers for integers; products and sums stay within FP16's range.
double classicInput(const Sizes & /*sizes*/, int /*buffer*/, std::span<const std::size_t> index) {
  const std::size_t row = index[index.size() - 2];
  return static_cast<double>(row * index.back() % 17) / 8 - 1;
}

/// As the kernel does: scaled in FP32, rounded to the nearest whole number, saturated.
void requantise(OutputReference &reference, double scale) {
  reference.rounds = true;
  reference.allowance.assign(reference.value.size(), 1); // a library may round ties another way
  parallelFor(reference.value.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
    for (std::size_t index = begin; index < end; ++index) {
      double &value = reference.value[index];
      const float scaled = static_cast<float>(scale) * static_cast<float>(value);
      value = std::clamp(std::nearbyint(static_cast<double>(scaled)), -128.0, 127.0);
    }
  });
}

std::vector<OutputReference> reference(const Form &form, const Problem &problem,
                                       ProductEngine &engine) {
  const auto [m, n, k] = extentsOf(form);
  const auto size = [&](int dimension) {
    return static_cast<std::size_t>(problem.sizes[static_cast<std::size_t>(dimension)]);
  };
  const std::size_t rows = size(m);
  const std::size_t columns = size(n);
  const std::size_t length = size(k);
  const std::size_t batches = form.batched ? size(0) : 1;
  const std::vector<double> a = toDouble(problem.arrays[A]);
  const std::vector<double> b = toDouble(problem.arrays[B]);
  const auto view = [&](const std::vector<double> &values, std::size_t batch, std::size_t height,
                        std::size_t width, bool transposed) {
    const MatrixView stored = {values.data() + batch * height * width, transposed ? width : height,
                               transposed ? height : width, transposed ? height : width, 1};
    return transposed ? stored.transposed() : stored;
  };
  OutputReference whole;
  for (std::size_t batch = 0; batch < batches; ++batch) {
    OutputReference part =
        productReference(engine, C, 1, view(a, batch, rows, length, form.transposeA),
                         view(b, batch, length, columns, form.transposeB), 0, nullptr);
    if (batch == 0)
      whole = std::move(part);
    else
      append(whole, part);
  }
  const ElementType stored = problem.arrays[C].type;
  if (stored == F16 || stored == BF16)
    allowRounding(whole, stored);
  if (stored == I8)
    requantise(whole, problem.scalars[Scale]);
  std::vector<OutputReference> references;
  references.push_back(std::move(whole));
  return references;
}

Benchmark describe(const Form &form) {
  const auto [m, n, k] = extentsOf(form);
  const auto extents = [&](int rows, int columns, bool transposed) {
    std::vector<int> all = transposed ? std::vector{columns, rows} : std::vector{rows, columns};
    if (form.batched)
      all.insert(all.begin(), 0);
    return all;
  };
  const auto sizes = [&](int extent, int batches) {
    return form.batched ? Sizes{batches, extent, extent, extent} : Sizes{extent, extent, extent};
  };
  Benchmark benchmark;
  benchmark.name = form.name;
  benchmark.summary = form.formula;
  benchmark.dimensions = {"M", "N", "K"};
  benchmark.types = {F32, F64, F16, BF16, I8};
  benchmark.emulatorSizes = {{64, 64, 64}, {150, 139, 277}};
  if (form.wide)
    benchmark.types = {F16, BF16, I8, E4M3, E5M2};
  if (form.batched) {
    benchmark.dimensions.insert(benchmark.dimensions.begin(), "BATCH");
    benchmark.types = {F32, F64, F16, BF16};
    benchmark.emulatorSizes = {{2, 64, 64, 64}, {3, 70, 90, 100}};
    benchmark.sizesByDefault = {16};
  }
  benchmark.datasets = {{"MINI", sizes(128, 16)},
                        {"SMALL", sizes(256, 16)},
                        {"STANDARD", sizes(512, 16)},
                        {"LARGE", sizes(1024, 16)},
                        {"EXTRALARGE", sizes(2048, 16)}};
  benchmark.products = {form.batched ? "batched_matmul_kernel" : "matmul_kernel"};
  // So that sums of random 8-bit integers fill 8 bits.
  benchmark.scalars = {
      {.name = "scale", .classic = 0.05, .random = 0.000241, .integer = 1, .type = F32}};
  benchmark.buffers = {
      {"A", BufferRole::Input, BufferElement::Data, extents(m, k, form.transposeA)},
      {"B", BufferRole::Input, BufferElement::Data, extents(k, n, form.transposeB)},
      {"C", BufferRole::Output, form.wide ? BufferElement::Result : BufferElement::Data,
       extents(m, n, false)}};
  benchmark.baseline = {{.left = A,
                         .right = B,
                         .output = C,
                         .rows = {m},
                         .columns = {n},
                         .length = {k},
                         .transposeLeft = form.transposeA,
                         .transposeRight = form.transposeB,
                         .resultScale = form.wide ? -1 : Scale,
                         .batches = form.batched ? std::vector{0} : std::vector<int>()}};
  benchmark.classicInput = classicInput;
  benchmark.reference = [form](const Problem &problem, ProductEngine &engine) {
    return reference(form, problem, engine);
  };
  benchmark.operations = [](const Sizes &all) {
    double product = 2;
    for (const int extent : all)
      product *= extent;
    return product;
  };
  benchmark.classicThreshold = std::nullopt;
  benchmark.program = form.batched ? "matmul/batched" : "matmul/matmul";
  benchmark.definitions = {form.definition()};
  if (form.wide)
    benchmark.definitions.emplace_back("MATMUL_WIDE");
  return benchmark;
}

} // namespace

const std::vector<const Benchmark *> &matmuls() {
  static const std::vector<Benchmark> Descriptors = [] {
    const Form forms[] = {
        {.name = "matmul", .formula = "C := A*B"},
        {.name = "matmul-nt", .formula = "C := A*B', B as N x K", .transposeB = true},
        {.name = "matmul-tn", .formula = "C := A'*B, A as K x M", .transposeA = true},
        {.name = "matmul-wide", .formula = "C := A*B, C of the sums' type", .wide = true},
        {.name = "matmul-nt-wide",
         .formula = "C := A*B', C of the sums' type",
         .transposeB = true,
         .wide = true},
        {.name = "matmul-tn-wide",
         .formula = "C := A'*B, C of the sums' type",
         .transposeA = true,
         .wide = true},
        {.name = "batched-matmul", .formula = "C[p] := A[p]*B[p]", .batched = true},
        {.name = "batched-matmul-nt",
         .formula = "C[p] := A[p]*B[p]'",
         .transposeB = true,
         .batched = true},
        {.name = "batched-matmul-tn",
         .formula = "C[p] := A[p]'*B[p]",
         .transposeA = true,
         .batched = true},
    };
    std::vector<Benchmark> made;
    for (const Form &form : forms)
      made.push_back(describe(form));
    return made;
  }();
  static const std::vector<const Benchmark *> All = [] {
    std::vector<const Benchmark *> all;
    for (const Benchmark &benchmark : Descriptors)
      all.push_back(&benchmark);
    return all;
  }();
  return All;
}

} // namespace warpsmith::polybench
