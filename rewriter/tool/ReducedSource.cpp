#include "rewriter/tool/ReducedSource.h"
#include "rewriter/frontend/launches/MendedLaunches.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <optional>
#include <vector>

namespace warpsmith::tool {
namespace {

struct Extent {
  size_t begin = 0, end = 0; ///< offsets
};

size_t endOfLine(llvm::StringRef text, size_t at) {
  for (size_t end = text.find('\n', at);; end = text.find('\n', end + 1))
    if (end == llvm::StringRef::npos)
      return text.size();
    else if (end == 0 || (text[end - 1] != '\\' &&
                          (text[end - 1] != '\r' || end == 1 || text[end - 2] != '\\')))
      return end;
}

/// Finds a file's declarations at namespace scope, and its directives, by their brackets.
class Pieces {
public:
  explicit Pieces(llvm::StringRef source) : text(source) {
    std::vector<clang::Token> tokens;
    const std::string copy = text.str(); // ends in a zero
    clang::Lexer lexer({}, frontend::rawLanguage(), copy.data(), copy.data(),
                       copy.data() + copy.size());
    for (clang::Token token; !token.is(clang::tok::eof);) {
      lexer.LexFromRawLexer(token);
      const size_t after = static_cast<size_t>(lexer.getBufferLocation() - copy.data());
      take(token, after - token.getLength(), after);
    }
  }

  std::vector<Extent> declarations, directives;

private:
  void take(const clang::Token &token, size_t begin, size_t end) {
    if (begin < directiveEnd)
      return;
    if (token.is(clang::tok::hash) && token.isAtStartOfLine()) {
      directiveEnd = endOfLine(text, begin);
      directives.push_back({begin, directiveEnd});
      return;
    }
    if (token.is(clang::tok::eof)) {
      if (open)
        finish();
      return;
    }
    // The fence of a page that the file was copied from.
    if (token.is(clang::tok::unknown) && !open && token.isAtStartOfLine()) {
      directiveEnd = endOfLine(text, begin);
      declarations.push_back({begin, directiveEnd});
      return;
    }
    // After its last brace a function is complete, and a type or a variable is not.
    if (complete && isFunction)
      finish();
    else if (complete && !token.is(clang::tok::semi))
      complete = false;
    if (!open) {
      if (token.is(clang::tok::r_brace) || token.is(clang::tok::semi))
        return; // of a namespace, or of nothing
      open = true;
      isFunction = isSpace = false;
      current.begin = begin;
    }
    current.end = end;
    if (token.is(clang::tok::raw_identifier) && depth == 0 &&
        (token.getRawIdentifier() == "namespace" || token.getRawIdentifier() == "extern"))
      isSpace = true;
    if (depth == 0 && token.is(clang::tok::l_brace) && isSpace && !isFunction) {
      open = false; // what it holds are declarations of their own
      return;
    }
    if (token.isOneOf(clang::tok::l_brace, clang::tok::l_paren)) {
      isFunction |= depth == 0 && token.is(clang::tok::l_paren);
      ++depth;
    } else if (token.isOneOf(clang::tok::r_brace, clang::tok::r_paren) && depth > 0) {
      complete = --depth == 0 && token.is(clang::tok::r_brace);
    } else if (depth == 0 && token.is(clang::tok::semi)) {
      finish();
    }
  }

  void finish() {
    declarations.push_back(current);
    open = complete = false;
  }

  llvm::StringRef text;
  Extent current;
  size_t directiveEnd = 0;
  unsigned depth = 0;
  bool open = false, complete = false; ///< in a declaration; after a brace that may be its last
  bool isFunction = false, isSpace = false;
};

/// Lines of generated code.
std::set<unsigned> generatedLines(llvm::StringRef text) {
  std::set<unsigned> result;
  unsigned number = 0;
  bool inside = false;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    ++number;
    inside |= line.contains("// warpsmith: begin ");
    if (inside)
      result.insert(number);
    if (line.contains("// warpsmith: end"))
      inside = false;
  }
  return result;
}

} // namespace

std::map<std::string, std::set<unsigned>> errorLines(const std::string &messages,
                                                     const std::set<std::string> &files) {
  std::map<std::string, std::set<unsigned>> lines;
  std::optional<std::pair<std::string, unsigned>> include; // that leads to the file with the errors
  bool inStack = false;
  const auto place = [&](llvm::StringRef line) -> std::optional<std::pair<std::string, unsigned>> {
    unsigned number = 0;
    for (const std::string &file : files)
      if (llvm::StringRef rest = line;
          rest.consume_front(file + ":") && !rest.consumeInteger(10, number))
        return std::pair(file, number);
    return std::nullopt;
  };
  for (llvm::StringRef line : llvm::split(messages, '\n')) {
    if (line.consume_front("In file included from ")) {
      if (!inStack)
        include.reset();
      inStack = true;
      if (const auto at = place(line))
        include = at;
      continue;
    }
    inStack = false;
    if (!line.contains("error: "))
      continue;
    const auto at = place(line);
    if (const auto &named = at ? at : include)
      lines[named->first].insert(named->second);
  }
  return lines;
}

std::string missingHeader(const std::string &messages) {
  const auto [before, after] = llvm::StringRef(messages).split("fatal error: '");
  const auto [name, rest] = after.split("' file not found");
  // Beside the others' there is no place for such a name.
  if (after.size() == name.size() || name.contains('\n') || name.contains("..") ||
      name.starts_with("/"))
    return {};
  return name.str();
}

bool removeDeclarations(std::string &text, const std::set<unsigned> &lines) {
  const Pieces pieces(text);
  const std::set<unsigned> generated = generatedLines(text);
  std::vector<size_t> begins = {0}; // of lines
  for (size_t at = 0; at < text.size(); ++at)
    if (text[at] == '\n')
      begins.push_back(at + 1);
  const auto lineOf = [&](size_t offset) {
    return static_cast<unsigned>(std::upper_bound(begins.begin(), begins.end(), offset) -
                                 begins.begin());
  };
  const auto touches = [&](const Extent &range, const std::set<unsigned> &some) {
    const auto first = some.lower_bound(lineOf(range.begin));
    return first != some.end() && *first <= lineOf(range.end - 1);
  };
  std::vector<bool> gone(text.size());
  for (const Extent &range : pieces.declarations)
    if (touches(range, lines) && !touches(range, generated))
      std::fill(gone.begin() + static_cast<ptrdiff_t>(range.begin),
                gone.begin() + static_cast<ptrdiff_t>(range.end), true);
  for (const Extent &range : pieces.directives) {
    const llvm::StringRef name = llvm::StringRef(text).substr(range.begin + 1).ltrim(" \t");
    if (name.starts_with("pragma"))
      continue; // it goes with the function that it is in
    const bool included =
        touches(range, lines) && !touches(range, generated) && name.starts_with("include");
    std::fill(gone.begin() + static_cast<ptrdiff_t>(range.begin),
              gone.begin() + static_cast<ptrdiff_t>(range.end), included);
  }
  bool changed = false;
  for (size_t at = 0; at < text.size(); ++at)
    if (gone[at] && !llvm::isSpace(text[at])) {
      text[at] = ' ';
      changed = true;
    }
  return changed;
}

} // namespace warpsmith::tool
