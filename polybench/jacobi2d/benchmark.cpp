// JACOBI2D: TSTEPS times B := means of 5 neighbours in A; A := B; both are N x N.
#include "polybench/Suite.h"
#include "runtime/harness/core/Parallel.h"
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
  const auto j = static_cast<double>(index[1]);
  return (buffer == A ? i * (j + 2) + 10 : (i - 4) * (j - 1) + 11) / sizes[N];
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine & /*engine*/) {
  return withRunningError(problem.type, [&](auto zero) {
    using Number = decltype(zero);
    auto a = exactValues<typename Number::Format>(problem.arrays[A]);
    auto b = exactValues<typename Number::Format>(problem.arrays[B]);
    const Number fifth = roundScalar(problem.type, 0.2);
    const std::size_t n = problem.sizes[N];
    const auto forInterior = [n](auto body) {
      parallelFor(n, 64, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = std::max<std::size_t>(begin, 1); i < end && i + 1 < n; ++i) {
          for (std::size_t j = 1; j + 1 < n; ++j)
            body(i * n + j);
        }
      });
    };
    for (int step = 0; step < problem.sizes[TSTEPS]; ++step) {
      forInterior([&](std::size_t at) {
        b[at] = fifth * (a[at] + a[at - 1] + a[at + 1] + a[at + n] + a[at - n]);
      });
      forInterior([&](std::size_t at) { a[at] = b[at]; });
    }
    std::vector<OutputReference> references;
    references.push_back(boundedReference(A, a));
    references.push_back(boundedReference(B, b));
    return references;
  });
}

double operations(const Sizes &sizes) {
  return 5.0 * sizes[TSTEPS] * std::max(sizes[N] - 2, 0) * std::max(sizes[N] - 2, 0);
}

} // namespace

const Benchmark &jacobi2d() {
  static const Benchmark Descriptor = {
      .name = "jacobi2d",
      .summary = "TSTEPS times B := means of 5 neighbours in A; A := B",
      .dimensions = {"TSTEPS", "N"},
      .datasets = {{"MINI", {20, 256}},
                   {"SMALL", {20, 512}},
                   {"STANDARD", {20, 1000}},
                   {"LARGE", {20, 2048}},
                   {"EXTRALARGE", {20, 4096}}},
      .emulatorSizes = {{3, 40}, {5, 77}},
      .types = {F32, F64},
      .products = {},
      .scalars = {},
      .buffers = {{"A", BufferRole::InputOutput, BufferElement::Data, {N, N}},
                  {"B", BufferRole::InputOutput, BufferElement::Data, {N, N}}},
      .baseline = {},
      .classicInput = classicInput,
      .reference = reference,
      .operations = operations,
      .sizesByDefault = {20, 0},
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
