/// A kernel that branches on its parameters (`transA ? … : …`) is walked once for each outcome.
#pragma once

#include "rewriter/ir/Predicate.h"
#include <optional>
#include <utility>
#include <vector>

namespace warpsmith::frontend {

/// The answers to the questions of one walk, and through next() those of the walks that are left.
class Decisions {
public:
  /// Without asking, a walk only learns whether it meets such conditions.
  explicit Decisions(bool asking = true) : isAsking(asking) {}

  /// A condition on parameters alone; nothing when there have been too many. The first walk answers
  /// yes.
  std::optional<bool> ask(const Predicate &condition) {
    for (const auto &[question, answer] : answers) {
      if (question == condition)
        return answer;
      if (question == !condition)
        return !answer;
    }
    hasMet = true;
    if (!isAsking || answers.size() == Most)
      return std::nullopt;
    const bool answer = asked() < forced.size() ? forced[asked()] : true;
    answers.emplace_back(condition, answer);
    return answer;
  }
  bool hasMetConditions() const { return hasMet; }
  /// As ask(), for a condition whose answer the build has given (`TILE == 16`).
  bool note(const Predicate &condition, bool answer) {
    known.push_back(answer ? condition : !condition);
    return answer;
  }
  /// What must hold for this walk's answers.
  std::vector<Predicate> conditions() const {
    std::vector<Predicate> result = known;
    for (const auto &[condition, answer] : answers)
      result.push_back(answer ? condition : !condition);
    return result;
  }
  /// Prepares the next walk; false when all outcomes have been seen.
  bool next() {
    while (!answers.empty() && !answers.back().second)
      answers.pop_back();
    if (answers.empty())
      return false;
    forced.clear();
    for (const auto &[condition, answer] : answers)
      forced.push_back(answer);
    forced.back() = false;
    answers.clear();
    known.clear();
    return true;
  }

private:
  static constexpr size_t Most = 4;
  size_t asked() const { return answers.size(); }

  bool isAsking, hasMet = false;
  std::vector<std::pair<Predicate, bool>> answers;
  std::vector<bool> forced;
  std::vector<Predicate> known;
};

} // namespace warpsmith::frontend
