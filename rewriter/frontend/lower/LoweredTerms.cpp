// Expressions: what a kernel computes with, without its syntax.
#include "rewriter/frontend/clang/BuiltinIndices.h"
#include "rewriter/frontend/clang/CalledFunctions.h"
#include "rewriter/frontend/clang/CalledNumbers.h"
#include "rewriter/frontend/clang/NamedConstants.h"
#include "rewriter/frontend/clang/PureFunctions.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/lower/Lowerer.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>

namespace warpsmith::frontend {

using Kind = Term::Kind;
using Class = ValueType::Class;

std::nullptr_t Lowerer::unknown(const clang::Stmt *expression, const std::string &why) {
  refuse(expression->getBeginLoc(), why);
  return nullptr;
}

std::optional<ValueType> Lowerer::typeOf(clang::QualType type, const clang::Stmt *where) {
  if (type.isVolatileQualified()) {
    unknown(where, "a value of type '" + type.getAsString() + "'");
    return std::nullopt;
  }
  if (type->isBooleanType())
    return ValueType{.form = Class::Truth, .bits = 1, .isSigned = false};
  if (type->isPointerType()) {
    // Rows of an array are as many elements further on.
    const clang::QualType pointee = context.getBaseElementType(type->getPointeeType());
    const auto element = elementOrLaneType(pointee);
    if (element && !pointee.isVolatileQualified() &&
        !context.getAsVariableArrayType(type->getPointeeType()) &&
        !type->getPointeeType()->isIncompleteArrayType())
      return ValueType{.form = Class::Pointer, .bits = 64, .isSigned = false, .element = element};
  } else if (type->isIntegralOrEnumerationType()) {
    return ValueType{.form = Class::Integer,
                     .bits = static_cast<unsigned>(context.getTypeSize(type)),
                     .isSigned = type->isSignedIntegerOrEnumerationType(),
                     .element = elementType(type)};
  } else if (const auto element = elementType(type)) {
    return ValueType{.form = Class::Number, .element = element};
  }
  unknown(where, "a value of type '" + type.getAsString() + "'");
  return std::nullopt;
}

int Lowerer::numberOf(const clang::VarDecl *declaration) {
  const auto [known, isNew] = names.numbers.try_emplace(declaration, program.variables);
  program.variables += isNew;
  if (isNew)
    program.names[known->second] = declaration->getNameAsString();
  return known->second;
}

TermRef Lowerer::variable(int number, ValueType type, clang::SourceLocation where) {
  return make({.kind = Kind::Variable, .type = type, .location = where, .number = number});
}

/// A new variable, which holds what the value is now.
TermRef Lowerer::copied(const TermRef &value, clang::SourceLocation where, Statements &out) {
  const int own = program.variables++;
  out.push_back({Statement::Kind::Assign, where, own, value});
  return variable(own, value->type, where);
}

TermRef Lowerer::converted(TermRef value, const ValueType &type) {
  const bool isOther = value && value->type.form == Class::Pointer && value->type.element &&
                       type.element && value->type.element != type.element;
  if (!value || value->type == type || (type.form == Class::Pointer && !isOther))
    return value;
  return make({Kind::Convert, type, value->location, "", 0, 0, {value}});
}

TermRef Lowerer::term(const clang::Expr *expression) {
  TermRef value = termOf(expression);
  if (value && value->location == expression->getExprLoc() &&
      !llvm::isa<clang::ParenExpr, clang::ImplicitCastExpr>(expression))
    program.source.note(value->location, *expression);
  return value;
}

TermRef Lowerer::termOf(const clang::Expr *expression) {
  using namespace clang;
  if (const auto *parentheses = dyn_cast<ParenExpr>(expression)) {
    // A macro that stands for `(N / 2)` is a constant of its own.
    const TermRef known = namedConstant(*expression, context) ? named(expression) : nullptr;
    return known ? known : term(parentheses->getSubExpr());
  }
  if (const auto *cleanups = dyn_cast<ExprWithCleanups>(expression))
    return term(cleanups->getSubExpr());
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expression))
    return term(temporary->getSubExpr());
  if (const auto *argument = dyn_cast<SubstNonTypeTemplateParmExpr>(expression))
    return term(argument->getReplacement());
  const auto *list = dyn_cast<InitListExpr>(expression);
  if (list && list->getNumInits() == 1 && expression->getType()->isScalarType())
    return term(list->getInit(0));
  // `{}` and `T()`.
  if (expression->getType()->isArithmeticType() &&
      ((list && list->getNumInits() == 0) ||
       isa<CXXScalarValueInitExpr, ImplicitValueInitExpr>(expression))) {
    const auto type = typeOf(expression->getType(), expression);
    const TermRef zero =
        make({.kind = Kind::Integer, .type = {}, .location = expression->getExprLoc()});
    return type ? converted(zero, *type) : nullptr;
  }
  if (const TermRef known = named(expression))
    return known;
  if (refuse.refusal())
    return nullptr;
  if (const auto *cast = dyn_cast<CastExpr>(expression))
    return conversion(cast);
  if (const auto *operation = dyn_cast<clang::UnaryOperator>(expression);
      operation && operation->getOpcode() != UO_Deref)
    return operation->isIncrementDecrementOp() ? withEffect(operation) : unary(operation);
  if (const auto *operation = dyn_cast<clang::BinaryOperator>(expression))
    return operation->isAssignmentOp() ? withEffect(operation) : binary(operation);
  if (const auto *conditional = dyn_cast<clang::ConditionalOperator>(expression)) {
    const TermRef condition = term(conditional->getCond());
    const TermRef held = condition ? this->conditional(conditional->getTrueExpr()) : nullptr;
    const TermRef other = held ? this->conditional(conditional->getFalseExpr()) : nullptr;
    const auto type = other ? typeOf(expression->getType(), expression) : std::nullopt;
    return type ? make({Kind::Select,
                        *type,
                        expression->getExprLoc(),
                        "",
                        0,
                        0,
                        {condition, held, other}})
                : nullptr;
  }
  if (isa<ArraySubscriptExpr>(expression) || isa<clang::UnaryOperator>(expression)) {
    if (const TermRef word = wordAt(expression); word || refuse.refusal())
      return word;
    const TermRef element = place(expression);
    const auto type = element && element->text == FragmentMark
                          ? typeOf(expression->getType(), expression)
                          : std::nullopt;
    return type && type->form == Class::Number ? outOfFragment(element, *type) : element;
  }
  if (const auto *member = dyn_cast<MemberExpr>(expression))
    if (const TermRef one = lane(member))
      return one;
  if (const auto *construction = dyn_cast<CXXConstructExpr>(expression);
      construction && construction->getNumArgs() == 1) {
    settle(construction);
    const auto type = typeOf(construction->getType(), expression);
    return type ? converted(term(construction->getArg(0)), *type) : nullptr;
  }
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(expression);
      member && isa_and_nonnull<CXXConversionDecl>(member->getMethodDecl())) {
    settle(member);
    const auto type = typeOf(member->getType(), expression);
    return type ? converted(term(member->getImplicitObjectArgument()), *type) : nullptr;
  }
  if (const auto *function = dyn_cast<CallExpr>(expression))
    if (const TermRef asked = ofSpan(function); asked || refuse.refusal())
      return asked;
  if (const auto *function = dyn_cast<CallExpr>(expression))
    if (const TermRef part = complexPart(function); part || refuse.refusal())
      return part;
  if (const auto *operation = dyn_cast<CXXOperatorCallExpr>(expression);
      operation && !isInlined(*operation))
    return operation->isAssignmentOp() ? unknown(operation, "an assignment in an expression")
                                       : narrow(operation);
  if (const auto *function = dyn_cast<CallExpr>(expression))
    return call(function);
  return evaluated(expression);
}

