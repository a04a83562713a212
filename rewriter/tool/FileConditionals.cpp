#include "rewriter/tool/FileConditionals.h"
#include "rewriter/emit/SourceTokens.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace warpsmith::tool {

FileConditionals::FileConditionals(const std::string &text) {
  using Kind = Directive::Kind;
  unsigned offset = 0;
  for (const SourceToken &token : tokensOf(text)) {
    if (token.is(SourceToken::Kind::Directive)) {
      const llvm::StringRef name = llvm::StringRef(token.text).drop_front().ltrim(" \t");
      if (name.starts_with("if"))
        directives.push_back({offset, Kind::Opens});
      else if (name.starts_with("el"))
        directives.push_back({offset, Kind::Divides});
      else if (name.starts_with("endif"))
        directives.push_back({offset, Kind::Closes});
    }
    offset += token.text.size();
  }
}

bool FileConditionals::isCompiledWith(unsigned first, unsigned second) const {
  using Kind = Directive::Kind;
  int depth = 0;
  auto next = llvm::lower_bound(directives, first, [](const Directive &each, unsigned offset) {
    return each.offset < offset;
  });
  for (; next != directives.end() && next->offset < second; ++next) {
    depth += next->kind == Kind::Opens;
    if (depth == 0 && next->kind != Kind::Opens)
      return false;
    depth -= next->kind == Kind::Closes;
  }
  return true;
}

unsigned FileConditionals::compiledWith(unsigned first, unsigned second) const {
  using Kind = Directive::Kind;
  std::vector<unsigned> open;
  for (const Directive &each : directives) {
    if (each.offset >= first)
      break;
    if (each.kind == Kind::Opens)
      open.push_back(each.offset);
    else if (each.kind == Kind::Closes && !open.empty())
      open.pop_back();
  }
  for (; !isCompiledWith(first, second) && !open.empty(); open.pop_back())
    first = open.back();
  return first;
}

} // namespace warpsmith::tool
