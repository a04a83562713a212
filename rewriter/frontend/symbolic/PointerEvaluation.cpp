// Pointers into arrays, elements of arrays and members of structures.
#include "rewriter/frontend/clang/NamedConstants.h"
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/symbolic/Fragments.h"
#include "rewriter/frontend/symbolic/InlinedCalls.h"
#include "rewriter/frontend/symbolic/StructurePointers.h"
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"

namespace warpsmith::frontend {

std::string SymbolicEvaluator::member(const clang::Expr *expression) const {
  const auto *field = llvm::dyn_cast<clang::MemberExpr>(expression->IgnoreParenImpCasts());
  // Generated code is no friend of the class.
  if (!field || !llvm::isa<clang::FieldDecl>(field->getMemberDecl()) ||
      field->getFoundDecl().getAccess() != clang::AS_public || field->hasQualifier() ||
      field->getType().isVolatileQualified() ||
      field->getMemberDecl()->getType()->isReferenceType())
    return {};
  const std::string outer = structure(field->getBase());
  // The members of one without a name are its owner's.
  const std::string name = field->getMemberDecl()->getNameAsString();
  return outer.empty() || name.empty() ? outer : memberName(outer, name);
}

Polynomial SymbolicEvaluator::innerElements(clang::QualType type) {
  Polynomial count(1);
  while (const auto *array = context.getAsConstantArrayType(type)) {
    std::optional<NamedConstant> named;
    if (const clang::Expr *size = array->getSizeExpr())
      named = namedConstant(*size, context);
    if (named) {
      lookInto(*array->getSizeExpr());
      state.constants[named->name] = named->value;
    }
    count = count * (named ? Polynomial::symbol(named->name)
                           : Polynomial(static_cast<int64_t>(array->getSize().getZExtValue())));
    type = array->getElementType();
  }
  if (const auto vector = vectorType(type))
    count = count * Polynomial(static_cast<int64_t>(vector->lanes));
  return count;
}

std::optional<Pointer> SymbolicEvaluator::pointer(const clang::Expr *expression, bool declares) {
  auto found = address(expression);
  // Registers that are seen as words.
  if (found && found->local && found->inWord == 0 && !(declares && state.multipliesInLanes))
    return refuse(expression->getExprLoc(), "local array '" + text(expression) + "'");
  return found;
}

/// Elements may be read as vectors of their type, and the other way round.
std::optional<Pointer> SymbolicEvaluator::addressOfCast(const clang::CastExpr *cast) {
  if (cast->getCastKind() == clang::CK_ArrayToPointerDecay)
    return addressOf(cast->getSubExpr());
  if (cast->getCastKind() != clang::CK_BitCast)
    return address(cast->getSubExpr());
  const auto innermost = [&](clang::QualType type) {
    type = type->getPointeeType();
    while (const auto *array = context.getAsArrayType(type))
      type = array->getElementType();
    return type.isVolatileQualified() ? std::nullopt : elementOrLaneType(type);
  };
  const clang::QualType target = cast->getType()->getPointeeType();
  const clang::QualType from = cast->getSubExpr()->getType()->getPointeeType();
  if (target->isVoidType() && !target.isVolatileQualified())
    return address(cast->getSubExpr()); // which nothing can be read through
  const auto to = innermost(cast->getType());
  const auto of = innermost(cast->getSubExpr()->getType());
  const auto refused = [&] {
    return refuse(cast->getExprLoc(), "pointer cast to '" + cast->getType().getAsString() + "'");
  };
  if (!to || (!of && !from->isVoidType()))
    return refused();
  if (to == of)
    return address(cast->getSubExpr());
  // What is seen as integers or as vectors of 32 bits; and such a pointer as what it points to.
  const bool isToWords = sizeOf(*to) == 4;
  const bool isOfBytes = of && sizeOf(*of) == 1;
  if (!isToWords && !from->isVoidType() && !isOfBytes && (!of || sizeOf(*of) != 4))
    return refused();
  auto found = address(cast->getSubExpr());
  if (!found)
    return std::nullopt;
  if (*to != found->type && found->shared && sizeOf(found->type) == 1 && elementType(target) &&
      seeSharedAs(*found, *to))
    return found;
  if (*to == found->type)
    found->inWord = 0;
  else if (isToWords && sizeOf(found->type) <= 4)
    found->inWord = 4 / sizeOf(found->type);
  else
    return refused();
  return found;
}

/// `reinterpret_cast<half *>(memory + 1024)`, of bytes in shared memory that nothing else is made
/// of.
bool SymbolicEvaluator::seeSharedAs(Pointer &pointer, ElementType type) {
  SharedArray &array = state.shared.at(pointer.shared);
  const auto offset = state.numeric(pointer.offset).quotient(Polynomial(int64_t(sizeOf(type))));
  if (!offset || sizeOf(array.type) != 1 || array.seenAs.value_or(type) != type ||
      (!array.seenAs && !array.stores.empty()))
    return false;
  for (const auto &[name, value] : state.constants)
    if (pointer.offset.dependsOn(name))
      state.assumedConstants.insert(name);
  array.seenAs = type;
  pointer.type = type;
  pointer.offset = *offset;
  return true;
}

std::optional<Pointer> SymbolicEvaluator::address(const clang::Expr *expression) {
  expression = expression->IgnoreParens();
  if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
    return address(temporary->getSubExpr()); // `float *const &p`, given an array
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression))
    return addressOfCast(cast);
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    const auto known = state.pointers.find(variable);
    if (known != state.pointers.end())
      return known->second;
    return refuse(expression->getExprLoc(),
                  "'" + text(expression) +
                      "' is not a pointer to an array of numbers passed to "
                      "the kernel");
  }
  if (const clang::VarDecl *field = localField(expression, state)) {
    if (const auto known = state.pointers.find(field); known != state.pointers.end())
      return known->second;
    return refuse(expression->getExprLoc(),
                  "the value of '" + text(expression) + "' is not known here");
  }
  if (const std::string name = member(expression); !name.empty()) {
    const auto type = elementType(expression->getType()->getPointeeType());
    if (type && !expression->getType()->getPointeeType().isVolatileQualified())
      return Pointer{name, *type, Polynomial(0)};
  }
  if (const auto *conditional = llvm::dyn_cast<clang::AbstractConditionalOperator>(expression)) {
    Condition decision;
    const auto branch = chosen(conditional, &decision);
    if (!branch || *branch)
      return branch ? address(*branch) : std::nullopt;
  }
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    const bool pointerLeft = operation->getLHS()->getType()->isPointerType();
    const clang::Expr *from = pointerLeft ? operation->getLHS() : operation->getRHS();
    auto base = address(from);
    const auto offset =
        base ? used(pointerLeft ? operation->getRHS() : operation->getLHS()) : std::nullopt;
    if (!base || !offset)
      return std::nullopt;
    const Polynomial elements =
        elementsOf(*offset, innerElements(from->getType()->getPointeeType()) *
                                Polynomial(std::max<int64_t>(base->inWord, 1)));
    if (operation->getOpcode() == clang::BO_Add || operation->getOpcode() == clang::BO_Sub) {
      base->offset = operation->getOpcode() == clang::BO_Add ? base->offset + elements
                                                             : base->offset - elements;
      return base;
    }
  }
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression)) {
    const auto matrix = mdspan(call);
    if (matrix && call->getDirectCallee()->getNameAsString() == "data_handle")
      return Pointer{matrix->name + ".data_handle()", matrix->element, Polynomial(0)};
    return inlined(call, &SymbolicEvaluator::pointerTo);
  }
  if (const auto *step = llvm::dyn_cast<clang::UnaryOperator>(expression);
      step && stepped.contains(step)) {
    stepped[step] = true;
    auto moved = pointer(step->getSubExpr());
    if (moved && moved->inWord != 0)
      return refuse(expression->getExprLoc(), "unsupported pointer '" + text(expression) + "'");
    if (moved && step->isPrefix())
      moved->offset += Polynomial(step->isIncrementOp() ? 1 : -1) *
                       innerElements(step->getType()->getPointeeType());
    return moved;
  }
  if (const auto *taken = llvm::dyn_cast<clang::UnaryOperator>(expression);
      taken && taken->getOpcode() == clang::UO_AddrOf)
    return addressOf(taken->getSubExpr());
  return refuse(expression->getExprLoc(),
                "unsupported pointer '" + text(expression) + "'" + whyNoStep(expression));
}

