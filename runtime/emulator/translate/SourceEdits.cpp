#include "runtime/emulator/translate/SourceEdits.h"
#include "clang/Lex/Lexer.h"
#include <algorithm>

namespace warpsmith::emulator::translate {

using clang::SourceLocation;
using clang::SourceRange;

SourceEdits::SourceEdits(clang::ASTContext &ast, Translation &target)
    : sources(ast.getSourceManager()),
      language(ast.getLangOpts()),
      result(target) {
}

/// A macro's argument is written where the macro is used; anything else of a macro in its body.
SourceLocation SourceEdits::home(SourceLocation location) const {
  while (location.isMacroID() && sources.isMacroArgExpansion(location))
    location = sources.getImmediateSpellingLoc(location);
  return location;
}

SourceLocation SourceEdits::find(SourceLocation location, clang::FileID target, bool end) const {
  if (sources.getFileID(location) == target)
    return location;
  if (!location.isMacroID())
    return {};
  if (sources.isMacroArgExpansion(location))
    if (const SourceLocation inArgument =
            find(sources.getImmediateSpellingLoc(location), target, end);
        inArgument.isValid())
      return inArgument;
  const clang::CharSourceRange use = sources.getImmediateExpansionRange(location);
  return find(end ? use.getEnd() : use.getBegin(), target, end);
}

/// System headers stay as they are, the emulator's own too.
bool SourceEdits::editable(SourceLocation location) const {
  return location.isValid() && location.isFileID() && !sources.isInSystemHeader(location) &&
         !sources.isWrittenInBuiltinFile(location) && !sources.isWrittenInScratchSpace(location) &&
         !sources.isWrittenInCommandLineFile(location);
}

std::optional<SourceRange> SourceEdits::written(SourceRange range, SourceLocation anchor) const {
  if (range.isInvalid() || anchor.isInvalid())
    return std::nullopt;
  const clang::FileID target = sources.getFileID(home(anchor));
  const SourceLocation begin = find(range.getBegin(), target, false),
                       end = find(range.getEnd(), target, true);
  if (begin.isInvalid() || end.isInvalid())
    return std::nullopt;
  const SourceRange spelled(sources.getSpellingLoc(begin), sources.getSpellingLoc(end));
  if (!editable(spelled.getBegin()) || !editable(spelled.getEnd()) ||
      sources.getFileID(spelled.getBegin()) != sources.getFileID(spelled.getEnd()) ||
      sources.getFileOffset(spelled.getBegin()) > sources.getFileOffset(spelled.getEnd()))
    return std::nullopt;
  return spelled;
}

SourceLocation SourceEdits::written(SourceLocation token) const {
  const auto range = written(SourceRange(token), token);
  return range ? range->getBegin() : SourceLocation();
}

bool SourceEdits::inMacroDefinition(SourceLocation anchor) const {
  return home(anchor).isMacroID();
}

std::string SourceEdits::text(SourceRange range) const {
  return clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(range), sources,
                                     language)
      .str();
}

unsigned SourceEdits::tokenLength(SourceLocation token) const {
  return clang::Lexer::MeasureTokenLength(token, sources, language);
}

bool SourceEdits::replaceTokens(SourceRange range, std::string with, bool continued) {
  const std::string before = text(range);
  const auto missing =
      std::count(before.begin(), before.end(), '\n') - std::count(with.begin(), with.end(), '\n');
  for (long line = 0; line < missing; ++line)
    with += continued ? "\\\n" : "\n";
  const auto file = sources.getFileEntryRefForID(sources.getFileID(range.getBegin()));
  const unsigned offset = sources.getFileOffset(range.getBegin());
  if (!file)
    return false;
  const auto [known, added] =
      replaced.try_emplace({file->getFileEntry().tryGetRealPathName().str(), offset}, with);
  if (!added)
    return known->second == with;
  replace(range.getBegin(),
          sources.getFileOffset(range.getEnd()) - offset + tokenLength(range.getEnd()), with);
  return true;
}

void SourceEdits::insertBefore(SourceLocation token, const std::string &inserted,
                               unsigned identity) {
  replace(token, 0, inserted, identity);
}

void SourceEdits::insertAfter(SourceLocation token, const std::string &inserted,
                              unsigned identity) {
  replace(token.getLocWithOffset(static_cast<int>(tokenLength(token))), 0, inserted, identity);
}

void SourceEdits::replace(SourceLocation where, unsigned length, llvm::StringRef with,
                          unsigned identity) {
  const auto file = sources.getFileEntryRefForID(sources.getFileID(where));
  const std::string path = file ? file->getFileEntry().tryGetRealPathName().str() : std::string();
  const unsigned offset = sources.getFileOffset(where);
  if (!file || !done.insert({path, offset, identity, with.str()}).second)
    return;
  const clang::tooling::Replacement edit(path, offset, length, with);
  clang::tooling::Replacements &edits = result.edits[path];
  if (llvm::Error error = edits.add(edit)) {
    // Insertions at one place: the later one goes behind the earlier.
    llvm::consumeError(std::move(error));
    const unsigned shifted = edits.getShiftedCodePosition(offset);
    edits = edits.merge(
        clang::tooling::Replacements(clang::tooling::Replacement(path, shifted, length, with)));
  }
}

} // namespace warpsmith::emulator::translate
