#include "rewriter/tool/CompileRemark.h"
#include "rewriter/frontend/clang/Installation.h"
#include "rewriter/tool/ToolProcess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace warpsmith::tool {
namespace {

/// The folder with `warpsmith/device/`: that of an installation, or of the sources that this
/// program was built from.
std::string includeFolder() {
  const std::string own = frontend::installationFolder();
  llvm::SmallString<256> installed(own);
  llvm::sys::path::append(installed, "..", "..", "include");
  llvm::sys::path::remove_dots(installed, /*remove_dot_dot=*/true);
  llvm::SmallString<256> device(installed);
  llvm::sys::path::append(device, "warpsmith", "device");
  return llvm::sys::fs::is_directory(device) ? installed.str().str() : own + "/runtime/include";
}

/// As a shell takes it for one word.
std::string quoted(const std::string &word) {
  constexpr const char *Special = " \t\n\"'\\$`&|;<>()*?[]#~!{}";
  if (!word.empty() && word.find_first_of(Special) == std::string::npos)
    return word;
  std::string text = "'";
  for (const char c : word)
    text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

} // namespace

bool namesArchitectures(const Options &options) {
  return llvm::all_of(options.architectures, [&](const Architecture *row) {
    return llvm::any_of(options.commandArchitectures, [&](llvm::StringRef name) {
      return name.split('_').second == llvm::StringRef(row->name).split('_').second;
    });
  });
}

namespace {

std::string flagsOf(const Job &job) {
  const Options &options = job.options;
  std::string text;
  for (const Architecture *row : options.architectures)
    text += " " + nvccFlags(*row);
  if (options.deviceHeaders)
    text += " -I" + quoted(includeFolder());
  if (!options.compilations)
    return text;
  const auto commands = options.compilations->getCompileCommands(job.source);
  if (!commands.empty())
    for (const std::string &flag :
         languageFlags(commands[0].CommandLine, commands[0].Directory, ""))
      text += " " + quoted(flag);
  return text;
}

} // namespace

std::vector<std::string> compileCommands(const std::vector<WrittenFile> &files) {
  constexpr size_t MostNamed = 3;
  std::vector<std::pair<std::string, std::vector<std::string>>> commands;
  for (const WrittenFile &file : files) {
    const Options &options = file.job->options;
    if (file.result ? namesArchitectures(options) && !options.deviceHeaders
                    : namesArchitectures(options) || !options.architecture->isSpecific() ||
                          options.mode != OutputMode::StandardOutput || options.explain ||
                          options.occupancy)
      continue;
    const std::string flags = flagsOf(*file.job);
    auto known = llvm::find_if(commands, [&](const auto &one) { return one.first == flags; });
    if (known == commands.end())
      known = commands.insert(commands.end(), {flags, {}});
    if (file.result)
      known->second.push_back(*file.result);
  }
  std::vector<std::string> lines;
  for (const auto &[flags, results] : commands) {
    std::string line = "compile with nvcc" + flags;
    for (size_t index = 0; index < results.size() && index < MostNamed; ++index)
      line += " " + quoted(results[index]);
    lines.push_back(line + (results.size() > MostNamed ? " ..." : ""));
  }
  return lines;
}

} // namespace warpsmith::tool
