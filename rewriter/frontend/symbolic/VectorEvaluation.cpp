// CUDA's vectors: `float4` and the like, read and stored as several elements at once.
#include "rewriter/frontend/clang/ToolkitNames.h"
#include "rewriter/frontend/symbolic/Fragments.h"
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include "llvm/ADT/StringRef.h"

namespace warpsmith::frontend {
namespace {

const clang::Expr *withoutQualification(const clang::Expr *expression) {
  expression = expression->IgnoreParens();
  while (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
    if (cast->getCastKind() != clang::CK_NoOp ||
        !llvm::isa<clang::ImplicitCastExpr, clang::CXXConstCastExpr>(cast))
      break;
    expression = cast->getSubExpr()->IgnoreParens();
  }
  return expression;
}

} // namespace

const clang::MemberExpr *SymbolicEvaluator::lane(const clang::Expr *expression) const {
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(withoutQualification(expression));
  if (!member || !llvm::isa<clang::FieldDecl>(member->getMemberDecl()))
    return nullptr;
  const clang::Expr *base = member->getBase();
  const clang::QualType type =
      member->isArrow() ? base->getType()->getPointeeType() : base->getType();
  return vectorType(type) && (member->isArrow() || base->isLValue()) ? member : nullptr;
}

bool SymbolicEvaluator::holdsNarrow(const clang::VarDecl *variable) const {
  clang::QualType type = variable->getType();
  while (const auto *array = context.getAsArrayType(type))
    type = array->getElementType();
  const auto vector = vectorType(type);
  const auto known = state.shared.find(variable);
  return vector && vector->element == ElementType::F32 &&
         (known == state.shared.end() ? seenAsNarrow(*variable, context).has_value()
                                      : sizeOf(known->second.type) == 2);
}

std::optional<Pointer> SymbolicEvaluator::addressOf(const clang::Expr *expression) {
  expression = withoutQualification(expression);
  if (expression->getType().isVolatileQualified())
    return refuse(expression->getExprLoc(), "access to volatile '" + text(expression) + "'");
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression);
      cast && cast->getCastKind() == clang::CK_LValueBitCast) {
    const auto to = elementOrLaneType(cast->getType());
    if (!to || to != elementOrLaneType(cast->getSubExpr()->getType()))
      return refuse(cast->getExprLoc(), "cast to '" + cast->getType().getAsString() + "'");
    return addressOf(cast->getSubExpr());
  }
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    if (const Pointer *known = referredTo(reference))
      return *known;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
        variable && variable->getType()->isReferenceType() && expression->getType()->isArrayType())
      if (const auto known = state.pointers.find(variable); known != state.pointers.end())
        return known->second;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
        variable && state.localArrays.contains(variable)) {
      clang::QualType type = variable->getType();
      while (const auto *array = context.getAsArrayType(type))
        type = array->getElementType();
      // Of fragments, the offset counts whole ones.
      const auto fragment = fragmentType(type, context);
      const auto narrow = seenAsNarrow(*variable, context);
      return Pointer{variable->getNameAsString(),
                     fragment ? fragment->type
                     : narrow ? *elementType(*narrow)
                              : *elementOrLaneType(type),
                     Polynomial(0),
                     nullptr,
                     variable,
                     narrow ? 2 : 0};
    }
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
        variable && state.shared.contains(variable) && holdsNarrow(variable))
      return Pointer{variable->getNameAsString(),
                     state.shared.at(variable).type,
                     Polynomial(0),
                     variable,
                     nullptr,
                     2};
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
    return element(subscript->getBase(), subscript->getIdx());
  if (const auto *dereference = llvm::dyn_cast<clang::UnaryOperator>(expression);
      dereference && dereference->getOpcode() == clang::UO_Deref)
    return element(dereference->getSubExpr(), nullptr);
  if (const clang::MemberExpr *member = lane(expression)) {
    auto vector = member->isArrow() ? address(member->getBase()) : addressOf(member->getBase());
    if (vector)
      vector->offset += Polynomial(static_cast<int64_t>(
          llvm::cast<clang::FieldDecl>(member->getMemberDecl())->getFieldIndex()));
    return vector;
  }
  const auto target = place(expression);
  if (!target)
    return std::nullopt;
  if (const auto *found = std::get_if<Element>(&*target))
    return Pointer{found->array, found->type, found->index, found->shared};
  return refuse(expression->getExprLoc(), "unsupported pointer to '" + text(expression) + "'");
}

