/// Contractions for the tests of passes and code generation.
#pragma once

#include "rewriter/families/Schedule.h"
#include "rewriter/passes/PassPipeline.h"
#include <gtest/gtest.h>

namespace warpsmith::test {

inline Polynomial symbol(const char *name) {
  return Polynomial::symbol(name);
}

/// PolyBench GEMM: C starts as C * beta, each step adds alpha * A * B, all in C. Transposed
/// operands are contiguous along k (A) or not (B).
inline Contraction gemm(ElementType type = ElementType::F32, bool transposedA = false,
                        bool transposedB = false) {
  const ElementType sum = type == ElementType::F64 ? type
                          : isInteger(type)        ? ElementType::I32
                                                   : ElementType::F32;
  const auto element = [&](int operand) {
    return Expression::cast(sum, Expression::operandElement(operand, type));
  };
  Contraction result;
  result.kernel = "gemm_kernel";
  result.qualifiedKernel = "::gemm_kernel";
  result.location = {"gemm.cu", 10, 17};
  result.parameters = {{"ni", "int ni", "int"},         {"nj", "int nj", "int"},
                       {"nk", "int nk", "int"},         {"alpha", "float alpha", "float"},
                       {"beta", "float beta", "float"}, {"a", "float *a", "float *"},
                       {"b", "float *b", "float *"},    {"c", "float *c", "float *"}};
  result.m = symbol("ni");
  result.n = symbol("nj");
  result.k = symbol("nk");
  result.a = {"a", type, Polynomial(0), {symbol("nk"), Polynomial(1)}};
  if (transposedA)
    result.a.strides = {Polynomial(1), symbol("ni")};
  result.b = {"b", type, Polynomial(0), {symbol("nj"), Polynomial(1)}};
  if (transposedB)
    result.b.strides = {Polynomial(1), symbol("nk")};
  result.c = {"c", sum, Polynomial(0), {symbol("nj"), Polynomial(1)}};
  result.sum = sum;
  result.sumInOutput = true;
  result.initial =
      Expression::binary('*', Expression::output(sum), Expression::scalar("beta", sum));
  result.update = Expression::binary(
      '+', Expression::sum(sum),
      Expression::binary('*', Expression::binary('*', Expression::scalar("alpha", sum), element(0)),
                         element(1)));
  result.result = Expression::sum(sum);
  result.row = {"blockIdx.y * blockDim.y + threadIdx.y", 'y'};
  result.column = {"blockIdx.x * blockDim.x + threadIdx.x", 'x'};
  result.preconditions = {{symbol("gridDim.y") * symbol("blockDim.y"), symbol("ni"), false},
                          {symbol("gridDim.x") * symbol("blockDim.x"), symbol("nj"), false}};
  result.launches = {{{"gemm.cu", 30, 3}}};
  return result;
}

/// Runs a pipeline; a refusal's text comes back instead of a schedule.
inline std::variant<Schedule, std::string> run(const Contraction &contraction, const char *passes,
                                               Contract numerics = {},
                                               const char *architecture = "sm_80") {
  auto parsed = PassPipeline::parse(passes);
  if (auto *wrong = std::get_if<std::string>(&parsed))
    return *wrong;
  Schedule start;
  start.numerics = numerics;
  start.architecture = findArchitecture(architecture);
  auto result = std::get<PassPipeline>(parsed).run(contraction, start);
  if (auto *refused = std::get_if<PassPipeline::Refused>(&result))
    return refused->reason;
  return std::get<Schedule>(result);
}

inline Schedule accepted(const Contraction &contraction, const char *passes, Contract numerics = {},
                         const char *architecture = "sm_80") {
  auto result = run(contraction, passes, numerics, architecture);
  const auto *refused = std::get_if<std::string>(&result);
  EXPECT_FALSE(refused) << passes << ": " << (refused ? *refused : "");
  return refused ? Schedule() : std::get<Schedule>(result);
}

inline std::string refusal(const Contraction &contraction, const char *passes,
                           Contract numerics = {}, const char *architecture = "sm_80") {
  auto result = run(contraction, passes, numerics, architecture);
  const auto *refused = std::get_if<std::string>(&result);
  return refused ? *refused : "accepted: " + std::get<Schedule>(result).str();
}

} // namespace warpsmith::test
