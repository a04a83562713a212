// Index arithmetic: integers and pointers.
#include "rewriter/frontend/clang/BuiltinIndices.h"
#include "rewriter/frontend/clang/CalledFunctions.h"
#include "rewriter/frontend/clang/KnownConstants.h"
#include "rewriter/frontend/clang/NamedConstants.h"
#include "rewriter/frontend/clang/ToolkitNames.h"
#include "rewriter/frontend/symbolic/AlternatingTiles.h"
#include "rewriter/frontend/symbolic/InlinedCalls.h"
#include "rewriter/frontend/symbolic/StagedTiles.h"
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace warpsmith::frontend {

std::string SymbolicEvaluator::whyNoStep(const clang::Expr *expression) {
  const auto *step = llvm::dyn_cast<clang::UnaryOperator>(expression);
  return step && step->isIncrementDecrementOp() ? ": the expression uses the variable elsewhere, "
                                                  "or the step is in a condition or in a "
                                                  "part that is not always evaluated"
                                                : "";
}

std::string SymbolicEvaluator::text(const clang::Expr *expression) const {
  const clang::SourceManager &sources = context.getSourceManager();
  // A macro's argument is as the user writes it, and of what else a macro makes its call is.
  auto range = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(expression->getSourceRange()), sources,
      context.getLangOpts());
  if (range.isInvalid())
    range = clang::CharSourceRange::getTokenRange(
        sources.getExpansionLoc(expression->getBeginLoc()),
        sources.getExpansionRange(expression->getEndLoc()).getEnd());
  std::string spelled = clang::Lexer::getSourceText(range, sources, context.getLangOpts()).str();
  std::string line;
  for (const char c : spelled)
    if (!isspace(static_cast<unsigned char>(c)))
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  return line;
}

void SymbolicEvaluator::lookInto(const clang::Expr &constant) {
  const std::set<const clang::FunctionDecl *> called = calledFunctions(constant);
  state.inlined.insert(called.begin(), called.end());
}

