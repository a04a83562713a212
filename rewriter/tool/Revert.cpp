#include "rewriter/tool/Revert.h"
#include "rewriter/frontend/launches/MendedLaunches.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>
#include <set>
#include <vector>

namespace warpsmith::tool {
namespace {

namespace tok = clang::tok;
namespace vfs = llvm::vfs;
using llvm::StringRef;

constexpr StringRef BeginMark = "// warpsmith: begin ", EndMark = "// warpsmith: end";
constexpr StringRef RecordBegin = "/*warpsmith was: ", RecordEnd = "/*warpsmith.*/";
constexpr StringRef Suffix = "_rewritten";

struct Range {
  size_t begin, end;
};

struct Region {
  std::string kernel; ///< or `support`
  Range range;        ///< from the first mark through the last
  bool lineGoesOn;    ///< what followed the kernel on its line now has a line of its own
};

struct Token {
  tok::TokenKind kind;
  size_t begin, end;
};

/// The lines that hold nothing but the mark and what follows it.
std::optional<StringRef> markOn(StringRef line, StringRef mark) {
  line = line.trim();
  if (!line.consume_front(mark))
    return std::nullopt;
  return line;
}

/// Calls `take` with the kind, the begin and the end of each token of a text.
void eachToken(StringRef text, bool comments,
               llvm::function_ref<void(tok::TokenKind, size_t, size_t)> take) {
  const std::string copy = text.str(); // ends in a zero
  clang::Lexer lexer({}, frontend::rawLanguage(), copy.data(), copy.data(),
                     copy.data() + copy.size());
  lexer.SetCommentRetentionState(comments);
  clang::Token token;
  do {
    lexer.LexFromRawLexer(token);
    const size_t end = lexer.getBufferLocation() - copy.data();
    if (token.isNot(tok::eof))
      take(token.getKind(), end - token.getLength(), end);
  } while (token.isNot(tok::eof));
}

class Reverting {
public:
  Reverting(const std::string &file, StringRef all, llvm::function_ref<bool(StringRef)> wanted)
      : path(file),
        text(all),
        kernels(wanted) {}

  llvm::Expected<clang::tooling::Replacements> run() {
    if (llvm::Error error = findRegions())
      return error;
    for (const Region &region : regions) {
      if (const StringRef name = foreignFunction(region); !name.empty())
        return error(region.range.begin, "the generated region that begins here holds '" + name +
                                             "', which warpsmith has not written; move it out");
      takeOut(region);
    }
    if (llvm::Error error = findRecords())
      return error;
    lex();
    while (next < tokens.size())
      if (llvm::Error error = takeToken())
        return error;
    return std::move(edits);
  }

  llvm::Error findRegions() {
    std::set<size_t> comments;
    eachToken(text, /*comments=*/true, [&](tok::TokenKind kind, size_t begin, size_t) {
      if (kind == tok::comment)
        comments.insert(begin);
    });
    size_t open = StringRef::npos;
    std::string kernel;
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      const StringRef line = text.slice(begin, end);
      // In a string a mark is the user's text.
      const size_t mark = begin + line.find_first_not_of(" \t");
      if (!comments.contains(mark)) {
        begin = end + 1;
        continue;
      }
      if (const auto name = markOn(line, BeginMark)) {
        if (open != StringRef::npos)
          return error(open, "the generated region that begins here has no '" + EndMark + "'");
        open = begin + line.find(BeginMark);
        kernel = name->str();
      } else if (const auto rest = markOn(line, EndMark)) {
        if (open == StringRef::npos)
          return error(begin, "'" + EndMark + "' without a beginning");
        regions.push_back(
            {kernel, {open, begin + line.rtrim("\r").size()}, rest->contains(LineGoesOn)});
        // Spaces behind the mark are the user's.
        if (!regions.back().lineGoesOn)
          regions.back().range.end = begin + line.find(EndMark) + EndMark.size();
        open = StringRef::npos;
      }
      begin = end + 1;
    }
    if (open != StringRef::npos)
      return error(open, "the generated region that begins here has no '" + EndMark + "'");
    return llvm::Error::success();
  }

  std::vector<Region> regions;

private:
  llvm::Error error(size_t offset, const llvm::Twine &message) const {
    return llvm::createStringError(
        path + ":" + llvm::Twine(text.take_front(offset).count('\n') + 1) + ": error: " + message);
  }

  void edit(size_t begin, size_t end, const std::string &with) {
    llvm::cantFail(edits.add(clang::tooling::Replacement(
        path, static_cast<unsigned>(begin), static_cast<unsigned>(end - begin), with)));
  }

