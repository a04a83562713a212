#include "rewriter/frontend/UnitContext.h"
#include "clang/Lex/Lexer.h"

namespace warpsmith::frontend {

const ParseError *UnitContext::errorWithin(clang::SourceLocation begin,
                                           clang::SourceLocation end) const {
  return errors ? errors->within(begin, end, sources) : nullptr;
}

std::string UnitContext::text(clang::SourceRange range) const {
  return clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(range), sources,
                                     context.getLangOpts())
      .str();
}

SourceLocation UnitContext::plain(clang::SourceLocation location) const {
  location = sources.getExpansionLoc(location);
  return {sources.getFilename(location).str(), sources.getExpansionLineNumber(location),
          sources.getExpansionColumnNumber(location)};
}

clang::SourceLocation UnitContext::endOf(const clang::FunctionDecl &kernel) const {
  return sources.getExpansionRange(kernel.getBody()->getEndLoc()).getEnd();
}

} // namespace warpsmith::frontend