std::optional<Polynomial> SymbolicEvaluator::integer(const clang::Expr *expression) {
  if (const auto constant = namedConstant(*expression, context)) {
    lookInto(*expression);
    state.constants[constant->name] = constant->value;
    if (expression->getType()->isUnsignedIntegerType())
      state.unsignedSymbols.insert(constant->name);
    return Polynomial::symbol(constant->name);
  }
  if (const auto index = builtinIndex(expression)) {
    state.unsignedSymbols.insert(*index);
    if (const auto known = state.blockSizes.find(*index); known != state.blockSizes.end()) {
      state.requireStrongest({Polynomial::symbol(*index), known->second, true});
      return known->second;
    }
    return Polynomial::symbol(*index);
  }
  if (const auto *parentheses = llvm::dyn_cast<clang::ParenExpr>(expression))
    return integer(parentheses->getSubExpr());
  if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
    return integer(temporary->getSubExpr()); // `const int &n`, given a number
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(expression);
      list && list->getNumInits() == 1)
    return integer(list->getInit(0)); // `std::size_t{blockIdx.x}`
  // `half = !half`
  if (const auto *negation = llvm::dyn_cast<clang::UnaryOperator>(expression);
      negation && negation->getOpcode() == clang::UO_LNot) {
    const auto *variable =
        llvm::dyn_cast<clang::DeclRefExpr>(negation->getSubExpr()->IgnoreParenImpCasts());
    const auto known =
        variable ? state.integers.find(llvm::dyn_cast<clang::VarDecl>(variable->getDecl()))
                 : state.integers.end();
    if (known != state.integers.end() && !known->second.constant())
      if (const auto bit = otherBit(state, known->second))
        return bit;
  }
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if ((binary && connective(binary)) ||
      (expression->getType()->isBooleanType() &&
       !llvm::isa<clang::CastExpr, clang::DeclRefExpr>(expression) && isCondition(expression)))
    return truth(expression);
  if (const auto *literal = llvm::dyn_cast<clang::IntegerLiteral>(expression)) {
    // A template's argument may be negative.
    const llvm::APInt &value = literal->getValue();
    if (value.isNegative() && literal->getType()->isSignedIntegerOrEnumerationType())
      return Polynomial(value.getSExtValue());
    return Polynomial(static_cast<int64_t>(value.getLimitedValue(INT64_MAX)));
  }
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    return integerReference(reference);
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression))
    return integerConversion(cast);
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return integerBinary(operation);
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    if (stepped.contains(operation)) {
      stepped[operation] = true;
      const auto value = integer(operation->getSubExpr());
      const int64_t step = operation->isPostfix() ? 0 : operation->isIncrementOp() ? 1 : -1;
      return value ? std::optional(*value + step) : std::nullopt;
    }
    if (operation->getOpcode() == clang::UO_Plus)
      return integer(operation->getSubExpr());
    if (operation->getOpcode() == clang::UO_Minus && operation->getType()->isSignedIntegerType()) {
      const auto value = integer(operation->getSubExpr());
      return value ? std::optional(Polynomial(0) - *value) : std::nullopt;
    }
  }
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression))
    return integerCall(call);
  if (const auto *argument = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(expression))
    return integer(argument->getReplacement());
  if (const clang::VarDecl *field = localField(expression, state))
    return integerVariable(field, expression);
  if (const std::string name = member(expression); !name.empty()) {
    if (expression->getType()->isUnsignedIntegerType())
      state.unsignedSymbols.insert(name);
    return Polynomial::symbol(name);
  }
  if (const auto *conditional = llvm::dyn_cast<clang::AbstractConditionalOperator>(expression)) {
    if (auto value = byParity(conditional))
      return value;
    if (auto value = byStage(conditional))
      return value;
    Condition decision;
    const auto branch = chosen(conditional, &decision);
    if (!branch)
      return std::nullopt;
    if (*branch)
      return integer(*branch);
    return extreme(conditional, decision);
  }
  clang::Expr::EvalResult result;
  if (!expression->isValueDependent() && expression->EvaluateAsInt(result, context) &&
      result.Val.getInt().isRepresentableByInt64()) {
    lookInto(*expression);
    return Polynomial(result.Val.getInt().getExtValue());
  }
  const std::string why = whyNoStep(expression);
  return refuse(
      expression->getExprLoc(),
      "index '" + text(expression) + "' is not affine" +
          (why.empty() ? std::string(": unsupported ") + expression->getStmtClassName() : why));
}

void SymbolicEvaluator::require(const Polynomial &value, clang::QualType type,
                                clang::SourceLocation location) {
  const unsigned bits = context.getTypeSize(type);
  if (bits >= 64 || truthNumber(value))
    return;
  const int64_t size = int64_t(1) << bits;
  if (type->isUnsignedIntegerType())
    state.ranges.push_back({value, 0, size - 1, location});
  else
    state.ranges.push_back({value, -size / 2, size / 2 - 1, location});
}

std::optional<Polynomial> SymbolicEvaluator::used(const clang::Expr *expression) {
  auto value = integer(expression);
  if (value && expression->getType()->isUnsignedIntegerType())
    require(*value, expression->getType(), expression->getExprLoc());
  return value;
}

std::optional<Polynomial> SymbolicEvaluator::exact(const clang::Expr *expression) {
  auto value = used(expression);
  if (value && hasExclusive(*value))
    return refuse(expression->getExprLoc(),
                  "'" + text(expression) + "' is made by '^', and more than a place in a tile");
  if (value && expression->getType()->isUnsignedIntegerType() &&
      context.getTypeSize(expression->getType()) >= 64)
    state.ranges.push_back({*value, 0, INT64_MAX, expression->getExprLoc()});
  return value;
}

