#include "rewriter/emit/Specialise.h"
#include "rewriter/emit/ConstantExpression.h"
#include "rewriter/emit/Remembered.h"
#include "rewriter/emit/SourceTokens.h"
#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

namespace warpsmith {
namespace {

using Kind = SourceToken::Kind;

SourceTokens tokensOnLine(const std::string &text, unsigned line) {
  SourceTokens tokens = tokensOf(text);
  for (SourceToken &token : tokens)
    token.line = line;
  return tokens;
}

SourceToken symbol(const char *spelling, unsigned line) {
  return {.kind = Kind::Symbol, .text = spelling, .line = line};
}

void trim(SourceTokens &tokens) {
  while (!tokens.empty() && tokens.back().is(Kind::Space))
    tokens.pop_back();
  const auto first = std::find_if(tokens.begin(), tokens.end(),
                                  [](const SourceToken &each) { return !each.is(Kind::Space); });
  tokens.erase(tokens.begin(), first);
}

/// Without what stands before the first code and behind the last.
void trimToCode(SourceTokens &tokens) {
  const auto isCode = [](const SourceToken &token) { return token.isCode(); };
  tokens.erase(std::find_if(tokens.rbegin(), tokens.rend(), isCode).base(), tokens.end());
  tokens.erase(tokens.begin(), std::find_if(tokens.begin(), tokens.end(), isCode));
}

void replace(SourceTokens &tokens, size_t begin, size_t end, SourceTokens by) {
  tokens.erase(tokens.begin() + begin, tokens.begin() + end);
  tokens.insert(tokens.begin() + begin, std::make_move_iterator(by.begin()),
                std::make_move_iterator(by.end()));
}

// Expressions ------------------------------------------------------------------------------------

/// Decides conditional operators and operands of `&&` and `||`, one at a time from the last to the
/// first, until none is left.
class ExpressionFolding {
public:
  ExpressionFolding(SourceTokens &all, const KernelFacts &known) : tokens(all), facts(known) {}

  void run() {
    while (foldOnce())
      ;
  }

private:
  bool foldOnce() {
    const BracketedTokens text(tokens);
    for (size_t index = tokens.size(); index-- > 0;) {
      constexpr std::string_view Beginnings = "&|?*/+-"; // of what can be folded
      if (!tokens[index].is(Kind::Symbol) ||
          Beginnings.find(tokens[index].text.front()) == std::string_view::npos)
        continue;
      if ((tokens[index].isOneOf({"&&", "||"}) && foldLogical(text, index)) ||
          (tokens[index].is("?") && foldConditional(text, index)) ||
          (tokens[index].isOneOf({"*", "/"}) && foldNeutral(text, index, 1)) ||
          (tokens[index].isOneOf({"+", "-"}) && foldNeutral(text, index, 0)))
        return true;
    }
    return false;
  }

