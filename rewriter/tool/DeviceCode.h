/// Edits that include kernel files become edits that hold what they reach of them.
#pragma once

#include "rewriter/reach/ReachedCode.h"
#include "rewriter/tool/Options.h"
#include "clang/Tooling/Core/Replacement.h"
#include <string>

namespace warpsmith::tool {

/// Generated code as the user's files are formatted.
std::string formatted(const std::string &text, const std::string &path, const Options &options);

/// Text with lines that end as those of a file do.
std::string withLineEnds(const std::string &text, const std::string &file);

/// The path by which reach::EditedFiles know a file, whatever name it is given by.
std::string uniquePath(const std::string &file);

/// One file's edits.
class DeviceCode {
public:
  /// `includes`: edits of the text that include kernel files; `own`: the namespace for what the
  /// kernels share. All refer to the arguments.
  DeviceCode(const std::string &path, const std::string &original,
             const clang::tooling::Replacements &includes, std::string own, const Options &chosen);

  /// The file as these edits make it.
  const std::string &text() const { return after; }
  /// The extents of what they add to it; empty where nothing is included.
  const std::vector<reach::Extent> &added() const { return extents; }
  /// Where some of that is which a parse has not seen, it is not known what it reaches.
  bool isSeen(const reach::CodeFacts &facts) const;

  /// The edits without includes, of a file whose facts are known. What kernels share stands before
  /// the first one, in a namespace of its own.
  clang::tooling::Replacements selfContained(const reach::EditedFile &file) const;

private:
  struct Library {
    std::string includes, code;
  };
  Library library(const reach::EditedFile &file) const;
  std::string libraryText(const Library &library, const std::string &inner) const;
  std::string withoutIncludes(llvm::StringRef text, std::string &library) const;
  std::string withAlias(const std::string &text, const std::string &inner) const;

  const std::string &path, &original;
  const clang::tooling::Replacements &edits;
  std::string space;
  const Options &options;
  std::string after;
  std::vector<reach::Extent> extents;
};

} // namespace warpsmith::tool
