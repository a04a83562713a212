/// Which files of a project --out-dir writes, and where, so that what it writes includes each
/// other.
#pragma once

#include "rewriter/tool/HeaderKernels.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warpsmith::tool {

struct PlacedFiles {
  /// By real path, the place below the folder. Sources among them only where one of the headers
  /// lies outside of their folders.
  std::map<std::string, std::string> places;
  /// By the headers' numbers of `places`, the sources that include them.
  std::map<std::string, std::set<size_t>> sources;
  /// Folders of -I in which files of `places` are found, and where those are below the folder.
  std::map<std::string, std::string> folders;
};

/// Beside the rewritten headers these are the headers through which a source reaches them, and
/// those that a placed header finds in its own folder.
PlacedFiles placeFiles(const std::vector<ParsedSource> &sources,
                       const std::set<std::string> &rewrittenHeaders);

} // namespace warpsmith::tool