/// A constant that has no name in a file, as the number that the build is asserted to give it.
static std::optional<Polynomial> constantOfClass(const clang::Expr &expression,
                                                 const clang::ASTContext &context,
                                                 SymbolicState &state) {
  ConstantFacts facts;
  const auto value = knownConstant(expression, context, facts);
  if (!value)
    return std::nullopt;
  state.inlined.insert(facts.functions.begin(), facts.functions.end());
  for (const auto &[name, known] : facts.constants) {
    state.constants[name] = known;
    state.assumedConstants.insert(name);
  }
  for (const Predicate &assertion : facts.assertions)
    if (!llvm::is_contained(state.assertions, assertion))
      state.assertions.push_back(assertion);
  return Polynomial(*value);
}

std::optional<Polynomial> SymbolicEvaluator::integerConversion(const clang::CastExpr *cast) {
  const clang::QualType from = cast->getSubExpr()->getType(), to = cast->getType();
  if (cast->getCastKind() == clang::CK_FloatingToIntegral && !isData(cast->getSubExpr())) {
    const auto parts = ratio(cast->getSubExpr());
    return parts ? std::optional(floored(*parts)) : std::nullopt;
  }
  if (from->isEnumeralType() && to->isIntegerType())
    if (const auto constant = constantOfClass(*cast, context, state))
      return constant;
  if (!from->isIntegerType() || !to->isIntegerType())
    return refuse(cast->getExprLoc(), "index '" + text(cast) + "' is not integer arithmetic");
  const unsigned fromBits = context.getTypeSize(from), toBits = context.getTypeSize(to);
  if (to->isBooleanType() && !from->isBooleanType() && isCondition(cast->getSubExpr()))
    return truth(cast->getSubExpr());
  if (const auto known = to->isBooleanType() && !from->isBooleanType()
                             ? cast->getSubExpr()->getIntegerConstantExpr(context)
                             : std::nullopt)
    return Polynomial(*known != 0 ? 1 : 0);
  if (to->isBooleanType() && !from->isBooleanType())
    return refuse(cast->getExprLoc(),
                  "'" + text(cast->getSubExpr()) + "' is converted to a truth value");
  auto value = integer(cast->getSubExpr());
  if (!value)
    return std::nullopt;
  if (toBits < 32 && toBits < fromBits) {
    // A constant has all its bits in it, or not.
    const auto known = state.numeric(*value).constant();
    const llvm::APSInt number = llvm::APSInt::get(known.value_or(0));
    if (!known || !(to->isUnsignedIntegerType() ? *known >= 0 && number.isIntN(toBits)
                                                : number.isSignedIntN(toBits)))
      return refuse(cast->getExprLoc(), "conversion of '" + text(cast->getSubExpr()) + "' to '" +
                                            to.getAsString() + "' may lose bits of an index");
    assumed(*value);
    return value;
  }
  // What a wider type takes over is the wrapped value; what a signed type takes over must fit.
  if (from->isUnsignedIntegerType() && toBits > fromBits)
    require(*value, from, cast->getExprLoc());
  else if (to->isSignedIntegerType() &&
           (toBits < fromBits || (toBits == fromBits && from->isUnsignedIntegerType())))
    require(*value, to, cast->getExprLoc());
  return value;
}

std::optional<Polynomial> SymbolicEvaluator::integerReference(const clang::DeclRefExpr *reference) {
  if (isConstantOfClass(*reference->getDecl()))
    if (const auto constant = constantOfClass(*reference, context, state))
      return constant;
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  if (!variable)
    return refuse(reference->getExprLoc(), "unsupported use of '" + text(reference) + "'");
  return integerVariable(variable, reference);
}

std::optional<Polynomial> SymbolicEvaluator::integerVariable(const clang::VarDecl *variable,
                                                             const clang::Expr *reference) {
  const auto known = state.integers.find(variable);
  if (known == state.integers.end())
    return refuse(reference->getExprLoc(),
                  "the value of '" + variable->getNameAsString() + "' is not known here");
  requireCount(variable);
  return known->second;
}

void SymbolicEvaluator::requireCount(const clang::VarDecl *variable) {
  const auto loop = state.counted.find(variable);
  if (loop == state.counted.end())
    return;
  state.preconditions.push_back({loop->second, Polynomial(0), false});
  state.counted.erase(loop);
}

