// Floating-point values: what is loaded, multiplied, added and converted.
#include "rewriter/frontend/clang/CalledNumbers.h"
#include "rewriter/frontend/clang/NamedConstants.h"
#include "rewriter/frontend/clang/PureFunctions.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/Fragments.h"
#include "rewriter/frontend/symbolic/InlinedCalls.h"
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

/// Of a vector of two.
constexpr llvm::StringLiteral ToLow[] = {"__low2float", "__low2half", "__low2bfloat16"};
constexpr llvm::StringLiteral ToHigh[] = {"__high2float", "__high2half", "__high2bfloat16"};

/// The x of a call abs(x) of whole numbers.
const clang::Expr *insideAbs(const clang::Expr *expression) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expression->IgnoreParenImpCasts());
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getDeclName().isIdentifier() && callee->getName() == "abs" &&
                 isCudaOwn(*callee) && call->getNumArgs() == 1 &&
                 call->getType()->isSignedIntegerType()
             ? call->getArg(0)
             : nullptr;
}

} // namespace

/// An infinity that a call gives, or the least or greatest number of a type.
std::optional<ExpressionRef> SymbolicEvaluator::constantCall(const clang::CallExpr *call) const {
  const auto known = calledNumber(*call, context);
  if (!known)
    return std::nullopt;
  ExpressionRef number = Expression::literal(known->text, known->literal);
  if (known->type != known->literal)
    number = Expression::cast(known->type, number);
  return known->isNegative ? Expression::negate(number) : number;
}

