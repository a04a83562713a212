#include "rewriter/emit/Flatten.h"
#include "rewriter/emit/FunctionText.h"
#include "rewriter/emit/Remembered.h"
#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>

namespace warpsmith {
namespace {

using Kind = SourceToken::Kind;

void replace(SourceTokens &tokens, size_t begin, size_t end, const SourceTokens &by) {
  tokens.erase(tokens.begin() + begin, tokens.begin() + end);
  tokens.insert(tokens.begin() + begin, by.begin(), by.end());
}

/// Where the comment directly above begins.
size_t withCommentAbove(const SourceTokens &tokens, size_t begin) {
  while (begin > 1 && tokens[begin - 1].lineEnds() == 1 && tokens[begin - 2].is(Kind::Comment) &&
         (begin == 2 || tokens[begin - 3].lineEnds() > 0))
    begin -= 2;
  return begin;
}

/// Without a declaration and the comment directly above it. Of the empty lines before and behind it
/// those that are more stay.
void eraseDeclaration(SourceTokens &tokens, size_t begin, size_t end) {
  begin = withCommentAbove(tokens, begin);
  if (begin > 0 && end < tokens.size() && tokens[begin - 1].is(Kind::Space) &&
      tokens[end].is(Kind::Space)) {
    if (tokens[begin - 1].lineEnds() < tokens[end].lineEnds())
      --begin;
    else
      ++end;
  }
  tokens.erase(tokens.begin() + begin, tokens.begin() + end);
}

std::set<std::string> ownNames(const BracketedTokens &text, size_t begin, size_t end) {
  std::set<std::string> names;
  for (size_t index = begin; index < end; ++index)
    if (isOwnName(text, index))
      names.insert(text[index].text);
  return names;
}

/// A name, a member of one, a number: what may stand anywhere, and as often as one likes.
bool isSimple(const BracketedTokens &text, const ListPart &part) {
  for (size_t index = text.code(part.begin, part.end); index < part.end;
       index = text.code(index + 1, part.end))
    if (!(text[index].is(Kind::Word) || text[index].is(Kind::Number) ||
          text[index].isOneOf({".", "::"})))
      return false;
  return true;
}

/// Puts one function in the place of its calls.
class Placing {
public:
  Placing(SourceTokens &all, const FunctionText &which)
      : tokens(all),
        text(tokens),
        function(which) {}

  /// True where this was possible.
  bool run() {
    if (function.isKernel)
      return false;
    const std::vector<CallText> calls = callsOf(text, function);
    if (calls.empty())
      return false;
    const auto body = returned();
    const bool isForwarder = function.parameters.empty() && function.isVoid && isOneCall();
    if (calls.size() > 1 && !isForwarder)
      return false;
    std::vector<std::pair<const CallText *, SourceTokens>> places;
    for (const CallText &call : calls) {
      if (call.name > function.begin && call.name < function.end)
        return false; // of itself
      const bool isReturned = isReturnedResult(call);
      const bool isStatement = function.isVoid && isWholeStatement(call);
      if (!body && !isReturned && !(isStatement && (!mayReturnEarly() || isLast(call))))
        return false;
      auto placed = substituted(call, body ? body->begin : function.brace,
                                body ? body->end : text.partner(function.brace) + 1);
      if (!placed)
        return false;
      if (body && !isPostfix(*placed))
        parenthesise(*placed);
      if (!body) {
        if (text[text.codeBefore(placeOf(call))].isOneOf({"{", "}", ";"}))
          placed->front().mayGo = placed->back().mayGo = true;
        const auto first =
            std::find_if(placed->begin() + 1, placed->end(),
                         [](const SourceToken &each) { return !each.is(Kind::Space); });
        // These two stand on lines of their own.
        if (!first->is(Kind::Directive) && !first->is(Kind::Comment))
          placed->erase(placed->begin() + 1, first);
        while (placed->end()[-2].is(Kind::Space))
          placed->erase(placed->end() - 2);
      }
      places.emplace_back(&call, std::move(*placed));
    }
    // From the last to the first: indices before stay what they are. The function itself stands
    // before its calls.
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
      const CallText &call = *place->first;
      const size_t close = text.partner(call.open);
      replace(tokens, body ? call.name : placeOf(call), body ? close + 1 : text.code(close + 1) + 1,
              place->second);
    }
    eraseDeclaration(tokens, function.begin, function.end);
    return true;
  }

private:
  /// E of a body that is `return E;`.
  std::optional<ListPart> returned() const {
    const size_t word = text.code(function.brace + 1);
    if (!text.codeIs(word, "return"))
      return std::nullopt;
    const size_t end = text.statementEnd(word);
    if (!text.codeIs(text.code(end), "}"))
      return std::nullopt;
    return ListPart{text.code(word + 1), end - 1};
  }