/// Of the grid's threads, not of a block's: how those divide a tile is settled elsewhere.
bool SymbolicEvaluator::numbersGrid(const Polynomial &index) const {
  return llvm::any_of(index.symbols(), [&](const std::string &symbol) {
    const LoopIndex *loop = state.loop(symbol);
    return symbol.rfind("blockIdx.", 0) == 0 || (loop && loop->ofGrid) ||
           llvm::any_of(state.divisions, [&](const Division &known) {
             return (known.quotient == symbol || known.remainder == symbol) &&
                    numbersGrid(known.dividend);
           });
  });
}

/// Quotients of indices, and those of quotients in units of divisors: never negative, as the sizes
/// and indices of a launch that the rewritten kernel takes are not.
bool SymbolicEvaluator::isNumberOfRows(const Polynomial &value) const {
  for (const Polynomial &summand : value.summands()) {
    Polynomial factor = summand;
    for (const std::string &symbol : summand.symbols()) {
      if (llvm::none_of(state.divisions, [&](const Division &known) {
            return known.quotient == symbol || known.divisor.dependsOn(symbol);
          }))
        return false;
      factor = factor.substitute(symbol, 1);
    }
    if (!factor.constant() || *factor.constant() <= 0)
      return false;
  }
  return true;
}

/// An index that was divided before, by a part or a multiple of this divisor: both divisions are
/// told in the same parts. The identities hold for quotients that are rounded towards zero.
std::optional<Polynomial> SymbolicEvaluator::nested(const clang::BinaryOperator *operation,
                                                    bool quotient, const Polynomial &dividend,
                                                    const Polynomial &divisor) {
  if (!numbersGrid(dividend))
    return std::nullopt;
  const auto isFactor = [](const std::optional<Polynomial> &factor) {
    return factor && !(factor->constant() && *factor->constant() <= 1);
  };
  // What follows adds divisions.
  const std::vector<Division> before = state.divisions;
  for (const Division &known : before) {
    if (known.dividend == dividend) {
      // x / (d e) is (x / d) / e, and x % (d e) is d (x / d % e) + x % d.
      if (const auto outer = divisor.quotient(known.divisor); isFactor(outer)) {
        const auto part = division(operation, quotient, Polynomial::symbol(known.quotient), *outer);
        if (!part || quotient)
          return part;
        return known.divisor * *part + Polynomial::symbol(known.remainder);
      }
      // x / d is e (x / (d e)) + (x % (d e)) / d, and x % d is x % (d e) % d.
      if (const auto outer = known.divisor.quotient(divisor); isFactor(outer)) {
        const auto part =
            division(operation, quotient, Polynomial::symbol(known.remainder), divisor);
        if (!part || !quotient)
          return part;
        return *outer * Polynomial::symbol(known.quotient) + *part;
      }
    }
    // The former of these divided by e again. Its last part is below e.
    for (const Division &inner : before) {
      const Polynomial last = Polynomial::symbol(inner.quotient);
      if (inner.dividend != Polynomial::symbol(known.remainder) ||
          known.divisor != inner.divisor * divisor)
        continue;
      const auto rest = (dividend - last).quotient(divisor);
      if (rest && isNumberOfRows(*rest))
        return quotient ? *rest : last;
    }
  }
  return std::nullopt;
}

/// `4 * i / 32` as `i / 8`, and `4 * i % 32` as `4 * (i % 8)`: the same for quotients that are
/// rounded towards zero. Nothing where no number divides both.
std::optional<Polynomial> SymbolicEvaluator::reduced(const clang::BinaryOperator *operation,
                                                     bool quotient, const Polynomial &dividend,
                                                     int64_t divisor) {
  constexpr int64_t largest = 1024;
  for (int64_t factor = std::min(divisor, largest); factor > 1; --factor) {
    if (divisor % factor != 0)
      continue;
    auto part = dividend.quotient(Polynomial(factor));
    if (!part && (part = state.numeric(dividend).quotient(Polynomial(factor))))
      for (const auto &[name, value] : state.constants)
        if (dividend.dependsOn(name))
          state.assumedConstants.insert(name);
    if (!part)
      continue;
    if (divisor == factor)
      return quotient ? *part : Polynomial(0);
    const auto rest = division(operation, quotient, *part, Polynomial(divisor / factor));
    return rest && !quotient ? std::optional(*rest * Polynomial(factor)) : rest;
  }
  return std::nullopt;
}

