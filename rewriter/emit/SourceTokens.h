/// C++ text as tokens that give the text back: comments, white space and directives are tokens,
/// too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpsmith {

struct SourceToken {
  enum class Kind {
    Space,
    Comment,
    Directive, ///< from `#` to the end of its line, and of the lines that it continues on
    Word,      ///< an identifier or a keyword
    Number,
    String, ///< or a character
    Symbol
  };
  Kind kind = Kind::Space;
  std::string text;

  bool is(Kind other) const { return kind == other; }
  /// Neither white space nor comment nor directive.
  bool isCode() const {
    return kind != Kind::Space && kind != Kind::Comment && kind != Kind::Directive;
  }
};

using SourceTokens = std::vector<SourceToken>;

SourceTokens tokensOf(std::string_view text);

} // namespace warpsmith
