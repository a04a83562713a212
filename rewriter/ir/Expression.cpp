#include "rewriter/ir/Expression.h"
#include "rewriter/ir/NumberConversion.h"
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <tuple>

namespace warpsmith {
namespace {

using Kind = Expression::Kind;

ExpressionRef make(Expression::Kind kind, ElementType type, std::string text = {},
                   std::vector<ExpressionRef> children = {}, int operand = 0,
                   Polynomial polynomial = {}) {
  size_t nodes = 1;
  for (const ExpressionRef &child : children)
    nodes = child->nodes > SIZE_MAX - nodes ? SIZE_MAX : nodes + child->nodes;
  return std::make_shared<const Expression>(Expression{
      kind, type, operand, std::move(text), std::move(children), std::move(polynomial), nodes});
}

/// How tightly a node binds when printed; a primary expression binds tightest.
enum Precedence { Conditional, Additive, Multiplicative, Prefix, Primary };

Precedence precedence(const Expression &expression) {
  switch (expression.kind) {
  case Expression::Kind::Binary:
    return expression.text == "+" || expression.text == "-" ? Additive : Multiplicative;
  case Expression::Kind::Compare:
  case Expression::Kind::Select:
    return Conditional;
  case Expression::Kind::Negate:
  case Expression::Kind::Cast:
    return Prefix;
  case Expression::Kind::Size: {
    const Polynomial &polynomial = expression.polynomial;
    const auto symbols = polynomial.symbols();
    const bool alone = symbols.size() == 1 && polynomial == Polynomial::symbol(symbols[0]);
    return alone || polynomial.constant() >= 0 ? Primary : Additive;
  }
  default:
    return Primary;
  }
}

bool isName(const std::string &text) {
  return std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

struct Printing {
  const LeafPrinter &leaf;
  /// CUDA's functions for FP16 and BF16, which code needs; else casts and operators.
  bool isCode;
};

std::string printAt(const Expression &expression, const Printing &how, Precedence minimum);

std::string printArguments(const Expression &expression, const Printing &how) {
  std::string text;
  for (const ExpressionRef &child : expression.children)
    text += (text.empty() ? "" : ", ") + printAt(*child, how, Conditional);
  return "(" + text + ")";
}

/// Of FP16 or BF16, where CUDA has a function for the operator.
std::string halfFunction(const Expression &expression, const Printing &how) {
  const bool ofHalves = (expression.kind == Kind::Binary || expression.kind == Kind::Compare ||
                         expression.kind == Kind::Negate) &&
                        std::ranges::all_of(expression.children, [](const ExpressionRef &child) {
                          return isHalf(child->type) && child->kind != Kind::Literal;
                        });
  if (!ofHalves || !how.isCode)
    return {};
  return expression.kind == Kind::Negate ? "__hneg" : functionOfHalf(expression.text);
}

/// A conversion's text, and how tightly it binds.
std::pair<std::string, Precedence> printCast(const Expression &expression, const Printing &how) {
  const Expression &child = *expression.children[0];
  // The text of a size may be a sum.
  if (child.kind == Expression::Kind::Size) {
    const std::string size = printAt(child, how, Conditional);
    if (isHalf(expression.type) && how.isCode)
      return {convertedInteger(expression.type, size), Primary};
    return {castText(expression.type, "(" + size + ")"), Prefix};
  }
  const bool calls = how.isCode && convertsByFunction(expression.type, child.type);
  if (!calls)
    return {castText(expression.type, printAt(child, how, Prefix)), Prefix};
  const std::string text =
      convertedText(expression.type, child.type, printAt(child, how, Conditional));
  return {text, text.starts_with('(') ? Prefix : Primary};
}

std::string printAt(const Expression &expression, const Printing &how, Precedence minimum) {
  Precedence own = precedence(expression);
  std::string text = how.leaf(expression);
  if (!text.empty() && expression.kind != Expression::Kind::Size &&
      expression.kind != Expression::Kind::Position)
    return text;
  if (const std::string function = halfFunction(expression, how); !function.empty())
    return function + printArguments(expression, how);
  switch (expression.kind) {
  case Expression::Kind::Sum:
  case Expression::Kind::Operand:
  case Expression::Kind::Output:
  case Expression::Kind::Scalar:
  case Expression::Kind::Literal:
  case Expression::Kind::Extra:
    return expression.text;
  case Expression::Kind::Size: // a sum, maybe, however its symbols are spelled
    if (text.empty())
      text = expression.polynomial.wide();
    break;
  case Expression::Kind::Position: // a sum, maybe
    own = isName(text) ? Primary : Additive;
    break;
  case Expression::Kind::Negate:
    text = printAt(*expression.children[0], how, Primary);
    text = text.front() == '-' ? "-(" + text + ")" : "-" + text;
    break;
  case Expression::Kind::Cast:
    std::tie(text, own) = printCast(expression, how);
    break;
  case Expression::Kind::Compare:
    text = printAt(*expression.children[0], how, Additive) + " " + expression.text + " " +
           printAt(*expression.children[1], how, Additive);
    break;
  case Expression::Kind::Select:
    text = printAt(*expression.children[0], how, Conditional) + " ? " +
           printAt(*expression.children[1], how, Additive) + " : " +
           printAt(*expression.children[2], how, Additive);
    break;
  case Expression::Kind::Binary:
    // Left-associative: a right child of equal precedence keeps its parentheses.
    text = printAt(*expression.children[0], how, own) + " " + expression.text + " " +
           printAt(*expression.children[1], how, static_cast<Precedence>(own + 1));
    break;
  case Expression::Kind::Part:
    return printAt(*expression.children[0], how, Primary) + (expression.operand == 0 ? ".x" : ".y");
  case Expression::Kind::Pair:
  case Expression::Kind::Call:
    return expression.text + printArguments(expression, how);
  }
  return own < minimum ? "(" + text + ")" : text;
}

/// `(float)a[i]` of an array of doubles.
bool isRounded(const Expression &expression) {
  return expression.kind == Expression::Kind::Cast && expression.type == ElementType::F32 &&
         expression.children[0]->kind == Expression::Kind::Operand &&
         expression.children[0]->type == ElementType::F64;
}

/// True when integers of `type` hold all that those of `narrow` can be, or the same modulo 2^32.
bool holds(ElementType type, ElementType narrow) {
  if (!isInteger(type) || !isInteger(narrow))
    return false;
  if (type == narrow || (rowOf(type).bits >= 32 && rowOf(narrow).bits <= rowOf(type).bits))
    return true;
  const bool alike = rowOf(type).kind == rowOf(narrow).kind;
  // One bit of a signed type is its sign; an unsigned type has no negative numbers.
  return alike ? rowOf(type).bits >= rowOf(narrow).bits
               : rowOf(type).kind == NumberKind::SignedInteger &&
                     rowOf(type).bits > rowOf(narrow).bits;
}

ExpressionRef minusOne(ElementType type) {
  return Expression::negate(Expression::literal(type == ElementType::F64 ? "1.0" : "1.0f", type));
}

/// Collects the factors of a product; false when something other than a product of the sum's
/// operands and loop constants is found.
bool collectFactors(const ExpressionRef &expression, std::vector<ExpressionRef> &scale,
                    std::vector<int> &operands) {
  switch (expression->kind) {
  case Expression::Kind::Operand:
    operands.push_back(expression->operand);
    return true;
  case Expression::Kind::Scalar:
  case Expression::Kind::Literal:
    scale.push_back(expression);
    return true;
  case Expression::Kind::Negate: // of an element
    if (isInteger(expression->type) || !expression->contains(Expression::Kind::Operand))
      return false;
    scale.push_back(minusOne(expression->type));
    return collectFactors(expression->children[0], scale, operands);
  case Expression::Kind::Cast: {
    // A narrowing conversion of an operand rounds it; only widening is a mere change of type. An
    // element that is rounded to float is one of a matrix of floats: see roundsOperands().
    const Expression &child = *expression->children[0];
    if (isRounded(*expression)) {
      operands.push_back(child.operand);
      return true;
    }
    if (!child.contains(Expression::Kind::Operand)) {
      scale.push_back(expression);
      return true;
    }
    // `signed char` by way of `int`, as in `inside ? a[i] : 0`.
    if (child.kind == Expression::Kind::Cast && isInteger(expression->type) &&
        isInteger(child.type) && sizeOf(child.type) >= sizeOf(expression->type) &&
        child.children[0]->type == expression->type)
      return collectFactors(child.children[0], scale, operands);
    if (isInteger(expression->type) && isInteger(child.type))
      return holds(expression->type, child.type) &&
             collectFactors(expression->children[0], scale, operands);
    // Of two formats of one size neither holds the other's numbers.
    const bool otherFormat = isNarrowFloat(child.type) && expression->type != child.type &&
                             sizeOf(expression->type) == sizeOf(child.type);
    return !otherFormat && sizeOf(expression->type) >= sizeOf(child.type) &&
           collectFactors(expression->children[0], scale, operands);
  }
  case Expression::Kind::Binary:
    if (!expression->contains(Expression::Kind::Operand)) {
      scale.push_back(expression);
      return !expression->contains(Expression::Kind::Sum);
    }
    return expression->text == "*" && collectFactors(expression->children[0], scale, operands) &&
           collectFactors(expression->children[1], scale, operands);
  default:
    return false;
  }
}

/// Takes a sum apart into products; false when it has anything else in it but the old sum, once.
/// Products that are subtracted have a factor of -1.
bool collectProducts(const ExpressionRef &expression, const std::function<bool(int)> &isRow,
                     std::vector<ProductForm> &products, int &sums, bool isSubtracted = false) {
  std::vector<ExpressionRef> factors;
  if (expression->kind == Expression::Kind::Sum) {
    ++sums;
    return !isSubtracted;
  }
  const bool subtracts = expression->text == "-" && !isInteger(expression->type);
  if (expression->kind == Expression::Kind::Binary && (expression->text == "+" || subtracts))
    return collectProducts(expression->children[0], isRow, products, sums, isSubtracted) &&
           collectProducts(expression->children[1], isRow, products, sums,
                           isSubtracted != subtracts);
  if (expression->kind == Expression::Kind::Call && expression->children.size() == 3 &&
      expression->text.find("fma") != std::string::npos) {
    factors = {expression->children[0], expression->children[1]};
    if (!collectProducts(expression->children[2], isRow, products, sums, isSubtracted))
      return false;
  } else {
    factors = {expression};
  }
  ProductForm form{};
  if (isSubtracted)
    form.scale.push_back(minusOne(expression->type));
  std::vector<int> operands;
  for (const ExpressionRef &factor : factors)
    if (!collectFactors(factor, form.scale, operands))
      return false;
  if (operands.size() != 2 || isRow(operands[0]) == isRow(operands[1]))
    return false;
  const bool rowFirst = isRow(operands[0]);
  form.row = operands[rowFirst ? 0 : 1];
  form.column = operands[rowFirst ? 1 : 0];
  products.push_back(std::move(form));
  return true;
}

} // namespace

ExpressionRef Expression::sum(ElementType type) {
  return make(Kind::Sum, type);
}
ExpressionRef Expression::operandElement(int operand, ElementType type) {
  return make(Kind::Operand, type, {}, {}, operand);
}
ExpressionRef Expression::output(ElementType type) {
  return make(Kind::Output, type);
}
ExpressionRef Expression::scalar(std::string name, ElementType type) {
  return make(Kind::Scalar, type, std::move(name));
}
ExpressionRef Expression::literal(std::string text, ElementType type) {
  return make(Kind::Literal, type, std::move(text));
}
ExpressionRef Expression::extra(int index, ElementType type) {
  return make(Kind::Extra, type, {}, {}, index);
}
ExpressionRef Expression::position(int index) {
  return make(Kind::Position, ElementType::I32, {}, {}, index);
}
ExpressionRef Expression::position(Polynomial polynomial) {
  return make(Kind::Position, ElementType::I32, {}, {}, 0, std::move(polynomial));
}
ExpressionRef Expression::size(Polynomial polynomial) {
  return make(Kind::Size, ElementType::I32, {}, {}, 0, std::move(polynomial));
}
ExpressionRef Expression::negate(ExpressionRef child) {
  const ElementType type = child->type;
  return make(Kind::Negate, type, {}, {std::move(child)});
}
ExpressionRef Expression::binary(char op, ExpressionRef left, ExpressionRef right) {
  const ElementType type = left->type;
  return make(Kind::Binary, type, std::string(1, op), {std::move(left), std::move(right)});
}
ExpressionRef Expression::cast(ElementType type, ExpressionRef child) {
  if (child->type == type && child->kind != Kind::Size)
    return child;
  // A product of two floats is exact as a double. Rounded to float it is their float product, which
  // compilers make of it, and then contract.
  const auto widened = [](const Expression &factor) {
    const auto isNarrow = [](ElementType of) {
      return of == ElementType::F32 || of == ElementType::F16 || of == ElementType::BF16;
    };
    return factor.kind == Kind::Cast && factor.type == ElementType::F64 &&
           isNarrow(factor.children[0]->type);
  };
  if (type == ElementType::F32 && child->type == ElementType::F64 && child->kind == Kind::Binary &&
      child->text == "*" && widened(*child->children[0]) && widened(*child->children[1]))
    return binary('*', cast(ElementType::F32, child->children[0]->children[0]),
                  cast(ElementType::F32, child->children[1]->children[0]));
  return make(Kind::Cast, type, {}, {std::move(child)});
}
ExpressionRef Expression::call(std::string function, ElementType type,
                               std::vector<ExpressionRef> arguments) {
  return make(Kind::Call, type, std::move(function), std::move(arguments));
}
ExpressionRef Expression::part(int part, ExpressionRef complex) {
  const ElementType type = partType(complex->type);
  return make(Kind::Part, type, {}, {std::move(complex)}, part);
}
ExpressionRef Expression::pair(ExpressionRef real, ExpressionRef imaginary) {
  const auto isPart = [](const Expression &node, int part) {
    return node.kind == Kind::Part && node.operand == part;
  };
  if (isPart(*real, 0) && isPart(*imaginary, 1) &&
      same(*real->children[0], *imaginary->children[0]))
    return real->children[0];
  const ElementType type = real->type == ElementType::F64 ? ElementType::C128 : ElementType::C64;
  return make(Kind::Pair, type, "make_" + std::string(cudaName(type)),
              {std::move(real), std::move(imaginary)});
}
ExpressionRef Expression::compare(std::string op, ExpressionRef left, ExpressionRef right) {
  const ElementType type = left->type;
  return make(Kind::Compare, type, std::move(op), {std::move(left), std::move(right)});
}
ExpressionRef Expression::select(ExpressionRef condition, ExpressionRef then,
                                 ExpressionRef otherwise) {
  const ElementType type = then->type;
  return make(Kind::Select, type, {},
              {std::move(condition), std::move(then), std::move(otherwise)});
}

ExpressionRef Expression::withChildren(const Expression &node,
                                       std::vector<ExpressionRef> children) {
  return make(node.kind, node.type, node.text, std::move(children), node.operand, node.polynomial);
}

bool Expression::contains(Kind wanted) const {
  return kind == wanted || std::any_of(children.begin(), children.end(),
                                       [&](const auto &child) { return child->contains(wanted); });
}

bool Expression::containsOperand(int index) const {
  return (kind == Kind::Operand && operand == index) ||
         std::any_of(children.begin(), children.end(),
                     [&](const auto &child) { return child->containsOperand(index); });
}

bool Expression::isLiteralZero() const {
  if (kind == Kind::Cast)
    return children[0]->isLiteralZero();
  if (kind == Kind::Pair)
    return children[0]->isLiteralZero() && children[1]->isLiteralZero();
  return kind == Kind::Literal && std::isdigit(static_cast<unsigned char>(text.front())) &&
         std::strtod(text.c_str(), nullptr) == 0.0;
}

bool roundsOperands(const Expression &update) {
  return isRounded(update) || std::any_of(update.children.begin(), update.children.end(),
                                          [](const auto &child) { return roundsOperands(*child); });
}

bool sumsModulo32Bits(const Expression &update) {
  if (!update.contains(Expression::Kind::Operand))
    return isInteger(update.type);
  switch (update.kind) {
  case Expression::Kind::Operand:
    return true;
  case Expression::Kind::Binary:
    return isInteger(update.type) && sizeOf(update.type) == 4 &&
           std::all_of(update.children.begin(), update.children.end(),
                       [](const auto &child) { return sumsModulo32Bits(*child); });
  case Expression::Kind::Cast: {
    const Expression *from = update.children[0].get();
    while (from->kind == Expression::Kind::Cast && holds(from->type, from->children[0]->type))
      from = from->children[0].get();
    // Of an element: whatever can hold its values, also after something wider.
    return holds(update.type, from->type) && sumsModulo32Bits(*from);
  }
  default:
    return false;
  }
}

bool same(const Expression &left, const Expression &right) {
  if (left.kind != right.kind || left.type != right.type || left.operand != right.operand ||
      left.text != right.text || left.polynomial != right.polynomial ||
      left.children.size() != right.children.size())
    return false;
  return std::equal(left.children.begin(), left.children.end(), right.children.begin(),
                    [](const auto &a, const auto &b) { return a == b || same(*a, *b); });
}

std::string print(const Expression &expression, const LeafPrinter &leaf) {
  return printAt(expression, {leaf, /*isCode=*/true}, Conditional);
}

std::string print(const Expression &expression, const Polynomial::Spelling &spelling) {
  return print(expression, LeafPrinter([&](const Expression &node) {
                 return node.kind == Expression::Kind::Size ? node.polynomial.wide(spelling)
                                                            : std::string();
               }));
}

ExpressionRef map(const ExpressionRef &expression, const NodeMapper &replace) {
  if (ExpressionRef replaced = replace(expression))
    return replaced;
  std::vector<ExpressionRef> children;
  for (const ExpressionRef &child : expression->children)
    children.push_back(map(child, replace));
  return Expression::withChildren(*expression, std::move(children));
}

std::string describe(const Expression &expression) {
  const LeafPrinter leaf = [](const Expression &node) -> std::string {
    switch (node.kind) {
    case Expression::Kind::Extra:
      return "E" + std::to_string(node.operand);
    case Expression::Kind::Position:
      return "P" + std::to_string(node.operand);
    case Expression::Kind::Sum:
      return "sum";
    case Expression::Kind::Operand:
      return std::string(node.operand % 2 == 0 ? "A" : "B") + (node.operand > 1 ? "2" : "");
    case Expression::Kind::Output:
      return "C";
    default:
      return {};
    }
  };
  return printAt(expression, {leaf, /*isCode=*/false}, Conditional);
}

bool hasSign(const ProductForm &product) {
  return std::ranges::any_of(product.scale, [](const ExpressionRef &factor) {
    return same(*factor, *minusOne(factor->type));
  });
}

std::vector<ProductForm> productForms(const Expression &update,
                                      const std::function<bool(int)> &isRow) {
  std::vector<ProductForm> products;
  int sums = 0;
  const auto whole = std::make_shared<const Expression>(update);
  // The products of a sum in half are rounded, and what the tensor cores add up is not.
  if (isNarrowFloat(update.type) || !collectProducts(whole, isRow, products, sums) || sums != 1 ||
      (update.type != ElementType::F32 && roundsOperands(update)))
    products.clear();
  // One product by itself is what kernels subtract as the source does.
  if (products.size() == 1 && hasSign(products[0]))
    products.clear();
  return products;
}

} // namespace warpsmith
