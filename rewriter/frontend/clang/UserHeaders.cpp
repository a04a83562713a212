#include "rewriter/frontend/clang/UserHeaders.h"
#include "clang/Basic/FileManager.h"
#include <map>

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

std::set<IncludedHeader> userHeaders(const SourceManager &sources,
                                     const std::vector<Inclusion> &inclusions) {
  std::set<IncludedHeader> headers;
  std::multimap<std::string, const Inclusion *> ofHeader;
  for (const Inclusion &inclusion : inclusions)
    ofHeader.emplace(inclusion.header, &inclusion);
  forEachFile(sources, [&](clang::FileID file, const clang::SrcMgr::FileInfo &info) {
    if (file == sources.getMainFileID() || clang::SrcMgr::isSystem(info.getFileCharacteristic()))
      return;
    IncludedHeader header{realPath(file, sources)};
    if (header.path.empty() || headers.contains(header))
      return;
    const auto [first, last] = ofHeader.equal_range(header.path);
    for (auto each = first; each != last; ++each) {
      const Inclusion &inclusion = *each->second;
      header.includers.insert(inclusion.includer);
      if (inclusion.folder.empty())
        header.neighbours.insert(inclusion.includer);
      else
        header.folders.insert(inclusion.folder);
    }
    headers.insert(std::move(header));
  });
  return headers;
}

} // namespace warpsmith::frontend
