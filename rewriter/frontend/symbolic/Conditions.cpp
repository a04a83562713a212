// Conditions: on parameters (decided for a whole walk), on indices (bounds), on data (selections).
#include "rewriter/frontend/clang/KnownConstants.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/InlinedCalls.h"
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include "rewriter/ir/FusedProducts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

using Kind = Expression::Kind;

/// Made of parameters and literals, without arithmetic that host and device could round apart.
bool isParameterOnly(const Expression &expression) {
  return expression.kind == Kind::Scalar || expression.kind == Kind::Literal ||
         ((expression.kind == Kind::Negate || expression.kind == Kind::Cast) &&
          isParameterOnly(*expression.children[0]));
}

/// Of a comparison other than <=>.
Relation relationOf(clang::BinaryOperatorKind opcode) {
  switch (opcode) {
  case clang::BO_LT:
    return Relation::Less;
  case clang::BO_LE:
    return Relation::LessOrEqual;
  case clang::BO_GT:
    return Relation::Greater;
  case clang::BO_GE:
    return Relation::GreaterOrEqual;
  case clang::BO_EQ:
    return Relation::Equal;
  default:
    return Relation::Unequal;
  }
}

Relation negated(Relation relation) {
  switch (relation) {
  case Relation::Less:
    return Relation::GreaterOrEqual;
  case Relation::LessOrEqual:
    return Relation::Greater;
  case Relation::Greater:
    return Relation::LessOrEqual;
  case Relation::GreaterOrEqual:
    return Relation::Less;
  case Relation::Equal:
    return Relation::Unequal;
  default:
    return Relation::Equal;
  }
}

/// What `__heq(a, b)` and its like compare; nothing for another function. Of numbers that are none
/// all of them are false, but `!=` of the operators is not: `__hne` is left out.
std::optional<Relation> relationOfNarrow(const clang::CallExpr &call) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  if (!callee || !callee->getIdentifier() || !isNarrowComparison(*callee))
    return std::nullopt;
  return llvm::StringSwitch<std::optional<Relation>>(callee->getName())
      .Case("__heq", Relation::Equal)
      .Case("__hlt", Relation::Less)
      .Case("__hle", Relation::LessOrEqual)
      .Case("__hgt", Relation::Greater)
      .Case("__hge", Relation::GreaterOrEqual)
      .Default(std::nullopt);
}

bool isNull(const clang::Expr *expression, const clang::ASTContext &context) {
  return expression->isNullPointerConstant(const_cast<clang::ASTContext &>(context),
                                           clang::Expr::NPC_ValueDependentIsNotNull) !=
         clang::Expr::NPCK_NotNull;
}

/// What is converted from a signed type to an unsigned one, which has no fewer bits; else null.
const clang::Expr *madeUnsigned(const clang::Expr *expression, const clang::ASTContext &context) {
  const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression->IgnoreParens());
  while (cast && cast->getCastKind() == clang::CK_NoOp)
    cast = llvm::dyn_cast<clang::CastExpr>(cast->getSubExpr()->IgnoreParens());
  if (!cast || cast->getCastKind() != clang::CK_IntegralCast)
    return nullptr;
  const clang::QualType from = cast->getSubExpr()->getType(), to = cast->getType();
  const bool becomesUnsigned = from->isSignedIntegerType() && to->isUnsignedIntegerType() &&
                               context.getTypeSize(from) >= 32 &&
                               context.getTypeSize(to) >= context.getTypeSize(from);
  return becomesUnsigned ? cast->getSubExpr() : nullptr;
}

} // namespace

std::optional<Condition> SymbolicEvaluator::decide(const Predicate &question, bool holds,
                                                   const clang::Expr *expression) {
  const auto answer = decisions.ask(question);
  if (!answer)
    return refuse(expression->getExprLoc(),
                  "'" + text(expression) + "': too many conditions on parameters");
  return Condition{*answer == holds, {}, nullptr};
}

bool SymbolicEvaluator::failsAsWhole(const clang::Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  bool negated = false;
  for (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(expression);
       operation && operation->getOpcode() == clang::UO_LNot;
       operation = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    negated = !negated;
    expression = operation->getSubExpr()->IgnoreParenImpCasts();
  }
  if (llvm::isa<clang::DeclRefExpr>(expression)) // a truth value
    return negated;
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
  return operation && operation->getOpcode() == (negated ? clang::BO_LAnd : clang::BO_LOr);
}

