#include "rewriter/tool/PlacedHeaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

namespace warpsmith::tool {
namespace {

namespace path = llvm::sys::path;
using frontend::IncludedHeader;

/// Adds the headers that one is included by, and theirs.
void addIncluders(const std::set<IncludedHeader> &headers, const std::string &header,
                  std::set<std::string> &all) {
  const auto known = headers.find({header});
  if (known == headers.end() || !all.insert(header).second)
    return;
  for (const std::string &includer : known->includers)
    addIncluders(headers, includer, all);
}

/// The headers that a source finds by those that are rewritten, and what these need beside them.
std::set<std::string> placedHeaders(const std::set<IncludedHeader> &headers,
                                    const std::set<std::string> &rewrittenHeaders) {
  std::set<std::string> all;
  for (const std::string &header : rewrittenHeaders)
    addIncluders(headers, header, all);
  for (bool grows = true; grows;) {
    grows = false;
    for (const IncludedHeader &header : headers)
      if (llvm::any_of(header.neighbours,
                       [&](const std::string &includer) { return all.contains(includer); }))
        grows |= all.insert(header.path).second;
  }
  return all;
}

bool isBelow(llvm::StringRef file, llvm::StringRef folder) {
  return file.consume_front(folder) && (file.starts_with("/") || folder.ends_with("/"));
}

std::string from(llvm::StringRef folder, llvm::StringRef file) {
  file.consume_front(folder);
  return file.ltrim('/').str();
}

/// The nearest folder that holds all of the files.
std::string commonFolder(const std::set<std::string> &files) {
  llvm::StringRef folder = path::parent_path(*files.begin());
  for (const std::string &file : files)
    while (!isBelow(file, folder))
      folder = path::parent_path(folder);
  return folder.str();
}

} // namespace

PlacedFiles placeFiles(const std::vector<ParsedSource> &sources,
                       const std::set<std::string> &rewrittenHeaders) {
  PlacedFiles result;
  std::set<std::string> files, folders;
  bool areBelow = true;
  for (size_t number = 0; number < sources.size(); ++number) {
    const std::set<IncludedHeader> &headers = sources[number].unit.headers;
    const std::string source = realPath(sources[number].source);
    const std::string own = path::parent_path(source).str();
    files.insert(source);
    for (const std::string &header : placedHeaders(headers, rewrittenHeaders)) {
      files.insert(header);
      result.sources[header].insert(number);
      const auto [known, isNew] = result.places.try_emplace(header, from(own, header));
      areBelow = areBelow && isBelow(header, own) && known->second == from(own, header);
      for (const std::string &folder : headers.find({header})->folders)
        folders.insert(folder);
    }
  }
  if (result.places.empty())
    return {};
  // Where the headers of a source are below its folder, the source stays at the top of the output.
  // Otherwise all files keep their places below the nearest folder that holds them all.
  const std::string common = areBelow ? std::string() : commonFolder(files);
  if (!areBelow)
    for (const std::string &file : files)
      result.places[file] = from(common, file);
  for (const std::string &folder : folders)
    for (const auto &[file, place] : result.places)
      if (isBelow(file, folder) && llvm::StringRef(place).ends_with(from(folder, file))) {
        const llvm::StringRef top = place;
        result.folders[folder] = top.drop_back(from(folder, file).size()).rtrim('/').str();
        break;
      }
  return result;
}

} // namespace warpsmith::tool