  bool isOneCall() const {
    const size_t first = text.code(function.brace + 1);
    const size_t end = text.statementEnd(first);
    return text.codeIs(text.code(end), "}") && text.closes(text.codeBefore(end - 1)) &&
           !text[first].isOneOf({"if", "for", "while", "do", "return"});
  }

  /// Of lambdas in it each `return` is their own.
  bool mayReturnEarly() const {
    for (size_t index = function.brace; index < function.end; ++index) {
      if (text.codeIs(index, "return"))
        return true;
      const size_t before = text.codeBefore(index);
      if (text.codeIs(index, "{") && text.codeIs(before, ")") &&
          text.codeIs(text.codeBefore(text.partner(before)), "]"))
        index = text.partner(index);
    }
    return false;
  }

  /// Nothing of the function around a call is done after it.
  bool isLast(const CallText &call) const {
    size_t index = text.code(text.code(text.partner(call.open) + 1) + 1); // behind the semicolon
    for (; text.codeIs(index, "}"); index = text.code(index + 1)) {
      const size_t head = text.codeBefore(text.partner(index));
      const bool isBlock = head != NoToken && text.codeIs(head, ")");
      const size_t word = isBlock ? text.codeBefore(text.partner(head)) : NoToken;
      if (word != NoToken && text[word].isOneOf({"for", "while", "]"}))
        return false;
      if (text.enclosingBrace(text.partner(index)) == NoToken)
        return true;
    }
    return false;
  }

  /// `return f(a);`, whose place the function's own statements can take: they end with its returns.
  bool isReturnedResult(const CallText &call) const {
    const size_t before = text.codeBefore(call.name);
    return !function.isVoid && mayReturnEarly() && before != NoToken && text[before].is("return") &&
           text.codeIs(text.code(text.partner(call.open) + 1), ";");
  }

  /// Where the statement of a call begins.
  size_t placeOf(const CallText &call) const {
    return isReturnedResult(call) ? text.codeBefore(call.name) : call.name;
  }

  bool isWholeStatement(const CallText &call) const {
    const size_t before = text.codeBefore(call.name);
    return before != NoToken &&
           (text[before].isOneOf({"{", "}", ";", "else"}) ||
            (text.closes(before) && text[before].is(")"))) &&
           text.codeIs(text.code(text.partner(call.open) + 1), ";");
  }

