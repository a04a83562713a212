// Users' kernels as benchmarks: the FP64 reference of any epilogue, region and batch, and its
// bounds.
#include "runtime/harness/kernel/KernelBenchmark.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/core/Verification.h"
#include "runtime/harness/kernel/Formula.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace warpsmith;
using namespace warpsmith::harness;
using nlohmann::json;

namespace {

json leaf(const char *kind) {
  return {{"kind", kind}, {"type", "f32"}};
}
json literal(const char *text) {
  return {{"kind", "literal"}, {"type", "f32"}, {"text", text}};
}
json scalar(const char *name) {
  return {{"kind", "scalar"}, {"type", "f32"}, {"text", name}};
}
json node(const char *kind, const char *text, std::vector<json> children) {
  return {{"kind", kind}, {"type", "f32"}, {"text", text}, {"children", std::move(children)}};
}
json buffer(const char *name, const char *role, std::vector<int> extents,
            const char *type = "f32") {
  return {{"name", name}, {"type", type}, {"role", role}, {"extents", std::move(extents)}};
}

/// C = A B' over (m, n, k), with B stored by rows of k.
json product() {
  return {
      {"title", "gemm"},
      {"name", "gemm"},
      {"file", "/nowhere/gemm.cu"},
      {"flags", json::array()},
      {"line", 3},
      {"condition", ""},
      {"driver", ""},
      {"dimensions", {{{"name", "m"}}, {{"name", "n"}}, {{"name", "k"}}}},
      {"extents", {{"m", 0}, {"n", 1}, {"k", 2}, {"batch", -1}}},
      {"scalars", json::array()},
      {"buffers",
       {buffer("a", "input", {0, 2}), buffer("b", "input", {1, 2}), buffer("c", "output", {0, 1})}},
      {"operands",
       {{{"buffer", 0}, {"transposed", false}, {"batched", false}},
        {{"buffer", 1}, {"transposed", true}, {"batched", false}}}},
      {"extras", json::array()},
      {"output", {{"buffer", 2}, {"batched", false}}},
      {"sum", "f32"},
      {"products", {{{"left", 0}, {"right", 1}, {"scale", json::array()}}}},
      {"initial", literal("0.0f")},
      {"result", leaf("sum")},
      {"diagonal", nullptr},
      {"region", ""}};
}

class Judged {
public:
  explicit Judged(const json &description, const Sizes &sizes, InputKind inputs = InputKind::Random)
      : benchmark(makeKernelBenchmark(description)),
        problem(makeProblem(*benchmark, benchmark->types[0], sizes, inputs, 1)) {
    HostProductEngine engine;
    references = benchmark->reference(problem, engine);
  }

  double at(int buffer, std::size_t index) const {
    const HostArray &array = problem.arrays[static_cast<std::size_t>(buffer)];
    return loadElement(array.type, array.bytes.get(), index);
  }

  /// What a kernel in FP32 would leave: `element` of (m, n), written to the output.
  HostArray computed(const std::function<float(std::size_t, std::size_t)> &element) const {
    const HostArray &output = problem.arrays.back();
    HostArray result(output.type, output.extents);
    const std::size_t columns = output.extents.back();
    for (std::size_t index = 0; index < output.elements(); ++index)
      storeElement(result.type, result.bytes.get(), index,
                   element(index / columns, index % columns));
    return result;
  }

  Comparison judge(const HostArray &output, Numerics contract = Numerics::Fp32) const {
    return compareWithReference(output, references.at(0), contract, problem.type, false, false);
  }

  float sum(std::size_t m, std::size_t n, float start = 0) const {
    const auto k = static_cast<std::size_t>(problem.sizes[2]);
    for (std::size_t step = 0; step < k; ++step)
      start += static_cast<float>(at(0, m * k + step)) * static_cast<float>(at(1, n * k + step));
    return start;
  }

