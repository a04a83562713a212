// tensorize<wmma;wm;wn>: products on the tensor cores through WMMA fragments, sums in FP32.
#include "rewriter/families/TileLayout.h"
#include "rewriter/passes/Passes.h"

namespace warpsmith {
namespace {

class TensorizeWmma : public Pass {
public:
  std::string_view name() const override { return "tensorize"; }
  std::string_view selector() const override { return "wmma"; }
  std::string_view parameters() const override { return "wmma;wm;wn"; }
  std::string_view summary() const override {
    return "WMMA fragments, wm x wn elements of C a warp, operands rounded on the way into shared "
           "memory, FP32 sums; needs --numerics=fp16, bf16 or tf32";
  }

  bool needsTile() const override { return true; }

  std::string explain(const Contraction &, const Schedule &schedule) const override {
    const Architecture &architecture = *schedule.architecture;
    const int rate = schedule.numerics == Numerics::Tf32 ? architecture.tf32 : architecture.fp16;
    return std::string(architecture.name) + "'s tensor cores do " + std::to_string(rate) +
           " operations a clock and SM, " + std::to_string(rate / architecture.fp32) +
           " times its FP32 units; the operands keep " +
           (schedule.numerics == Numerics::Bf16 ? "8" : "11") + " bits";
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    arguments.takeWord("wmma");
    const bool given = arguments.positionalCount() > 0;
    if (given && arguments.positionalCount() != 2)
      return PassRefusal{"tensorize<wmma> takes wm;wn or neither"};
    const int warpM = arguments.takePositional().value_or(64);
    const int warpN = arguments.takePositional().value_or(32);
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    if (const std::string reason = refused(contraction, schedule); !reason.empty())
      return PassRefusal{reason};
    Wmma tiles;
    static_cast<Staging &>(tiles) = *schedule.staging();
    tiles.operands = schedule.numerics;
    tiles.warpM = warpM;
    tiles.warpN = warpN;
    schedule.plan = tiles;
    schedule = withDefaultTile(contraction, schedule);
    Wmma &wmma = *schedule.find<Wmma>();
    if (!given && wmma.block.m % 64 != 0)
      wmma.warpM = 32;
    // Operands that are not converted leave room for larger warp tiles.
    if (!given && sizeOf(contraction.a.type) == 2 && wmma.block.n % 64 == 0)
      wmma.warpN = 64;
    if (schedule.numerics == Numerics::Tf32)
      wmma.k = 8;
    return schedule;
  }

private:
  static std::string refused(const Contraction &contraction, const Schedule &schedule) {
    if (keepsOperands(schedule.numerics))
      return "tensor cores round the operands; say to which format with --numerics=fp16, "
             "--numerics=bf16 or --numerics=tf32";
    if (schedule.numerics == Numerics::Fp8Sums)
      return "WMMA has no FP8; it multiplies such operands as FP16 with --numerics=fp16";
    if (schedule.is<Wmma>())
      return "the schedule is on the tensor cores already";
    if (schedule.mixesFp64())
      return "the schedule accumulates in FP64";
    if (contraction.operandCount() > 2)
      return "each step sums two products";
    if (isInteger(contraction.a.type) || isInteger(contraction.b.type))
      return "the operands are integers";
    if (roundsOperands(*contraction.update))
      return "the original rounds FP64 operands to float";
    if (contraction.sum != ElementType::F32)
      return "the sum is FP64, and WMMA's sums here are FP32";
    if (schedule.numerics == Numerics::Tf32 && contraction.a.type != ElementType::F32)
      return "TF32 is a format for float operands; these are " +
             std::string(cudaName(contraction.a.type));
    if (schedule.numerics == Numerics::Tf32 && !schedule.architecture->hasTf32())
      return "TF32 needs sm_80; the architecture is " + std::string(schedule.architecture->name);
    if (schedule.numerics == Numerics::Bf16 && !schedule.architecture->hasBf16())
      return "BF16 needs sm_80; the architecture is " + std::string(schedule.architecture->name);
    return {};
  }
};

} // namespace

std::unique_ptr<Pass> makeTensorizeWmma() {
  return std::make_unique<TensorizeWmma>();
}

} // namespace warpsmith
