#include "rewriter/families/TileLayout.h"
#include <algorithm>
#include <numeric>

namespace warpsmith {
namespace {

bool isIdentity(const ExpressionRef &expression) {
  return expression->kind == Expression::Kind::Operand;
}

ElementType wmmaType(Numerics operands) {
  return operands == Numerics::Fp16   ? ElementType::F16
         : operands == Numerics::Bf16 ? ElementType::BF16
                                      : ElementType::F32;
}

} // namespace

int vectorWidth(ElementType type) {
  return 16 / sizeOf(type);
}

Computation computationFor(const Contraction &contraction, const Schedule &schedule) {
  // FP64's tensor cores keep the order and every rounding where that is asked for.
  const bool products = schedule.wmma || schedule.wgmma ||
                        (schedule.mma && schedule.numerics != Numerics::BitExact) ||
                        (schedule.interleave && schedule.interleave->columns);
  return products ? productComputation(contraction, schedule.split.has_value())
                  : exactComputation(contraction);
}

bool fusesProducts(const Contraction &contraction, const Schedule &schedule) {
  return schedule.mma && schedule.mma->part == ElementType::F64 &&
         schedule.numerics == Numerics::BitExact &&
         computationFor(contraction, schedule).step->kind == Expression::Kind::Binary;
}

TileLayout tileLayout(const Contraction &contraction, const Schedule &schedule,
                      const Computation &computation, int operand) {
  const Matrix &matrix = contraction.operand(operand);
  const ExpressionRef &own = computation.own(operand);
  const bool hasRows = operand % 2 == 0;
  const BlockTile block = *schedule.block;
  const int outer = hasRows ? block.m : block.n;

  TileLayout layout{};
  layout.source = matrix.type;
  layout.contiguousAlongK = matrix.contiguous() == (hasRows ? 1 : 0);
  layout.rows = layout.contiguousAlongK ? outer : block.k;
  layout.columns = layout.contiguousAlongK ? block.k : outer;

  const bool throughRegisters = schedule.route == CopyRoute::Registers;
  if (schedule.wmma) {
    layout.stored = wmmaType(schedule.wmma->operands);
    layout.tf32 = schedule.wmma->operands == Numerics::Tf32;
    const bool converts = layout.tf32 || layout.stored != layout.source;
    if (!converts)
      layout.transform = Transform::None;
    else if (throughRegisters || schedule.route == CopyRoute::CopyWarps)
      layout.transform = Transform::OnCopy;
    else
      layout.transform = layout.stored == layout.source ? Transform::InPlace : Transform::Restaged;
  } else if (isIdentity(own)) {
    layout.stored = layout.source;
    layout.transform = Transform::None;
  } else if (throughRegisters || schedule.route == CopyRoute::CopyWarps) {
    layout.stored = own->type;
    layout.transform = Transform::OnCopy;
  } else {
    layout.stored = layout.source;
    layout.transform = own->type == layout.source ? Transform::InPlace : Transform::OnFragment;
  }
  // Rows of one 16-byte access more than a power of two keep the rows that a warp reads together
  // in different banks. Tiles that are read along their rows need none, but for WMMA's.
  const int pad = layout.contiguousAlongK || schedule.wmma ? vectorWidth(layout.stored) : 0;
  layout.pitch = layout.columns + pad;
  if (layout.transform == Transform::Restaged)
    layout.rawPitch = layout.columns;
  return layout;
}

int sharedMemoryBytes(const Contraction &contraction, const Schedule &schedule) {
  const Computation computation = computationFor(contraction, schedule);
  int bytes = 0;
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    const TileLayout layout = tileLayout(contraction, schedule, computation, operand);
    // A restaged operand has its ring in the source's type and two tiles to read from.
    bytes += layout.transform == Transform::Restaged
                 ? schedule.stages * layout.rawBytes() + 2 * layout.bytes()
                 : schedule.stages * layout.bytes();
  }
  if (schedule.route == CopyRoute::CopyWarps)
    bytes += schedule.stages * 16;
  if (schedule.wmma)
    bytes += schedule.computeThreads() / 32 * schedule.wmma->m * PatchPitch * 4;
  return bytes;
}

int stepGroup(const Contraction &contraction, const Schedule &schedule) {
  const Computation computation = computationFor(contraction, schedule);
  int group = 1;
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    const TileLayout layout = tileLayout(contraction, schedule, computation, operand);
    if (layout.contiguousAlongK)
      group = std::max(group, std::min(4, vectorWidth(layout.stored)));
  }
  return group;
}

int runWidth(const Contraction &contraction, const Schedule &schedule, int operand) {
  const Computation computation = computationFor(contraction, schedule);
  const TileLayout layout = tileLayout(contraction, schedule, computation, operand);
  const int extent = operand % 2 == 0 ? schedule.thread.m : schedule.thread.n;
  if (layout.contiguousAlongK)
    return 1;
  return std::gcd(extent, std::min(4, vectorWidth(layout.stored)));
}

namespace {

/// Registers that a k-tile takes on its way through a thread.
int fetchRegisters(const Contraction &contraction, const Schedule &schedule) {
  const BlockTile block = *schedule.block;
  int bytes = 0;
  for (int operand = 0; operand < contraction.operandCount(); ++operand)
    bytes += (operand % 2 == 0 ? block.m : block.n) * block.k *
             sizeOf(contraction.operand(operand).type);
  return bytes / 4 / schedule.computeThreads();
}

int registersWithoutFetch(const Contraction &contraction, const Schedule &schedule) {
  constexpr int Addressing = 40; // pointers, loop counters, copies in flight
  if (schedule.wmma) {
    const int sums = schedule.wmma->warpM * schedule.wmma->warpN / 32;
    const int fragments = (schedule.wmma->warpM + schedule.wmma->warpN) / 16 * 8;
    return sums + fragments + Addressing;
  }
  const int sumWords = sizeOf(contraction.sum) / 4;
  const int group = stepGroup(contraction, schedule);
  const Computation computation = computationFor(contraction, schedule);
  const int sums = schedule.thread.m * schedule.thread.n;
  int registers = sums * sumWords + Addressing;
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    const TileLayout layout = tileLayout(contraction, schedule, computation, operand);
    const int extent = operand % 2 == 0 ? schedule.thread.m : schedule.thread.n;
    registers += extent * (layout.contiguousAlongK ? group : 1) * sumWords;
  }
  if (schedule.interleave)
    registers += 2 * (sums + schedule.thread.m + schedule.thread.n);
  else if (schedule.fp64Warps)
    registers += sums + schedule.thread.m + schedule.thread.n;
  return registers;
}

} // namespace

bool prefetches(const Contraction &contraction, const Schedule &schedule) {
  // Where rows are not aligned, every element on its way has an address and a condition.
  constexpr int UnalignedRuns = 48;
  return schedule.route == CopyRoute::Registers && !schedule.wmma &&
         registersWithoutFetch(contraction, schedule) + fetchRegisters(contraction, schedule) +
                 UnalignedRuns <=
             std::min(MaxRegistersPerThread, RegistersPerSm / schedule.threads());
}

int estimatedRegisters(const Contraction &contraction, const Schedule &schedule) {
  return registersWithoutFetch(contraction, schedule) +
         (prefetches(contraction, schedule) ? fetchRegisters(contraction, schedule) : 0);
}

} // namespace warpsmith
