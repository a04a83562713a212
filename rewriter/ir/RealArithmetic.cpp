#include "rewriter/ir/RealArithmetic.h"
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <map>
#include <optional>
#include <vector>

namespace warpsmith {
namespace {

using Kind = Expression::Kind;

/// Functions that are arithmetic with a rounding of their own.
char operatorOf(const std::string &function) {
  static const std::map<std::string, char> Operators = {
      {"__fadd_rn", '+'}, {"__dadd_rn", '+'}, {"__hadd", '+'},    {"__hadd_rn", '+'},
      {"__fsub_rn", '-'}, {"__dsub_rn", '-'}, {"__hsub", '-'},    {"__hsub_rn", '-'},
      {"__fmul_rn", '*'}, {"__dmul_rn", '*'}, {"__hmul", '*'},    {"__hmul_rn", '*'},
      {"fmaf", 'f'},      {"fma", 'f'},       {"__fmaf_rn", 'f'}, {"__fma_rn", 'f'},
      {"__hfma", 'f'}};
  const auto found = Operators.find(function);
  return found == Operators.end() ? '\0' : found->second;
}

/// The value of a literal's text; nothing where it is none.
std::optional<double> numberOf(const std::string &text) {
  char *end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const std::string suffix = end;
  if (end == text.c_str() || suffix.find_first_not_of("fFlLuU") != std::string::npos)
    return std::nullopt;
  return value;
}

bool isUnsignedInteger(ElementType type) {
  return isInteger(type) && rowOf(type).kind == NumberKind::UnsignedInteger;
}

class RealForm {
public:
  explicit RealForm(const std::function<std::string(const Expression &)> &text) : leaf(text) {}

  std::string of(const Expression &node) const {
    std::vector<std::string> terms;
    addTerms(node, /*negative=*/false, terms);
    std::ranges::sort(terms);
    if (terms.empty())
      return "0";
    if (terms.size() == 1)
      return terms[0];
    std::string sum;
    for (const std::string &term : terms)
      sum += (sum.empty() ? "" : " + ") + term;
    return "(" + sum + ")";
  }

private:
  /// Nothing but a rounding changes the value. An integer that is computed may have wrapped, so
  /// that its type counts.
  bool isRounding(const Expression &cast) const {
    const Expression &value = *cast.children[0];
    const ElementType from = value.type, to = cast.type;
    if (isComplex(from) || isComplex(to))
      return false;
    if (!isInteger(from))
      return !isInteger(to);
    const bool isComputed = value.kind == Kind::Cast ? !isRounding(value) : leaf(value).empty();
    const bool isUnsigned = isUnsignedInteger(from);
    return !isComputed && (!isInteger(to) ||
                           (value.kind != Kind::Size && value.kind != Kind::Position &&
                            sizeOf(to) > sizeOf(from) && (isUnsigned || !isUnsignedInteger(to))));
  }

  void addTerms(const Expression &node, bool negative, std::vector<std::string> &terms) const {
    const char call = node.kind == Kind::Call ? operatorOf(node.text) : '\0';
    const char op = node.kind == Kind::Binary && node.text.size() == 1 ? node.text[0] : call;
    if (isZero(node))
      return;
    if (op == '+' || op == '-') {
      addTerms(*node.children[0], negative, terms);
      addTerms(*node.children[1], negative != (op == '-'), terms);
    } else if (op == 'f') {
      addProduct({node.children[0].get(), node.children[1].get()}, negative, terms);
      addTerms(*node.children[2], negative, terms);
    } else if (node.kind == Kind::Negate) {
      addTerms(*node.children[0], !negative, terms);
    } else if (node.kind == Kind::Cast && isRounding(node)) {
      addTerms(*node.children[0], negative, terms);
    } else {
      addProduct({&node}, negative, terms);
    }
  }

  void addProduct(const std::vector<const Expression *> &parts, bool negative,
                  std::vector<std::string> &terms) const {
    std::vector<std::string> factors;
    for (const Expression *part : parts)
      addFactors(*part, negative, factors);
    std::ranges::sort(factors);
    std::string product;
    for (const std::string &factor : factors)
      product += (product.empty() ? "" : " * ") + factor;
    terms.push_back((negative ? "-" : "") + (product.empty() ? "1" : product));
  }

  void addFactors(const Expression &node, bool &negative, std::vector<std::string> &factors) const {
    const char call = node.kind == Kind::Call ? operatorOf(node.text) : '\0';
    if ((node.kind == Kind::Binary && node.text == "*") || call == '*') {
      for (const ExpressionRef &child : node.children)
        addFactors(*child, negative, factors);
    } else if (node.kind == Kind::Negate) {
      negative = !negative;
      addFactors(*node.children[0], negative, factors);
    } else if (node.kind == Kind::Cast && isRounding(node)) {
      addFactors(*node.children[0], negative, factors);
    } else if (call || (node.kind == Kind::Binary && (node.text == "+" || node.text == "-"))) {
      factors.push_back(of(node));
    } else if (const std::string text = other(node); text != One) {
      factors.push_back(text);
    }
  }

  std::string other(const Expression &node) const {
    if (std::string text = leaf(node); !text.empty())
      return text;
    // Of integers the type says where they wrap, and how they are divided.
    std::string list =
        "[" +
        (isInteger(node.type) && node.kind != Kind::Cast ? std::string(shortName(node.type)) + " "
                                                         : "") +
        (node.kind == Kind::Cast     ? "convert " + std::string(shortName(node.type)) + " from " +
                                           std::string(shortName(node.children[0]->type))
         : node.kind == Kind::Select ? "select"
         : node.kind == Kind::Part   ? "part " + std::to_string(node.operand)
                                     : node.text);
    for (const ExpressionRef &child : node.children)
      list += ", " + of(*child);
    return list + "]";
  }

  static constexpr const char *One = "1";
  const std::function<std::string(const Expression &)> &leaf;
};

} // namespace

std::string realForm(const Expression &expression,
                     const std::function<std::string(const Expression &)> &leaf) {
  return RealForm(leaf).of(expression);
}

std::string literalText(const Expression &literal, const std::string &file,
                        const std::string &kernel) {
  const std::string &text = literal.text;
  const bool isNumber =
      !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) || text[0] == '.' ||
                        ((text[0] == '-' || text[0] == '+') && text.size() > 1 &&
                         (std::isdigit(static_cast<unsigned char>(text[1])) || text[1] == '.')));
  if (!isNumber)
    return text + " of " + (text.starts_with("::") ? file : kernel);
  constexpr size_t ExactDigits = 15; // that a double holds of any whole number
  std::optional<double> value = numberOf(text);
  if (!value || (isInteger(literal.type) && text.size() > ExactDigits))
    return text + " of " + file;
  if (literal.type == ElementType::F32)
    value = static_cast<double>(std::strtof(text.c_str(), nullptr));
  // The shortest text that no other number has.
  std::array<char, 64> digits{};
  const auto last = std::to_chars(digits.data(), digits.data() + digits.size(), *value).ptr;
  return {digits.data(), last};
}

bool isZero(const Expression &expression) {
  switch (expression.kind) {
  case Kind::Literal:
    return numberOf(expression.text) == 0;
  case Kind::Negate:
  case Kind::Cast:
    return isZero(*expression.children[0]);
  case Kind::Select:
    return isZero(*expression.children[1]) && isZero(*expression.children[2]);
  default:
    return false;
  }
}

} // namespace warpsmith
