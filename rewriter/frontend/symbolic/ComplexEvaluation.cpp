// Complex numbers as cuComplex.h has them: vectors of two numbers, and functions of these. Each
// function's operations stand here in the order of that header.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include "llvm/ADT/StringRef.h"

namespace warpsmith::frontend {
namespace {

using Parts = std::array<ExpressionRef, 2>;

ExpressionRef plus(const ExpressionRef &left, const ExpressionRef &right) {
  return Expression::binary('+', left, right);
}
ExpressionRef minus(const ExpressionRef &left, const ExpressionRef &right) {
  return Expression::binary('-', left, right);
}
ExpressionRef times(const ExpressionRef &left, const ExpressionRef &right) {
  return Expression::binary('*', left, right);
}

} // namespace

std::optional<Parts> SymbolicEvaluator::complexParts(const clang::Expr *expression) {
  const auto vector = vectorType(expression->getType());
  const auto values = vector && vector->lanes == 2 ? structureValue(expression) : std::nullopt;
  if (!values)
    return std::nullopt;
  Parts parts;
  for (const auto &[field, value] : *values)
    if (value.scalar && field->getFieldIndex() < parts.size())
      parts[field->getFieldIndex()] = *value.scalar;
    else if (value.integer)
      if (const auto number = scalarOf(*value.integer, vector->element, expression))
        parts[field->getFieldIndex()] = *number;
  if (!parts[0] || !parts[1])
    return refuse(expression->getExprLoc(),
                  "the value of '" + text(expression) + "' is not known here");
  return parts;
}

std::optional<Parts> SymbolicEvaluator::complexCall(const clang::CallExpr *call) {
  llvm::StringRef name = call->getDirectCallee()->getName();
  std::vector<Parts> of;
  for (const clang::Expr *argument : call->arguments()) {
    const auto parts = complexParts(argument);
    if (!parts)
      return std::nullopt;
    of.push_back(*parts);
  }
  const Parts &x = of[0];
  if (name.starts_with("cuComplex")) {
    const ElementType type = name == "cuComplexFloatToDouble" ? ElementType::F64 : ElementType::F32;
    return Parts{Expression::cast(type, x[0]), Expression::cast(type, x[1])};
  }
  if (name.starts_with("cuConj"))
    return Parts{x[0], Expression::negate(x[1])};
  const Parts &y = of[1];
  if (name.starts_with("cuCadd"))
    return Parts{plus(x[0], y[0]), plus(x[1], y[1])};
  if (name.starts_with("cuCsub"))
    return Parts{minus(x[0], y[0]), minus(x[1], y[1])};
  if (name.starts_with("cuCmul"))
    return Parts{minus(times(x[0], y[0]), times(x[1], y[1])),
                 plus(times(x[0], y[1]), times(x[1], y[0]))};
  const Parts &sum = of[2]; // cuCfma
  return Parts{plus(Expression::negate(times(x[1], y[1])), plus(times(x[0], y[0]), sum[0])),
               plus(times(x[1], y[0]), plus(times(x[0], y[1]), sum[1]))};
}

} // namespace warpsmith::frontend
