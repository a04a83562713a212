/// split<...>: FP32 operands as sums of parts for the tensor cores; what its two forms share.
#pragma once

#include "rewriter/passes/Pass.h"

namespace warpsmith {

class SplitOperands : public Pass {
public:
  explicit SplitOperands(Split chosen) : split(chosen) {}

  std::string_view name() const override { return "split"; }
  std::string_view selector() const override { return warpsmith::name(split); }
  std::string_view parameters() const override { return warpsmith::name(split); }
  std::string_view summary() const override {
    return split == Split::Fp16x3
               ? "FP32 operands as two FP16 parts, rows of A and columns of B scaled by powers of "
                 "two; three products for one; needs --numerics=fp32 and tensorize<wgmma>"
               : "FP32 operands as three BF16 parts, which keep small elements beside large ones; "
                 "six products for one; needs --numerics=fp32 and tensorize<wgmma>";
  }

  std::string explain(const Contraction &, const Schedule &schedule) const override {
    const Architecture &architecture = *schedule.architecture;
    const int products = split == Split::Fp16x3 ? 3 : 6;
    return std::string(architecture.name) + "'s tensor cores do " +
           std::to_string(architecture.fp16) + " operations a clock and SM, " +
           std::to_string(products) + " for each of FP32's: " +
           std::to_string(architecture.fp16 / products / architecture.fp32) +
           " times the FP32 units";
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    arguments.takeWord(std::string(selector()));
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    if (schedule.numerics == Numerics::BitExact)
      return PassRefusal{"products of parts are rounded otherwise than FP32's; allow that with "
                         "--numerics=fp32"};
    if (schedule.block || schedule.split || schedule.wgmma || schedule.interleave)
      return PassRefusal{"split comes before all passes but tensorize<wgmma>, and once"};
    for (int operand = 0; operand < contraction.operandCount(); ++operand)
      if (const Matrix &matrix = contraction.operand(operand); matrix.type != ElementType::F32)
        return PassRefusal{"'" + matrix.name + "' is " + std::string(cudaName(matrix.type)) +
                           "; only float is split"};
    schedule.split = split;
    return schedule;
  }

private:
  Split split;
};

} // namespace warpsmith