std::optional<Condition> SymbolicEvaluator::condition(const clang::Expr *expression, bool holds) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *argument = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(expression))
    return condition(argument->getReplacement(), holds);
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(expression);
      operation && operation->getOpcode() == clang::UO_LNot)
    return condition(operation->getSubExpr(), !holds);
  if (const auto *literal = llvm::dyn_cast<clang::CXXBoolLiteralExpr>(expression))
    return Condition{literal->getValue() == holds, {}, nullptr};
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
      reference && isConstantOfClass(*reference->getDecl())) { // `std::is_same_v<T, float>`
    const auto value = integer(reference);
    const auto known = value ? value->constant() : std::nullopt;
    return known ? std::optional(Condition{(*known != 0) == holds, {}, nullptr}) : std::nullopt;
  }
  if (llvm::isa<clang::StringLiteral>(expression)) // assert(n % 4 == 0 && "…")
    return Condition{holds, {}, nullptr};
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression))
    if (const auto relation = relationOfNarrow(*call))
      return comparisonOfValues(call->getArg(0), *relation, call->getArg(1), holds, expression);
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression);
      call && expression->getType()->isBooleanType() && call->getDirectCallee() &&
      !isCudaOwn(*call->getDirectCallee()))
    return holds ? inlined(call, &SymbolicEvaluator::holding)
                 : inlined(call, &SymbolicEvaluator::failing);
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (const auto connects = operation ? connective(operation) : std::nullopt) {
    const bool both = (*connects == clang::BO_LAnd) == holds;
    auto left = condition(operation->getLHS(), holds);
    if (!left || (left->decided && *left->decided != both))
      return left;
    auto right = condition(operation->getRHS(), holds);
    if (!right || left->decided)
      return right;
    if (right->decided)
      return *right->decided == both ? left : right;
    // `if (row >= m && column >= n) return;`, which is meant to be `||`.
    if (!both && !left->data && !right->data &&
        (requireOfAllThreads(left->bounds) || requireOfAllThreads(right->bounds)))
      return Condition{true, {}, nullptr};
    if (!both || (left->data && right->data))
      return refuse(expression->getExprLoc(), "condition '" + text(expression) +
                                                  "' is not a conjunction of bounds on indices");
    left->bounds.insert(left->bounds.end(), right->bounds.begin(), right->bounds.end());
    if (right->data)
      left->data = right->data;
    return left;
  }
  // `within(i) == false`
  if (operation && operation->isEqualityOp())
    for (const bool isLeft : {true, false}) {
      const clang::Expr *value = isLeft ? operation->getLHS() : operation->getRHS();
      const clang::Expr *other = isLeft ? operation->getRHS() : operation->getLHS();
      const auto *literal = llvm::dyn_cast<clang::CXXBoolLiteralExpr>(value->IgnoreParenImpCasts());
      if (literal && other->IgnoreParenImpCasts()->getType()->isBooleanType() &&
          !llvm::isa<clang::CXXBoolLiteralExpr>(other->IgnoreParenImpCasts()))
        return condition(
            other, holds == ((operation->getOpcode() == clang::BO_EQ) == literal->getValue()));
    }
  if ((!operation || operation->isComparisonOp()) && !expression->getType()->isPointerType() &&
      hasAddress(expression))
    return chosenWay();
  if (operation && operation->isComparisonOp())
    return comparison(operation, holds);
  if (expression->getType()->isPointerType()) {
    const auto value = pointer(expression);
    if (!value)
      return std::nullopt;
    if (value->shared || !value->offset.isZero())
      return refuse(expression->getExprLoc(), "test of pointer '" + text(expression) + "'");
    return decide(Predicate::NotNull{value->array}, holds, expression);
  }
  if (!expression->getType()->isIntegerType() || isData(expression)) {
    if (!expression->getType()->isArithmeticType())
      return refuse(expression->getExprLoc(),
                    "guard '" + text(expression) + "' is not a comparison");
    const auto number = scalar(expression);
    if (!number)
      return std::nullopt;
    if (isNarrowFloat((*number)->type) || isParameterOnly(**number))
      return refuse(expression->getExprLoc(),
                    "guard '" + text(expression) + "' is not a comparison");
    const char *zero = isInteger((*number)->type)            ? "0"
                       : (*number)->type == ElementType::F64 ? "0.0"
                                                             : "0.0f";
    return Condition{std::nullopt,
                     {},
                     Expression::compare(holds ? "!=" : "==", guarded(*number),
                                         Expression::literal(zero, (*number)->type))};
  }
  const auto value = used(expression);
  if (!value)
    return std::nullopt;
  if (const auto constant = value->constant())
    return Condition{(*constant != 0) == holds, {}, nullptr};
  if (const auto number = truthNumber(*value))
    return held(*number, holds, expression);
  if (!isUniform(*value))
    return refuse(expression->getExprLoc(),
                  "guard '" + text(expression) + "' is not a bound on the indices");
  const Predicate question = Predicate::Sizes{{*value}, Relation::Unequal, {Polynomial(0)}};
  if (const auto known = state.numeric(*value).constant())
    return Condition{decisions.note(question, *known != 0) == holds, {}, nullptr};
  return decide(question, holds, expression);
}

