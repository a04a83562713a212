#include "rewriter/reach/FileTokens.h"
#include "rewriter/frontend/clang/RawLanguage.h"
#include "clang/Lex/Lexer.h"
#include <algorithm>

namespace warpsmith::reach {
namespace {

/// The end of a directive, with the lines that it continues on.
size_t endOfDirective(llvm::StringRef text, size_t at) {
  size_t end = text.find('\n', at);
  while (end != llvm::StringRef::npos && end > 0 && text[end - 1] == '\\')
    end = text.find('\n', end + 1);
  return std::min(end, text.size());
}

} // namespace

FileTokens::FileTokens(llvm::StringRef source) : text(source) {
  const clang::LangOptions options = frontend::rawLanguage();
  const std::string copy = source.str(); // ends in a zero
  clang::Lexer lexer({}, options, copy.data(), copy.data(), copy.data() + copy.size());
  size_t skipped = 0;
  for (clang::Token token;;) {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof))
      return;
    const size_t end = static_cast<size_t>(lexer.getBufferLocation() - copy.data());
    const size_t begin = end - token.getLength();
    if (begin < skipped)
      continue;
    if (token.is(clang::tok::hash) && token.isAtStartOfLine()) {
      skipped = endOfDirective(text, begin);
      continue;
    }
    tokens.push_back({static_cast<unsigned>(begin), static_cast<unsigned>(end)});
  }
}

size_t FileTokens::indexFrom(unsigned offset) const {
  return static_cast<size_t>(std::ranges::lower_bound(tokens, offset, {}, &Extent::begin) -
                             tokens.begin());
}

Extent FileTokens::at(size_t index) const {
  const auto end = static_cast<unsigned>(text.size());
  return index < tokens.size() ? tokens[index] : Extent{end, end};
}

unsigned FileTokens::endOfNext(llvm::StringRef spelling, unsigned offset) const {
  size_t index = indexFrom(offset);
  while (index < tokens.size() && !is(tokens[index], spelling))
    ++index;
  return at(index).end;
}

unsigned FileTokens::withSemicolon(unsigned end) const {
  const Extent next = from(end);
  return is(next, ";") ? next.end : end;
}

/// Behind the bracket that closes the one at an index.
size_t FileTokens::behindBrackets(size_t index) const {
  int depth = 0;
  for (; index < tokens.size(); ++index) {
    const llvm::StringRef token = of(tokens[index]);
    depth += token == "(" || token == "[" || token == "{";
    depth -= token == ")" || token == "]" || token == "}";
    if (depth == 0)
      return index + 1;
  }
  return index;
}

size_t FileTokens::behindStatement(size_t index) const {
  const auto isNext = [&](llvm::StringRef spelling) {
    return index < tokens.size() && is(tokens[index], spelling);
  };
  if (isNext("{"))
    return behindBrackets(index);
  if (isNext("if") || isNext("for") || isNext("while") || isNext("switch")) {
    const bool isIf = isNext("if");
    ++index;
    if (isNext("constexpr"))
      ++index;
    index = behindStatement(behindBrackets(index));
    return isIf && isNext("else") ? behindStatement(index + 1) : index;
  }
  if (isNext("do"))
    index = behindStatement(index + 1); // the condition follows
  while (index < tokens.size() && !isNext(";"))
    index = isNext("(") || isNext("[") || isNext("{") ? behindBrackets(index) : index + 1;
  return index + 1;
}

unsigned FileTokens::endOfStatement(unsigned offset) const {
  return at(behindStatement(indexFrom(offset)) - 1).end;
}

} // namespace warpsmith::reach
