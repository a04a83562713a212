/// What the kernel files of FP32, FP64 and integer units are told of a rewrite.
#pragma once

#include "rewriter/emit/KernelPlan.h"
#include "rewriter/emit/ProblemText.h"

namespace warpsmith {

/// The facts that all of them have: types, layouts, what is stored.
NamedValues fmaFacts(const KernelPlan &plan);

/// The Problem's functions: what is done to an element, a step, a result.
MemberFunctions fmaFunctions(const KernelPlan &plan);

/// Those that a kernel file calls of a Problem that is a structure: `stored` of operands whose
/// elements it changes or copies one by one, `start` where sums start from something, `add`,
/// `finish` and `isStored`.
std::vector<ProblemFunction> fmaProblemFunctions(const KernelPlan &plan,
                                                 const std::vector<int> &storedOperands);

/// Of these, `finish` and `isStored`.
std::vector<ProblemFunction> fmaResultFunctions(const KernelPlan &plan);

/// The members that say how matrices in packed layouts lie: `layoutA`.
std::vector<std::string> fmaLayoutNames(const KernelPlan &plan);

/// What the kernel is given, as parameters behind a comma each, for a structure's members.
std::string fmaMemberList(const KernelPlan &plan);

inline std::string truth(bool value) {
  return value ? "true" : "false";
}

} // namespace warpsmith
