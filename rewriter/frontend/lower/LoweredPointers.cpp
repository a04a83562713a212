// Pointers and the elements that they point to.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/lower/Lowerer.h"

namespace warpsmith::frontend {

using Kind = Term::Kind;
using Class = ValueType::Class;

clang::QualType numberTypeOf(clang::QualType type, const clang::ASTContext &context) {
  const clang::QualType base = context.getBaseElementType(type);
  const auto vector = vectorType(base);
  return vector ? context.getQualifiedType(vector->lane, base.getQualifiers()) : base;
}

/// How many of these numbers an array, a vector or a number is made of.
int64_t Lowerer::numbersIn(clang::QualType type, clang::QualType number) const {
  return static_cast<int64_t>(context.getTypeSize(type) / context.getTypeSize(number));
}

int64_t Lowerer::numbersIn(clang::QualType type) const {
  return numbersIn(type, numberTypeOf(type, context));
}

/// Of the numbers that the pointer points to.
int64_t Lowerer::numbersIn(clang::QualType type, const ValueType &pointer) const {
  const auto known = elementOrLaneType(context.getBaseElementType(type));
  const bool isOther = known && pointer.element && known != pointer.element;
  return numbersIn(type) *
         (isOther ? static_cast<int64_t>(sizeOf(*known) / sizeOf(*pointer.element)) : 1);
}

TermRef Lowerer::times(const TermRef &distance, int64_t count) {
  if (count == 1)
    return distance;
  const ValueType wide{.form = Class::Integer, .bits = 64};
  const clang::SourceLocation where = distance->location;
  const TermRef each =
      make({.kind = Kind::Integer, .type = wide, .location = where, .number = count});
  return make({Kind::Binary, wide, where, "*", 0, 0, {converted(distance, wide), each}});
}

/// The pointer that is so many of what it points to further on.
TermRef Lowerer::moved(const TermRef &pointer, const TermRef &distance, clang::QualType pointee,
                       bool isBack, clang::SourceLocation where) {
  TermRef numbers = times(distance, numbersIn(pointee, pointer->type));
  if (isBack)
    numbers = make({Kind::Unary, numbers->type, numbers->location, "-", 0, 0, {numbers}});
  return make({Kind::Offset, pointer->type, where, "", 0, 0, {pointer, numbers}});
}

/// The distance of two pointers, their order, or a pointer that is moved.
TermRef Lowerer::ofPointers(const clang::BinaryOperator *operation, const TermRef &left,
                            const TermRef &right) {
  const auto type = typeOf(operation->getType(), operation);
  if (!type)
    return nullptr;
  const bool leftPoints = left->type.form == Class::Pointer;
  const bool rightPoints = right->type.form == Class::Pointer;
  const clang::Expr *one = leftPoints ? operation->getLHS() : operation->getRHS();
  const clang::QualType pointee = one->getType()->getPointeeType();
  const clang::SourceLocation where = operation->getExprLoc();
  const clang::BinaryOperatorKind opcode = operation->getOpcode();
  if (type->form == Class::Pointer && (opcode == clang::BO_Add || opcode == clang::BO_Sub))
    return moved(leftPoints ? left : right, leftPoints ? right : left, pointee,
                 opcode == clang::BO_Sub, where);
  const bool isDistance = opcode == clang::BO_Sub;
  if (!leftPoints || !rightPoints || left->type != right->type ||
      (!isDistance && !operation->isComparisonOp()))
    return unknown(operation, "unsupported arithmetic of pointers");
  const TermRef both =
      make({Kind::Binary, *type, where, operation->getOpcodeStr().str(), 0, 0, {left, right}});
  const int64_t count = numbersIn(pointee, left->type);
  if (!isDistance || count == 1)
    return both;
  const TermRef each =
      make({.kind = Kind::Integer, .type = *type, .location = where, .number = count});
  return make({Kind::Binary, *type, where, "/", 0, 0, {both, each}});
}

/// Where an array begins, as a pointer to its first number.
TermRef Lowerer::firstOf(const clang::Expr *array) {
  array = withoutQualifications(array);
  if (const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(array)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(named->getDecl());
    if (variable && variable->isFileVarDecl() && variable->hasAttr<clang::CUDASharedAttr>() &&
        !names.numbers.contains(variable) && !declareShared(variable, outside))
      return nullptr;
    if (variable && names.numbers.contains(variable)) {
      const auto smaller = views.smaller.find(variable);
      const clang::QualType first =
          smaller != views.smaller.end()
              ? smaller->second
              : context.getBaseElementType(variable->getType().getNonReferenceType());
      const auto type = typeOf(context.getPointerType(first), array);
      return type ? this->variable(names.numbers[variable], *type, array->getExprLoc()) : nullptr;
    }
  }
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(array)) {
    const TermRef first = firstOfVector(member), known = first ? first : field(member);
    if (known || refuse.refusal())
      return known;
  }
  return llvm::isa<clang::ArraySubscriptExpr, clang::UnaryOperator>(array)
             ? place(array)
             : unknown(array, "an array that is not understood");
}