/// `(blockIdx.x * blockDim.x + threadIdx.x) % TILE` in a kernel that has tiles: the thread's index
/// in a block that is as wide as a tile, which the launch has to be.
std::optional<Polynomial> SymbolicEvaluator::ofBlock(bool quotient, const Polynomial &dividend,
                                                     const Polynomial &divisor) {
  const auto size = state.numeric(divisor).constant();
  const auto isOfTile = [&](const auto &shared) {
    clang::QualType type = shared.first->getType();
    for (; const auto *array = context.getAsArrayType(type); type = array->getElementType())
      if (const auto *known = llvm::dyn_cast<clang::ConstantArrayType>(array);
          known && size && known->getSize() == static_cast<uint64_t>(*size))
        return true;
    return false;
  };
  if (llvm::none_of(state.shared, isOfTile))
    return std::nullopt;
  for (const char axis : {'x', 'y', 'z'}) {
    const auto of = [&](const char *name) {
      return Polynomial::symbol(std::string(name) + "." + axis);
    };
    if (dividend != of("blockIdx") * of("blockDim") + of("threadIdx"))
      continue;
    state.requireStrongest({of("blockDim"), divisor, true});
    return of(quotient ? "blockIdx" : "threadIdx");
  }
  return std::nullopt;
}

std::optional<Polynomial> SymbolicEvaluator::division(const clang::BinaryOperator *operation,
                                                      bool quotient, const Polynomial &dividend,
                                                      const Polynomial &divisor) {
  const auto known = state.numeric(divisor).constant();
  if (known == 2 && !quotient && !state.turning.empty())
    if (const auto parity = parityOf(dividend, state.turning)) {
      assumed(divisor);
      return parity;
    }
  if (known && !quotient && !state.turning.empty())
    if (const auto stage = stageAt(state, dividend, *known, state.turning)) {
      assumed(divisor);
      return stage;
    }
  if (isUniform(dividend) && isUniform(divisor)) {
    if (known && *known <= 0)
      return refuse(operation->getExprLoc(),
                    "'" + text(operation) + "' divides by a number that is not positive");
    return this->quotient(dividend, divisor, !quotient);
  }
  if (!isUniform(divisor))
    return refuse(operation->getExprLoc(),
                  "index '" + text(operation) + "' is not affine: it divides by an index");
  if (known && *known > 0)
    if (const auto parts = ofBlock(quotient, dividend, divisor))
      return parts;
  if (known && *known > 0)
    if (const auto parts = reduced(operation, quotient, dividend, *known))
      return parts;
  for (const Division &division : state.divisions)
    if (division.dividend == dividend &&
        (division.divisor == divisor || sameNumber(division.divisor, divisor)))
      return Polynomial::symbol(quotient ? division.quotient : division.remainder);
  if (const auto parts = nested(operation, quotient, dividend, divisor))
    return parts;
  const std::string number = std::to_string(state.divisions.size() + 1);
  state.divisions.push_back({dividend, divisor, "%q" + number, "%r" + number});
  return Polynomial::symbol(quotient ? state.divisions.back().quotient
                                     : state.divisions.back().remainder);
}

