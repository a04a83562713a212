// FDTD-2D: TMAX steps of the fields ex, ey and hz of NX x NY points; _fict_ drives ey's first row.
#include "polybench/Suite.h"
#include "runtime/harness/core/Parallel.h"
#include "runtime/harness/core/Reference.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numbers>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { TMAX, NX, NY };
enum Buffer { Fict, Ex, Ey, Hz };

constexpr double ElectricFactor = 0.5;
constexpr double MagneticFactor = 0.7;

/// One number for each of ex, ey, hz.
using PerField = std::array<double, 3>;

double classicInput(const Sizes &sizes, int buffer, std::span<const std::size_t> index) {
  const auto i = static_cast<double>(index[0]);
  if (buffer == Fict)
    return i;
  const auto j = static_cast<double>(index[1]);
  const double sum = buffer == Ex   ? i * (j + 1) + 1
                     : buffer == Ey ? (i - 1) * (j + 2) + 2
                                    : (i - 9) * (j + 4) + 3;
  return sum / sizes[NX];
}

// How errors spread
//
// A step is linear, so the error of a result is the sum of what the later steps make of the
// rounding errors of every earlier one: bounded by the largest rounding error of a step times the
// sum of magnitudes of what that many steps make of a single 1. That sum grows with the number of
// steps alone, about linearly; bounds of operand after operand would grow by 4.6 at every step.
// All errors together are bounded much closer, in a norm that the steps keep (KeptNorm).
//
// A 1 spreads over the unbounded grid as over the benchmark's. Its edges are mirrors: where hz is
// kept (the last row and column) errors are 0, where ex or ey is given (the first ones) their
// errors are 0, so a solution on the grid is one on the plane that is continued with its mirror
// images. The images of all points tile the plane, and the sum over them is that over the plane.

constexpr std::size_t LargestResponse = 500; // steps; PolyBench's number

/// Steps keep ex^2 + ey^2 + (5/7) hz^2 up to a factor: with s^2 = 0.5 * 0.7 and differences of at
/// most sqrt(8), the quadratic form that they conserve lies between 1 - s sqrt(2) and 1 + s sqrt(2)
/// times it. So an error becomes no more than sqrt(1.8367 / 0.1633) times as large in this norm.
constexpr double KeptNorm = 3.36;
constexpr double MagneticWeight = ElectricFactor / MagneticFactor;

/// The sum of magnitudes where it is not computed: no response is longer than
/// KeptNorm * sqrt(7/5) < 4, and it is spread over no more than this many points of each field.
double estimatedResponse(std::size_t step, double points) {
  const double width = 2 * static_cast<double>(step) + 3;
  return 4 * std::sqrt(std::min(width * width, points));
}

/// What each step makes of a single 1 on an unbounded grid.
class Response {
public:
  explicit Response(std::size_t steps)
      : width(2 * steps + 3),
        ex(width * width),
        ey(width * width),
        hz(width * width) {}

  /// Sums of magnitudes after 0, 1, ... more steps of a 1 that `field` has got within a step.
  std::vector<PerField> of(Buffer field, std::size_t steps) {
    const std::size_t centre = width / 2;
    std::vector<PerField> sums;
    (field == Hz ? hz : ex)[centre * width + centre] = 1;
    for (std::size_t step = 0; step < steps; ++step) {
      first = centre - step - 1;
      last = centre + step + 1;
      if (step > 0) {
        forRows([this](std::size_t at) {
          ey[at] -= ElectricFactor * (hz[at] - hz[at - width]);
          ex[at] -= ElectricFactor * (hz[at] - hz[at - 1]);
        });
      }
      if (step > 0 || field == Ex) {
        forRows([this](std::size_t at) {
          hz[at] -= MagneticFactor * (ex[at + 1] - ex[at] + ey[at + width] - ey[at]);
        });
      }
      sums.push_back(magnitudes());
    }
    return sums;
  }

private:
  template <typename Body>
  void forRows(Body body) const {
    parallelFor(last - first + 1, 64, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = first + begin; row < first + end; ++row) {
        for (std::size_t at = row * width + first; at <= row * width + last; ++at)
          body(at);
      }
    });
  }

  PerField magnitudes() const {
    PerField sums = {};
    std::mutex mutex;
    parallelFor(last - first + 1, 64, [&](std::size_t begin, std::size_t end) {
      PerField part = {};
      for (std::size_t row = first + begin; row < first + end; ++row) {
        for (std::size_t at = row * width + first; at <= row * width + last; ++at) {
          part[0] += std::fabs(ex[at]);
          part[1] += std::fabs(ey[at]);
          part[2] += std::fabs(hz[at]);
        }
      }
      const std::lock_guard lock(mutex);
      for (std::size_t index = 0; index < part.size(); ++index)
        sums[index] += part[index];
    });
    return sums;
  }

  std::size_t width, first = 0, last = 0;
  std::vector<double> ex, ey, hz;
};