  size_t newlineBefore(size_t offset) const {
    if (offset == 0 || text[offset - 1] != '\n')
      return 0;
    return offset > 1 && text[offset - 2] == '\r' ? 2 : 1;
  }
  size_t newlineAfter(size_t offset) const {
    if (text.substr(offset).starts_with("\r\n"))
      return 2;
    return text.substr(offset).starts_with("\n") ? 1 : 0;
  }

  /// With the line ends that were put around it. Of two a definition has both before it and a
  /// declaration one on each side, which is the same where the text has more of them.
  void takeOut(const Region &region) {
    auto [begin, end] = region.range;
    const bool support =
        region.kernel == "support" && !text.slice(begin, end).contains("support" + Suffix.str());
    unsigned count = region.lineGoesOn ? 3 : 2;
    if (region.lineGoesOn && count--)
      end += newlineAfter(end);
    for (; !support && count > 0 && newlineBefore(begin); --count)
      begin -= newlineBefore(begin);
    for (; count > 0 && newlineAfter(end); --count)
      end += newlineAfter(end);
    // Regions may share a line end in text that was edited.
    if (!taken.empty())
      begin = std::max(begin, taken.back().end);
    edit(begin, end, "");
    taken.push_back({begin, end});
  }

  bool isTaken(size_t offset) const {
    return llvm::any_of(
        taken, [&](const Range &range) { return range.begin <= offset && offset < range.end; });
  }

  llvm::Error findRecords() {
    for (size_t at = text.find(RecordBegin); at != StringRef::npos;
         at = text.find(RecordBegin, at + 1)) {
      if (isTaken(at))
        continue;
      const size_t before = at + RecordBegin.size();
      const size_t close = text.find("*/", before);
      const size_t last = close == StringRef::npos ? close : text.find(RecordEnd, close);
      if (last == StringRef::npos)
        return error(at, "what stood here before cannot be told: '" + RecordEnd + "' is missing");
      const StringRef after = text.slice(close + 2, last);
      if (after.contains(RecordBegin))
        return error(at, "what stood here before cannot be told: '" + RecordEnd + "' is missing");
      // A launch belongs to the kernels that are asked for as its first part does.
      if (const size_t suffix = after.rfind(Suffix); suffix != StringRef::npos)
        recordsWanted = wanted(nameBefore(after, suffix));
      if (recordsWanted) {
        std::string old;
        for (StringRef rest = text.slice(before, close); !rest.empty(); rest = rest.drop_front())
          if (!rest.starts_with("\\/") || !StringRef(old).ends_with("*"))
            old += rest.front();
        edit(at, last + RecordEnd.size(), old);
      }
      taken.push_back({at, last + RecordEnd.size()});
    }
    return llvm::Error::success();
  }

  static StringRef nameBefore(StringRef part, size_t end) {
    size_t begin = end;
    while (begin > 0 && (llvm::isAlnum(part[begin - 1]) || part[begin - 1] == '_'))
      --begin;
    return part.slice(begin, end);
  }

  bool wanted(StringRef kernel) const { return !kernels || kernels(kernel); }

  void lex() {
    eachToken(text, /*comments=*/false, [&](tok::TokenKind kind, size_t begin, size_t end) {
      if (!isTaken(begin))
        tokens.push_back({kind, begin, end});
    });
  }

  /// The name of a function that stands in a region beside the namespaces of generated code, where
  /// only a person can have put it; empty where there is none.
  StringRef foreignFunction(const Region &region) const {
    const StringRef code = text.slice(region.range.begin, region.range.end);
    std::vector<Token> statement; // since the last one ended
    size_t depth = 0;
    StringRef name;
    eachToken(code, /*comments=*/false, [&](tok::TokenKind kind, size_t begin, size_t end) {
      if (depth > 0) {
        depth += kind == tok::l_brace;
        depth -= kind == tok::r_brace;
        return;
      }
      if (kind != tok::l_brace) {
        statement.push_back({kind, begin, end});
        if (kind == tok::semi || kind == tok::r_brace)
          statement.clear();
        return;
      }
      const auto holds = [&](StringRef word) {
        return llvm::any_of(statement, [&](const Token &token) {
          return code.slice(token.begin, token.end) == word;
        });
      };
      const bool linkage =
          holds("extern") && statement.back().kind == tok::string_literal; // what is in it counts
      const auto list =
          llvm::find_if(statement, [](const Token &token) { return token.kind == tok::l_paren; });
      if (!linkage && !holds("namespace") && list != statement.end() && list != statement.begin() &&
          name.empty())
        name = code.slice(std::prev(list)->begin, std::prev(list)->end);
      depth += !linkage;
      statement.clear();
    });
    return name;
  }

  StringRef spelled(size_t index) const {
    return index < tokens.size() ? text.slice(tokens[index].begin, tokens[index].end) : "";
  }
  bool is(size_t index, tok::TokenKind kind) const {
    return index < tokens.size() && tokens[index].kind == kind;
  }

