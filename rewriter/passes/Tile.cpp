// tile<bm;bn;bk;tm;tn>: block, k and register tiles with operands staged in shared memory.
#include "rewriter/families/GatheredTile.h"
#include "rewriter/families/PackedAccess.h"
#include "rewriter/families/PackedFma.h"
#include "rewriter/families/TileLayout.h"
#include "rewriter/ir/FusedProducts.h"
#include "rewriter/ir/Reordering.h"
#include "rewriter/passes/Passes.h"
#include <algorithm>

namespace warpsmith {
namespace {

class Tile : public Pass {
public:
  std::string_view name() const override { return "tile"; }
  std::string_view parameters() const override { return "bm;bn;bk;tm;tn"; }
  std::string misused(const Arguments &arguments) const override {
    const size_t given = arguments.positionalCount();
    return given != 0 && given != 3 && given != 5 ? "tile takes bm;bn;bk or bm;bn;bk;tm;tn"
                                                  : Pass::misused(arguments);
  }
  std::string_view summary() const override {
    return "shared-memory and register tiling: bm x bn elements of C per block, tm x tn per "
           "thread, bk steps of k per tile; without sizes, what suits the other passes; bit-exact";
  }

  std::string explain(const Contraction &contraction, const Schedule &schedule) const override {
    if (!contraction.isPlain())
      return "each element that a block gathers serves many products instead of one";
    const Schedule tiled = schedule.staging() ? schedule : defaultTiled(contraction, schedule);
    const BlockTile block = tiled.staging()->block;
    const double perOperand = 1.0 / block.m + 1.0 / block.n;
    const int words = static_cast<int>(1 / perOperand);
    return "each element fetched from memory serves " + std::to_string(words) +
           " products instead of one, and each one in registers " +
           std::to_string(tiled.as<Fma>().thread.m) + ": the limit moves from memory to the " +
           std::string(cudaName(partType(contraction.sum))) + " units" +
           (contraction.limitsSteps()
                ? "; tiles take the steps of k alone that some of their elements have"
                : "");
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    if (schedule.staging())
      return PassRefusal{"the schedule is tiled already"};
    if (const std::string reason = familyOf(schedule).takesNoTile(); !reason.empty())
      return PassRefusal{reason};
    if (!contraction.isPlain())
      return gathered(contraction, std::move(schedule), arguments);
    if (schedule.fp64Share())
      return PassRefusal{"tile comes before interleave-fp64 in a pipeline"};
    if (const std::string reason = notContiguous(contraction); !reason.empty())
      return PassRefusal{reason};
    if (contraction.n.extent().constant() == 1)
      return PassRefusal{"it is a matrix-vector product, which memory limits"};
    if (const std::string reason = notBitExact(contraction, schedule); !reason.empty())
      return PassRefusal{reason};
    // Operands that are to be parts are for other kernels.
    if (const std::string reason = familyOf(schedule).doesNotFit(contraction, schedule);
        !reason.empty())
      return PassRefusal{reason};
    const size_t given = arguments.positionalCount();
    if (given == 0 && columnsAreBetween(contraction))
      if (auto packed = packedFmaSchedule(contraction, schedule))
        return std::move(*packed);
    schedule = defaultTiled(contraction, schedule);
    Fma &fma = singleTile(schedule);
    takeSizes(arguments, given, fma.block, fma.thread);
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    fma.defaultTile = given == 0;
    return schedule;
  }

private:
  static PassResult gathered(const Contraction &contraction, Schedule schedule,
                             Arguments &arguments) {
    if (contraction.n.extent().constant() == 1)
      return PassRefusal{"it is a matrix-vector product, which memory limits"};
    if (const std::string reason = notBitExact(contraction, schedule); !reason.empty())
      return PassRefusal{reason};
    const size_t given = arguments.positionalCount();
    if (given == 0)
      if (auto packed = packedFmaSchedule(contraction, schedule))
        return std::move(*packed);
    Gathered plan = {gatheredTiles(contraction), given > 0};
    BlockTile block = plan.tiles[0].block;
    ThreadTile thread = plan.tiles[0].thread;
    takeSizes(arguments, given, block, thread);
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    if (plan.given)
      plan.tiles = {gatheredTile(block, thread)};
    schedule.plan = plan;
    return schedule;
  }

  static void takeSizes(Arguments &arguments, size_t given, BlockTile &block, ThreadTile &thread) {
    const auto take = [&](int &target) { target = arguments.takePositional().value_or(target); };
    if (given >= 3) {
      take(block.m);
      take(block.n);
      take(block.k);
    }
    if (given == 5) {
      take(thread.m);
      take(thread.n);
    }
  }

