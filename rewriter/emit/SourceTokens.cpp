#include "rewriter/emit/SourceTokens.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include <memory>

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

SourceTokens tokensOf(std::string_view source) {
  const std::string text(source); // a zero byte stands behind it
  const char *const begin = text.data(), *const end = begin + text.size();
  const clang::LangOptions options = language();
  SourceTokens tokens;
  size_t at = 0;
  const auto add = [&](Kind kind, size_t length) {
    tokens.push_back({.kind = kind, .text = text.substr(at, length)});
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
    } else {
      add(kindOf(token), token.getLength());
    }
  }
  return tokens;
}

} // namespace warpsmith