/// Of indices and numbers that are added.
static bool isNotNegative(const Polynomial &value) {
  return std::ranges::all_of(value.summands(), [](const Polynomial &summand) {
    const auto symbols = summand.symbols();
    return !summand.isNegative() && std::ranges::all_of(symbols, [](const std::string &symbol) {
      return symbol.rfind("threadIdx.", 0) == 0 || symbol.rfind("%q", 0) == 0 ||
             symbol.rfind("%r", 0) == 0 || symbol.rfind("%exclusive", 0) == 0 ||
             (symbol.size() > 1 && symbol[0] == '%' && isdigit(symbol[1]));
    });
  });
}

/// The index of a loop, while what its steps change is found out, with numbers that are added.
static bool isUnknownIndex(const Polynomial &value) {
  const auto symbols = value.symbols();
  return !symbols.empty() && std::ranges::all_of(symbols, [](const std::string &symbol) {
    return symbol.rfind("%?", 0) == 0;
  });
}

/// It depends on the step of a loop whose steps take turns at halves.
bool SymbolicEvaluator::isOfTurns(const Polynomial &value) const {
  return !state.turning.empty() && llvm::any_of(value.symbols(), [&](const std::string &symbol) {
    return symbol == state.turning || isHalf(symbol) ||
           llvm::any_of(state.divisions, [&](const Division &known) {
             return (known.quotient == symbol || known.remainder == symbol) &&
                    isOfTurns(known.dividend);
           });
  });
}

std::optional<Polynomial> SymbolicEvaluator::integerBinary(const clang::BinaryOperator *operation) {
  const auto notAffine = [&](const std::string &why) {
    return refuse(operation->getExprLoc(), "index '" + text(operation) + "' is not affine: " + why);
  };
  const clang::BinaryOperatorKind opcode = operation->getOpcode();
  const bool divides = opcode == clang::BO_Div || opcode == clang::BO_Rem;
  if (!divides && opcode != clang::BO_Add && opcode != clang::BO_Sub && opcode != clang::BO_Mul &&
      opcode != clang::BO_Shl && opcode != clang::BO_Shr && opcode != clang::BO_And &&
      opcode != clang::BO_Xor)
    return notAffine("operator '" + operation->getOpcodeStr().str() + "'");
  // A division takes over the value that an unsigned type holds, not what it is modulo its size.
  const auto operand = [&](const clang::Expr *expression) {
    return divides || opcode == clang::BO_Shr || opcode == clang::BO_And || opcode == clang::BO_Xor
               ? exact(expression)
               : integer(expression);
  };
  const auto left = operand(operation->getLHS());
  const auto right = left ? operand(operation->getRHS()) : std::nullopt;
  if (!left || !right)
    return std::nullopt;
  switch (opcode) {
  case clang::BO_Add:
    return *left + *right;
  case clang::BO_Sub:
    return *left - *right;
  case clang::BO_Mul:
    return *left * *right;
  case clang::BO_Div:
  case clang::BO_Rem:
    return division(operation, opcode == clang::BO_Div, *left, *right);
  case clang::BO_And:
    return mask(operation, *left, *right);
  case clang::BO_Xor:
    if (auto bit = right->constant() == 1 ? otherBit(state, *left) : std::nullopt)
      return bit;
    // Which column of a tile it is, is found where the tile is read.
    if (!state.shared.empty() && !isUniform(*left - *right) &&
        (isNotNegative(*left) || (isUnknownIndex(*left) && !right->constant())) &&
        (isNotNegative(*right) || (isUnknownIndex(*right) && !left->constant())) &&
        !isOfTurns(*left) && !isOfTurns(*right))
      return state.exclusive(*left, *right);
    return notAffine("operator '^', and not of a number that is known to be 0 or 1");
  default:
    return shift(operation, *left, *right);
  }
}

