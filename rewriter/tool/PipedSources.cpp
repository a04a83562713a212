#include "rewriter/tool/PipedSources.h"
#include "rewriter/tool/ParseSource.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace warpsmith::tool {

namespace fs = llvm::sys::fs;

llvm::Expected<std::string> PipedSources::open(const std::string &source,
                                               const std::string &inputName) {
  const bool isInput = source == "-" || source == "/dev/stdin";
  const std::string &name = isInput ? inputName : source;
  if (texts.contains(name))
    return llvm::createStringError(std::make_error_code(std::errc::invalid_argument),
                                   "'" + name + "' is given twice, and can be read only once");
  fs::file_status status;
  if (const std::error_code code = isInput ? std::error_code() : fs::status(source, status))
    return llvm::createStringError(code, source + ": " + code.message());
  if (!isInput && status.type() == fs::file_type::directory_file)
    return llvm::createStringError(std::make_error_code(std::errc::is_a_directory),
                                   source + ": Is a directory");
  if (!isInput && status.type() == fs::file_type::regular_file)
    return name;
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(isInput ? "-" : source);
  if (!buffer)
    return llvm::createStringError(buffer.getError(), name + ": " + buffer.getError().message());
  texts[name] = (*buffer)->getBuffer().str();
  return name;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
PipedSources::over(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below) const {
  if (texts.empty())
    return below;
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto &[name, text] : texts)
    memory->addFile(absolutePath(name), 0, llvm::MemoryBuffer::getMemBufferCopy(text, name));
  auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(below));
  all->pushOverlay(std::move(memory));
  return all;
}

} // namespace warpsmith::tool
