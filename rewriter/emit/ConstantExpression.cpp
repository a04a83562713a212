#include "rewriter/emit/ConstantExpression.h"
#include "rewriter/emit/Specialise.h"
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>

namespace warpsmith {

using Kind = SourceToken::Kind;

struct ConstantExpression::Node {
  enum class Form { Opaque, Operand, Parentheses, Unary, Binary, Conditional };
  Form form = Form::Opaque;
  std::string operation; ///< of Unary and Binary
  std::vector<std::unique_ptr<Node>> children;
  size_t begin = 0, end = 0;
  std::optional<KnownValue> value;
  std::optional<long long> least; ///< of a member, whose value is not known
};

namespace {

using Node = ConstantExpression::Node;
using NodePtr = std::unique_ptr<Node>;
using Form = Node::Form;
using Type = KnownValue::Type;

/// The value as C++ has it; none where int would overflow, or an unsigned number be negative.
std::optional<KnownValue> checked(long long number, Type type) {
  if (type == Type::Unsigned && number < 0)
    return std::nullopt;
  if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max())
    return std::nullopt;
  return KnownValue{number, type};
}

KnownValue truth(bool value) {
  return {value, Type::Bool};
}

std::optional<KnownValue> unaryValue(const std::string &operation, const KnownValue &operand) {
  if (operation == "!")
    return truth(!operand.isTrue());
  if (operand.type == Type::Unsigned && operation != "+")
    return std::nullopt;
  const long long number = operation == "-"   ? -operand.number
                           : operation == "~" ? ~operand.number
                                              : operand.number;
  return checked(number, operand.type == Type::Unsigned ? Type::Unsigned : Type::Int);
}

std::optional<KnownValue> binaryValue(const std::string &operation,
                                      const std::optional<KnownValue> &left,
                                      const std::optional<KnownValue> &right) {
  if (operation == "&&" || operation == "||") {
    const bool decides = operation == "||"; // whatever the other operand is
    for (const auto &operand : {left, right})
      if (operand && operand->isTrue() == decides)
        return truth(decides);
    return left && right ? std::optional(truth(!decides)) : std::nullopt;
  }
  if (!left || !right)
    return std::nullopt;
  const bool isUnsigned = left->type == Type::Unsigned || right->type == Type::Unsigned;
  const long long a = left->number, b = right->number; // within int, so that nothing overflows
  if (isUnsigned && (a < 0 || b < 0))
    return std::nullopt;
  if (operation == "==")
    return truth(a == b);
  if (operation == "!=")
    return truth(a != b);
  if (operation == "<")
    return truth(a < b);
  if (operation == "<=")
    return truth(a <= b);
  if (operation == ">")
    return truth(a > b);
  if (operation == ">=")
    return truth(a >= b);
  const Type type = isUnsigned ? Type::Unsigned : Type::Int;
  if (operation == "+")
    return checked(a + b, type);
  if (operation == "-")
    return checked(a - b, type);
  if (operation == "*")
    return checked(a * b, type);
  if (operation == "/" && b != 0)
    return checked(a / b, type);
  if (operation == "%" && b != 0)
    return checked(a % b, type);
  return std::nullopt;
}

/// What a comparison is of a number that is at least `least`; none where that does not say.
std::optional<KnownValue> comparisonOfLeast(const std::string &operation, long long least,
                                            long long right) {
  if (right < least && (operation == "==" || operation == "<" || operation == "<="))
    return truth(false);
  if (right < least && (operation == "!=" || operation == ">" || operation == ">="))
    return truth(true);
  if (right == least && (operation == "<" || operation == ">="))
    return truth(operation == ">=");
  return std::nullopt;
}

/// Bytes of the types that kernels compute with; 0 of any other type.
int bytesOf(const std::string &type) {
  static const std::map<std::string, int> Table = {{"bool", 1},
                                                   {"char", 1},
                                                   {"signedchar", 1},
                                                   {"unsignedchar", 1},
                                                   {"__half", 2},
                                                   {"half", 2},
                                                   {"short", 2},
                                                   {"unsignedshort", 2},
                                                   {"float", 4},
                                                   {"__nv_bfloat16", 2},
                                                   {"int", 4},
                                                   {"unsigned", 4},
                                                   {"unsignedint", 4},
                                                   {"double", 8},
                                                   {"warpsmith::Barrier", 8},
                                                   {"longlong", 8},
                                                   {"unsignedlonglong", 8}};
  const auto found = Table.find(type);
  return found == Table.end() ? 0 : found->second;
}

class Parser {
public:
  Parser(const BracketedTokens &all, size_t end, const KernelFacts &known)
      : tokens(all),
        last(end),
        facts(known) {}