/// `a < b ? a : b` and its like.
std::optional<Polynomial>
SymbolicEvaluator::extreme(const clang::AbstractConditionalOperator *conditional,
                           const Condition &condition) {
  const auto refused = [&] {
    return refuse(conditional->getExprLoc(),
                  "index '" + text(conditional) + "' is not affine: it depends on an index");
  };
  if (condition.bounds.size() != 1 || condition.data)
    return refused();
  const auto then = exact(conditional->getTrueExpr());
  const auto otherwise = then ? exact(conditional->getFalseExpr()) : std::nullopt;
  if (!otherwise)
    return std::nullopt;
  // Where the bound is positive, `then` is the greater, or the lesser one; or both are the same.
  const Polynomial &bound = condition.bounds[0];
  const Polynomial more = *then - *otherwise, less = *otherwise - *then;
  const bool isGreatest = more == bound || more == bound - 1;
  if (!isGreatest && less != bound && less != bound - 1)
    return refused();
  return state.extreme({*then, *otherwise, isGreatest});
}

/// What a constexpr function of the user's makes of constants, where it has more statements than
/// the one that returns a value.
std::optional<Polynomial> SymbolicEvaluator::constantNumber(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  clang::Expr::EvalResult result, constant;
  if (!definition || !definition->isConstexpr() || onlyReturned(*definition) ||
      !isCallOfFunction(*call) || call->isValueDependent() ||
      !call->EvaluateAsInt(result, context) || result.HasSideEffects ||
      !result.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  // It may ask whether it is evaluated at compile time (std::is_constant_evaluated()).
  if (!call->EvaluateAsInt(constant, context, clang::Expr::SE_NoSideEffects,
                           /*InConstantContext=*/true) ||
      constant.Val.getInt() != result.Val.getInt())
    return std::nullopt;
  // It rests on the constants that it is given.
  for (const clang::Expr *argument : call->arguments()) {
    const auto value = argument->getType()->isIntegerType() ? exact(argument) : std::nullopt;
    if (!value || !assumed(*value))
      return std::nullopt;
  }
  lookInto(*call);
  return Polynomial(result.Val.getInt().getExtValue());
}

std::optional<Polynomial> SymbolicEvaluator::integerCall(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const std::string name = callee ? callee->getNameAsString() : "";
  if (toolkitFunction(*call) == "__cvta_generic_to_shared" && call->getNumArgs() == 1)
    return addressInShared(call->getArg(0));
  if (const auto matrix = mdspan(call))
    return mdspanNumber(*matrix, call);
  if (const llvm::StringRef asked = blockFunction(*call);
      asked == "thread_rank" || asked == "size" || asked == "num_threads") {
    const auto axis = [&](const char *builtin, char of) {
      const std::string symbol = std::string(builtin) + "." + of;
      state.unsignedSymbols.insert(symbol);
      const auto known = state.blockSizes.find(symbol);
      if (known == state.blockSizes.end())
        return Polynomial::symbol(symbol);
      state.requireStrongest({Polynomial::symbol(symbol), known->second, true});
      return known->second;
    };
    // As all kernels that are understood, in blocks of two dimensions.
    state.requireStrongest({Polynomial::symbol("blockDim.z"), Polynomial(1), true});
    const Polynomial width = axis("blockDim", 'x');
    return asked == "thread_rank" ? axis("threadIdx", 'y') * width + axis("threadIdx", 'x')
                                  : width * axis("blockDim", 'y');
  }
  const bool ofTwo = callee && isCudaOwn(*callee) && call->getNumArgs() == 2;
  if (ofTwo && (name == "min" || name == "max")) {
    const auto left = exact(call->getArg(0));
    const auto right = left ? exact(call->getArg(1)) : std::nullopt;
    return right ? std::optional(state.extreme({*left, *right, name == "max"})) : std::nullopt;
  }
  if (!ofTwo || (name != "__mul24" && name != "__umul24")) {
    const auto constant = constantNumber(call);
    return constant ? constant : inlined(call, &SymbolicEvaluator::integer);
  }
  Polynomial product(1);
  for (const clang::Expr *argument : call->arguments()) {
    const auto value = integer(argument);
    if (!value)
      return std::nullopt;
    // Their lowest 24 bits are multiplied.
    state.ranges.push_back({*value, 0, (1 << 23) - 1, argument->getExprLoc()});
    product = product * *value;
  }
  return product;
}

} // namespace warpsmith::frontend
