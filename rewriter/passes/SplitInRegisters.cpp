// split<in-registers>: FP32 operands as three BF16 parts each, those of B made in registers as it
// is read.
#include "rewriter/passes/Passes.h"
#include "rewriter/passes/SplitOperands.h"

namespace warpsmith {

std::unique_ptr<Pass> makeSplitInRegisters() {
  return std::make_unique<SplitOperands>(Split::InRegisters);
}

} // namespace warpsmith
