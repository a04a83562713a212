// Whole numbers that are calculated in floating point: `ceil(k / (float)TILE)`.
#include "rewriter/frontend/values/KernelRun.h"
#include <cstdlib>

namespace warpsmith::frontend {

using index::Affine;

/// Up to this number, the type has all whole numbers. Doubles have more: no size has.
static int64_t mostWhole(ElementType type) {
  return type == ElementType::F64 ? INT32_MAX : (int64_t(1) << 24) - 1;
}

static bool isFloat(ElementType type) {
  return type == ElementType::F32 || type == ElementType::F64;
}

/// A whole number that is not negative, as the source or number() writes it.
static std::optional<int64_t> wholeLiteral(const Expression &literal) {
  char *end = nullptr;
  const double value = std::strtod(literal.text.c_str(), &end);
  const std::string suffix = end;
  const bool isPlain = end != literal.text.c_str() && (suffix.empty() || suffix == "f");
  const auto mostExact = static_cast<double>(mostWhole(ElementType::F32));
  return isPlain && value >= 0 && value <= mostExact && value == static_cast<int64_t>(value)
             ? std::optional(static_cast<int64_t>(value))
             : std::nullopt;
}

static bool isOne(const Expression &number) {
  return number.kind == Expression::Kind::Literal && wholeLiteral(number) == 1;
}

/// Conversions to a wider type keep each number.
static ExpressionRef withoutWidening(ExpressionRef number) {
  while (number->kind == Expression::Kind::Cast && number->type == ElementType::F64 &&
         number->children[0]->type == ElementType::F32)
    number = number->children[0];
  return number;
}

bool KernelRun::isUpTo(const Polynomial &size, int64_t most) {
  return prover.demandNotNegative(Affine(size), guards()) &&
         prover.demandNotNegative(Affine(most) - Affine(size), guards());
}

/// A quotient of whole numbers. Float's division by a power of two is exact, and every division of
/// doubles is on the same side of each whole number as the quotient. Other divisions of floats are
/// not, where -prec-div=false rounds them otherwise.
std::optional<KernelRun::Ratio> KernelRun::ratio(const ExpressionRef &expression) {
  const ExpressionRef number = withoutWidening(expression);
  if (number->kind == Expression::Kind::Cast && number->type == ElementType::F32 &&
      number->children[0]->type == ElementType::F64) {
    // What a float holds exactly, too.
    const auto inner = ratio(number->children[0]);
    return inner && (inner->divisor & (inner->divisor - 1)) == 0 &&
                   isUpTo(inner->dividend, mostWhole(ElementType::F32))
               ? inner
               : std::nullopt;
  }
  if (number->kind != Expression::Kind::Binary || number->text != "/" || !isFloat(number->type)) {
    const auto value = whole(number);
    return value ? std::optional(Ratio{*value}) : std::nullopt;
  }
  const auto dividend = whole(number->children[0]);
  const auto divisor = dividend ? whole(number->children[1]) : std::nullopt;
  const auto by = divisor ? divisor->constant() : std::nullopt;
  const bool isExact =
      by && *by > 0 && (number->type == ElementType::F64 || (*by & (*by - 1)) == 0);
  return isExact && isUpTo(*dividend, mostWhole(number->type))
             ? std::optional(Ratio{*dividend, *by})
             : std::nullopt;
}

std::optional<Polynomial> KernelRun::whole(const ExpressionRef &expression) {
  const ExpressionRef number = withoutWidening(expression);
  if (number->kind == Expression::Kind::Literal) {
    const auto literal = wholeLiteral(*number);
    return literal ? std::optional(Polynomial(*literal)) : std::nullopt;
  }
  if (number->kind == Expression::Kind::Cast && isFloat(number->type) &&
      number->children[0]->kind == Expression::Kind::Size) {
    const Polynomial &size = number->children[0]->polynomial;
    return isUpTo(size, mostWhole(number->type)) ? std::optional(size) : std::nullopt;
  }
  const bool rounds = number->kind == Expression::Kind::Call && number->children.size() == 1;
  const bool isUp = rounds && (number->text == "ceil" || number->text == "ceilf");
  if (isUp || (rounds && (number->text == "floor" || number->text == "floorf"))) {
    const auto parts = ratio(number->children[0]);
    const Value rounded =
        parts ? divided(Affine(parts->dividend + Polynomial(isUp ? parts->divisor - 1 : 0)),
                        Polynomial(parts->divisor), false)
              : Value();
    return rounded.isKnown() && rounded.integer.isUniform()
               ? std::optional(rounded.integer.constant())
               : std::nullopt;
  }
  if (number->kind == Expression::Kind::Binary && number->text == "*" && isFloat(number->type)) {
    if (isOne(*number->children[0]))
      return whole(number->children[1]);
    if (isOne(*number->children[1]))
      return whole(number->children[0]);
  }
  return std::nullopt;
}

/// The integer that a number of sizes is converted to.
std::optional<Value> KernelRun::truncated(const ExpressionRef &number) {
  const size_t demands = prover.demands().size();
  const auto parts = number->contains(Expression::Kind::Size) ? ratio(number) : std::nullopt;
  if (parts)
    return divided(Affine(parts->dividend), Polynomial(parts->divisor), false);
  prover.forget(demands);
  return std::nullopt;
}

/// An index is compared with a quotient. It may be larger than its type has whole numbers, which
/// the quotient is not: then it stays larger.
std::optional<Value> KernelRun::comparedAsNumbers(const Term &term, const Value &left,
                                                  const Value &right) {
  const Value &number = left.isIndex ? right : left, &other = left.isIndex ? left : right;
  const std::string &op = term.text;
  if (left.isIndex == right.isIndex || number.kind != Value::Kind::Number ||
      (op != "<" && op != "<=" && op != ">" && op != ">="))
    return std::nullopt;
  const size_t demands = prover.demands().size();
  const auto parts = ratio(number.number);
  if (!parts || !other.element || !isFloat(*other.element) ||
      !isUpTo(parts->dividend, mostWhole(*other.element))) {
    prover.forget(demands);
    return std::nullopt;
  }
  const Affine product = other.integer * Polynomial(parts->divisor);
  return left.isIndex ? compared(op, product, Affine(parts->dividend))
                      : compared(op, Affine(parts->dividend), product);
}

} // namespace warpsmith::frontend
