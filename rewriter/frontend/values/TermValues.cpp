// What terms are: index sums, truth values, floating-point expressions, pointers.
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/values/KernelRun.h"
#include "rewriter/frontend/values/Leaves.h"
#include "rewriter/ir/FusedProducts.h"
#include <algorithm>

namespace warpsmith::frontend {

using index::Affine;
using index::Guards;
using index::SymbolKind;
using Kind = Term::Kind;
using Class = ValueType::Class;

/// Of an address as a number: with fewer, some of it is lost.
constexpr unsigned AddressBits = 64;

/// The value of a variable, where it has that.
Value KernelRun::held(int variable) {
  Value value = values[variable];
  for (const Polynomial &size : std::exchange(value.onlyIf, {}))
    if (!prover.demandNotNegative(Affine(size)))
      return Value::unknown("a value of a loop that may have no steps");
  return value;
}

/// Of an unknown value also where it became one.
Value KernelRun::value(const TermRef &reference) {
  Value result = valueOf(reference);
  if (!result.isKnown() && result.cause.at.isInvalid())
    result.cause.at = reference->location;
  return result;
}

Value KernelRun::valueOf(const TermRef &reference) {
  const Term &term = *reference;
  switch (term.kind) {
  case Kind::Integer:
    if (program.named.contains(term.text))
      return Value::of(Affine(Polynomial::symbol(term.text)));
    return term.type.form == Class::Truth ? Value::of(Formula::constant(term.number != 0))
                                          : Value::of(Affine(term.number));
  case Kind::Size:
    if (term.type.form == Class::Truth)
      return Value::of(Formula::ofParameter(
          Predicate::Sizes{{Polynomial::symbol(term.text)}, Relation::Unequal, {Polynomial(0)}}));
    if (const auto known = program.assumed.find(term.text); known != program.assumed.end())
      return Value::of(Affine(known->second));
    return Value::of(Affine(Polynomial::symbol(term.text)));
  case Kind::Builtin:
    if (term.text == FragmentMark)
      return Value::of(Affine(effects.fragment.at(term.axis)));
    if (term.text == "threadIdx") {
      const index::SymbolId thread = symbols.thread(term.axis);
      return Value::of(symbols[thread].extent == Polynomial(1) ? Affine() : Affine(thread));
    }
    if (term.text == "blockIdx")
      return Value::of(Affine(symbols.block(term.axis)));
    if (const auto known = program.assumed.find(term.text + "." + term.axis);
        known != program.assumed.end())
      return Value::of(Affine(known->second));
    return Value::of(Affine(Polynomial::symbol(term.text + "." + term.axis)));
  case Kind::Literal:
    return Value::of(Expression::literal(term.text, *term.type.element));
  case Kind::Scalar:
    return Value::of(Expression::scalar(term.text, *term.type.element));
  case Kind::Array:
    return {.kind = Value::Kind::Pointer, .array = term.text, .element = term.type.element};
  case Kind::Null:
    return {.kind = Value::Kind::Pointer, .isNull = true, .element = term.type.element};
  case Kind::Variable:
    return held(static_cast<int>(term.number));
  case Kind::Element:
    return element(term);
  case Kind::Offset: {
    Value moved = value(term.children[0]);
    const Value distance = value(term.children[1]);
    if (!moved.isKnown())
      return moved;
    if (moved.kind != Value::Kind::Pointer || moved.isNull ||
        distance.kind != Value::Kind::Integer || !fits(distance.integer, *term.children[1]))
      return !distance.isKnown() ? Value::unknownAs(distance)
                                 : Value::unknown("a pointer that is moved by " +
                                                  std::string(distance.kind == Value::Kind::Number
                                                                  ? "data"
                                                                  : "what is no index"));
    moved.integer = moved.integer + distance.integer * moved.inWord;
    return moved;
  }
  case Kind::Unary:
    return unary(term);
  case Kind::Binary:
    return binary(term);
  case Kind::Convert:
    return converted(term);
  case Kind::Select:
    return select(term);
  case Kind::Least:
  case Kind::Greatest:
    return extreme(term);
  case Kind::Call:
    return call(term);
  case Kind::Word:
    return word(term);
  case Kind::Part:
    return part(term);
  case Kind::Lane:
    return Value::of(lane());
  case Kind::AtLane:
    return atLane(term);
  case Kind::Row:
    return row(term);
  }
  return {};
}

Value KernelRun::select(const Term &term) {
  const Value condition = value(term.children[0]);
  const Value held = withNumber(value(term.children[1]));
  const Value other = withNumber(value(term.children[2]));
  if (condition.kind != Value::Kind::Truth || !held.isKnown() || !other.isKnown())
    return !condition.isKnown() ? Value::unknownAs(condition)
           : !held.isKnown()    ? Value::unknownAs(held)
           : !other.isKnown()   ? Value::unknownAs(other)
                                : Value::unknown("a choice by what is no condition");
  const FormulaRef truth = inCase(condition.truth);
  Value chosen = merged(truth, held, other);
  if (truth->kind != Formula::Kind::Constant || chosen.numbers().empty() ||
      isConstant(*term.children[0]))
    return chosen;
  std::vector<ExpressionRef> all = chosen.numbers();
  for (ExpressionRef &number : all)
    number = chosenByCase(number, term.children[1].get(), term.children[2].get());
  return chosen.withNumbers(std::move(all));
}

Value KernelRun::element(const Term &term) {
  const Value pointer = value(term.children[0]), distance = value(term.children[1]);
  for (const Value *part : {&pointer, &distance})
    if (!part->isKnown())
      return Value::unknownAs(*part);
  if (pointer.kind != Value::Kind::Pointer || pointer.isNull ||
      distance.kind != Value::Kind::Integer)
    return Value::unknown("an element at an index that is data");
  if (!trying && !ownArrays.contains(pointer.array) && !fits(distance.integer, *term.children[1]))
    return Value::unknown("an element at an index that may wrap");
  const Affine place = pointer.integer + distance.integer * pointer.inWord;
  if (pointer.inWord == 1)
    return numberAt(pointer, place, term);
  Value word{.kind = Value::Kind::Word, .element = pointer.element};
  for (int64_t part = 0; part < pointer.inWord; ++part) {
    const Value number = numberAt(pointer, place + Affine(part), term);
    if (number.kind != Value::Kind::Number)
      return Value::unknown(number.isKnown() ? "a word of what is no number" : number.why);
    word.parts.push_back(number.number);
  }
  return word;
}

Value KernelRun::numberAt(const Value &pointer, const Affine &place, const Term &term) {
  if (const auto own = ownArrays.find(pointer.array); own != ownArrays.end()) {
    const auto number = elementOf(own->first, place);
    return number ? held(*number)
                  : Value::unknown("an element of a local array at an index that is not known");
  }
  if (const auto size = sizeInMemory(pointer, place))
    return *size;
  if (trying)
    return Value::unknown("an element");
  if (const Affine whole = withWholePitches(place); whole != place)
    return numberAt(pointer, whole, term);
  const bool isShared = program.shared.contains(pointer.array);
  if (isShared && !isOfOneType(pointer))
    return Value::unknown("one shared array of two types");
  if (isShared)
    effects.shared.reads[effects.reads.size()] = {here(term.location), pointer.array, place};
  effects.readsLanesOfShared |= isShared && !term.isWhole;
  if (!isShared && !effects.readTwice.contains(pointer.array) &&
      std::ranges::any_of(effects.reads, [&](const ReadElement &earlier) {
        return earlier.array == pointer.array && earlier.index == place;
      }))
    effects.readTwice.insert(pointer.array);
  effects.reads.push_back(
      {pointer.array, *pointer.element, place, term.location, here(term.location), term.isWhole});
  return Value::of(
      Expression::operandElement(static_cast<int>(effects.reads.size()) - 1, *pointer.element));
}

/// What a pitch is that is made of vectors of a size, where those are all of it. `asks` says
/// whether they have to be.
static Polynomial withWholeVectors(Polynomial pitch,
                                   llvm::function_ref<bool(const Polynomial::Quotient &)> asks) {
  for (const std::string &name : pitch.symbols()) {
    const auto *quotient = pitch.quotientOf(name);
    const auto by = quotient && !quotient->remainder ? quotient->divisor.constant() : std::nullopt;
    const auto part = by && *by > 1 ? pitch.affineIn(name) : std::nullopt;
    const auto vectors = part ? part->coefficient.quotient(quotient->divisor) : std::nullopt;
    if (vectors && asks(*quotient))
      pitch = part->rest + *vectors * quotient->dividend;
  }
  return pitch;
}

/// `block * 32 * k + row * (k / 8) * 8`: where one pitch is a size and another one counts vectors
/// of it, the launch is asked for a size that is whole vectors.
Affine KernelRun::withWholePitches(const Affine &place) {
  std::vector<Polynomial> whole; // the quotients of which nothing is left
  const auto asks = [&](const Polynomial::Quotient &quotient) {
    const auto isSize = [&](const auto &other) {
      const auto times = other.second.quotient(quotient.dividend);
      return times && times->constant();
    };
    const bool isAsked = std::ranges::any_of(place.coefficients(), isSize) &&
                         prover.demandQuotient(quotient.dividend, quotient.divisor);
    if (isAsked)
      whole.push_back(Polynomial::symbol(quotient));
    return isAsked;
  };
  Affine result = place;
  for (const auto &[id, pitch] : place.coefficients())
    // Blocks that are divided by a number of tiles are in whole tiles.
    if (symbols[id].kind != SymbolKind::Quotient || symbols[id].right.constant().constant())
      result = result + Affine(id) * (withWholeVectors(pitch, asks) - pitch);
  const Polynomial first = place.constant();
  return result +
         Affine(withWholeVectors(first,
                                 [&](const Polynomial::Quotient &quotient) {
                                   return std::ranges::find(whole, Polynomial::symbol(quotient)) !=
                                          whole.end();
                                 }) -
                first);
}

/// A pointer to numbers as one to others: bytes in shared memory are of what they are seen as, and
/// a word is made of smaller numbers.
Value KernelRun::seenAs(Value pointer, ElementType element) {
  if (pointer.kind != Value::Kind::Pointer || pointer.isNull)
    return pointer.isKnown() ? Value::unknown("a null pointer to other numbers") : pointer;
  const int64_t size = sizeOf(element), each = sizeOf(*pointer.element);
  if (pointer.element == element) {
    pointer.inWord = 1;
  } else if (pointer.inWord == 1 && each == 1 && program.shared.contains(pointer.array)) {
    const auto place = pointer.integer.quotient(Polynomial(size));
    if (!place)
      return Value::unknown("bytes in shared memory that begin inside of a number");
    pointer.integer = *place;
    pointer.element = element;
  } else if (isInteger(element) && size == 4 && each < size) {
    pointer.inWord = size / each;
  } else {
    return Value::unknown("a pointer to numbers as one to others");
  }
  return pointer;
}

/// An array in shared memory is used as one of that type, and was before.
bool KernelRun::isOfOneType(const Value &pointer) {
  const auto [known, isNew] = sharedTypes.try_emplace(pointer.array, *pointer.element);
  if (isNew)
    effects.shared.sizes[pointer.array] /=
        sizeOf(*pointer.element) / sizeOf(program.shared.at(pointer.array).type);
  return known->second == *pointer.element;
}

/// `shape[1]`, where that is a size.
std::optional<Value> KernelRun::sizeInMemory(const Value &pointer, const Affine &place) {
  const auto number = place.isUniform() ? place.constant().constant() : std::nullopt;
  if (!program.readsSizes || !number || *number < 0 ||
      std::ranges::find(program.wholeNumbers, pointer.array) == program.wholeNumbers.end())
    return std::nullopt;
  effects.sizesOf.insert(pointer.array);
  const std::string name = pointer.array + "[" + std::to_string(*number) + "]";
  const auto known = program.assumed.find(name);
  return Value::of(known != program.assumed.end() ? Affine(known->second)
                                                  : Affine(Polynomial::symbol(name)));
}

Value KernelRun::unary(const Term &term) {
  const Value operand = withNumber(value(term.children[0]));
  if (term.text == "!" && operand.kind == Value::Kind::Truth)
    return Value::of(Formula::opposite(operand.truth));
  if (term.text == "~" && operand.kind == Value::Kind::Integer &&
      fits(operand.integer, *term.children[0])) {
    const int64_t all = term.type.isSigned ? -1 : (int64_t(1) << term.type.bits) - 1;
    return term.type.isSigned || term.type.bits <= 32
               ? Value::of(Affine(all) - operand.integer)
               : Value::unknown("an operator that is not understood");
  }
  if (term.text != "-")
    return Value::unknown("an operator that is not understood");
  if (operand.kind == Value::Kind::Number)
    return Value::of(Expression::negate(operand.number));
  return operand.kind == Value::Kind::Integer && term.type.isSigned
             ? Value::of(Affine() - operand.integer)
             : Value::unknown("a sign that is not understood");
}

/// `alpha * sum + beta * c[i]` reads the element after it has the sum.
static bool readsAfterSum(const Expression &addition, const std::vector<ReadElement> &elements,
                          size_t reads) {
  if (!addsTwoProducts(addition) || addition.text != "+" ||
      !addition.contains(Expression::Kind::Sum))
    return true;
  bool isLater = addition.children[0]->contains(Expression::Kind::Sum);
  map(addition.children[1], [&](const ExpressionRef &node) -> ExpressionRef {
    if (node->kind != Expression::Kind::Operand)
      return nullptr;
    const ReadElement &element = elements[static_cast<size_t>(node->operand)];
    isLater &=
        static_cast<size_t>(node->operand) >= reads &&
        std::none_of(elements.begin(), elements.begin() + static_cast<long>(reads),
                     [&](const ReadElement &earlier) {
                       return earlier.array == element.array && earlier.index == element.index;
                     });
    return nullptr;
  });
  return isLater;
}

/// A product that was kept in between is added to another one: what the compiler reads first is not
/// what the source names first.
static bool addsHeldProduct(const Term &addition, const Value &left, const Value &right) {
  const auto isProduct = [](const Value &side) {
    return side.number && side.number->kind == Expression::Kind::Binary && side.number->text == "*";
  };
  return addition.text == "+" && isProduct(left) && isProduct(right) &&
         std::ranges::any_of(addition.children, [](const TermRef &side) {
           return side->kind == Term::Kind::Element || side->kind == Term::Kind::Variable;
         });
}

Value KernelRun::binary(const Term &term) {
  if (const auto known = comparedUnsigned(term))
    return *known;
  Value left = value(term.children[0]);
  const size_t reads = effects.reads.size();
  Value right = value(term.children[1]);
  if (const auto known = comparedAsNumbers(term, left, right))
    return *known;
  if (const auto known = ofAddress(term, left, right))
    return *known;
  for (Value *side : {&left, &right}) {
    *side = withNumber(*side);
    if (!side->isKnown())
      return *side;
  }
  if (left.kind == Value::Kind::Truth || right.kind == Value::Kind::Truth)
    return ofTruths(term.text, truthOf(left), truthOf(right));
  if (left.kind == Value::Kind::Integer && right.kind == Value::Kind::Integer)
    return ofIntegers(term, left.integer, right.integer);
  if (left.kind == Value::Kind::Number || right.kind == Value::Kind::Number) {
    const Value result = ofNumbers(term, left, right);
    const bool hasArrays =
        std::ranges::any_of(program.own, [](const auto &own) { return own.second.elements > 1; });
    if (result.kind == Value::Kind::Number && hasArrays)
      effects.readsBeforeSums |= !readsAfterSum(*result.number, effects.reads, reads) ||
                                 addsHeldProduct(term, left, right);
    return result;
  }
  const auto isNumber = [&](const Value &side, size_t child) {
    return side.kind == Value::Kind::Pointer && term.children[child]->type.form == Class::Integer;
  };
  if (isNumber(left, 0) || isNumber(right, 1))
    return inBytes(term, left, right);
  if (left.kind == Value::Kind::Pointer && right.kind == Value::Kind::Pointer)
    return ofPointers(term, left, right);
  return Value::unknown("made of values of two kinds, such as an index and a truth value");
}

/// What is true or false, or a number that is 1 or 0; null for any other value.
FormulaRef KernelRun::truthOf(const Value &value) const {
  if (value.kind == Value::Kind::Truth)
    return value.truth;
  const bool isBit = value.kind == Value::Kind::Integer &&
                     prover.provesNotNegative(value.integer) &&
                     prover.provesNotNegative(Affine(1) - value.integer);
  return isBit ? simplified(Formula::positive(value.integer)) : nullptr;
}

Value KernelRun::ofTruths(const std::string &op, const FormulaRef &left, const FormulaRef &right) {
  if (!left || !right)
    return Value::unknown("made of values of two kinds, such as an index and a truth value");
  if (op == "&&" || op == "&")
    return Value::of(Formula::all({left, right}));
  if (op == "||" || op == "|")
    return Value::of(Formula::any({left, right}));
  const FormulaRef both = Formula::all({left, right});
  const FormulaRef none = Formula::all({Formula::opposite(left), Formula::opposite(right)});
  if (op == "==")
    return Value::of(Formula::any({both, none}));
  return op == "!=" || op == "^"
             ? Value::of(Formula::opposite(Formula::any({both, none})))
             : Value::unknown("an operator on truth values that is not understood");
}

bool KernelRun::isParameter(const std::string &array) const {
  return !program.shared.contains(array) && !ownArrays.contains(array);
}

/// The distance of two pointers into one array, or their order; whether one of them is null.
Value KernelRun::ofPointers(const Term &term, const Value &left, const Value &right) {
  const bool isEquality = term.text == "==" || term.text == "!=";
  const Value &pointer = left.isNull ? right : left;
  if (left.isNull != right.isNull && isEquality && pointer.integer == Affine() &&
      isParameter(pointer.array)) {
    const FormulaRef isSet = Formula::ofParameter(Predicate::NotNull{pointer.array});
    return Value::of(term.text == "!=" ? isSet : Formula::opposite(isSet));
  }
  if (left.array != right.array || left.isNull || right.isNull)
    return Value::unknown("made of pointers into two arrays");
  if (left.inWord != 1 || left.element != right.element || left.inWord != right.inWord)
    return Value::unknown("made of pointers to words");
  return term.text == "-" ? Value::of(left.integer - right.integer)
                          : compared(term.text, left.integer, right.integer);
}

Value KernelRun::ofNumbers(const Term &term, const Value &left, const Value &right) {
  // Clang has converted both to one type.
  const auto type = left.kind == Value::Kind::Number ? left.number->type : right.number->type;
  const ExpressionRef one = number(left, type), other = number(right, type);
  if (!one || !other)
    return Value::unknown("made of data and of an index");
  const std::string &op = term.text;
  if (term.type.form == Class::Truth)
    return Value::of(Formula::comparison(Expression::compare(op, one, other)));
  if (op.size() != 1 || std::string("+-*/").find(op) == std::string::npos)
    return Value::unknown("an operator on numbers that is not understood");
  return Value::of(Expression::binary(op[0], one, other));
}

/// A number as an expression of that type; null for what is none.
ExpressionRef KernelRun::number(const Value &value, ElementType type) const {
  if (value.kind == Value::Kind::Number)
    return Expression::cast(type, value.number);
  if (value.kind != Value::Kind::Integer || !value.integer.isUniform())
    return nullptr;
  const Polynomial &size = value.integer.constant();
  const auto constant = size.constant();
  // A parameter, which cannot wrap.
  if (const auto names = size.symbols();
      names.size() == 1 && size == Polynomial::symbol(names[0]) && !size.quotientOf(names[0]) &&
      names[0].find("Dim.") == std::string::npos)
    return Expression::cast(type, Expression::size(size));
  if (!constant || std::abs(*constant) > INT32_MAX ||
      (*constant < 0 && (type == ElementType::U32 || type == ElementType::U8)))
    return nullptr;
  if (*constant < 0)
    return Expression::negate(number(Value::of(Affine(-*constant)), type));
  const std::string digits = std::to_string(*constant);
  if (type == ElementType::F32 || type == ElementType::F64)
    return Expression::literal(digits + (type == ElementType::F32 ? ".0f" : ".0"), type);
  if (type == ElementType::U32)
    return Expression::literal(digits + "u", type);
  return Expression::cast(type, Expression::literal(digits, ElementType::I32));
}

/// An index as a number to calculate with.
Value KernelRun::withNumber(const Value &value) {
  return value.isIndex ? Value::of(value.number) : value;
}

Value KernelRun::converted(const Term &term) {
  Value operand = value(term.children[0]);
  const ValueType &from = term.children[0]->type, &to = term.type;
  if (to.form == Class::Pointer)
    return seenAs(std::move(operand), *to.element);
  if (operand.isIndex && to.form == Class::Number && to.element)
    operand.number = Expression::cast(*to.element, operand.number);
  else if (operand.isIndex)
    return Value::unknown("an index that was a floating-point number");
  if (operand.kind == Value::Kind::Pointer && from.form == Class::Pointer &&
      to.form == Class::Integer && term.text != AddressMark)
    return addressOf(operand, term.text);
  if (!operand.address.empty() &&
      (to.form != Class::Integer || from.form != Class::Integer || to.bits < AddressBits))
    operand.address.clear();
  if (!operand.isKnown())
    return operand;
  if (operand.kind == Value::Kind::Number) {
    // A number in half that a sum in float has been set to.
    const Expression &number = *operand.number;
    if (term.text == FragmentMark && number.kind == Expression::Kind::Cast &&
        number.type == ElementType::F32 && number.children[0]->type == to.element)
      return Value::of(number.children[0]);
    if (to.form == Class::Integer)
      if (const auto integer = truncated(operand.number))
        return *integer;
    return to.element ? Value::of(Expression::cast(*to.element, operand.number))
                      : Value::unknown("a conversion of data to a type that no array has");
  }
  if (operand.kind == Value::Kind::Integer && to.form == Class::Number) {
    if (const ExpressionRef result = number(operand, *to.element))
      return Value::of(result);
    Value index = Value::unknown("an index used as a number to calculate with");
    index.integer = operand.integer;
    index.element = to.element;
    index.isIndex = fits(operand.integer, *term.children[0]);
    index.number = indexAs(*to.element, operand.integer);
    return index;
  }
  if (operand.kind == Value::Kind::Truth && operand.truth->kind == Formula::Kind::Constant &&
      to.form != Class::Truth) {
    const Value bit = Value::of(Affine(operand.truth->holds ? 1 : 0));
    const ExpressionRef number = to.element ? this->number(bit, *to.element) : nullptr;
    return to.form == Class::Integer ? bit
           : number                  ? Value::of(number)
                                     : Value::unknown("a truth value as a number");
  }
  if (operand.kind == Value::Kind::Truth && to.form == Class::Integer) {
    const Formula &truth = *operand.truth;
    if (truth.kind == Formula::Kind::Positive && prover.provesNotNegative(truth.sum) &&
        prover.provesNotNegative(Affine(1) - truth.sum))
      return Value::of(
          index::otherOfTwo(Affine(1) - truth.sum, symbols, prover).value_or(truth.sum));
    return operand; // 0 or 1
  }
  if (to.form == Class::Truth)
    if (const FormulaRef truth = truthOf(operand))
      return Value::of(truth);
  if (operand.kind == Value::Kind::Integer && to.form == Class::Integer) {
    const auto number =
        operand.integer.isUniform() ? operand.integer.constant().constant() : std::nullopt;
    if (number && *number < 0 && *number >= INT32_MIN && from.isSigned && !to.isSigned &&
        to.bits == 32)
      return Value::of(Affine((int64_t(1) << 32) + *number)); // modulo 2^32
    return isKept(operand.integer, from, to) ? operand
                                             : Value::unknown("an index that may lose bits");
  }
  // An address in shared memory, which has 32 bits, or a word.
  const bool isAddress = operand.kind == Value::Kind::Pointer &&
                         (from.form == Class::Integer || term.text == AddressMark) &&
                         program.shared.contains(operand.array);
  if ((isAddress || operand.kind == Value::Kind::Word) && to.form == Class::Integer &&
      to.bits >= 32)
    return operand;
  return operand.kind == Value::Kind::Truth && to.form == Class::Truth
             ? operand
             : Value::unknown("a conversion that is not understood");
}

/// An index as a number: of the least or the greatest of two, the one that it is.
ExpressionRef KernelRun::indexAs(ElementType type, const Affine &index) {
  for (const auto &[id, coefficient] : index.coefficients()) {
    const index::Symbol symbol = symbols[id];
    if (symbol.kind != SymbolKind::Extreme)
      continue;
    ExpressionRef left = indexAs(type, index.substitute(id, symbol.left));
    ExpressionRef right = indexAs(type, index.substitute(id, symbol.right));
    if (!symbol.isGreatest)
      std::swap(left, right);
    return Expression::select(conditionOn(effects, {symbol.left - symbol.right}), left, right);
  }
  return Expression::cast(type, positionAt(effects, index));
}

Value KernelRun::call(const Term &term) {
  std::vector<ExpressionRef> arguments;
  for (const TermRef &child : term.children) {
    const Value argument = withNumber(value(child));
    if (!argument.isKnown())
      return argument;
    const ExpressionRef one =
        child->type.element ? number(argument, *child->type.element) : nullptr;
    if (!one)
      return Value::unknown("an index used as a number to calculate with");
    arguments.push_back(one);
  }
  return Value::of(Expression::call(term.text, *term.type.element, std::move(arguments)));
}

} // namespace warpsmith::frontend
