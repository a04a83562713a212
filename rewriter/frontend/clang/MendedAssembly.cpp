#include "rewriter/frontend/clang/MendedAssembly.h"
#include "rewriter/frontend/clang/RawLanguage.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"

namespace warpsmith::frontend {
namespace {

class AssemblyMending {
public:
  explicit AssemblyMending(llvm::StringRef source)
      : text(source),
        mended(source.str()),
        lexer(clang::SourceLocation(), rawLanguage(), text.begin(), text.begin(), text.end()) {}

  std::optional<std::string> run() {
    for (next(); token.isNot(clang::tok::eof); next())
      while (isAssembly())
        statement();
    if (!changed)
      return std::nullopt;
    return std::move(mended);
  }

private:
  void next() {
    lexer.LexFromRawLexer(token);
    end = lexer.getBufferLocation() - text.begin();
    begin = end - token.getLength();
  }
  llvm::StringRef word() const {
    return token.is(clang::tok::raw_identifier) ? text.slice(begin, end) : llvm::StringRef();
  }
  bool isAssembly() const { return word() == "asm" || word() == "__asm__" || word() == "__asm"; }

  /// From `asm` to the parenthesis that closes it.
  void statement() {
    for (next(); word() == "volatile" || word() == "__volatile__";)
      next();
    if (token.isNot(clang::tok::l_paren))
      return;
    bool inOperands = false, behindOperand = false; // before the operands is the text
    size_t last = end;
    int depth = 1;
    for (next(); depth > 0 && token.isNot(clang::tok::eof); next()) {
      if (behindOperand && token.is(clang::tok::string_literal))
        separate(last);
      inOperands |= depth == 1 && token.isOneOf(clang::tok::colon, clang::tok::coloncolon);
      depth += token.is(clang::tok::l_paren);
      depth -= token.is(clang::tok::r_paren);
      behindOperand = inOperands && depth == 1 && token.is(clang::tok::r_paren);
      last = end;
    }
  }

  /// Puts a comma between an operand that ends there and the present token.
  void separate(size_t operandEnd) {
    const auto isBlank = [&](size_t at) { return text[at] == ' ' || text[at] == '\t'; };
    if (begin == operandEnd)
      return;
    // A comment may stand between: it has blanks of its own.
    if (isBlank(operandEnd))
      mended[operandEnd] = ',';
    else if (isBlank(begin - 1))
      mended[begin - 1] = ',';
    else
      return;
    changed = true;
  }

  llvm::StringRef text;
  std::string mended;
  clang::Lexer lexer;
  clang::Token token;
  size_t begin = 0, end = 0;
  bool changed = false;
};

/// A quick look for assembly, and for a string behind a parenthesis.
bool mayLackComma(llvm::StringRef text) {
  if (!text.contains("asm"))
    return false;
  for (size_t at = text.find('"'); at != llvm::StringRef::npos; at = text.find('"', at + 1)) {
    const llvm::StringRef before = text.take_front(at);
    if (at > 0 && clang::isWhitespace(text[at - 1]) && before.rtrim().ends_with(")"))
      return true;
  }
  return false;
}

} // namespace

std::optional<std::string> mendAssembly(llvm::StringRef text) {
  return mayLackComma(text) ? AssemblyMending(text).run() : std::nullopt;
}

} // namespace warpsmith::frontend