  /// The commas of a call's arguments, then its `)`, by number of the token; empty where that is
  /// missing.
  std::vector<size_t> separators(size_t open) const {
    std::vector<size_t> result;
    unsigned depth = 0;
    for (size_t index = open + 1; index < tokens.size(); ++index) {
      const tok::TokenKind kind = tokens[index].kind;
      if (kind == tok::l_paren || kind == tok::l_brace || kind == tok::l_square)
        ++depth;
      else if (depth > 0 && (kind == tok::r_paren || kind == tok::r_brace || kind == tok::r_square))
        --depth;
      else if (depth == 0 && (kind == tok::comma || kind == tok::r_paren))
        result.push_back(index);
      if (depth == 0 && kind == tok::r_paren && !result.empty() && result.back() == index)
        return result;
    }
    return {};
  }

  llvm::Error takeToken() {
    const size_t index = next++;
    StringRef kernel = spelled(index);
    if (!is(index, tok::raw_identifier) || !kernel.consume_back(Suffix) || kernel.empty() ||
        !is(index + 1, tok::coloncolon) || !wanted(kernel))
      return llvm::Error::success();
    if (spelled(index + 2) == "launch")
      return takeLaunch(index);
    if (is(index + 3, tok::coloncolon) && spelled(index + 4) == "launch")
      return takeGroup(index);
    return lost(index);
  }

  /// How many arguments `launch` takes by its declaration in the kernel's region; nothing where
  /// that cannot be told.
  std::optional<size_t> parametersOf(StringRef kernel) const {
    for (const Region &region : regions) {
      if (region.kernel != kernel)
        continue;
      const StringRef code = text.slice(region.range.begin, region.range.end);
      const size_t name = code.find(" launch(dim3 ");
      if (name == StringRef::npos)
        continue;
      size_t count = 1, depth = 0;
      for (const char c : code.substr(code.find('(', name) + 1)) {
        if (c == '=' || c == '.') // defaults and packs
          return std::nullopt;
        if (c == ')' && depth == 0)
          return count;
        if (c == '(' || c == '<' || c == '[' || c == '{')
          ++depth;
        else if (c == ')' || c == '>' || c == ']' || c == '}')
          --depth;
        else if (c == ',' && depth == 0)
          ++count;
      }
    }
    return std::nullopt;
  }

  llvm::Error lost(size_t index) const {
    return error(tokens[index].begin, "cannot tell what this launch by '" + spelled(index) +
                                          "' was: this version of warpsmith has not written it");
  }

  /// `k_rewritten::launch<T>(grid, block, 0, 0, x)`, or `pending`: `k<T><<<grid, block>>>(x)`.
  llvm::Error takeLaunch(size_t index) {
    size_t open = index + 3;
    if (is(open, tok::less)) // the template's arguments
      while (open < tokens.size() && !is(open, tok::l_paren) && !is(open, tok::semi))
        ++open;
    const std::vector<size_t> ends =
        is(open, tok::l_paren) ? separators(open) : std::vector<size_t>();
    if (ends.size() < 4)
      return lost(index);
    // A macro or a pack may stand for several.
    if (const auto parameters = parametersOf(spelled(index).drop_back(Suffix.size()));
        parameters && *parameters != ends.size())
      return lost(index);
    const auto argument = [&](size_t number) {
      return text.slice(tokens[ends[number - 1]].end, tokens[ends[number]].begin);
    };
    size_t given = 4;
    while (given > 2 && argument(given - 1) == " 0")
      --given;
    size_t last = tokens[ends[3]].begin;
    if (is(ends[3], tok::comma))
      last = tokens[ends[3]].end + (text.substr(tokens[ends[3]].end).starts_with(" ") ? 1 : 0);
    edit(tokens[index].end - Suffix.size(), tokens[index + 2].end, "");
    edit(tokens[open].begin, tokens[open].end, "<<<");
    edit(tokens[ends[given - 1]].begin, last, ">>>(");
    return llvm::Error::success();
  }

