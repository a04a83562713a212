#include "rewriter/emit/StepBoundsText.h"
#include "rewriter/emit/FmaText.h"
#include <algorithm>
#include <cstdlib>

namespace warpsmith {
namespace {

bool hasStepBound(const Contraction &contraction, bool isLower) {
  return std::ranges::any_of(contraction.stepBounds,
                             [&](const StepBound &bound) { return bound.isLower == isLower; });
}

/// `row + 1`.
std::string moved(const std::string &index, const std::string &sign, const KernelPlan &plan,
                  const ExpressionRef &amount) {
  if (amount->kind != Expression::Kind::Literal)
    return index + " " + sign + " " + plan.print(amount, {});
  const int number = std::stoi(amount->text) * (sign == "-" ? -1 : 1);
  return number == 0 ? index
                     : index + (number < 0 ? " - " : " + ") + std::to_string(std::abs(number));
}

/// `max(a, max(b, c))`.
std::string nested(const char *function, const std::vector<std::string> &values) {
  std::string text = values.back();
  for (size_t index = values.size() - 1; index-- > 0;)
    text = std::string(function) + "(" + values[index] + ", " + text + ")";
  return text;
}

/// Where an element's range of steps begins or ends: `arguments` are its row, its column and, of
/// its end, the end of all.
std::string endOfRange(const KernelPlan &plan, bool isLower,
                       const std::vector<std::string> &arguments) {
  std::vector<std::string> ends;
  bool isNegative = true;
  for (const StepBound &bound : plan.contraction.stepBounds)
    if (bound.isLower == isLower) {
      ends.push_back(
          moved(arguments[bound.index == StepBound::Of::Row ? 0 : 1], "+", plan, bound.amount));
      isNegative &= bound.offset.constant().value_or(-1) < 0;
    }
  if (isLower && isNegative)
    ends.emplace_back("0");
  if (!isLower)
    ends.push_back(arguments[2]);
  return nested(isLower ? "max" : "min", ends);
}

/// The rows or columns whose ranges begin before a step: `arguments` are that, and how many of them
/// there are.
std::string indicesBefore(const KernelPlan &plan, StepBound::Of index,
                          const std::vector<std::string> &arguments) {
  std::vector<std::string> ends = {arguments[1]};
  for (const StepBound &bound : plan.contraction.stepBounds)
    if (bound.isLower && bound.index == index)
      ends.push_back(moved(arguments[0], "-", plan, bound.amount));
  return nested("min", ends);
}

} // namespace

NamedValues stepBoundFacts(const Contraction &contraction) {
  return {{"StartsLater", truth(hasStepBound(contraction, /*isLower=*/true))},
          {"EndsEarlier", truth(hasStepBound(contraction, /*isLower=*/false))}};
}

MemberFunctions stepBoundFunctions(const KernelPlan &plan) {
  using Arguments = std::vector<std::string>;
  MemberFunctions functions;
  functions["firstStep"] = [&plan](const Arguments &of) { return endOfRange(plan, true, of); };
  functions["endOfSteps"] = [&plan](const Arguments &of) { return endOfRange(plan, false, of); };
  functions["rowsBefore"] = [&plan](const Arguments &of) {
    return indicesBefore(plan, StepBound::Of::Row, of);
  };
  functions["columnsBefore"] = [&plan](const Arguments &of) {
    return indicesBefore(plan, StepBound::Of::Column, of);
  };
  return functions;
}

std::vector<ProblemFunction> stepBoundProblemFunctions(const KernelPlan &plan, bool onHost) {
  const MemberFunctions functions = stepBoundFunctions(plan);
  std::vector<ProblemFunction> all;
  const auto add = [&](const std::string &name, const std::vector<std::string> &arguments) {
    ProblemFunction function = {"int " + name, {}, "", onHost};
    for (const std::string &argument : arguments)
      function.parameters.emplace_back("int", argument);
    function.statement = "return " + functions.at(name)(arguments) + ";";
    all.push_back(std::move(function));
  };
  add("firstStep", {"row", "column"});
  add("endOfSteps", {"row", "column", "end"});
  add("rowsBefore", {"end", "rows"});
  add("columnsBefore", {"end", "columns"});
  return all;
}

} // namespace warpsmith