std::optional<std::vector<Place>> SymbolicEvaluator::lanes(const clang::Expr *expression) {
  const auto vector = vectorType(expression->getType());
  expression = withoutQualification(expression);
  std::vector<Place> places;
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto known =
        state.localStructures.find(llvm::dyn_cast<clang::VarDecl>(reference->getDecl()));
    if (known != state.localStructures.end()) {
      places.resize(known->second.size());
      for (const auto &[field, variable] : known->second)
        places[field->getFieldIndex()] = variable;
      return places;
    }
  }
  auto where = addressOf(expression);
  for (unsigned lane = 0; where && lane < vector->lanes; ++lane) {
    const auto place = placeAt(*where, expression);
    if (!place)
      return std::nullopt;
    places.push_back(*place);
    where->offset += 1;
  }
  return where ? std::optional(places) : std::nullopt;
}

std::optional<SymbolicEvaluator::StructureValue>
SymbolicEvaluator::vectorChoice(const clang::AbstractConditionalOperator *conditional) {
  const bool fails = failsAsWhole(conditional->getCond());
  const clang::Expr *held = fails ? conditional->getFalseExpr() : conditional->getTrueExpr();
  const clang::Expr *other = fails ? conditional->getTrueExpr() : conditional->getFalseExpr();
  const auto decision = condition(conditional->getCond(), !fails);
  if (!decision || decision->decided)
    return decision ? structureValue(*decision->decided ? held : other) : std::nullopt;
  const auto then = structureValue(held);
  const auto otherwise = then ? structureValue(other) : std::nullopt;
  if (!otherwise)
    return std::nullopt;
  StructureValue chosen;
  for (const auto &[field, value] : *then) {
    const auto alternative = otherwise->find(field);
    if (!value.scalar || !*value.scalar || alternative == otherwise->end() ||
        !alternative->second.scalar || !*alternative->second.scalar)
      return refuse(conditional->getExprLoc(), "unsupported vector '" + text(conditional) + "'");
    chosen.emplace(
        field,
        Captured{nullptr, select(*decision, *value.scalar, *alternative->second.scalar), {}, {}});
  }
  return chosen;
}

std::optional<std::vector<Place>>
SymbolicEvaluator::elementsOfOther(const clang::Expr *expression) {
  const auto *subscript =
      llvm::dyn_cast<clang::ArraySubscriptExpr>(withoutQualification(expression));
  auto where =
      subscript
          ? element(subscript->getBase(), subscript->getIdx())
          : element(
                llvm::cast<clang::UnaryOperator>(withoutQualification(expression))->getSubExpr(),
                nullptr);
  if (!where)
    return std::nullopt;
  where->inWord = 0;
  const int64_t bytes = context.getTypeSizeInChars(expression->getType()).getQuantity();
  if (bytes % sizeOf(where->type) != 0)
    return refuse(expression->getExprLoc(), "'" + text(expression) + "' ends inside an element");
  std::vector<Place> places;
  for (int64_t done = 0; done < bytes; done += sizeOf(where->type), where->offset += 1) {
    const auto place = placeAt(*where, expression);
    if (!place)
      return std::nullopt;
    places.push_back(*place);
  }
  return places;
}

