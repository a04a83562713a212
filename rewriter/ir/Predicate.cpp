#include "rewriter/ir/Predicate.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace warpsmith {
namespace {

/// As C++ whose arithmetic and comparison are those of whole numbers.
std::string sideText(const Predicate::Sizes::Side &side, const Predicate::Sizes::Side &other,
                     const Polynomial::Spelling &spelling) {
  const std::string text = side.value.wide(spelling);
  const auto symbols = side.value.symbols();
  const bool alone = symbols.size() == 1 && side.value == Polynomial::symbol(symbols[0]);
  if (!side.isUnsigned || (alone && other.value.constant() >= 0))
    return text;
  return "(long long)" + (alone ? text : "(" + text + ")");
}

struct Printer {
  const Polynomial::Spelling &spelled;

  std::string operator()(const Predicate::Sizes &sizes) const {
    return sideText(sizes.left, sizes.right, spelled) + " " + spelling(sizes.relation) + " " +
           sideText(sizes.right, sizes.left, spelled);
  }
  std::string operator()(const Predicate::Values &values) const {
    return print(*Expression::compare(spelling(values.relation), values.left, values.right),
                 spelled);
  }
  std::string operator()(const Predicate::Given &given) const { return given.name; }
  std::string operator()(const Predicate::NotNull &test) const {
    return test.pointer + " != nullptr";
  }
  std::string operator()(const Predicate::IsType &test) const {
    return "std::is_same<" + test.name + ", " + test.type + ">::value"; // C++14 has no is_same_v
  }
  std::string operator()(const Predicate::PointeeSize &test) const {
    return "sizeof(*" + test.pointer + ") == " + std::to_string(test.bytes);
  }
};

void addNames(const Expression &expression, std::set<std::string> &names) {
  if (expression.kind == Expression::Kind::Scalar)
    names.insert(expression.text);
  names.merge(expression.polynomial.names());
  for (const ExpressionRef &child : expression.children)
    addNames(*child, names);
}

/// Of a literal as it is spelled; nothing for a macro.
std::optional<double> literalValue(const std::string &text) {
  char *end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const std::string_view suffix = end;
  return end == text.c_str() || suffix.find_first_not_of("fFuUlL") != std::string_view::npos
             ? std::nullopt
             : std::optional(value);
}

std::optional<double> converted(std::optional<double> value, ElementType type) {
  if (!value || type == ElementType::F64)
    return value;
  return type == ElementType::F32 ? std::optional<double>(static_cast<float>(*value))
                                  : std::nullopt;
}

std::optional<double> sizeOf(const Polynomial &polynomial, const Predicate::Valuation &valueOf) {
  const auto value = polynomial.evaluate([&](const std::string &name) -> std::optional<int64_t> {
    const auto known = valueOf(name);
    constexpr double Most = 0x1p62;
    if (!known || *known != std::trunc(*known) || std::fabs(*known) > Most)
      return std::nullopt;
    return static_cast<int64_t>(*known);
  });
  return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

} // namespace

const char *spelling(Relation relation) {
  switch (relation) {
  case Relation::Less:
    return "<";
  case Relation::LessOrEqual:
    return "<=";
  case Relation::Greater:
    return ">";
  case Relation::GreaterOrEqual:
    return ">=";
  case Relation::Equal:
    return "==";
  case Relation::Unequal:
    return "!=";
  }
  return "";
}

bool holds(double left, Relation relation, double right) {
  switch (relation) {
  case Relation::Less:
    return left < right;
  case Relation::LessOrEqual:
    return left <= right;
  case Relation::Greater:
    return left > right;
  case Relation::GreaterOrEqual:
    return left >= right;
  case Relation::Equal:
    return left == right;
  case Relation::Unequal:
    return left != right;
  }
  return false;
}

bool Predicate::Values::operator==(const Values &other) const {
  return relation == other.relation && same(*left, *other.left) && same(*right, *other.right);
}

Predicate Predicate::equal(const std::string &name, int64_t value) {
  return Sizes{{Polynomial::symbol(name)}, Relation::Equal, {Polynomial(value)}};
}

Predicate Predicate::operator!() const {
  Predicate result = *this;
  result.negated = !negated;
  return result;
}

std::set<std::string> Predicate::names() const {
  std::set<std::string> all;
  if (const auto *sizes = std::get_if<Sizes>(&positive)) {
    all = sizes->left.value.names();
    all.merge(sizes->right.value.names());
  } else if (const auto *values = std::get_if<Values>(&positive)) {
    addNames(*values->left, all);
    addNames(*values->right, all);
  }
  return all;
}

std::optional<bool> Predicate::evaluate(const Valuation &valueOf) const {
  std::optional<double> left, right;
  Relation relation{};
  if (const auto *sizes = std::get_if<Sizes>(&positive)) {
    left = sizeOf(sizes->left.value, valueOf);
    right = sizeOf(sizes->right.value, valueOf);
    relation = sizes->relation;
  } else if (const auto *values = std::get_if<Values>(&positive)) {
    left = warpsmith::evaluate(*values->left, valueOf);
    right = warpsmith::evaluate(*values->right, valueOf);
    relation = values->relation;
  }
  if (!left || !right)
    return std::nullopt;
  return holds(*left, relation, *right) != negated;
}

std::string Predicate::str(const Polynomial::Spelling &spelling) const {
  const std::string text = std::visit(Printer{spelling}, positive);
  if (!negated)
    return text;
  return std::holds_alternative<Given>(positive) ? "!" + text : "!(" + text + ")";
}

std::optional<double> evaluate(const Expression &expression, const Predicate::Valuation &valueOf) {
  switch (expression.kind) {
  case Expression::Kind::Scalar:
    return valueOf(expression.text);
  case Expression::Kind::Literal:
    return literalValue(expression.text);
  case Expression::Kind::Size:
    return sizeOf(expression.polynomial, valueOf);
  case Expression::Kind::Negate: {
    const auto value = evaluate(*expression.children[0], valueOf);
    return value ? std::optional(-*value) : std::nullopt;
  }
  case Expression::Kind::Cast:
    return converted(evaluate(*expression.children[0], valueOf), expression.type);
  default:
    return std::nullopt;
  }
}

std::string conjunction(const std::vector<Predicate> &predicates, Parentheses parentheses,
                        const Polynomial::Spelling &spelling) {
  const bool each = parentheses == Parentheses::Each ||
                    (parentheses == Parentheses::EachOfSeveral && predicates.size() > 1);
  std::string text;
  for (const Predicate &predicate : predicates) {
    const std::string one = predicate.str(spelling);
    text += (text.empty() ? "" : " && ") + (each ? "(" + one + ")" : one);
  }
  return text;
}

} // namespace warpsmith
