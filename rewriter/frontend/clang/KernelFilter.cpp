#include "rewriter/frontend/clang/KernelFilter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Regex.h"

namespace warpsmith::frontend {

bool KernelFilter::wantsHeader(clang::SourceLocation location,
                               const clang::SourceManager &sources) const {
  return !headers.empty() && lines.empty() && !sources.isInSystemHeader(location) &&
         llvm::Regex(headers).match(sources.getFilename(location));
}

static bool matches(const std::string &glob, llvm::StringRef name) {
  auto pattern = llvm::GlobPattern::create(glob);
  if (pattern)
    return pattern->match(name);
  llvm::consumeError(pattern.takeError());
  return false;
}

bool KernelFilter::wants(llvm::StringRef name, unsigned line) const {
  return matches(glob, name) && (lines.empty() || llvm::any_of(lines, [&](const auto &range) {
                                   return range.first <= line && line <= range.second;
                                 }));
}

bool KernelFilter::wants(const clang::FunctionDecl &kernel,
                         const clang::SourceManager &sources) const {
  if (!matches(glob, kernel.getName()))
    return false;
  const clang::SourceLocation begin = sources.getExpansionLoc(kernel.getBeginLoc());
  if (!sources.isInMainFile(begin))
    return wantsHeader(begin, sources);
  const unsigned first = sources.getExpansionLineNumber(begin);
  const unsigned last =
      sources.getExpansionLineNumber(sources.getExpansionRange(kernel.getEndLoc()).getEnd());
  return lines.empty() || llvm::any_of(lines, [&](const auto &range) {
           return first <= range.second && last >= range.first;
         });
}

} // namespace warpsmith::frontend
