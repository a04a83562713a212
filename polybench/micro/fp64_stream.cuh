// d of n operations in FP64, the others in FP32, in one instruction stream.
#pragma once

#include "polybench/micro/points.cuh"

namespace warpsmith::micro {

/// What an FP32 and an FP64 step are.
enum Form {
  Fma,         ///< FFMA; DFMA
  Multiply,    ///< FMUL; DFMA
  FloatProduct ///< FFMA; FMUL, conversion of the product, DADD: what `double += float * float` is
};
constexpr const char *FormNames[] = {"fma", "multiply", "float-product"};

/// Operations of an iteration: so many groups of n.
__host__ __device__ constexpr int groupsOf(int n) {
  return n > 16 ? 8 : (128 / n + 7) / 8 * 8;
}

/// Chains for `kinds` operations of a group: one for each where they are independent, and at least
/// eight, so that two warps a sub-partition suffice to hide their latency. A power of two times
/// `kinds` that divides a loop's groups.
__host__ __device__ constexpr int independentChains(int kinds) {
  int chains = kinds;
  while (chains && chains < 8)
    chains *= 2;
  return chains;
}

/// Operations of an iteration and the chains they are on.
struct StreamShape {
  int groups, floats, doubles;

  __host__ __device__ constexpr StreamShape(int d, int n, bool independent)
      : groups(groupsOf(n)),
        floats(d == n        ? 0
               : independent ? independentChains(n - d)
                             : 1),
        doubles(d == 0        ? 0
                : independent ? independentChains(d)
                              : 1) {}
};

template <int Form, int D, int N, int Independent>
__global__ void __launch_bounds__(512, 1) fp64Stream(Arguments x) {
  constexpr StreamShape Shape(D, N, Independent);
  constexpr int Doubles = Shape.doubles, Floats = Shape.floats;
  Chains<float, (Floats > 0 ? Floats : 1)> floats;
  Chains<double, (Doubles > 0 ? Doubles : 1)> doubles;
  Chains<float, (Doubles > 0 ? Doubles : 1)> factors; // of FloatProduct
  const Operands operands(x);
  const long long begin = beginLoop();
#pragma unroll 1
  for (int iteration = 0; iteration < x.iterations[0]; ++iteration) {
#pragma unroll
    for (int step = 0; step < Shape.groups * N; ++step) {
      // FP64 steps are spread evenly; `wide` of them came before.
      const int wide = step / N * D + step % N * D / N;
      const bool isWide = (step % N + 1) * D / N > step % N * D / N;
      if (isWide) {
        double &sum = doubles.values[wide % (Doubles > 0 ? Doubles : 1)];
        if (Form == FloatProduct) {
          float &factor = factors.values[wide % (Doubles > 0 ? Doubles : 1)];
          factor = __fmul_rn(factor, operands.growth);
          sum = __dadd_rn(sum, double(factor));
        } else {
          sum = __fma_rn(operands.wideA, operands.wideB, sum);
        }
      } else {
        float &sum = floats.values[(step - wide) % (Floats > 0 ? Floats : 1)];
        sum = Form == Multiply ? __fmul_rn(sum, operands.growth)
                               : __fmaf_rn(operands.a, operands.b, sum);
      }
    }
  }
  finish(x, begin, (Floats > 0 ? floats.total() : 0) + (Doubles > 0 ? doubles.total() : 0));
}

/// A stream's setting, as fp64Stream's template arguments have it.
struct Stream {
  int form, d, n, independent;
};

inline double fp64StreamTotal(const Stream &stream, int iterations) {
  const StreamShape shape(stream.d, stream.n, stream.independent);
  double floats = 0, doubles = 0;
  if (shape.floats) {
    const long long steps = 1LL * shape.groups * (stream.n - stream.d) / shape.floats * iterations;
    if (stream.form == Multiply) {
      for (int chain = 0; chain < shape.floats; ++chain)
        floats += grown(float(chain + 1), steps);
    } else {
      floats = sumsTotal(shape.floats, double(steps), SumStep);
    }
  }
  if (shape.doubles) {
    const long long steps = 1LL * shape.groups * stream.d / shape.doubles * iterations;
    if (stream.form == FloatProduct) {
      for (int chain = 0; chain < shape.doubles; ++chain) {
        double sum = chain + 1;
        grown(float(chain + 1), steps, &sum);
        doubles += sum;
      }
    } else {
      doubles = sumsTotal(shape.doubles, double(steps), SumStep);
    }
  }
  return floats + doubles;
}

inline void addFp64Stream(Points &points, Kernel kernel, const Stream &stream, int warps) {
  const auto [form, d, n, independent] = stream;
  const StreamShape shape(d, n, independent);
  const int floats = shape.groups * (n - d), doubles = shape.groups * d;
  const bool converts = form == FloatProduct;
  // Chains of products double every 2^20 / 1.44 steps.
  const int each = std::max(shape.floats ? floats / shape.floats : 0,
                            converts && shape.doubles ? doubles / shape.doubles : 0);
  points.add(kernel, templateName("fp64Stream", {form, d, n, independent}),
             {{"form", FormNames[form]},
              {"d", std::to_string(d)},
              {"n", std::to_string(n)},
              {"chains", independent ? "independent" : "dependent"},
              {"warps", std::to_string(warps)}},
             {{warps,
               {{"FFMA", form == Multiply ? 0 : floats, FmaFlops, 0},
                {"FMUL",
                 form == Multiply ? floats
                 : converts       ? doubles
                                  : 0,
                 SingleFlops, 0},
                {"F2F", converts ? doubles : 0, 0, 0},
                {converts ? "DADD" : "DFMA", doubles, converts ? SingleFlops : FmaFlops, 0}},
               [=](int iterations, int) { return fp64StreamTotal(stream, iterations); },
               exactIterations(each, SumStep, ExactFloat)}});
}

template <int Form, int D, int N, int Independent>
void addFp64Stream(Points &points, int warps) {
  addFp64Stream(points, fp64Stream<Form, D, N, Independent>, {Form, D, N, Independent}, warps);
}

template <int Form, int Independent, int... N>
void addOneOf(Points &points, int warps, std::integer_sequence<int, N...>) {
  (addFp64Stream<Form, 1, N + 1, Independent>(points, warps), ...);
}

template <int Form, int... D>
void addShares(Points &points, int warps, std::integer_sequence<int, D...>) {
  (addFp64Stream<Form, D, 32, 1>(points, warps), ...);
}

inline void fp64Stream(Points &points) {
  constexpr int Warps = 16; // four a sub-partition
  using UpTo32 = std::make_integer_sequence<int, 32>;
  // Each kind alone, to compare with.
  addFp64Stream<Fma, 0, 1, 1>(points, Warps);
  addFp64Stream<Multiply, 0, 1, 1>(points, Warps);
  addOneOf<Fma, 1>(points, Warps, UpTo32());
  addOneOf<Fma, 0>(points, Warps, UpTo32());
  addOneOf<Multiply, 1>(points, Warps, UpTo32());
  addOneOf<FloatProduct, 1>(points, Warps, std::make_integer_sequence<int, 2>());
  addShares<Fma>(points, Warps, std::integer_sequence<int, 2, 4, 8, 16>());
  addShares<FloatProduct>(points, Warps, std::integer_sequence<int, 1, 2, 4, 8, 16>());
  // One and two warps a sub-partition, where chains matter.
  for (const int warps : {4, 8}) {
    addFp64Stream<Fma, 0, 1, 1>(points, warps);
    addFp64Stream<Fma, 1, 1, 1>(points, warps);
    addFp64Stream<Fma, 8, 32, 1>(points, warps);
    addFp64Stream<Fma, 8, 32, 0>(points, warps);
  }
}

} // namespace warpsmith::micro