/// The array that is a vector's only member; null for any other member.
TermRef Lowerer::firstOfVector(const clang::MemberExpr *member) {
  const clang::Expr *base = member->getBase();
  const clang::QualType type =
      member->isArrow() ? base->getType()->getPointeeType() : base->getType();
  const auto vector = vectorType(type);
  if (!vector || !vector->isArray)
    return nullptr;
  const std::vector<TermRef> all = member->isArrow() ? lanesAt(type, base, nullptr) : lanes(base);
  const auto pointer = typeOf(context.getPointerType(vector->lane), member);
  return !all.empty() && pointer && all.front()->kind == Kind::Element
             ? make({Kind::Offset, *pointer, member->getExprLoc(), "", 0, 0,
                     std::vector(all.front()->children)})
             : nullptr;
}

/// The variable of the thread's own that a parameter points to; null for any other pointer.
TermRef Lowerer::pointee(const clang::Expr *pointer) const {
  const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(pointer->IgnoreParenImpCasts());
  const auto known = names.pointees.find(
      llvm::dyn_cast_or_null<clang::VarDecl>(named ? named->getDecl() : nullptr));
  return known == names.pointees.end() ? nullptr : known->second;
}

/// The number of the thread's own whose address an argument is: `&x`, or a parameter that is that
/// already. Null for what is none.
TermRef Lowerer::ownNumber(const clang::Expr *address, clang::QualType pointer) {
  if (!pointer->isPointerType())
    return nullptr;
  const clang::QualType type = pointer->getPointeeType();
  address = address->IgnoreParenImpCasts();
  if (const TermRef known = pointee(address))
    return context.hasSameUnqualifiedType(address->getType()->getPointeeType(), type) ? known
                                                                                      : nullptr;
  const auto *of = llvm::dyn_cast<clang::UnaryOperator>(address);
  const auto *named = of && of->getOpcode() == clang::UO_AddrOf
                          ? llvm::dyn_cast<clang::DeclRefExpr>(of->getSubExpr()->IgnoreParens())
                          : nullptr;
  const auto *variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  const bool isOwn = variable && variable->hasLocalStorage() && names.numbers.contains(variable) &&
                     elementType(type) && !type.isVolatileQualified() &&
                     context.hasSameUnqualifiedType(named->getType(), type);
  const auto form = isOwn ? typeOf(type, address) : std::nullopt;
  return form ? this->variable(names.numbers[variable], *form, address->getExprLoc()) : nullptr;
}

/// An element of an array, as what a pointer points to; of an array of rows, the row's first.
TermRef Lowerer::place(const clang::Expr *expression) {
  expression = withoutQualifications(expression);
  const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression);
  if (const TermRef element = subscript ? fragmentElement(subscript) : nullptr;
      element || refuse.refusal())
    return element;
  const auto *behind = llvm::dyn_cast<clang::UnaryOperator>(expression);
  const clang::Expr *base = subscript ? subscript->getBase()
                            : behind && behind->getOpcode() == clang::UO_Deref
                                ? behind->getSubExpr()
                                : nullptr;
  if (!base)
    return unknown(expression, "an element of what is no array");
  clang::Expr::EvalResult first;
  const bool isFirst =
      behind || (!subscript->getIdx()->isValueDependent() &&
                 subscript->getIdx()->EvaluateAsInt(first, context) && first.Val.getInt() == 0);
  if (const TermRef own = isFirst ? pointee(base) : nullptr)
    return own;
  const clang::SourceLocation where = expression->getExprLoc();
  const clang::QualType here = expression->getType();
  const bool isRow = here->isConstantArrayType();
  const auto type =
      typeOf(isRow ? context.getPointerType(context.getBaseElementType(here)) : here, expression);
  const TermRef pointer = type ? term(base) : nullptr;
  const TermRef index = !pointer    ? nullptr
                        : subscript ? term(subscript->getIdx())
                                    : make({.kind = Kind::Integer, .type = {}, .location = where});
  if (!index)
    return nullptr;
  if (pointer->type.form != Class::Pointer || (!isRow && pointer->type.element != type->element))
    return unknown(expression, "an element of what is no array of such");
  return isRow ? moved(pointer, index, here, false, where)
               : make({Kind::Element, *type, where, "", 0, 0, {pointer, index}});
}

} // namespace warpsmith::frontend
