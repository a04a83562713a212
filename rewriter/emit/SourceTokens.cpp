#include "rewriter/emit/SourceTokens.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include <algorithm>
#include <memory>
#include <stdexcept>

namespace warpsmith {
namespace {

using Kind = SourceToken::Kind;
namespace tok = clang::tok;

clang::LangOptions language() {
  clang::LangOptions options;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = true;
  options.CUDA = options.LineComment = options.RawStringLiterals = true;
  return options;
}

Kind kindOf(const clang::Token &token) {
  switch (token.getKind()) {
  case tok::unknown:
    return Kind::Space;
  case tok::comment:
    return Kind::Comment;
  case tok::raw_identifier:
    return Kind::Word;
  case tok::numeric_constant:
    return Kind::Number;
  default:
    return tok::isLiteral(token.getKind()) ? Kind::String : Kind::Symbol;
  }
}

/// A directive that begins at `at` ends before a line's end that no backslash precedes.
size_t directiveEnd(const std::string &text, size_t at) {
  size_t end = text.find('\n', at);
  while (end != std::string::npos && text[end - 1] == '\\')
    end = text.find('\n', end + 1);
  return end == std::string::npos ? text.size() : end;
}

bool beginsLine(const std::string &text, size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
    --at;
  return at == 0 || text[at - 1] == '\n';
}

} // namespace

bool SourceToken::isOneOf(std::initializer_list<std::string_view> spellings) const {
  return isCode() && std::any_of(spellings.begin(), spellings.end(),
                                 [&](std::string_view spelling) { return is(spelling); });
}

size_t SourceToken::lineEnds() const {
  return is(Kind::Space) ? std::count(text.begin(), text.end(), '\n') : 0;
}

void failAt(const SourceToken &token, const std::string &reason) {
  throw std::logic_error("line " + std::to_string(token.line) + ": " + reason);
}

SourceTokens tokensOf(std::string_view source) {
  const std::string text(source); // a zero byte stands behind it
  const char *const begin = text.data(), *const end = begin + text.size();
  const clang::LangOptions options = language();
  SourceTokens tokens;
  size_t at = 0;
  unsigned line = 1;
  const auto add = [&](Kind kind, size_t length) {
    tokens.push_back({.kind = kind, .text = text.substr(at, length), .line = line});
    line += static_cast<unsigned>(std::count(begin + at, begin + at + length, '\n'));
    at += length;
  };
  const auto lexerAt = [&](size_t offset) {
    auto lexer = std::make_unique<clang::Lexer>(clang::SourceLocation(), options, begin,
                                                begin + offset, end);
    lexer->SetKeepWhitespaceMode(true);
    return lexer;
  };
  auto lexer = lexerAt(0);
  while (at < text.size()) {
    clang::Token token;
    lexer->LexFromRawLexer(token);
    if (token.is(tok::hash) && beginsLine(text, at)) {
      add(Kind::Directive, directiveEnd(text, at) - at);
      lexer = lexerAt(at);
    } else if (token.isOneOf(tok::greatergreater, tok::greatergreatergreater)) {
      for (unsigned count = token.getLength(); count > 0; --count)
        add(Kind::Symbol, 1);
    } else {
      add(kindOf(token), token.getLength());
    }
  }
  return tokens;
}

std::string textOf(const SourceTokens &tokens, size_t begin, size_t end) {
  std::string text;
  for (size_t index = begin; index < end; ++index)
    text += tokens[index].text;
  return text;
}

std::string textOf(const SourceTokens &tokens) {
  return textOf(tokens, 0, tokens.size());
}

BracketedTokens::BracketedTokens(const SourceTokens &all)
    : tokens(all),
      partners(all.size(), NoToken) {
  std::vector<size_t> open;
  const auto opensList = [&](size_t index) {
    if (index == 0)
      return false;
    const SourceToken &before = tokens[index - 1];
    if (before.is(Kind::Word))
      return !before.is("operator");
    return before.is("]") ||
           (before.is(Kind::Space) && index > 1 && tokens[index - 2].is("template"));
  };
  const auto dropLists = [&] {
    while (!open.empty() && tokens[open.back()].is("<"))
      open.pop_back(); // comparisons after all
  };
  const auto close = [&](size_t index) {
    partners[index] = open.back();
    partners[open.back()] = index;
    open.pop_back();
  };
  for (size_t index = 0; index < tokens.size(); ++index) {
    const SourceToken &token = tokens[index];
    if (!token.is(Kind::Symbol))
      continue;
    if (token.is("(") || token.is("[") || token.is("{") || (token.is("<") && opensList(index))) {
      open.push_back(index);
    } else if (token.is(">")) {
      if (!open.empty() && tokens[open.back()].is("<"))
        close(index);
    } else if (token.is(";")) {
      dropLists();
    } else if (token.is(")") || token.is("]") || token.is("}")) {
      dropLists();
      const std::string_view other = token.is(")") ? "(" : token.is("]") ? "[" : "{";
      if (open.empty() || !tokens[open.back()].is(other))
        failAt(token, "'" + token.text + "' closes nothing");
      close(index);
    }
  }
  dropLists();
  if (!open.empty())
    failAt(tokens[open.back()], "'" + tokens[open.back()].text + "' is not closed");
}

size_t BracketedTokens::code(size_t index, size_t end) const {
  while (index < end && !tokens[index].isCode())
    ++index;
  return std::min(index, end);
}

size_t BracketedTokens::codeBefore(size_t index) const {
  while (index > 0)
    if (tokens[--index].isCode())
      return index;
  return NoToken;
}

size_t BracketedTokens::enclosingBrace(size_t index) const {
  while (index > 0) {
    --index;
    if (closes(index))
      index = partners[index];
    else if (opens(index) && tokens[index].is("{"))
      return index;
  }
  return NoToken;
}

size_t BracketedTokens::statementEnd(size_t begin) const {
  size_t at = code(begin);
  if (at == size())
    failAt(tokens.back(), "a statement is missing");
  const auto parenthesesBehind = [&](size_t index) {
    index = code(index);
    if (!codeIs(index, "("))
      failAt(tokens[std::min(index, size() - 1)], "'(' is missing");
    return partners[index] + 1;
  };
  if (codeIs(at, "{"))
    return partners[at] + 1;
  if (codeIs(at, "if")) {
    size_t condition = code(at + 1);
    if (codeIs(condition, "constexpr"))
      ++condition;
    const size_t end = statementEnd(parenthesesBehind(condition));
    const size_t other = code(end);
    return codeIs(other, "else") ? statementEnd(other + 1) : end;
  }
  if (codeIs(at, "for") || codeIs(at, "while") || codeIs(at, "switch"))
    return statementEnd(parenthesesBehind(at + 1));
  if (codeIs(at, "do"))
    at = statementEnd(at + 1);
  for (; at < size(); at = behind(at)) {
    if (codeIs(at, ";"))
      return at + 1;
    if (closes(at))
      break;
  }
  failAt(tokens[std::min(begin, size() - 1)], "a statement has no end");
}

} // namespace warpsmith
