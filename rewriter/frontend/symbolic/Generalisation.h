/// One function of a number in place of several alike expressions.
#pragma once

#include "rewriter/frontend/symbolic/SymbolicState.h"

namespace warpsmith::frontend {

/// Finds the function of a number that gives members 0, 1, 2, …: each polynomial grows by the same
/// amount from one to the next. Members are two or more.
class Generalisation {
public:
  /// The symbol is the number's.
  Generalisation(SymbolicState &summary, std::string number)
      : state(summary),
        symbol(std::move(number)) {}

  std::optional<Polynomial> polynomial(const std::vector<Polynomial> &members) const;
  std::optional<Bounds> bounds(const std::vector<Bounds> &members) const;
  /// Of trees of one shape, which differ in what their leaves read; null for others.
  ExpressionRef expression(const std::vector<ExpressionRef> &members);

private:
  ExpressionRef load(const std::vector<ExpressionRef> &members);
  /// Nothing where the members are no conditions; null where they are, and differ.
  std::optional<ExpressionRef> conditions(const std::vector<ExpressionRef> &members);

  SymbolicState &state;
  std::string symbol;
};

} // namespace warpsmith::frontend