  /// Null where something is left over, or is of another form.
  NodePtr all(size_t begin) {
    at = tokens.code(begin, last);
    NodePtr node = conditional();
    return node && at == last ? std::move(node) : nullptr;
  }

private:
  bool here(std::string_view spelling) const { return at < last && tokens.codeIs(at, spelling); }
  void advanceTo(size_t index) { at = tokens.code(index, last); }

  NodePtr make(Form form, size_t begin) const {
    auto node = std::make_unique<Node>();
    node->form = form;
    node->begin = begin;
    return node;
  }
  NodePtr ended(NodePtr node) const {
    node->end = at;
    while (node->end > node->begin && !tokens[node->end - 1].isCode())
      --node->end;
    return node;
  }

  NodePtr conditional() {
    const size_t begin = at;
    NodePtr condition = binary(1);
    if (!condition || !here("?"))
      return condition;
    advanceTo(at + 1);
    NodePtr chosen = conditional();
    if (!chosen || !here(":"))
      return nullptr;
    advanceTo(at + 1);
    NodePtr other = conditional();
    if (!other)
      return nullptr;
    NodePtr node = make(Form::Conditional, begin);
    if (condition->value)
      node->value = condition->value->isTrue() ? chosen->value : other->value;
    for (NodePtr *child : {&condition, &chosen, &other})
      node->children.push_back(std::move(*child));
    return ended(std::move(node));
  }

  NodePtr binary(int least) {
    const size_t begin = at;
    NodePtr left = unary();
    while (left && at < last) {
      if (tokens.closesTemplateList(at))
        return nullptr;
      const std::string operation = tokens[at].text;
      const int level = tokens[at].is(Kind::Symbol) ? precedence(operation) : 0;
      if (level == 0 || level < least)
        break;
      if (operation == ">" && at + 1 < last && tokens[at + 1].is(">"))
        return nullptr; // a shift
      advanceTo(at + 1);
      NodePtr right = binary(level + 1);
      if (!right)
        return nullptr;
      NodePtr node = make(Form::Binary, begin);
      node->operation = operation;
      node->value = binaryValue(operation, left->value, right->value);
      if (left->least && right->value)
        node->value = comparisonOfLeast(operation, *left->least, right->value->number);
      node->children.push_back(std::move(left));
      node->children.push_back(std::move(right));
      left = ended(std::move(node));
    }
    return left;
  }

  NodePtr unary() {
    for (const char *operation : {"!", "-", "+", "~"})
      if (here(operation)) {
        NodePtr node = make(Form::Unary, at);
        node->operation = operation;
        advanceTo(at + 1);
        NodePtr operand = unary();
        if (!operand)
          return nullptr;
        if (operand->value)
          node->value = unaryValue(operation, *operand->value);
        node->children.push_back(std::move(operand));
        return ended(std::move(node));
      }
    return primary();
  }

