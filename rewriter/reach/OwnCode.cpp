#include "rewriter/reach/OwnCode.h"
#include "clang/Basic/FileManager.h"
#include "llvm/ADT/STLExtras.h"

namespace warpsmith::reach {

OwnCode::OwnCode(const clang::SourceManager &sourceManager, std::string path,
                 const std::vector<Extent> &extents)
    : sources(sourceManager),
      editedPath(std::move(path)),
      edited(sources.getFileManager().getOptionalFileRef(editedPath)),
      added(extents) {
}

const OwnCode::File &OwnCode::fileOf(clang::FileID id) const {
  const auto [known, isNew] = files.try_emplace(id);
  if (!isNew)
    return known->second;
  File &file = known->second;
  const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(id);
  if (!entry)
    return file;
  constexpr llvm::StringLiteral Library = "/device/include/";
  const llvm::StringRef name = entry->getName();
  if (const size_t at = name.find(Library); name.starts_with("/.warpsmith") && at != name.npos) {
    file.path = name.drop_front(at + Library.size()).str();
    file.isLibrary = true;
    return file;
  }
  if (edited && edited->getUniqueID() == entry->getUniqueID())
    file.path = editedPath;
  return file;
}

std::optional<OwnCode::Place> OwnCode::place(clang::SourceLocation location) const {
  if (location.isInvalid())
    return std::nullopt;
  const auto [id, offset] = sources.getDecomposedExpansionLoc(location);
  const File &file = fileOf(id);
  if (file.path.empty() ||
      (!file.isLibrary && llvm::none_of(added, [offset = offset](const Extent &extent) {
        return extent.begin <= offset && offset < extent.end;
      })))
    return std::nullopt;
  return Place{file.path, offset, file.isLibrary};
}

std::optional<Extent> OwnCode::extent(clang::SourceRange range) const {
  if (range.isInvalid() || range.getBegin().isMacroID() || range.getEnd().isMacroID())
    return std::nullopt;
  const auto [first, begin] = sources.getDecomposedLoc(range.getBegin());
  const auto [last, end] = sources.getDecomposedLoc(range.getEnd());
  if (first != last || end < begin)
    return std::nullopt;
  return Extent{begin, tokens(range.getEnd()).endOf(end)};
}

const FileTokens &OwnCode::tokens(clang::SourceLocation location) const {
  const clang::FileID id = sources.getDecomposedExpansionLoc(location).first;
  std::unique_ptr<FileTokens> &known = tokensOf[id];
  if (!known)
    known = std::make_unique<FileTokens>(sources.getBufferData(id));
  return *known;
}

} // namespace warpsmith::reach
