#include "tests/fuzz/TokenMutator.h"
#include "rewriter/frontend/launches/MendedLaunches.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <vector>

namespace warpsmith::fuzz {
namespace {

using llvm::StringRef;

constexpr StringRef Words[] = {"__global__",
                               "__device__",
                               "__host__",
                               "__shared__",
                               "__constant__",
                               "__restrict__",
                               "__forceinline__",
                               "__launch_bounds__(256)",
                               "__syncthreads()",
                               "__ldg",
                               "__fmaf_rn",
                               "fmaf",
                               "threadIdx.x",
                               "threadIdx.y",
                               "blockIdx.x",
                               "blockIdx.y",
                               "blockIdx.z",
                               "blockDim.x",
                               "blockDim.y",
                               "gridDim.x",
                               "dim3",
                               "float4",
                               "half",
                               "__nv_bfloat16",
                               "template <typename T>",
                               "template <int N>",
                               "typename",
                               "namespace n {",
                               "extern \"C\"",
                               "static",
                               "const",
                               "constexpr",
                               "volatile",
                               "inline",
                               "unsigned",
                               "long",
                               "short",
                               "char",
                               "bool",
                               "int",
                               "size_t",
                               "float",
                               "double",
                               "void",
                               "auto",
                               "struct",
                               "enum",
                               "union",
                               "using",
                               "typedef",
                               "operator",
                               "sizeof",
                               "static_cast<int>",
                               "reinterpret_cast<float4 *>",
                               "nullptr",
                               "true",
                               "false",
                               "this",
                               "return",
                               "if",
                               "else",
                               "for",
                               "while",
                               "do",
                               "switch",
                               "case 0:",
                               "default:",
                               "break",
                               "continue",
                               "goto",
                               "asm",
                               "[=]",
                               "#pragma unroll\n",
                               "#define N 16\n",
                               "#undef N\n",
                               "#if 1\n",
                               "#ifdef __CUDA_ARCH__\n",
                               "#else\n",
                               "#endif\n",
                               "// warpsmith: off\n",
                               "// warpsmith: begin kernel\n",
                               "// warpsmith: end\n",
                               "/*",
                               "*/",
                               "\\\n",
                               "<<<",
                               ">>>",
                               "<<<1, 256>>>"};
constexpr StringRef Operators[] = {
    "+",  "-",  "*", "/",  "%",  "&",  "|",  "^",  "<<", ">>", "<",  ">",   "<=",  ">=", "==", "!=",
    "&&", "||", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--", "!",
    "~",  "?",  ":", ",",  ".",  "->", "::", ";",  "(",  ")",  "[",  "]",   "{",   "}"};
constexpr StringRef Binary[] = {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"};
constexpr StringRef Comparisons[] = {"<", ">", "<=", ">=", "==", "!=", "&&", "||"};
constexpr StringRef Assignments[] = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
constexpr StringRef Steps[] = {"++", "--"};
constexpr StringRef Types[] = {"int",  "unsigned", "long", "long long", "short",  "char",
                               "bool", "size_t",   "half", "float",     "double", "unsigned long"};
constexpr StringRef Numbers[] = {"0",    "1",          "2",           "3",
                                 "4",    "7",          "8",           "15",
                                 "16",   "17",         "31",          "32",
                                 "33",   "63",         "64",          "128",
                                 "255",  "256",        "1024",        "65535",
                                 "-1",   "2147483647", "2147483648u", "(-2147483647 - 1)",
                                 "0x7f", "1u",         "1ll",         "9223372036854775807ll",
                                 "-0.0", "1e-45f",     "0.5",         "18446744073709551615ull"};
/// Around a statement; it stands where the `$` is.
constexpr StringRef Frames[] = {"{ $ }",
                                "if (threadIdx.x < 8) { $ }",
                                "if (threadIdx.x) { } else { $ }",
                                "for (int z = 0; z < 4; ++z) { $ }",
                                "for (int z = 3; z >= 0; z -= 1) { $ }",
                                "while (true) { $ break; }",
                                "do { $ } while (0);",
                                "switch (blockIdx.x) { case 0: $ default: break; }",
                                "[&] { $ }();",
                                "if (blockIdx.x > 2) return; $",
                                "$ __syncthreads();"};
/// Around an operand.
constexpr StringRef Wraps[] = {"($)",       "-($)",        "($ + 0)",       "($ * 1)", "(int)($)",
                               "!($)",      "(float)($)",  "($ ? $ : 0)",   "*&($)",   "($ / 2)",
                               "($ % 4)",   "(1, $)",      "(unsigned)($)", "~($)",    "($ << 1)",
                               "min($, 8)", "(size_t)($)", "float($) + $"};

struct Token {
  clang::tok::TokenKind kind;
  size_t begin, end;
};

class Text {
public:
  Text(StringRef source, Random &numbers) : text(source.str()), random(numbers) { lex(); }

  /// In [0, count).
  size_t below(size_t count) { return random() % std::max<size_t>(count, 1); }
  StringRef any(llvm::ArrayRef<StringRef> list) { return list[below(list.size())]; }
  StringRef spelling(const Token &token) const {
    return StringRef(text).slice(token.begin, token.end);
  }
  void replace(size_t begin, size_t end, StringRef by) {
    text = (StringRef(text).take_front(begin) + by + StringRef(text).drop_front(end)).str();
    lex();
  }
  void replace(const Token &token, StringRef by) { replace(token.begin, token.end, by); }
  const Token &anyToken() { return tokens[below(tokens.size())]; }
  /// A token of the wanted kind, the first one after a random place.
  template <typename Predicate>
  const Token *find(Predicate wanted) {
    const size_t start = below(tokens.size());
    for (size_t index = 0; index < tokens.size(); ++index) {
      const Token &token = tokens[(start + index) % tokens.size()];
      if (wanted(token))
        return &token;
    }
    return nullptr;
  }
  const Token *findIn(llvm::ArrayRef<StringRef> list) {
    return find([&](const Token &token) { return llvm::is_contained(list, spelling(token)); });
  }
  const Token *identifier() {
    return find([](const Token &token) { return token.kind == clang::tok::raw_identifier; });
  }

  /// A statement or declaration that begins at or behind a random token: up to its `;`, or with all
  /// of its braces.
  std::optional<std::pair<size_t, size_t>> statement() {
    size_t first = below(tokens.size());
    const auto ends = [&](size_t index) {
      const clang::tok::TokenKind kind = tokens[index].kind;
      return kind == clang::tok::semi || kind == clang::tok::l_brace || kind == clang::tok::r_brace;
    };
    while (first < tokens.size() && !ends(first))
      ++first;
    ++first; // behind the end of the one before
    int round = 0, braces = 0;
    for (size_t index = first; index < tokens.size(); ++index) {
      const clang::tok::TokenKind kind = tokens[index].kind;
      round += (kind == clang::tok::l_paren) - (kind == clang::tok::r_paren);
      braces += (kind == clang::tok::l_brace) - (kind == clang::tok::r_brace);
      if (round < 0 || braces < 0)
        return std::nullopt;
      if (!round && !braces && (kind == clang::tok::semi || kind == clang::tok::r_brace))
        return std::pair(tokens[first].begin, tokens[index].end);
    }
    return std::nullopt;
  }
  /// Whole lines, 1 to 8 of them.
  std::pair<size_t, size_t> lines() {
    size_t begin = text.rfind('\n', below(text.size()));
    begin = begin == std::string::npos ? 0 : begin + 1;
    size_t end = begin;
    for (size_t count = below(8) + 1; count && end < text.size(); --count)
      end = std::min(text.find('\n', end), text.size() - 1) + 1;
    return {begin, end};
  }
  std::string cut(std::pair<size_t, size_t> range) const {
    return text.substr(range.first, range.second - range.first);
  }
  bool empty() const { return tokens.empty(); }

  std::string text;

private:
  void lex() {
    tokens.clear();
    clang::Lexer lexer(clang::SourceLocation(), frontend::rawLanguage(), text.data(), text.data(),
                       text.data() + text.size());
    lexer.SetCommentRetentionState(true);
    for (clang::Token token; !lexer.LexFromRawLexer(token) && token.isNot(clang::tok::eof);) {
      const size_t end = lexer.getBufferLocation() - text.data();
      tokens.push_back({token.getKind(), end - token.getLength(), end});
    }
  }

  Random &random;
  std::vector<Token> tokens;
};

std::string filled(StringRef frame, StringRef content) {
  std::string result;
  for (const char c : frame) {
    if (c == '$')
      result += content;
    else
      result += c;
  }
  return result;
}

void changeNumber(Text &text) {
  const Token *token = text.find(
      [](const Token &candidate) { return candidate.kind == clang::tok::numeric_constant; });
  if (!token)
    return;
  long long value = 0;
  if (text.below(2) && !text.spelling(*token).getAsInteger(0, value))
    text.replace(*token, std::to_string(value + (text.below(2) ? 1 : -1)));
  else
    text.replace(*token, text.any(Numbers));
}

void changeOperator(Text &text) {
  const llvm::ArrayRef<StringRef> classes[] = {Binary, Comparisons, Assignments, Steps};
  const llvm::ArrayRef<StringRef> chosen = classes[text.below(std::size(classes))];
  if (const Token *token = text.findIn(chosen))
    text.replace(*token, text.any(chosen));
}

void renameOne(Text &text) {
  const Token *one = text.identifier(), *other = text.identifier();
  if (one && other)
    text.replace(*one, text.spelling(*other).str());
}

/// Two names become one, or a name one that generated code uses too.
void renameAll(Text &text) {
  constexpr StringRef Taken[] = {"std", "a", "row", "launch", "warpsmith", "k0", "kernel", "N"};
  const Token *one = text.identifier(), *other = text.identifier();
  if (!one || !other)
    return;
  const std::string from = text.spelling(*one).str();
  const std::string to = text.below(4) ? text.spelling(*other).str() : text.any(Taken).str();
  std::string result;
  for (StringRef rest = text.text; !rest.empty();) {
    const bool word = clang::isAsciiIdentifierStart(rest.front());
    const StringRef part =
        word ? rest.take_while([](char c) { return clang::isAsciiIdentifierContinue(c); })
             : rest.take_front();
    result += part == from ? to : part.str();
    rest = rest.drop_front(part.size());
  }
  text.replace(0, text.text.size(), result);
}

void changeType(Text &text) {
  if (const Token *token = text.findIn(Types))
    text.replace(*token, text.any(Types));
}

/// What no header has declared: Clang goes on with nodes that have no type or a wrong one.
void undeclare(Text &text) {
  constexpr StringRef Names[] = {"undeclared", "torch::Tensor", "at::f", "::lost", "Undeclared<3>"};
  constexpr StringRef Uses[] = {"undeclared($)",    "torch::f({$, 1})", "$.data_ptr<float>()",
                                "$->size(0)",       "lost::g<int>($)",  "(Undeclared)($)",
                                "Undeclared{$}.x",  "$[undeclared]",    "undeclared<$, 1>()",
                                "at::stream<$>(3)", "&undeclared::$",   "new Undeclared[$]"};
  constexpr StringRef Declarations[] = {
      "undeclared::Tensor lost($);", "auto lost = undeclared($);",
      "Undeclared lost[3] = {$};",   "lost::f<3>($);",
      "Undeclared::value = $;",      "using lost = undeclared::$;"};
  const Token *name = text.identifier();
  if (!name)
    return;
  const std::string spelling = text.spelling(*name).str();
  switch (text.below(4)) {
  case 0: // a type, or a name at one place
    if (const Token *type = text.findIn(Types); type && text.below(2))
      name = type;
    return text.replace(*name, text.any(Names));
  case 1: // what launches use above all
    if (const Token *launch = text.findIn({"<<<", ">>>"})) {
      const bool closes = text.spelling(*launch) == ">>>"; // then behind the parenthesis
      const size_t place = std::min(launch->end + (closes ? 1 : 0), text.text.size());
      return text.replace(place, place, filled(text.any(Uses), spelling) + ", ");
    }
    [[fallthrough]];
  case 2:
    return text.replace(*name, filled(text.any(Uses), spelling));
  default:
    if (const auto place = text.statement())
      text.replace(place->first, place->first, filled(text.any(Declarations), spelling) + " ");
  }
}

void wrapOperand(Text &text) {
  const Token *token = text.find([](const Token &candidate) {
    return candidate.kind == clang::tok::numeric_constant ||
           candidate.kind == clang::tok::raw_identifier;
  });
  if (token)
    text.replace(*token, filled(text.any(Wraps), text.spelling(*token)));
}

void wrapStatement(Text &text) {
  if (const auto range = text.statement())
    text.replace(range->first, range->second, filled(text.any(Frames), text.cut(*range)));
}

/// Deleted, doubled, or moved to where another one begins.
void moveStatement(Text &text) {
  const auto range = text.statement();
  if (!range)
    return;
  const std::string moved = text.cut(*range);
  const size_t what = text.below(4);
  if (what != 0)
    text.replace(range->first, range->second, what == 1 ? moved + " " + moved : std::string());
  if (what >= 2)
    if (const auto place = text.statement())
      text.replace(place->first, place->first, moved + " ");
}

void moveLines(Text &text) {
  const auto range = text.lines();
  const std::string moved = text.cut(range);
  if (text.below(3))
    text.replace(range.first, range.second, "");
  if (text.below(2)) {
    const size_t place = text.lines().first;
    text.replace(place, place, moved);
  }
}

void changeToken(Text &text) {
  const Token token = text.anyToken();
  const std::string own = text.spelling(token).str();
  const StringRef word = text.below(2) ? text.any(Words) : text.any(Operators);
  switch (text.below(5)) {
  case 0:
    return text.replace(token, "");
  case 1:
    return text.replace(token, own + " " + own);
  case 2:
    return text.replace(token, (word + " " + own).str());
  case 3:
    return text.replace(token, word);
  default: {
    const Token other = text.anyToken();
    const std::string others = text.spelling(other).str();
    const bool before = other.begin < token.begin; // the later place first: offsets stay
    text.replace(before ? token : other, before ? others : own);
    text.replace(before ? other : token, before ? own : others);
  }
  }
}

using Change = void (*)(Text &);
/// What keeps the text valid more often is there more often.
constexpr Change Changes[] = {changeNumber,  changeNumber,  changeOperator, changeOperator,
                              renameOne,     renameOne,     renameAll,      changeType,
                              wrapOperand,   wrapOperand,   wrapStatement,  wrapStatement,
                              moveStatement, moveStatement, moveLines,      changeToken,
                              undeclare,     undeclare,     undeclare};

} // namespace

std::string mutate(StringRef text, Random &random) {
  Text changed(text, random);
  // Each change may end what can be recognised, so that one is enough most of the time.
  for (size_t count = changed.below(2) ? 1 : changed.below(4) + 1; count && !changed.empty();
       --count)
    Changes[changed.below(std::size(Changes))](changed);
  return std::move(changed.text);
}

std::string splice(StringRef text, StringRef other, Random &random) {
  Text changed(text, random), source(other, random);
  if (changed.empty() || source.empty())
    return text.str();
  const auto statement = source.statement();
  const std::string piece =
      statement && source.below(2) ? source.cut(*statement) + "\n" : source.cut(source.lines());
  const auto place =
      changed.below(2) ? changed.lines() : changed.statement().value_or(changed.lines());
  changed.replace(place.first, changed.below(2) ? place.second : place.first, piece);
  return std::move(changed.text);
}

} // namespace warpsmith::fuzz
