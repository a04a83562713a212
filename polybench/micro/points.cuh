// The points of an experiment: what the harness knows of each, and what it must compute.
#pragma once

#include "polybench/micro/kernel.cuh"
#include <algorithm>
#include <deque>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace warpsmith::micro {

using Kernel = void (*)(Arguments);

/// Sum of what a thread of a role holds after so many iterations; `thread` counts in the block.
using Expected = std::function<double(int iterations, int thread)>;

/// Exact whole numbers: all that FP32 has, and fewer on the tensor cores, which align the terms of
/// a sum to the largest and drop what lies below.
constexpr double ExactFloat = 1 << 24;
constexpr double ExactTensor = 1 << 20;
constexpr int AnyIterations = 1 << 30;

// Floating-point operations of a warp instruction.
constexpr double FmaFlops = 2 * WarpSize;
constexpr double SingleFlops = WarpSize;

struct Role {
  int warps;
  std::vector<MicroOperation> operations; // those that are not in the loop may be there with 0
  Expected expected;
  int mostIterations = AnyIterations;
};

/// A point with what the C interface does not say.
struct Point {
  MicroPoint description = {};
  Kernel kernel = nullptr;
  Expected expected[MICRO_ROLES];
  bool expectedByThread = false; // what threads of a role hold differs
  int sharedBytes = 0;           // dynamic
  int copyBytes = 0;
};

/// "kernel<Unit, 1, 2>", as a demangler spells it but for namespaces.
inline std::string templateName(const std::string &kernel, std::initializer_list<int> numbers,
                                const std::string &type = "") {
  std::string arguments = type;
  for (const int number : numbers)
    arguments += (arguments.empty() ? "" : ", ") + std::to_string(number);
  return kernel + "<" + arguments + (arguments.back() == '>' ? " >" : ">");
}

class Points {
public:
  using Parameters = std::vector<std::pair<const char *, std::string>>;

  void begin(const char *experiment) { current = experiment; }

  /// Adds a point to the current experiment. Its name is made of its parameters.
  Point &add(Kernel kernel, const std::string &kernelName, const Parameters &parameters,
             const std::vector<Role> &roles) {
    points.emplace_back();
    Point &point = points.back();
    point.kernel = kernel;
    MicroPoint &told = point.description;
    told.experiment = current;
    told.kernel = keep(kernelName);
    std::string name;
    for (const auto &[key, value] : parameters) {
      told.parameters[told.parameterCount++] = {key, keep(value)};
      name.append(name.empty() ? "" : " ").append(key).append("=").append(value);
    }
    told.name = keep(name);
    for (const Role &role : roles) {
      MicroRole &made = told.roles[told.roleCount];
      point.expected[told.roleCount++] = role.expected;
      made.warps = role.warps;
      made.mostIterations = role.mostIterations;
      for (const MicroOperation &operation : role.operations) {
        if (operation.perIteration > 0)
          made.operations[made.operationCount++] = operation;
      }
    }
    return point;
  }

  const std::deque<Point> &all() const { return points; }

private:
  const char *keep(std::string text) { return texts.emplace_back(std::move(text)).c_str(); }

  const char *current = "";
  std::deque<Point> points;
  std::deque<std::string> texts; // that descriptions point to
};

/// Chains of sums: each starts as its number from 1 and has `steps` times `step` added.
inline double sumsTotal(int chains, double steps, double step) {
  return chains * (chains + 1) / 2.0 + chains * steps * step;
}

/// What `steps` products by Growth make of a float, in the same order of operations; with `sum`,
/// each product is added to it.
inline float grown(float start, long long steps, double *sum = nullptr) {
  float value = start;
  for (long long step = 0; step < steps; ++step) {
    value *= Growth;
    if (sum)
      *sum += double(value);
  }
  return value;
}

/// Iterations up to which sums with so many steps an iteration stay exact.
inline int exactIterations(double stepsAnIteration, double step, double limit) {
  return stepsAnIteration <= 0
             ? AnyIterations
             : static_cast<int>(std::min<double>(AnyIterations, limit / (stepsAnIteration * step)) -
                                8);
}

/// A role of FFMA warps as addProductsInLoop runs it.
inline Role ffmaRole(int warps, int steps, int chains) {
  const double each = double(steps) / chains;
  return {warps,
          {{"FFMA", steps, FmaFlops, 0}},
          [=](int iterations, int) { return sumsTotal(chains, iterations * each, SumStep); },
          exactIterations(each, SumStep, ExactFloat)};
}

/// FFMA alone: 128 an iteration on eight chains.
__global__ void __launch_bounds__(1024, 1) ffmaAlone(Arguments x) {
  const Operands operands(x);
  const long long begin = beginLoop();
  finish(x, begin, addProductsInLoop<128, 8>(operands, x.iterations[0]));
}

} // namespace warpsmith::micro
