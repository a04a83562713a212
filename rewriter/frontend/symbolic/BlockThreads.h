/// Numbers that tell the threads of a block apart, and how many there are.
#pragma once

#include "rewriter/ir/Polynomial.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <utility>
#include <vector>

namespace warpsmith::frontend {

/// How many threads a block has whose numbers those are, from 0, and what the block's shape has to
/// be: threadIdx.x, threadIdx.y * blockDim.x + threadIdx.x, or with a number that is blockDim.x
/// where the launch is right, `threadIdx.y * 16 + threadIdx.x`.
struct BlockThreads {
  Polynomial count;
  std::vector<std::pair<Polynomial, Polynomial>> equal;
};

std::optional<BlockThreads> threadsOfBlock(const Polynomial &number,
                                           llvm::function_ref<bool(const Polynomial &)> isUniform);

} // namespace warpsmith::frontend