std::optional<ExpressionRef> SymbolicEvaluator::scalar(const clang::Expr *expression) {
  using namespace clang;
  if (const auto *parentheses = dyn_cast<ParenExpr>(expression))
    return scalar(parentheses->getSubExpr());
  if (const auto *cleanups = dyn_cast<ExprWithCleanups>(expression))
    return scalar(cleanups->getSubExpr());
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expression))
    return scalar(temporary->getSubExpr());
  if (const auto *literal = dyn_cast<FloatingLiteral>(expression)) {
    const auto type = elementType(literal->getType());
    if (!type)
      return refuse(expression->getExprLoc(), "literal of type long double");
    return Expression::literal(literalText(*literal, *type == ElementType::F32, context), *type);
  }
  if (const auto *literal = dyn_cast<IntegerLiteral>(expression)) {
    const auto type = elementType(literal->getType());
    if (!type || !literal->getValue().isSignedIntN(32))
      return refuse(expression->getExprLoc(), "literal '" + text(expression) + "'");
    if (const auto macro = macroName(*expression, context))
      return Expression::literal(*macro, *type);
    const llvm::APInt &value = literal->getValue();
    const bool negative = value.isNegative() && *type != ElementType::U32; // a template's argument
    if (negative && (-value).isNegative())
      return refuse(expression->getExprLoc(), "literal '" + text(expression) + "'");
    const ExpressionRef magnitude =
        Expression::literal(std::to_string((negative ? -value : value).getZExtValue()) +
                                (*type == ElementType::U32 ? "u" : ""),
                            *type);
    return negative ? Expression::negate(magnitude) : magnitude;
  }
  if (const auto *argument = dyn_cast<SubstNonTypeTemplateParmExpr>(expression))
    return scalar(argument->getReplacement());
  if (const auto *conditional = dyn_cast<AbstractConditionalOperator>(expression)) {
    const bool fails = failsAsWhole(conditional->getCond());
    const clang::Expr *held = fails ? conditional->getFalseExpr() : conditional->getTrueExpr();
    const clang::Expr *other = fails ? conditional->getTrueExpr() : conditional->getFalseExpr();
    const auto decision = condition(conditional->getCond(), !fails);
    if (!decision)
      return std::nullopt;
    if (decision->decided) {
      const auto value = scalar(*decision->decided ? held : other);
      return value ? std::optional(chosenByCase(*value, held, other)) : std::nullopt;
    }
    // What is read where indices are in range is read nowhere else.
    const Bounds before = state.elsewhere;
    const auto within = [&](const Bounds &bounds, const clang::Expr *value) {
      state.elsewhere.insert(state.elsewhere.end(), bounds.begin(), bounds.end());
      const auto found = scalar(value);
      state.elsewhere = before;
      return found;
    };
    const auto then = within(decision->bounds, held);
    const auto otherwise = then ? within(opposite(decision->bounds), other) : std::nullopt;
    return otherwise ? std::optional(select(*decision, *then, *otherwise)) : std::nullopt;
  }
  if (const clang::VarDecl *field = localField(expression, state)) {
    state.usedAlone.insert(field);
    return variable(field, expression);
  }
  if (const std::string name = member(expression); !name.empty())
    if (const auto type = elementType(expression->getType()))
      return memberScalar(name, *type, cast<MemberExpr>(expression)->getBase()->getType());
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression))
    return scalarReference(reference);
  if (const auto *operation = dyn_cast<BinaryOperator>(expression))
    return scalarBinary(operation);
  if (const auto *operation = dyn_cast<clang::UnaryOperator>(expression)) {
    if (operation->getOpcode() == UO_Plus)
      return scalar(operation->getSubExpr());
    if (operation->getOpcode() == UO_Minus) {
      const auto value = scalar(operation->getSubExpr());
      return value ? std::optional(Expression::negate(*value)) : std::nullopt;
    }
  }
  if (const auto *cast = dyn_cast<CastExpr>(expression)) {
    if (cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_NoOp ||
        cast->getCastKind() == CK_ConstructorConversion ||
        cast->getCastKind() == CK_UserDefinedConversion)
      return scalar(cast->getSubExpr());
    if (!llvm::is_contained(
            {CK_IntegralCast, CK_IntegralToFloating, CK_FloatingToIntegral, CK_FloatingCast},
            cast->getCastKind()))
      return refuse(expression->getExprLoc(), "conversion '" + text(expression) + "'");
    return conversion(cast->getSubExpr(), cast->getType());
  }
  if (const auto *construction = dyn_cast<CXXConstructExpr>(expression);
      construction && construction->getNumArgs() == 1)
    return conversion(construction->getArg(0), construction->getType());
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(expression);
      member && isa_and_nonnull<CXXConversionDecl>(member->getMethodDecl()))
    return conversion(member->getImplicitObjectArgument(), member->getType());
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(expression);
      member && member->getNumArgs() == 0 &&
      isThrustComplex(member->getImplicitObjectArgument()->getType()))
    return complexMember(member);
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(expression);
      operation && operation->getOperator() != OO_Call && operation->getOperator() != OO_Subscript)
    return narrowOperation(operation);
  if (const auto *call = dyn_cast<CallExpr>(expression)) {
    const auto matrix = mdspan(call);
    const auto where = matrix ? mdspanElement(*matrix, call) : std::nullopt;
    if (matrix)
      return where ? read(std::get<Element>(*where), expression->getExprLoc()) : std::nullopt;
    return scalarCall(call);
  }
  if (isa<ArraySubscriptExpr>(expression) || isa<clang::UnaryOperator>(expression) ||
      lane(expression)) {
    if (!elementType(expression->getType()))
      return refuse(expression->getExprLoc(), "'" + text(expression) + "' is no number");
    const auto where = place(expression);
    if (!where)
      return std::nullopt;
    if (const auto *found = std::get_if<Element>(&*where))
      return read(*found, expression->getExprLoc());
    return variable(std::get<const clang::VarDecl *>(*where), expression);
  }
  // `make_float4(…).x`
  if (const auto *field = dyn_cast<MemberExpr>(expression);
      field && !field->isArrow() && vectorType(field->getBase()->getType())) {
    const auto values = structureValue(field->getBase());
    const auto known = values ? values->find(dyn_cast<FieldDecl>(field->getMemberDecl()))
                              : StructureValue::const_iterator();
    if (values && known != values->end() && known->second.scalar && *known->second.scalar)
      return known->second.scalar;
    if (!values)
      return std::nullopt;
  }
  return refuse(expression->getExprLoc(), "unsupported expression '" + text(expression) + "'");
}

