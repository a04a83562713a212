// Whole numbers that the source calculates in floating point: `ceil(k / (float)TILE)`.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include "llvm/ADT/STLExtras.h"

namespace warpsmith::frontend {
namespace {

/// Conversions that keep whole numbers as they are, where those are in range.
const clang::Expr *withoutWidening(const clang::Expr *expression) {
  for (;;) {
    expression = expression->IgnoreParens();
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression);
    if (!cast ||
        !llvm::is_contained({clang::CK_FloatingCast, clang::CK_NoOp, clang::CK_LValueToRValue},
                            cast->getCastKind()))
      return expression;
    expression = cast->getSubExpr();
  }
}

const clang::CallExpr *callOf(const clang::Expr *expression,
                              std::initializer_list<llvm::StringRef> names) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expression);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && call->getNumArgs() == 1 && isCudaOwn(*callee) && callee->getIdentifier() &&
                 llvm::is_contained(names, callee->getName())
             ? call
             : nullptr;
}

bool isOne(const clang::Expr *expression) {
  const auto *literal = llvm::dyn_cast<clang::FloatingLiteral>(withoutWidening(expression));
  return literal && literal->getValue().isExactlyValue(1.0);
}

} // namespace

/// Up to this number, the type has all whole numbers. Doubles have more: no size has.
int64_t SymbolicEvaluator::largestWhole(clang::QualType type) const {
  return context.getTypeSize(type) < 64 ? int64_t(1) << 24 : INT32_MAX;
}

Polynomial SymbolicEvaluator::quotient(const Polynomial &dividend, const Polynomial &divisor,
                                       bool remainder) {
  const auto known = state.numeric(divisor).constant();
  if (dividend.constant() && divisor.constant())
    return {remainder ? *dividend.constant() % *divisor.constant()
                      : *dividend.constant() / *divisor.constant()};
  // Of a launch, a block has a thread at least.
  const bool isDimension = divisor.symbols().size() == 1 &&
                           divisor == Polynomial::symbol(divisor.symbols()[0]) &&
                           divisor.symbols()[0].rfind("blockDim.", 0) == 0;
  const bool guarded = !known && !isDimension;
  if (guarded) {
    const Precondition fact{divisor, Polynomial(1), false};
    if (!llvm::is_contained(state.preconditions, fact))
      state.preconditions.push_back(fact);
  }
  const Polynomial value = Polynomial::symbol({dividend, divisor, remainder, guarded});
  if (const auto divided = state.numeric(dividend).constant(); divided && known)
    state.constants[value.symbols()[0]] = remainder ? *divided % *known : *divided / *known;
  return value;
}

std::optional<SymbolicEvaluator::Ratio> SymbolicEvaluator::ratio(const clang::Expr *expression) {
  const clang::Expr *inner = withoutWidening(expression);
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(inner);
  if (!operation || operation->getOpcode() != clang::BO_Div ||
      !operation->getType()->isFloatingType()) {
    const auto whole = wholeNumber(inner);
    return whole ? std::optional(Ratio{*whole, 1}) : std::nullopt;
  }
  const auto dividend = wholeNumber(operation->getLHS());
  const auto divisor = dividend ? wholeNumber(operation->getRHS()) : std::nullopt;
  if (!divisor)
    return std::nullopt;
  const auto known = state.numeric(*divisor).constant();
  if (!isUniform(*dividend) || !known || *known <= 0)
    return refuse(operation->getExprLoc(),
                  "'" + text(operation) +
                      "' divides in floating point by a number that is not known: divide integers");
  // Of whole numbers, float's division by a power of two is exact, and every division of doubles
  // is on the same side of each whole number as the quotient. Other divisions of floats are not,
  // where -prec-div=false rounds them otherwise.
  if (context.getTypeSize(operation->getType()) < 64 && (*known & (*known - 1)) != 0)
    return refuse(operation->getExprLoc(),
                  "'" + text(operation) +
                      "' may round to another whole number: divide integers, '(a + b - 1) / b'");
  if (!dividend->constant())
    state.ranges.push_back(
        {*dividend, 0, largestWhole(operation->getType()), operation->getExprLoc()});
  assumed(*divisor);
  return Ratio{*dividend, *divisor};
}

std::optional<Polynomial> SymbolicEvaluator::wholeNumber(const clang::Expr *expression) {
  const clang::Expr *inner = withoutWidening(expression);
  if (inner->getType()->isIntegerType())
    return isData(inner) ? std::nullopt : exact(inner);
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(inner);
      cast && cast->getCastKind() == clang::CK_IntegralToFloating) {
    const auto value = wholeNumber(cast->getSubExpr());
    // Only indices are of no known size. What they are compared with is, and ends the loop.
    if (value && isUniform(*value) && !state.numeric(*value).constant())
      state.ranges.push_back({*value, 0, largestWhole(cast->getType()), cast->getExprLoc()});
    return value;
  }
  if (const auto *literal = llvm::dyn_cast<clang::FloatingLiteral>(inner)) {
    llvm::APSInt value(32, false);
    bool exactly = false;
    if (literal->getValue().convertToInteger(value, llvm::APFloat::rmTowardZero, &exactly) ==
            llvm::APFloat::opOK &&
        exactly)
      return Polynomial(value.getExtValue());
  }
  if (const auto *call = callOf(inner, {"ceil", "ceilf"})) {
    const auto parts = ratio(call->getArg(0));
    return parts ? std::optional(ceiling(*parts)) : std::nullopt;
  }
  if (const auto *call = callOf(inner, {"floor", "floorf"})) {
    const auto parts = ratio(call->getArg(0));
    return parts ? std::optional(floored(*parts)) : std::nullopt;
  }
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(inner);
      operation && operation->getOpcode() == clang::BO_Mul) {
    if (isOne(operation->getLHS()))
      return wholeNumber(operation->getRHS());
    if (isOne(operation->getRHS()))
      return wholeNumber(operation->getLHS());
  }
  return refuse(expression->getExprLoc(),
                "index '" + text(expression) + "' is not integer arithmetic");
}

Polynomial SymbolicEvaluator::ceiling(const Ratio &parts) {
  return parts.divisor.constant() == 1
             ? parts.dividend
             : quotient(parts.dividend + parts.divisor - 1, parts.divisor, false);
}

Polynomial SymbolicEvaluator::floored(const Ratio &parts) {
  return parts.divisor.constant() == 1 ? parts.dividend
                                       : quotient(parts.dividend, parts.divisor, false);
}

} // namespace warpsmith::frontend
