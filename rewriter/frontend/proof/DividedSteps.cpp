#include "rewriter/frontend/proof/DividedSteps.h"
#include <algorithm>
#include <optional>
#include <utility>

namespace warpsmith::frontend {
namespace {

using Kind = Expression::Kind;

class StepDivider {
public:
  explicit StepDivider(SymbolicState &symbolicState) : state(symbolicState) {}

  void run() {
    // A part of a loop may be divided again, by a division that comes later.
    for (size_t number = 0; number < state.divisions.size(); ++number) {
      const Division division = state.divisions[number];
      const auto value = parts(division);
      if (!value || !isRead(division))
        continue;
      const auto &[rows, rest] = *value;
      if (isBelow(rest, division.divisor))
        replace({{division.quotient, rows}, {division.remainder, rest}}, division);
      else if (const auto symbols = rest.symbols();
               symbols.size() == 1 && rest == Polynomial::symbol(symbols[0]))
        divide(*state.loop(symbols[0]), rows, division, number);
    }
  }

private:
  bool reads(const ExpressionRef &expression, const Division &division) const {
    bool found = false;
    const auto depends = [&](const Polynomial &value) {
      found |= value.dependsOn(division.quotient) || value.dependsOn(division.remainder);
    };
    map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
      if (node->kind == Kind::Operand)
        depends(state.loads[node->operand].index);
      if (node->kind == Kind::Position)
        depends(node->polynomial);
      if (const auto number = conditionNumber(*node))
        std::ranges::for_each(state.bounds[*number], depends);
      return nullptr;
    });
    return found;
  }

  /// A sum reads elements by its parts, or by parts of these.
  bool isRead(const Division &division) const {
    return std::ranges::any_of(
               state.reductions,
               [&](const Reduction &sum) { return sum.update && reads(sum.update, division); }) ||
           std::ranges::any_of(state.divisions, [&](const Division &later) {
             return later.quotient != division.quotient &&
                    (later.dividend.dependsOn(division.quotient) ||
                     later.dividend.dependsOn(division.remainder)) &&
                    isRead(later);
           });
  }

  /// What is divided, as so many times the divisor and a rest; nothing where it is not made of
  /// steps.
  std::optional<std::pair<Polynomial, Polynomial>> parts(const Division &division) const {
    Polynomial rows, rest;
    if (!isUniform(division.divisor))
      return std::nullopt;
    for (const Polynomial &summand : division.dividend.summands()) {
      const std::vector<std::string> symbols = summand.symbols();
      const bool ofSteps = std::ranges::any_of(symbols, [&](const std::string &symbol) {
        const LoopIndex *loop = state.loop(symbol);
        return loop && loop->reduction && !loop->limited && loop->axis == 0 &&
               loop->first.isZero() && isUniform(loop->extent);
      });
      if (!ofSteps || summand.isNegative())
        return std::nullopt;
      if (const auto multiple = summand.quotient(division.divisor))
        rows += *multiple;
      else
        rest += summand;
    }
    return std::pair(rows, rest);
  }

  /// Parts of steps are below the divisor, together.
  bool isBelow(const Polynomial &rest, const Polynomial &divisor) const {
    Polynomial room = divisor - 1;
    for (const Polynomial &summand : rest.summands())
      for (const std::string &symbol : summand.symbols())
        if (const LoopIndex *loop = state.loop(symbol)) {
          const auto affine = summand.affineIn(symbol);
          if (!affine || !isUniform(affine->coefficient) || !affine->rest.isZero())
            return false;
          room = room - affine->coefficient * (loop->extent - 1);
        }
    return room.constant().value_or(-1) >= 0;
  }

  /// Makes two loops of one. What is divided is `before` times the divisor more than its index.
  void divide(const LoopIndex whole, const Polynomial &before, const Division &division,
              size_t number) {
    LoopIndex rows = whole, row = whole;
    rows.symbol = "%" + std::to_string(FirstSymbol + 2 * number);
    row.symbol = "%" + std::to_string(FirstSymbol + 2 * number + 1);
    row.extent = division.divisor;
    if (const auto exact = whole.extent.quotient(division.divisor)) {
      rows.extent = *exact;
    } else {
      const bool guarded = !division.divisor.constant();
      rows.extent = Polynomial::symbol({whole.extent, division.divisor, false, guarded});
      state.preconditions.push_back({division.divisor, Polynomial(1), false});
      state.preconditions.push_back({whole.extent, rows.extent * division.divisor, true});
    }
    const Polynomial quotient = Polynomial::symbol(rows.symbol);
    const Polynomial remainder = Polynomial::symbol(row.symbol);
    const std::string old = whole.symbol;
    for (Reduction &sum : state.reductions)
      for (size_t at = 0; at < sum.loops.size(); ++at)
        if (sum.loops[at] == old) {
          sum.loops[at] = row.symbol;
          sum.loops.insert(sum.loops.begin() + static_cast<long>(at), rows.symbol);
          ++at;
        }
    for (size_t at = 0; at < state.loops.size(); ++at)
      if (state.loops[at].symbol == old) {
        state.loops[at] = row;
        state.loops.insert(state.loops.begin() + static_cast<long>(at), rows);
        break;
      }
    replace({{division.quotient, before + quotient},
             {division.remainder, remainder},
             {old, quotient * division.divisor + remainder}},
            division);
  }

  /// Puts other values in the place of symbols, wherever they may be.
  void replace(const std::vector<std::pair<std::string, Polynomial>> &values,
               const Division &division) {
    const auto replaced = [&](Polynomial value) {
      for (const auto &[symbol, other] : values)
        value = value.substitute(symbol, other);
      return value;
    };
    for (size_t at = 0; at < state.reductions.size(); ++at)
      for (ExpressionRef *value : {&state.reductions[at].initial, &state.reductions[at].update})
        if (*value)
          *value = state.reindexed(*value, replaced);
    const auto replaceAll = [&](Bounds &bounds) {
      for (Polynomial &bound : bounds)
        bound = replaced(bound);
    };
    for (Reduction &sum : state.reductions)
      replaceAll(sum.where);
    replaceAll(state.alwaysTrue);
    for (ValueRange &range : state.ranges)
      range.value = replaced(range.value);
    for (Division &later : state.divisions)
      if (later.quotient != division.quotient)
        later.dividend = replaced(later.dividend);
  }

  static constexpr size_t FirstSymbol = 500; // beyond those of loops and of divided indices
  SymbolicState &state;
};

} // namespace

void divideSteps(SymbolicState &state) {
  StepDivider(state).run();
}

} // namespace warpsmith::frontend
