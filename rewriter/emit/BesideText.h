/// What results read besides their sums where a thread makes several neighbours in a row of C: as
/// many elements of each array at once. Kernel files ask a Problem for it by
///
///   ReadsInRuns                 there are such arrays
///   beside(RunOf<Run, Aligned>(), row, column)
///                               what the results of (row, column) and its neighbours read, so many
///                               elements at once
///   runsBeside(run)             whether runs of so many elements are aligned
///   PrefetchesBeside            some arrays have as many elements as C:
///   prefetchBeside(row, column) brings those of a place on into the L2 cache
///   finishBeside(sum, old, beside, which, row, column)
///                               what is stored for a sum, the one of that number
#pragma once

#include "rewriter/emit/KernelPlan.h"
#include "rewriter/emit/ProblemText.h"
#include <string>
#include <vector>

namespace warpsmith {

/// The structure of what they read, before a kernel or a Problem; empty where there is none.
std::string besideStructure(const KernelPlan &plan);

/// The Problem's functions, and the constant.
void addBeside(const KernelPlan &plan, MemberFunctions &functions);
NamedValues besideFacts(const KernelPlan &plan);
std::vector<ProblemFunction> besideProblemFunctions(const KernelPlan &plan);

} // namespace warpsmith
