#include "rewriter/frontend/launches/TextLaunches.h"
#include "rewriter/frontend/launches/MendedLaunches.h"
#include "clang/Lex/Lexer.h"
#include <algorithm>
#include <optional>
#include <utility>

namespace warpsmith::frontend {
namespace {

namespace tok = clang::tok;

struct Token {
  tok::TokenKind kind;
  unsigned begin, end;
  bool inDirective = false, inConditional = false;
};

bool opens(tok::TokenKind kind) {
  return kind == tok::l_paren || kind == tok::l_square || kind == tok::l_brace;
}
bool closes(tok::TokenKind kind) {
  return kind == tok::r_paren || kind == tok::r_square || kind == tok::r_brace;
}

class Reading {
public:
  explicit Reading(llvm::StringRef source) : text(mendLaunches(source).value_or(source.str())) {
    const char *begin = text.c_str(), *end = begin + text.size();
    clang::Lexer lexer(clang::SourceLocation(), rawLanguage(), begin, begin, end);
    bool inDirective = false, isFirst = false;
    int conditionals = 0;
    clang::Token token;
    for (lexer.LexFromRawLexer(token); token.isNot(tok::eof); lexer.LexFromRawLexer(token)) {
      const auto after = static_cast<unsigned>(lexer.getBufferLocation() - begin);
      if (token.isAtStartOfLine())
        inDirective = isFirst = token.is(tok::hash);
      else if (std::exchange(isFirst, false) && token.is(tok::raw_identifier))
        conditionals += change(token.getRawIdentifier());
      tokens.push_back(
          {token.getKind(), after - token.getLength(), after, inDirective, conditionals != 0});
    }
  }

  llvm::StringRef spelling(size_t index) const {
    return llvm::StringRef(text).slice(tokens[index].begin, tokens[index].end);
  }
  bool is(size_t index, tok::TokenKind kind) const {
    return index < tokens.size() && tokens[index].kind == kind;
  }

  /// The launch whose kernel's name is at `index`, as far as the text gives it.
  std::optional<LaunchSyntax> launch(size_t index) const {
    LaunchSyntax found;
    found.nameOffset = tokens[index].begin;
    found.nameLength = tokens[index].end - tokens[index].begin;
    const size_t open = index + 1;
    if (!is(open, tok::lesslessless))
      return std::nullopt;
    found.openOffset = tokens[open].begin;
    const auto [close, arguments] = configuration(open);
    const size_t parenthesis = close + 1;
    if (!close || !is(parenthesis, tok::l_paren))
      return std::nullopt;
    found.closeOffset = tokens[close].begin;
    found.configurationArguments = arguments;
    found.argumentsOffset = tokens[parenthesis].end;
    found.hasArguments = !is(parenthesis + 1, tok::r_paren);
    const size_t end = matching(parenthesis);
    if (!end || !is(end + 1, tok::semi))
      return std::nullopt;
    return found;
  }

  /// Where the `>>>` is, and how many arguments stand before it; nothing at a `<`, which may be a
  /// comparison or a template's, whose commas divide no arguments.
  std::pair<size_t, unsigned> configuration(size_t open) const {
    unsigned arguments = 1;
    for (size_t index = open + 1; index < tokens.size(); ++index) {
      const Token &token = tokens[index];
      if (token.inDirective || token.kind == tok::less || token.kind == tok::semi ||
          closes(token.kind))
        break;
      if (token.kind == tok::greatergreatergreater)
        return {index, arguments};
      arguments += token.kind == tok::comma;
      if (opens(token.kind) && !(index = matching(index)))
        break;
    }
    return {0, 0};
  }

  /// Of an opening bracket; 0 where there is none.
  size_t matching(size_t open) const {
    std::vector<tok::TokenKind> wanted;
    for (size_t index = open; index < tokens.size(); ++index) {
      const tok::TokenKind kind = tokens[index].kind;
      if (tokens[index].inDirective)
        return 0;
      if (opens(kind))
        wanted.push_back(kind == tok::l_paren    ? tok::r_paren
                         : kind == tok::l_square ? tok::r_square
                                                 : tok::r_brace);
      if (!closes(kind))
        continue;
      if (wanted.back() != kind)
        return 0;
      wanted.pop_back();
      if (wanted.empty())
        return index;
    }
    return 0;
  }

