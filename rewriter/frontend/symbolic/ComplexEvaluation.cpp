// Complex numbers as cuComplex.h has them: vectors of two numbers, and functions of these. Each
// function's operations stand here in the order of that header. Of thrust::complex, what members
// and operators do.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/LocalStructures.h"
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include "clang/AST/ExprCXX.h"
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

/// What an operator of Thrust computes. An operand is complex, or a real number of the parts' type,
/// which has no imaginary part: nothing is added to that of the other one. Source:
/// thrust/detail/complex/arithmetic.h. No operation looks for infinities or NaN.
std::optional<Parts> thrustResult(clang::OverloadedOperatorKind kind, const std::optional<Parts> &x,
                                  const ExpressionRef &realX, const std::optional<Parts> &y,
                                  const ExpressionRef &realY) {
  if (!x && !y)
    return std::nullopt;
  switch (kind) {
  case clang::OO_Plus:
    if (x && y)
      return Parts{plus((*x)[0], (*y)[0]), plus((*x)[1], (*y)[1])};
    return x ? Parts{plus((*x)[0], realY), (*x)[1]} : Parts{plus(realX, (*y)[0]), (*y)[1]};
  case clang::OO_Minus:
    if (x && y)
      return Parts{minus((*x)[0], (*y)[0]), minus((*x)[1], (*y)[1])};
    return x ? Parts{minus((*x)[0], realY), (*x)[1]}
             : Parts{minus(realX, (*y)[0]), Expression::negate((*y)[1])};
  case clang::OO_Star:
    if (x && y)
      return Parts{minus(times((*x)[0], (*y)[0]), times((*x)[1], (*y)[1])),
                   plus(times((*x)[0], (*y)[1]), times((*x)[1], (*y)[0]))};
    return x ? Parts{times((*x)[0], realY), times((*x)[1], realY)}
             : Parts{times(realX, (*y)[0]), times(realX, (*y)[1])};
  case clang::OO_Slash:
    if (!y)
      return Parts{Expression::binary('/', (*x)[0], realY),
                   Expression::binary('/', (*x)[1], realY)};
    return std::nullopt;
  default:
    return std::nullopt;
  }
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
  if (isThrustFunction(*call->getDirectCallee()))
    return thrustCall(call);
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

std::optional<Parts> SymbolicEvaluator::referredParts(const clang::Expr *expression) {
  // The function reads the parts one by one: which of them comes first is open.
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(copiedStructure(expression));
  if (const auto known = state.localStructures.find(
          reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr);
      known != state.localStructures.end())
    for (const auto &[field, variable] : known->second)
      state.usedAlone.insert(variable);
  const bool outer = throughReference;
  throughReference = true;
  const auto parts = complexParts(expression);
  throughReference = outer;
  return parts;
}

std::optional<ExpressionRef>
SymbolicEvaluator::complexMember(const clang::CXXMemberCallExpr *call) {
  const llvm::StringRef name =
      call->getMethodDecl()->getIdentifier() ? call->getMethodDecl()->getName() : "";
  if (name != "real" && name != "imag")
    return refuse(call->getExprLoc(), "call of '" + text(call) + "'");
  const clang::Expr *object = call->getImplicitObjectArgument();
  if (object->getType()->isPointerType() || object->getType().isVolatileQualified())
    return refuse(call->getExprLoc(), "call of '" + text(call) + "'");
  const auto parts = referredParts(object);
  return parts ? std::optional((*parts)[name == "real" ? 0 : 1]) : std::nullopt;
}

std::optional<Parts> SymbolicEvaluator::thrustCall(const clang::CallExpr *call) {
  const auto element = vectorType(call->getType());
  struct Operand {
    std::optional<Parts> complex;
    ExpressionRef real;
  };
  std::vector<Operand> of;
  for (const clang::Expr *argument : call->arguments()) {
    // An operand of another type is converted by the function: that is not followed.
    const bool isComplex = isThrustComplex(argument->getType());
    const auto parts = isComplex ? referredParts(argument) : std::nullopt;
    const auto real = element && elementType(argument->getType()) == element->element && !isComplex
                          ? scalar(argument)
                          : std::nullopt;
    if (!real && (!parts || (*parts)[0]->type != element->element))
      return refuse(call->getExprLoc(), "unsupported operands of '" + text(call) + "'");
    of.push_back({parts, real.value_or(nullptr)});
  }
  const auto kind = call->getDirectCallee()->getOverloadedOperator();
  if (of.size() == 1 && of[0].complex) {
    const Parts &x = *of[0].complex;
    if (kind == clang::OO_Plus)
      return x;
    if (kind == clang::OO_Minus)
      return Parts{Expression::negate(x[0]), Expression::negate(x[1])};
    if (kind == clang::OO_None) // conj
      return Parts{x[0], Expression::negate(x[1])};
  }
  const auto result = of.size() == 2
                          ? thrustResult(kind, of[0].complex, of[0].real, of[1].complex, of[1].real)
                          : std::nullopt;
  return result ? result
                : refuse(call->getExprLoc(), "unsupported expression '" + text(call) + "'");
}

std::optional<SymbolicEvaluator::StructureValue>
SymbolicEvaluator::complexOperation(const clang::CXXOperatorCallExpr *assignment) {
  const clang::Expr *target = assignment->getArg(0), *operand = assignment->getArg(1);
  const auto vector = vectorType(target->getType());
  const bool isComplex = isThrustComplex(operand->getType());
  const bool isPlain = assignment->getOperator() == clang::OO_Equal;
  const auto old = isPlain ? std::nullopt : referredParts(target);
  const auto other = isComplex ? referredParts(operand) : std::nullopt;
  const auto real = !isComplex && vector && elementType(operand->getType()) == vector->element
                        ? scalar(operand)
                        : std::nullopt;
  const auto zero = vector ? scalarOf(Polynomial(0), vector->element, operand) : std::nullopt;
  if (!zero || (!old && !isPlain) || (!real && (!other || (*other)[0]->type != vector->element)))
    return refuse(assignment->getExprLoc(), "unsupported operands of '" + text(assignment) + "'");
  std::optional<Parts> made;
  switch (assignment->getOperator()) {
  case clang::OO_Equal:
    made = real ? Parts{*real, *zero} : *other;
    break;
  case clang::OO_PlusEqual:
    made = thrustResult(clang::OO_Plus, old, nullptr, other, real.value_or(nullptr));
    break;
  case clang::OO_MinusEqual:
    made = thrustResult(clang::OO_Minus, old, nullptr, other, real.value_or(nullptr));
    break;
  case clang::OO_StarEqual:
    made = thrustResult(clang::OO_Star, old, nullptr, other, real.value_or(nullptr));
    break;
  case clang::OO_SlashEqual:
    made = thrustResult(clang::OO_Slash, old, nullptr, other, real.value_or(nullptr));
    break;
  default:
    break;
  }
  if (!made)
    return refuse(assignment->getExprLoc(), "unsupported assignment '" + text(assignment) + "'");
  StructureValue value;
  for (const clang::FieldDecl *field : laneFields(target->getType()))
    value.emplace(field, Captured{nullptr, (*made)[field->getFieldIndex()], {}, {}});
  return value;
}

} // namespace warpsmith::frontend
