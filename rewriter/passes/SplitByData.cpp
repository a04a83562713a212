// split<by-data>: FP32 operands as two FP16 parts each where the data allow it, else as three BF16
// parts.
#include "rewriter/passes/Passes.h"
#include "rewriter/passes/SplitOperands.h"

namespace warpsmith {

std::unique_ptr<Pass> makeSplitByData() {
  return std::make_unique<SplitOperands>(Split::ByData);
}

} // namespace warpsmith
