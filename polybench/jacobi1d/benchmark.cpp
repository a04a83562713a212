// JACOBI1D: TSTEPS times B := means of 3 neighbours in A; A := B; both have N elements.
#include "polybench/Suite.h"
#include "runtime/harness/core/RunningError.h"
#include <algorithm>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { TSTEPS, N };
enum Buffer { A, B };

double classicInput(const Sizes &sizes, int buffer, std::span<const std::size_t> index) {
  const auto i = static_cast<double>(index[0]);
  return (buffer == A ? 4 * i + 10 : 7 * i + 11) / sizes[N];
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine & /*engine*/) {
  return withRunningError(problem.type, [&](auto zero) {
    using Number = decltype(zero);
    auto a = exactValues<typename Number::Format>(problem.arrays[A]);
    auto b = exactValues<typename Number::Format>(problem.arrays[B]);
    const Number third = roundScalar(problem.type, 0.33333);
    for (int step = 0; step < problem.sizes[TSTEPS]; ++step) {
      for (std::size_t i = 1; i + 1 < a.size(); ++i)
        b[i] = third * (a[i - 1] + a[i] + a[i + 1]);
      for (std::size_t i = 1; i + 1 < a.size(); ++i)
        a[i] = b[i];
    }
    std::vector<OutputReference> references;
    references.push_back(boundedReference(A, a));
    references.push_back(boundedReference(B, b));
    return references;
  });
}

double operations(const Sizes &sizes) {
  return 3.0 * sizes[TSTEPS] * std::max(sizes[N] - 2, 0);
}

} // namespace

const Benchmark &jacobi1d() {
  static const Benchmark Descriptor = {
      .name = "jacobi1d",
      .summary = "TSTEPS times B := means of 3 neighbours in A; A := B",
      .dimensions = {"TSTEPS", "N"},
      .datasets = {{"MINI", {10000, 1024}},
                   {"SMALL", {10000, 2048}},
                   {"STANDARD", {10000, 4096}},
                   {"LARGE", {10000, 8192}},
                   {"EXTRALARGE", {10000, 16384}}},
      .emulatorSizes = {{4, 64}, {7, 300}},
      .types = {F32, F64},
      .products = {},
      .scalars = {},
      .buffers = {{"A", BufferRole::InputOutput, BufferElement::Data, {N}},
                  {"B", BufferRole::InputOutput, BufferElement::Data, {N}}},
      .baseline = {},
      .classicInput = classicInput,
      .reference = reference,
      .operations = operations,
      .sizesByDefault = {10000, 0},
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
