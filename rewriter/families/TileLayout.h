/// Where the operands' tiles lie in shared memory, and what is done to an element on its way.
#pragma once

#include "rewriter/families/Schedule.h"
#include "rewriter/ir/Computation.h"

namespace warpsmith {

/// When the operand's own expression (`alpha * A`, a conversion) is applied to its elements.
enum class Transform {
  None,
  OnCopy,    ///< while they pass through registers into shared memory
  InPlace,   ///< in shared memory, by the thread that copied them, once they have arrived
  Restaged,  ///< from the copied tile into a second one of another element type
  OnFragment ///< when a thread loads them for its products
};

/// A tile of rows x columns elements, columns contiguous, rows `pitch` elements apart.
struct TileLayout {
  ElementType source;    ///< element type in global memory
  ElementType stored;    ///< element type the products read
  bool tf32 = false;     ///< stored as F32 rounded to TF32
  bool contiguousAlongK; ///< rows run over m or n, columns over k; else the other way round
  int rows, columns, pitch;
  Transform transform;
  int rawPitch = 0; ///< of the copied tile before it is restaged

  int elements() const { return rows * pitch; }
  int bytes() const { return elements() * sizeOf(stored); }
  int rawBytes() const { return rows * rawPitch * sizeOf(source); }
};

/// Elements that one 16-byte access moves.
int vectorWidth(ElementType type);

TileLayout tileLayout(const Contraction &contraction, const Schedule &schedule,
                      const Computation &computation, int operand);

/// The computation that the schedule's numerics allow.
Computation computationFor(const Contraction &contraction, const Schedule &schedule);

/// True when the kernel fuses a product and a sum that the source has apart: FP64's tensor cores
/// do. It has the original's bits only where the compiler fuses them there, too.
bool fusesProducts(const Contraction &contraction, const Schedule &schedule);

/// Shared memory of a block in bytes: tiles of all stages, the epilogue's patches, barriers.
int sharedMemoryBytes(const Contraction &contraction, const Schedule &schedule);

/// Elements of a WMMA epilogue patch: one fragment of a warp, rows apart by this pitch.
constexpr int PatchPitch = 20;

/// Steps of k that one fragment load serves: above 1 when an operand is contiguous along k.
int stepGroup(const Contraction &contraction, const Schedule &schedule);

/// Columns of a thread that lie side by side: the width of its loads and stores along n.
int runWidth(const Contraction &contraction, const Schedule &schedule, int operand);

/// True when the next k-tile is loaded into registers while one is multiplied: on the route through
/// registers, where enough of them are left.
bool prefetches(const Contraction &contraction, const Schedule &schedule);

/// An estimate of the registers a thread needs; passes refuse what would spill.
int estimatedRegisters(const Contraction &contraction, const Schedule &schedule);

} // namespace warpsmith