  /// The tokens [begin, end) of the function with arguments for parameters.
  std::optional<SourceTokens> substituted(const CallText &call, size_t begin, size_t end) const {
    if (call.arguments.size() != function.parameters.size() ||
        call.templateArguments.size() > function.templateParameters.size())
      return std::nullopt;
    std::map<std::string, std::string> values;
    std::set<std::string> named;       // by arguments
    std::set<std::string> expressions; // parameters whose arguments have operators
    const auto add = [&](const ListPart &parameter, const ListPart &argument) {
      values[text[parameter.name].text] = partText(text, argument);
      named.merge(ownNames(text, argument.begin, argument.end));
    };
    for (size_t index = 0; index < function.parameters.size(); ++index) {
      const ListPart &parameter = function.parameters[index];
      if (parameter.name == NoToken)
        return std::nullopt;
      if (!isSimple(text, call.arguments[index]) && usesOf(parameter, begin, end) > 1)
        return std::nullopt;
      add(parameter, call.arguments[index]);
      if (!isSimple(text, call.arguments[index]) &&
          !isPostfix(tokensOf(partText(text, call.arguments[index]))))
        expressions.insert(text[parameter.name].text);
    }
    for (size_t index = 0; index < function.templateParameters.size(); ++index) {
      const ListPart &parameter = function.templateParameters[index];
      if (index < call.templateArguments.size())
        add(parameter, call.templateArguments[index]);
      else if (usesOf(parameter, begin, end) > 0)
        return std::nullopt;
    }
    SourceTokens result;
    for (size_t index = begin; index < end; ++index) {
      const SourceToken &token = text[index];
      const auto value = isOwnName(text, index) ? values.find(token.text) : values.end();
      if (value == values.end()) {
        // Something of the function's own must not hide what an argument names.
        if (isOwnName(text, index) && named.contains(token.text) && isDeclared(index))
          return std::nullopt;
        result.push_back(token);
        continue;
      }
      const bool needsParentheses = expressions.contains(token.text) && !isWhole(index);
      for (SourceToken &each :
           tokensOf(needsParentheses ? "(" + value->second + ")" : value->second)) {
        each.line = token.line;
        result.push_back(std::move(each));
      }
    }
    return result;
  }

  /// An argument or an initialiser is this name alone.
  bool isWhole(size_t index) const {
    const size_t before = text.codeBefore(index), behind = text.code(index + 1);
    return text[before].isOneOf({"(", "[", ",", "=", "return"}) &&
           text[behind].isOneOf({")", "]", ",", ";"});
  }
  bool isDeclared(size_t index) const {
    const size_t before = text.codeBefore(index), behind = text.code(index + 1);
    return before != NoToken && behind < text.size() &&
           ((text[before].is(Kind::Word) && !text[before].isOneOf({"return", "else"})) ||
            text[before].isOneOf({"*", "&"})) &&
           text[behind].isOneOf({"=", ";", "[", "{", ","});
  }

  size_t usesOf(const ListPart &parameter, size_t begin, size_t end) const {
    size_t uses = 0;
    for (size_t index = begin; index < end; ++index)
      uses += isOwnName(text, index) && text[index].is(text[parameter.name].text);
    return uses;
  }

  static bool isPostfix(const SourceTokens &expression) {
    const BracketedTokens part(expression);
    for (size_t index = part.code(0); index < part.size(); index = part.code(part.behind(index)))
      if (!(expression[index].is(Kind::Word) || expression[index].is(Kind::Number) ||
            part.opens(index) || expression[index].isOneOf({"::", ".", "->"})))
        return false;
    return true;
  }

  /// Parentheses, which are not needed around a whole argument or initialiser.
  void parenthesise(SourceTokens &expression) const {
    for (const CallText &call : callsOf(text, function)) {
      const size_t before = text.codeBefore(call.name);
      const size_t behind = text.code(text.partner(call.open) + 1);
      if (text[before].isOneOf({"(", ",", "=", "return"}) && text[behind].isOneOf({")", ",", ";"}))
        continue;
      expression.insert(expression.begin(), {.kind = Kind::Symbol, .text = "("});
      expression.push_back({.kind = Kind::Symbol, .text = ")"});
      return;
    }
  }

  SourceTokens &tokens;
  const BracketedTokens text;
  const FunctionText &function;
};

} // namespace

std::string withoutMemberCalls(std::string_view source, std::string_view object,
                               const MemberFunctions &functions) {
  SourceTokens tokens = tokensOf(source);
  // From the last to the first: calls among arguments come before the call.
  for (size_t index = tokens.size(); index-- > 0;) {
    if (!tokens[index].is(Kind::Word) || !tokens[index].is(object))
      continue;
    const BracketedTokens text(tokens);
    const size_t name = index + 2, open = index + 3;
    if (!isOwnName(text, index) || !text.codeIs(index + 1, ".") || !text.codeIs(open, "("))
      continue;
    const auto function = functions.find(text[name].text);
    if (function == functions.end())
      failAt(text[name], "no function '" + text[name].text + "' of a problem");
    std::vector<std::string> arguments;
    for (const ListPart &part : listParts(text, open))
      arguments.push_back(partText(text, part));
    replace(tokens, index, text.partner(open) + 1, tokensOf(function->second(arguments)));
  }
  return textOf(tokens);
}

