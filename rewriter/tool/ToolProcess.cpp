#include "rewriter/tool/ToolProcess.h"
#include "rewriter/frontend/clang/NvccFlags.h"
#include "rewriter/process/ChildProcess.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace warpsmith::tool {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string contents(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

bool write(const std::string &file, const std::string &text) {
  std::error_code code;
  llvm::raw_fd_ostream stream(file, code);
  stream << text;
  return !code;
}

std::string mirrored(const std::string &root, llvm::StringRef file) {
  llvm::SmallString<256> path(root);
  path::append(path, path::relative_path(file));
  return path.str().str();
}

std::vector<std::string> languageFlags(const std::vector<std::string> &command,
                                       const std::string &workingFolder, const std::string &root) {
  const std::vector<std::string> plain = frontend::withoutNvccFlags(command);
  std::vector<std::string> flags;
  const auto addFolder = [&](llvm::StringRef option, llvm::StringRef folder) {
    llvm::SmallString<256> path(folder);
    if (!workingFolder.empty())
      path::make_absolute(workingFolder, path);
    fs::make_absolute(path);
    path::remove_dots(path, /*remove_dot_dot=*/true);
    if (!root.empty())
      flags.insert(flags.end(), {option.str(), mirrored(root, path)});
    flags.insert(flags.end(), {option.str(), path.str().str()});
  };
  for (size_t index = 1; index < plain.size(); ++index) {
    const llvm::StringRef flag = plain[index];
    for (const llvm::StringRef known :
         {"-isystem", "-include", "-iquote", "-D", "-I", "-U", "-std"}) {
      if (!flag.starts_with(known))
        continue;
      if (known == "-I" || known == "-iquote" || known == "-isystem") {
        if (flag != known)
          addFolder(known, flag.drop_front(known.size()));
        else if (index + 1 < plain.size())
          addFolder(known, plain[++index]);
        break;
      }
      flags.push_back(plain[index]);
      if (flag == known && index + 1 < plain.size())
        flags.push_back(plain[++index]);
      break;
    }
  }
  // Both forms of a kernel are compiled with the same arithmetic.
  if (auto given = frontend::floatingPointFlags(command)) {
    given->loose.clear(); // nvcc has no such flag
    llvm::SmallVector<llvm::StringRef> arithmetic;
    const std::string text = given->str();
    llvm::StringRef(text).split(arithmetic, ' ', -1, /*KeepEmpty=*/false);
    for (const llvm::StringRef flag : arithmetic)
      flags.push_back(flag.str());
  } else {
    llvm::consumeError(given.takeError()); // the parse has told of it
  }
  return flags;
}

std::string firstError(const std::string &text) {
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n', -1, false);
  for (const llvm::StringRef mark : {"error:", "error"})
    for (const llvm::StringRef line : lines)
      if (line.contains(mark))
        return line.str();
  return lines.empty() ? "no message" : lines.back().str();
}

std::string failure(const std::string &program, const std::vector<std::string> &arguments,
                    const std::string &output, const std::string &errors, unsigned seconds) {
  std::vector<std::string> command = {program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const process::Outcome outcome = process::run(command, {output, errors}, {seconds});
  return outcome.succeeded() ? std::string() : outcome.text();
}

} // namespace warpsmith::tool
