/// Which places of a parse are of kernel files, or of what a rewrite has added to a user's file.
#pragma once

#include "rewriter/reach/FileTokens.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <optional>

namespace warpsmith::reach {

class OwnCode {
public:
  /// What was added is extents of the file `path`, by whatever name it was opened.
  OwnCode(const clang::SourceManager &sourceManager, std::string path,
          const std::vector<Extent> &extents);

  struct Place {
    std::string path; ///< as CodeFacts names it
    unsigned offset = 0;
    bool isLibrary = false;
  };
  /// Nothing where a location is of other code. Of one in a macro it is where the macro is used.
  std::optional<Place> place(clang::SourceLocation location) const;
  bool holds(clang::SourceLocation location) const { return place(location).has_value(); }
  bool isLibrary(clang::SourceLocation location) const {
    const auto found = place(location);
    return found && found->isLibrary;
  }

  /// The extent of a range, from its first through its last token; nothing where macros hide it.
  std::optional<Extent> extent(clang::SourceRange range) const;

  const FileTokens &tokens(clang::SourceLocation location) const;

private:
  struct File {
    std::string path; ///< empty for a file of others
    bool isLibrary = false;
  };
  const File &fileOf(clang::FileID id) const;

  const clang::SourceManager &sources;
  std::string editedPath;
  clang::OptionalFileEntryRef edited;
  const std::vector<Extent> &added;
  mutable llvm::DenseMap<clang::FileID, File> files;
  mutable llvm::DenseMap<clang::FileID, std::unique_ptr<FileTokens>> tokensOf;
};

} // namespace warpsmith::reach