/// Bounds on the error of each element of each field after each step.
class ErrorGrowth {
public:
  ErrorGrowth(std::size_t steps, double points) {
    const std::size_t computed = std::min(steps, LargestResponse);
    electric = Response(computed).of(Ex, computed);
    magnetic = Response(computed).of(Hz, computed);
    for (std::vector<PerField> *response : {&electric, &magnetic}) {
      response->resize(steps, PerField{INFINITY, INFINITY, INFINITY});
      for (std::size_t step = 0; step < steps; ++step) {
        for (double &sum : (*response)[step])
          sum = std::min(sum, estimatedResponse(step, points));
      }
    }
  }

  /// Adds a step whose roundings are at most these; returns the errors after it.
  PerField add(const PerField &rounding) {
    roundings.push_back(rounding);
    PerField error = {};
    for (std::size_t step = 0; step < roundings.size(); ++step) {
      const PerField &made = roundings[step];
      const PerField &ofEx = electric[roundings.size() - 1 - step];
      const PerField &ofHz = magnetic[roundings.size() - 1 - step];
      // What ey makes of it is what ex does, with ex and ey exchanged.
      error[0] += made[0] * ofEx[0] + made[1] * ofEx[1] + made[2] * ofHz[0];
      error[1] += made[0] * ofEx[1] + made[1] * ofEx[0] + made[2] * ofHz[1];
      error[2] += (made[0] + made[1]) * ofEx[2] + made[2] * ofHz[2];
    }
    return error;
  }

private:
  std::vector<PerField> electric, magnetic, roundings;
};

/// Sums of magnitudes of the rounded results of each element in one step.
struct StepSizes {
  PerField largest = {};
  PerField squares = {}; // summed

  void add(int field, double size) {
    largest[field] = std::max(largest[field], size);
    squares[field] += size * size;
  }
  void merge(const StepSizes &other) {
    for (std::size_t field = 0; field < largest.size(); ++field) {
      largest[field] = std::max(largest[field], other.largest[field]);
      squares[field] += other.squares[field];
    }
  }
};

/// The fields in FP64, with bounds on the distance of a kernel's.
class Fields {
public:
  explicit Fields(const Problem &problem)
      : rows(problem.sizes[NX]),
        columns(problem.sizes[NY]),
        unit(unitRoundoff(problem.type) + unitRoundoff(F64)),
        smallest(problem.type == F64 ? std::numeric_limits<double>::min()
                                     : std::numeric_limits<float>::min()),
        magneticFactor(roundScalar(problem.type, MagneticFactor)),
        ex(toDouble(problem.arrays[Ex])),
        ey(toDouble(problem.arrays[Ey])),
        hz(toDouble(problem.arrays[Hz])),
        growth(problem.sizes[TMAX], points()) {}

  void step(double drive) {
    StepSizes sizes;
    forRows([&](std::size_t i, StepSizes &part) { electric(i, drive, part); }, sizes);
    forRows([&](std::size_t i, StepSizes &part) { magnetic(i, part); }, sizes);
    // A kernel's own values may be off by `error` in every operand, which the roundings see: fewer
    // than 32 times in hz, the longest. The same holds for all elements together.
    const double slack = 32 * *std::max_element(error.begin(), error.end());
    const double underflow = 8 * smallest;
    for (double &size : sizes.largest)
      size = unit * (size + slack) + underflow;
    const double squares = sizes.squares[0] + sizes.squares[1] + MagneticWeight * sizes.squares[2];
    // The roundings of ex and ey and those of hz, which come later in the step, each in that norm.
    norm += KeptNorm * std::numbers::sqrt2 *
            (unit * (std::sqrt(squares) + 32 * norm / std::sqrt(MagneticWeight)) +
             underflow * std::sqrt(3 * points()));
    error = growth.add(sizes.largest);
    for (double &bound : error)
      bound = std::min(bound, norm / std::sqrt(MagneticWeight));
  }

  /// What a run must have left. Its elements may each be off by their bounds; but where together
  /// they are off by more than the norm's, those that are off by more than their share are wrong.
  std::vector<OutputReference> references(const std::vector<HostArray> &results) && {
    const double distance =
        std::sqrt(squaredDistance(ex, results[Ex]) + squaredDistance(ey, results[Ey]) +
                  MagneticWeight * squaredDistance(hz, results[Hz]));
    if (!(distance <= norm)) {
      const double share = norm / std::sqrt(3 * points());
      for (double &bound : error)
        bound = std::min(bound, share);
    }
    std::vector<OutputReference> all;
    all.push_back(reference(Ex, std::move(ex), [](std::size_t, std::size_t j) { return j > 0; }));
    all.push_back(reference(Ey, std::move(ey), [](std::size_t i, std::size_t) { return i > 0; }));
    all.push_back(reference(Hz, std::move(hz), [this](std::size_t i, std::size_t j) {
      return i + 1 < rows && j + 1 < columns;
    }));
    return all;
  }

private:
  double points() const { return static_cast<double>(rows) * static_cast<double>(columns); }

