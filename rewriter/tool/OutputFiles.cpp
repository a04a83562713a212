#include "rewriter/tool/OutputFiles.h"
#include "rewriter/tool/AtomicFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace warpsmith::tool {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// A file that exists is its inode. Another one is its name in a folder, of which at least the
/// first part exists.
std::string OutputFiles::identity(llvm::StringRef path) {
  fs::UniqueID id;
  if (!fs::getUniqueID(path, id))
    return "inode " + std::to_string(id.getDevice()) + " " + std::to_string(id.getFile());
  llvm::SmallString<256> folder(path);
  fs::make_absolute(folder);
  path::remove_dots(folder, /*remove_dot_dot=*/true);
  llvm::SmallString<256> rest, real;
  while (fs::real_path(folder, real) && path::has_relative_path(folder)) {
    llvm::SmallString<256> longer(path::filename(folder));
    path::append(longer, rest);
    rest = longer;
    path::remove_filename(folder);
  }
  path::append(real, rest);
  return real.str().str();
}

llvm::Error OutputFiles::overwrites(const Known &input, const std::string &option) {
  return llvm::createStringError(
      std::make_error_code(std::errc::invalid_argument),
      option + " would overwrite " + input.what + " '" + input.path + "'" +
          (input.what == "the source" && (option == "-o" || option == "--out-dir")
               ? "; use -i for that"
               : ""));
}

llvm::Error OutputFiles::read(llvm::StringRef path, const std::string &what) {
  const std::string id = identity(path);
  const Known input{path.str(), what};
  if (const auto output = outputs.find(id); output != outputs.end())
    return overwrites(input, output->second.what);
  inputs.try_emplace(id, input);
  return llvm::Error::success();
}

llvm::Error OutputFiles::write(llvm::StringRef path, const std::string &option, bool makesFolders) {
  fs::file_status status;
  const bool exists = !fs::status(path, status) && fs::exists(status);
  if (exists && status.type() != fs::file_type::regular_file &&
      status.type() != fs::file_type::directory_file)
    return llvm::Error::success();
  const std::string id = identity(path);
  if (const auto known = inputs.find(id); known != inputs.end())
    return overwrites(known->second, option);
  const auto [other, isNew] = outputs.try_emplace(id, Known{path.str(), option});
  if (!isNew)
    return llvm::createStringError(std::make_error_code(std::errc::invalid_argument),
                                   other->second.what + " and " + option + " would both write '" +
                                       path.str() + "'");
  return checkWritable(path, makesFolders);
}

} // namespace warpsmith::tool