std::optional<Condition> SymbolicEvaluator::comparison(const clang::BinaryOperator *operation,
                                                       bool holds) {
  const clang::Expr *left = operation->getLHS(), *right = operation->getRHS();
  if (left->getType()->isPointerType() || right->getType()->isPointerType()) {
    if (isNull(left, context))
      std::swap(left, right);
    if (!isNull(right, context) || !operation->isEqualityOp())
      return refuse(operation->getExprLoc(), "comparison of pointers '" + text(operation) + "'");
    return condition(left, holds == (operation->getOpcode() == clang::BO_NE));
  }
  if (left->getType()->isIntegralOrEnumerationType() && !isData(left) && !isData(right))
    return compareIntegers(operation, holds);
  return comparisonOfValues(left, relationOf(operation->getOpcode()), right, holds, operation);
}

std::optional<Condition> SymbolicEvaluator::comparisonOfValues(const clang::Expr *left,
                                                               Relation relation,
                                                               const clang::Expr *right, bool holds,
                                                               const clang::Expr *whole) {
  auto first = scalar(left);
  auto second = first ? scalar(right) : std::nullopt;
  if (!second)
    return std::nullopt;
  // Of numbers in half it is a comparison of what they are as floats.
  if (isNarrowFloat((*first)->type) && (*first)->type == (*second)->type) {
    first = Expression::cast(ElementType::F32, *first);
    second = Expression::cast(ElementType::F32, *second);
  }
  if (isParameterOnly(**first) && isParameterOnly(**second)) {
    const auto original = [&](const ExpressionRef &node) -> ExpressionRef {
      const auto derived = state.derived.find(node->text);
      return node->kind == Kind::Scalar && derived != state.derived.end() ? derived->second
                                                                          : nullptr;
    };
    return decide(Predicate::Values{map(*first, original), relation, map(*second, original)}, holds,
                  whole);
  }
  if (!holds) {
    // Of numbers that are none, neither `a < b` nor `a >= b` holds.
    const bool isEquality = relation == Relation::Equal || relation == Relation::Unequal;
    if (!isEquality && !isInteger((*first)->type))
      return refuse(whole->getExprLoc(),
                    "guard '" + text(whole) + "' is not a bound on the indices");
    relation = negated(relation);
  }
  return Condition{
      std::nullopt, {}, Expression::compare(spelling(relation), guarded(*first), guarded(*second))};
}

std::optional<Condition> SymbolicEvaluator::withinUnsigned(const clang::BinaryOperator *operation,
                                                           bool holds) {
  auto opcode = operation->getOpcode();
  if (!holds && operation->isRelationalOp())
    opcode = clang::BinaryOperator::negateComparisonOp(opcode);
  const clang::Expr *index = operation->getLHS(), *limit = operation->getRHS();
  if (opcode == clang::BO_GT || opcode == clang::BO_GE) {
    std::swap(index, limit);
    opcode = clang::BinaryOperator::reverseComparisonOp(opcode);
  }
  const clang::Expr *own = madeUnsigned(index, context);
  if (!own || isData(own) || (opcode != clang::BO_LT && opcode != clang::BO_LE) ||
      own->HasSideEffects(context) || limit->HasSideEffects(context))
    return std::nullopt;
  const auto value = integer(own);
  const auto end = value ? integer(limit) : std::nullopt;
  if (!end || isUniform(*value) || !isUniform(*end) || hasExtreme(*value) || hasExtreme(*end))
    return std::nullopt;
  // What is negative becomes at least half of the type's size: no limit may be as large.
  const int64_t most = context.getTypeSize(index->getType()) >= 64 ? INT64_MAX : INT32_MAX;
  state.ranges.push_back({*end, 0, most, limit->getExprLoc()});
  return Condition{std::nullopt,
                   {*value + 1, opcode == clang::BO_LT ? *end - *value : *end - *value + 1},
                   nullptr};
}

