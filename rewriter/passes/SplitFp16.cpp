// split<fp16x3;narrow>: FP32 operands as two FP16 parts each.
#include "rewriter/passes/Passes.h"
#include "rewriter/passes/SplitOperands.h"

namespace warpsmith {

std::unique_ptr<Pass> makeSplitFp16() {
  return std::make_unique<SplitOperands>(Split::Fp16x3);
}

} // namespace warpsmith
