// Integers of 32 bits that are made of other numbers: two halves, four bytes, or the bits of a
// float, as instructions for matrices take them; and addresses in shared memory that are integers.
#include "rewriter/frontend/clang/ToolkitNames.h"
#include "rewriter/frontend/symbolic/Fragments.h"
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace warpsmith::frontend {
namespace {

constexpr int64_t BytesOfWord = 4;

/// Without conversions that keep all bits of an integer of 32.
const clang::Expr *withoutWordCasts(const clang::Expr *expression) {
  for (;;) {
    expression = expression->IgnoreParens();
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression);
    const bool keeps = cast && (cast->getCastKind() == clang::CK_LValueToRValue ||
                                cast->getCastKind() == clang::CK_NoOp ||
                                (cast->getCastKind() == clang::CK_IntegralCast &&
                                 SymbolicEvaluator::isWordType(cast->getSubExpr()->getType()) &&
                                 SymbolicEvaluator::isWordType(cast->getType())));
    if (!keeps)
      return expression;
    expression = cast->getSubExpr();
  }
}

/// `__float_as_uint(x)`
const clang::CallExpr *bitsOfFloat(const clang::Expr *expression) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expression);
  const llvm::StringRef name = call ? toolkitFunction(*call) : "";
  return name == "__float_as_uint" || name == "__float_as_int" ? call : nullptr;
}

/// The base of `base[index]` or `*base`, and the index.
std::optional<std::pair<const clang::Expr *, const clang::Expr *>>
baseAndIndex(const clang::Expr *expression) {
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
    return std::pair(subscript->getBase(), subscript->getIdx());
  if (const auto *dereference = llvm::dyn_cast<clang::UnaryOperator>(expression);
      dereference && dereference->getOpcode() == clang::UO_Deref)
    return std::pair<const clang::Expr *, const clang::Expr *>(dereference->getSubExpr(), nullptr);
  return std::nullopt;
}

constexpr llvm::StringLiteral SharedPrefix = "%shared";

} // namespace

namespace {
bool isOfWords(ElementType type) {
  return type == ElementType::I32 || type == ElementType::U32;
}
} // namespace

bool SymbolicEvaluator::isWordType(clang::QualType type) {
  const auto element = elementType(type.getNonReferenceType());
  return element == ElementType::I32 || element == ElementType::U32;
}

/// A pointer whose target was declared as numbers of another type.
bool SymbolicEvaluator::pointsToOther(const clang::Expr *pointer, ElementType as) const {
  pointer = pointer->IgnoreParens();
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(pointer)) {
    clang::QualType from = cast->getSubExpr()->getType();
    if (cast->getCastKind() != clang::CK_BitCast || from->getPointeeType()->isVoidType())
      return pointsToOther(cast->getSubExpr(), as);
    from = from->getPointeeType();
    while (const auto *array = context.getAsArrayType(from))
      from = array->getElementType();
    const auto element = elementOrLaneType(from);
    return element && !isOfWords(*element) && *element != as
               ? true
               : pointsToOther(cast->getSubExpr(), as);
  }
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(pointer)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    const auto known = state.pointers.find(variable);
    if (variable && variable->getType()->isArrayType() && holdsNarrow(variable)) {
      const auto shared = state.shared.find(variable);
      return (shared != state.shared.end() ? std::optional(shared->second.type)
                                           : elementType(*seenAsNarrow(*variable, context))) != as;
    }
    if (known == state.pointers.end())
      return false;
    if (known->second.inWord != 0)
      return true;
    return known->second.local &&
           llvm::any_of(state.localArrays.at(known->second.local),
                        [&](const clang::VarDecl *one) { return state.words.contains(one); });
  }
  if (const auto *moved = llvm::dyn_cast<clang::BinaryOperator>(pointer);
      moved && moved->isAdditiveOp())
    return pointsToOther(
        moved->getLHS()->getType()->isPointerType() ? moved->getLHS() : moved->getRHS(), as);
  return false;
}

