// Complex numbers: vectors of two numbers, and functions of these. Those of cuComplex.h have their
// operations in the order of that header, and those of thrust::complex as in
// thrust/detail/complex/arithmetic.h. No operation looks for infinities or NaN.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/lower/Lowerer.h"

namespace warpsmith::frontend {

using Kind = Term::Kind;

namespace {

using Parts = std::vector<TermRef>;

/// Arithmetic on numbers of one type.
class Arithmetic {
public:
  Arithmetic(ValueType numbers, clang::SourceLocation location)
      : type(std::move(numbers)),
        where(location) {}

  TermRef plus(const TermRef &left, const TermRef &right) const { return two("+", left, right); }
  TermRef minus(const TermRef &left, const TermRef &right) const { return two("-", left, right); }
  TermRef times(const TermRef &left, const TermRef &right) const { return two("*", left, right); }
  TermRef over(const TermRef &left, const TermRef &right) const { return two("/", left, right); }
  TermRef opposite(const TermRef &of) const {
    return std::make_shared<const Term>(Term{Kind::Unary, type, where, "-", 0, 0, {of}});
  }
  Parts conjugated(const Parts &x) const { return {x[0], opposite(x[1])}; }
  Parts product(const Parts &x, const Parts &y) const {
    return {minus(times(x[0], y[0]), times(x[1], y[1])),
            plus(times(x[0], y[1]), times(x[1], y[0]))};
  }

private:
  TermRef two(const char *op, const TermRef &left, const TermRef &right) const {
    return std::make_shared<const Term>(Term{Kind::Binary, type, where, op, 0, 0, {left, right}});
  }