  std::unique_ptr<const Benchmark> benchmark;
  Problem problem;
  std::vector<OutputReference> references;
};

TEST(KernelBenchmark, AProductIsJudgedAndHasABaseline) {
  const Judged gemm(product(), {5, 7, 19});
  HostArray output = gemm.computed([&](auto m, auto n) { return gemm.sum(m, n); });
  EXPECT_TRUE(gemm.judge(output).passed());
  auto *values = reinterpret_cast<float *>(output.bytes.get());
  values[11] *= 1.001F;
  EXPECT_EQ(gemm.judge(output).failures, 1U);
  ASSERT_EQ(gemm.benchmark->baseline.size(), 1U);
  EXPECT_TRUE(gemm.benchmark->baseline[0].transposeRight);
  EXPECT_EQ(gemm.benchmark->operations({5, 7, 19}), 2.0 * 5 * 7 * 19);
}

TEST(KernelBenchmark, ScalarsOnEitherSideOfTheLoopAreTheBaselines) {
  json description = product();
  description["scalars"] = {{{"name", "alpha"}, {"type", "float"}},
                            {{"name", "beta"}, {"type", "float"}}};
  description["buffers"][2]["role"] = "inout";
  description["result"] = node("binary", "+",
                               {node("binary", "*", {scalar("alpha"), leaf("sum")}),
                                node("binary", "*", {scalar("beta"), leaf("output")})});
  const Judged after(description, {4, 4, 8});
  ASSERT_EQ(after.benchmark->baseline.size(), 1U);
  EXPECT_EQ(after.benchmark->baseline[0].alpha, 0);
  EXPECT_EQ(after.benchmark->baseline[0].beta, 1);
  const auto alpha = static_cast<float>(after.problem.scalars[0]);
  const auto beta = static_cast<float>(after.problem.scalars[1]);
  EXPECT_TRUE(after
                  .judge(after.computed([&](auto m, auto n) {
                    return alpha * after.sum(m, n) +
                           beta * static_cast<float>(after.at(2, m * 4 + n));
                  }))
                  .passed());
  // The sum starts with C and is scaled as a whole: no call of cuBLAS's computes that.
  description["initial"] = leaf("output");
  description["result"] = node("binary", "*", {scalar("alpha"), leaf("sum")});
  EXPECT_TRUE(makeKernelBenchmark(description)->baseline.empty());
}

TEST(KernelBenchmark, NarrowTypesOnTheWayHaveTheirRoundings) {
  // Through half and back; a half as output, also below its normal numbers.
  const auto half = [](float value) { return fromHalf(toHalf(value)); };
  const auto cast = [](const char *type, json child) {
    return json{{"kind", "cast"}, {"type", type}, {"children", {std::move(child)}}};
  };
  json description = product();
  description["result"] = cast("f32", cast("f16", leaf("sum")));
  const Judged between(description, {9, 7, 19});
  EXPECT_TRUE(
      between.judge(between.computed([&](auto m, auto n) { return half(between.sum(m, n)); }))
          .passed());
  EXPECT_FALSE(
      between
          .judge(between.computed([&](auto m, auto n) { return half(between.sum(m, n) * 1.003F); }))
          .passed());

  description["buffers"][2]["type"] = "f16";
  description["result"] =
      cast("f16", node("binary", "*", {leaf("sum"), literal("9.99999974E-5f")}));
  const Judged small(description, {9, 7, 19});
  EXPECT_TRUE(small.judge(small.computed([&](auto m, auto n) { return small.sum(m, n) * 1e-4F; }))
                  .passed());
  EXPECT_FALSE(
      small.judge(small.computed([&](auto m, auto n) { return small.sum(m, n) * 1.03e-4F; }))
          .passed());

  // What is too large for it is infinite.
  description["result"] = cast("f16", node("binary", "*", {leaf("sum"), literal("1e6f")}));
  const Judged large(description, {9, 7, 19});
  const auto infinite =
      large.computed([&](auto m, auto n) { return half(large.sum(m, n) * 1e6F); });
  EXPECT_TRUE(large.judge(infinite).passed());
  EXPECT_FALSE(large.judge(large.computed([](auto, auto) { return 1.0F; })).passed());

  // Near the largest half, either.
  description["result"] = cast("f16", literal("66500.0f"));
  const Judged edge(description, {2, 2, 2});
  EXPECT_TRUE(edge.judge(edge.computed([](auto, auto) { return 65504.0F; })).passed());
  EXPECT_TRUE(edge.judge(edge.computed([](auto, auto) { return 70000.0F; })).passed());
}

TEST(KernelBenchmark, ScalarsHaveTheirOwnTypes) {
  json description = product();
  description["scalars"] = {{{"name", "alpha"}, {"type", "__half"}}};
  description["result"] = node("binary", "*", {scalar("alpha"), leaf("sum")});
  const Judged gemm(description, {4, 4, 8});
  const auto alpha = static_cast<float>(gemm.problem.scalars[0]);
  EXPECT_EQ(alpha, fromHalf(toHalf(0.71F)));

  description["scalars"][0]["type"] = "float";
  description["sum"] = "f64";
  for (json &array : description["buffers"])
    array["type"] = "f64";
  EXPECT_EQ(Judged(description, {4, 4, 8}).problem.scalars[0], static_cast<double>(0.71F));
}

TEST(KernelBenchmark, FunctionsAreAsSteepAsTheyAre) {
  json description = product();
  description["result"] =
      node("call", "expf",
           {node("binary", "+",
                 {literal("70.0f"), node("binary", "*", {leaf("sum"), literal("0.001f")})})});
  const Judged steep(description, {9, 9, 2});
  const auto output =
      steep.computed([&](auto m, auto n) { return std::exp(70.0F + steep.sum(m, n) * 0.001F); });
  EXPECT_TRUE(steep.judge(output).passed());
}

TEST(KernelBenchmark, ActivationsAndBiasHaveBoundsOfTheirOwn) {
  json description = product();
  description["buffers"].insert(description["buffers"].begin() + 2, buffer("bias", "input", {1}));
  description["output"]["buffer"] = 3;
  description["extras"] = {{{"buffer", 2}, {"row", false}, {"column", true}, {"batched", false}}};
  description["initial"] = {{"kind", "extra"}, {"type", "f32"}, {"index", 0}};
  description["result"] =
      node("binary", "/",
           {literal("1.0f"),
            node("binary", "+",
                 {literal("1.0f"), node("call", "expf", {node("negate", "", {leaf("sum")})})})});
  const Judged layer(description, {6, 9, 33});
  EXPECT_TRUE(layer.benchmark->baseline.empty());
  const auto sigmoid = [&](std::size_t m, std::size_t n, float slip) {
    return 1.0F / (1.0F + std::exp(-(layer.sum(m, n, static_cast<float>(layer.at(2, n))) + slip)));
  };
  EXPECT_TRUE(
      layer.judge(layer.computed([&](auto m, auto n) { return sigmoid(m, n, 0); })).passed());
  const Comparison slipped =
      layer.judge(layer.computed([&](auto m, auto n) { return sigmoid(m, n, 1e-3F); }));
  EXPECT_GT(slipped.failures, slipped.elements / 2);
}

TEST(KernelBenchmark, ACornerIsNoLooserThanItMustBe) {
  json description = product();
  description["result"] =
      node("select", "",
           {node("compare", "<", {leaf("sum"), literal("0.0f")}), literal("0.0f"), leaf("sum")});
  const Judged relu(description, {8, 8, 16});
  EXPECT_TRUE(
      relu.judge(relu.computed([&](auto m, auto n) { return std::fmax(0.0F, relu.sum(m, n)); }))
          .passed());
  EXPECT_FALSE(relu.judge(relu.computed([&](auto m, auto n) { return relu.sum(m, n); })).passed());
}

TEST(KernelBenchmark, OnlyTheRegionIsStored) {
  json description = product();
  description["dimensions"] = {{{"name", "n"}}, {{"name", "k"}}};
  description["extents"] = {{"m", 0}, {"n", 0}, {"k", 1}, {"batch", -1}};
  description["buffers"] = {buffer("a", "input", {0, 1}), buffer("b", "input", {0, 1}),
                            buffer("c", "inout", {0, 0})};
  description["region"] = "<";
  description["diagonal"] = literal("1.0f");
  const auto benchmark = makeKernelBenchmark(description);
  const Problem problem = makeProblem(*benchmark, ElementType::F32, {3, 4}, InputKind::Random, 1);
  HostProductEngine engine;
  const auto references = benchmark->reference(problem, engine);
  for (std::size_t m = 0; m < 3; ++m)
    for (std::size_t n = 0; n <= m; ++n)
      EXPECT_EQ(references[0].value[m * 3 + n],
                m == n ? 1
                       : loadElement(ElementType::F32, problem.arrays[2].bytes.get(), m * 3 + n));
  EXPECT_GT(references[0].products[1], 0);
}

TEST(KernelBenchmark, ABatchHasItsOwnMatrices) {
  json description = product();
  description["dimensions"].push_back({{"name", "batch"}});
  description["extents"]["batch"] = 3;
  description["buffers"] = {buffer("a", "input", {3, 0, 2}), buffer("b", "input", {1, 2}),
                            buffer("c", "output", {3, 0, 1})};
  description["operands"][0]["batched"] = true;
  description["output"]["batched"] = true;
  const Judged gemm(description, {3, 5, 7, 2}, InputKind::Integer);
  EXPECT_TRUE(gemm.benchmark->baseline.empty());
  double wanted = 0; // C[1, 2, 4]
  for (std::size_t step = 0; step < 7; ++step)
    wanted += gemm.at(0, (1 * 3 + 2) * 7 + step) * gemm.at(1, 4 * 7 + step);
  EXPECT_EQ(gemm.references[0].value[(1 * 3 + 2) * 5 + 4], wanted);
  EXPECT_EQ(parseSize(*gemm.benchmark, "6"), (Sizes{6, 6, 6, 4})); // a batch is no extent
}

TEST(KernelBenchmark, ConstantsAreKept) {
  json description = product();
  description["dimensions"][1]["value"] = 40;
  const auto benchmark = makeKernelBenchmark(description);
  EXPECT_EQ(parseSize(*benchmark, "6"), (Sizes{6, 40, 6}));
  EXPECT_THROW(parseSize(*benchmark, "6x7x8"), InputError);
}

TEST(KernelBenchmark, WhatHasNoReferenceSaysWhy) {
  json description = product();
  description["result"] = node("call", "secret", {leaf("sum")});
  const auto unknown = makeKernelBenchmark(description);
  EXPECT_NE(unknown->whyNoReference.find("'secret'"), std::string::npos);
  const Problem problem = makeProblem(*unknown, ElementType::F32, {2, 2, 2}, InputKind::Random, 1);
  HostProductEngine engine;
  EXPECT_TRUE(unknown->reference(problem, engine).empty());
  description = product();
  description["products"] = json::array();
  EXPECT_FALSE(makeKernelBenchmark(description)->whyNoReference.empty());
  description = product();
  description.erase("operands");
  EXPECT_THROW(makeKernelBenchmark(description), InputError);
}

TEST(KernelBenchmark, IntegersAreExact) {
  json description = product();
  description["buffers"] = {buffer("a", "input", {0, 2}, "i8"), buffer("b", "input", {1, 2}, "i8"),
                            buffer("c", "output", {0, 1}, "i32")};
  description["sum"] = "i32";
  const Judged gemm(description, {4, 5, 300});
  const HostArray output = [&] {
    HostArray result = gemm.problem.arrays[2].clone();
    for (std::size_t index = 0; index < 20; ++index) {
      double sum = 0;
      for (std::size_t step = 0; step < 300; ++step)
        sum += gemm.at(0, index / 5 * 300 + step) * gemm.at(1, index % 5 * 300 + step);
      storeElement(result.type, result.bytes.get(), index, sum);
    }
    return result;
  }();
  EXPECT_TRUE(gemm.judge(output).passed());
  reinterpret_cast<int *>(output.bytes.get())[7] += 1;
  EXPECT_EQ(gemm.judge(output).failures, 1U);
}

} // namespace
