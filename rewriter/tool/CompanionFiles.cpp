#include "rewriter/tool/CompanionFiles.h"
#include "rewriter/emit/DeviceLibrary.h"
#include "rewriter/tool/AtomicFile.h"
#include "rewriter/tool/Edits.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

namespace warpsmith::tool {
namespace {

/// The same for all ways to write the path of a file, be it there or not: links in the folder are
/// followed.
std::string placeOf(llvm::StringRef path) {
  llvm::SmallString<256> absolute = path;
  llvm::sys::fs::make_absolute(absolute);
  llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  llvm::SmallString<256> folder;
  if (llvm::sys::fs::real_path(llvm::sys::path::parent_path(absolute), folder))
    return absolute.str().str(); // the folder is yet to be made
  llvm::sys::path::append(folder, llvm::sys::path::filename(absolute));
  return folder.str().str();
}

} // namespace

llvm::Error CompanionFiles::add(const std::string &folder, const Options &options,
                                const std::set<std::string> &headers) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, options.companion);
  const std::string space = supportNamespace(options);
  const auto [known, isNew] = files.try_emplace(placeOf(path));
  File &file = known->second;
  if (isNew) {
    file.shown = path.str().str();
    file.space = space;
  } else if (file.space != space) {
    return llvm::createStringError("'" + file.shown + "' cannot hold the device code of both " +
                                   file.space + " and " + space +
                                   "; give files for another architecture another --companion");
  }
  file.headers.insert(headers.begin(), headers.end());
  return llvm::Error::success();
}

llvm::Error CompanionFiles::refuse(const std::string &path) const {
  const std::string place = placeOf(path);
  for (const auto &[companion, file] : files)
    if (place == companion || llvm::sys::fs::equivalent(path, companion))
      return llvm::createStringError("'" + path + "' would be a result and the companion of " +
                                     "results; choose another name with --companion");
  return llvm::Error::success();
}

llvm::Error CompanionFiles::merge() {
  for (auto &[path, file] : files) {
    std::string before;
    if (llvm::sys::fs::exists(path)) {
      const auto buffer = llvm::MemoryBuffer::getFile(path);
      if (buffer)
        before = (*buffer)->getBuffer().str();
      const auto held = companionHeaders(before, file.space);
      if (!held)
        return llvm::createStringError(
            std::make_error_code(std::errc::file_exists),
            "'" + file.shown +
                "' is there, and is no companion of this version and architecture; "
                "choose another name with --companion");
      file.headers.insert(held->begin(), held->end());
    }
    file.text = companionText(file.headers, file.space);
    if (llvm::StringRef(before).contains("\r\n")) {
      std::string adapted;
      for (const char c : file.text)
        adapted += c == '\n' ? std::string("\r\n") : std::string(1, c);
      file.text = adapted;
    }
    file.differs = file.text != before;
  }
  return llvm::Error::success();
}

llvm::Error CompanionFiles::write() const {
  for (const auto &[path, file] : files) {
    if (!file.differs)
      continue;
    const llvm::StringRef folder = llvm::sys::path::parent_path(path);
    if (const std::error_code code = llvm::sys::fs::create_directories(folder))
      return llvm::createStringError(code,
                                     "cannot create '" + folder.str() + "': " + code.message());
    if (llvm::Error error = writeFile(file.shown, file.text))
      return error;
  }
  return llvm::Error::success();
}

void CompanionFiles::tell() const {
  for (const auto &[path, file] : files)
    if (file.differs)
      llvm::WithColor::remark(llvm::errs(), "warpsmith")
          << "'" << file.shown
          << "' would be written, too: it holds what the results include [warpsmith-companion]\n";
}

std::string includedCompanion(llvm::StringRef text) {
  llvm::StringRef before = text.split(CompanionNote).first;
  if (before.size() == text.size() || !before.consume_back("\""))
    return {};
  const auto [directive, name] = before.rsplit('"');
  return directive.ends_with("#include ") ? name.str() : std::string();
}

} // namespace warpsmith::tool
