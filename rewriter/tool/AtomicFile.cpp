#include "rewriter/tool/AtomicFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace warpsmith::tool {
namespace {

namespace fs = llvm::sys::fs;

llvm::Error failure(llvm::StringRef path, std::error_code code) {
  return llvm::createStringError(code, "cannot write '" + path + "': " + code.message());
}

/// Flushes and reports what a stream's destructor would abort on.
std::error_code finish(llvm::raw_fd_ostream &stream) {
  stream.flush();
  const std::error_code code = stream.error();
  stream.clear_error();
  return code;
}

bool isReadOnly(const fs::file_status &status) {
  return !(status.permissions() & fs::all_write);
}

} // namespace

llvm::Error checkWritable(llvm::StringRef path, bool makesFolders) {
  llvm::SmallString<256> folder(path);
  fs::make_absolute(folder);
  fs::file_status status;
  if (!fs::status(path, status) && fs::exists(status)) {
    if (status.type() == fs::file_type::directory_file)
      return failure(path, std::make_error_code(std::errc::is_a_directory));
    if (isReadOnly(status))
      return failure(path, std::make_error_code(std::errc::permission_denied));
    if (status.type() != fs::file_type::regular_file)
      return llvm::Error::success();
    if (const std::error_code code = fs::real_path(path, folder))
      return failure(path, code);
  }
  do
    llvm::sys::path::remove_filename(folder);
  while (makesFolders && !fs::exists(folder) && llvm::sys::path::has_relative_path(folder));
  if (!fs::is_directory(folder))
    return failure(path,
                   std::make_error_code(fs::exists(folder) ? std::errc::not_a_directory
                                                           : std::errc::no_such_file_or_directory));
  if (const std::error_code code = fs::access(folder, fs::AccessMode::Write))
    return failure(path, code);
  return llvm::Error::success();
}

llvm::Error writeFile(llvm::StringRef path, llvm::StringRef content) {
  llvm::SmallString<256> target(path);
  fs::file_status status;
  const bool exists = !fs::status(path, status) && fs::exists(status);
  if (exists && status.type() != fs::file_type::regular_file) {
    std::error_code code;
    llvm::raw_fd_ostream stream(path, code, fs::OF_None);
    if (code)
      return failure(path, code);
    stream << content;
    code = finish(stream);
    return code ? failure(path, code) : llvm::Error::success();
  }
  if (exists) {
    if (isReadOnly(status))
      return failure(path, std::make_error_code(std::errc::permission_denied));
    if (const std::error_code code = fs::real_path(path, target))
      return failure(path, code);
  }
  auto temporary =
      fs::TempFile::create(target + ".%%%%%%.tmp", exists ? status.permissions() : fs::perms(0666));
  if (!temporary)
    return llvm::joinErrors(llvm::createStringError("cannot write '" + path + "'"),
                            temporary.takeError());
  std::error_code code;
  {
    llvm::raw_fd_ostream stream(temporary->FD, /*shouldClose=*/false);
    stream << content;
    code = finish(stream);
  }
  if (code) {
    llvm::consumeError(temporary->discard());
    return failure(path, code);
  }
  if (exists)
    fs::setPermissions(temporary->FD, status.permissions());
  return temporary->keep(target);
}

} // namespace warpsmith::tool