  static Schedule defaultTiled(const Contraction &contraction, Schedule schedule) {
    Fma fma;
    fma.defaultTile = true;
    schedule.plan = fma;
    return withDefaultTile(contraction, schedule);
  }
};

/// `C * beta + a * b`, in a loop that is unrolled whole.
bool startMayBeContracted(const Contraction &contraction) {
  const auto isBinary = [](const ExpressionRef &node) {
    return node->kind == Expression::Kind::Binary;
  };
  if (!isBinary(contraction.initial) &&
      (contraction.initial->kind != Expression::Kind::Pair ||
       std::ranges::none_of(contraction.initial->children, isBinary)))
    return false;
  // Of several loops, the outermost may take one step, and those inside of it be unrolled.
  if (!contraction.k.isPlain())
    return true;
  const auto steps = contraction.knownSteps();
  return steps && *steps <= UnrolledWhole;
}

std::string undecided(const Contraction &contraction) {
  if (isInteger(contraction.sum))
    return {};
  const auto in = [](const ExpressionRef &expression, Availability availability) {
    for (ExpressionRef &product : productsOfSeveralSums(expression))
      availability.shared.push_back(std::move(product));
    return undecidedSum(*expression, availability);
  };
  std::string sum = in(contraction.initial, {true, {}, contraction.sharedProducts});
  if (sum.empty())
    sum = in(contraction.update, {true, contraction.readOrder});
  return sum.empty() ? in(contraction.result,
                          {contraction.outputBeforeLoop, {}, contraction.sharedProducts})
                     : sum;
}

/// A sum of the result with a product that nvcc may have computed at the loop's end.
std::string earlyProduct(const Contraction &contraction) {
  if (isInteger(contraction.sum))
    return {};
  // A value that is derived of sizes may be a constant.
  const auto named = [&](const ExpressionRef &expression) {
    return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
      return node->kind == Expression::Kind::Scalar && contraction.derived.contains(node->text)
                 ? Expression::literal(node->text, node->type)
                 : nullptr;
    });
  };
  Availability availability{contraction.outputBeforeLoop, {}};
  availability.sumMayBeConstant =
      isConstant(*named(contraction.initial)) && contraction.knownSteps().value_or(0) <= 0;
  return sumOfEarlyProduct(*named(contraction.result), availability);
}

bool multipliesNarrow(const Expression &node) {
  return node.kind == Expression::Kind::Call && node.text == "__hmul";
}

/// An addition of two products in half, of which ptxas contracts one.
bool addsNarrowProducts(const Expression &node) {
  return (node.kind == Expression::Kind::Call && node.children.size() == 2 &&
          (node.text == "__hadd" || node.text == "__hsub") && multipliesNarrow(*node.children[0]) &&
          multipliesNarrow(*node.children[1])) ||
         std::any_of(node.children.begin(), node.children.end(),
                     [](const ExpressionRef &child) { return addsNarrowProducts(*child); });
}

/// Why bits of a sum in half or bfloat16 could differ, whatever else numerics allow: the error of a
/// step is as large as that of the contract.
std::string narrowlyUndecided(const Contraction &contraction) {
  if (!isNarrowFloat(contraction.sum))
    return {};
  if (!contraction.reordered.empty())
    return contraction.reordered + ", which rounds otherwise in " +
           std::string(cudaName(contraction.sum));
  if (multipliesNarrow(*contraction.initial))
    return "which product of '" + describe(*contraction.initial) +
           "' and the first step is contracted cannot be told; write it with __hmul_rn";
  if (addsNarrowProducts(*contraction.result))
    return "'" + describe(*contraction.result) +
           "' adds products, and which one is contracted cannot be told; write it with __hfma";
  return {};
}

/// Of a kernel for tensor cores, the contract under which its rewritten form runs on them.
std::string needsTensorCores(const Contraction &contraction, Numerics numerics) {
  if (contraction.reordered != OnTensorCores)
    return {};
  if (isInteger(contraction.sum))
    return contraction.reordered + ", and integers run on them by tensorize<wgmma> alone";
  const ElementType type = contraction.a.type;
  const Numerics wanted = type == ElementType::F64    ? Numerics::Fp64
                          : type == ElementType::BF16 ? Numerics::Bf16
                          : type == ElementType::F32  ? Numerics::Tf32
                                                      : Numerics::Fp16;
  if (numerics == wanted)
    return {};
  return contraction.reordered + ", which rounds otherwise; allow that with --numerics=" +
         (wanted == Numerics::Fp64   ? "fp64"
          : wanted == Numerics::Bf16 ? "bf16"
          : wanted == Numerics::Tf32 ? "tf32"
                                     : "fp16");
}

} // namespace

