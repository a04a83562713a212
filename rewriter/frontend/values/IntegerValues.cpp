// What operators make of integers: sums of indices, bits of them, comparisons, and whether a type
// can hold the result.
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/values/KernelRun.h"
#include <algorithm>

namespace warpsmith::frontend {

using index::Affine;
using index::Guards;
using index::SymbolKind;
using Kind = Term::Kind;
using Class = ValueType::Class;

Value KernelRun::ofIntegers(const Term &term, const Affine &left, const Affine &right) {
  const std::string &op = term.text;
  if (op == "+")
    return Value::of(left + right);
  if (op == "-") {
    const auto other = left == Affine(1) ? index::otherOfTwo(right, symbols, prover) : std::nullopt;
    return Value::of(other.value_or(left - right));
  }
  if (op == "*") {
    if (!left.isUniform() && !right.isUniform())
      return Value::unknown("a product of two indices");
    return Value::of(right.isUniform() ? left * right.constant() : right * left.constant());
  }
  if (op == "&" && left.isUniform() && left.constant().constant() &&
      !(right.isUniform() && right.constant().constant())) {
    Term exchanged = term;
    std::swap(exchanged.children[0], exchanged.children[1]);
    return ofIntegers(exchanged, right, left);
  }
  if (op == ">=" && right == Affine() && !term.children[0]->type.isSigned)
    return Value::unknown("always true: an unsigned value is not below 0");
  // What follows depends on the value, which has to be what the type can hold.
  if (!fits(left, *term.children[0]) || !fits(right, *term.children[1]))
    return Value::unknown("an integer that may wrap");
  const auto number = right.isUniform() ? right.constant().constant() : std::nullopt;
  constexpr int64_t MostBits = 31;
  if ((op == "<<" || op == ">>") && number && *number >= 0 && *number < MostBits) {
    const Polynomial factor(int64_t(1) << *number);
    return op == "<<" ? Value::of(left * factor) : divided(left, factor, false);
  }
  if (op == "&" && number && *number >= 0 && *number < INT32_MAX && (*number & (*number + 1)) == 0)
    return divided(left, Polynomial(*number + 1), true);
  // The lowest bits are cut off.
  constexpr int64_t Bits = 0xffffffff;
  if (const int64_t cut = number ? (*number < 0 ? -1 - *number : Bits - *number) : -1;
      op == "&" && cut >= 0 && cut < INT32_MAX && (cut & (cut + 1)) == 0 && term.type.bits <= 32) {
    const Value rest = divided(left, Polynomial(cut + 1), true);
    return rest.isKnown() ? Value::of(left - rest.integer) : rest;
  }
  if (op == "^")
    return exclusive(left, right);
  if (op == "|")
    return inclusive(left, right);
  if ((op == "/" || op == "%") && right.isUniform())
    return divided(left, right.constant(), op == "%");
  if (op == "<" || op == "<=" || op == ">" || op == ">=" || op == "==" || op == "!=")
    return compared(op, left, right);
  return Value::unknown("an operator on indices that is not understood");
}

/// `i * 4 | j` of a j below 4, and `i | 1`: what the lowest bits of neither or both are is known.
Value KernelRun::inclusive(const Affine &left, const Affine &right) {
  constexpr int64_t Most = 1 << 16;
  for (const auto &[high, low] : {std::pair(&left, &right), std::pair(&right, &left)})
    for (int64_t extent = 1; extent <= Most; extent *= 2)
      if (high->quotient(Polynomial(extent)) && prover.provesNotNegative(*high, guards()) &&
          prover.provesNotNegative(*low, guards()) &&
          prover.provesNotNegative(Affine(extent - 1) - *low, guards()))
        return Value::of(*high + *low);
  for (const auto &[other, bit] : {std::pair(&left, &right), std::pair(&right, &left)}) {
    const auto number = bit->isUniform() ? bit->constant().constant() : std::nullopt;
    if (!number || *number <= 0 || *number > Most || (*number & (*number - 1)) != 0 ||
        !prover.provesNotNegative(*other, guards()))
      continue;
    const Value without = divided(*other, Polynomial(*number), false);
    const Value isSet = without.isKnown() ? divided(without.integer, Polynomial(2), true) : without;
    return isSet.isKnown() ? Value::of(*other + (Affine(1) - isSet.integer) * Polynomial(*number))
                           : isSet;
  }
  return Value::unknown("bits of an index that '|' sets");
}

/// Of numbers, with a mask of all bits that the other value can have: what is left to the mask, or
/// of two values whose bits are known to be few.
Value KernelRun::exclusive(const Affine &left, const Affine &right) {
  const auto one = left.isUniform() ? left.constant().constant() : std::nullopt;
  const auto other = right.isUniform() ? right.constant().constant() : std::nullopt;
  if (one && other && *one >= 0 && *other >= 0)
    return Value::of(Affine(*one ^ *other));
  const auto mask = one ? one : other;
  const Affine &rest = one ? right : left;
  if (!mask || *mask < 0 || *mask > INT32_MAX || (*mask & (*mask + 1)) != 0 ||
      !prover.provesNotNegative(rest, guards()) ||
      !prover.provesNotNegative(Affine(*mask) - rest, guards()))
    return exchanged(left, right);
  const auto flipped = *mask == 1 ? index::otherOfTwo(rest, symbols, prover) : std::nullopt;
  return Value::of(flipped.value_or(Affine(*mask) - rest));
}

/// Of two values that are below a power of two for all threads and steps.
Value KernelRun::exchanged(const Affine &left, const Affine &right) {
  constexpr int64_t Most = 1 << 16;
  const auto isBelow = [&](const Affine &value, int64_t extent) {
    return prover.provesNotNegative(value) && prover.provesNotNegative(Affine(extent - 1) - value);
  };
  for (int64_t extent = 2; extent <= Most; extent *= 2)
    if (isBelow(left, extent) && isBelow(right, extent))
      return Value::of(index::exclusive(left, right, extent, symbols));
  return Value::unknown("bits of an index that '^' changes");
}

/// `x < n ? x : 0` and `x < n ? x : x - n`, of which `room` is n - x: the remainder, where that is
/// all that x can be.
std::optional<Value> KernelRun::wrapped(const Affine &room, const Affine &held,
                                        const Affine &other) {
  const Affine limit = room + held;
  const auto number = limit.isUniform() ? limit.constant().constant() : std::nullopt;
  const bool isZero = other == Affine();
  if (!number || *number < 2 || (!isZero && other != held - limit) ||
      !prover.provesNotNegative(held, guards()) ||
      !prover.provesNotNegative(Affine(isZero ? *number : 2 * *number - 1) - held, guards()))
    return std::nullopt;
  return divided(held, Polynomial(*number), true);
}

Value KernelRun::divided(const Affine &left, const Polynomial &by, bool remainder) {
  const auto quotient = index::quotientOf(left, by, symbols, prover, guards());
  if (!quotient)
    return Value::unknown("a division of what may be negative");
  return Value::of(remainder ? left - *quotient * by : *quotient);
}

Value KernelRun::compared(const std::string &op, const Affine &left, const Affine &right) {
  const Affine difference = left - right;
  std::vector<Affine> positive; // all of them
  if (op == "<" || op == ">=")
    positive = {Affine() - difference};
  if (op == ">" || op == "<=")
    positive = {difference};
  if (op == "==" || op == "!=")
    positive = {difference + Affine(1), Affine(1) - difference};
  std::vector<FormulaRef> parts;
  for (const Affine &sum : positive)
    parts.push_back(simplified(Formula::positive(sum)));
  const FormulaRef all = Formula::all(std::move(parts));
  return Value::of(op == ">=" || op == "<=" || op == "!=" ? Formula::opposite(all) : all);
}

/// `(unsigned)x < (unsigned)n` of an x that may be negative: it is between 0 and n. Nothing for any
/// other term.
std::optional<Value> KernelRun::comparedUnsigned(const Term &term) {
  const bool isOrder =
      term.text == "<" || term.text == "<=" || term.text == ">" || term.text == ">=";
  const auto signedPart = [](const Term &side) -> TermRef {
    const bool isUnsigned = side.kind == Kind::Convert && side.type.form == Class::Integer &&
                            !side.type.isSigned && side.children[0]->type.form == Class::Integer;
    const TermRef inner = isUnsigned ? side.children[0] : nullptr;
    return inner && inner->type.isSigned && inner->type.bits <= side.type.bits ? inner : nullptr;
  };
  for (const size_t side : {0, 1}) {
    const TermRef part = isOrder ? signedPart(*term.children[side]) : nullptr;
    const Value inner = part ? value(part) : Value();
    // Of a size, the launch is asked whether it is negative.
    if (inner.kind != Value::Kind::Integer || inner.integer.isUniform() ||
        prover.provesNotNegative(inner.integer, guards()))
      continue;
    const Term &bound = *term.children[1 - side];
    const Value end = value(term.children[1 - side]);
    if (end.kind != Value::Kind::Integer || !prover.demandNotNegative(end.integer, guards()) ||
        (!signedPart(bound) && !holds(end.integer, part->type, false, true)))
      return std::nullopt;
    const bool isBelow = (term.text == "<" || term.text == "<=") == (side == 0);
    const bool withoutEnd = (term.text == "<" || term.text == ">=") == (side == 0);
    const Affine room = end.integer - inner.integer + Affine(withoutEnd ? 0 : 1);
    const FormulaRef within =
        Formula::all({simplified(Formula::positive(inner.integer + Affine(1))),
                      simplified(Formula::positive(room))});
    return Value::of(isBelow ? within : Formula::opposite(within));
  }
  return std::nullopt;
}

/// Without what is known for all threads, and without extremes: a least value is above a bound
/// where both values are.
FormulaRef KernelRun::simplified(const FormulaRef &formula) const {
  std::vector<FormulaRef> parts;
  for (const FormulaRef &part : formula->parts)
    parts.push_back(simplified(part));
  if (formula->kind == Formula::Kind::All)
    return Formula::all(std::move(parts));
  if (formula->kind == Formula::Kind::Any)
    return Formula::any(std::move(parts));
  if (formula->kind != Formula::Kind::Positive)
    return formula;
  const Affine &sum = formula->sum;
  for (const auto &[id, coefficient] : sum.coefficients()) {
    const index::Symbol symbol = symbols[id];
    const auto factor = coefficient.constant();
    if (symbol.kind != SymbolKind::Extreme || !factor)
      continue;
    const std::vector<FormulaRef> both = {
        simplified(Formula::positive(sum.substitute(id, symbol.left))),
        simplified(Formula::positive(sum.substitute(id, symbol.right)))};
    return (*factor > 0) == symbol.isGreatest ? Formula::any(both) : Formula::all(both);
  }
  if (prover.provesNotNegative(sum - Affine(1)))
    return Formula::constant(true);
  if (prover.provesNotNegative(Affine() - sum))
    return Formula::constant(false);
  return formula;
}

Value KernelRun::extreme(const Term &term) {
  const Value left = withNumber(value(term.children[0]));
  const Value right = withNumber(value(term.children[1]));
  const bool isGreatest = term.kind == Kind::Greatest;
  for (const Value &side : {left, right})
    if (!side.isKnown())
      return side;
  if (left.kind != Value::Kind::Integer || right.kind != Value::Kind::Integer) {
    const auto type = term.type.element;
    const ExpressionRef one = type ? number(left, *type) : nullptr;
    const ExpressionRef other = type ? number(right, *type) : nullptr;
    return one && other ? Value::of(Expression::call(term.text, *type, {one, other}))
                        : Value::unknown("an extreme of data");
  }
  if (!fits(left.integer, *term.children[0]) || !fits(right.integer, *term.children[1]))
    return Value::unknown("an integer that may wrap");
  const Affine difference = left.integer - right.integer;
  if (prover.provesNotNegative(difference))
    return isGreatest ? left : right;
  if (prover.provesNotNegative(Affine() - difference))
    return isGreatest ? right : left;
  return Value::of(Affine(symbols.extreme(left.integer, right.integer, isGreatest)));
}

/// Signed arithmetic does not overflow; unsigned arithmetic may wrap. What was converted has been
/// looked at then.
bool KernelRun::fits(const Affine &integer, const Term &term) {
  const bool isArithmetic = term.kind == Kind::Variable || term.kind == Kind::Binary ||
                            term.kind == Kind::Unary || term.kind == Kind::Select;
  return term.type.form != Class::Integer || term.type.isSigned || !isArithmetic ||
         holds(integer, term.type, true, true);
}

/// What a wider type takes over is the wrapped value; what another type takes over must fit.
bool KernelRun::isKept(const Affine &integer, const ValueType &from, const ValueType &to) {
  const auto mostOf = [](const ValueType &type) { return type.bits - (type.isSigned ? 1 : 0); };
  if (from.isSigned)
    return holds(integer, to, !to.isSigned || to.bits < from.bits, mostOf(to) < mostOf(from));
  return holds(integer, to.bits > from.bits ? from : to, true, true);
}

/// The type's least and greatest number are ends of what the integer can be.
bool KernelRun::holds(const Affine &integer, const ValueType &type, bool fromBelow,
                      bool fromAbove) {
  if (trying && !(integer.isUniform() && integer.constant().constant()))
    return true; // numbers are exact then, too
  if (unbounded && !integer.coefficient(*unbounded).isZero())
    return true;
  const int64_t most = type.bits >= 64 ? INT64_MAX
                       : type.isSigned ? (int64_t(1) << (type.bits - 1)) - 1
                                       : (int64_t(1) << type.bits) - 1;
  // Nothing is as large as 64 bits hold.
  const bool isWide = type.bits >= 64;
  if (isWide && type.isSigned)
    return true;
  if (type.bits >= 32 && isPartOfGlobalIndex(integer))
    return true;
  const Affine above = type.isSigned ? integer + Affine(most + 1) : integer;
  return (!fromBelow || prover.demandNotNegative(above, guards())) &&
         (!fromAbove || isWide || prover.demandNotNegative(Affine(most) - integer, guards()));
}

/// `threadIdx.x`, `blockIdx.x * blockDim.x` and the like: no more than a thread's global index,
/// which launches keep below 2^31.
bool KernelRun::isPartOfGlobalIndex(const Affine &integer) const {
  if (integer.isUniform()) {
    const auto symbol = integer.constant().symbols();
    return symbol.size() == 1 && symbol[0].find("Dim.") != std::string::npos &&
           integer.constant() == Polynomial::symbol(symbol[0]);
  }
  char axis = 0;
  for (const auto &[id, coefficient] : integer.coefficients()) {
    const index::Symbol &symbol = symbols[id];
    const bool isThread = symbol.kind == SymbolKind::Thread;
    if ((!isThread && symbol.kind != SymbolKind::Block) || (axis && axis != symbol.axis))
      return false;
    axis = symbol.axis;
    const Polynomial threads = *symbols[symbols.thread(axis)].extent;
    if (coefficient.constant() != 1 && (isThread || coefficient != threads))
      return false;
    if (coefficient.constant() == 1 && !isThread && integer.coefficients().size() > 1)
      return false;
  }
  return integer.constant().isZero();
}

} // namespace warpsmith::frontend
