/// From the symbolic summary of a kernel to a contraction, or to the reason why it is none.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/symbolic/SymbolicState.h"
#include "rewriter/ir/Contraction.h"

namespace warpsmith::frontend {

/// Fills everything but the kernel's name, parameters, location and launches. `kernel` is where
/// refusals that concern the whole kernel point to.
std::optional<Contraction> buildContraction(SymbolicState &state, clang::SourceLocation kernel,
                                            RefusalSink &refuse);

} // namespace warpsmith::frontend