bool SymbolicEvaluator::isWord(const clang::Expr *expression) const {
  expression = withoutWordCasts(expression);
  if (!isWordType(expression->getType()))
    return false;
  if (bitsOfFloat(expression))
    return true;
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression);
      cast && cast->getCastKind() == clang::CK_LValueBitCast) {
    const auto from = elementOrLaneType(cast->getSubExpr()->getType());
    return from && *from != ElementType::I32 && *from != ElementType::U32;
  }
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    return state.words.contains(llvm::dyn_cast<clang::VarDecl>(reference->getDecl()));
  if (const LocalElement local = localElement(expression, state); local.array)
    return llvm::any_of(state.localArrays.at(local.array),
                        [&](const clang::VarDecl *one) { return state.words.contains(one); });
  if (const clang::VarDecl *field = localField(expression, state))
    return state.words.contains(field);
  const auto parts = baseAndIndex(expression);
  return parts && pointsToOther(parts->first, ElementType::U32);
}

/// `base[i]` or `*base`, a vector whose memory was declared as numbers of another type.
bool SymbolicEvaluator::isMadeOfOther(const clang::Expr *expression) const {
  const auto vector = vectorType(expression->getType());
  const auto parts = baseAndIndex(expression->IgnoreParenImpCasts());
  return vector && parts && pointsToOther(parts->first, vector->element);
}

std::optional<std::vector<Place>> SymbolicEvaluator::placesOfWord(Pointer where,
                                                                  const clang::Expr *expression) {
  std::vector<Place> places;
  const int64_t count = std::exchange(where.inWord, 0);
  for (int64_t number = 0; number < std::max<int64_t>(count, 1); ++number, where.offset += 1) {
    const auto place = placeAt(where, expression);
    if (!place)
      return std::nullopt;
    places.push_back(*place);
  }
  return places;
}

std::optional<std::vector<Place>> SymbolicEvaluator::wordPlaces(const clang::Expr *expression) {
  expression = withoutWordCasts(expression);
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression);
      cast && cast->getCastKind() == clang::CK_LValueBitCast) {
    const clang::Expr *target = cast->getSubExpr();
    if (vectorType(target->getType()))
      return lanes(target);
    const auto one = place(target);
    return one ? std::optional(std::vector<Place>{*one}) : std::nullopt;
  }
  const auto parts = baseAndIndex(expression);
  if (parts && !localElement(expression, state).array) {
    // Of a vector of the thread's own: `*(unsigned *)&pair`
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(parts->first->IgnoreParenImpCasts());
        cast && cast->getCastKind() == clang::CK_BitCast && !parts->second)
      if (const auto *taken =
              llvm::dyn_cast<clang::UnaryOperator>(cast->getSubExpr()->IgnoreParenImpCasts());
          taken && taken->getOpcode() == clang::UO_AddrOf) {
        const clang::Expr *target = taken->getSubExpr()->IgnoreParens();
        const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(target);
        const auto *variable =
            reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
        if (variable && state.localStructures.contains(variable) && vectorType(target->getType()))
          return lanes(target);
        if (variable && variable->hasLocalStorage() &&
            elementType(variable->getType().getNonReferenceType()) &&
            !isWordType(variable->getType()))
          return std::vector<Place>{variable};
      }
    const auto where = element(parts->first, parts->second);
    return where ? placesOfWord(*where, expression) : std::nullopt;
  }
  const auto one = place(expression);
  return one ? std::optional(std::vector<Place>{*one}) : std::nullopt;
}

