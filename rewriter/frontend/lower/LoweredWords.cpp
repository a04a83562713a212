// Words of 32 bits that are made of smaller numbers: two halves, four bytes.
#include "rewriter/frontend/clang/Types.h"
#include "rewriter/frontend/lower/Lowerer.h"

namespace warpsmith::frontend {

using Kind = Term::Kind;
using Class = ValueType::Class;

namespace {

constexpr ValueType Bits{.form = Class::Integer, .bits = 32, .isSigned = false};
constexpr int64_t BytesOfWord = 4;

bool isWord(const ValueType &type) {
  return type.form == Class::Integer && type.bits == 8 * BytesOfWord;
}

} // namespace

/// A word whose bits are those of smaller numbers, which a pointer to these points to; null for any
/// other expression.
TermRef Lowerer::wordAt(const clang::Expr *expression) {
  if (!expression->getType()->isIntegerType() || context.getTypeSize(expression->getType()) != 32)
    return nullptr;
  const std::vector<TermRef> parts = lanes(expression);
  return parts.empty() ? nullptr
                       : make({.kind = Kind::Word,
                               .type = Bits,
                               .location = expression->getExprLoc(),
                               .children = parts});
}

/// The numbers of that type whose bits the word has.
std::vector<TermRef> Lowerer::partsOfWord(const TermRef &word, const ValueType &type) {
  std::vector<TermRef> parts;
  const int64_t count = BytesOfWord / static_cast<int64_t>(sizeOf(*type.element));
  for (int64_t number = 0; number < count; ++number)
    parts.push_back(make({.kind = Kind::Part,
                          .type = type,
                          .location = word->location,
                          .number = number,
                          .children = {word}}));
  return parts;
}

/// The word that an expression is, as such numbers; none where it is no word.
std::vector<TermRef> Lowerer::partsOfWord(const clang::Expr *word, const ValueType &type,
                                          Statements &out) {
  const bool isSuch = word->getType()->isIntegerType() &&
                      context.getTypeSize(word->getType()) == 8 * BytesOfWord && type.element &&
                      sizeOf(*type.element) < BytesOfWord;
  const TermRef value = isSuch ? term(word) : nullptr;
  return value ? partsOfWord(copied(value, word->getExprLoc(), out), type) : std::vector<TermRef>();
}

/// `*reinterpret_cast<half2 *>(&word)`, of a variable; none for anything else.
std::vector<TermRef> Lowerer::partsAt(const clang::Expr *address, const clang::Expr *index,
                                      const ValueType &type) {
  const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(address->IgnoreParenImpCasts());
  const clang::Expr *of = operation && operation->getOpcode() == clang::UO_AddrOf
                              ? operation->getSubExpr()->IgnoreParens()
                              : nullptr;
  clang::Expr::EvalResult number;
  const bool isFirst =
      !index || (!index->isValueDependent() && index->EvaluateAsInt(number, context) &&
                 number.Val.getInt() == 0);
  if (!of || !isFirst || !llvm::isa<clang::DeclRefExpr>(of))
    return {};
  const TermRef word = term(of);
  return word && word->kind == Kind::Variable && isWord(word->type) && !vectorOf(word)
             ? partsOfWord(word, type)
             : std::vector<TermRef>();
}

/// Of words that a pointer points to, those of a vector of that many.
std::vector<TermRef> Lowerer::partsAt(const TermRef &pointer, const TermRef &index, int64_t words,
                                      const ValueType &type) {
  const ValueType wide{.form = Class::Integer, .bits = 64};
  const clang::SourceLocation where = pointer->location;
  ValueType word = Bits;
  word.element = pointer->type.element;
  std::vector<TermRef> all;
  for (int64_t number = 0; number < words; ++number) {
    TermRef here = this->wide(number, where);
    if (index)
      here = make(
          {Kind::Binary, wide, where, "+", 0, 0, {converted(times(index, words), wide), here}});
    const std::vector<TermRef> parts =
        partsOfWord(make({Kind::Element, word, where, "", 0, 0, {pointer, here}}), type);
    all.insert(all.end(), parts.begin(), parts.end());
  }
  return all;
}

/// Words that others become: made of these numbers, or those that they are made of. The same ones
/// where neither are words of the other.
std::vector<TermRef> Lowerer::asWords(const std::vector<TermRef> &from,
                                      const std::vector<TermRef> &to, Statements &out) {
  const auto inWord = [&](const std::vector<TermRef> &words, const std::vector<TermRef> &numbers) {
    const auto element = numbers.front()->type.element;
    const bool areSuch = isWord(words.front()->type) && element && sizeOf(*element) < BytesOfWord &&
                         !vectorOf(words.front());
    const size_t count = areSuch ? BytesOfWord / sizeOf(*element) : 0;
    return numbers.size() == count * words.size() ? count : 0;
  };
  std::vector<TermRef> all;
  if (inWord(from, to) > 0)
    for (const TermRef &word : from) {
      const std::vector<TermRef> parts =
          partsOfWord(copied(word, word->location, out), to.front()->type);
      all.insert(all.end(), parts.begin(), parts.end());
    }
  else if (const size_t count = inWord(to, from); count > 0)
    for (size_t number = 0; number < from.size(); number += count)
      all.push_back(make({.kind = Kind::Word,
                          .type = to.front()->type,
                          .location = from[number]->location,
                          .children = {from.begin() + static_cast<long>(number),
                                       from.begin() + static_cast<long>(number + count)}}));
  return all.empty() ? from : all;
}

/// All numbers of a word, from that one on, become these; false where they are not all of it.
bool Lowerer::setWord(llvm::ArrayRef<TermRef> to, llvm::ArrayRef<TermRef> values, Statements &out) {
  const TermRef &word = to.front()->children[0];
  const auto count = static_cast<size_t>(BytesOfWord / sizeOf(*to.front()->type.element));
  if (to.size() < count)
    return false;
  for (size_t part = 0; part < count; ++part)
    if (to[part]->kind != Kind::Part || to[part]->children[0] != word ||
        to[part]->number != static_cast<int64_t>(part))
      return false;
  const TermRef value = make({.kind = Kind::Word,
                              .type = word->type,
                              .location = word->location,
                              .children = values.take_front(count).vec()});
  if (word->kind == Kind::Variable && !inMemory.contains(static_cast<int>(word->number)))
    out.push_back({Statement::Kind::Assign, word->location, static_cast<int>(word->number), value});
  else if (word->kind == Kind::Element)
    out.push_back({Statement::Kind::Store, word->location, -1, value, word});
  else
    return false;
  return true;
}

} // namespace warpsmith::frontend
