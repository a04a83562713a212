/// Whether two kernels compute the same, by comparison of their contractions.
#pragma once

#include "rewriter/ir/Equivalence.h"
#include "rewriter/tool/KernelPair.h"
#include "types/Numerics.h"
#include <string>
#include <vector>

namespace warpsmith::tool {

struct PairProof {
  Agreement agreement = Agreement::Unproved;
  bool roundsMore = false;              ///< the second rounds to a type of fewer bits
  Numerics needed = Numerics::BitExact; ///< the contract that allows the roundings that differ
  /// The sizes that the proof is for, and what launches must meet.
  std::vector<std::string> restrictions, conditions;
  std::vector<std::string> reasons; ///< what differs, or why there is no proof
};

/// Of kernels that are both read and whose parameters match.
PairProof prove(const KernelPair &pair);

/// `i * n is within [0, 127]`.
std::string rangeText(const IndexRange &range);

/// The proof leaves out sizes that people have: a condition on sizes alone, or a type of few bits
/// that holds an index.
bool isLimited(const Contraction &contraction);
/// The contraction without these conditions: what a test is to run all the same.
Contraction withoutLimits(Contraction contraction);

} // namespace warpsmith::tool