  void electric(std::size_t i, double drive, StepSizes &sizes) {
    for (std::size_t j = 0; j < columns; ++j) {
      const std::size_t at = i * columns + j;
      if (i == 0) {
        ey[at] = drive;
      } else {
        const double change = ElectricFactor * (hz[at] - hz[at - columns]);
        ey[at] -= change;
        sizes.add(1, 2 * std::fabs(change) + std::fabs(ey[at]));
      }
      if (j > 0) {
        const double change = ElectricFactor * (hz[at] - hz[at - 1]);
        ex[at] -= change;
        sizes.add(0, 2 * std::fabs(change) + std::fabs(ex[at]));
      }
    }
  }

  void magnetic(std::size_t i, StepSizes &sizes) {
    if (i + 1 == rows)
      return;
    for (std::size_t j = 0; j + 1 < columns; ++j) {
      const std::size_t at = i * columns + j;
      const double first = ex[at + 1] - ex[at];
      const double second = first + ey[at + columns];
      const double third = second - ey[at];
      hz[at] -= magneticFactor * third;
      sizes.add(2, magneticFactor * (std::fabs(first) + std::fabs(second) + 2 * std::fabs(third)) +
                       std::fabs(hz[at]));
    }
  }

  template <typename Body>
  void forRows(Body body, StepSizes &sizes) const {
    std::mutex mutex;
    parallelFor(rows, 32, [&](std::size_t begin, std::size_t end) {
      StepSizes part;
      for (std::size_t row = begin; row < end; ++row)
        body(row, part);
      const std::lock_guard lock(mutex);
      sizes.merge(part);
    });
  }

  static double squaredDistance(const std::vector<double> &expected, const HostArray &got) {
    const std::vector<double> values = toDouble(got);
    double sum = 0;
    for (std::size_t at = 0; at < values.size(); ++at)
      sum += (values[at] - expected[at]) * (values[at] - expected[at]);
    return sum;
  }

  /// Exact where `isComputed` says that a step computes nothing.
  template <typename IsComputed>
  OutputReference reference(Buffer buffer, std::vector<double> values, IsComputed isComputed) {
    OutputReference result = elementwiseReference(buffer, 0, std::move(values), {});
    result.allowance.resize(result.value.size());
    for (std::size_t at = 0; at < result.value.size(); ++at) {
      if (isComputed(at / columns, at % columns))
        result.allowance[at] = error[buffer - Ex];
    }
    return result;
  }

  std::size_t rows, columns;
  double unit, smallest, magneticFactor;
  std::vector<double> ex, ey, hz;
  ErrorGrowth growth;
  PerField error = {};
  double norm = 0; // of all errors together
};

std::vector<OutputReference> reference(const Problem & /*problem*/, ProductEngine & /*engine*/) {
  return {};
}

std::vector<OutputReference> linkReference(const Problem &problem,
                                           const std::vector<HostArray> &results,
                                           ProductEngine & /*engine*/) {
  Fields fields(problem);
  for (const double drive : toDouble(problem.arrays[Fict]))
    fields.step(drive);
  return std::move(fields).references(results);
}

double operations(const Sizes &sizes) {
  const double rows = sizes[NX];
  const double columns = sizes[NY];
  return sizes[TMAX] *
         (3 * (rows - 1) * columns + 3 * rows * (columns - 1) + 6 * (rows - 1) * (columns - 1));
}

} // namespace

const Benchmark &fdtd2d() {
  static const Benchmark Descriptor = {
      .name = "fdtd-2d",
      .summary = "TMAX steps of an electromagnetic field in two dimensions",
      .dimensions = {"TMAX", "NX", "NY"},
      .datasets = {{"MINI", {500, 512, 512}},
                   {"SMALL", {500, 1024, 1024}},
                   {"STANDARD", {500, 2048, 2048}},
                   {"LARGE", {500, 4096, 4096}},
                   {"EXTRALARGE", {500, 8192, 8192}}},
      .emulatorSizes = {{2, 40, 40}, {5, 37, 70}},
      .types = {F32, F64},
      .products = {},
      .scalars = {},
      .buffers = {{"_fict_", BufferRole::Input, BufferElement::Data, {TMAX}},
                  {"ex", BufferRole::InputOutput, BufferElement::Data, {NX, NY}},
                  {"ey", BufferRole::InputOutput, BufferElement::Data, {NX, NY}},
                  {"hz", BufferRole::InputOutput, BufferElement::Data, {NX, NY}}},
      .baseline = {},
      .classicInput = classicInput,
      .reference = reference,
      .linkReference = linkReference,
      .operations = operations,
      .sizesByDefault = {500, 0, 0},
      .classicThreshold = 10.05,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