  /// `::k_rewritten::with_j::launch(j_rewritten::pending(...), k_rewritten::pending(...))`.
  llvm::Error takeGroup(size_t index) {
    size_t first = index;
    while (first > 0 && is(first - 1, tok::coloncolon)) {
      --first;
      if (first > 0 && is(first - 1, tok::raw_identifier) &&
          tokens[first - 1].end == tokens[first].begin)
        --first;
    }
    const size_t open = index + 5;
    const std::vector<size_t> ends =
        is(open, tok::l_paren) ? separators(open) : std::vector<size_t>();
    if (ends.empty())
      return lost(index);
    size_t begin = tokens[open].end;
    const bool alone = newlineAfter(begin) > 0;
    if (alone)
      begin = tokens[open + 1].begin;
    edit(tokens[first].begin, begin, "");
    for (size_t member = open + 1, number = 0; number < ends.size(); member = ends[number++] + 1) {
      size_t pending = member;
      while (pending < ends[number] && spelled(pending + 2) != "pending")
        ++pending;
      if (pending == ends[number] || !spelled(pending).ends_with(Suffix))
        return lost(index);
      const size_t start = tokens[member].begin;
      if (number > 0 && alone && text.slice(tokens[member - 1].end, start).contains('\n') &&
          text.take_front(start).ends_with("    "))
        edit(start - 4, start, "");
      if (llvm::Error error = takeLaunch(pending))
        return error;
      const Token &end = tokens[ends[number]];
      edit(end.begin, end.end, number + 1 == ends.size() ? "" : ";");
    }
    next = ends.back() + 1;
    return llvm::Error::success();
  }

  const std::string &path;
  StringRef text;
  llvm::function_ref<bool(StringRef)> kernels;
  clang::tooling::Replacements edits;
  std::vector<Range> taken; ///< regions and records
  std::vector<Token> tokens;
  size_t next = 0;
  bool recordsWanted = true;
};

class OriginalFile : public vfs::File {
public:
  OriginalFile(vfs::Status known, std::string content)
      : about(std::move(known)),
        text(std::move(content)) {}

  llvm::ErrorOr<vfs::Status> status() override { return about; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, int64_t,
                                                               bool, bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(text, name);
  }
  std::error_code close() override { return {}; }

private:
  vfs::Status about;
  std::string text;
};

class OriginalFiles : public vfs::ProxyFileSystem {
public:
  OriginalFiles(llvm::IntrusiveRefCntPtr<vfs::FileSystem> below, Original known)
      : ProxyFileSystem(std::move(below)),
        original(std::move(known)) {}

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine &path) override {
    auto known = ProxyFileSystem::status(path);
    if (known && known->isRegularFile())
      if (const auto text = textOf(path))
        return vfs::Status::copyWithNewSize(*known, text->size());
    return known;
  }
  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine &path) override {
    if (const auto text = textOf(path)) {
      auto known = status(path);
      if (!known)
        return known.getError();
      return std::make_unique<OriginalFile>(*known, *text);
    }
    return ProxyFileSystem::openFileForRead(path);
  }

private:
  const std::optional<std::string> &textOf(const llvm::Twine &path) {
    llvm::SmallString<256> absolute;
    path.toVector(absolute);
    makeAbsolute(absolute);
    const auto [known, isNew] = texts.try_emplace(absolute.str().str());
    if (isNew)
      known->second = original(known->first);
    return known->second;
  }

  Original original;
  std::map<std::string, std::optional<std::string>> texts;
};

} // namespace

bool mayBeRewritten(StringRef text) {
  return text.contains(BeginMark) || text.contains(Suffix.str() + "::");
}

std::vector<std::pair<size_t, size_t>> generatedRegions(StringRef text) {
  const std::string none;
  Reverting reading(none, text, nullptr);
  if (llvm::Error error = reading.findRegions()) {
    llvm::consumeError(std::move(error));
    return {};
  }
  std::vector<std::pair<size_t, size_t>> found;
  for (const Region &region : reading.regions)
    found.emplace_back(region.range.begin, region.range.end);
  return found;
}

std::vector<std::string> rewrittenKernels(StringRef text) {
  const std::string none;
  Reverting reading(none, text, nullptr);
  if (llvm::Error error = reading.findRegions()) {
    llvm::consumeError(std::move(error));
    return {};
  }
  std::vector<std::string> names;
  for (const Region &region : reading.regions)
    if (region.kernel != "support")
      names.push_back(region.kernel);
  return names;
}

llvm::Expected<clang::tooling::Replacements> revert(const std::string &path, StringRef text,
                                                    llvm::function_ref<bool(StringRef)> kernels) {
  if (!mayBeRewritten(text))
    return clang::tooling::Replacements();
  return Reverting(path, text, kernels).run();
}

std::string recorded(StringRef before, StringRef after) {
  std::string old;
  for (const char c : before) {
    if (c == '/' && StringRef(old).ends_with("*"))
      old += '\\';
    old += c;
  }
  return (RecordBegin + old + "*/" + after + RecordEnd).str();
}

llvm::IntrusiveRefCntPtr<vfs::FileSystem>
withOriginals(llvm::IntrusiveRefCntPtr<vfs::FileSystem> below, Original original) {
  return llvm::makeIntrusiveRefCnt<OriginalFiles>(std::move(below), std::move(original));
}

} // namespace warpsmith::tool
