/// What a kernel file is told of the ranges of steps that elements of C have: see StepBound.
#pragma once

#include "rewriter/emit/KernelPlan.h"
#include "rewriter/emit/ProblemText.h"
#include <vector>

namespace warpsmith {

/// StartsLater and EndsEarlier: some ranges begin after 0, or end before k.
NamedValues stepBoundFacts(const Contraction &contraction);

/// firstStep, endOfSteps, rowsBefore and columnsBefore, as kernels/mma_ranges.cuh says.
MemberFunctions stepBoundFunctions(const KernelPlan &plan);

/// The same of a Problem that is a structure. onHost: the launch calls them, too.
std::vector<ProblemFunction> stepBoundProblemFunctions(const KernelPlan &plan, bool onHost);

} // namespace warpsmith
