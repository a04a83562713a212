/// Products of doubles by residues: what a rewrite adds to kernels/wgmma_residues.cuh, beside what
/// the products of residues take as those of any 8-bit integers do.
#pragma once

#include "rewriter/emit/KernelPlan.h"
#include "rewriter/emit/ProblemText.h"

namespace warpsmith {

/// True when products are those of residues.
bool isResidues(const KernelPlan &plan);

/// The facts of the products, whose problem also says what the original's is.
void tellResidues(const KernelPlan &plan, NamedValues &facts);

/// Texts that all kernels on warpgroup products have.
struct ResidueTexts {
  std::string members, furtherMembers; ///< of the original's problem, beside its matrices
  std::string factor;                  ///< what it multiplies each product by
  std::string constants, multiply;     ///< of the products' problem, where files are included
};
/// What the original computes, and the problem of its residues.
std::string residueProblemText(KernelPlan &plan, const ResidueTexts &texts);

/// The namespace of the kernel on FP64's tensor cores.
std::string leftText(KernelPlan &plan);

/// `run`; the names of the kernel files stand in `scope`.
std::string residueRunText(const KernelPlan &plan, const std::string &scope,
                           const std::vector<std::string> &tiles);

} // namespace warpsmith