std::string notBitExact(const Contraction &contraction, const Schedule &schedule) {
  if (const std::string reason = narrowlyUndecided(contraction); !reason.empty())
    return reason;
  if (const std::string reason = needsTensorCores(contraction, schedule.numerics); !reason.empty())
    return reason;
  if (schedule.numerics != Numerics::BitExact)
    return {};
  if (!contraction.reordered.empty() && !isInteger(contraction.sum))
    return contraction.reordered + ", which rounds otherwise; allow that with --numerics=fp32";
  if (startMayBeContracted(contraction))
    return (contraction.k.isPlain() ? "a loop" : "a nest of loops") + std::string(" of ") +
           contraction.k.extent().str() +
           " steps is unrolled whole, and nvcc may then contract the start '" +
           describe(*contraction.initial) +
           "' with the first product; allow it with --numerics=fp32";
  if (const std::string sum = earlyProduct(contraction); !sum.empty())
    return "'" + sum +
           "' adds a product of the sum and a constant, and whether nvcc contracts it into an FMA "
           "cannot be told; make the constant a parameter, or allow it with --numerics=fp32";
  if (const std::string &sum = contraction.undecidedParts; !sum.empty())
    return "'" + sum + "' adds products" +
           (isComplex(contraction.sum) ? " of parts of complex numbers" : "") +
           ", and which one nvcc contracts into an FMA cannot be told; " +
           (isComplex(contraction.sum)
                ? "read both parts of an element at once, keep the sum in one variable that is "
                  "assigned as a whole"
                : "read each element once, from global memory into a variable") +
           ", or allow it with --numerics=" +
           (partType(contraction.sum) == ElementType::F64 ? "fp64" : "fp32");
  if (const std::string &sum = contraction.undecidedReads; !sum.empty())
    return "'" + sum +
           "' adds products, and which one nvcc contracts into an FMA depends on what is read "
           "first; "
           "put the product of the sum first and read the element of C behind it, in the same "
           "expression, write it with fmaf, or allow it with --numerics=" +
           (contraction.sum == ElementType::F64 ? "fp64" : "fp32");
  if (const std::string sum = undecided(contraction); !sum.empty())
    return "'" + sum +
           "' adds products, and which one nvcc contracts into an FMA "
           "cannot be told; write it with fmaf, or allow it with --numerics=fp32";
  return {};
}

std::string notForByteProducts(const Contraction &contraction, const std::string &whose) {
  for (const Matrix *matrix : {&contraction.a, &contraction.b})
    if (!isInteger(matrix->type) || sizeOf(matrix->type) != 1)
      return "'" + matrix->name + "' is " + std::string(cudaName(matrix->type)) + ", and " + whose +
             " integers have 8 bits";
  if (!sumsModulo32Bits(*contraction.update))
    return "'" + describe(*contraction.update) +
           "' changes the values of elements or products on the way to the sum";
  return {};
}

std::string notForHalfProducts(const Contraction &contraction) {
  for (const Matrix *matrix : {&contraction.a, &contraction.b})
    if (isInteger(matrix->type) || matrix->type == ElementType::F64)
      return "'" + matrix->name + "' is " + std::string(cudaName(matrix->type)) +
             ", and operands of 16 bits are made of half, bfloat16 or float";
  if (roundsOperands(*contraction.update))
    return "the original rounds FP64 operands to float";
  if (contraction.sum != ElementType::F32)
    return "the sum is " + std::string(cudaName(contraction.sum)) +
           ", and that of products of 16 bits is FP32";
  if (productForms(*contraction.update).size() != 1)
    return "a step is '" + describe(*contraction.update) + "', no product of both operands";
  return {};
}

ElementType roundedPart(Numerics numerics) {
  return numerics == Numerics::Fp16   ? ElementType::F16
         : numerics == Numerics::Bf16 ? ElementType::BF16
                                      : ElementType::F32;
}

std::string notContiguous(const Contraction &contraction) {
  for (const Matrix *matrix : {&contraction.a, &contraction.b, &contraction.c})
    if (matrix->contiguous() < 0)
      return "no index of '" + matrix->name + "' has stride 1";
  // The second product's tiles lie as the first's, and have elements of the same type.
  const Computation computation = exactComputation(contraction);
  for (int operand = 2; operand < contraction.operandCount(); ++operand) {
    const Matrix &first = contraction.operand(operand - 2), &second = contraction.operand(operand);
    if (second.contiguous() != first.contiguous() || second.type != first.type ||
        computation.own(operand)->type != computation.own(operand - 2)->type)
      return "'" + first.name + "' and '" + second.name +
             "', of the two products of a step, are not alike";
  }
  return {};
}

std::unique_ptr<Pass> makeTile() {
  return std::make_unique<Tile>();
}

} // namespace warpsmith
