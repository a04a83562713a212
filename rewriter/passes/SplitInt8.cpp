// split<int8xn>: FP64 operands as integers, which are multiplied by their residues of 8 bits.
#include "rewriter/passes/Passes.h"
#include "rewriter/passes/SplitOperands.h"

namespace warpsmith {

std::unique_ptr<Pass> makeSplitInt8() {
  return std::make_unique<SplitOperands>(Split::Int8xn);
}

} // namespace warpsmith