  NodePtr primary() {
    if (at == last)
      return nullptr;
    NodePtr node = make(Form::Opaque, at);
    if (const auto member = memberAt(tokens, at, last)) {
      node->value = valueOf(*member, facts);
      if (const auto known = facts.least.find(member->name);
          member->owner == "Problem" && known != facts.least.end() && !node->value)
        node->least = known->second;
      advanceTo(member->end);
    } else if (tokens[at].is(Kind::Number) || here("true") || here("false")) {
      node->value = spelledValue(tokens[at].text);
      advanceTo(at + 1);
    } else if (here("sizeof") && tokens.codeIs(tokens.code(at + 1, last), "(")) {
      const size_t open = tokens.code(at + 1, last), close = tokens.partner(open);
      if (const int bytes = bytesOf(typeText(open + 1, close)))
        node->value = KnownValue{bytes, Type::Unsigned};
      advanceTo(close + 1);
    } else if (here("(")) {
      const size_t close = tokens.partner(at);
      NodePtr inner = Parser(tokens, close, facts).all(at + 1);
      const std::string cast = typeText(at + 1, close);
      advanceTo(close + 1);
      if ((cast == "int" || cast == "longlong") && at < last && precedence(tokens[at].text) == 0 &&
          !tokens.closes(at)) {
        NodePtr operand = unary();
        if (!operand)
          return nullptr;
        if (operand->value)
          node->value = checked(operand->value->number, Type::Int);
        node->form = node->value ? Form::Operand : Form::Opaque;
        return ended(std::move(node));
      }
      if (inner) {
        node->form = Form::Parentheses;
        node->value = inner->value;
        node->children.push_back(std::move(inner));
      }
    } else if (tokens[at].is(Kind::Word) || tokens[at].is(Kind::String) || here("::")) {
      advanceTo(at + 1);
    } else {
      return nullptr;
    }
    if ((node->value || node->least) && node->form == Form::Opaque)
      node->form = Form::Operand;
    while (at < last && continues()) {
      node = make(Form::Opaque, node->begin);
      advanceTo(tokens.behind(at));
    }
    return ended(std::move(node));
  }

  /// A call, a member, a template's list: the operand goes on.
  bool continues() const {
    return tokens[at].is(Kind::Word) || tokens[at].is(Kind::String) ||
           tokens[at].is(Kind::Number) || here("(") || here("[") || here("{") || here("::") ||
           here(".") || here("->") || tokens.opensTemplateList(at);
  }

  /// A type's words without spaces, members of `Problem` as what they are.
  std::string typeText(size_t begin, size_t end) const {
    std::string text;
    for (size_t index = tokens.code(begin, end); index < end;) {
      if (const auto member = memberAt(tokens, index, end); member && member->owner == "Problem") {
        const auto known = facts.problem.find(member->name);
        text += known == facts.problem.end() ? "?" : known->second;
        index = tokens.code(member->end, end);
        continue;
      }
      if (!tokens[index].is("typename"))
        text += tokens[index].text;
      index = tokens.code(index + 1, end);
    }
    std::erase(text, ' ');
    return text;
  }

  const BracketedTokens &tokens;
  size_t at = 0, last;
  const KernelFacts &facts;
};

bool isPure(const Node &node) {
  return node.form != Form::Opaque &&
         std::all_of(node.children.begin(), node.children.end(),
                     [](const NodePtr &child) { return isPure(*child); });
}

/// Of some `&&` or `||` of the expression.
bool hasKnownOperand(const Node &node) {
  const bool logical = node.operation == "&&" || node.operation == "||";
  return std::any_of(node.children.begin(), node.children.end(), [&](const NodePtr &child) {
    return (logical && child->value) || hasKnownOperand(*child);
  });
}

class Simplifier {
public:
  explicit Simplifier(const BracketedTokens &all) : tokens(all) {}

  std::string text(const Node &node) const { return simplified(node).text; }

private:
  struct Result {
    std::string text;
    Form form;
  };