/// How many elements so many vectors are. In vectors of 4, a pitch of `k / 4` is one of k elements
/// where 4 divides k, which is a precondition: a vector would not begin at a multiple of its size.
Polynomial SymbolicEvaluator::elementsOf(const Polynomial &vectors, const Polynomial &each) {
  const auto size = state.numeric(each).constant();
  Polynomial elements = vectors * each;
  if (!size || *size < 2)
    return elements;
  for (const std::string &symbol : vectors.symbols()) {
    const Polynomial::Quotient *found = vectors.quotientOf(symbol);
    const auto affine = vectors.affineIn(symbol);
    if (!found || found->remainder || !affine || affine->coefficient.dependsOn(symbol) ||
        state.numeric(found->divisor).constant() != *size || found->dividend.constant() ||
        state.numeric(found->dividend).constant())
      continue;
    const Polynomial::Quotient whole = *found;
    state.assumed(whole.divisor);
    state.requireStrongest(
        {Polynomial::symbol({whole.dividend, whole.divisor, true, whole.guarded}), 0, true});
    elements = elements - affine->coefficient * each * Polynomial::symbol(symbol) +
               affine->coefficient * whole.dividend;
  }
  return elements;
}

std::optional<Pointer> SymbolicEvaluator::element(const clang::Expr *base,
                                                  const clang::Expr *index) {
  auto target = address(base);
  const auto offset = target && index ? used(index) : std::nullopt;
  if (!target || (index && !offset))
    return std::nullopt;
  if (index)
    target->offset += elementsOf(*offset, innerElements(base->getType()->getPointeeType()) *
                                              Polynomial(std::max<int64_t>(target->inWord, 1)));
  return target;
}

