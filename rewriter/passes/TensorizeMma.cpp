// tensorize<mma>: mma.sync, of doubles on FP64's tensor cores, which sum as FMAs in the order of k
// do, bit for bit, also of complex numbers of doubles; of other operands in FP16 or BF16 with FP32
// sums, where the contract allows it. Operands that are gathered may also be TF32, or integers of 8
// bits. Complex numbers of floats may be TF32 as well, or three BF16 parts each under fp32.
#include "rewriter/families/GatheredTensorTile.h"
#include "rewriter/families/MmaTile.h"
#include "rewriter/families/TileLayout.h"
#include "rewriter/ir/ComplexStep.h"
#include "rewriter/passes/Passes.h"
#include <vector>

namespace warpsmith {
namespace {

using Kind = Expression::Kind;

/// `sum + A * B`, which nvcc contracts, or an FMA in so many words.
bool isFmaOfOperands(const Expression &step) {
  const auto areOperands = [](const Expression &first, const Expression &second) {
    return first.kind == Kind::Operand && second.kind == Kind::Operand &&
           first.operand != second.operand && first.type == ElementType::F64 &&
           second.type == ElementType::F64;
  };
  if (step.kind == Kind::Binary && step.text == "+")
    for (const int side : {0, 1}) {
      const Expression &product = *step.children[1 - side];
      if (step.children[side]->kind == Kind::Sum && product.kind == Kind::Binary &&
          product.text == "*" && areOperands(*product.children[0], *product.children[1]))
        return true;
    }
  return step.kind == Kind::Call && step.children.size() == 3 &&
         (step.text == "fma" || step.text == "__fma_rn") &&
         areOperands(*step.children[0], *step.children[1]) && step.children[2]->kind == Kind::Sum;
}

class TensorizeMma : public Pass {
public:
  std::string_view name() const override { return "tensorize"; }
  std::string_view selector() const override { return "mma"; }
  std::string_view parameters() const override { return "mma;bm;bn"; }
  std::string_view summary() const override {
    return "mma.sync, bm x bn elements of C per block; without sizes, each launch takes the tile "
           "that suits it; FP64's tensor cores (sm_80, sm_90) for doubles and complex numbers of "
           "them, bit-exact; else FP16 or "
           "BF16 (sm_80 and later), which needs --numerics=fp16 or bf16; convolutions and complex "
           "numbers of floats also in TF32, which needs --numerics=tf32; convolutions of 8-bit "
           "integers; complex numbers of floats as three BF16 parts each, which needs "
           "--numerics=fp32";
  }

  std::string standsFirst() const override {
    return "tensorize<mma> has tiles and copies of its own: no pass stands before it";
  }

  std::string explain(const Contraction &contraction, const Schedule &schedule) const override {
    const Architecture &architecture = *schedule.architecture;
    if (!contraction.isPlain())
      return "each element that a block gathers serves many products, which tensor cores "
             "compute: " +
             std::to_string(architecture.fp16) +
             " operations of 16 bits a clock and SM; not yet timed";
    const std::string steps =
        contraction.limitsSteps()
            ? "; tiles take the steps of k alone that some of their elements have"
            : "";
    if (contraction.sum == ElementType::C64) {
      const int rate = schedule.numerics == Numerics::Tf32 ? architecture.tf32 : architecture.fp16;
      const int products = mmaProducts(ElementType::C64, schedule.numerics);
      return std::string(architecture.name) + "'s tensor cores do " + std::to_string(rate) +
             " operations a clock and SM" +
             (products > 1 ? ", " + std::to_string(products) + " for each of FP32's" : "") +
             ", its FP32 units " + std::to_string(architecture.fp32) + "; not yet timed";
    }
    if (partType(partOf(contraction, schedule)) != ElementType::F64)
      return std::string(architecture.name) + "'s tensor cores do " +
             std::to_string(architecture.fp16) + " operations a clock and SM, " +
             std::to_string(architecture.fp16 / architecture.fp32) +
             " times its FP32 units; not yet timed" + steps;
    return std::string(architecture.name) + "'s tensor cores do " +
           std::to_string(architecture.fp64Tensor) +
           " FP64 operations a clock and SM, its FP64 units " + std::to_string(architecture.fp64) +
           steps;
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    arguments.takeWord("mma");
    const std::optional<int> rows = arguments.takePositional();
    const std::optional<int> columns = arguments.takePositional();
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    if (const std::string reason = contraction.isPlain() ? refused(contraction, schedule)
                                                         : refusedGathered(contraction, schedule);
        !reason.empty())
      return PassRefusal{reason};
    if (rows && !columns)
      return PassRefusal{"tensorize<mma> takes bm;bn, or neither"};
    if (!contraction.isPlain())
      return gathered(contraction, std::move(schedule),
                      rows ? std::optional(std::pair(*rows, *columns)) : std::nullopt);
    Mma mma = mmaFor(*schedule.architecture, partOf(contraction, schedule), schedule.numerics);
    std::string known;
    for (const MmaTile &tile : mma.tiles)
      known += (known.empty() ? "" : ", ") + std::to_string(tile.block.m) + ";" +
               std::to_string(tile.block.n);
    if (rows)
      std::erase_if(mma.tiles, [&](const MmaTile &tile) {
        return tile.block.m != *rows || tile.block.n != *columns;
      });
    if (mma.tiles.empty())
      return PassRefusal{"there is no tile of " + std::to_string(*rows) + " x " +
                         std::to_string(*columns) + ", but of " + known};
    schedule.plan = std::move(mma);
    return schedule;
  }

private:
  /// The operands' type on the tensor cores.
  static ElementType partOf(const Contraction &contraction, const Schedule &schedule) {
    if (isComplex(contraction.sum))
      return contraction.sum;
    const bool doubles =
        contraction.a.type == ElementType::F64 && contraction.b.type == ElementType::F64;
    if (!doubles && schedule.numerics == Numerics::Fp16)
      return ElementType::F16;
    if (!doubles && schedule.numerics == Numerics::Bf16)
      return ElementType::BF16;
    return ElementType::F64;
  }

