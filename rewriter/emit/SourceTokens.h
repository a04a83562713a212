/// C++ text as tokens that give the text back: comments, white space and directives are tokens,
/// too.
#pragma once

#include <cstddef>
#include <initializer_list>
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
    Symbol  ///< `>>` is two of them, which close two template lists
  };
  Kind kind = Kind::Space;
  std::string text;
  unsigned line = 0;  ///< of the text, from 1
  bool mayGo = false; ///< a brace that is not needed any more
  bool found = false; ///< a literal that was an expression

  bool is(Kind other) const { return kind == other; }
  bool is(std::string_view spelling) const { return text == spelling; }
  /// Code that is spelled like one of them.
  bool isOneOf(std::initializer_list<std::string_view> spellings) const;
  /// Neither white space nor comment nor directive.
  bool isCode() const {
    return kind != Kind::Space && kind != Kind::Comment && kind != Kind::Directive;
  }
  /// How many lines end in it: 0 but for white space.
  size_t lineEnds() const;
};

using SourceTokens = std::vector<SourceToken>;

/// The index of no token.
inline constexpr size_t NoToken = static_cast<size_t>(-1);

SourceTokens tokensOf(std::string_view text);
std::string textOf(const SourceTokens &tokens, size_t begin, size_t end);
std::string textOf(const SourceTokens &tokens);

/// Tokens whose brackets are matched. Those of template lists are brackets as well: a `<` opens one
/// where it stands directly behind a name, or behind `template`, as clang-format writes it.
class BracketedTokens {
public:
  /// std::logic_error with the line where brackets do not match.
  explicit BracketedTokens(const SourceTokens &all);

  const SourceToken &operator[](size_t index) const { return tokens[index]; }
  size_t size() const { return tokens.size(); }
  /// The other bracket; NoToken where the token is no bracket.
  size_t partner(size_t index) const { return partners[index]; }
  bool opens(size_t index) const { return partners[index] != NoToken && partners[index] > index; }
  bool closes(size_t index) const { return partners[index] != NoToken && partners[index] < index; }
  bool opensTemplateList(size_t index) const { return opens(index) && tokens[index].is("<"); }
  bool closesTemplateList(size_t index) const { return closes(index) && tokens[index].is(">"); }

  /// The first code at or behind an index, `end` where there is none.
  size_t code(size_t index, size_t end) const;
  size_t code(size_t index) const { return code(index, size()); }
  /// The last code before an index; NoToken where there is none.
  size_t codeBefore(size_t index) const;
  bool codeIs(size_t index, std::string_view spelling) const {
    return index < size() && tokens[index].isCode() && tokens[index].is(spelling);
  }
  /// The index behind a token, or behind the brackets that it opens.
  size_t behind(size_t index) const { return opens(index) ? partners[index] + 1 : index + 1; }
  /// The bracket `{` around a token; NoToken where there is none.
  size_t enclosingBrace(size_t index) const;
  /// The end of the statement whose code begins at an index, an `else` and what follows included.
  size_t statementEnd(size_t begin) const;

private:
  const SourceTokens &tokens;
  std::vector<size_t> partners;
};

/// std::logic_error that names a line of the text.
[[noreturn]] void failAt(const SourceToken &token, const std::string &reason);

} // namespace warpsmith
