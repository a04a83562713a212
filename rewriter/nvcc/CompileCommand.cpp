#include "rewriter/nvcc/CompileCommand.h"
#include "rewriter/frontend/clang/NvccOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

namespace warpsmith::nvcc {
namespace {

using frontend::NvccFlag;
using llvm::StringRef;

/// The response files that an argument names: `@file`, `--options-file a,b`.
struct ResponseFiles {
  std::vector<std::string> names;
  size_t length = 1; ///< arguments that this takes
};

std::optional<ResponseFiles> responseFiles(const std::vector<std::string> &arguments,
                                           size_t index) {
  StringRef argument = arguments[index];
  if (argument.consume_front("@"))
    return ResponseFiles{{argument.str()}, 1};
  const NvccFlag flag = frontend::readNvccFlag(argument);
  if (!flag.option || flag.option->shortName != "optf")
    return std::nullopt;
  if (flag.hasValue)
    return ResponseFiles{frontend::nvccElements(flag.value), 1};
  if (index + 1 < arguments.size())
    return ResponseFiles{frontend::nvccElements(arguments[index + 1]), 2};
  return std::nullopt;
}

std::vector<std::string> tokensOf(StringRef text) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *> tokens;
  llvm::cl::TokenizeGNUCommandLine(text, saver, tokens);
  return {tokens.begin(), tokens.end()};
}

std::vector<std::string> expand(const std::vector<std::string> &arguments, unsigned depth = 0) {
  std::vector<std::string> result;
  for (size_t index = 0; index < arguments.size(); ++index) {
    const auto files = depth < 8 ? responseFiles(arguments, index) : std::nullopt;
    if (!files) {
      result.push_back(arguments[index]);
      continue;
    }
    for (const std::string &name : files->names)
      if (const auto buffer = llvm::MemoryBuffer::getFile(name))
        llvm::append_range(result, expand(tokensOf((*buffer)->getBuffer()), depth + 1));
    index += files->length - 1;
  }
  return result;
}

/// `argument` of one file or of several is compiled for the GPU.
bool isCudaSource(StringRef argument, StringRef language) {
  return language.empty() ? llvm::sys::path::extension(argument) == ".cu" : language == "cu";
}

} // namespace

CompileCommand readCommand(std::vector<std::string> launcher, std::vector<std::string> arguments) {
  CompileCommand command;
  command.launcher = std::move(launcher);
  command.arguments = std::move(arguments);
  command.expanded = expand(command.arguments);
  const std::vector<std::string> &all = command.expanded;
  std::string language, folder;
  std::vector<std::string> files;
  bool writesDependencies = false;
  for (size_t index = 0; index < all.size(); ++index) {
    if (!StringRef(all[index]).starts_with("-") || all[index] == "-") {
      files.push_back(all[index]);
      continue;
    }
    const NvccFlag flag = frontend::readNvccFlag(all[index]);
    if (!flag.option)
      continue;
    StringRef value = flag.value;
    if (!flag.hasValue && index + 1 < all.size() &&
        frontend::takesNext(*flag.option, all[index + 1]))
      value = all[++index];
    const StringRef name = flag.option->shortName;
    if (name == "o")
      command.output = value.str();
    else if (name == "I" || name == "isystem")
      llvm::append_range(command.folders, frontend::nvccElements(value));
    else if (name == "odir")
      folder = value.str();
    else if (name == "MF")
      command.dependencies = value.str();
    else if (name == "MD" || name == "MMD")
      writesDependencies = true;
    else if (name == "x")
      language = value.str();
    else if (llvm::is_contained({"E", "M", "MM", "dlink", "lib", "dryrun", "clean", "h", "V",
                                 "code-ls", "arch-ls"},
                                name))
      command.compiles = false;
  }
  for (const std::string &file : files)
    if (isCudaSource(file, language))
      command.sources.push_back(file);
  if (!writesDependencies)
    command.dependencies.clear();
  else if (command.dependencies.empty() && files.size() == 1) {
    // As nvcc names it.
    llvm::SmallString<256> path(command.output.empty() ? llvm::sys::path::filename(files[0]).str()
                                                       : command.output);
    if (command.output.empty() && !folder.empty())
      path = (folder + "/" + path).str();
    llvm::sys::path::replace_extension(path, "d");
    command.dependencies = path.str().str();
  }
  return command;
}

std::optional<std::vector<std::string>> withSource(const CompileCommand &command,
                                                   const std::string &source,
                                                   const std::string &replacement,
                                                   const std::string &folder) {
  std::vector<std::string> result = command.arguments;
  unsigned replaced = 0;
  for (size_t index = 0; index < result.size(); ++index) {
    if (result[index] == source) {
      // It may be the value of a flag before it, such as -o.
      const NvccFlag before = index ? frontend::readNvccFlag(result[index - 1]) : NvccFlag{};
      if (before.option && !before.hasValue && frontend::takesNext(*before.option, source))
        continue;
      result[index] = replacement;
      ++replaced;
      continue;
    }
    const auto files = responseFiles(result, index);
    if (!files)
      continue;
    std::vector<std::string> names;
    for (const std::string &name : files->names) {
      names.push_back(name);
      const auto buffer = llvm::MemoryBuffer::getFile(name);
      if (!buffer || !llvm::is_contained(tokensOf((*buffer)->getBuffer()), source))
        continue;
      std::string text = (*buffer)->getBuffer().str();
      const size_t at = text.find(source);
      if (at == std::string::npos || text.find(source, at + 1) != std::string::npos)
        return std::nullopt; // which of them is it?
      text.replace(at, source.size(), replacement);
      llvm::SmallString<256> copy(folder);
      llvm::sys::path::append(copy, "options." + llvm::Twine(index) + ".rsp");
      std::error_code code;
      llvm::raw_fd_ostream out(copy, code);
      if (code)
        return std::nullopt;
      out << text;
      names.back() = copy.str().str();
      ++replaced;
    }
    if (StringRef(result[index]).starts_with("@"))
      result[index] = "@" + names[0];
    else if (files->length == 2)
      result[index + 1] = llvm::join(names, ",");
    else
      result[index] = "--options-file=" + llvm::join(names, ",");
    index += files->length - 1;
  }
  if (replaced != 1)
    return std::nullopt;
  return result;
}

} // namespace warpsmith::nvcc
