#include "rewriter/frontend/launches/LostLaunches.h"
#include "rewriter/frontend/launches/MendedLaunches.h"
#include "clang/Lex/Lexer.h"

namespace warpsmith::frontend {

std::map<std::string, std::vector<unsigned>> launchesInText(llvm::StringRef text) {
  const std::string mended = mendLaunches(text).value_or(text.str());
  const char *begin = mended.c_str(), *end = begin + mended.size();
  clang::Lexer lexer(clang::SourceLocation(), rawLanguage(), begin, begin, end);
  std::map<std::string, std::vector<unsigned>> offsets;
  llvm::StringRef name; // of the last token; empty where it is no name
  unsigned offset = 0;
  clang::Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
    if (!name.empty() && token.is(clang::tok::lesslessless))
      offsets[name.str()].push_back(offset);
    name = token.is(clang::tok::raw_identifier) ? token.getRawIdentifier() : llvm::StringRef();
    offset = static_cast<unsigned>(lexer.getBufferLocation() - begin) - token.getLength();
  }
  return offsets;
}

} // namespace warpsmith::frontend