/// A part that is evaluated under a condition.
TermRef Lowerer::conditional(const clang::Expr *expression) {
  ++conditions;
  const TermRef value = term(expression);
  --conditions;
  return value;
}

/// Literals, and what has a name: constants, indices, parameters, variables.
TermRef Lowerer::named(const clang::Expr *expression) {
  using namespace clang;
  const SourceLocation where = expression->getExprLoc();
  if (const auto constant = namedConstant(*expression, context)) {
    program.constants[constant->name] = constant->value;
    settleAll(expression);
    const std::set<const FunctionDecl *> called = calledFunctions(*expression);
    facts.functions.insert(called.begin(), called.end());
    const auto type = typeOf(expression->getType(), expression);
    return type ? make({.kind = Kind::Integer,
                        .type = *type,
                        .location = where,
                        .text = constant->name,
                        .number = constant->value})
                : nullptr;
  }
  if (const auto index = builtinIndex(expression))
    return make({.kind = Kind::Builtin,
                 .type = {.form = Class::Integer, .bits = 32, .isSigned = false},
                 .location = where,
                 .text = index->substr(0, index->find('.')),
                 .axis = index->back()});
  if (const auto *literal = dyn_cast<FloatingLiteral>(expression)) {
    const auto type = typeOf(literal->getType(), expression);
    return type ? make({.kind = Kind::Literal,
                        .type = *type,
                        .location = where,
                        .text = literalText(*literal, type->element == ElementType::F32, context)})
                : nullptr;
  }
  if (isa<IntegerLiteral, CXXBoolLiteralExpr>(expression))
    return evaluated(expression);
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression))
    return this->reference(reference);
  if (const auto *member = dyn_cast<MemberExpr>(expression)) {
    if (const TermRef known = field(member))
      return known;
    const auto *of = dyn_cast<DeclRefExpr>(member->getBase()->IgnoreParens());
    if (of && names.vectors.contains(dyn_cast<VarDecl>(of->getDecl())))
      return lane(member);
  }
  if (const std::string name = isa<MemberExpr>(expression) ? nameOfParameter(expression) : "";
      !name.empty()) {
    const auto type = typeOf(expression->getType(), expression);
    if (!type || type->form == Class::Truth)
      return unknown(expression, "the member '" + name + "'");
    if (type->form == Class::Integer && !type->isSigned)
      program.unsignedSizes.push_back(name);
    return make({.kind = kindOfParameter(*type), .type = *type, .location = where, .text = name});
  }
  return nullptr;
}

