/// Kernels of headers: how they are rewritten in all the sources of a call that include the header.
#pragma once

#include "rewriter/frontend/Frontend.h"
#include "rewriter/tool/Options.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warpsmith::tool {

/// One source after its parse.
struct ParsedSource {
  std::string source; ///< as given on the command line
  const Options *options = nullptr;
  frontend::TranslationUnit unit;
  bool parsed = false;
};

/// A kernel of a header as one: the cases of all sources, and the launches in headers.
struct HeaderKernel {
  /// Missed where the sources disagree.
  frontend::KernelVerdict verdict;
  std::set<std::string> headers; ///< that are edited: its own, and those that launch it
  size_t owner = 0;              ///< the first source that has the kernel, which speaks for it
  std::set<size_t> sources;      ///< that include one of the headers
  /// The launches in the sources themselves.
  std::map<size_t, std::vector<frontend::LaunchSyntax>> launches;
  frontend::TranslationUnit names; ///< names and macros of all these sources
};

std::string realPath(const std::string &path);
/// As one would name a file on the command line.
std::string shortened(const std::string &path);
/// A header's path from the folder of a source that it lies in or below; else empty.
std::string pathBeside(const std::string &header, const std::string &source);

/// An edit of a header is seen by every source that includes it, so it must be the same from each.
/// They come by header, then in the order of its text. `given` are the sources' real paths.
std::vector<HeaderKernel> mergeHeaderKernels(const std::vector<ParsedSource> &sources,
                                             const std::set<std::string> &given);

} // namespace warpsmith::tool
