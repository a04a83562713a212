/// Kernels that store a result in each of two arrays, such as the real and the imaginary parts of a
/// product of complex matrices whose parts lie apart. Each result is a contraction of its own.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/symbolic/SymbolicState.h"
#include "rewriter/ir/Contraction.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// True where the kernel sums and stores to two arrays.
bool hasTwoOutputs(const SymbolicState &state);

/// Both contractions, each of which names the other's output. They have the same four operands, and
/// nothing that is stored is read: so one may run after the other, and the original after any of
/// them.
std::optional<std::vector<Contraction>>
buildBoth(const SymbolicState &state, clang::SourceLocation kernel, RefusalSink &refuse);

/// The same of two arrays, where `build` finds what one of them gets. `where` is the second store.
using OutputBuilder =
    std::function<std::optional<Contraction>(const std::string &array, RefusalSink &why)>;
std::optional<std::vector<Contraction>> contractionsOf(const std::vector<std::string> &arrays,
                                                       const OutputBuilder &build,
                                                       clang::SourceLocation where,
                                                       RefusalSink &refuse);

} // namespace warpsmith::frontend
