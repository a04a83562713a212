#include "rewriter/nvcc/Dependencies.h"
#include "llvm/ADT/SmallVector.h"
#include <set>
#include <vector>

namespace warpsmith::nvcc {
namespace {

using llvm::StringRef;

/// As make wants a name.
std::string escaped(StringRef name) {
  std::string result;
  for (const char c : name) {
    if (c == ' ' || c == '#')
      result += '\\';
    if (c == '$')
      result += '$';
    result += c;
  }
  return result;
}

/// The words of a rule; spaces behind a backslash are part of a word, line ends are not.
std::vector<std::string> words(StringRef rule) {
  std::vector<std::string> result;
  std::string word;
  const auto finish = [&] {
    if (!word.empty())
      result.push_back(std::move(word));
    word.clear();
  };
  for (size_t index = 0; index < rule.size(); ++index) {
    const char c = rule[index];
    const StringRef next = rule.substr(index + 1);
    if (c == '\\' && (next.starts_with("\n") || next.starts_with("\r\n"))) {
      finish();
      continue;
    }
    if (c == '\\' && next.starts_with(" ")) {
      word += "\\ ";
      ++index;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      finish();
    } else {
      word += c;
    }
  }
  finish();
  return result;
}

/// The rules, each with the lines that it goes on in.
std::vector<StringRef> rulesOf(StringRef text) {
  std::vector<StringRef> result;
  size_t begin = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\n')
      continue;
    const StringRef line = text.slice(begin, at).rtrim('\r');
    if (line.ends_with("\\"))
      continue;
    result.push_back(line);
    begin = at + 1;
  }
  if (begin < text.size())
    result.push_back(text.substr(begin));
  return result;
}

} // namespace

std::string withSource(StringRef rules, StringRef compiled, StringRef source) {
  const std::string from = escaped(compiled), to = escaped(source);
  std::string result;
  for (const StringRef rule : rulesOf(rules)) {
    const std::vector<std::string> all = words(rule);
    size_t colon = 0; // `target:` or `target :`
    while (colon < all.size() && !StringRef(all[colon]).ends_with(":"))
      ++colon;
    if (colon == all.size()) {
      result += rule.str() + "\n";
      continue;
    }
    const bool isPhony = colon + 1 == all.size() && colon == 0;
    if (isPhony && (all[0] == from + ":" || all[0] == to + ":"))
      continue;
    std::string text;
    for (size_t index = 0; index <= colon; ++index)
      text += (index ? " " : "") + all[index];
    std::set<std::string> seen;
    for (size_t index = colon + 1; index < all.size(); ++index) {
      const std::string &word = all[index] == from ? to : all[index];
      if (seen.insert(word).second)
        text += (index == colon + 1 ? " " : " \\\n    ") + word;
    }
    result += text + "\n";
  }
  return result;
}

} // namespace warpsmith::nvcc
