#include "rewriter/frontend/launches/MendedLaunches.h"
#include "rewriter/frontend/clang/MendedAssembly.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <vector>

namespace warpsmith::frontend {
namespace {

namespace vfs = llvm::vfs;

struct LaunchToken {
  clang::tok::TokenKind kind;
  size_t begin, end;
};

/// How many of one bracket the token is made of.
unsigned brackets(clang::tok::TokenKind kind, char bracket) {
  switch (kind) {
  case clang::tok::less:
    return bracket == '<' ? 1 : 0;
  case clang::tok::lessless:
    return bracket == '<' ? 2 : 0;
  case clang::tok::lesslessless:
    return bracket == '<' ? 3 : 0;
  case clang::tok::greater:
    return bracket == '>' ? 1 : 0;
  case clang::tok::greatergreater:
    return bracket == '>' ? 2 : 0;
  case clang::tok::greatergreatergreater:
    return bracket == '>' ? 3 : 0;
  default:
    return 0;
  }
}

/// Three brackets in tokens first..last with nothing but white space between them.
struct Triple {
  size_t first, last;
  bool broken() const { return first != last; }
};

class Mending {
public:
  explicit Mending(llvm::StringRef source) : text(source), mended(source.str()) { lex(); }

  std::optional<std::string> run() {
    for (size_t index = 1; index < tokens.size(); ++index)
      if (const auto open = triple(index, '<'); open && follows(index))
        if (const auto close = closing(open->last + 1)) {
          join(*open, '<');
          join(*close, '>');
        }
    if (!changed)
      return std::nullopt;
    return std::move(mended);
  }

private:
  void lex() {
    clang::Lexer lexer(clang::SourceLocation(), rawLanguage(), text.begin(), text.begin(),
                       text.end());
    clang::Token token;
    do {
      lexer.LexFromRawLexer(token);
      const size_t end = lexer.getBufferLocation() - text.begin();
      tokens.push_back({token.getKind(), end - token.getLength(), end});
    } while (token.isNot(clang::tok::eof));
  }

  std::optional<Triple> triple(size_t first, char bracket) const {
    unsigned count = 0;
    for (size_t index = first; index < tokens.size(); ++index) {
      const unsigned more = brackets(tokens[index].kind, bracket);
      if (!more || (index > first && !blank(tokens[index - 1].end, tokens[index].begin)))
        return std::nullopt;
      count += more;
      if (count >= 3)
        return count == 3 ? std::optional<Triple>({first, index}) : std::nullopt;
    }
    return std::nullopt;
  }
  bool blank(size_t begin, size_t end) const {
    return llvm::all_of(text.slice(begin, end), clang::isWhitespace);
  }

  /// A kernel comes before: not `operator<< <char>`.
  bool follows(size_t open) const {
    const LaunchToken &before = tokens[open - 1];
    switch (before.kind) {
    case clang::tok::raw_identifier:
      return text.slice(before.begin, before.end) != "operator";
    case clang::tok::greater:
    case clang::tok::greatergreater:
    case clang::tok::r_paren:
      return true;
    default:
      return false;
    }
  }

  /// The last `>>>` before `(` within the brackets around the launch: an earlier one is a
  /// template's.
  std::optional<Triple> closing(size_t index) const {
    std::optional<Triple> found;
    for (int depth = 0; index + 1 < tokens.size(); ++index) {
      const clang::tok::TokenKind kind = tokens[index].kind;
      if (kind == clang::tok::l_paren || kind == clang::tok::l_square ||
          kind == clang::tok::l_brace)
        ++depth;
      else if (kind == clang::tok::r_paren || kind == clang::tok::r_square ||
               kind == clang::tok::r_brace)
        --depth;
      if (depth < 0 || (depth == 0 && (kind == clang::tok::semi || triple(index, '<'))))
        break;
      if (depth > 0)
        continue;
      if (const auto close = triple(index, '>');
          close && tokens[close->last + 1].kind == clang::tok::l_paren) {
        found = close;
        index = close->last;
      }
    }
    return found;
  }

  /// The brackets first, then the white space that was between them.
  void join(const Triple &three, char bracket) {
    if (!three.broken())
      return;
    const size_t begin = tokens[three.first].begin, end = tokens[three.last].end;
    std::string space;
    for (const char c : text.slice(begin, end))
      if (c != bracket)
        space += c;
    mended.replace(begin, end - begin, std::string(3, bracket) + space);
    changed = true;
  }

  llvm::StringRef text;
  std::string mended;
  std::vector<LaunchToken> tokens;
  bool changed = false;
};

/// A quick look for brackets with space between them.
bool mayBeBroken(llvm::StringRef text) {
  for (size_t at = text.find('<'); at != llvm::StringRef::npos; at = text.find('<', at + 1)) {
    size_t next = at, count = 0;
    while (next < text.size() && (text[next] == '<' || clang::isWhitespace(text[next])))
      count += text[next++] == '<';
    if (count >= 3)
      return true; // `<<<` too: only its `>>>` may be broken
    if (next > at)
      at = next - 1;
  }
  return false;
}

class MendedFile : public vfs::File {
public:
  explicit MendedFile(std::unique_ptr<vfs::File> file) : below(std::move(file)) {}

  llvm::ErrorOr<vfs::Status> status() override { return below->status(); }
  llvm::ErrorOr<std::string> getName() override { return below->getName(); }
  std::error_code close() override { return below->close(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &name, int64_t size, bool, bool isVolatile) override {
    auto buffer = below->getBuffer(name, size, /*RequiresNullTerminator=*/true, isVolatile);
    // Zero bytes are in no source: that is a precompiled header.
    for (const auto mend : {mendLaunches, mendAssembly})
      if (buffer && !(*buffer)->getBuffer().contains('\0'))
        if (const auto mended = mend((*buffer)->getBuffer()))
          buffer = llvm::MemoryBuffer::getMemBufferCopy(*mended, name);
    return buffer;
  }

private:
  std::unique_ptr<vfs::File> below;
};

class MendedFiles : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;
  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine &path) override {
    auto file = ProxyFileSystem::openFileForRead(path);
    if (!file)
      return file;
    return std::make_unique<MendedFile>(std::move(*file));
  }
};

} // namespace

std::optional<std::string> mendLaunches(llvm::StringRef text) {
  return mayBeBroken(text) ? Mending(text).run() : std::nullopt;
}

llvm::IntrusiveRefCntPtr<vfs::FileSystem>
withMendedSources(llvm::IntrusiveRefCntPtr<vfs::FileSystem> below) {
  return llvm::makeIntrusiveRefCnt<MendedFiles>(std::move(below));
}

} // namespace warpsmith::frontend