TermRef Lowerer::reference(const clang::DeclRefExpr *reference) {
  const auto *declaration = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  if (const auto known = names.references.find(declaration); known != names.references.end())
    return known->second;
  if (declaration && names.numbers.contains(declaration)) {
    const auto type = typeOf(declaration->getType().getNonReferenceType(), reference);
    return type ? variable(names.numbers[declaration], *type, reference->getExprLoc()) : nullptr;
  }
  if (declaration && declaration == overElements)
    return unknown(reference, "'" + declaration->getNameAsString() +
                                  "' numbers the elements of a fragment, and which one of them a "
                                  "thread has is not known");
  if (declaration && declaration->hasLocalStorage())
    return unknown(reference,
                   "the value of '" + declaration->getNameAsString() + "' is not known here");
  if (declaration && declaration->getDeclContext()->isFileContext() && declaration->isConstexpr() &&
      declaration->getType()->isFloatingType() && !declaration->getType().isVolatileQualified() &&
      !llvm::isa<clang::VarTemplateSpecializationDecl>(declaration)) {
    // Generated code uses the name, as it does that of an integer.
    const auto type = typeOf(declaration->getType(), reference);
    return type ? make({.kind = Kind::Literal,
                        .type = *type,
                        .location = reference->getExprLoc(),
                        .text = qualifiedName(*declaration, declaration->getDeclContext())})
                : nullptr;
  }
  return evaluated(reference);
}

