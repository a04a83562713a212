#include "runtime/harness/report/RecordedCommand.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/run/Toolchain.h"
#include <algorithm>

namespace warpsmith::harness {
namespace {

namespace fs = std::filesystem;

/// Flags of compilers that a folder or file may follow without a space.
constexpr std::string_view JoinedFlags[] = {"-isystem", "-iquote", "-idirafter",
                                            "-include", "-I",      "-L"};

/// Where the absolute paths of a word begin: at once, after the first =, after a flag. npos where
/// there are none.
std::size_t beginOfPaths(const std::string &word) {
  if (word.starts_with('/'))
    return 0;
  for (const std::string_view flag : JoinedFlags) {
    if (word.starts_with(flag) && word.substr(flag.size()).starts_with('/'))
      return flag.size();
  }
  const std::size_t equals = word.find("=/");
  return equals == std::string::npos ? equals : equals + 1;
}

std::string recordedWord(const std::string &word, const std::vector<fs::path> &below) {
  const std::size_t begin = beginOfPaths(word);
  if (begin == std::string::npos)
    return word;
  std::string result = word.substr(0, begin);
  for (std::size_t at = begin; at <= word.size();) {
    const std::size_t end = std::min(word.find_first_of(",:", at), word.size());
    result += recordedPath(word.substr(at, end - at), below);
    if (end < word.size())
      result += word[end];
    at = end + 1;
  }
  return result;
}

/// Folders that a path of this machine may be below.
std::vector<fs::path> knownFolders() {
  std::vector<fs::path> folders;
  try {
    folders.push_back(findSuiteRoot());
  } catch (const InputError &) { // a polybench without its sources
  }
  std::error_code failure;
  if (const fs::path current = fs::current_path(failure); !failure)
    folders.push_back(current);
  return folders;
}

} // namespace

std::string recordedPath(const std::string &path, const std::vector<fs::path> &below) {
  if (!path.starts_with('/'))
    return path;
  const fs::path plain = fs::path(path).lexically_normal();
  for (const fs::path &folder : below) {
    const fs::path relative = plain.lexically_relative(folder.lexically_normal());
    if (!relative.empty() && *relative.begin() != "..")
      return relative.string();
  }
  return (plain.has_filename() ? plain : plain.parent_path()).filename().string();
}

std::string recordedCommand(const CommandLine &command, const std::vector<fs::path> &below) {
  CommandLine recorded;
  for (const std::string &word : command)
    recorded.push_back(recordedWord(word, below));
  return display(recorded);
}

std::string recordedPath(const std::string &path) {
  return recordedPath(path, knownFolders());
}

std::string recordedCommand(const CommandLine &command) {
  return recordedCommand(command, knownFolders());
}

} // namespace warpsmith::harness
