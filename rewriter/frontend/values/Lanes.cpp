// What threads of a warp give each other: a value of a thread is told for another lane by the sums
// that it is made of, with the other lane in the place of the thread's own.
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/values/Choices.h"
#include "rewriter/frontend/values/KernelRun.h"
#include "rewriter/frontend/values/Leaves.h"
#include <algorithm>

namespace warpsmith::frontend {

using index::Affine;
using index::Guards;

constexpr int64_t LanesOfWarp = 32;

/// Warps are parts of the threads along x, or of those along x and y where it is known that there
/// are others along x: those of a block are told by a division, or there is one.
bool KernelRun::takesLanes() {
  const index::SymbolId thread = symbols.thread('x');
  const Polynomial width = *symbols[thread].extent;
  joinsRows = program.dividesWarps && width.constant() && *width.constant() % LanesOfWarp != 0;
  const Polynomial rows = joinsRows ? *symbols[symbols.thread('y')].extent : Polynomial(1);
  if (program.dividesWarps)
    return prover.demandQuotient(width * rows, Polynomial(LanesOfWarp)).has_value();
  if (!prover.demandEqual(width, Polynomial(LanesOfWarp)))
    return false;
  symbols.setExtent(thread, Polynomial(LanesOfWarp));
  return true;
}

/// The thread's number among those that warps are parts of.
Affine KernelRun::threadOfWarps() {
  const index::SymbolId x = symbols.thread('x'), y = symbols.thread('y');
  return joinsRows ? Affine(x) + Affine(y) * *symbols[x].extent : Affine(x);
}

/// That of the first thread of its warp.
Affine KernelRun::firstOfWarp() {
  return index::divided(threadOfWarps(), Polynomial(LanesOfWarp), symbols, prover) *
         Polynomial(LanesOfWarp);
}

/// The thread's number in its warp.
Affine KernelRun::lane() {
  return threadOfWarps() - firstOfWarp();
}

std::optional<Affine> KernelRun::atLane(const Affine &sum, const Affine &lane) {
  const index::SymbolId x = symbols.thread('x'), y = symbols.thread('y');
  const Affine thread = firstOfWarp() + lane;
  if (!joinsRows)
    return index::substituted(sum, {{x, thread}}, symbols, prover);
  const Polynomial width = *symbols[x].extent;
  const Affine row = index::divided(thread, width, symbols, prover);
  return index::substituted(sum, {{x, thread - row * width}, {y, row}}, symbols, prover);
}

/// All lanes of a warp come to the statement, or none.
bool KernelRun::wholeWarp(const Statement &statement) {
  const auto isAlike = [&](const FormulaRef &condition, const auto &self) -> bool {
    if (condition->kind == Formula::Kind::Data)
      return false;
    return (condition->kind != Formula::Kind::Positive ||
            atLane(condition->sum, Affine()) == atLane(condition->sum, lane())) &&
           std::ranges::all_of(condition->parts,
                               [&](const FormulaRef &part) { return self(part, self); });
  };
  return std::ranges::all_of(path,
                             [&](const FormulaRef &condition) {
                               return isAlike(condition, isAlike) || demandForAll(condition);
                             }) ||
         fail(statement.location,
              "an instruction of a warp under a condition that may differ between its lanes");
}

/// What is read is read by the other lane, where that one reads it.
ExpressionRef KernelRun::atLane(const ExpressionRef &value, const Affine &lane) {
  bool isKnown = true;
  const auto there = [&](const Affine &sum) { return atLane(sum, lane); };
  const auto atPoint = [&](ProgramPoint point) {
    for (FormulaRef &condition : point.path) {
      condition = Formula::mapped(condition, there, [](const ExpressionRef &) { return nullptr; });
      isKnown &= condition != nullptr;
    }
    return point;
  };
  const ExpressionRef moved = map(value, [&](const ExpressionRef &node) -> ExpressionRef {
    if (!isKnown || node->kind == Expression::Kind::Sum ||
        node->kind == Expression::Kind::Position) {
      isKnown = false;
      return node;
    }
    if (const auto number = conditionNumber(*node)) {
      Guards guards;
      for (const Affine &guard : Guards(effects.conditions[*number]))
        guards.push_back(*there(guard));
      return conditionOn(effects, guards);
    }
    if (node->kind != Expression::Kind::Operand)
      return nullptr;
    ReadElement read = effects.reads[static_cast<size_t>(node->operand)];
    read.index = *there(read.index);
    read.at = atPoint(read.at);
    if (const auto shared = effects.shared.reads.find(static_cast<size_t>(node->operand));
        shared != effects.shared.reads.end()) {
      SharedRead own = shared->second;
      static_cast<ProgramPoint &>(own) = atPoint(own);
      own.place = read.index;
      effects.shared.reads[effects.reads.size()] = std::move(own);
    }
    effects.reads.push_back(std::move(read));
    return Expression::operandElement(static_cast<int>(effects.reads.size()) - 1, node->type);
  });
  return isKnown ? moved : nullptr;
}

Value KernelRun::atLane(const Term &term) {
  const Value own = value(term.children[0]), where = value(term.children[1]);
  if (trying || !own.isKnown() || where.kind != Value::Kind::Integer)
    return Value::unknown(own.isKnown() ? "what another lane holds" : own.why);
  const ExpressionRef there =
      own.kind == Value::Kind::Number ? atLane(own.number, where.integer) : nullptr;
  return there ? Value::of(there) : Value::unknown("what another lane holds, which is not known");
}

/// Each matrix has 8 rows of 16 bytes, whose addresses lanes of its own give. A lane gets 4 bytes
/// of row lane / 4, or 2 of row 2 * (lane % 4) and 2 of the next one.
Value KernelRun::row(const Term &term) {
  const Value address = value(term.children[0]);
  if (trying || address.kind != Value::Kind::Pointer || !address.element ||
      !program.shared.contains(address.array) || !isOfOneType(address))
    return Value::unknown("an address that is not known to be one in shared memory");
  const bool transposes = term.text == "trans";
  const auto inWord = static_cast<int64_t>(4 / sizeOf(*address.element));
  if (transposes ? inWord != 2 : inWord < 1)
    return Value::unknown("ldmatrix of elements of another size");
  const Affine own = lane();
  const auto group = index::quotientOf(own, Polynomial(4), symbols, prover, guards());
  if (!group)
    return Value::unknown("the lane of a thread");
  const Affine member = own - *group * Polynomial(4);
  Value result{.kind = Value::Kind::Word, .element = address.element};
  for (int64_t part = 0; part < inWord; ++part) {
    const Affine inRow = member * Polynomial(inWord) + Affine(part);
    const auto begin =
        atLane(address.integer, (transposes ? inRow : *group) + Affine(8 * term.number));
    const Affine place = *begin + (transposes ? *group : inRow);
    effects.shared.reads[effects.reads.size()] = {here(term.location), address.array, place};
    effects.reads.push_back(
        {address.array, *address.element, place, term.location, here(term.location)});
    result.parts.push_back(
        Expression::operandElement(static_cast<int>(effects.reads.size()) - 1, *address.element));
  }
  return result;
}

std::vector<ExpressionRef> Value::numbers() const {
  return kind == Kind::Number ? std::vector{number} : parts;
}

/// The same kind of value, made of others.
Value Value::withNumbers(std::vector<ExpressionRef> others) const {
  if (kind == Kind::Number)
    return of(others.front());
  Value result = *this;
  result.parts = std::move(others);
  return result;
}

/// A word of as many zeros.
Value KernelRun::zeroLike(const Value &word) const {
  std::vector<ExpressionRef> zeros;
  for (const ExpressionRef &part : word.parts)
    zeros.push_back(number(Value::of(Affine()), part->type));
  return word.withNumbers(std::move(zeros));
}

/// Two numbers in half as sums in float that go on from them.
Value KernelRun::asSums(const Value &word) const {
  Value sums{.kind = Value::Kind::Word, .element = ElementType::F16, .isSum = true};
  if (word.kind == Value::Kind::Integer && word.integer == Affine()) {
    sums.parts.assign(2, number(word, ElementType::F32));
    return sums;
  }
  if (word.kind != Value::Kind::Word || word.element != sums.element || word.parts.size() != 2)
    return word.isKnown() ? Value::unknown("a word that is not known to hold sums in half") : word;
  for (const ExpressionRef &part : word.parts)
    sums.parts.push_back(Expression::cast(ElementType::F32, part));
  return sums;
}

Value KernelRun::word(const Term &term) {
  Value result{.kind = Value::Kind::Word};
  for (const TermRef &child : term.children) {
    const Value part = value(child);
    if (!part.isKnown())
      return Value::unknownAs(part);
    if (!child->type.element)
      return Value::unknown("a word of what is not known");
    result.parts.push_back(number(part, *child->type.element));
    result.element = child->type.element;
    if (!result.parts.back())
      return Value::unknown("a word of what is no number");
  }
  result.isSum = term.text == FragmentMark;
  if (result.isSum)
    result.element = ElementType::F16;
  return result;
}

Value KernelRun::part(const Term &term) {
  Value whole = value(term.children[0]);
  if (term.text == FragmentMark) {
    whole = asSums(whole);
    return whole.isKnown() ? Value::of(whole.parts[static_cast<size_t>(term.number)]) : whole;
  }
  // All bits of any number that is zero are.
  if (whole.kind == Value::Kind::Integer && whole.integer == Affine())
    return Value::of(number(whole, *term.type.element));
  if (whole.kind != Value::Kind::Word)
    return Value::unknown(whole.isKnown() ? "a word that is not known to hold numbers" : whole.why);
  const bool isSame = whole.element == term.type.element ||
                      (whole.element == ElementType::Char && term.type.element == ElementType::I8);
  return isSame && term.number < static_cast<int64_t>(whole.parts.size())
             ? Value::of(
                   Expression::cast(*whole.element, whole.parts[static_cast<size_t>(term.number)]))
             : Value::unknown("a word that holds numbers of another type");
}

/// An address in shared memory as a number, and bytes.
Value KernelRun::inBytes(const Term &term, const Value &left, const Value &right) {
  Value address = left.kind == Value::Kind::Pointer ? left : right;
  const Value &bytes = left.kind == Value::Kind::Pointer ? right : left;
  if (term.text != "+" || term.type.form != ValueType::Class::Integer || !address.element ||
      bytes.kind != Value::Kind::Integer || !program.shared.contains(address.array))
    return Value::unknown("an operator on two kinds of values");
  const auto elements = bytes.integer.quotient(Polynomial(sizeOf(*address.element)));
  if (!elements)
    return Value::unknown("an address inside of an element");
  address.integer = address.integer + *elements;
  return address;
}

} // namespace warpsmith::frontend