std::vector<std::pair<std::string, std::string>> namedParameters(const std::string &parameters) {
  std::vector<std::pair<std::string, std::string>> named;
  for (size_t begin = 0; begin < parameters.size();) {
    const size_t end = std::min(parameters.find(", ", begin), parameters.size());
    const std::string parameter = parameters.substr(begin, end - begin);
    named.emplace_back(parameter, parameter.substr(parameter.find_last_of(" *") + 1));
    begin = end + 2;
  }
  return named;
}

std::vector<std::pair<std::string, std::string>>
hostParameters(std::vector<std::pair<std::string, std::string>> parameters) {
  constexpr std::string_view Restrict = "__restrict__ ";
  for (auto &[parameter, name] : parameters)
    if (const size_t at = parameter.find(Restrict); at != std::string::npos)
      parameter.erase(at, Restrict.size());
  return parameters;
}

namespace {

std::string placeFunctions(std::string_view source, const KernelFacts &facts,
                           const std::set<std::string> &kept) {
  SourceTokens tokens = tokensOf(source);
  for (bool changed = true; changed;) {
    changed = false;
    const BracketedTokens text(tokens);
    for (const FunctionText &function : functionsIn(text)) {
      SourceTokens next = tokens;
      if (kept.contains(text[function.name].text) || !Placing(next, function).run())
        continue;
      dropBraces(next);
      tokens = std::move(next);
      changed = true;
      break;
    }
  }
  return specialised(textOf(tokens), facts);
}

} // namespace

std::string withFunctionsInPlace(std::string_view source, const KernelFacts &facts,
                                 const std::set<std::string> &kept) {
  static Remembered<std::tuple<std::string, KernelFacts, std::set<std::string>>, std::string>
      before;
  return before.of({std::string(source), facts, kept},
                   [&] { return placeFunctions(source, facts, kept); });
}

std::string
withMembersAsParameters(std::string_view source, std::string_view structure,
                        std::string_view object,
                        const std::vector<std::pair<std::string, std::string>> &members) {
  std::string parameters, arguments;
  for (const auto &[parameter, name] : members) {
    parameters += (parameters.empty() ? "" : ", ") + parameter;
    arguments += (arguments.empty() ? "" : ", ") + name;
  }
  const SourceTokens tokens = tokensOf(source);
  const BracketedTokens text(tokens);
  SourceTokens result;
  const auto isSpaceOrOf = [&](const SourceToken &token) {
    return token.is(Kind::Space) || token.isOneOf({"const", "&", "__grid_constant__"}) ||
           (token.is(Kind::Word) && token.is(structure));
  };
  size_t closing = NoToken; // the brace of the structure's own list
  for (size_t index = 0; index < tokens.size(); ++index) {
    if (isOwnName(text, index) && tokens[index].is(structure) && text.codeIs(index + 1, "{") &&
        !text.codeIs(text.codeBefore(index), "struct")) {
      closing = text.partner(++index);
      continue;
    }
    if (index == closing)
      continue;
    if (!isOwnName(text, index) || !tokens[index].is(object)) {
      result.push_back(tokens[index]);
      continue;
    }
    if (text.codeIs(index + 1, ".")) {
      ++index;
      continue;
    }
    const bool isParameter = !result.empty() && text.codeBefore(index) != NoToken &&
                             (text.codeIs(text.codeBefore(index), "&") ||
                              text.codeIs(text.codeBefore(index), structure));
    while (isParameter && isSpaceOrOf(result.back()))
      result.pop_back();
    for (SourceToken &token : tokensOf(isParameter ? parameters : arguments))
      result.push_back(std::move(token));
  }
  return textOf(result);
}

