// resident<threads=n>: the kernel keeps its name, its parameters and its launches; in whatever grid
// it is given, blocks take tiles of C, on the tensor cores where the contract lets them.
#include "rewriter/families/ResidentTile.h"
#include "rewriter/ir/Reordering.h"
#include "rewriter/ir/SizesInMemory.h"
#include "rewriter/passes/Passes.h"
#include <algorithm>

namespace warpsmith {
namespace {

class ResidentPass : public Pass {
public:
  std::string_view name() const override { return "resident"; }
  std::string_view parameters() const override { return "threads=n"; }
  std::string_view summary() const override {
    return "keeps the kernel's name, parameters and launches: in whatever grid it is given, blocks "
           "take tiles of C; the default for kernels that nothing in the file launches. threads=n "
           "promises that no block has more threads, which leaves each more registers; bit-exact, "
           "or by mma.sync on the tensor cores with --numerics=fp16, bf16 or tf32";
  }

  std::string explain(const Contraction &contraction, const Schedule &schedule) const override {
    const auto tile =
        residentTile(contraction, schedule, contraction.mostThreads, partOf(contraction, schedule));
    if (!tile)
      return "no tile fits into its shared memory";
    if (tile->part)
      return "tensor cores multiply, " + std::to_string(schedule.architecture->fp16) +
             " operations of 16 bits a clock and SM; blocks without a tile of their own leave at "
             "once";
    return "each element in registers serves " + std::to_string(threadOf(*tile).m) +
           " products instead of one; blocks without a tile of their own leave at once";
  }

  PassResult apply(const Contraction &contraction, Schedule schedule,
                   Arguments &arguments) const override {
    const std::optional<int> promised = arguments.take("threads");
    if (const std::string wrong = arguments.finish(); !wrong.empty())
      return PassRefusal{wrong};
    if (!schedule.str().empty())
      return PassRefusal{"it has tiles of its own: no pass comes before it"};
    if (const std::string reason = notContiguous(contraction); !reason.empty())
      return PassRefusal{reason};
    if (contraction.n.extent().constant() == 1)
      return PassRefusal{"it is a matrix-vector product, which memory limits"};
    const std::optional<ElementType> part = partOf(contraction, schedule);
    if (const std::string reason = part ? "" : notBitExact(contraction, schedule); !reason.empty())
      return PassRefusal{reason};
    if (const std::string reason = unfit(contraction, part.has_value()); !reason.empty())
      return PassRefusal{reason};
    if (promised && contraction.hasLaunchBounds)
      return PassRefusal{"its __launch_bounds__ say how many threads a block has"};
    const int threads =
        std::min(contraction.mostThreads, promised.value_or(contraction.mostThreads));
    if (threads < LeastResidentThreads)
      return PassRefusal{"blocks have at least " + std::to_string(LeastResidentThreads) +
                         " threads"};
    if (const int registers = residentRegisters(contraction, threads);
        registers < LeastResidentRegisters)
      return PassRefusal{"its __launch_bounds__ leave a thread " + std::to_string(registers) +
                         " registers"};
    auto tile = residentTile(contraction, schedule, threads, part);
    if (!tile)
      return PassRefusal{"beside the " + std::to_string(contraction.sharedBytes) +
                         " bytes of shared memory that the kernel has there is no room for tiles"};
    tile->promised = promised.has_value();
    schedule.plan = *tile;
    return schedule;
  }

private:
  /// The type in which tensor cores multiply the operands; nothing where the contract, the
  /// architecture or the product leaves it to the other units.
  static std::optional<ElementType> partOf(const Contraction &contraction,
                                           const Schedule &schedule) {
    if (schedule.numerics != Numerics::Fp16 && schedule.numerics != Numerics::Bf16 &&
        schedule.numerics != Numerics::Tf32)
      return std::nullopt;
    const ElementType part = roundedPart(schedule.numerics);
    if (!schedule.architecture->hasCpAsync() || contraction.operandCount() > 2 ||
        !notForHalfProducts(contraction).empty())
      return std::nullopt;
    for (const Matrix *matrix : {&contraction.a, &contraction.b})
      if (part == ElementType::F32 && matrix->type != ElementType::F32)
        return std::nullopt;
    return part;
  }

  static std::string unfit(const Contraction &contraction, bool onTensorCores) {
    if (contraction.reordered == OnTensorCores && !onTensorCores)
      return contraction.reordered + std::string(", and its tiles are for other units");
    if (contraction.dynamicSharedMemory)
      return "its shared memory is sized by the launch (extern __shared__), and what that leaves "
             "is "
             "not known here";
    if (!contraction.second.empty())
      return "a step sums two products";
    if (contraction.isBatched() &&
        std::any_of(contraction.extras.begin(), contraction.extras.end(),
                    [](const Matrix &extra) { return !extra.batchStride().isZero(); }))
      return "each product of the batch adds elements of its own";
    // The original may read no structure where no element is summed.
    if (!contraction.structures.empty() &&
        (contraction.region != Region::Full || contraction.limitsSteps()))
      return behindPointer(contraction.structures.front()) +
             " are read before it is known that some element is summed";
    if (contraction.readsStructuresInAnyOrder)
      return "which of the structures that have its sizes is read first is not known, and with "
             "nothing to compute the original may not read the others";
    return {};
  }
};

} // namespace

std::unique_ptr<Pass> makeResident() {
  return std::make_unique<ResidentPass>();
}

} // namespace warpsmith