/// The number that an expression of constants is; null for any other. Functions in it may ask
/// whether they are evaluated at compile time (std::is_constant_evaluated()).
TermRef Lowerer::constantOf(const clang::Expr *expression, const ValueType &type) {
  clang::Expr::EvalResult constant;
  const auto value = knownConstant(*expression, context, facts);
  const bool isSame = value &&
                      expression->EvaluateAsInt(constant, context, clang::Expr::SE_NoSideEffects,
                                                /*InConstantContext=*/true) &&
                      constant.Val.getInt().getExtValue() == *value;
  if (isSame)
    settleAll(expression);
  return isSame ? make({.kind = Kind::Integer,
                        .type = type,
                        .location = expression->getExprLoc(),
                        .number = *value})
                : nullptr;
}

TermRef Lowerer::evaluated(const clang::Expr *expression) {
  const bool isInteger = expression->getType()->isIntegralOrEnumerationType();
  const auto type = isInteger ? typeOf(expression->getType(), expression) : std::nullopt;
  const TermRef value = type ? constantOf(expression, *type) : nullptr;
  return value
             ? value
             : unknown(expression, "the value of '" + textOf(*expression) + "' is not known here");
}

std::string Lowerer::conversionText(const clang::CastExpr &cast) const {
  return "the conversion of '" + textOf(*cast.getSubExpr()) + "' to '" +
         cast.getType().getAsString() + "'";
}

TermRef Lowerer::conversion(const clang::CastExpr *cast) {
  using namespace clang;
  switch (cast->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return term(cast->getSubExpr());
  case CK_ArrayToPointerDecay:
    return firstOf(cast->getSubExpr());
  case CK_BitCast: {
    // To other vectors of the same numbers, or to the numbers themselves.
    const TermRef pointer = cast->getSubExpr()->getType()->isPointerType()
                                ? term(cast->getSubExpr())
                                : unknown(cast, conversionText(*cast));
    const auto type = pointer ? typeOf(cast->getType(), cast) : std::nullopt;
    if (type && seeAs(pointer, numberTypeOf(cast->getType()->getPointeeType(), context)))
      return unknown(cast, conversionText(*cast));
    return !type || *type == pointer->type
               ? (type ? pointer : nullptr)
               : make({Kind::Convert, *type, cast->getExprLoc(), "", 0, 0, {pointer}});
  }
  case CK_IntegralCast:
    if (cast->getSubExpr()->getType()->isEnumeralType())
      return evaluated(cast);
    [[fallthrough]];
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingCast: {
    const auto type = typeOf(cast->getType(), cast);
    return type ? converted(term(cast->getSubExpr()), *type) : nullptr;
  }
  case CK_PointerToIntegral: {
    const TermRef pointer = term(cast->getSubExpr());
    const auto type = pointer ? typeOf(cast->getType(), cast) : std::nullopt;
    return type ? make({Kind::Convert,
                        *type,
                        cast->getExprLoc(),
                        textOf(*cast->getSubExpr()),
                        0,
                        0,
                        {pointer}})
                : nullptr;
  }
  case CK_NullToPointer: {
    const auto type = typeOf(cast->getType(), cast);
    return type ? make({.kind = Kind::Null, .type = *type, .location = cast->getExprLoc()})
                : nullptr;
  }
  case CK_PointerToBoolean: {
    const ValueType truth{.form = Class::Truth, .bits = 1, .isSigned = false};
    const clang::SourceLocation where = cast->getExprLoc();
    if (isa<clang::StringLiteral>(cast->getSubExpr()->IgnoreParenImpCasts()))
      return make({.kind = Kind::Integer, .type = truth, .location = where, .number = 1});
    const TermRef pointer = term(cast->getSubExpr());
    if (!pointer)
      return nullptr;
    const TermRef null = make({.kind = Kind::Null, .type = pointer->type, .location = where});
    return make({Kind::Binary, truth, where, "!=", 0, 0, {pointer, null}});
  }
  case CK_FloatingToBoolean:
  case CK_IntegralToBoolean: {
    const TermRef value = term(cast->getSubExpr());
    const auto type = value ? typeOf(cast->getType(), cast) : std::nullopt;
    if (!type)
      return nullptr;
    const TermRef zero = converted(
        make({.kind = Kind::Integer, .type = {}, .location = cast->getExprLoc()}), value->type);
    return make({Kind::Binary, *type, cast->getExprLoc(), "!=", 0, 0, {value, zero}});
  }
  default:
    return unknown(cast,
                   cast->getCastKind() == CK_PointerToIntegral
                       ? "the address '" + textOf(*cast->getSubExpr()) + "' is used as a number"
                       : conversionText(*cast));
  }
}