std::optional<Place> SymbolicEvaluator::placeAt(const Pointer &where,
                                                const clang::Expr *expression) {
  if (where.inWord != 0)
    return refuse(expression->getExprLoc(),
                  "'" + text(expression) + "' takes the bits of other numbers as an integer");
  if (!where.local)
    return Element{where.array, where.type, where.offset, where.shared};
  const auto number = state.assumed(where.offset);
  const auto &elements = state.localArrays.at(where.local);
  if (!number || *number < 0 || static_cast<size_t>(*number) >= elements.size())
    return refuse(expression->getExprLoc(),
                  "which element '" + text(expression) + "' of a local array is, is not known");
  return elements[static_cast<size_t>(*number)];
}

/// The variable of an element whose number this parse knows.
std::optional<Place> SymbolicEvaluator::localVariable(const LocalElement &local,
                                                      const clang::Expr *expression) {
  if (fragmentType(local.array->getType(), context))
    return fragmentPlace(local, expression);
  if (seenAsNarrow(*local.array, context))
    return refuse(expression->getExprLoc(),
                  "'" + text(expression) + "' takes the bits of other numbers as a vector");
  clang::QualType type = local.array->getType().getNonReferenceType();
  int64_t number = 0;
  for (const clang::Expr *subscript : local.subscripts) {
    const auto *dimension = context.getAsConstantArrayType(type);
    const auto index = used(subscript);
    if (!index)
      return std::nullopt;
    const auto value = state.assumed(*index);
    if (!dimension || !value || *value < 0 ||
        static_cast<uint64_t>(*value) >= dimension->getSize().getLimitedValue())
      return refuse(expression->getExprLoc(),
                    "which element '" + text(expression) + "' of a local array is, is not known");
    number = number * static_cast<int64_t>(dimension->getSize().getLimitedValue()) + *value;
    type = dimension->getElementType();
  }
  if (context.getAsConstantArrayType(type))
    return refuse(expression->getExprLoc(),
                  "part of the local array '" + local.array->getNameAsString() + "'");
  return state.localArrays.at(local.array)[static_cast<size_t>(number)];
}

const Pointer *SymbolicEvaluator::referredTo(const clang::DeclRefExpr *reference) const {
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  const auto known =
      variable && variable->isLocalVarDecl() && variable->getType()->isLValueReferenceType()
          ? state.pointers.find(variable)
          : state.pointers.end();
  return known == state.pointers.end() ? nullptr : &known->second;
}

std::optional<Place> SymbolicEvaluator::place(const clang::Expr *expression) {
  expression = expression->IgnoreParens();
  if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
      cast && cast->getCastKind() == clang::CK_NoOp)
    return place(cast->getSubExpr());
  if (expression->getType().isVolatileQualified())
    return refuse(expression->getExprLoc(), "access to volatile '" + text(expression) + "'");
  if (const LocalElement local = localElement(expression, state); local.array)
    return localVariable(local, expression);
  if (const clang::VarDecl *field = localField(expression, state))
    return field;
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    const auto found = element(subscript->getBase(), subscript->getIdx());
    return found ? placeAt(*found, expression) : std::nullopt;
  }
  if (const auto *dereference = llvm::dyn_cast<clang::UnaryOperator>(expression);
      dereference && dereference->getOpcode() == clang::UO_Deref) {
    const auto found = element(dereference->getSubExpr(), nullptr);
    return found ? placeAt(*found, expression) : std::nullopt;
  }
  if (const clang::MemberExpr *member = lane(expression)) {
    const auto found = addressOf(member);
    return found ? placeAt(*found, expression) : std::nullopt;
  }
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    if (const Pointer *known = referredTo(reference))
      return placeAt(*known, expression);
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable && variable->isFileVarDecl())
      variable = variable->getCanonicalDecl();
    if (const auto shared = state.shared.find(variable); shared != state.shared.end())
      return Element{variable->getNameAsString(), shared->second.type, Polynomial(0), variable};
    if (variable && (variable->isLocalVarDecl() || llvm::isa<clang::ParmVarDecl>(variable)))
      return variable;
  }
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression)) {
    if (const auto matrix = mdspan(call))
      return mdspanElement(*matrix, call);
    auto found = inlined(call, &SymbolicEvaluator::place);
    if (!found || std::holds_alternative<Element>(*found))
      return found;
  }
  return refuse(expression->getExprLoc(), "unsupported access '" + text(expression) + "'");
}

} // namespace warpsmith::frontend
