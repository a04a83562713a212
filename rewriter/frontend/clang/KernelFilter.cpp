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

bool KernelFilter::wants(const clang::FunctionDecl &kernel,
                         const clang::SourceManager &sources) const {
  auto pattern = llvm::GlobPattern::create(glob);
  if (!pattern) {
    llvm::consumeError(pattern.takeError());
    return false;
  }
  if (!pattern->match(kernel.getName()))
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
