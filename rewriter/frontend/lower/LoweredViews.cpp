// Vectors whose bits are seen as smaller numbers, and those that pointers are made to: eight halves
// in a float4.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/lower/Lowerer.h"
#include "rewriter/ir/Expression.h"

namespace warpsmith::frontend {

using Kind = Term::Kind;
using Class = ValueType::Class;

/// The numbers that a vector or an array is made of.
clang::QualType Lowerer::numberOfVectors(const clang::VarDecl *variable) const {
  const auto known = views.smaller.find(variable);
  return known != views.smaller.end() ? known->second : numberTypeOf(variable->getType(), context);
}

/// The type of a number that vectors are seen as, or that pointers to vectors point to; null for
/// other ones.
clang::QualType Lowerer::smallerNumber(ElementType element) const {
  for (const auto &[variable, number] : views.smaller)
    if (elementType(number) == element)
      return number;
  const auto known = numberTypes.find(element);
  return known == numberTypes.end() ? clang::QualType() : known->second;
}

/// The vector, or the array of them, that has the number or that the pointer points into; null
/// where there is none.
const clang::VarDecl *Lowerer::vectorOf(const TermRef &number) const {
  const Term *root = number.get();
  while (root->kind == Kind::Element || root->kind == Kind::Offset)
    root = root->children[0].get();
  const auto known = root->kind == Kind::Variable ? ofVectors.find(static_cast<int>(root->number))
                                                  : ofVectors.end();
  return known == ofVectors.end() ? nullptr : known->second;
}

/// Other numbers than those known so far, and no larger ones: only the next lowering can take them
/// into account.
bool Lowerer::seeAs(const TermRef &pointer, clang::QualType number) {
  const clang::VarDecl *variable = vectorOf(pointer);
  const auto element = elementType(number), own = pointer->type.element;
  return variable && element && own && !number.isVolatileQualified() && *element != *own &&
         sizeOf(*element) <= sizeOf(*own) &&
         views.smaller.try_emplace(variable, number.getUnqualifiedType()).second;
}

/// Of two numbers one of which becomes the other with the rest of its vector.
void Lowerer::seeAlike(const TermRef &one, const TermRef &other) {
  const auto see = [&](const TermRef &large, const TermRef &small) {
    const auto element = small->type.element;
    if (const clang::QualType number = element ? smallerNumber(*element) : clang::QualType();
        !number.isNull())
      seeAs(large, number);
  };
  see(one, other);
  see(other, one);
}

/// A pointer to a vector: only the next lowering makes an array of it.
bool Lowerer::seeAddress(const TermRef &number) {
  const clang::VarDecl *variable = vectorOf(number);
  return variable && vectorType(variable->getType()) && views.addressed.insert(variable).second;
}

/// A vector that pointers are made to: an array of its numbers.
bool Lowerer::declareAddressed(const clang::VarDecl *variable, Statements &out) {
  if (!declareOwn(variable, out))
    return false;
  const clang::Stmt *where = frames.back().function->getBody();
  const clang::SourceLocation location = variable->getLocation();
  const clang::QualType number = numberOfVectors(variable);
  const auto type = typeOf(number, where), pointer = typeOf(context.getPointerType(number), where);
  if (!type || !pointer)
    return false;
  const TermRef array = this->variable(numberOf(variable), *pointer, location);
  std::vector<TermRef> &all = names.vectors[variable];
  all.clear();
  for (int64_t each = 0; each < numbersIn(variable->getType(), number); ++each) {
    const TermRef here =
        make({.kind = Kind::Integer, .type = {.bits = 64}, .location = location, .number = each});
    all.push_back(make({Kind::Element, *type, location, "", 0, 0, {array, here}}));
  }
  return true;
}

/// All bits of it are zero.
static bool isZero(const Term &term) {
  if (term.kind == Kind::Convert)
    return term.type.form != Class::Pointer && isZero(*term.children[0]);
  return (term.kind == Kind::Integer && term.number == 0) ||
         (term.kind == Kind::Literal &&
          Expression::literal(term.text, *term.type.element)->isLiteralZero());
}

/// A vector of zeros is one of whatever numbers others of its type are made of.
std::vector<TermRef> Lowerer::zerosAs(std::vector<TermRef> lanes,
                                      const std::vector<TermRef> &like) {
  const auto bytesOf = [](const std::vector<TermRef> &all) {
    const auto element = all[0]->type.element;
    return element ? all.size() * sizeOf(*element) : 0;
  };
  if (lanes.empty() || like.empty() || lanes[0]->type == like[0]->type ||
      bytesOf(lanes) != bytesOf(like) ||
      !llvm::all_of(lanes, [](const TermRef &each) { return isZero(*each); }))
    return lanes;
  const TermRef zero = make({.kind = Kind::Integer, .type = {}, .location = lanes[0]->location});
  return std::vector(like.size(), converted(zero, like[0]->type));
}

} // namespace warpsmith::frontend
