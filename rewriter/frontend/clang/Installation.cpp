#include "rewriter/frontend/clang/Installation.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace warpsmith::frontend {

std::string installationFolder() {
  static int here;
  llvm::SmallString<256> folder(llvm::sys::fs::getMainExecutable(nullptr, &here));
  llvm::sys::path::remove_filename(folder);
  llvm::sys::path::append(folder, "..", "lib", "warpsmith");
  llvm::sys::path::remove_dots(folder, /*remove_dot_dot=*/true);
  return folder.str().str();
}

} // namespace warpsmith::frontend
