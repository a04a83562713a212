/// The files that --companion names: device code and kernels that the results of a folder share.
#pragma once

#include "rewriter/tool/Options.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>
#include <string>

namespace warpsmith::tool {

class CompanionFiles {
public:
  /// A result in `folder` needs these device headers. Fails where another result needs the same
  /// file for another architecture.
  llvm::Error add(const std::string &folder, const Options &options,
                  const std::set<std::string> &headers);

  /// Fails where a result at `path` would be one of these files.
  llvm::Error refuse(const std::string &path) const;

  /// Decides what is written. A file that is there keeps what it holds for files that were
  /// rewritten before, and its line ends; it fails where that is no companion, or one of another
  /// version or architecture. Nothing is written yet.
  llvm::Error merge();

  llvm::Error write() const;

  /// A remark for each file that is not there as it would be written.
  void tell() const;

private:
  struct File {
    std::string shown; ///< the path as the user would write it
    std::string space;
    std::set<std::string> headers;
    std::string text;
    bool differs = true; ///< from what is there
  };
  std::map<std::string, File> files; ///< by absolute path
};

/// The name of the companion that a rewritten file includes; empty where it includes none.
std::string includedCompanion(llvm::StringRef text);

} // namespace warpsmith::tool