  static std::string refused(const Contraction &contraction, const Schedule &schedule) {
    const Architecture &architecture = *schedule.architecture;
    const bool doubles = partType(partOf(contraction, schedule)) == ElementType::F64;
    const bool floats = contraction.sum == ElementType::C64;
    if (floats && schedule.numerics == Numerics::BitExact)
      return "tensor cores round complex numbers of float, or sum their products in another order; "
             "allow that with --numerics=fp32, tf32, fp16 or bf16";
    if (doubles && architecture.fp64Tensor == 0)
      return std::string(architecture.name) +
             " has no tensor cores for FP64, which sm_80 and sm_90 have; FP16's and BF16's need "
             "--numerics=fp16 or --numerics=bf16";
    if (const std::string old = hasNoCopies(architecture); !doubles && !old.empty())
      return old;
    if (const std::string reason = notContiguous(contraction); !reason.empty())
      return reason;
    if (contraction.operandCount() > 2)
      return "each step sums two products";
    if (contraction.isBatched() && !operandsLie(contraction, schedule))
      return "it is a batch of products whose operands would have to be converted or scaled first";
    if (contraction.n.extent().constant() == 1)
      return "it is a matrix-vector product, which memory limits";
    if (floats)
      return refusedComplexFloats(contraction);
    if (isComplex(contraction.sum))
      return refusedComplex(contraction, schedule);
    return doubles ? refusedDoubles(contraction, schedule) : notForHalfProducts(contraction);
  }

  /// Of groups of several indices, or with padding: tiles of `size`, or all.
  static PassResult gathered(const Contraction &contraction, Schedule schedule,
                             std::optional<std::pair<int, int>> size) {
    const ElementType part =
        isInteger(contraction.sum) ? integerPart(contraction) : roundedPart(schedule.numerics);
    if (const std::string reason = planGatheredTensor(schedule, /*warpgroups=*/false, part, size);
        !reason.empty())
      return PassRefusal{reason};
    return schedule;
  }

  static std::string refusedGathered(const Contraction &contraction, const Schedule &schedule) {
    if (const std::string old = hasNoCopies(*schedule.architecture); !old.empty())
      return old;
    if (contraction.n.extent().constant() == 1)
      return "it is a matrix-vector product, which memory limits";
    if (isInteger(contraction.sum))
      return notForByteProducts(contraction, "mma.sync's");
    if (contraction.sum == ElementType::F64 || schedule.numerics == Numerics::Fp8Sums)
      return "its operands must be gathered, which tensorize<mma> does with FP16, BF16, TF32 and "
             "8-bit integers; tile has a kernel";
    if (keepsOperands(schedule.numerics))
      return "tensor cores round the operands; say to which format with --numerics=fp16, "
             "--numerics=bf16 or --numerics=tf32";
    if (schedule.numerics == Numerics::Tf32)
      for (const Matrix *matrix : {&contraction.a, &contraction.b})
        if (matrix->type != ElementType::F32)
          return "TF32 is a format for float operands; '" + matrix->name + "' is " +
                 std::string(cudaName(matrix->type));
    return notForHalfProducts(contraction);
  }

