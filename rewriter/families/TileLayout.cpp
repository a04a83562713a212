#include "rewriter/families/TileLayout.h"
#include "rewriter/families/KernelFamily.h"
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
  return familyOf(schedule).computation(contraction, schedule);
}

bool fusesProducts(const Contraction &contraction, const Schedule &schedule) {
  const auto *mma = schedule.find<Mma>();
  if (!mma || partType(mma->part) != ElementType::F64 || schedule.numerics != Numerics::BitExact)
    return false;
  const ExpressionRef step = computationFor(contraction, schedule).step;
  return isComplex(mma->part) ? step->contains(Expression::Kind::Binary)
                              : step->kind == Expression::Kind::Binary;
}

TileLayout tileLayout(const Contraction &contraction, const Schedule &schedule,
                      const Computation &computation, int operand) {
  const Matrix &matrix = contraction.operand(operand);
  const ExpressionRef &own = computation.own(operand);
  const bool hasRows = operand % 2 == 0;
  const Staging &staging = *schedule.staging();
  const auto *wmma = schedule.find<Wmma>();
  const BlockTile block = staging.block;
  const int outer = hasRows ? block.m : block.n;

  TileLayout layout{};
  layout.source = matrix.type;
  layout.contiguousAlongK = matrix.contiguous() == (hasRows ? 1 : 0);
  layout.rows = layout.contiguousAlongK ? outer : block.k;
  layout.columns = layout.contiguousAlongK ? block.k : outer;

  const bool throughRegisters = staging.route == CopyRoute::Registers;
  if (wmma) {
    layout.stored = wmmaType(wmma->operands);
    layout.tf32 = wmma->operands == Numerics::Tf32;
    const bool converts = layout.tf32 || layout.stored != layout.source;
    if (!converts)
      layout.transform = Transform::None;
    else if (throughRegisters || staging.route == CopyRoute::CopyWarps)
      layout.transform = Transform::OnCopy;
    else
      layout.transform = layout.stored == layout.source ? Transform::InPlace : Transform::Restaged;
  } else if (isIdentity(own)) {
    layout.stored = layout.source;
    layout.transform = Transform::None;
  } else if (throughRegisters || staging.route == CopyRoute::CopyWarps) {
    layout.stored = own->type;
    layout.transform = Transform::OnCopy;
  } else {
    layout.stored = layout.source;
    layout.transform = own->type == layout.source ? Transform::InPlace : Transform::OnFragment;
  }
  // Rows of one 16-byte access more than a power of two keep the rows that a warp reads together
  // in different banks. Tiles that are read along their rows need none, but for WMMA's.
  const int pad = layout.contiguousAlongK || wmma ? vectorWidth(layout.stored) : 0;
  layout.pitch = layout.columns + pad;
  if (layout.transform == Transform::Restaged)
    layout.rawPitch = layout.columns;
  return layout;
}

int sharedMemoryBytes(const Contraction &contraction, const Schedule &schedule) {
  const Computation computation = computationFor(contraction, schedule);
  const Staging &staging = *schedule.staging();
  int bytes = 0;
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    const TileLayout layout = tileLayout(contraction, schedule, computation, operand);
    // A restaged operand has its ring in the source's type and two tiles to read from.
    bytes += layout.transform == Transform::Restaged
                 ? staging.stages * layout.rawBytes() + 2 * layout.bytes()
                 : staging.stages * layout.bytes();
  }
  if (staging.route == CopyRoute::CopyWarps)
    bytes += staging.stages * 16;
  if (const auto *wmma = schedule.find<Wmma>())
    bytes += wmma->computeThreads() / 32 * wmma->m * PatchPitch * 4;
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
  const Fma *fma = schedule.find<Fma>();
  if (!fma)
    return 1;
  const Computation computation = computationFor(contraction, schedule);
  const TileLayout layout = tileLayout(contraction, schedule, computation, operand);
  const ThreadTile thread = fma->thread;
  const int extent = operand % 2 == 0 ? thread.m : thread.n;
  if (layout.contiguousAlongK)
    return 1;
  return std::gcd(extent, std::min(4, vectorWidth(layout.stored)));
}

namespace {

/// Registers that a k-tile takes on its way through a thread.
int fetchRegisters(const Contraction &contraction, const Schedule &schedule) {
  const BlockTile block = schedule.staging()->block;
  int bytes = 0;
  for (int operand = 0; operand < contraction.operandCount(); ++operand)
    bytes += (operand % 2 == 0 ? block.m : block.n) * block.k *
             sizeOf(contraction.operand(operand).type);
  return bytes / 4 / schedule.computeThreads();
}

int registersWithoutFetch(const Contraction &contraction, const Schedule &schedule) {
  constexpr int Addressing = 40; // pointers, loop counters, copies in flight
  if (const auto *wmma = schedule.find<Wmma>()) {
    const int sums = wmma->warpM * wmma->warpN / 32;
    const int fragments = (wmma->warpM + wmma->warpN) / 16 * 8;
    return sums + fragments + Addressing;
  }
  const Fma &fma = schedule.as<Fma>();
  const int sumWords = std::max<int>(sizeOf(contraction.sum) / 4, 1);
  const int group = stepGroup(contraction, schedule);
  const Computation computation = computationFor(contraction, schedule);
  const int sums = fma.thread.m * fma.thread.n;
  int registers = sums * sumWords + Addressing;
  for (int operand = 0; operand < contraction.operandCount(); ++operand) {
    const TileLayout layout = tileLayout(contraction, schedule, computation, operand);
    const int extent = operand % 2 == 0 ? fma.thread.m : fma.thread.n;
    registers += extent * (layout.contiguousAlongK ? group : 1) * sumWords;
  }
  if (fma.interleave)
    registers += 2 * (sums + fma.thread.m + fma.thread.n);
  else if (fma.fp64Warps)
    registers += sums + fma.thread.m + fma.thread.n;
  return registers;
}

} // namespace

bool prefetches(const Contraction &contraction, const Schedule &schedule) {
  // Where rows are not aligned, every element on its way has an address and a condition.
  constexpr int UnalignedRuns = 48;
  const auto *fma = schedule.find<Fma>();
  return fma && fma->route == CopyRoute::Registers &&
         registersWithoutFetch(contraction, schedule) + fetchRegisters(contraction, schedule) +
                 UnalignedRuns <=
             std::min(MaxRegistersPerThread, RegistersPerSm / schedule.threads());
}

int estimatedRegisters(const Contraction &contraction, const Schedule &schedule) {
  return registersWithoutFetch(contraction, schedule) +
         (prefetches(contraction, schedule) ? fetchRegisters(contraction, schedule) : 0);
}

} // namespace warpsmith