std::optional<Condition> SymbolicEvaluator::compareIntegers(const clang::BinaryOperator *operation,
                                                            bool holds) {
  if (auto both = withinUnsigned(operation, holds))
    return both;
  const auto left = exact(operation->getLHS());
  const auto right = left ? exact(operation->getRHS()) : std::nullopt;
  if (!right)
    return std::nullopt;
  const auto opcode = operation->getOpcode();
  const bool isOfStages =
      state.fillsStages && operation->isRelationalOp() && !state.numeric(*left - *right).constant();
  if (isUniform(*left) && isUniform(*right) && !isOfStages) {
    const Relation relation = relationOf(opcode);
    const auto answer = [&](int64_t difference) {
      return warpsmith::holds(static_cast<double>(difference), relation, 0);
    };
    if (const auto known = (*left - *right).constant())
      return Condition{answer(*known) == holds, {}, nullptr};
    const auto side = [&](const Polynomial &value) {
      const auto symbols = value.symbols();
      return Predicate::Sizes::Side{
          value, std::any_of(symbols.begin(), symbols.end(), [&](const auto &name) {
            return state.unsignedSymbols.contains(name);
          })};
    };
    const Predicate question = Predicate::Sizes{side(*left), relation, side(*right)};
    if (const auto known = state.numeric(*left - *right).constant())
      return Condition{decisions.note(question, answer(*known)) == holds, {}, nullptr};
    return decide(question, holds, operation);
  }
  const auto isIndex = [](const Polynomial &value) {
    const auto symbols = value.symbols();
    return !hasExtreme(value) && std::ranges::none_of(symbols, isTruth);
  };
  if (operation->isEqualityOp() && isIndex(*left) && isIndex(*right)) {
    const bool equal = (opcode == clang::BO_EQ) == holds;
    // `threadIdx.x % 4 == 0` is a bound: a part of a thread's index is not negative.
    if (right->isZero() && llvm::any_of(state.divisions, [&](const Division &division) {
          return *left == Polynomial::symbol(division.remainder) &&
                 division.dividend.str().rfind("threadIdx.", 0) == 0 &&
                 division.dividend == Polynomial::symbol(division.dividend.str());
        }))
      return Condition{std::nullopt, {equal ? Polynomial(1) - *left : *left}, nullptr};
    // At a step at which `t < tiles`, `t + 1 != tiles` is `t + 1 < tiles`.
    for (const Polynomial &difference : {*right - *left, *left - *right})
      if (!equal && llvm::any_of(state.thisStep, [&](const Polynomial &bound) {
            return bound - difference == Polynomial(1);
          }))
        return Condition{std::nullopt, {difference}, nullptr};
    return Condition{std::nullopt,
                     {},
                     Expression::compare(equal ? "==" : "!=", Expression::position(*left),
                                         Expression::position(*right))};
  }
  if (!operation->isRelationalOp())
    return refuse(operation->getExprLoc(),
                  "guard '" + text(operation) + "' is not a bound on the indices");
  const bool less = (opcode == clang::BO_LT || opcode == clang::BO_LE) == holds;
  const bool strict = (opcode == clang::BO_LT || opcode == clang::BO_GT) == holds;
  const Polynomial difference = less ? *right - *left : *left - *right;
  auto bounds = state.withoutExtremes(strict ? difference : difference + 1);
  if (!bounds)
    return refuse(operation->getExprLoc(),
                  "guard '" + text(operation) + "' holds where one of two bounds does");
  return Condition{std::nullopt, std::move(*bounds), nullptr};
}

std::optional<const clang::Expr *>
SymbolicEvaluator::chosen(const clang::AbstractConditionalOperator *operation, Condition *out) {
  const auto found = condition(operation->getCond(), true);
  if (!found)
    return std::nullopt;
  *out = *found;
  if (!found->decided)
    return nullptr;
  return *found->decided ? operation->getTrueExpr() : operation->getFalseExpr();
}

/// Where all bounds hold, what is chosen otherwise is the value, too: elements are read one by one
/// if they are inside, and all at once if the last of them is.
bool SymbolicEvaluator::isValueWhere(const Condition &condition, const ExpressionRef &value,
                                     const ExpressionRef &otherwise) {
  Bounds all = condition.bounds;
  all.insert(all.end(), state.path.begin(), state.path.end());
  const auto implied = [&](const Polynomial &needed) {
    return llvm::any_of(all, [&](const Polynomial &bound) {
      const auto more = (needed - bound).constant();
      return more && *more >= 0;
    });
  };
  ExpressionRef chosen = otherwise;
  while (chosen->kind == Kind::Select) {
    const auto number = conditionNumber(*chosen->children[0]);
    if (!number || !llvm::all_of(state.bounds[*number], implied))
      break;
    chosen = chosen->children[1];
  }
  // Elements that are read twice have a number each time.
  const auto byPlace = [&](const ExpressionRef &expression) {
    return map(expression, [&](const ExpressionRef &node) -> ExpressionRef {
      return node->kind == Kind::Operand ? state.loaded(state.loads[node->operand]) : nullptr;
    });
  };
  return (chosen != otherwise || condition.data) && same(*byPlace(chosen), *byPlace(value));
}

