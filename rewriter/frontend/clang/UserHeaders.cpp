#include "rewriter/frontend/clang/UserHeaders.h"
#include "clang/Basic/FileManager.h"

namespace warpsmith::frontend {
namespace {

using clang::SourceManager;

/// Calls `take` with each file that was entered, as often as it was.
template <typename Take>
void forEachFile(const SourceManager &sources, Take take) {
  for (unsigned index = 1; index < sources.local_sloc_entry_size(); ++index) {
    const clang::SrcMgr::SLocEntry &entry = sources.getLocalSLocEntry(index);
    if (!entry.isFile())
      continue;
    const auto place = clang::SourceLocation::getFromRawEncoding(entry.getOffset());
    take(sources.getFileID(place), entry.getFile());
  }
}

} // namespace

std::string realPath(clang::FileID file, const SourceManager &sources) {
  const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
  return entry ? sources.getFileManager().getCanonicalName(*entry).str() : std::string();
}

bool readOnce(clang::FileID file, const SourceManager &sources) {
  const clang::FileEntry *wanted = sources.getFileEntryForID(file);
  int times = 0;
  forEachFile(sources, [&](clang::FileID, const clang::SrcMgr::FileInfo &info) {
    const clang::OptionalFileEntryRef entry = info.getContentCache().OrigEntry;
    times += entry && &entry->getFileEntry() == wanted;
  });
  return times == 1;
}

std::set<IncludedHeader> userHeaders(const SourceManager &sources) {
  std::set<IncludedHeader> headers;
  forEachFile(sources, [&](clang::FileID file, const clang::SrcMgr::FileInfo &info) {
    if (file == sources.getMainFileID() || clang::SrcMgr::isSystem(info.getFileCharacteristic()))
      return;
    IncludedHeader header{realPath(file, sources), sources.isInMainFile(info.getIncludeLoc())};
    if (header.path.empty())
      return;
    if (const auto known = headers.find(header); known != headers.end()) {
      header.directly &= known->directly;
      headers.erase(known);
    }
    headers.insert(std::move(header));
  });
  return headers;
}

} // namespace warpsmith::frontend
