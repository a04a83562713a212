// split<bf16x6>: FP32 operands as three BF16 parts each.
#include "rewriter/passes/Passes.h"
#include "rewriter/passes/SplitOperands.h"

namespace warpsmith {

std::unique_ptr<Pass> makeSplitBf16() {
  return std::make_unique<SplitOperands>(Split::Bf16x6);
}

} // namespace warpsmith
