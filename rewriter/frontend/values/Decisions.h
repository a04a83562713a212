/// A kernel that branches on its parameters (`transA ? … : …`) is run once for each outcome.
#pragma once

#include "rewriter/ir/Predicate.h"
#include <optional>
#include <utility>
#include <vector>

namespace warpsmith::frontend {

/// The answers to the questions of one run, and through next() those of the runs that are left.
class Decisions {
public:
  /// Without asking, a run only learns whether it meets such conditions.
  /// Where the device flushes subnormal numbers, it compares other floats than the host.
  explicit Decisions(bool flushes, bool asking = true)
      : flushesSubnormals(flushes),
        isAsking(asking) {}

  /// A condition on parameters alone; nothing when there have been too many. The first run answers
  /// yes.
  std::optional<bool> ask(const Predicate &condition) {
    for (const auto &[question, answer] : answers) {
      if (question == condition)
        return answer;
      if (question == !condition)
        return !answer;
    }
    if (const auto *values = std::get_if<Predicate::Values>(&condition.test());
        values && !(isSameOnHost(*values->left) && isSameOnHost(*values->right)))
      return std::nullopt;
    hasMet = true;
    if (!isAsking || answers.size() == Most)
      return std::nullopt;
    const bool answer = asked() < forced.size() ? forced[asked()] : true;
    answers.emplace_back(condition, answer);
    return answer;
  }
  bool hasMetConditions() const { return hasMet; }
  /// What must hold for this run's answers.
  std::vector<Predicate> conditions() const {
    std::vector<Predicate> result;
    for (const auto &[condition, answer] : answers)
      result.push_back(answer ? condition : !condition);
    return result;
  }
  /// Prepares the next run; false when all outcomes have been seen.
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
    return true;
  }

private:
  static constexpr size_t Most = 4;
  /// The host's compiler rounds it as nvcc does for the device, which contracts products that are
  /// added, and converts what no integer is in its own way.
  bool isSameOnHost(const Expression &value) const {
    const bool isFloat = !isInteger(value.type);
    const bool isSum =
        value.kind == Expression::Kind::Binary && (value.text == "+" || value.text == "-");
    const bool isConversion = value.kind == Expression::Kind::Cast && !isFloat;
    for (const ExpressionRef &child : value.children)
      if (!isSameOnHost(*child) || (isSum && isFloat && child->kind == Expression::Kind::Binary) ||
          (isConversion && !isInteger(child->type)))
        return false;
    return !flushesSubnormals || value.type != ElementType::F32;
  }
  size_t asked() const { return answers.size(); }

  bool flushesSubnormals, isAsking, hasMet = false;
  std::vector<std::pair<Predicate, bool>> answers;
  std::vector<bool> forced;
};

} // namespace warpsmith::frontend