namespace {

/// Drops a parameter that its function does not use, of the template or of the function; true where
/// there was one.
bool dropParameter(SourceTokens &tokens) {
  const BracketedTokens text(tokens);
  for (const FunctionText &function : functionsIn(text)) {
    if (function.isKernel)
      continue;
    const auto uses = [&](const ListPart &parameter, size_t begin) {
      const std::string &name = text[parameter.name].text;
      size_t found = 0;
      for (size_t index = begin; index < function.end; ++index)
        found += index != parameter.name && isOwnName(text, index) && text[index].is(name);
      return found > 0;
    };
    const std::vector<CallText> calls = callsOf(text, function);
    for (const bool ofTemplate : {false, true}) {
      const auto &parameters = ofTemplate ? function.templateParameters : function.parameters;
      for (size_t which = 0; which < parameters.size(); ++which) {
        if (parameters[which].name == NoToken ||
            uses(parameters[which], ofTemplate ? function.begin : function.brace))
          continue;
        for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
          const auto &arguments = ofTemplate ? call->templateArguments : call->arguments;
          if (which >= arguments.size())
            continue;
          const size_t open = ofTemplate ? call->list : call->open;
          if (ofTemplate && arguments.size() == 1)
            tokens.erase(tokens.begin() + open, tokens.begin() + text.partner(open) + 1);
          else
            eraseParts(tokens, text, open, {which});
        }
        const size_t open = ofTemplate ? function.list : function.open;
        if (ofTemplate && parameters.size() == 1)
          tokens.erase(tokens.begin() + function.begin,
                       tokens.begin() + text.code(text.partner(open) + 1));
        else
          eraseParts(tokens, text, open, {which});
        return true;
      }
    }
  }
  return false;
}

/// The name that a statement declares; NoToken where it is of another kind.
size_t declaredName(const BracketedTokens &text, size_t begin, size_t end) {
  if (!text[begin].is(Kind::Word) ||
      text[begin].isOneOf({"return", "if", "else", "for", "while", "do", "switch", "break",
                           "continue", "using", "static_assert", "asm", "extern", "case", "goto"}))
    return NoToken;
  size_t before = NoToken;
  for (size_t index = begin; index < end;
       before = index, index = text.code(text.behind(index), end)) {
    if (text[index].isOneOf({"(", "+=", "-=", "*="}))
      return NoToken;
    if (text[index].isOneOf({"=", ";", "[", "{"})) {
      if (before == NoToken || !text[before].is(Kind::Word))
        return NoToken;
      const size_t type = text.codeBefore(before);
      return type != NoToken && type >= begin &&
                     (text[type].is(Kind::Word) || text.closesTemplateList(type) ||
                      text[type].isOneOf({"*", "&"}))
                 ? before
                 : NoToken;
    }
    if (text.codeIs(index, ","))
      return NoToken;
  }
  return NoToken;
}

/// Of statements, not of an initialiser's values.
bool isBlock(const BracketedTokens &text, size_t bracket) {
  const size_t before = text.codeBefore(bracket);
  return text[bracket].is("{") && before != NoToken &&
         (text.codeIs(before, "{")
              ? isBlock(text, before)
              : text[before].isOneOf({"}", ";", ")", "]", "else", "do", "const"}));
}

/// What follows a token stands in a block.
bool isInBlock(const BracketedTokens &text, size_t index) {
  if (text.opens(index))
    return isBlock(text, index);
  if (text.closes(index))
    index = text.partner(index);
  while (index-- > 0)
    if (text.closes(index))
      index = text.partner(index);
    else if (text.opens(index))
      return isBlock(text, index);
  return false;
}