std::optional<Word> SymbolicEvaluator::word(const clang::Expr *expression) {
  const auto unknown = [&] {
    return refuse(expression->getExprLoc(),
                  "the value of '" + text(expression) + "' is not known here");
  };
  if (elementType(expression->getType()) == ElementType::F32) {
    const auto value = scalar(expression);
    return value ? std::optional(Word{ElementType::F32, {*value}}) : std::nullopt;
  }
  expression = withoutWordCasts(expression);
  if (const clang::CallExpr *call = bitsOfFloat(expression)) {
    const auto value = scalar(call->getArg(0));
    return value
               ? std::optional(Word{ElementType::F32, {Expression::cast(ElementType::F32, *value)}})
               : std::nullopt;
  }
  if (!expression->isLValue())
    return refuse(expression->getExprLoc(),
                  "'" + text(expression) + "' is not known to be made of numbers of a matrix");
  const auto places = wordPlaces(expression);
  if (!places)
    return std::nullopt;
  state.readsIndirectly = true;
  Word result{ElementType::U32, {}};
  for (const Place &place : *places) {
    if (const auto *variable = std::get_if<const clang::VarDecl *>(&place)) {
      if (const auto known = state.words.find(*variable);
          known != state.words.end() && places->size() == 1) {
        result = known->second;
        for (const clang::VarDecl *sum : std::exchange(result.sums, {})) {
          const auto held = state.scalars.find(sum);
          if (held == state.scalars.end() || !held->second)
            return unknown();
          result.parts.push_back(roundedToHalf(held->second));
        }
        for (ExpressionRef &part : result.parts)
          part = guarded(part);
        return result;
      }
      const auto known = state.scalars.find(*variable);
      if (known == state.scalars.end() || !known->second || isWordType((*variable)->getType()))
        return unknown();
      result.parts.push_back(guarded(known->second));
    } else {
      readsVector = true;
      const auto value = read(std::get<Element>(place), expression->getExprLoc());
      readsVector = false;
      if (!value)
        return std::nullopt;
      result.parts.push_back(*value);
    }
  }
  result.type = result.parts.front()->type;
  const auto isPart = [&](const ExpressionRef &part) { return part->type == result.type; };
  if (!llvm::all_of(result.parts, isPart) ||
      static_cast<int64_t>(result.parts.size()) * sizeOf(result.type) != BytesOfWord)
    return unknown();
  return result;
}

std::optional<Polynomial> SymbolicEvaluator::addressInShared(const clang::Expr *pointer) {
  const auto where = address(pointer);
  if (!where)
    return std::nullopt;
  if (!where->shared)
    return refuse(pointer->getExprLoc(), "'" + text(pointer) + "' is no address in shared memory");
  const auto known = llvm::find(state.addressed, where->shared);
  const auto number = known - state.addressed.begin();
  if (known == state.addressed.end())
    state.addressed.push_back(where->shared);
  return Polynomial::symbol(SharedPrefix.str() + std::to_string(number)) +
         where->offset * Polynomial(static_cast<int64_t>(sizeOf(where->type)));
}

/// A number that is not known: of an address, in which array it is stays known.
Polynomial SymbolicEvaluator::withUnknownOffset(const Polynomial &value,
                                                const std::string &symbol) {
  Polynomial result = Polynomial::symbol(symbol);
  for (const std::string &array : value.symbols())
    if (llvm::StringRef(array).starts_with(SharedPrefix))
      result += Polynomial::symbol(array);
  return result;
}

std::optional<Pointer> SymbolicEvaluator::pointerToShared(const Polynomial &address) {
  for (size_t number = 0; number < state.addressed.size(); ++number) {
    const std::string symbol = SharedPrefix.str() + std::to_string(number);
    const auto affine = address.affineIn(symbol);
    if (!affine || affine->coefficient.constant() != 1)
      continue;
    if (llvm::any_of(affine->rest.symbols(), [](const std::string &other) {
          return llvm::StringRef(other).starts_with(SharedPrefix);
        }))
      return std::nullopt;
    const clang::VarDecl *variable = state.addressed[number];
    const SharedArray &array = state.shared.at(variable);
    const ElementType type = array.seenAs.value_or(array.type);
    const Polynomial size(static_cast<int64_t>(sizeOf(type)));
    auto offset = affine->rest.quotient(size);
    if (!offset && (offset = state.numeric(affine->rest).quotient(size)))
      for (const auto &[name, value] : state.constants)
        if (affine->rest.dependsOn(name))
          state.assumedConstants.insert(name);
    if (!offset)
      return std::nullopt;
    return Pointer{variable->getNameAsString(), type, *offset, variable};
  }
  return std::nullopt;
}

} // namespace warpsmith::frontend
