#include "rewriter/tool/LineDirectives.h"
#include "rewriter/tool/Revert.h"
#include "llvm/ADT/StringRef.h"

namespace warpsmith::tool {
namespace {

std::string directive(size_t line, const std::string &name) {
  std::string text = "#line " + std::to_string(line) + " \"";
  for (const char c : name) {
    if (c == '"' || c == '\\')
      text += '\\';
    text += c;
  }
  return text + "\"\n";
}

} // namespace

std::string withLineDirectives(const std::string &before, const clang::tooling::Replacements &edits,
                               const std::string &source, const std::string &result) {
  std::string text = directive(1, source);
  size_t at = 0;
  for (const clang::tooling::Replacement &edit : edits) {
    text.append(before, at, edit.getOffset() - at);
    at = edit.getOffset() + edit.getLength();
    llvm::StringRef added = edit.getReplacementText();
    const size_t region = added.find("// warpsmith: begin ");
    if (region == llvm::StringRef::npos) {
      text += added;
      continue;
    }
    text += added.take_front(region);
    if (!llvm::StringRef(text).ends_with("\n"))
      text += '\n';
    text += directive(llvm::StringRef(text).count('\n') + 2, result);
    text += added.drop_front(region);
    // What follows is the rest of the line, which is empty where a new one was not needed.
    const size_t line = llvm::StringRef(before).take_front(at).count('\n') + 1;
    if (added.ends_with("\n")) {
      text += directive(line, source);
    } else {
      text += '\n' + directive(line + 1, source);
      text.pop_back(); // its line ends as the user's did
    }
  }
  return text.append(before, at);
}

} // namespace warpsmith::tool
