#include "runtime/harness/report/html/CudaHighlight.h"
#include "runtime/harness/report/html/Markup.h"
#include <algorithm>
#include <set>

namespace warpsmith::harness::html {
namespace {

bool isWordStart(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_';
}
bool isDigit(char letter) {
  return letter >= '0' && letter <= '9';
}

const char *classOfWord(const std::string &word) {
  static const std::set<std::string> Keywords = {"alignas",     "alignof",      "asm",
                                                 "auto",        "break",        "case",
                                                 "catch",       "class",        "const",
                                                 "constexpr",   "continue",     "decltype",
                                                 "default",     "delete",       "do",
                                                 "else",        "enum",         "explicit",
                                                 "extern",      "false",        "for",
                                                 "friend",      "goto",         "if",
                                                 "inline",      "namespace",    "new",
                                                 "noexcept",    "nullptr",      "operator",
                                                 "private",     "public",       "return",
                                                 "sizeof",      "static",       "struct",
                                                 "switch",      "template",     "this",
                                                 "throw",       "true",         "try",
                                                 "typedef",     "typename",     "union",
                                                 "using",       "virtual",      "volatile",
                                                 "while",       "const_cast",   "reinterpret_cast",
                                                 "static_cast", "static_assert"};
  static const std::set<std::string> Types = {
      "bool",    "char",     "double",   "float",    "int",         "long",   "short",   "signed",
      "size_t",  "unsigned", "void",     "half",     "half2",       "float2", "float4",  "double2",
      "int2",    "int4",     "uint4",    "dim3",     "DATA_TYPE",   "int8_t", "int32_t", "int64_t",
      "uint8_t", "uint16_t", "uint32_t", "uint64_t", "cudaStream_t"};
  static const std::set<std::string> Cuda = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                             "warpSize"};
  if (Keywords.contains(word))
    return "k";
  if (Types.contains(word) || word.starts_with("__nv_") || word == "__half")
    return "t";
  if (Cuda.contains(word) || word.starts_with("__") || word.starts_with("cuda"))
    return "g";
  return nullptr;
}

class Highlighter {
public:
  explicit Highlighter(const std::string &source) : source(source) {}

  std::vector<std::string> run() {
    while (at < source.size())
      token();
    if (!line.empty())
      lines.push_back(line);
    return lines;
  }

private:
  bool startsWith(const char *text) const {
    return source.compare(at, std::string(text).size(), text) == 0;
  }

  /// Emits source[at..end) with a class; a token of several lines is closed and opened again at
  /// each.
  void emit(std::size_t end, const char *css) {
    while (at < end) {
      const std::size_t next = std::min(source.find('\n', at), end);
      std::string text = source.substr(at, next - at);
      if (!text.empty() && text.back() == '\r')
        text.pop_back();
      if (!text.empty())
        line += css ? tag("i", "class=\"" + std::string(css) + "\"", escape(text)) : escape(text);
      at = next;
      if (at < end) {
        lines.push_back(std::move(line));
        line.clear();
        ++at;
        blank = true;
      }
    }
  }

  std::size_t endOfLine() const { return std::min(source.find('\n', at), source.size()); }

  /// A preprocessor line with those that a backslash adds, up to a comment.
  std::size_t endOfDirective() const {
    std::size_t end = at;
    for (; end < source.size(); ++end) {
      if (source[end] == '\n' && (end == 0 || source[end - 1] != '\\'))
        break;
      if (source.compare(end, 2, "//") == 0 || source.compare(end, 2, "/*") == 0)
        break;
    }
    return end;
  }

  std::size_t endOfLiteral(char quote) const {
    std::size_t end = at + 1;
    while (end < source.size() && source[end] != quote && source[end] != '\n')
      end += source[end] == '\\' ? 2 : 1;
    return std::min(end + 1, source.size());
  }

  template <typename Predicate>
  std::size_t endOf(Predicate belongs) const {
    std::size_t end = at + 1;
    while (end < source.size() && belongs(source[end]))
      ++end;
    return end;
  }

  void token() {
    const char letter = source[at];
    const bool first = blank;
    if (letter != ' ' && letter != '\t')
      blank = false;
    if (letter == '\n')
      return emit(at + 1, nullptr);
    if (startsWith("//"))
      return emit(endOfLine(), "c");
    if (startsWith("/*")) {
      const std::size_t end = source.find("*/", at + 2);
      return emit(end == std::string::npos ? source.size() : end + 2, "c");
    }
    if (letter == '#' && first)
      return emit(endOfDirective(), "p");
    if (letter == '"' || letter == '\'')
      return emit(endOfLiteral(letter), "s");
    if (isWordStart(letter)) {
      const std::size_t end =
          endOf([](char other) { return isWordStart(other) || isDigit(other); });
      return emit(end, classOfWord(source.substr(at, end - at)));
    }
    if (isDigit(letter)) {
      return emit(endOf([](char other) {
                    return isWordStart(other) || isDigit(other) || other == '.' || other == '\'';
                  }),
                  "n");
    }
    emit(endOf([](char other) {
           return !isWordStart(other) && !isDigit(other) && other != '\n' && other != '/' &&
                  other != '"' && other != '\'' && other != '#';
         }),
         nullptr);
  }

  const std::string &source;
  std::size_t at = 0;
  bool blank = true; // nothing but white space on this line so far
  std::string line;
  std::vector<std::string> lines;
};

} // namespace

std::vector<std::string> highlight(const std::string &source) {
  return Highlighter(source).run();
}

} // namespace warpsmith::harness::html
