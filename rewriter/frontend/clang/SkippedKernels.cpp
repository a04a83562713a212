#include "rewriter/frontend/clang/SkippedKernels.h"
#include "rewriter/frontend/clang/RawLanguage.h"
#include "rewriter/ir/Identifiers.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include <memory>

namespace warpsmith::frontend {
namespace {

class Watch : public clang::PPCallbacks {
public:
  Watch(std::vector<SkippedKernel> &target, const clang::SourceManager &manager)
      : list(target),
        sources(manager) {}

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
    if (!sources.isInMainFile(range.getBegin()) || !sources.isInMainFile(range.getEnd()))
      return;
    const unsigned begin = sources.getFileOffset(range.getBegin());
    const unsigned end = sources.getFileOffset(range.getEnd());
    const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    if (begin >= end || !text.slice(begin, end).contains("__global__"))
      return;
    const llvm::StringRef directive = text.substr(begin).split('\n').first.trim();
    // `#if 0` leaves out what nobody compiles.
    if (identifiers(directive.str()).size() > (directive.ltrim("# \t") == "else" ? 0 : 1))
      look(text.slice(begin, end).str(), begin, directive);
  }

private:
  /// What is declared `__global__` and has a body.
  void look(const std::string &text, unsigned offset, llvm::StringRef directive) {
    clang::Lexer lexer(clang::SourceLocation(), rawLanguage(), text.data(), text.data(),
                       text.data() + text.size());
    clang::Token token;
    std::string last, name;
    unsigned lastAt = 0, nameAt = 0;
    bool declares = false;
    for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
      if (token.is(clang::tok::raw_identifier)) {
        const auto end = static_cast<size_t>(lexer.getBufferLocation() - text.data());
        lastAt = static_cast<unsigned>(end - token.getLength());
        last = text.substr(lastAt, token.getLength());
        if (last == "__global__") {
          declares = true;
          name.clear();
        }
      } else if (token.is(clang::tok::l_paren) && declares && name.empty() &&
                 last != "__launch_bounds__") {
        name = last;
        nameAt = lastAt;
      } else if (token.is(clang::tok::semi) || token.is(clang::tok::l_brace)) {
        if (token.is(clang::tok::l_brace) && declares && !name.empty())
          list.push_back({name, sources.getComposedLoc(sources.getMainFileID(), offset + nameAt),
                          directive.str()});
        declares = false;
      }
    }
  }

  std::vector<SkippedKernel> &list;
  const clang::SourceManager &sources;
};

} // namespace

bool namesKernels(const std::string &text) {
  if (text.find("__global__") == std::string::npos)
    return false;
  clang::Lexer lexer(clang::SourceLocation(), rawLanguage(), text.data(), text.data(),
                     text.data() + text.size());
  clang::Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token))
    if (token.is(clang::tok::raw_identifier) && token.getRawIdentifier() == "__global__")
      return true;
  return false;
}

void watchSkippedKernels(clang::Preprocessor &preprocessor, std::vector<SkippedKernel> &list) {
  preprocessor.addPPCallbacks(std::make_unique<Watch>(list, preprocessor.getSourceManager()));
}

} // namespace warpsmith::frontend
