/// Products of complex numbers. The walk sees pairs of numbers: an array of twice as many elements,
/// and two sums. Here they become one array of complex elements and one sum, whose step makes a
/// pair of both parts. What is done to the parts stays as the source has it, so a step may be any
/// function of the sum and two elements: `a * b`, `conj(a) * b`, or something that is no product of
/// complex numbers at all.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/proof/ThreadSummary.h"
#include <array>

namespace warpsmith::frontend {

/// Joins the parts of what is read from the arrays in `ThreadSummary::pairs`, of the sums, and of
/// what is stored. False where a part stands alone.
bool joinComplexNumbers(ThreadSummary &state, RefusalSink &refuse);

/// Of each part of a complex sum, whether a step of zeros makes +0 of -0. Such a step must change
/// nothing else: nothing where that is not known.
std::optional<std::array<bool, 2>> partsMadePositive(const Expression &update);

} // namespace warpsmith::frontend
