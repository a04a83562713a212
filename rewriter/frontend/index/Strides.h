/// Places that coordinates number: by how much each moves the place on.
#pragma once

#include "rewriter/frontend/index/Prover.h"

namespace warpsmith::frontend::index {

/// The coordinates, ordered so that each moves the place on by more than all inner ones together
/// do: then no two of their values have one place. What is not certain the launch checks. Nothing
/// where there is no such order.
std::optional<std::vector<SymbolId>> outermostFirst(const Affine &place,
                                                    std::vector<SymbolId> coordinates,
                                                    const Symbols &symbols, Prover &prover);

} // namespace warpsmith::frontend::index