  /// The first token of the operand that ends before `end`, behind what cannot be a part of it:
  /// `delimiter`, if it is not null, gets that token's index, or NoToken at the text's beginning.
  static size_t operandBegin(const BracketedTokens &text, size_t end, bool stopsAtOr,
                             size_t &delimiter) {
    size_t begin = end;
    for (size_t index = text.codeBefore(end); index != NoToken; index = text.codeBefore(begin)) {
      delimiter = index;
      if (text.closes(index) && !text[index].is("}")) {
        begin = text.partner(index);
        continue;
      }
      if (text.opens(index) || (stopsAtOr && text[index].is("||")) ||
          text[index].isOneOf({",", "=", "return", "?", ":", ";", "}",
                               "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">=="}))
        return text.code(index + 1);
      begin = index;
    }
    delimiter = NoToken;
    return begin;
  }

  /// Where an operand of `||`, or of `&&`, that begins at `begin` ends.
  static size_t operandEnd(const BracketedTokens &text, size_t begin, bool stopsAtOr) {
    size_t index = text.code(begin);
    for (; index < text.size(); index = text.code(text.behind(index)))
      if (text.closes(index) || (stopsAtOr && text[index].is("||")) ||
          text[index].isOneOf({",", ";", "?", ":"}))
        break;
    return index;
  }

  bool foldLogical(const BracketedTokens &text, size_t index) {
    const bool isOr = tokens[index].is("||");
    size_t delimiter = NoToken;
    const size_t begin = operandBegin(text, index, !isOr, delimiter);
    if (begin >= index)
      return false;
    const ConstantExpression left(text, begin, index, facts);
    if (!left.value() || !left.isPure())
      return dropNeutral(text, index);
    const unsigned line = tokens[begin].line;
    if (left.value()->isTrue() == isOr) {
      size_t end = operandEnd(text, index + 1, !isOr);
      while (!tokens[end - 1].isCode())
        --end;
      replace(tokens, begin, end, tokensOnLine(isOr ? "true" : "false", line));
    } else {
      const size_t rest = text.code(index + 1);
      replace(tokens, begin, rest, {});
      if (delimiter != NoToken && text.codeIs(delimiter, "("))
        dropParentheses(delimiter, text.partner(delimiter) - (rest - begin));
    }
    return true;
  }

  /// Drops a second operand that says nothing: `&& true`, `|| false`.
  bool dropNeutral(const BracketedTokens &text, size_t index) {
    const bool isOr = tokens[index].is("||");
    size_t end = text.code(index + 1);
    while (end < text.size() && !text.closes(end) &&
           !text[end].isOneOf({",", ";", "?", ":", "||"}) && (isOr || !text[end].is("&&")))
      end = text.code(text.behind(end));
    const ConstantExpression right(text, index + 1, end, facts);
    if (!right.value() || !right.isPure() || right.value()->isTrue() == isOr)
      return false;
    const bool goesOn = end < text.size() && text[end].isOneOf({"&&", "||"});
    replace(tokens, goesOn ? index : text.codeBefore(index) + 1, end, {}); // with their comments
    return true;
  }

  bool foldConditional(const BracketedTokens &text, size_t question) {
    size_t delimiter = NoToken;
    const size_t begin = operandBegin(text, question, false, delimiter);
    if (begin >= question)
      return false;
    const ConstantExpression condition(text, begin, question, facts);
    if (!condition.value() || !condition.isPure())
      return false;
    const size_t colon = conditionalPart(text, question + 1, question);
    if (!text.codeIs(colon, ":"))
      failAt(tokens[question], "a '?' without ':'");
    const size_t end = conditionalPart(text, colon + 1, question);
    SourceTokens branch(tokens.begin() + (condition.value()->isTrue() ? question : colon) + 1,
                        tokens.begin() + (condition.value()->isTrue() ? colon : end));
    // A comment at its end is the operator's, and would hide what comes to stand behind it.
    trimToCode(branch);
    if (branch.size() == 1 && spelledValue(branch[0].text))
      branch[0].found = true;
    size_t first = begin, last = end;
    while (!tokens[last - 1].isCode())
      --last;
    if (isEnclosed(text, delimiter, end) &&
        (isPostfix(branch) || bindsMoreStrongly(text, branch, delimiter, end))) {
      first = delimiter;
      last = end + 1;
    } else if (needsParentheses(text, delimiter, branch)) {
      branch.insert(branch.begin(), symbol("(", tokens[begin].line));
      branch.push_back(symbol(")", tokens[begin].line));
    }
    replace(tokens, first, last, std::move(branch));
    return true;
  }

  /// Drops parentheses of their own around what needs none.
  void dropParentheses(size_t open, size_t close) {
    const BracketedTokens text(tokens);
    const SourceTokens inside(tokens.begin() + open + 1, tokens.begin() + close);
    const bool inParentheses = text.codeIs(open + 1, "(") && text.partner(open + 1) == close - 1;
    if (inParentheses)
      ++open, --close; // those within, which the others make superfluous
    else if (!isEnclosed(text, open, close) || !isPostfix(inside))
      return;
    tokens.erase(tokens.begin() + close);
    tokens.erase(tokens.begin() + open);
  }

  /// Where what begins behind `?` or `:` ends.
  static size_t conditionalPart(const BracketedTokens &text, size_t begin, size_t question) {
    unsigned nested = 0;
    size_t index = text.code(begin);
    for (; index < text.size(); index = text.code(text.behind(index))) {
      if (text.codeIs(index, "?")) {
        ++nested;
      } else if (text.codeIs(index, ":")) {
        if (nested == 0)
          return index;
        --nested;
      } else if (text.closes(index) || text[index].isOneOf({",", ";"})) {
        return index;
      }
    }
    failAt(text[question], "a conditional operator has no end");
  }

  /// The expression is all that parentheses of its own hold.
  bool isEnclosed(const BracketedTokens &text, size_t delimiter, size_t end) const {
    if (delimiter == NoToken || !text.codeIs(delimiter, "(") || text.partner(delimiter) != end)
      return false;
    const size_t before = text.codeBefore(delimiter);
    return before == NoToken || (tokens[before].is(Kind::Word)
                                     ? tokens[before].is("return")
                                     : !text.closes(before) && !tokens[before].is(Kind::String));
  }

  /// A name, a literal, a call: what needs no parentheses anywhere.
  static bool isPostfix(const SourceTokens &branch) {
    const BracketedTokens text(branch);
    bool wasOperand = false;
    for (size_t index = text.code(0); index < text.size(); index = text.code(text.behind(index))) {
      const SourceToken &token = branch[index];
      const bool operand = token.is(Kind::Word) || token.is(Kind::Number) || token.is(Kind::String);
      if (operand ? wasOperand : !(text.opens(index) || token.isOneOf({"::", ".", "->"})))
        return false;
      if (token.is("(") && !wasOperand && index > 0 && !text.closes(text.codeBefore(index)))
        return false; // a cast
      wasOperand = operand;
    }
    return !branch.empty() && !branch[0].is("(");
  }

  /// All operators of the branch bind more strongly than those around the parentheses.
  static bool bindsMoreStrongly(const BracketedTokens &text, const SourceTokens &branch,
                                size_t open, size_t close) {
    const BracketedTokens part(branch);
    int weakest = 100;
    bool wasOperand = false;
    for (size_t index = part.code(0); index < part.size(); index = part.code(part.behind(index))) {
      const SourceToken &token = branch[index];
      if (part.opens(index) || token.isOneOf({"::", ".", "->"}))
        continue;
      const bool operand = !token.is(Kind::Symbol);
      const int level = operand ? 100 : precedence(token.text);
      if (operand == wasOperand || level == 0)
        return false; // a unary operator, a cast, or something else
      weakest = std::min(weakest, level);
      wasOperand = operand;
    }
    const size_t before = text.codeBefore(open), behind = text.code(close + 1);
    const size_t left = before == NoToken ? NoToken : text.codeBefore(before);
    const int above = before == NoToken ? 0 : precedence(text[before].text);
    const int below = behind == text.size() ? 0 : precedence(text[behind].text);
    const bool isBinary =
        above > 0 && left != NoToken &&
        (text.closes(left) || text[left].is(Kind::Word) || text[left].is(Kind::Number));
    return wasOperand && isBinary && weakest > above && weakest >= below &&
           !text[behind == text.size() ? before : behind].isOneOf({".", "->", "[", "("});
  }

  static bool needsParentheses(const BracketedTokens &text, size_t delimiter,
                               const SourceTokens &branch) {
    const bool inList = delimiter != NoToken && text.opensTemplateList(delimiter);
    const BracketedTokens part(branch);
    for (size_t index = part.code(0); index < part.size(); index = part.code(part.behind(index)))
      if (part.codeIs(index, ",") || (inList && part.codeIs(index, ">")))
        return true;
    return false;
  }

  /// What ends an operand that is the number: a member, or a literal that was an expression.
  std::optional<size_t> endOfNumber(const BracketedTokens &text, size_t begin,
                                    long long number) const {
    std::optional<KnownValue> value;
    size_t end = begin + 1;
    if (const auto member = memberAt(text, begin, text.size())) {
      value = valueOf(*member, facts);
      end = member->end;
    } else if (tokens[begin].found) {
      value = spelledValue(tokens[begin].text);
    }
    if (!value || value->type == KnownValue::Type::Bool || value->number != number)
      return std::nullopt;
    return end;
  }

  /// `x * 1`, `x / 1` and `1 * x`, `x + 0`, `x - 0` and `0 + x`.
  bool foldNeutral(const BracketedTokens &text, size_t index, long long neutral) {
    const size_t before = text.codeBefore(index), behind = text.code(index + 1);
    if (before == NoToken || behind == tokens.size())
      return false;
    const bool hasLeft = tokens[before].is(Kind::Word)
                             ? !tokens[before].is("return")
                             : tokens[before].is(Kind::Number) ||
                                   (text.closes(before) && !text.closesTemplateList(before));
    if (!hasLeft)
      return false;
    if (const auto end = endOfNumber(text, behind, neutral)) {
      const size_t next = text.code(*end);
      const bool goesOn =
          next < tokens.size() && (text.opens(next) || tokens[next].isOneOf({"::", ".", "->"}) ||
                                   precedence(tokens[next].text) > precedence(tokens[index].text));
      if (!goesOn) {
        replace(tokens, before + 1, *end, {});
        return true;
      }
    }
    if (tokens[index].isOneOf({"/", "-"}))
      return false;
    // A number before the operator is a literal, or the three tokens of a member.
    size_t first = before;
    if (!tokens[before].found) {
      const size_t colons = text.codeBefore(before);
      first = colons == NoToken ? NoToken : text.codeBefore(colons);
    }
    if (first == NoToken || endOfNumber(text, first, neutral) != before + 1)
      return false;
    const size_t left = text.codeBefore(first);
    if (left != NoToken && precedence(tokens[left].text) >= precedence(tokens[index].text))
      return false;
    replace(tokens, first, behind, {});
    return true;
  }

  SourceTokens &tokens;
  const KernelFacts &facts;
};

// Constants --------------------------------------------------------------------------------------

/// True where a function's body, or a block of one, begins with the brace.
bool isInFunction(const BracketedTokens &text, size_t brace) {
  for (size_t index = brace; (index = text.codeBefore(index)) != NoToken;) {
    if (text.closes(index) && !text[index].is("}"))
      index = text.partner(index);
    else if (text[index].isOneOf({"{", "}", ";"}))
      return true;
    else if (text[index].isOneOf({"namespace", "struct", "class", "union", "enum", "extern"}))
      return false;
  }
  return true;
}

/// Where [begin, end) uses a local name; nothing where something else has the name too, or a
/// constant's address is needed.
std::optional<std::vector<size_t>> usesOf(const BracketedTokens &text, const std::string &name,
                                          size_t begin, size_t end) {
  std::vector<size_t> uses;
  for (size_t index = begin; index < end; ++index) {
    if (text[index].is(Kind::Directive) && text[index].text.find(name) != std::string::npos)
      return std::nullopt;
    if (!text[index].is(Kind::Word) || !text[index].is(name))
      continue;
    const SourceToken &left = text[text.codeBefore(index)];
    if (left.isOneOf({".", "->", "::"}))
      continue;
    if ((left.is(Kind::Word) && !left.isOneOf({"return", "case", "else"})) || left.is("&") ||
        text.closesTemplateList(text.codeBefore(index)))
      return std::nullopt;
    uses.push_back(index);
  }
  return uses;
}

/// A local declaration whose name goes, and what stands for it.
struct Replaceable {
  size_t name;
  SourceToken value;
};

/// `const bool packs = true;`: constants that have become true, false, 0 or 1. Other numbers need
/// their names.
std::optional<Replaceable> literalAt(const BracketedTokens &text, size_t begin,
                                     const KernelFacts &facts) {
  const size_t type = text.code(begin + 1), name = text.code(type + 1);
  const size_t equals = text.code(name + 1), first = text.code(equals + 1);
  if (first >= text.size() || !text[type].isOneOf({"int", "bool"}) || !text[name].is(Kind::Word) ||
      !text[equals].is("="))
    return std::nullopt;
  size_t end = first + 1;
  std::optional<KnownValue> value;
  if (const auto member = memberAt(text, first, text.size())) {
    value = valueOf(*member, facts);
    end = member->end;
    if (member->owner == "Tile")
      return std::nullopt; // the name says more
  } else if (text[first].found) {
    value = spelledValue(text[first].text);
  }
  const bool isBool = text[type].is("bool");
  if (!value || (value->type == KnownValue::Type::Bool) != isBool ||
      value->type == KnownValue::Type::Unsigned || value->number < 0 || value->number > 1 ||
      !text.codeIs(text.code(end), ";"))
    return std::nullopt;
  return Replaceable{name,
                     {.kind = isBool ? Kind::Word : Kind::Number,
                      .text = value->spelling(),
                      .line = 0,
                      .found = true}};
}

/// `const Problem &own = problem;`: another name.
std::optional<Replaceable> aliasAt(const BracketedTokens &text, size_t begin) {
  const size_t type = text.code(begin + 1), reference = text.code(type + 1);
  const size_t name = text.code(reference + 1), equals = text.code(name + 1);
  const size_t value = text.code(equals + 1), end = text.code(value + 1);
  if (end >= text.size() || !text[begin].is("const") || !text[type].is(Kind::Word) ||
      !text[reference].is("&") || !text[name].is(Kind::Word) || !text[equals].is("=") ||
      !text[value].is(Kind::Word) || !text[end].is(";"))
    return std::nullopt;
  return Replaceable{name, text[value]};
}

/// `using Part = typename Problem::Part;` of a known type goes, and the type stands where its name
/// stood. True where one went.
bool dropAlias(SourceTokens &tokens, const KernelFacts &facts) {
  const BracketedTokens text(tokens);
  for (size_t begin = 0; begin < tokens.size(); ++begin) {
    if (!text.codeIs(begin, "using"))
      continue;
    const size_t name = text.code(begin + 1), equals = text.code(name + 1);
    size_t value = text.code(equals + 1);
    if (text.codeIs(value, "typename"))
      value = text.code(value + 1);
    const auto member = memberAt(text, value, tokens.size());
    const size_t brace = text.enclosingBrace(begin);
    if (!text.codeIs(equals, "=") || !member || member->owner != "Problem" || brace == NoToken ||
        !text.codeIs(text.code(member->end), ";"))
      continue;
    const auto known = facts.problem.find(member->name);
    if (known == facts.problem.end())
      continue;
    const size_t end = text.code(member->end) + 1, last = text.partner(brace);
    std::vector<size_t> uses;
    bool isType = true;
    for (size_t index = end; index < last && isType; ++index) {
      const SourceToken &before = tokens[text.codeBefore(index)];
      if (!tokens[index].is(Kind::Word) || !tokens[index].is(tokens[name].text) ||
          before.isOneOf({".", "->", "::"}))
        continue;
      isType = !before.is(Kind::Word) || before.isOneOf({"const", "constexpr", "static", "return"});
      // Types of several words take no parentheses behind them.
      isType = isType && !(known->second.find(' ') != std::string::npos &&
                           tokens[text.code(index + 1)].isOneOf({"(", "{"}));
      uses.push_back(index);
    }
    if (!isType)
      continue;
    for (auto use = uses.rbegin(); use != uses.rend(); ++use)
      replace(tokens, *use, *use + 1, tokensOnLine(known->second, tokens[*use].line));
    size_t behind = end;
    if (behind < tokens.size() && tokens[behind].is(Kind::Space))
      ++behind;
    tokens.erase(tokens.begin() + begin, tokens.begin() + behind);
    return true;
  }
  return false;
}

/// `int end = problem.k;` of a list: a size, which never changes, a constant of the tile, or, where
/// nothing is assigned to it, 0 or 1.
std::optional<SourceTokens> sizeAt(const BracketedTokens &text, size_t begin, size_t end) {
  begin = text.code(begin, end);
  const size_t sign = text.code(begin + 1, end), name = text.code(sign + 1, end);
  const size_t behind = text.code(begin < end && sign == end ? sign : name + 1, end);
  const auto copied = [&] {
    SourceTokens value;
    for (size_t index = begin; index < end; ++index)
      if (text[index].isCode())
        value.push_back(text[index]);
    return value;
  };
  if (begin < end && sign == end && text[begin].isOneOf({"0", "1"})) {
    SourceTokens value = copied();
    value[0].found = true;
    return value;
  }
  if (name >= end || behind != end)
    return std::nullopt;
  if ((text[begin].is("problem") && text[sign].is(".") && text[name].isOneOf({"m", "n", "k"})) ||
      (text[begin].is("Tile") && text[sign].is("::")))
    return copied();
  return std::nullopt;
}

/// Nothing is assigned to a name where it is used.
bool isRead(const BracketedTokens &text, const std::vector<size_t> &uses) {
  return std::ranges::all_of(uses, [&](size_t use) {
    const SourceToken &left = text[text.codeBefore(use)], &right = text[text.code(use + 1)];
    const bool isArgument = left.isOneOf({"(", ","}) && right.isOneOf({")", ","});
    return !isArgument && !left.isOneOf({"++", "--"}) &&
           !right.isOneOf({"=", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "|=", "&="});
  });
}

/// Sizes of a declaration of ints go, and what they are stands where their names stood. True where
/// one went.
bool dropSize(SourceTokens &tokens) {
  const BracketedTokens text(tokens);
  for (size_t begin = 0; begin < tokens.size(); ++begin) {
    if (!tokens[begin].isOneOf({"const", "constexpr", "int"}))
      continue;
    const bool isConstant = !tokens[begin].is("int");
    const size_t type = isConstant ? text.code(begin + 1) : begin;
    const size_t before = text.codeBefore(begin), brace = text.enclosingBrace(begin);
    if (!text.codeIs(type, "int") || before == NoToken ||
        !tokens[before].isOneOf({"{", "}", ";"}) || brace == NoToken || !isInFunction(text, brace))
      continue;
    const size_t end = text.statementEnd(begin), last = text.partner(brace);
    for (size_t name = text.code(type + 1); name < end;) {
      size_t comma = name;
      while (comma < end && !text[comma].isOneOf({",", ";"}))
        comma = text.behind(comma);
      const size_t equals = text.code(name + 1);
      const auto value = text.codeIs(equals, "=") ? sizeAt(text, equals + 1, comma) : std::nullopt;
      const auto uses = value && !(isConstant && value->size() == 1)
                            ? usesOf(text, tokens[name].text, comma, last)
                            : std::nullopt;
      if (!uses || !(isConstant || isRead(text, *uses))) {
        name = text.code(comma + 1);
        continue;
      }
      for (auto use = uses->rbegin(); use != uses->rend(); ++use) {
        SourceTokens copy = *value;
        for (SourceToken &token : copy)
          token.line = tokens[*use].line;
        replace(tokens, *use, *use + 1, std::move(copy));
      }
      const bool isFirst = name == text.code(type + 1), isLast = text.codeIs(comma, ";");
      size_t from = isFirst && isLast ? begin : name, to = isLast ? comma : text.code(comma + 1);
      if (isFirst && isLast) {
        to = comma + 1;
        if (to + 1 < last && tokens[to].is(Kind::Space) && tokens[to].lineEnds() == 0 &&
            tokens[to + 1].is(Kind::Comment))
          to += 2;
        if (to < last && tokens[to].is(Kind::Space))
          ++to;
      } else if (isLast) {
        from = text.codeBefore(name); // the comma
      }
      tokens.erase(tokens.begin() + from, tokens.begin() + to);
      return true;
    }
  }
  return false;
}

/// Local names of what has a shorter or a better one go, and so do declarations marked
/// `[[maybe_unused]]` that nothing uses. True where one went.
bool dropDeclaration(SourceTokens &tokens, const KernelFacts &facts) {
  const BracketedTokens text(tokens);
  for (size_t begin = 0; begin < tokens.size(); ++begin) {
    const bool mayBeUnused = tokens[begin].is("[") && text.codeIs(begin + 1, "[") &&
                             text.codeIs(begin + 2, "maybe_unused");
    if (!mayBeUnused && !tokens[begin].isOneOf({"const", "constexpr"}))
      continue;
    const size_t before = text.codeBefore(begin), brace = text.enclosingBrace(begin);
    if (before == NoToken || !tokens[before].isOneOf({"{", "}", ";"}) || brace == NoToken ||
        !isInFunction(text, brace))
      continue;
    const size_t end = text.statementEnd(begin), last = text.partner(brace);
    if (mayBeUnused) {
      // [[maybe_unused]] int name = 0;
      const size_t type = text.code(text.behind(begin)), name = text.code(type + 1);
      if (!tokens[type].is(Kind::Word) || !tokens[name].is(Kind::Word) ||
          !text.codeIs(text.code(name + 1), "="))
        continue;
      const auto uses = usesOf(text, tokens[name].text, end, last);
      if (!uses || !uses->empty())
        continue;
    } else {
      std::optional<Replaceable> found = literalAt(text, begin, facts);
      if (!found)
        found = aliasAt(text, begin);
      const auto uses = found ? usesOf(text, tokens[found->name].text, end, last) : std::nullopt;
      if (!uses)
        continue;
      for (const size_t use : *uses) {
        const unsigned line = tokens[use].line;
        tokens[use] = found->value;
        tokens[use].line = line;
      }
    }
    // With the space behind it, and the comment on its line.
    size_t behind = end;
    if (behind + 1 < last && tokens[behind].is(Kind::Space) &&
        tokens[behind].text.find('\n') == std::string::npos && tokens[behind + 1].is(Kind::Comment))
      behind += 2;
    if (behind < last && tokens[behind].is(Kind::Space))
      ++behind;
    tokens.erase(tokens.begin() + begin, tokens.begin() + behind);
    return true;
  }
  return false;
}

// Statements -------------------------------------------------------------------------------------

/// Decides `if constexpr`, and `if` of known operands.
class StatementFolding {
public:
  StatementFolding(const SourceTokens &all, const KernelFacts &known)
      : tokens(all),
        text(tokens),
        facts(known) {}

  SourceTokens run() {
    copy(0, tokens.size());
    return std::move(out);
  }

private:
  struct If {
    bool isConstexpr;
    size_t open, close;                          ///< the condition's parentheses
    size_t thenBegin, thenEnd;                   ///< with what stands before the statement
    size_t other = NoToken, elseBegin = NoToken; ///< the word `else`, and the statement behind it
    size_t end;
    std::optional<bool> decided;
    std::optional<std::string> condition; ///< simplified
  };

  If parse(size_t begin) const {
    If result;
    size_t open = text.code(begin + 1);
    result.isConstexpr = text.codeIs(open, "constexpr");
    if (result.isConstexpr)
      open = text.code(open + 1);
    if (!text.codeIs(open, "("))
      failAt(tokens[begin], "an 'if' without a condition in parentheses");
    result.open = open;
    result.close = text.partner(open);
    for (size_t index = open + 1; index < result.close; index = text.behind(index))
      if (result.isConstexpr && text.codeIs(index, ";"))
        failAt(tokens[begin], "an 'if constexpr' with an initialiser");
    result.thenBegin = text.code(result.close + 1);
    result.end = result.thenEnd = text.statementEnd(result.thenBegin);
    if (const size_t other = text.code(result.thenEnd); text.codeIs(other, "else")) {
      result.other = other;
      result.elseBegin = text.code(other + 1);
      result.end = text.statementEnd(result.elseBegin);
    }
    const ConstantExpression condition(text, open + 1, result.close, facts);
    if (const auto value = condition.value(); value && (result.isConstexpr || condition.isPure()))
      result.decided = value->isTrue();
    else if (result.isConstexpr)
      result.condition = condition.simplified();
    return result;
  }

  void copy(size_t begin, size_t end) {
    for (size_t index = begin; index < end;) {
      if (!text.codeIs(index, "if")) {
        out.push_back(tokens[index++]);
        continue;
      }
      index = fold(index, end);
    }
  }

  /// Returns where to go on.
  size_t fold(size_t begin, size_t end) {
    const If parsed = parse(begin);
    if (!parsed.decided) {
      copyUndecided(begin, parsed);
      return parsed.end;
    }
    const size_t before = text.codeBefore(begin);
    const bool inBlock = before == NoToken || tokens[before].isOneOf({"{", "}", ";", ":"});
    SourceTokens branch;
    if (*parsed.decided)
      branch = folded(parsed.thenBegin, parsed.thenEnd);
    else if (parsed.elseBegin != NoToken)
      branch = folded(parsed.elseBegin, parsed.end);
    if (isEmpty(branch)) {
      if (inBlock)
        return vanish(parsed.end, end);
      branch = tokensOnLine("{}", tokens[begin].line);
    } else if (inBlock && branch.front().is("{")) {
      branch.front().mayGo = branch.back().mayGo = true;
    }
    const bool returns = inBlock && endsWithReturn(branch);
    out.insert(out.end(), branch.begin(), branch.end());
    return returns ? behindDeadCode(parsed.end, end) : parsed.end;
  }

  SourceTokens folded(size_t begin, size_t end) {
    SourceTokens outer;
    outer.swap(out);
    copy(begin, end);
    outer.swap(out);
    trim(outer);
    return outer;
  }

  static bool isEmpty(const SourceTokens &branch) {
    return std::none_of(branch.begin(), branch.end(), [](const SourceToken &token) {
      return token.isCode() && !token.isOneOf({"{", "}", ";"});
    });
  }

  void copyUndecided(size_t begin, const If &parsed) {
    out.insert(out.end(), tokens.begin() + begin, tokens.begin() + parsed.open + 1);
    if (parsed.condition) {
      SourceTokens condition = tokensOnLine(*parsed.condition, tokens[parsed.open].line);
      out.insert(out.end(), condition.begin(), condition.end());
    } else {
      copy(parsed.open + 1, parsed.close);
    }
    copy(parsed.close, parsed.thenEnd);
    if (parsed.other == NoToken)
      return;
    // Of a chain the first statement that stays is what follows `else`.
    size_t first = parsed.elseBegin, last = parsed.end;
    while (text.codeIs(first, "if")) {
      const If next = parse(first);
      if (!next.decided)
        break;
      if (*next.decided) {
        first = next.thenBegin;
        last = next.thenEnd;
        break;
      }
      if (next.other == NoToken)
        return;
      first = next.elseBegin;
    }
    SourceTokens branch;
    if (text.codeIs(first, "if")) {
      SourceTokens outer;
      outer.swap(out);
      copyUndecided(first, parse(first));
      outer.swap(out);
      branch = std::move(outer);
    } else {
      branch = folded(first, last);
    }
    if (isEmpty(branch))
      return;
    out.insert(out.end(), tokens.begin() + parsed.thenEnd, tokens.begin() + parsed.elseBegin);
    out.insert(out.end(), branch.begin(), branch.end());
  }

  /// Nothing is left of the statement: the comment above it goes, and the one behind it. Returns
  /// where to go on.
  size_t vanish(size_t next, size_t end) {
    while (out.size() > 1 && out.back().lineEnds() == 1) {
      const size_t comment = out.size() - 2;
      const bool ownLine = comment == 0 || out[comment - 1].lineEnds() > 0;
      if (!ownLine || !(out[comment].is(Kind::Comment) || out[comment].is(Kind::Directive)))
        break;
      out.erase(out.begin() + comment, out.end());
    }
    if (next + 1 < end && tokens[next].is(Kind::Space) && tokens[next].lineEnds() == 0 &&
        tokens[next + 1].is(Kind::Comment))
      next += 2;
    // Of the empty lines before and behind it one is enough.
    if (next < end && tokens[next].is(Kind::Space) && !out.empty() && out.back().is(Kind::Space)) {
      if (out.back().lineEnds() < tokens[next].lineEnds())
        out.pop_back();
      else
        ++next;
    }
    return next;
  }

  static bool endsWithReturn(const SourceTokens &branch) {
    const BracketedTokens part(branch);
    size_t begin = part.code(0), end = part.size();
    if (begin < end && branch[begin].is("{")) {
      end = part.partner(begin);
      begin = part.code(begin + 1, end);
    }
    size_t last = NoToken;
    while (begin < end) {
      last = begin;
      begin = part.code(part.statementEnd(begin), end);
    }
    return last != NoToken && part.codeIs(last, "return");
  }

  /// The rest of the block is never reached, unless it can be jumped to.
  size_t behindDeadCode(size_t begin, size_t end) const {
    size_t index = begin;
    for (; index < end && !text.closes(index); index = text.behind(index))
      if (text.codeIs(index, "case") || text.codeIs(index, "default"))
        return begin;
    return index;
  }

  const SourceTokens &tokens;
  const BracketedTokens text;
  const KernelFacts &facts;
  SourceTokens out;
};

/// The names that the statements [begin, end) of a block declare; some others, too, but none less.
std::set<std::string> declaredNames(const BracketedTokens &text, size_t begin, size_t end) {
  std::set<std::string> names;
  for (begin = text.code(begin, end); begin < end;) {
    const size_t last = text.statementEnd(begin);
    if (text.codeIs(begin, "{") && text[begin].mayGo)
      names.merge(declaredNames(text, begin + 1, last - 1));
    const bool isDeclaration =
        text[begin].is(Kind::Word) &&
        !text[begin].isOneOf({"if", "for", "while", "switch", "do", "return", "break", "continue",
                              "asm", "case", "default", "delete", "goto", "throw"});
    size_t before = NoToken;
    bool inValue = false;
    for (size_t index = begin; isDeclaration && index < last;
         before = index, index = text.code(text.behind(index), last)) {
      inValue = text.codeIs(index, "=") || (inValue && !text.codeIs(index, ","));
      if (before == NoToken || inValue)
        continue;
      if (text.codeIs(index, "[") && text.codeIs(before, "auto")) // a structured binding
        for (size_t each = index + 1; each < text.partner(index); ++each)
          if (text[each].is(Kind::Word))
            names.insert(text[each].text);
      const size_t next = text.code(index + 1, last);
      if (text[index].is(Kind::Word) && next < last &&
          (text[before].is(Kind::Word) || text.closes(before) ||
           text[before].isOneOf({"*", "&", "&&", ",", "<"})) &&
          text[next].isOneOf({"=", ";", "[", "(", "{", ",", ":"}))
        names.insert(text[index].text);
    }
    begin = text.code(last, end);
  }
  return names;
}

} // namespace

void dropBraces(SourceTokens &tokens) {
  const BracketedTokens text(tokens);
  for (size_t open = tokens.size(); open-- > 0;) {
    if (!tokens[open].mayGo || !text.opens(open))
      continue;
    const size_t close = text.partner(open);
    const std::set<std::string> names = declaredNames(text, open + 1, close);
    const size_t brace = text.enclosingBrace(open);
    const size_t begin = brace == NoToken ? 0 : brace;
    const size_t end = brace == NoToken ? tokens.size() : text.partner(brace);
    bool isFree = true;
    for (size_t index = begin; index < end && isFree; ++index)
      isFree = (index >= open && index < close) || !tokens[index].is(Kind::Word) ||
               !names.contains(tokens[index].text);
    tokens[open].mayGo = tokens[close].mayGo = isFree;
  }
  SourceTokens kept;
  for (SourceToken &token : tokens) {
    // Around a brace that goes one end of a line is enough.
    const bool again = token.is(Kind::Space) && !kept.empty() && kept.back().is(Kind::Space) &&
                       token.lineEnds() <= kept.back().lineEnds();
    if (!token.mayGo && !again)
      kept.push_back(std::move(token));
  }
  tokens = std::move(kept);
}

namespace {

// Names and templates ----------------------------------------------------------------------------

/// Replaces members that are known, and what is no template any more loses its lists.
class NameFolding {
public:
  NameFolding(const SourceTokens &all, const KernelFacts &known)
      : tokens(all),
        text(tokens),
        facts(known),
        gone(all.size(), false),
        instead(all.size()) {}

  SourceTokens run() {
    for (size_t index = 0; index < tokens.size(); ++index) {
      if (!tokens[index].is(Kind::Word))
        continue;
      if (tokens[index].is("template"))
        shortenHead(index);
      else if (text.opensTemplateList(index + 1 < tokens.size() ? index + 1 : index))
        shortenUse(index);
      if (const auto member = memberAt(text, index, tokens.size()))
        replaceMember(index, *member);
      else if (const auto type = facts.parameters.find(tokens[index].text);
               type != facts.parameters.end() && !gone[index] && !isMember(index)) {
        instead[index] = type->second;
        drop(index, index + 1);
      }
    }
    SourceTokens out;
    for (size_t index = 0; index < tokens.size(); ++index) {
      if (!instead[index].empty())
        for (SourceToken &token : tokensOnLine(instead[index], tokens[index].line))
          out.push_back(std::move(token));
      if (!gone[index])
        out.push_back(tokens[index]);
    }
    return out;
  }

private:
  void drop(size_t begin, size_t end) { std::fill(gone.begin() + begin, gone.begin() + end, true); }

  void replaceMember(size_t index, const MemberName &member) {
    const bool isProblem = member.owner == "Problem";
    const auto known = isProblem ? facts.problem.find(member.name) : facts.problem.end();
    const bool isKnown = known != facts.problem.end();
    const bool isType = isProblem ? isKnown || !facts.manyProblems : facts.oneTile;
    if (const size_t before = text.codeBefore(index);
        isType && before != NoToken && text.codeIs(before, "typename"))
      drop(before, index);
    if (!isKnown)
      return;
    instead[index] = known->second;
    drop(index, member.end);
  }

  bool isGone(std::string_view name) const {
    return (name == "Problem" && !facts.manyProblems) || (name == "Tile" && facts.oneTile) ||
           facts.parameters.contains(name);
  }

  bool isMember(size_t index) const {
    const size_t before = text.codeBefore(index);
    return before != NoToken && tokens[before].isOneOf({"::", ".", "->"});
  }

  /// `Tile`, or `typename Problem::Sum` where Sum is known.
  bool isGoneArgument(size_t begin, size_t end) const {
    size_t word = text.code(begin, end);
    if (word < end && text.codeIs(word, "typename"))
      word = text.code(word + 1, end);
    if (word == end)
      return false;
    if (const auto member = memberAt(text, word, end))
      return member->owner == "Problem" && facts.parameters.contains(member->name) &&
             text.code(member->end, end) == end;
    return tokens[word].is(Kind::Word) && isGone(tokens[word].text) &&
           text.code(word + 1, end) == end;
  }

  struct Part {
    size_t begin, end; ///< between commas
  };
  std::vector<Part> partsOf(size_t open) const {
    std::vector<Part> parts = {{open + 1, open + 1}};
    for (size_t index = open + 1; index < text.partner(open); index = text.behind(index)) {
      if (text.codeIs(index, ","))
        parts.push_back({index + 1, index + 1});
      parts.back().end = text.behind(index);
    }
    return parts;
  }

  /// Drops parts of a list; true where none is left of it.
  template <typename Predicate>
  bool shorten(size_t open, const Predicate &goes) {
    const std::vector<Part> parts = partsOf(open);
    bool anyGone = false, anyLeft = false;
    for (const Part &part : parts) {
      if (!goes(part)) {
        // The comma before the first that is left.
        if (!anyLeft && part.begin > open + 1)
          drop(part.begin - 1, text.code(part.begin));
        anyLeft = true;
        continue;
      }
      anyGone = true;
      drop(part.begin > open + 1 ? part.begin - 1 : part.begin, part.end);
    }
    return anyGone && !anyLeft;
  }

  /// `typename Name` or `class Name`, perhaps with a default, or `int Name` where that is known.
  bool isGoneParameter(const Part &part) const {
    size_t last = NoToken;
    for (size_t index = text.code(part.begin, part.end);
         index < part.end && !text.codeIs(index, "="); index = text.code(index + 1, part.end))
      last = index;
    if (last != NoToken && facts.parameters.contains(tokens[last].text))
      return true;
    const size_t keyword = text.code(part.begin, part.end);
    const size_t name = text.code(keyword + 1, part.end);
    return keyword < part.end && tokens[keyword].isOneOf({"typename", "class"}) &&
           name < part.end && isGone(tokens[name].text);
  }

  void shortenHead(size_t index) {
    const size_t open = text.code(index + 1);
    if (open == tokens.size() || !text.opensTemplateList(open))
      return;
    if (!shorten(open, [&](const Part &part) { return isGoneParameter(part); }))
      return;
    const size_t declaration = text.code(text.partner(open) + 1);
    drop(index, declaration);
    if (isNamespaceLevel(index))
      instead[declaration] = linkage(declaration);
  }

  /// What a function must have in place of its template's head, so that several files may hold it.
  std::string linkage(size_t begin) const {
    bool isKernel = false;
    for (size_t index = begin; index < tokens.size(); index = text.code(text.behind(index))) {
      const SourceToken &token = tokens[index];
      if (token.isOneOf({"inline", "__forceinline__", "static", "constexpr", "consteval", "extern",
                         "friend", "using", "struct", "class", "union", "enum", "=", ";", "{"}))
        return {};
      isKernel |= token.is("__global__");
      if (text.codeIs(index, "(") &&
          !tokens[text.codeBefore(index)].isOneOf(
              {"__launch_bounds__", "alignas", "__attribute__", "decltype", "__cluster_dims__"}))
        return isKernel ? "static " : "inline ";
    }
    return {};
  }

  bool isNamespaceLevel(size_t index) const {
    for (size_t brace = text.enclosingBrace(index); brace != NoToken;
         brace = text.enclosingBrace(brace)) {
      size_t before = text.codeBefore(brace);
      if (before != NoToken && tokens[before].is(Kind::String))
        before = text.codeBefore(before); // extern "C++"
      while (before != NoToken && !tokens[before].isOneOf({"namespace", "extern"}) &&
             (tokens[before].is(Kind::Word) || tokens[before].is("::")))
        before = text.codeBefore(before);
      if (before == NoToken || !tokens[before].isOneOf({"namespace", "extern"}))
        return false;
    }
    return true;
  }

  void shortenUse(size_t name) {
    const size_t before = text.codeBefore(name);
    if (before != NoToken && text.codeIs(before, "::")) {
      const size_t scope = text.codeBefore(before);
      if (scope != NoToken && text.codeIs(scope, "std"))
        return;
    }
    const size_t open = name + 1;
    if (!shorten(open, [&](const Part &part) { return isGoneArgument(part.begin, part.end); }))
      return;
    drop(open, text.partner(open) + 1);
    if (before != NoToken && text.codeIs(before, "template"))
      drop(before, name); // of a member, which is no template any more
  }

  const SourceTokens &tokens;
  const BracketedTokens text;
  const KernelFacts &facts;
  std::vector<bool> gone;
  std::vector<std::string> instead; ///< before each token
};

// Structures -------------------------------------------------------------------------------------

/// A structure's declaration in a text.
struct Structure {
  size_t head = NoToken; ///< the word `template`, if it is one
  size_t list = NoToken; ///< the bracket of its parameters
  size_t begin;          ///< the word `struct`
  size_t name;
  size_t brace;
  size_t end; ///< behind `;`
};

Structure findStructure(const BracketedTokens &text, std::string_view name) {
  for (size_t index = 0; index < text.size(); ++index) {
    if (!text.codeIs(index, "struct"))
      continue;
    Structure found;
    found.begin = index;
    found.name = text.code(index + 1);
    if (!text.codeIs(found.name, name))
      continue;
    found.brace = found.name;
    while (found.brace < text.size() && !text.codeIs(found.brace, "{") &&
           !text.codeIs(found.brace, ";"))
      found.brace = text.code(text.behind(found.brace));
    if (!text.codeIs(found.brace, "{"))
      continue; // declared, and no more
    found.end = text.code(text.partner(found.brace) + 1) + 1;
    const size_t before = text.codeBefore(index);
    if (before != NoToken && text.closesTemplateList(before)) {
      found.list = text.partner(before);
      found.head = text.codeBefore(found.list);
    }
    return found;
  }
  throw std::logic_error("no structure '" + std::string(name) + "'");
}

/// Where the comment directly above begins.
size_t withCommentAbove(const BracketedTokens &text, size_t begin) {
  while (begin > 1 && text[begin - 1].lineEnds() == 1 && text[begin - 2].is(Kind::Comment) &&
         (begin == 2 || text[begin - 3].lineEnds() > 0))
    begin -= 2;
  return begin;
}

/// Reads the values of constants that later ones may use by name.
class ConstantReader {
public:
  ConstantReader(const BracketedTokens &all, const KernelFacts &facts) : text(all), known(facts) {}

  KernelFacts::Texts constants;

  /// Those of the declarations [begin, end), which are `constexpr`.
  void read(size_t begin, size_t end) {
    for (begin = text.code(begin, end); begin < end;) {
      size_t at = begin, name = NoToken;
      bool isConstant = false, isTemplate = false;
      for (; at < end && !text.codeIs(at, ";"); at = text.behind(at)) {
        isConstant |= text.codeIs(at, "constexpr");
        isTemplate |= text.codeIs(at, "template");
        if (text[at].is(Kind::Word))
          name = at;
        if (!text.codeIs(at, "=") || !isConstant || isTemplate || name == NoToken)
          continue;
        size_t last = at + 1;
        while (last < end && !text.codeIs(last, ",") && !text.codeIs(last, ";"))
          last = text.behind(last);
        if (const auto value = valueOf(at + 1, last))
          constants[text[name].text] = *value;
        at = last - 1;
      }
      // A function's body ends without a semicolon.
      begin = text.code(at + 1, end);
    }
  }

  /// Names of constants are spelled without what they are in.
  std::optional<std::string> valueOf(size_t begin, size_t end) {
    std::string spelled;
    for (size_t index = begin; index < end; ++index) {
      if (text[index].is(Kind::Word) && constants.contains(text[index].text) &&
          !text[text.codeBefore(index)].isOneOf({"::", ".", "->"}))
        spelled += "Tile::";
      spelled += text[index].text;
    }
    const SourceTokens expression = tokensOf(spelled);
    const BracketedTokens bracketed(expression);
    known.tile = constants;
    const auto value = ConstantExpression(bracketed, 0, expression.size(), known).value();
    return value ? std::optional(value->spelling()) : std::nullopt;
  }

private:
  const BracketedTokens &text;
  KernelFacts known;
};

} // namespace

namespace {

std::string specialise(std::string_view source, const KernelFacts &facts) {
  SourceTokens tokens = tokensOf(source);
  while (dropAlias(tokens, facts)) {
  }
  do
    ExpressionFolding(tokens, facts).run();
  while (dropDeclaration(tokens, facts));
  tokens = StatementFolding(tokens, facts).run();
  while (dropDeclaration(tokens, facts) || dropSize(tokens)) {
  }
  ExpressionFolding(tokens, facts).run();
  dropBraces(tokens);
  return textOf(NameFolding(tokens, facts).run());
}

} // namespace

std::string specialised(std::string_view source, const KernelFacts &facts) {
  static Remembered<std::pair<std::string, KernelFacts>, std::string> before;
  return before.of({std::string(source), facts}, [&] { return specialise(source, facts); });
}

std::string instantiated(std::string_view source, std::string_view structure,
                         std::string_view newName, const KernelFacts::Texts &values) {
  const SourceTokens tokens = tokensOf(source);
  const BracketedTokens text(tokens);
  const Structure found = findStructure(text, structure);
  if (found.head == NoToken)
    failAt(tokens[found.begin], "'" + std::string(structure) + "' is no template");
  KernelFacts::Texts all;
  const auto substituted = [&](size_t begin, size_t end) {
    std::string result;
    for (size_t index = begin; index < end; ++index) {
      const size_t before = text.codeBefore(index);
      const bool isOwn = tokens[index].is(Kind::Word) &&
                         (before == NoToken || !tokens[before].isOneOf({"::", ".", "->"}));
      const auto value = isOwn ? all.find(tokens[index].text) : all.end();
      result += value == all.end() ? tokens[index].text : value->second;
    }
    return result;
  };
  const size_t close = text.partner(found.list);
  for (size_t begin = found.list + 1; begin < close;) {
    size_t end = begin, name = NoToken, given = NoToken;
    for (; end < close && !text.codeIs(end, ","); end = text.behind(end)) {
      if (text.codeIs(end, "=") && given == NoToken)
        given = end;
      if (tokens[end].is(Kind::Word) && given == NoToken)
        name = end;
    }
    if (name == NoToken)
      failAt(tokens[found.list], "a template's parameter without a name");
    const auto value = values.find(tokens[name].text);
    if (value != values.end())
      all[tokens[name].text] = value->second;
    else if (given != NoToken)
      all[tokens[name].text] = substituted(text.code(given + 1), end);
    else
      failAt(tokens[name], "no value for the parameter '" + tokens[name].text + "'");
    begin = end + 1;
  }
  all[std::string(structure)] = newName;
  return textOf(tokens, withCommentAbove(text, found.head), found.head) +
         substituted(found.begin, found.end);
}

KernelFacts::Texts constantsOf(std::string_view source, std::string_view structure,
                               const KernelFacts &facts) {
  const SourceTokens tokens = tokensOf(source);
  const BracketedTokens text(tokens);
  const Structure found = findStructure(text, structure);
  ConstantReader reader(text, facts);
  reader.read(0, found.begin);
  KernelFacts::Texts around = reader.constants;
  reader.read(found.brace + 1, text.partner(found.brace));
  for (const auto &[name, value] : around)
    reader.constants.erase(name);
  return reader.constants;
}

namespace {

/// One list of constants where one follows the other without a comment.
SourceTokens withoutRepeatedTypes(const SourceTokens &tokens, std::string_view structure) {
  const BracketedTokens text(tokens);
  const Structure found = findStructure(text, structure);
  const size_t close = text.partner(found.brace);
  SourceTokens result(tokens.begin(), tokens.begin() + found.brace);
  std::string type; // of the list before
  bool inList = false;
  for (size_t index = found.brace; index < tokens.size(); ++index) {
    const bool isList = index < close && text.codeIs(index, "static") &&
                        text.codeIs(text.code(index + 1), "constexpr");
    if (isList) {
      const size_t name = text.code(text.code(text.code(index + 1) + 1) + 1);
      const std::string own = text[text.codeBefore(name)].text;
      if (own == type && result.back().is(Kind::Space) && result.end()[-2].is(";")) {
        result.end()[-2].text = ",";
        index = name - 1;
        inList = true;
        continue;
      }
      type = own;
      inList = true;
    }
    if (!inList && text[index].isCode())
      type.clear();
    inList &= !text[index].is(";");
    result.push_back(tokens[index]);
  }
  return result;
}

} // namespace

std::string withOneListOfConstants(std::string_view text, std::string_view structure) {
  return textOf(withoutRepeatedTypes(tokensOf(text), structure));
}

std::string withValues(std::string_view source, std::string_view structure,
                       const KernelFacts &facts) {
  SourceTokens tokens = tokensOf(source);
  const BracketedTokens text(tokens);
  const Structure found = findStructure(text, structure);
  // From the last to the first: indices before stay what they are.
  for (size_t index = text.partner(found.brace); --index > found.brace;) {
    if (text.closes(index)) {
      index = text.partner(index);
      continue;
    }
    const size_t name = text.codeBefore(index);
    if (!text.codeIs(index, "=") || !tokens[name].is(Kind::Word))
      continue;
    const auto value = facts.tile.find(tokens[name].text);
    if (value == facts.tile.end())
      continue;
    size_t end = index + 1;
    while (!text.codeIs(end, ",") && !text.codeIs(end, ";"))
      end = text.behind(end);
    replace(tokens, text.code(index + 1), end, tokensOnLine(value->second, tokens[index].line));
  }
  return textOf(withoutRepeatedTypes(tokens, structure));
}

void checkAssertions(std::string_view source, std::string_view structure,
                     const KernelFacts &facts) {
  const SourceTokens tokens = tokensOf(source);
  const BracketedTokens text(tokens);
  const Structure found = findStructure(text, structure);
  ConstantReader reader(text, facts);
  reader.read(0, found.begin);
  reader.read(found.brace + 1, text.partner(found.brace));
  for (size_t index = found.brace; index < found.end; ++index) {
    if (!text.codeIs(index, "static_assert"))
      continue;
    const size_t begin = text.code(index + 1) + 1;
    size_t end = begin;
    while (!text.codeIs(end, ",") && !text.closes(end))
      end = text.behind(end);
    if (reader.valueOf(begin, end) != "true")
      failAt(tokens[index], "it does not hold that " + textOf(tokens, begin, end));
  }
}

} // namespace warpsmith