/// Drops a variable that nothing uses; true where there was one.
bool dropVariable(SourceTokens &tokens) {
  const BracketedTokens text(tokens);
  for (size_t index = 0; index < text.size(); ++index) {
    if (!text[index].isOneOf({"{", "}", ";"}) || !isInBlock(text, index))
      continue;
    const size_t begin = text.code(index + 1);
    if (begin == text.size() || !text[begin].is(Kind::Word) || text.codeIs(begin, "else"))
      continue;
    const size_t end = text.statementEnd(begin);
    const size_t name = declaredName(text, begin, end);
    if (name == NoToken)
      continue;
    // Of a list each variable by itself.
    size_t first = name;
    while (text[text.codeBefore(first)].isOneOf({"*", "&"}))
      first = text.codeBefore(first);
    std::vector<ListPart> variables = {{first, end - 1, name}};
    for (size_t each = name; each < end - 1; each = text.behind(each))
      if (text.codeIs(each, ",")) {
        variables.back().end = each;
        const size_t next = text.code(each + 1);
        variables.push_back({next, end - 1, next});
        while (text[variables.back().name].isOneOf({"*", "&"}))
          variables.back().name = text.code(variables.back().name + 1);
      }
    const size_t last = text.partner(text.enclosingBrace(begin));
    const auto unused = std::find_if(variables.begin(), variables.end(), [&](const ListPart &one) {
      for (size_t each = one.name + 1; each < last; ++each)
        if (isOwnName(text, each) && text[each].is(text[one.name].text))
          return false;
      return true;
    });
    if (unused == variables.end())
      continue;
    if (variables.size() > 1) {
      const bool isFirst = unused == variables.begin();
      tokens.erase(tokens.begin() + (isFirst ? unused->begin : std::prev(unused)->end),
                   tokens.begin() + (isFirst ? std::next(unused)->begin : unused->end));
      return true;
    }
    size_t behind = end;
    while (behind < tokens.size() &&
           (tokens[behind].is(Kind::Comment) ||
            (tokens[behind].is(Kind::Space) && tokens[behind].lineEnds() == 0)))
      ++behind;
    eraseDeclaration(tokens, begin, behind);
    return true;
  }
  return false;
}

/// Drops `[[maybe_unused]]` where a statement begins.
void dropAttributes(SourceTokens &tokens) {
  for (size_t index = tokens.size(); index-- > 0;) {
    if (!tokens[index].is("["))
      continue;
    const BracketedTokens text(tokens);
    const size_t before = text.codeBefore(index), inner = text.code(index + 1);
    if (before != NoToken && text[before].isOneOf({"{", "}", ";"}) && isInBlock(text, before) &&
        text.codeIs(inner, "[") && text.codeIs(text.code(inner + 1), "maybe_unused"))
      tokens.erase(tokens.begin() + index, tokens.begin() + text.code(text.partner(index) + 1));
  }
}

} // namespace

std::string withoutUnusedVariables(std::string_view source) {
  static Remembered<std::string, std::string> before;
  return before.of(std::string(source), [&] {
    SourceTokens tokens = tokensOf(source);
    dropAttributes(tokens);
    while (dropParameter(tokens) || dropVariable(tokens))
      ;
    return textOf(tokens);
  });
}

