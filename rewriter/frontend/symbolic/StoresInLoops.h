/// What shared memory holds in the steps of a loop and behind them.
#pragma once

#include "rewriter/frontend/symbolic/SymbolicState.h"

namespace warpsmith::frontend {

using SharedArrays = std::map<const clang::VarDecl *, SharedArray>;

/// What of the stores before a loop stays where its steps store beside them.
enum class Earlier { Nothing, Stays, StaysBesideSteps };

/// The arrays without what a step of the loop has stored: the next one must store it anew. What was
/// stored before the loop stays where steps do not change it, if told so, beside marks where they
/// store in the loop of that symbol.
SharedArrays withoutStale(SharedArrays arrays, const SharedArrays &before, Earlier earlier,
                          const std::string &steps = "");

/// The arrays after a loop: of what its steps have stored, they keep what goes to another element
/// at each step.
SharedArrays afterSteps(const SymbolicState &state, const SharedArrays &before,
                        const std::string &steps);

} // namespace warpsmith::frontend