  ValueType type;
  clang::SourceLocation where;
};

/// What an operator of Thrust computes, of numbers that have two parts or are real: nothing is
/// added to the imaginary part of the other one. Empty where it is not followed.
Parts ofOperator(clang::OverloadedOperatorKind kind, const Parts &x, const Parts &y,
                 const Arithmetic &of) {
  const bool isLeft = x.size() == 2, isRight = y.size() == 2;
  switch (kind) {
  case clang::OO_Plus:
    if (isLeft && isRight)
      return {of.plus(x[0], y[0]), of.plus(x[1], y[1])};
    return {of.plus(x[0], y[0]), isLeft ? x[1] : y[1]};
  case clang::OO_Minus:
    if (isLeft && isRight)
      return {of.minus(x[0], y[0]), of.minus(x[1], y[1])};
    return {of.minus(x[0], y[0]), isLeft ? x[1] : of.opposite(y[1])};
  case clang::OO_Star:
    if (isLeft && isRight)
      return of.product(x, y);
    return isLeft ? Parts{of.times(x[0], y[0]), of.times(x[1], y[0])}
                  : Parts{of.times(x[0], y[0]), of.times(x[0], y[1])};
  case clang::OO_Slash:
    return isRight ? Parts() : Parts{of.over(x[0], y[0]), of.over(x[1], y[0])};
  default:
    return {};
  }
}

/// The operator of a compound assignment.
clang::OverloadedOperatorKind operatorOf(clang::OverloadedOperatorKind assignment) {
  switch (assignment) {
  case clang::OO_PlusEqual:
    return clang::OO_Plus;
  case clang::OO_MinusEqual:
    return clang::OO_Minus;
  case clang::OO_StarEqual:
    return clang::OO_Star;
  case clang::OO_SlashEqual:
    return clang::OO_Slash;
  default:
    return clang::OO_None;
  }
}

} // namespace

/// What a function is given is read once.
std::vector<TermRef> Lowerer::held(std::vector<TermRef> lanes) {
  for (TermRef &lane : lanes)
    if (lane->kind != Kind::Variable && lane->kind != Kind::Scalar)
      lane = copied(lane, lane->location, *before);
  return lanes;
}

/// Which of these numbers is read first is open: they are not read as a vector.
std::vector<TermRef> Lowerer::alone(std::vector<TermRef> lanes) {
  for (TermRef &lane : lanes) {
    if (lane->kind == Kind::Variable)
      usedAlone.insert(static_cast<int>(lane->number));
    if (!lane->isWhole)
      continue;
    Term own = *lane;
    own.isWhole = false;
    lane = make(std::move(own));
  }
  return lanes;
}

void Lowerer::findWholes() {
  for (size_t number = 0; number < vectors.size(); ++number)
    if (llvm::none_of(vectors[number], [&](int lane) { return usedAlone.contains(lane); }))
      for (const int lane : vectors[number])
        program.wholes[lane] = static_cast<int>(number);
}

/// A vector that the kernel is given.
void Lowerer::parameterVector(const clang::ParmVarDecl *parameter, Statements &out) {
  const auto type = vectorType(parameter->getType());
  const auto lane = typeOf(type->lane, frames.front().function->getBody());
  const bool isThrust = isThrustComplex(parameter->getType());
  if (!lane)
    return;
  const clang::SourceLocation where = parameter->getLocation();
  for (const clang::FieldDecl *field : laneFields(parameter->getType())) {
    const std::string member =
        isThrust ? field->getFieldIndex() == 0 ? "real()" : "imag()" : field->getNameAsString();
    const std::string name = parameter->getNameAsString() + "." + member;
    if (kindOfParameter(*lane) == Kind::Size && !lane->isSigned)
      program.unsignedSizes.push_back(name);
    names.vectors[parameter].push_back(copied(
        make({.kind = kindOfParameter(*lane), .type = *lane, .location = where, .text = name}),
        where, out));
  }
}

/// `real(x)` and the like; null for other calls.
TermRef Lowerer::complexPart(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const std::string name = callee && callee->getIdentifier() ? callee->getNameAsString() : "";
  const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
  const clang::Expr *object = member ? member->getImplicitObjectArgument() : nullptr;
  const bool ofThrust = object && isThrustComplex(object->getType()) &&
                        (name == "real" || name == "imag") && call->getNumArgs() == 0;
  if (!ofThrust && !(callee && isComplexPart(*callee)))
    return nullptr;
  settle(call);
  const std::vector<TermRef> parts = ofThrust ? alone(lanes(object)) : lanes(call->getArg(0));
  if (parts.size() != 2)
    return refuse.refusal() ? nullptr : unknown(call, "a complex number that is not understood");
  return parts[name.find("real") == std::string::npos ? 1 : 0];
}

/// The parts of what a function or a constructor of complex numbers makes; nothing for any other
/// expression.
std::optional<std::vector<TermRef>> Lowerer::complexLanes(const clang::Expr *expression) {
  if (const auto *cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(expression);
      cast && isThrustComplex(cast->getType()))
    return lanes(cast->getSubExpr());
  if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(expression);
      made && isThrustComplex(made->getType()) && made->getNumArgs() > 0) {
    const auto lane = typeOf(vectorType(made->getType())->lane, made);
    std::vector<TermRef> all;
    settle(made);
    for (const clang::Expr *argument : made->arguments())
      if (elementType(argument->getType()) == lane->element)
        if (const TermRef part = term(argument))
          all.push_back(part);
    if (all.size() != made->getNumArgs() || all.size() > 2)
      return std::vector<TermRef>();
    if (all.size() == 1)
      all.push_back(converted(make({.kind = Kind::Integer, .type = {}, .location = {}}), *lane));
    return all;
  }
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expression);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (callee && isThrustFunction(*callee))
    return thrustLanes(call);
  if (!callee || !isComplexFunction(*callee))
    return std::nullopt;
  settle(call);
  std::vector<Parts> of;
  for (const clang::Expr *argument : call->arguments()) {
    of.push_back(lanes(argument));
    if (of.back().size() != 2)
      return std::vector<TermRef>();
    of.back() = held(of.back());
  }
  const auto lane = typeOf(vectorType(call->getType())->lane, call);
  const llvm::StringRef name = callee->getName();
  const Arithmetic arithmetic(*lane, call->getExprLoc());
  const Parts &x = of[0];
  if (name.starts_with("cuComplex"))
    return Parts{converted(x[0], *lane), converted(x[1], *lane)};
  if (name.starts_with("cuConj"))
    return arithmetic.conjugated(x);
  const Parts &y = of[1];
  if (name.starts_with("cuCadd"))
    return ofOperator(clang::OO_Plus, x, y, arithmetic);
  if (name.starts_with("cuCsub"))
    return ofOperator(clang::OO_Minus, x, y, arithmetic);
  if (name.starts_with("cuCmul"))
    return arithmetic.product(x, y);
  const Parts &sum = of[2]; // cuCfma
  return Parts{arithmetic.plus(arithmetic.opposite(arithmetic.times(x[1], y[1])),
                               arithmetic.plus(arithmetic.times(x[0], y[0]), sum[0])),
               arithmetic.plus(arithmetic.times(x[1], y[0]),
                               arithmetic.plus(arithmetic.times(x[0], y[1]), sum[1]))};
}

