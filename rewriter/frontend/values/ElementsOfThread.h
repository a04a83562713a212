/// Elements of shared memory that are as good as variables: each thread has its own, and no other
/// thread looks at it.
#pragma once

#include "rewriter/frontend/values/ThreadEffects.h"

namespace warpsmith::frontend {

/// Where in an array the thread's own element is.
using ElementsOfThread = std::map<std::string, index::Affine>;

/// Of the arrays in which a thread changes what it finds, as `sums[y][x] += ...` does, those of
/// which it uses one element, always the same, that no other thread of the block uses. What is not
/// certain joins the prover's demands.
ElementsOfThread elementsOfThread(const ThreadEffects &effects, index::Symbols &symbols,
                                  index::Prover &prover);

} // namespace warpsmith::frontend
