// Variables that a few steps of a loop bring back to where they were: the number of a buffer that
// alternates is a digit of the step.
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/values/KernelRun.h"
#include <algorithm>

namespace warpsmith::frontend {

using index::Affine;
using index::SymbolId;

namespace {

/// A number, as which integers that any type holds, truth values and pointers into one array are
/// known.
std::optional<int64_t> numberIn(const Value &value) {
  if (!value.onlyIf.empty())
    return std::nullopt;
  if (value.kind == Value::Kind::Truth)
    return value.truth->is(true)    ? std::optional<int64_t>(1)
           : value.truth->is(false) ? std::optional<int64_t>(0)
                                    : std::nullopt;
  const bool isSum = value.kind == Value::Kind::Integer || value.kind == Value::Kind::Pointer;
  const auto number =
      isSum && value.integer.isUniform() ? value.integer.constant().constant() : std::nullopt;
  const bool isPointer = value.kind == Value::Kind::Pointer;
  return number && (isPointer || (*number >= 0 && *number <= INT32_MAX)) ? number : std::nullopt;
}

/// `first + each * ((move * step + begin) % count)`.
struct Digit {
  int64_t first, each, move, begin, count;
};

/// The digit that has these values one after the other, again and again.
std::optional<Digit> digitOf(const std::vector<int64_t> &values) {
  const auto count = static_cast<int64_t>(values.size());
  const auto [least, most] = std::ranges::minmax(values);
  if (count < 2 || (most - least) % (count - 1) != 0 || most == least)
    return std::nullopt;
  const int64_t each = (most - least) / (count - 1);
  const auto rank = [&](int64_t value) { return (value - least) / each; };
  const int64_t begin = rank(values[0]), move = (rank(values[1]) - begin + count) % count;
  for (int64_t step = 0; step < count; ++step)
    if (values[static_cast<size_t>(step)] != least + each * ((begin + move * step) % count))
      return std::nullopt;
  return Digit{least, each, move, begin, count};
}

/// How many steps bring this one back.
size_t periodOf(const std::vector<int64_t> &values) {
  for (size_t period = 1; period < values.size(); ++period)
    if (values.size() % period == 0 &&
        std::equal(values.begin() + static_cast<long>(period), values.end(), values.begin()))
      return period;
  return values.size();
}

} // namespace

/// What a step does under a condition that holds unless it is the last one it does, as far as later
/// steps see.
void KernelRun::findCycles(const Statement &statement, const std::set<int> &assigned,
                           Recurrences &found) {
  found.cycles = cycles(statement, assigned, found.others, {});
  std::set<int> left = found.others;
  std::erase_if(left, [&](int variable) {
    return found.cycles.contains(variable) || !numberIn(values[variable]);
  });
  if (left.empty())
    return;
  std::map<int, Value> atStep;
  followed = whereFollowed(statement, found, atStep);
  if (!followed.empty())
    for (auto &[variable, cycle] : cycles(statement, assigned, left, atStep)) {
      found.cycles[variable] = std::move(cycle);
      found.unlessLast.insert(variable);
    }
  followed.clear();
}

/// The condition of the step after any one, and the variables at that one.
index::Guards KernelRun::whereFollowed(const Statement &statement, const Recurrences &found,
                                       std::map<int, Value> &atStep) {
  const SymbolId step =
      symbols.add({.kind = index::SymbolKind::Step, .extent = std::nullopt, .text = "i"});
  const std::vector<Value> before = values;
  const bool wasTrying = std::exchange(trying, true);
  const size_t demands = prover.demands().size();
  for (const auto &[variable, by] : found.moves) {
    Value &value = values[variable];
    atStep[variable] = value;
    atStep[variable].integer = value.integer + Affine(step) * by;
    value.integer = value.integer + (Affine(step) + Affine(1)) * by;
  }
  for (const int variable : found.others)
    values[variable] =
        Value::unknown("a variable that the step before has set, other than by adding to it");
  const Value next = value(statement.value);
  values = before;
  trying = wasTrying;
  prover.forget(demands);
  return next.kind == Value::Kind::Truth ? next.truth->conjunction().value_or(index::Guards())
                                         : index::Guards();
}

/// Runs steps from the numbers on that variables have before the loop. What is a number after each
/// of them depends on no other variable, but for those whose values at each step are given.
std::map<int, std::vector<int64_t>> KernelRun::cycles(const Statement &statement,
                                                      const std::set<int> &assigned,
                                                      std::set<int> candidates,
                                                      const std::map<int, Value> &atStep) {
  constexpr size_t MostSteps = 16;
  std::erase_if(candidates, [&](int variable) { return !numberIn(values[variable]); });
  const std::vector<Value> before = values;
  const bool wasTrying = std::exchange(trying, true);
  const size_t demands = prover.demands().size();
  std::map<int, std::vector<int64_t>> known;
  const auto step = [&] {
    for (const int variable : assigned)
      if (const auto known = atStep.find(variable); known != atStep.end())
        values[variable] = known->second;
      else if (!candidates.contains(variable))
        values[variable] =
            Value::unknown("a variable that the step before has set, other than by adding to it");
    all(statement.body);
    all(statement.otherwise);
    return std::erase_if(candidates, [&](int variable) {
      const Value &value = values[variable], &first = before[variable];
      return value.kind != first.kind || value.array != first.array || !numberIn(value);
    });
  };
  for (bool isDone = false; !isDone && !candidates.empty();) {
    known.clear();
    values = before;
    size_t lost = 0;
    bool isBack = false;
    for (size_t number = 0; number < MostSteps && lost == 0 && !isBack; ++number) {
      for (const int variable : candidates)
        known[variable].push_back(*numberIn(values[variable]));
      lost = step();
      isBack = lost == 0 && std::ranges::all_of(candidates, [&](int variable) {
                 return numberIn(values[variable]) == numberIn(before[variable]);
               });
    }
    if (lost == 0 && !isBack)
      lost = std::erase_if(candidates, [&](int variable) {
        return std::ranges::count(known[variable], known[variable][0]) == 1;
      });
    isDone = isBack || lost == 0;
    if (!isBack && lost == 0)
      candidates.clear();
  }
  std::erase_if(known, [&](const auto &one) { return !candidates.contains(one.first); });
  values = before;
  trying = wasTrying;
  prover.forget(demands);
  return known;
}

/// What a variable that has these values one after the other is at that step.
Value KernelRun::atStep(Value value, std::vector<int64_t> cycle, const Affine &step) {
  cycle.resize(periodOf(cycle));
  const auto digit = digitOf(cycle);
  if (cycle.size() == 1)
    return value;
  if (!digit)
    return Value::unknown("a value that several steps bring back");
  const Affine moved = step * Polynomial(digit->move) + Affine(digit->begin);
  const Affine number =
      moved - index::divided(moved, digit->count, symbols, prover) * Polynomial(digit->count);
  if (value.kind == Value::Kind::Truth) {
    value.truth = Formula::positive(number);
    return value;
  }
  value.integer = number * Polynomial(digit->each) + Affine(digit->first);
  return value;
}

} // namespace warpsmith::frontend