std::optional<std::vector<std::pair<Place, Place>>>
SymbolicEvaluator::copiedAsOther(const clang::Expr *target, const clang::Expr *value) {
  const clang::Expr *from = value->IgnoreUnlessSpelledInSource();
  if (!isMadeOfOther(target) || !isMadeOfOther(from))
    return std::nullopt;
  const auto to = elementsOfOther(target);
  const auto source = to ? elementsOfOther(from) : std::nullopt;
  if (!source || to->size() != source->size())
    return std::nullopt;
  const auto typeOf = [](const Place &place) {
    const auto *variable = std::get_if<const clang::VarDecl *>(&place);
    return variable ? elementType((*variable)->getType())
                    : std::optional(std::get<Element>(place).type);
  };
  if (typeOf(to->front()) != typeOf(source->front()))
    return std::nullopt;
  std::vector<std::pair<Place, Place>> copied;
  for (size_t number = 0; number < to->size(); ++number)
    copied.emplace_back((*to)[number], (*source)[number]);
  return copied;
}

/// What a vector holds that lies in memory, or that a function or constructor of CUDA's makes.
std::optional<SymbolicEvaluator::StructureValue>
SymbolicEvaluator::vectorValue(const clang::Expr *expression) {
  using namespace clang;
  state.readsIndirectly = true;
  const auto vector = vectorType(expression->getType());
  std::vector<Captured> values;
  if (const auto *conditional = llvm::dyn_cast<AbstractConditionalOperator>(expression))
    return vectorChoice(conditional);
  const auto *call = llvm::dyn_cast<CallExpr>(expression);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const std::string name = callee && callee->getIdentifier() ? callee->getNameAsString() : "";
  const auto *made = llvm::dyn_cast<CXXConstructExpr>(expression);
  std::vector<Place> places;
  if (callee && isCudaOwn(*callee) && name == "__ldg" && call->getNumArgs() == 1) {
    auto where = pointer(call->getArg(0));
    for (unsigned lane = 0; where && lane < vector->lanes; ++lane, where->offset += 1)
      places.emplace_back(Element{where->array, where->type, where->offset, where->shared});
  } else if (callee && isCudaOwn(*callee) && call->getNumArgs() == 1 &&
             (name == "__half22float2" || name == "__bfloat1622float2")) {
    const auto pair = structureValue(call->getArg(0));
    if (!pair)
      return std::nullopt;
    values.resize(vector->lanes);
    for (const auto &[field, value] : *pair) {
      if (!value.scalar || !*value.scalar)
        return refuse(expression->getExprLoc(), "unsupported vector '" + text(expression) + "'");
      values[field->getFieldIndex()].scalar = Expression::cast(vector->element, *value.scalar);
    }
  } else if (call && call->getNumArgs() == 1 && isNarrowFloat(vector->element) &&
             (toolkitFunction(*call) == "__float22half2_rn" ||
              toolkitFunction(*call) == "__float22bfloat162_rn")) {
    const auto pair = structureValue(call->getArg(0));
    if (!pair)
      return std::nullopt;
    values.resize(vector->lanes);
    for (const auto &[field, value] : *pair) {
      if (!value.scalar || !*value.scalar)
        return refuse(expression->getExprLoc(), "unsupported vector '" + text(expression) + "'");
      values[field->getFieldIndex()].scalar = Expression::cast(vector->element, *value.scalar);
    }
  } else if (call && call->getNumArgs() == 1 && isNarrowFloat(vector->element) &&
             (toolkitFunction(*call) == "__float2half2_rn" ||
              toolkitFunction(*call) == "__float2bfloat162_rn" ||
              toolkitFunction(*call) == "__half2half2" ||
              toolkitFunction(*call) == "__bfloat162bfloat162")) {
    const auto value = scalar(call->getArg(0));
    if (!value)
      return std::nullopt;
    values.assign(vector->lanes, {nullptr, Expression::cast(vector->element, *value), {}, {}});
  } else if (call && call->getNumArgs() == 2 && isNarrowFloat(vector->element) &&
             (toolkitFunction(*call) == "__floats2half2_rn" ||
              toolkitFunction(*call) == "__floats2bfloat162_rn" ||
              toolkitFunction(*call) == "__halves2half2" ||
              toolkitFunction(*call) == "__halves2bfloat162")) {
    for (const Expr *argument : call->arguments()) {
      const auto value = scalar(argument);
      if (!value)
        return std::nullopt;
      values.push_back({nullptr, Expression::cast(vector->element, *value), {}, {}});
    }
  } else if (made && made->getNumArgs() == 1 && isThrustComplex(made->getType())) {
    const auto real = elementType(made->getArg(0)->getType()) == vector->element
                          ? scalar(made->getArg(0))
                          : std::nullopt;
    const auto zero = scalarOf(Polynomial(0), vector->element, expression);
    if (!real || !zero)
      return refuse(expression->getExprLoc(), "unsupported vector '" + text(expression) + "'");
    values = {{nullptr, *real, {}, {}}, {nullptr, *zero, {}, {}}};
  } else if (made && made->getNumArgs() == 0 && made->requiresZeroInitialization() &&
             isThrustComplex(made->getType())) {
    const auto zero = scalarOf(Polynomial(0), vector->element, expression);
    values.assign(vector->lanes, {nullptr, zero, {}, {}});
  } else if ((made && made->getNumArgs() == vector->lanes) ||
             (callee && isCudaOwn(*callee) && llvm::StringRef(name).starts_with("make_") &&
              call->getNumArgs() == vector->lanes)) {
    for (unsigned lane = 0; lane < vector->lanes; ++lane) {
      const Expr *argument = made ? made->getArg(lane) : call->getArg(lane);
      Captured value{nullptr, {}, {}, {}};
      if (argument->getType()->isIntegerType() && !isData(argument))
        value.integer = integer(argument);
      else
        value.scalar = scalar(argument);
      if (!value.integer && !value.scalar)
        return std::nullopt;
      values.push_back(std::move(value));
    }
  } else if (callee && (isComplexFunction(*callee) || isThrustFunction(*callee))) {
    const auto parts = complexCall(call);
    if (!parts)
      return std::nullopt;
    for (const ExpressionRef &part : *parts)
      values.push_back({nullptr, part, {}, {}});
  } else if (expression->isLValue() && isMadeOfOther(expression)) {
    // Each lane holds several numbers.
    const auto found = elementsOfOther(expression);
    const size_t each = found ? found->size() / vector->lanes : 0;
    if (!found || each == 0)
      return std::nullopt;
    for (size_t number = 0; number < found->size(); ++number) {
      const auto *element = std::get_if<Element>(&(*found)[number]);
      readsVector = true;
      const auto value =
          element ? read(*element, expression->getExprLoc())
                  : this->variable(std::get<const VarDecl *>((*found)[number]), expression);
      readsVector = false;
      if (!value)
        return std::nullopt;
      if (number % each == 0) {
        values.push_back({nullptr, {}, {}, {}});
        values.back().word = Word{(*value)->type, {}};
      }
      values.back().word->parts.push_back(*value);
    }
  } else if (expression->isLValue()) {
    const auto found = lanes(expression);
    if (!found)
      return std::nullopt;
    places = *found;
  } else {
    return refuse(expression->getExprLoc(), "unsupported vector '" + text(expression) + "'");
  }
  for (const Place &place : places)
    if (const auto *variable = std::get_if<const VarDecl *>(&place)) {
      values.push_back(state.capture(*variable));
    } else {
      readsVector = !throughReference;
      const auto value = read(std::get<Element>(place), expression->getExprLoc());
      readsVector = false;
      if (!value)
        return std::nullopt;
      values.push_back({nullptr, *value, {}, {}});
    }
  if (values.size() != vector->lanes)
    return std::nullopt;
  StructureValue all;
  for (const FieldDecl *field : laneFields(expression->getType()))
    all.emplace(field, std::move(values[field->getFieldIndex()]));
  return all;
}

} // namespace warpsmith::frontend
