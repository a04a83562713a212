#include "rewriter/frontend/launches/LostLaunches.h"
#include "rewriter/frontend/launches/MendedLaunches.h"
#include "clang/Lex/Lexer.h"

namespace warpsmith::frontend {

std::vector<unsigned> launchesInText(llvm::StringRef text, const std::string &kernel) {
  const std::string mended = mendLaunches(text).value_or(text.str());
  const char *begin = mended.c_str(), *end = begin + mended.size();
  clang::Lexer lexer(clang::SourceLocation(), rawLanguage(), begin, begin, end);
  std::vector<unsigned> offsets;
  bool named = false;
  unsigned offset = 0;
  clang::Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
    if (named && token.is(clang::tok::lesslessless))
      offsets.push_back(offset);
    named = token.is(clang::tok::raw_identifier) && token.getRawIdentifier() == kernel;
    offset = static_cast<unsigned>(lexer.getBufferLocation() - begin) - token.getLength();
  }
  return offsets;
}

} // namespace warpsmith::frontend