ExpressionRef SymbolicEvaluator::memberScalar(const std::string &name, ElementType type,
                                              clang::QualType structure) {
  const std::string argument = argumentOfMember(name);
  std::string spelled = name;
  if (isThrustComplex(structure))
    spelled = name.substr(0, name.rfind('.')) + (name.ends_with("x") ? ".real()" : ".imag()");
  state.derived[argument] = Expression::scalar(spelled, type);
  return Expression::scalar(argument, type);
}

std::optional<ExpressionRef>
SymbolicEvaluator::scalarReference(const clang::DeclRefExpr *reference) {
  if (const Pointer *known = referredTo(reference)) {
    const auto where = placeAt(*known, reference);
    if (!where)
      return std::nullopt;
    if (const auto *found = std::get_if<Element>(&*where))
      return read(*found, reference->getExprLoc());
    return variable(std::get<const clang::VarDecl *>(*where), reference);
  }
  return variable(llvm::dyn_cast<clang::VarDecl>(reference->getDecl()), reference);
}

/// The value of a local variable, or of an element of a local array.
std::optional<ExpressionRef> SymbolicEvaluator::variable(const clang::VarDecl *variable,
                                                         const clang::Expr *reference) {
  const auto known = state.scalars.find(variable);
  const auto integerKnown = state.integers.find(variable);
  if (const auto type = elementType(reference->getType());
      type && known == state.scalars.end() && integerKnown != state.integers.end())
    return scalarOf(integerKnown->second, *type, reference);
  if (known == state.scalars.end())
    return refuse(reference->getExprLoc(),
                  "the value of '" + text(reference) + "' is not known here");
  if (!known->second)
    return refuse(reference->getExprLoc(),
                  "'" + text(reference) + "' holds a value left over from the loop");
  auto value = ofBoundedSize(known->second, reference->getExprLoc(), text(reference));
  if (value && state.sumsInHalf.contains(variable))
    value = roundedToHalf(*value);
  return value ? std::optional(guarded(*value)) : std::nullopt;
}

/// Values of loops that are walked step by step can double at each step, as a softmax does with its
/// greatest element: they are no longer looked at long before they are too many to hold.
std::optional<ExpressionRef> SymbolicEvaluator::ofBoundedSize(const ExpressionRef &value,
                                                              clang::SourceLocation location,
                                                              const std::string &name) {
  constexpr size_t MostNodes = 1 << 14;
  if (value->nodes > MostNodes)
    return refuse(location, "the value of '" + name + "' is made of more than " +
                                std::to_string(MostNodes) + " parts");
  return value;
}

/// A size or a count as a number to calculate with.
std::optional<ExpressionRef> SymbolicEvaluator::scalarOf(const Polynomial &value, ElementType type,
                                                         const clang::Expr *expression) {
  if (const auto constant = value.constant(); constant && *constant >= 0) {
    const std::string digits = std::to_string(*constant);
    if (type == ElementType::F32 || type == ElementType::F64)
      return Expression::literal(digits + (type == ElementType::F32 ? ".0f" : ".0"), type);
    if (type == ElementType::U32)
      return Expression::literal(digits + "u", type);
    return Expression::cast(type, Expression::literal(digits, ElementType::I32));
  }
  const auto symbols = value.symbols();
  if (hasExtreme(value) || hasExclusive(value) || llvm::any_of(symbols, isTruth))
    return refuse(expression->getExprLoc(),
                  "index '" + text(expression) + "' used as a number to calculate with");
  if (!isUniform(value)) {
    const ExpressionRef position = Expression::position(value);
    return type == ElementType::I32 ? position : Expression::cast(type, position);
  }
  const ExpressionRef converted = Expression::cast(type, Expression::size(value));
  for (const auto &[name, known] : state.derived)
    if (same(*known, *converted))
      return Expression::scalar(name, type);
  const std::string name = "value" + std::to_string(state.derived.size() + 1) + "_of_sizes";
  state.derived[name] = converted;
  return Expression::scalar(name, type);
}

