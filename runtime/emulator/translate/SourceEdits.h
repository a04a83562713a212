/// Edits of source text by AST locations, through macros: a token is edited where it is written,
/// be that a file, a macro's definition or the argument of a macro.
#pragma once

#include "runtime/emulator/translate/Translation.h"
#include "clang/AST/ASTContext.h"
#include <optional>
#include <set>
#include <string>
#include <tuple>

namespace warpsmith::emulator::translate {

class SourceEdits {
public:
  SourceEdits(clang::ASTContext &ast, Translation &target);

  /// The tokens from first to last as they are written beside `anchor`: where the anchor stands in
  /// a macro's definition, its parameters stand for the arguments. File locations. Nothing when
  /// they are not written in one piece, or not in a file that may be edited.
  std::optional<clang::SourceRange> written(clang::SourceRange range,
                                            clang::SourceLocation anchor) const;
  /// The same for one token, by itself.
  clang::SourceLocation written(clang::SourceLocation token) const;
  /// True where written() leads into a macro's definition, so that an edit is one of all its uses.
  bool inMacroDefinition(clang::SourceLocation anchor) const;

  /// The text of tokens, from file locations.
  std::string text(clang::SourceRange range) const;
  unsigned tokenLength(clang::SourceLocation token) const;

  // File locations below. An edit that was made before, as that of a header or macro seen twice, is
  // not made again. `identity` tells apart equal insertions at one place.

  /// Replaces tokens and keeps the number of lines; `continued` lines are those of a macro. False
  /// when the same tokens have been replaced by another text.
  bool replaceTokens(clang::SourceRange range, std::string with, bool continued = false);
  void insertBefore(clang::SourceLocation token, const std::string &inserted,
                    unsigned identity = 0);
  void insertAfter(clang::SourceLocation token, const std::string &inserted, unsigned identity = 0);
  void replace(clang::SourceLocation where, unsigned length, llvm::StringRef with,
               unsigned identity = 0);

private:
  clang::SourceLocation home(clang::SourceLocation location) const;
  clang::SourceLocation find(clang::SourceLocation location, clang::FileID target, bool end) const;
  bool editable(clang::SourceLocation written) const;

  const clang::SourceManager &sources;
  const clang::LangOptions &language;
  Translation &result;
  std::set<std::tuple<std::string, unsigned, unsigned, std::string>> done;
  std::map<std::pair<std::string, unsigned>, std::string> replaced;
};

} // namespace warpsmith::emulator::translate
