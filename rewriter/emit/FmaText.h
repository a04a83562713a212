/// What the kernel files of FP32, FP64 and integer units are told of a rewrite.
#pragma once

#include "rewriter/emit/Flatten.h"
#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {

/// The facts that all of them have: types, layouts, what is stored.
KernelFacts::Texts fmaFacts(const KernelPlan &plan);

/// The Problem's functions: what is done to an element, a step, a result.
MemberFunctions fmaFunctions(const KernelPlan &plan);

/// What the kernel is given, each as a parameter with its name.
std::vector<std::pair<std::string, std::string>> fmaMembers(const KernelPlan &plan);

inline std::string truth(bool value) {
  return value ? "true" : "false";
}

} // namespace warpsmith
