/// split<...>: FP32 or FP64 operands as several narrower ones for the tensor cores; what its forms
/// share.
#pragma once

#include "rewriter/families/WgmmaTile.h"
#include "rewriter/passes/Pass.h"

namespace warpsmith {

class SplitOperands : public Pass {
public:
  explicit SplitOperands(Split chosen) : split(chosen) {}

  std::string_view name() const override { return "split"; }
  std::string_view selector() const override { return warpsmith::name(split); }
  std::string_view parameters() const override {
    return split == Split::Fp16x3   ? "fp16x3;narrow"
           : split == Split::Int8xn ? "int8xn;workspace=n"
                                    : warpsmith::name(split);
  }
  std::string_view summary() const override {
    switch (split) {
    case Split::Fp16x3:
      return "FP32 operands as two FP16 parts, rows of A and columns of B scaled by powers of two; "
             "three products for one; needs --numerics=fp32, tensorize<wgmma>, and your word "
             "'narrow' that the elements of a row or column are of similar size";
    case Split::Bf16x6:
      return "FP32 operands as three BF16 parts, which keep small elements beside large ones; six "
             "products for one; needs --numerics=fp32 and tensorize<wgmma>";
    case Split::ByData:
      return "FP32 operands as fp16x3 splits them where the GPU finds, at each launch, that their "
             "elements are of similar size, else as bf16x6 does; needs --numerics=fp32 and "
             "tensorize<wgmma>";
    case Split::InRegisters:
      return "FP32 operands as bf16x6 splits them, where C has few rows: B, which is read once, is "
             "split in registers, and not in a kernel before; rows of A must run along k; needs "
             "--numerics=fp32 and tensorize<wgmma>, whose number is then that of C's rows in a "
             "tile";
    case Split::Int8xn:
      return "FP64 operands as integers, which are multiplied modulo 14 to 16 numbers of 8 bits "
             "each; how many, the GPU finds out at each launch; tiles of C that need more are "
             "summed on FP64's tensor cores; takes n GiB of memory at most (8 if left out); needs "
             "--numerics=fp64 and tensorize<wgmma>";
    }
    return {};
  }

  std::string standsFirst() const override {
    return "split comes before all passes but tensorize<wgmma>, and once";
  }

  std::string explain(const Contraction &, const Schedule &schedule) const override {
    const Architecture &architecture = *schedule.architecture;
    if (split == Split::Int8xn)
      return std::string(architecture.name) + "'s tensor cores do " +
             std::to_string(architecture.int8) + " operations of 8-bit integers a clock and SM, " +
             std::to_string(LeastModuli) + " to " + std::to_string(MostModuli) +
             " for each of FP64's: " + std::to_string(architecture.int8 / LeastModuli) +
             ", where FP64's own do " + std::to_string(architecture.fp64Tensor);
    const int products = split == Split::Bf16x6 || split == Split::InRegisters ? 6 : 3;
    const auto times = [&](int each) {
      return std::to_string(architecture.fp16 / each / architecture.fp32);
    };
    return std::string(architecture.name) + "'s tensor cores do " +
           std::to_string(architecture.fp16) + " operations a clock and SM, " +
           std::to_string(products) + " for each of FP32's: " + times(products) +
           " times the FP32 units" +
           (split == Split::ByData ? ", or " + times(6) + " times where the data need six" : "");
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    arguments.takeWord(std::string(selector()));
    const bool promised = split == Split::Fp16x3 && arguments.takeWord("narrow");
    const std::optional<int> workspace =
        split == Split::Int8xn ? arguments.take("workspace") : std::nullopt;
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    if (contraction.n.extent().constant() == 1)
      return PassRefusal{"it is a matrix-vector product, which memory limits"};
    const ElementType type = split == Split::Int8xn ? ElementType::F64 : ElementType::F32;
    if (split == Split::Int8xn && schedule.numerics == Numerics::BitExact)
      return PassRefusal{
          "sums of products of integers are rounded otherwise than FP64's; allow that "
          "with --numerics=fp64"};
    if (schedule.numerics == Numerics::BitExact)
      return PassRefusal{"products of parts are rounded otherwise than FP32's; allow that with "
                         "--numerics=fp32"};
    // No pass widens the contract: --numerics=fp32 holds for data of any range.
    if (split == Split::Fp16x3 && !promised)
      return PassRefusal{
          "two FP16 parts do not have FP32's range: an element below 2^-17 of the largest in its "
          "row of A or column of B loses bits, and far below that all of them; split<by-data> "
          "takes "
          "them where the data allow it; if you know that your elements are of similar size, write "
          "split<fp16x3;narrow>"};
    for (int operand = 0; operand < contraction.operandCount(); ++operand)
      if (const Matrix &matrix = contraction.operand(operand); matrix.type != type)
        return PassRefusal{"'" + matrix.name + "' is " + std::string(cudaName(matrix.type)) +
                           "; only " + std::string(cudaName(type)) + " is split"};
    schedule.plan = Parts{split, workspace.value_or(ResidueWorkspace)};
    return schedule;
  }

private:
  Split split;
};

} // namespace warpsmith