TermRef Lowerer::unary(const clang::UnaryOperator *operation) {
  const clang::UnaryOperatorKind opcode = operation->getOpcode();
  if (opcode == clang::UO_Plus)
    return term(operation->getSubExpr());
  if (opcode == clang::UO_AddrOf) {
    const clang::Expr *of = operation->getSubExpr();
    const std::vector<TermRef> all = vectorType(of->getType()) ? lanes(of) : std::vector<TermRef>();
    if (of->getType()->isConstantArrayType())
      return firstOf(of);
    const TermRef element = all.empty() ? lvalue(of) : all.front();
    const auto type = element ? typeOf(operation->getType(), operation) : std::nullopt;
    if (type && element->kind == Kind::Variable)
      seeAddress(element);
    if (!type || element->kind != Kind::Element)
      return type ? unknown(operation, "an address that is not understood") : nullptr;
    ValueType pointer = *type;
    pointer.element = element->children[0]->type.element;
    return make(
        {Kind::Offset, pointer, operation->getExprLoc(), "", 0, 0, std::vector(element->children)});
  }
  if (opcode != clang::UO_Minus && opcode != clang::UO_LNot && opcode != clang::UO_Not)
    return unknown(operation, "unsupported operator '" +
                                  clang::UnaryOperator::getOpcodeStr(opcode).str() + "'");
  const TermRef value = term(operation->getSubExpr());
  const auto type = value ? typeOf(operation->getType(), operation) : std::nullopt;
  return type ? make({Kind::Unary,
                      *type,
                      operation->getExprLoc(),
                      clang::UnaryOperator::getOpcodeStr(opcode).str(),
                      0,
                      0,
                      {value}})
              : nullptr;
}

TermRef Lowerer::binary(const clang::BinaryOperator *operation) {
  using namespace clang;
  const BinaryOperatorKind opcode = operation->getOpcode();
  if (operation->isAssignmentOp() || operation->isPtrMemOp() || opcode == BO_Comma ||
      opcode == BO_Cmp)
    return unknown(operation, "unsupported operator '" + operation->getOpcodeStr().str() + "'");
  // Flags that are known: `FLAGS & IsTransposed` of a template's number.
  if (operation->isBitwiseOp()) {
    const auto type = typeOf(operation->getType(), operation);
    const TermRef known = type ? constantOf(operation, *type) : nullptr;
    if (known || !type)
      return known;
  }
  const TermRef left = term(operation->getLHS());
  const TermRef right = !left                      ? nullptr
                        : operation->isLogicalOp() ? conditional(operation->getRHS())
                                                   : term(operation->getRHS());
  const auto type = right ? typeOf(operation->getType(), operation) : std::nullopt;
  if (!type)
    return nullptr;
  if (left->type.form == Class::Pointer || right->type.form == Class::Pointer)
    return ofPointers(operation, left, right);
  return make({Kind::Binary,
               *type,
               operation->getExprLoc(),
               operation->getOpcodeStr().str(),
               0,
               0,
               {left, right}});
}