  static std::string hasNoCopies(const Architecture &architecture) {
    return architecture.hasCpAsync()
               ? ""
               : "tensorize<mma> copies with cp.async, which needs sm_80; the "
                 "architecture is " +
                     std::string(architecture.name);
  }

  /// Elements in memory are what is multiplied.
  static bool operandsLie(const Contraction &contraction, Schedule schedule) {
    const ElementType part = partOf(contraction, schedule);
    schedule.plan = Mma{part, false, {}};
    const Computation computation = computationFor(contraction, schedule);
    for (const int operand : {0, 1})
      if (contraction.operand(operand).type != part ||
          computation.own(operand)->kind != Expression::Kind::Operand)
        return false;
    return true;
  }

  /// Nothing is asked of the order in which products are added.
  static std::string refusedComplexFloats(const Contraction &contraction) {
    for (const Matrix *matrix : {&contraction.a, &contraction.b, &contraction.c})
      if (matrix->type != ElementType::C64)
        return "'" + matrix->name + "' is " + std::string(cudaName(matrix->type)) +
               ", and tensor cores take products of complex numbers of one type";
    if (contraction.limitsSteps())
      return "sums of complex numbers have ranges of steps, for which tile has kernels";
    if (!complexStep(*contraction.update))
      return "a step is '" + describe(*contraction.update) +
             "', no sum of two products of parts for either part";
    return {};
  }

  /// Each part of a sum is that of a real product of twice the steps: tensor cores add these one by
  /// one.
  static std::string refusedComplex(const Contraction &contraction, const Schedule &schedule) {
    for (const Matrix *matrix : {&contraction.a, &contraction.b, &contraction.c})
      if (matrix->type != ElementType::C128)
        return "'" + matrix->name + "' is " + std::string(cudaName(matrix->type)) +
               ", and FP64's tensor cores take products of complex numbers of doubles";
    if (contraction.limitsSteps())
      return "sums of complex numbers have ranges of steps, for which tile has kernels";
    if (const std::string reason = notBitExact(contraction, schedule); !reason.empty())
      return reason;
    const auto step = complexStep(*contraction.update);
    if (!step)
      return "a step is '" + describe(*contraction.update) +
             "', no sum of two products of parts for either part";
    if (schedule.numerics != Numerics::BitExact)
      return {};
    if (!step->isChain)
      return "a step is '" + describe(*contraction.update) +
             "', which does not add products of parts to the sum one by one, as FP64's tensor "
             "cores "
             "do; allow that with --numerics=fp64, or add by cuCfma";
    Schedule tensorized = schedule;
    tensorized.plan = Mma{ElementType::C128, false, {}};
    if (fusesProducts(contraction, tensorized) && !contraction.flags.fusesProducts)
      return "the original is compiled with -fmad=false, which rounds each product, and FP64's "
             "tensor cores do not; allow that with --numerics=fp64";
    return {};
  }

  static std::string refusedDoubles(const Contraction &contraction, const Schedule &schedule) {
    for (const Matrix *matrix : {&contraction.a, &contraction.b})
      if (matrix->type != ElementType::F64)
        return "'" + matrix->name + "' is " + std::string(cudaName(matrix->type)) +
               ", and only products of doubles are for FP64's tensor cores; others need "
               "--numerics=fp16 or --numerics=bf16";
    if (contraction.sum != ElementType::F64)
      return "the sum is " + std::string(cudaName(contraction.sum)) +
             ", and FP64's tensor cores sum in double";
    if (const std::string reason = notBitExact(contraction, schedule); !reason.empty())
      return reason;
    Schedule tensorized = schedule;
    tensorized.plan = Mma{ElementType::F64, false, {}};
    if (schedule.numerics == Numerics::BitExact
            ? !isFmaOfOperands(*computationFor(contraction, tensorized).step)
            : productForms(*contraction.update).size() != 1)
      return "a step is '" + describe(*contraction.update) + "', no FMA of both operands";
    if (fusesProducts(contraction, tensorized) && !contraction.flags.fusesProducts)
      return "the original is compiled with -fmad=false, which rounds each product, and FP64's "
             "tensor cores do not; allow that with --numerics=fp32";
    return {};
  }
};

} // namespace

std::unique_ptr<Pass> makeTensorizeMma() {
  return std::make_unique<TensorizeMma>();
}

} // namespace warpsmith
