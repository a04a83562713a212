#include "rewriter/families/TakesStrides.h"
#include "rewriter/families/KernelFamily.h"

namespace warpsmith {

bool takesStrides(const Contraction &contraction, const Schedule &schedule) {
  const KernelFamily &family = familyOf(schedule);
  return !contraction.isPlain() || family.gathersVectors() || family.readsPackedLayouts();
}

} // namespace warpsmith