namespace {

/// The kernel's name, and variables that are initialised with it.
std::set<std::string> namesOfKernel(const BracketedTokens &text, const FunctionText &kernel) {
  const std::string &name = text[kernel.name].text;
  std::set<std::string> names = {name};
  for (size_t index = kernel.end; index < text.size(); ++index) {
    if (!isOwnName(text, index) || !text[index].is(name))
      continue;
    size_t before = index;
    while (before != NoToken && !text[before].isOneOf({"=", ";", "{", "}", "("}))
      before = text.codeBefore(before);
    if (before != NoToken && text[before].is("="))
      names.insert(text[text.codeBefore(before)].text);
  }
  return names;
}

/// The brackets of the arguments of a kernel's launches.
std::vector<size_t> launchesOf(const BracketedTokens &text, const FunctionText &kernel) {
  const std::set<std::string> names = namesOfKernel(text, kernel);
  std::vector<size_t> launches;
  for (size_t index = 0; index < text.size(); ++index) {
    const size_t open = text.code(index + 1);
    if (!text[index].isOneOf({"launch", "launchDependent"}) || !text.codeIs(open, "("))
      continue;
    const std::vector<ListPart> parts = listParts(text, open);
    if (std::ranges::any_of(parts, [&](const ListPart &part) {
          const size_t first = text.code(part.begin, part.end);
          return first < part.end && names.contains(text[first].text);
        }))
      launches.push_back(open);
  }
  return launches;
}

bool dropParameterOfKernel(SourceTokens &tokens) {
  const BracketedTokens text(tokens);
  for (const FunctionText &function : functionsIn(text)) {
    if (!function.isKernel)
      continue;
    const size_t count = function.parameters.size();
    for (size_t which = 0; which < count; ++which) {
      const std::string &name = text[function.parameters[which].name].text;
      bool isUsed = false;
      for (size_t index = function.brace; index < function.end; ++index)
        isUsed = isUsed || (isOwnName(text, index) && text[index].is(name));
      if (isUsed)
        continue;
      const std::vector<size_t> launches = launchesOf(text, function);
      for (auto open = launches.rbegin(); open != launches.rend(); ++open)
        eraseParts(tokens, text, *open, {listParts(text, *open).size() - count + which});
      eraseParts(tokens, text, function.open, {which});
      return true;
    }
  }
  return false;
}

} // namespace

std::string withoutUnusedOfKernels(std::string_view source) {
  SourceTokens tokens = tokensOf(source);
  while (dropParameterOfKernel(tokens))
    ;
  return textOf(tokens);
}

namespace {

/// A structure's word, name and brackets.
struct Braces {
  size_t begin, open, close;
};
Braces bracesOf(const BracketedTokens &text, std::string_view structure) {
  for (size_t begin = 0; begin < text.size(); ++begin)
    if (text.codeIs(begin, "struct") && text.codeIs(text.code(begin + 1), structure)) {
      size_t open = begin;
      while (!text.codeIs(open, "{"))
        ++open;
      return {begin, open, text.partner(open)};
    }
  throw std::logic_error("no structure '" + std::string(structure) + "'");
}

/// Appends what stands between a structure's brackets, without assertions.
void appendMembers(SourceTokens &result, const BracketedTokens &text, const Braces &braces) {
  for (size_t index = braces.open + 1; index < braces.close; ++index) {
    if (!text.codeIs(index, "static_assert")) {
      result.push_back(text[index]);
      continue;
    }
    index = text.statementEnd(index) - 1;
    while (!result.empty() && result.back().is(Kind::Space))
      result.pop_back();
  }
}

} // namespace

std::string withoutAssertions(std::string_view source, std::string_view structure) {
  const SourceTokens tokens = tokensOf(source);
  const BracketedTokens text(tokens);
  const Braces braces = bracesOf(text, structure);
  SourceTokens result(tokens.begin(), tokens.begin() + braces.open + 1);
  appendMembers(result, text, braces);
  result.insert(result.end(), tokens.begin() + braces.close, tokens.end());
  return textOf(result);
}

std::string withConstantsOutside(std::string_view source, std::string_view structure) {
  SourceTokens tokens = tokensOf(source);
  for (size_t index = tokens.size(); index-- > 0;)
    if (tokens[index].is(Kind::Word) && tokens[index].is(structure) && index + 1 < tokens.size() &&
        tokens[index + 1].is("::"))
      tokens.erase(tokens.begin() + index, tokens.begin() + index + 2);
  const BracketedTokens text(tokens);
  const Braces braces = bracesOf(text, structure);
  SourceTokens members;
  appendMembers(members, text, braces);
  SourceTokens result(tokens.begin(), tokens.begin() + withCommentAbove(tokens, braces.begin));
  for (size_t index = 0; index < members.size(); ++index)
    if (members[index].is(Kind::Word) && members[index].is("static"))
      ++index; // and the space behind it
    else
      result.push_back(members[index]);
  result.insert(result.end(), tokens.begin() + text.code(braces.close + 1) + 1, tokens.end());
  return textOf(result);
}

} // namespace warpsmith
