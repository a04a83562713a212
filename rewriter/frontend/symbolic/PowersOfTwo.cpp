// Shifts and masks in indices: multiplications and divisions by powers of two.
#include "rewriter/frontend/symbolic/StagedTiles.h"
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
  // `i & ~3` is `i / 4 * 4`: its mask is -4, or the unsigned number of as many bits.
  if (auto bits = state.numeric(onRight ? right : left).constant()) {
    const bool isUnsigned = operation->getType()->isUnsignedIntegerType();
    if (isUnsigned && context.getTypeSize(operation->getType()) == 32 && *bits > INT32_MAX)
      bits = *bits - (int64_t(1) << 32);
    const int64_t multiple = *bits < 0 && *bits > INT32_MIN ? -*bits : 0;
    if (multiple > 0 && (multiple & (multiple - 1)) == 0) {
      assumed(onRight ? right : left);
      const Polynomial &value = onRight ? left : right;
      requirePositive(value, operation->getType());
      const auto whole = division(operation, true, value, Polynomial(multiple));
      return whole ? std::optional(Polynomial(multiple) * *whole) : std::nullopt;
    }
  }
  const Polynomial divisor = (onRight ? right : left) + 1;
  const auto known = assumed(divisor);
  if (!known || *known <= 0 || (*known & (*known - 1)) != 0)
    return refuse(operation->getExprLoc(), "index '" + text(operation) +
                                               "' is not affine: the mask is not a power of two "
                                               "less one");
  requirePositive(onRight ? left : right, operation->getType());
  return division(operation, false, onRight ? left : right, divisor);
}

namespace {

/// `i % 2` or `i & 1`.
const clang::BinaryOperator *lowestBit(const clang::Expr *expression,
                                       const clang::ASTContext &context) {
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts());
  if (!operation ||
      (operation->getOpcode() != clang::BO_Rem && operation->getOpcode() != clang::BO_And))
    return nullptr;
  const auto number = operation->getRHS()->getIntegerConstantExpr(context);
  return number && *number == (operation->getOpcode() == clang::BO_Rem ? 2 : 1) ? operation
                                                                                : nullptr;
}

/// `stage` of `stage + 1`.
const clang::Expr *withoutAddition(const clang::Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(expression);
  return sum && sum->getOpcode() == clang::BO_Add ? sum->getLHS()->IgnoreParenImpCasts()
                                                  : expression;
}

} // namespace

std::optional<Polynomial>
SymbolicEvaluator::byParity(const clang::AbstractConditionalOperator *conditional) {
  const clang::Expr *condition = conditional->getCond()->IgnoreParenImpCasts();
  bool whereSet = true; // the first value is that of odd numbers
  const clang::BinaryOperator *bit = lowestBit(condition, context);
  if (const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(condition);
      !bit && comparison && comparison->isEqualityOp()) {
    bit = lowestBit(comparison->getLHS(), context);
    const auto number = comparison->getRHS()->getIntegerConstantExpr(context);
    if (!number || (*number != 0 && *number != 1))
      return std::nullopt;
    whereSet = (*number == 1) == (comparison->getOpcode() == clang::BO_EQ);
  }
  const auto value = [&](const clang::Expr *expression) -> std::optional<Polynomial> {
    clang::Expr::EvalResult result;
    if (expression->isValueDependent() || !expression->EvaluateAsInt(result, context) ||
        !result.Val.getInt().isRepresentableByInt64())
      return std::nullopt;
    return Polynomial(result.Val.getInt().getExtValue());
  };
  const auto set = bit ? value(whereSet ? conditional->getTrueExpr() : conditional->getFalseExpr())
                       : std::nullopt;
  const auto clear =
      set ? value(whereSet ? conditional->getFalseExpr() : conditional->getTrueExpr())
          : std::nullopt;
  const auto parity = clear ? integer(bit) : std::nullopt;
  // Of sizes it is a question that a launch answers.
  if (!parity || isUniform(*parity))
    return std::nullopt;
  return *clear + (*set - *clear) * *parity;
}

/// `stage + 1 == STAGES ? 0 : stage + 1`, `stage < STAGES - 1 ? stage + 1 : 0` and their like.
std::optional<Polynomial>
SymbolicEvaluator::byStage(const clang::AbstractConditionalOperator *conditional) {
  const auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(conditional->getCond()->IgnoreParenImpCasts());
  if (state.turning.empty() || !comparison || !comparison->isComparisonOp() ||
      !comparison->getLHS()->getType()->isIntegerType() ||
      !comparison->getRHS()->isIntegerConstantExpr(context) || isData(comparison->getLHS()))
    return std::nullopt;
  const auto opcode = comparison->getOpcode();
  const bool wrapsWhereTrue = opcode == clang::BO_EQ || opcode == clang::BO_GE;
  if (!wrapsWhereTrue && opcode != clang::BO_LT && opcode != clang::BO_NE)
    return std::nullopt;
  const clang::Expr *first =
      wrapsWhereTrue ? conditional->getTrueExpr() : conditional->getFalseExpr();
  const clang::Expr *next =
      wrapsWhereTrue ? conditional->getFalseExpr() : conditional->getTrueExpr();
  const auto *variable = llvm::dyn_cast<clang::DeclRefExpr>(withoutAddition(comparison->getLHS()));
  const auto known = variable
                         ? state.integers.find(llvm::dyn_cast<clang::VarDecl>(variable->getDecl()))
                         : state.integers.end();
  const auto following =
      known == state.integers.end() ? std::nullopt : nextStage(known->second, state.turning);
  const auto zero = first->getIntegerConstantExpr(context);
  if (!following || !zero || *zero != 0)
    return std::nullopt;
  const auto left = exact(comparison->getLHS());
  const auto right = left ? exact(comparison->getRHS()) : std::nullopt;
  const auto value = right ? integer(next) : std::nullopt;
  // The stage at which the next one is stage 0.
  const auto last = value ? assumed(*right - *left + known->second) : std::nullopt;
  return last == countOfPlaces(known->second.str()) - 1 && *value == known->second + 1
             ? following
             : std::nullopt;
}

} // namespace warpsmith::frontend
