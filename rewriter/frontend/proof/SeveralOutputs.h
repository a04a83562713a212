/// Kernels that store a result in each of two arrays, such as the real and the imaginary parts of a
/// product of complex matrices whose parts lie apart. Each result is a contraction of its own.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/ir/Contraction.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// What one array gets.
using OutputBuilder =
    std::function<std::optional<Contraction>(const std::string &array, RefusalSink &why)>;

/// What both arrays get, each naming the other as an output too. The contractions have the same
/// four operands, and nothing that is stored is read: so one may run after the other, and the
/// original after any of them. `where` is the second store.
std::optional<std::vector<Contraction>> contractionsOf(const std::vector<std::string> &arrays,
                                                       const OutputBuilder &build,
                                                       clang::SourceLocation where,
                                                       RefusalSink &refuse);

} // namespace warpsmith::frontend
