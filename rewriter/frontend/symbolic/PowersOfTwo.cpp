// Shifts and masks in indices: multiplications and divisions by powers of two.
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include <algorithm>

namespace warpsmith::frontend {

std::optional<int64_t> SymbolicEvaluator::assumed(const Polynomial &value) {
  const auto known = state.numeric(value).constant();
  if (known)
    for (const std::string &symbol : value.symbols())
      state.assumedConstants.insert(symbol);
  return known;
}

bool SymbolicEvaluator::sameNumber(const Polynomial &left, const Polynomial &right) {
  const auto first = state.numeric(left).constant(), second = state.numeric(right).constant();
  return first && first == second && assumed(left) && assumed(right);
}

void SymbolicEvaluator::requirePositive(const Polynomial &dividend, clang::QualType type) {
  // Of indices only those are divided that count from 0: see IndexSpace::divide().
  if (!isUniform(dividend) || type->isUnsignedIntegerType())
    return;
  const Precondition fact{dividend, Polynomial(0), false};
  if (std::find(state.preconditions.begin(), state.preconditions.end(), fact) ==
      state.preconditions.end())
    state.preconditions.push_back(fact);
}

std::optional<Polynomial> SymbolicEvaluator::shift(const clang::BinaryOperator *operation,
                                                   const Polynomial &value,
                                                   const Polynomial &bits) {
  const auto count = assumed(bits);
  const clang::QualType type = operation->getType();
  if (!count || *count < 0 || *count > 30)
    return refuse(operation->getExprLoc(), "index '" + text(operation) +
                                               "' is not affine: shift by a value that is not "
                                               "constant");
  const Polynomial power(int64_t(1) << *count);
  if (operation->getOpcode() == clang::BO_Shl) {
    // Unlike a product, what is shifted out of a signed type is gone.
    if (type->isSignedIntegerType())
      require(value * power, type, operation->getExprLoc());
    return value * power;
  }
  requirePositive(value, type);
  return division(operation, true, value, power);
}

std::optional<Polynomial> SymbolicEvaluator::mask(const clang::BinaryOperator *operation,
                                                  const Polynomial &left, const Polynomial &right) {
  // The mask is the side whose value is known; its divisor keeps the names in it.
  const bool onRight = state.numeric(right).constant().has_value();
  const Polynomial divisor = (onRight ? right : left) + 1;
  const auto known = assumed(divisor);
  if (!known || *known <= 0 || (*known & (*known - 1)) != 0)
    return refuse(operation->getExprLoc(), "index '" + text(operation) +
                                               "' is not affine: the mask is not a power of two "
                                               "less one");
  requirePositive(onRight ? left : right, operation->getType());
  return division(operation, false, onRight ? left : right, divisor);
}

} // namespace warpsmith::frontend
