// How often a loop runs: its condition, told in the number of its steps.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/BlockThreads.h"
#include "rewriter/frontend/symbolic/LoopParts.h"

namespace warpsmith::frontend {

std::optional<BlockThreads> threadsOfBlock(const Polynomial &number,
                                           llvm::function_ref<bool(const Polynomial &)> isUniform) {
  const auto alongX = number.affineIn("threadIdx.x");
  if (!alongX || alongX->coefficient.constant() != 1)
    return std::nullopt;
  Polynomial rest = alongX->rest;
  BlockThreads threads{Polynomial::symbol("blockDim.x"), {}};
  for (const char axis : {'y', 'z'}) {
    if (rest.isZero())
      return threads;
    const auto along = rest.affineIn(std::string("threadIdx.") + axis);
    if (!along || along->coefficient.isZero() || !isUniform(along->coefficient))
      return std::nullopt;
    if (along->coefficient != threads.count)
      threads.equal.emplace_back(threads.count, along->coefficient);
    threads.count = along->coefficient * Polynomial::symbol(std::string("blockDim.") + axis);
    rest = along->rest;
  }
  return rest.isZero() ? std::optional(threads) : std::nullopt;
}

/// How often the loop runs, when `symbol` counts its steps and all inductions are functions of it.
std::optional<Polynomial> KernelWalk::count(const Loop &loop, const std::string &symbol) {
  const auto unsupported = [&](const std::string &why) {
    refuse(loop.condition->getExprLoc(), why);
    return std::nullopt;
  };
  const auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(loop.condition->IgnoreParenImpCasts());
  if (comparison && comparison->getOpcode() == clang::BO_EQ)
    return unsupported("the loop's condition is an '==', so its steps cannot be counted");
  // `t < ceil(k / 16.0)`, or without ceil(), compares whole numbers in floating point.
  const bool inFloatingPoint = comparison && comparison->getLHS()->getType()->isFloatingType() &&
                               comparison->getOpcode() == clang::BO_LT;
  if (!comparison || !comparison->isComparisonOp() ||
      (!comparison->getLHS()->getType()->isIntegerType() &&
       !comparison->getLHS()->getType()->isPointerType() && !inFloatingPoint))
    return unsupported(
        "the loop's condition does not compare integers or pointers, so its steps cannot be "
        "counted");
  std::optional<Polynomial> left, right;
  if (comparison->getLHS()->getType()->isPointerType()) {
    // `for (p = row; p < row + n; ++p)`
    const auto moved = evaluate.pointer(comparison->getLHS());
    const auto end = moved ? evaluate.pointer(comparison->getRHS()) : std::nullopt;
    if (!end)
      return std::nullopt;
    if (moved->array != end->array || moved->shared != end->shared)
      return unsupported("loop condition compares pointers to two arrays");
    left = moved->offset;
    right = end->offset;
  } else {
    left = inFloatingPoint ? evaluate.wholeNumber(comparison->getLHS())
                           : evaluate.exact(comparison->getLHS());
  }
  if (left && right) {
    // Pointers.
  } else if (left && loop.bound) {
    right = evaluate.exact(loop.bound);
  } else if (left && inFloatingPoint) {
    const auto parts = evaluate.ratio(comparison->getRHS());
    right = parts ? std::optional(evaluate.ceiling(*parts)) : std::nullopt;
  } else if (left) {
    right = evaluate.exact(comparison->getRHS());
  }
  if (!right)
    return std::nullopt;
  const auto opcode = comparison->getOpcode();
  if (opcode == clang::BO_GE && right->isZero() &&
      comparison->getLHS()->getType()->isUnsignedIntegerType())
    return unsupported("loop condition is always true: an unsigned value is not below 0");
  const bool less = opcode == clang::BO_LT || opcode == clang::BO_LE;
  Polynomial room = less ? *right - *left : *left - *right;
  if (opcode == clang::BO_LE || opcode == clang::BO_GE)
    room += 1;
  auto affine = room.affineIn(symbol);
  if (!affine || affine->coefficient.isZero())
    return unsupported("loop condition does not test a variable that the loop steps");
  Polynomial step = Polynomial(0) - affine->coefficient;
  if (opcode == clang::BO_NE && step.constant() && *step.constant() < 0) {
    step = Polynomial(0) - step;
    affine->rest = Polynomial(0) - affine->rest;
  }
  if (step.constant() == 1)
    return affine->rest;
  const auto known = state.numeric(step).constant();
  if (less && known && *known > 1 && !isUniform(affine->rest))
    if (const auto alike = countOfAll(affine->rest, *known))
      return alike;
  if (opcode == clang::BO_NE || (known && *known <= 0))
    return unsupported("loop does not count by a positive constant to a bound");
  if (!isUniform(step) || !isUniform(affine->rest))
    return unsupported("how often the loop runs differs between threads: it begins at a number of "
                       "the thread's own and counts by '" +
                       step.str() + "'");
  return evaluate.quotient(affine->rest + step - 1, step, false);
}

/// How many values `threadIdx.y` has, and its kin.
static std::optional<Polynomial> extentOfAxis(const Polynomial &number) {
  for (const std::string axis : {"x", "y", "z"})
    if (number == Polynomial::symbol("threadIdx." + axis))
      return Polynomial::symbol("blockDim." + axis);
  return std::nullopt;
}

/// A number of threads, or a part of one that constants divide: `threadIdx.x / 32 % 4`.
static bool isOfThreads(const SymbolicState &state, const Polynomial &number) {
  if (extentOfAxis(number) ||
      threadsOfBlock(number, [](const Polynomial &factor) { return isUniform(factor); }))
    return true;
  return llvm::any_of(state.divisions, [&](const Division &division) {
    return (number == Polynomial::symbol(division.quotient) ||
            number == Polynomial::symbol(division.remainder)) &&
           state.numeric(division.divisor).constant().value_or(0) > 0 &&
           isOfThreads(state, division.dividend);
  });
}

/// Whether such a number is below an end in all threads, where blocks have no more of them than a
/// precondition says.
bool KernelWalk::staysBelow(const Polynomial &number, const Polynomial &end) {
  if (const auto extent = extentOfAxis(number)) {
    state.requireStrongest({end, *extent, false});
    return true;
  }
  if (const auto threads =
          threadsOfBlock(number, [](const Polynomial &factor) { return isUniform(factor); })) {
    if (threads->equal.empty())
      state.requireStrongest({end, threads->count, false});
    return threads->equal.empty();
  }
  for (const Division &division : state.divisions) {
    const bool isQuotient = number == Polynomial::symbol(division.quotient);
    if ((!isQuotient && number != Polynomial::symbol(division.remainder)) ||
        !isOfThreads(state, number))
      continue;
    const auto divisor = state.assumed(division.divisor);
    const auto known = state.assumed(end);
    if (!divisor || !known)
      return false;
    return isQuotient ? staysBelow(division.dividend, Polynomial(*divisor * *known))
                      : *divisor <= *known;
  }
  return false;
}

/// How often all threads run a loop whose first value is less than a step beyond a number that they
/// have in common: `for (i = threadIdx.x / 8; i < 128; i += 32)`. `room` is what the first value is
/// below the bound. The number of threads that a block may have then is a precondition.
std::optional<Polynomial> KernelWalk::countOfAll(const Polynomial &room, int64_t step) {
  for (const std::string &symbol : room.symbols()) {
    const auto affine = room.affineIn(symbol);
    if (isUniform(Polynomial::symbol(symbol)) || !affine || affine->coefficient.constant() != -1 ||
        !isUniform(affine->rest))
      continue;
    const auto whole = state.assumed(affine->rest);
    if (!whole || *whole <= 0)
      return std::nullopt;
    const int64_t count = (*whole + step - 1) / step;
    // First values from 0 to one less than this have as many steps.
    const int64_t most = *whole - step * (count - 1);
    if (staysBelow(Polynomial::symbol(symbol), Polynomial(most)))
      return Polynomial(count);
    return std::nullopt;
  }
  return std::nullopt;
}

/// `i < min(TILE, n - first)` in a loop's condition.
void KernelWalk::limit(Loop &loop) const {
  const auto *comparison =
      llvm::dyn_cast<clang::BinaryOperator>(loop.condition->IgnoreParenImpCasts());
  if (!comparison || comparison->getOpcode() != clang::BO_LT)
    return;
  const auto whole = [](const clang::Expr *expression) {
    for (;;) {
      expression = expression->IgnoreParens();
      if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
        expression = temporary->getSubExpr();
      else if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression);
               cast && (cast->getCastKind() == clang::CK_IntegralToFloating ||
                        (cast->getCastKind() == clang::CK_LValueToRValue &&
                         llvm::isa<clang::CallExpr>(cast->getSubExpr()->IgnoreParens()))))
        expression = cast->getSubExpr();
      else
        return expression;
    }
  };
  const auto *least = llvm::dyn_cast<clang::CallExpr>(whole(comparison->getRHS()));
  const clang::FunctionDecl *callee = least ? least->getDirectCallee() : nullptr;
  if (!callee || least->getNumArgs() != 2 || !isCudaOwn(*callee) || !callee->getIdentifier() ||
      !llvm::is_contained({"min", "fmin", "fminf"}, callee->getName()))
    return;
  for (const unsigned number : {0u, 1u}) {
    const clang::Expr *bound = whole(least->getArg(number));
    const clang::Expr *within = whole(least->getArg(1 - number));
    clang::Expr::EvalResult value;
    if (!bound->getType()->isIntegerType() || !within->getType()->isIntegerType() ||
        !bound->EvaluateAsInt(value, context))
      continue;
    loop.index = whole(comparison->getLHS());
    loop.bound = bound;
    loop.within = within;
    return;
  }
}

} // namespace warpsmith::frontend
