#include "rewriter/frontend/proof/JoinedCases.h"
#include <algorithm>
#include <optional>

namespace warpsmith::frontend {
namespace {

bool areSame(const ExpressionRef &left, const ExpressionRef &right) {
  return left == right || (left && right && same(*left, *right));
}

std::string withoutConditions(Contraction contraction) {
  contraction.conditions.clear();
  return contraction.str();
}

/// But for their conditions, and for what indices must not exceed.
bool computesSame(const Contraction &left, const Contraction &right) {
  return left.instance == right.instance && !left.isPart() && !right.isPart() &&
         left.constants == right.constants && left.a == right.a && left.b == right.b &&
         left.c == right.c && left.second == right.second && left.readOrder == right.readOrder &&
         areSame(left.initial, right.initial) && areSame(left.update, right.update) &&
         areSame(left.result, right.result) && areSame(left.diagonal, right.diagonal) &&
         std::ranges::equal(left.sharedProducts, right.sharedProducts, areSame) &&
         left.outputBeforeLoop == right.outputBeforeLoop && left.extras == right.extras &&
         left.positions == right.positions && left.stepBounds == right.stepBounds &&
         left.preconditions == right.preconditions && left.assertions == right.assertions &&
         left.reordered == right.reordered && left.undecidedParts == right.undecidedParts &&
         left.undecidedReads == right.undecidedReads &&
         left.dynamicSharedMemory == right.dynamicSharedMemory &&
         left.sharedBytes == right.sharedBytes &&
         withoutConditions(left) == withoutConditions(right);
}

/// The one condition that is the opposite in the other list, where all others are the same.
std::optional<size_t> onlyOpposite(const std::vector<Predicate> &left,
                                   const std::vector<Predicate> &right) {
  std::optional<size_t> found;
  if (left.size() != right.size())
    return std::nullopt;
  for (size_t index = 0; index < left.size(); ++index) {
    if (left[index] == right[index])
      continue;
    if (found || left[index] != !right[index])
      return std::nullopt;
    found = index;
  }
  return found;
}

} // namespace

void joinCases(std::vector<Contraction> &cases, size_t first) {
  for (size_t one = first; one < cases.size(); ++one)
    for (size_t other = one + 1; other < cases.size(); ++other) {
      const auto opposite = onlyOpposite(cases[one].conditions, cases[other].conditions);
      if (!opposite || !computesSame(cases[one], cases[other]))
        continue;
      std::vector<Predicate> &conditions = cases[one].conditions;
      conditions.erase(conditions.begin() + static_cast<long>(*opposite));
      for (const IndexRange &range : cases[other].ranges)
        if (std::ranges::find(cases[one].ranges, range) == cases[one].ranges.end())
          cases[one].ranges.push_back(range);
      cases.erase(cases.begin() + static_cast<long>(other));
      return joinCases(cases, first);
    }
}

} // namespace warpsmith::frontend
