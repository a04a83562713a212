/// The tokens of a file's text, without comments and directives.
#pragma once

#include "rewriter/reach/CodeFacts.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace warpsmith::reach {

class FileTokens {
public:
  explicit FileTokens(llvm::StringRef text);

  /// The first token that begins at or after an offset; the end of the text where there is none.
  Extent from(unsigned offset) const { return at(indexFrom(offset)); }
  /// The end of the token that begins at an offset.
  unsigned endOf(unsigned offset) const { return from(offset).end; }
  bool is(const Extent &token, llvm::StringRef spelling) const { return of(token) == spelling; }
  /// The end of the next token of this spelling.
  unsigned endOfNext(llvm::StringRef spelling, unsigned offset) const;
  /// The end of an extent, with the semicolon that may follow it.
  unsigned withSemicolon(unsigned end) const;
  /// The end of the statement that begins at an offset.
  unsigned endOfStatement(unsigned offset) const;
  llvm::StringRef of(const Extent &token) const { return text.slice(token.begin, token.end); }
  bool areNone() const { return tokens.empty(); }

private:
  size_t indexFrom(unsigned offset) const;
  Extent at(size_t index) const;
  size_t behindBrackets(size_t index) const;
  size_t behindStatement(size_t index) const;

  llvm::StringRef text;
  std::vector<Extent> tokens;
};

} // namespace warpsmith::reach
