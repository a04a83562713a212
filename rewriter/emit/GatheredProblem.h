/// What kernels of gathered operands are given, and where elements lie: the members and functions
/// of their Problem.
#pragma once

#include "rewriter/emit/KernelPlan.h"
#include "rewriter/emit/ProblemText.h"
#include <memory>
#include <string>
#include <vector>

namespace warpsmith {

/// An int that the kernel is given, and what it is.
struct GatheredNumber {
  std::string name;
  Polynomial value;
};

/// Of a plan that lives as long.
class GatheredProblem {
public:
  explicit GatheredProblem(const KernelPlan &of);

  /// As functions of a structure.
  std::vector<ProblemFunction> structureFunctions() const;
  /// As parameters behind a comma each: sizes, scalars, the arrays, numbers(), what results read.
  std::string members() const;
  const std::vector<GatheredNumber> &numbers() const { return given; }

private:
  const KernelPlan &plan;
  MemberFunctions own;
  std::shared_ptr<const void> kept; ///< what the functions refer to
  std::vector<GatheredNumber> given;
};

/// Whether some operand has padding.
bool isPadded(const Contraction &contraction);
/// Whether in some launches elements lie in padding, and in others none does.
bool mayBePadded(const Contraction &contraction);

} // namespace warpsmith