/// Functions of Thrust take references.
std::optional<std::vector<TermRef>> Lowerer::thrustLanes(const clang::CallExpr *call) {
  const auto type = vectorType(call->getType());
  const auto lane = type ? typeOf(type->lane, call) : std::nullopt;
  std::vector<Parts> of;
  settle(call);
  for (const clang::Expr *argument : call->arguments()) {
    // An operand of another type is converted by the function: that is not followed.
    const auto complex = vectorType(argument->getType());
    const bool isReal = lane && elementType(argument->getType()) == lane->element;
    Parts parts = complex ? alone(lanes(argument)) : Parts();
    if (const TermRef real = isReal ? term(argument) : nullptr)
      parts = {real};
    if (!lane || parts.empty() || (complex && complex->element != lane->element))
      return std::vector<TermRef>();
    of.push_back(held(parts));
  }
  const auto kind = call->getDirectCallee()->getOverloadedOperator();
  const Arithmetic arithmetic(*lane, call->getExprLoc());
  if (of.size() == 1 && of[0].size() == 2) {
    if (kind == clang::OO_Plus)
      return of[0];
    if (kind == clang::OO_Minus)
      return Parts{arithmetic.opposite(of[0][0]), arithmetic.opposite(of[0][1])};
    return kind == clang::OO_None ? arithmetic.conjugated(of[0]) : Parts();
  }
  const bool isComplex = of.size() == 2 && (of[0].size() == 2 || of[1].size() == 2);
  return isComplex ? ofOperator(kind, of[0], of[1], arithmetic) : Parts();
}

/// An assignment to a complex number of Thrust that does more than copy one of the same type;
/// nothing for any other one.
std::optional<bool> Lowerer::thrustAssignment(const clang::CXXOperatorCallExpr *assignment,
                                              Statements &out) {
  if (!isThrustAssignment(*assignment))
    return std::nullopt;
  before = &out;
  settle(assignment);
  const clang::Expr *target = assignment->getArg(0), *operand = assignment->getArg(1);
  const auto type = vectorType(target->getType());
  const auto lane = type ? typeOf(type->lane, assignment) : std::nullopt;
  if (!lane || hasInnerEffects(target))
    return fail(assignment, "an assignment that is not understood");
  const bool isPlain = assignment->getOperator() == clang::OO_Equal;
  const Parts to = isPlain ? lanes(target) : alone(lanes(target));
  const auto complex = vectorType(operand->getType());
  Parts from = complex && complex->element == lane->element ? alone(lanes(operand)) : Parts();
  if (const TermRef real =
          elementType(operand->getType()) == lane->element ? term(operand) : nullptr)
    from = {real};
  if (to.size() != 2 || from.empty())
    return refuse.refusal() ? false : fail(assignment, "an assignment that is not understood");
  if (isPlain && from.size() == 1)
    from.push_back(converted(make({.kind = Kind::Integer, .type = {}, .location = {}}), *lane));
  if (!isPlain)
    from = ofOperator(operatorOf(assignment->getOperator()), held(to), held(from),
                      Arithmetic(*lane, assignment->getExprLoc()));
  return from.size() == 2 ? assignLanes(to, from, assignment, out)
                          : fail(assignment, "an assignment that is not understood");
}

} // namespace warpsmith::frontend