namespace {

struct Addition {
  bool isAny = false, ofProduct = false;
};

bool isMultiplication(const clang::Expr *expression) {
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts());
  return operation && operation->getOpcode() == clang::BO_Mul;
}

/// The last addition that is assigned to the variable, or the expression itself where there is
/// none.
Addition additionIn(const clang::Stmt *statement, const clang::VarDecl *variable) {
  if (!statement)
    return {};
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    Addition last;
    for (const clang::Stmt *each : block->body())
      if (const Addition found = additionIn(each, variable); found.isAny)
        last = found;
    return last;
  }
  const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
  const auto *operation =
      expression ? llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParenImpCasts())
                 : nullptr;
  if (!operation)
    return {};
  if (operation->isAssignmentOp()) {
    const auto *to = llvm::dyn_cast<clang::DeclRefExpr>(operation->getLHS()->IgnoreParenImpCasts());
    if (!variable || !to || to->getDecl() != variable)
      return {};
    if (operation->getOpcode() == clang::BO_Assign)
      return additionIn(operation->getRHS(), nullptr);
    const bool isAddition = operation->getOpcode() == clang::BO_AddAssign ||
                            operation->getOpcode() == clang::BO_SubAssign;
    return {isAddition, isAddition && isMultiplication(operation->getRHS())};
  }
  const bool isAddition = operation->isAdditiveOp() && !variable;
  return {isAddition, isAddition && (isMultiplication(operation->getLHS()) ||
                                     isMultiplication(operation->getRHS()))};
}

} // namespace

/// What a case of the conditions on parameters chooses, the compiler sees chosen: a product is
/// rounded before it is added. In a loop that depends on whether the loop is divided into cases.
///
/// Additions on both sides become one, of what is chosen: `x += f ? a * b : c`.
ExpressionRef SymbolicEvaluator::chosenByCase(const ExpressionRef &value, const clang::Stmt *one,
                                              const clang::Stmt *other,
                                              const clang::VarDecl *variable) {
  const Addition first = additionIn(one, variable), second = additionIn(other, variable);
  if (first.isAny && second.isAny && !(first.ofProduct && second.ofProduct) && addsProduct(*value))
    state.undecidedParts = describe(*value);
  const ExpressionRef rounded = roundedAlone(value);
  const bool isInLoop = std::ranges::any_of(
      state.reductions, [](const Reduction &sum) { return sum.update == nullptr; });
  if (isInLoop && !same(*rounded, *value))
    state.undecidedParts = describe(*value);
  return rounded;
}

ExpressionRef SymbolicEvaluator::select(const Condition &condition, const ExpressionRef &then,
                                        const ExpressionRef &otherwise) {
  if (condition.decided)
    return chosenByCase(*condition.decided ? then : otherwise);
  if (then == otherwise || same(*then, *otherwise))
    return then;
  if ((!condition.data || choosesWay(*condition.data)) && isValueWhere(condition, then, otherwise))
    return otherwise;
  if (condition.data) {
    const ExpressionRef chosen = Expression::select(condition.data, then, otherwise);
    return condition.bounds.empty()
               ? chosen
               : Expression::select(state.conditionOn(condition.bounds), chosen, otherwise);
  }
  // A fill with zeros where an index is out of range: the value is read where it is in range.
  if (condition.bounds.size() == 1 && then->isLiteralZero() && !otherwise->isLiteralZero())
    return Expression::select(state.conditionOn({Polynomial(1) - condition.bounds[0]}), otherwise,
                              then);
  return Expression::select(state.conditionOn(condition.bounds), then, otherwise);
}

ExpressionRef SymbolicEvaluator::guarded(const ExpressionRef &value) const {
  return map(value, [&](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind != Kind::Select)
      return nullptr;
    const auto number = conditionNumber(*node->children[0]);
    if (!number)
      return nullptr;
    const Bounds &needed = state.bounds[*number];
    const bool implied = std::all_of(needed.begin(), needed.end(), [&](const Polynomial &bound) {
      return std::find(state.path.begin(), state.path.end(), bound) != state.path.end();
    });
    return implied ? guarded(node->children[1]) : nullptr;
  });
}

} // namespace warpsmith::frontend