  std::string text;
  std::vector<Token> tokens;

private:
  static int change(llvm::StringRef directive) {
    return directive.starts_with("if") ? 1 : directive == "endif" ? -1 : 0;
  }
};

class Search {
public:
  Search(llvm::StringRef source, const NamedKernel &wanted) : reading(source), kernel(wanted) {}

  std::vector<LaunchSyntax> run() {
    std::vector<LaunchSyntax> found;
    std::vector<size_t> open; ///< brackets around the token
    for (size_t index = 0; index < reading.tokens.size(); ++index) {
      const Token &token = reading.tokens[index];
      const bool named =
          token.kind == tok::raw_identifier && reading.spelling(index) == kernel.name;
      if (named && !meansTheKernel(index))
        return {};
      if (token.inDirective)
        continue;
      if (opens(token.kind)) {
        open.push_back(index);
      } else if (closes(token.kind)) {
        if (open.empty())
          return found;
        open.pop_back();
      } else if (named && !token.inConditional &&
                 std::all_of(open.begin(), open.end(), [&](size_t one) {
                   return reading.is(one, tok::l_brace) && isHost(one);
                 })) {
        if (const auto launch = isStatement(index) ? reading.launch(index) : std::nullopt)
          found.push_back(*launch);
      }
    }
    return found;
  }

private:
  /// A declaration of the kernel, a launch, or its address as an argument. Anything else may
  /// declare something of this name.
  bool meansTheKernel(size_t index) const {
    const Token &token = reading.tokens[index];
    if (token.inDirective)
      return false;
    if (kernel.declarations.contains(token.begin) || reading.is(index + 1, tok::lesslessless))
      return true;
    const bool before =
        index > 0 && (reading.is(index - 1, tok::amp) || reading.is(index - 1, tok::l_paren) ||
                      reading.is(index - 1, tok::comma));
    return before && (reading.is(index + 1, tok::comma) || reading.is(index + 1, tok::r_paren));
  }

  /// The launch begins a statement, under a qualifier that names the kernel's own namespace.
  bool isStatement(size_t index) const {
    if (reading.is(index - 1, tok::coloncolon)) {
      if (kernel.scope.empty() || index < 2 || reading.spelling(index - 2) != kernel.scope)
        return false;
      index -= 2;
      while (index > 0 && reading.is(index - 1, tok::coloncolon))
        index -= index > 1 && reading.is(index - 2, tok::raw_identifier) ? 2 : 1;
    }
    return index > 0 &&
           (reading.is(index - 1, tok::semi) || reading.is(index - 1, tok::l_brace) ||
            reading.is(index - 1, tok::r_brace) || reading.is(index - 1, tok::r_paren) ||
            reading.spelling(index - 1) == "else");
  }

  /// What stands before a brace, which is the head of a function or a lambda, is none of the GPU's.
  bool isHost(size_t brace) const {
    for (size_t index = brace; index-- > 0;) {
      const tok::TokenKind kind = reading.tokens[index].kind;
      if (kind == tok::semi || kind == tok::l_brace || kind == tok::r_brace)
        return true;
      if (kind == tok::raw_identifier && !reading.tokens[index].inDirective &&
          isOfDevice(reading.spelling(index).str(), 0))
        return false;
    }
    return true;
  }
  bool isOfDevice(const std::string &name, int depth) const {
    if (name == "__device__" || name == "__global__")
      return true;
    constexpr int MostMacros = 8; // one inside of another
    const auto macro = kernel.macros->bodies.find(name);
    return macro != kernel.macros->bodies.end() && depth < MostMacros &&
           std::any_of(
               macro->second.begin(), macro->second.end(),
               [&](const std::string &inner) { return isOfDevice(inner, depth + 1); });
  }

  Reading reading;
  const NamedKernel &kernel;
};

} // namespace

std::vector<LaunchSyntax> launchesByText(llvm::StringRef text, const NamedKernel &kernel) {
  return Search(text, kernel).run();
}

bool countsAlike(llvm::StringRef text, const LaunchSyntax &launch) {
  const Reading reading(text);
  for (size_t index = 0; index < reading.tokens.size(); ++index)
    if (reading.tokens[index].begin == launch.openOffset)
      return reading.configuration(index).second == launch.configurationArguments;
  return false;
}

} // namespace warpsmith::frontend