/// CUDA's arithmetic of half and bfloat16: its own operators are these functions.
TermRef Lowerer::narrow(const clang::CXXOperatorCallExpr *operation) {
  const clang::FunctionDecl *callee = operation->getDirectCallee();
  if (callee && isTorchOperator(*callee))
    return ofTorch(operation);
  std::string name;
  switch (operation->getOperator()) {
  case clang::OO_Plus:
  case clang::OO_PlusEqual:
    name = "__hadd";
    break;
  case clang::OO_Minus:
  case clang::OO_MinusEqual:
    name = "__hsub";
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
  if (!callee || !isNarrowFunction(*callee) || name.empty() || operation->getNumArgs() != 2)
    return unknown(operation, "operator '" + textOf(*operation) + "' is not understood");
  settle(operation);
  const auto type = typeOf(operation->getArg(0)->getType(), operation);
  const TermRef left = type ? term(operation->getArg(0)) : nullptr;
  const TermRef right = left ? term(operation->getArg(1)) : nullptr;
  return right ? make({Kind::Call,
                       *type,
                       operation->getExprLoc(),
                       name,
                       0,
                       0,
                       {converted(left, *type), converted(right, *type)}})
               : nullptr;
}

/// An operator of PyTorch's numbers, which calculates in FP32 or FP64.
TermRef Lowerer::ofTorch(const clang::CXXOperatorCallExpr *operation) {
  std::vector<TermRef> values;
  bool isWide = false;
  for (const clang::Expr *argument : operation->arguments()) {
    values.push_back(term(argument));
    if (!values.back())
      return nullptr;
    isWide |= values.back()->type.element == ElementType::F64;
  }
  const llvm::StringRef spelled = clang::getOperatorSpelling(operation->getOperator());
  const bool isKnown = llvm::is_contained({'+', '-', '*', '/'}, spelled.front()) &&
                       (spelled.size() == 1 || spelled.ends_with("="));
  if (!isKnown || values.size() > 2 || (values.size() == 1 && spelled != "-"))
    return unknown(operation, "operator '" + textOf(*operation) + "' is not understood");
  const auto type = typeOf(isWide ? context.DoubleTy : context.FloatTy, operation);
  const auto to = typeOf(operation->getType().getNonReferenceType(), operation);
  if (!type || !to)
    return nullptr;
  for (TermRef &value : values)
    value = converted(value, *type);
  const std::string text(1, spelled.front());
  const Kind kind = values.size() == 1 ? Kind::Unary : Kind::Binary;
  return converted(make({kind, *type, operation->getExprLoc(), text, 0, 0, std::move(values)}),
                   *to);
}

TermRef Lowerer::call(const clang::CallExpr *call) {
  if (const auto number = calledNumber(*call, context)) {
    settleAll(call);
    const ValueType own{.form = Class::Number, .element = number->literal};
    const ValueType type{.form = Class::Number, .element = number->type};
    const TermRef value = converted(make({.kind = Kind::Literal,
                                          .type = own,
                                          .location = call->getExprLoc(),
                                          .text = number->text}),
                                    type);
    return number->isNegative ? make({Kind::Unary, type, call->getExprLoc(), "-", 0, 0, {value}})
                              : value;
  }
  if (const TermRef part = ofPair(call); part || refuse.refusal())
    return part;
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (callee && callee->isConstexpr() && call->getType()->isIntegralOrEnumerationType()) {
    const auto type = typeOf(call->getType(), call);
    if (const TermRef constant = type ? constantOf(call, *type) : nullptr)
      return constant;
  }
  if (callee && callee->getDeclName().isIdentifier() && isNarrowComparison(*callee))
    return comparedNarrow(call, callee->getName());
  if (callee && callee->getDeclName().isIdentifier() &&
      (isCudaOwn(*callee) || isNarrowFunction(*callee)))
    return pure(call, *callee);
  return resultOf(call);
}

/// A comparison of numbers in half is one of what they are as floats. Of numbers that are none
/// `__hne` is false, and `!=` is not.
TermRef Lowerer::comparedNarrow(const clang::CallExpr *call, llvm::StringRef name) {
  const llvm::StringRef op = llvm::StringSwitch<llvm::StringRef>(name)
                                 .Case("__heq", "==")
                                 .Case("__hlt", "<")
                                 .Case("__hle", "<=")
                                 .Case("__hgt", ">")
                                 .Case("__hge", ">=")
                                 .Default("");
  if (op.empty())
    return unknown(call, "call of '" + name.str() + "', whose effect is not known");
  settle(call);
  const ValueType number{.form = Class::Number, .element = ElementType::F32};
  const ValueType truth{.form = Class::Truth, .bits = 1, .isSigned = false};
  const TermRef left = term(call->getArg(0));
  const TermRef right = left ? term(call->getArg(1)) : nullptr;
  return right ? make({Kind::Binary,
                       truth,
                       call->getExprLoc(),
                       op.str(),
                       0,
                       0,
                       {converted(left, number), converted(right, number)}})
               : nullptr;
}

/// A function of integers; null for any other one.
TermRef Lowerer::ofIntegers(llvm::StringRef name, const ValueType &type,
                            const std::vector<TermRef> &arguments, clang::SourceLocation where) {
  const bool areIntegers = type.form == Class::Integer && llvm::all_of(arguments, [](auto &one) {
                             return one->type.form == Class::Integer;
                           });
  if (!areIntegers)
    return nullptr;
  std::vector<TermRef> all;
  for (const TermRef &argument : arguments)
    all.push_back(converted(argument, type));
  if (all.size() == 2 && (name == "min" || name == "max"))
    return make({name == "min" ? Kind::Least : Kind::Greatest, type, where, name.str(), 0, 0, all});
  // Their lowest 24 bits are multiplied.
  if (all.size() == 2 && (name == "__mul24" || name == "__umul24")) {
    const ValueType low{.form = Class::Integer, .bits = 23, .isSigned = false};
    return make(
        {Kind::Binary,
         type,
         where,
         "*",
         0,
         0,
         {converted(converted(all[0], low), type), converted(converted(all[1], low), type)}});
  }
  if (all.size() == 1 && name == "abs" && type.isSigned)
    return make({Kind::Greatest,
                 type,
                 where,
                 "max",
                 0,
                 0,
                 {all[0], make({Kind::Unary, type, where, "-", 0, 0, {all[0]}})}});
  return nullptr;
}

TermRef Lowerer::pure(const clang::CallExpr *call, const clang::FunctionDecl &callee) {
  const std::string name = callee.getNameAsString();
  const bool isNarrow = isNarrowFunction(callee);
  settle(call);
  if (name == "__cvta_generic_to_shared" && call->getNumArgs() == 1) {
    const auto number = typeOf(call->getType(), call);
    return number ? addressInShared(call->getArg(0), *number) : nullptr;
  }
  std::vector<TermRef> arguments;
  for (const clang::Expr *argument : call->arguments()) {
    if (llvm::isa<clang::CXXDefaultArgExpr>(argument)) // a pure function has none
      return unknown(call, "call of '" + name + "', whose effect is not known");
    arguments.push_back(term(argument));
    if (!arguments.back())
      return nullptr;
  }
  const auto type = typeOf(call->getType(), call);
  if (!type)
    return nullptr;
  const clang::SourceLocation where = call->getExprLoc();
  if (name == "__ldg" && arguments.size() == 1 && arguments[0]->type.form == Class::Pointer) {
    const TermRef here = make({.kind = Kind::Integer, .type = {}, .location = where});
    return make({Kind::Element, *type, where, "", 0, 0, {arguments[0], here}});
  }
  if (arguments.size() == 1 && (name == "__float_as_uint" || name == "__float_as_int"))
    return make({.kind = Kind::Word, .type = *type, .location = where, .children = arguments});
  if (arguments.size() == 1 && isConversionFunction(name))
    return converted(arguments[0], *type);
  if (const TermRef known = ofIntegers(name, *type, arguments, where))
    return known;
  const bool ofNumbers =
      llvm::all_of(arguments, [](const TermRef &one) { return one->type.form == Class::Number; });
  const bool isNumber = type->form == Class::Number ? !isNarrowFloat(*type->element)
                                                    : ofNumbers && type->element.has_value();
  const bool isKnown = isNarrow ? isPureNarrowFunction(name) : isPureFunction(name) && isNumber;
  if (!isKnown)
    return unknown(call, "call of '" + name + "', whose effect is not known");
  // They choose otherwise than CUDA's own of these names where an argument is not a number.
  const bool standard = callee.isInStdNamespace() && (name == "max" || name == "min");
  return make(
      {Kind::Call, *type, where, standard ? "std::" + name : name, 0, 0, std::move(arguments)});
}

} // namespace warpsmith::frontend
