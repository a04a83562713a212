#include "rewriter/tool/AtomicFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
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

} // namespace

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
    if (!(status.permissions() & fs::all_write))
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