std::optional<ExpressionRef>
SymbolicEvaluator::torchOperation(const clang::CXXOperatorCallExpr *operation) {
  std::vector<ExpressionRef> values;
  for (const clang::Expr *argument : operation->arguments()) {
    const auto value = scalar(argument);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  const bool wide = llvm::any_of(
      values, [](const ExpressionRef &value) { return value->type == ElementType::F64; });
  for (ExpressionRef &value : values)
    value = Expression::cast(wide ? ElementType::F64 : ElementType::F32, value);
  const llvm::StringRef spelled = clang::getOperatorSpelling(operation->getOperator());
  const bool isKnown = llvm::is_contained({'+', '-', '*', '/'}, spelled.front()) &&
                       (spelled.size() == 1 || spelled.ends_with("="));
  const auto to = elementType(operation->getDirectCallee()->getReturnType().getNonReferenceType());
  if (!isKnown || !to || values.empty() || values.size() > 2 ||
      (values.size() == 1 && spelled != "-"))
    return refuse(operation->getExprLoc(), "operator '" + text(operation) + "' is not understood");
  return Expression::cast(*to, values.size() == 1
                                   ? Expression::negate(values[0])
                                   : Expression::binary(spelled.front(), values[0], values[1]));
}

std::optional<ExpressionRef>
SymbolicEvaluator::narrowOperation(const clang::CXXOperatorCallExpr *operation) {
  const clang::FunctionDecl *callee = operation->getDirectCallee();
  if (callee && isTorchOperator(*callee))
    return torchOperation(operation);
  const auto type = callee && isNarrowFunction(*callee)
                        ? elementType(operation->getArg(0)->getType())
                        : std::nullopt;
  std::string name;
  switch (operation->getOperator()) {
  case clang::OO_Plus:
  case clang::OO_PlusEqual:
    name = "__hadd";
    break;
  case clang::OO_Minus:
  case clang::OO_MinusEqual:
    name = operation->getNumArgs() == 1 ? "__hneg" : "__hsub";
    break;
  case clang::OO_Star:
  case clang::OO_StarEqual:
    name = "__hmul";
    break;
  case clang::OO_Slash:
  case clang::OO_SlashEqual:
    name = "__hdiv";
    break;
  default:
    break;
  }
  if (!type || name.empty() || (operation->getNumArgs() == 1 && name != "__hneg"))
    return refuse(operation->getExprLoc(), "operator '" + text(operation) + "' is not understood");
  std::vector<ExpressionRef> arguments;
  for (const clang::Expr *argument : operation->arguments()) {
    const auto value = scalar(argument);
    if (!value)
      return std::nullopt;
    arguments.push_back(Expression::cast(*type, *value));
  }
  // CUDA's own operators are these functions.
  return Expression::call(name, *type, std::move(arguments));
}

std::optional<ExpressionRef>
SymbolicEvaluator::scalarBinary(const clang::BinaryOperator *operation) {
  char op = 0;
  switch (operation->getOpcode()) {
  case clang::BO_Add:
    op = '+';
    break;
  case clang::BO_Sub:
    op = '-';
    break;
  case clang::BO_Mul:
    op = '*';
    break;
  case clang::BO_Div:
    op = '/';
    break;
  default:
    return refuse(operation->getExprLoc(),
                  operation->isAssignmentOp()
                      ? "assignment inside an expression"
                      : "unsupported operator '" + operation->getOpcodeStr().str() + "'");
  }
  const auto left = scalar(operation->getLHS());
  const size_t read = state.loads.size();
  const auto right = left ? scalar(operation->getRHS()) : std::nullopt;
  if (!left || !right)
    return std::nullopt;
  const ExpressionRef result = Expression::binary(op, *left, *right);
  if (op == '+' && (*left)->contains(Expression::Kind::Sum) &&
      (*right)->contains(Expression::Kind::Operand) && isReadSince(**right, read))
    state.readInOrder.push_back(result);
  return result;
}

bool SymbolicEvaluator::isReadSince(const Expression &expression, size_t read) const {
  if (expression.kind != Expression::Kind::Operand)
    return std::ranges::all_of(
        expression.children, [&](const ExpressionRef &child) { return isReadSince(*child, read); });
  const auto number = static_cast<size_t>(expression.operand);
  const Load &load = state.loads[number];
  return number >= read &&
         std::none_of(state.loads.begin(), state.loads.begin() + static_cast<long>(read),
                      [&](const Load &earlier) {
                        return earlier.array == load.array && earlier.index == load.index;
                      });
}

std::optional<ExpressionRef> SymbolicEvaluator::conversion(const clang::Expr *operand,
                                                           clang::QualType type) {
  const auto to = elementType(type);
  if (!to)
    return refuse(operand->getExprLoc(),
                  "conversion of '" + text(operand) + "' to '" + type.getAsString() + "'");
  if (operand->getType()->isIntegralOrEnumerationType() && !isData(operand)) {
    if (const clang::Expr *inside = insideAbs(operand)) {
      // The distance of two indices.
      const auto value = exact(inside);
      const auto above = value ? scalarOf(*value, *to, operand) : std::nullopt;
      const auto below = above ? scalarOf(Polynomial(0) - *value, *to, operand) : std::nullopt;
      if (below && !isUniform(*value))
        return Expression::select(state.conditionOn({*value}), *above, *below);
    }
    const auto value = exact(operand);
    return value ? scalarOf(*value, *to, operand) : std::nullopt;
  }
  const auto value = scalar(operand);
  return value ? std::optional(Expression::cast(*to, *value)) : std::nullopt;
}

std::optional<ExpressionRef> SymbolicEvaluator::scalarCall(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return refuse(call->getExprLoc(), "indirect call '" + text(call) + "'");
  if (const auto constant = constantCall(call))
    return *constant;
  const std::string name = callee->getNameAsString();
  const bool narrow = isNarrowFunction(*callee);
  if (narrow && !isPureNarrowFunction(name))
    return refuse(call->getExprLoc(), "call of '" + name + "', whose effect is not known");
  const auto type = elementType(call->getType());
  const bool low = llvm::is_contained(ToLow, name), high = llvm::is_contained(ToHigh, name);
  if (type && call->getNumArgs() == 1 && (low || high) &&
      context.getSourceManager().isInSystemHeader(callee->getLocation())) {
    const auto values = structureValue(call->getArg(0));
    if (!values)
      return std::nullopt;
    for (const auto &[field, value] : *values)
      if (field->getFieldIndex() == (high ? 1U : 0U) && value.scalar && *value.scalar)
        return Expression::cast(*type, *value.scalar);
  }
  if (!isCudaOwn(*callee) && !narrow) {
    const clang::FunctionDecl *definition = callee->getDefinition();
    const bool walks = definition && !onlyReturned(*definition) && walkScalarCall;
    return walks ? walkScalarCall(call) : inlined(call, &SymbolicEvaluator::scalar);
  }
  if (name == "__ldg" && call->getNumArgs() == 1 && elementType(call->getType())) {
    const auto target = pointer(call->getArg(0));
    return target ? read({target->array, target->type, target->offset, target->shared},
                         call->getExprLoc())
                  : std::nullopt;
  }
  if (isComplexPart(*callee)) {
    const auto parts = complexParts(call->getArg(0));
    return parts ? std::optional((*parts)[name.find("real") == std::string::npos ? 1 : 0])
                 : std::nullopt;
  }
  if (call->getNumArgs() == 1 && isConversionFunction(name))
    return conversion(call->getArg(0), call->getType());
  if (!type || (!narrow && (isNarrowFloat(*type) || !isPureFunction(name))))
    return refuse(call->getExprLoc(), "call of '" + name + "', whose effect is not known");
  std::vector<ExpressionRef> arguments;
  for (const clang::Expr *argument : call->arguments()) {
    const auto value = scalar(argument);
    if (!value)
      return std::nullopt;
    arguments.push_back(*value);
  }
  // They choose otherwise than CUDA's own of these names where an argument is not a number.
  const bool standard = callee->isInStdNamespace() && (name == "max" || name == "min");
  return Expression::call(standard ? "std::" + name : name, *type, std::move(arguments));
}

/// Certainly not the same number: a constant lies between them, or so many blocks' widths.
static bool differ(SymbolicState &state, const Polynomial &left, const Polynomial &right) {
  const Polynomial difference = left - right;
  if (const auto distance = state.numeric(difference).constant())
    return *distance != 0 && state.assumed(difference);
  const auto symbols = difference.symbols();
  return difference.summands().size() == 1 && llvm::all_of(symbols, [](const std::string &symbol) {
           return symbol.rfind("blockDim.", 0) == 0;
         });
}

/// What keeps two elements apart that are rows of a matrix: its width, less some columns.
static std::optional<Precondition> differBySizes(Polynomial difference) {
  if (!isUniform(difference) || difference.constant())
    return std::nullopt;
  if (difference.str().front() == '-')
    difference = Polynomial(0) - difference;
  Polynomial sizes;
  int64_t columns = 0;
  for (const Polynomial &summand : difference.summands())
    if (const auto constant = summand.constant())
      columns += *constant;
    else
      sizes += summand;
  return Precondition{sizes, Polynomial(1 - columns), false};
}

/// What a remark adds where an element was stored by another loop over the same elements.
static std::string byOtherLoop(const SymbolicState &state, const std::string &array,
                               const Polynomial &index) {
  for (const Cell &cell : state.cells)
    for (const std::string &stored : cell.index.symbols())
      for (const std::string &read : index.symbols())
        if (cell.array == array && stored != read && stored[0] == '%' && read[0] == '%' &&
            cell.index.substitute(stored, Polynomial::symbol(read)) == index)
          return ": another loop numbers the elements there; write one loop over them, with the "
                 "loop that sums inside of it";
  return {};
}

std::optional<ExpressionRef> SymbolicEvaluator::read(const Element &element,
                                                     clang::SourceLocation location) {
  if (hasExtreme(element.index))
    return refuse(location, "'" + element.array +
                                "' is read at an index that is the least or the greatest of two "
                                "values");
  if (!element.shared && hasExclusive(element.index))
    return refuse(location, "'" + element.array + "' is read at an index that is made by '^'");
  if (element.shared) {
    state.readsLanesOfShared |= !readsVector;
    return readShared(element, location);
  }
  if (const Cell *cell = state.find(element.array, element.index)) {
    for (const Polynomial &bound : cell->where)
      if (std::find(state.path.begin(), state.path.end(), bound) == state.path.end())
        return refuse(location,
                      "'" + element.array + "' is read where it may not have been stored");
    const auto value = ofBoundedSize(cell->value, location, element.array);
    return value ? std::optional(guarded(*value)) : std::nullopt;
  }
  std::vector<Precondition> facts;
  const bool apart = llvm::all_of(state.cells, [&](const Cell &cell) {
    if (cell.array != element.array || differ(state, cell.index, element.index))
      return true;
    const auto fact = differBySizes(cell.index - element.index);
    if (fact)
      facts.push_back(*fact);
    return fact.has_value();
  });
  if (!apart)
    return refuse(location, "'" + element.array +
                                "' is read at an index other than the one that was stored" +
                                byOtherLoop(state, element.array, element.index));
  for (const Precondition &fact : facts)
    state.requireStrongest(fact);
  state.loads.push_back({element.array, element.type, element.index, location, readsVector,
                         static_cast<int>(state.loads.size())});
  return Expression::operandElement(static_cast<int>(state.loads.size()) - 1, element.type);
}

} // namespace warpsmith::frontend