  Result simplified(const Node &node) const {
    if (node.value)
      return {node.value->spelling(), Form::Operand};
    const auto child = [&](size_t index) -> const Node & { return *node.children[index]; };
    if (node.operation == "&&" || node.operation == "||") {
      for (const size_t known : {0, 1})
        if (child(known).value)
          return simplified(child(1 - known));
      return {simplified(child(0)).text + " " + node.operation + " " + simplified(child(1)).text,
              node.form};
    }
    if (node.form == Form::Parentheses) {
      const Result inner = simplified(child(0));
      const bool stays = inner.form == Form::Binary || inner.form == Form::Conditional;
      return {stays ? "(" + inner.text + ")" : inner.text, stays ? node.form : inner.form};
    }
    if (node.operation == "!")
      return {"!" + simplified(child(0)).text, node.form};
    std::string text;
    for (size_t index = node.begin; index < node.end; ++index)
      text += tokens[index].text;
    return {text, node.form};
  }

  const BracketedTokens &tokens;
};

} // namespace

int precedence(const std::string &operation) {
  static const std::map<std::string, int> Table = {
      {"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4}, {"&", 5}, {"==", 6}, {"!=", 6}, {"<", 7}, {">", 7},
      {"<=", 7}, {">=", 7}, {"<<", 8}, {"+", 9}, {"-", 9}, {"*", 10}, {"/", 10}, {"%", 10}};
  const auto found = Table.find(operation);
  return found == Table.end() ? 0 : found->second;
}

std::string KnownValue::spelling() const {
  if (type == Type::Bool)
    return number ? "true" : "false";
  return std::to_string(number);
}

std::optional<KnownValue> spelledValue(std::string_view text) {
  if (text == "true" || text == "false")
    return truth(text == "true");
  std::string digits(text);
  std::erase(digits, '\'');
  const bool negative = !digits.empty() && digits[0] == '-';
  if (negative)
    digits.erase(0, 1);
  if (digits.empty() || !std::isdigit(static_cast<unsigned char>(digits[0])))
    return std::nullopt;
  char *end = nullptr;
  const long long number = std::strtoll(digits.c_str(), &end, 0);
  std::string suffix(end);
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  const bool isUnsigned = suffix == "u" || suffix == "ul" || suffix == "ull";
  if (!suffix.empty() && !isUnsigned && suffix != "l" && suffix != "ll")
    return std::nullopt;
  return checked(negative ? -number : number, isUnsigned ? Type::Unsigned : Type::Int);
}

std::optional<MemberName> memberAt(const BracketedTokens &tokens, size_t index, size_t end) {
  if (index >= end || !(tokens.codeIs(index, "Problem") || tokens.codeIs(index, "Tile")))
    return std::nullopt;
  const size_t before = tokens.codeBefore(index);
  for (const char *scope : {"::", ".", "->"})
    if (before != NoToken && tokens.codeIs(before, scope))
      return std::nullopt; // a member of something else
  const size_t colons = tokens.code(index + 1, end);
  const size_t name = tokens.code(colons + 1, end);
  if (colons >= end || !tokens.codeIs(colons, "::") || name >= end ||
      !tokens[name].is(Kind::Word) || tokens.codeIs(name, "template"))
    return std::nullopt;
  return MemberName{tokens[index].text, tokens[name].text, name + 1};
}

std::optional<KnownValue> valueOf(const MemberName &member, const KernelFacts &facts) {
  if (member.owner == "Problem") {
    const auto found = facts.problem.find(member.name);
    return found == facts.problem.end() ? std::nullopt : spelledValue(found->second);
  }
  const auto found = facts.tile.find(member.name);
  return found == facts.tile.end() ? std::nullopt : spelledValue(found->second);
}

ConstantExpression::ConstantExpression(const BracketedTokens &all, size_t begin, size_t end,
                                       const KernelFacts &facts)
    : tokens(all),
      root(Parser(all, end, facts).all(begin)) {
}

ConstantExpression::~ConstantExpression() = default;

std::optional<KnownValue> ConstantExpression::value() const {
  return root ? root->value : std::nullopt;
}

bool ConstantExpression::isPure() const {
  return root && warpsmith::isPure(*root);
}

std::optional<std::string> ConstantExpression::simplified() const {
  if (!root || !hasKnownOperand(*root))
    return std::nullopt;
  return Simplifier(tokens).text(*root);
}

} // namespace warpsmith
