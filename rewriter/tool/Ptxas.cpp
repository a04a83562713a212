#include "rewriter/tool/Ptxas.h"
#include "rewriter/process/TemporaryFolder.h"
#include "rewriter/tool/ToolProcess.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <cstdlib>

namespace warpsmith::tool {
namespace {

namespace fs = llvm::sys::fs;

constexpr unsigned CompileSeconds = 600;

/// The number before these words; 0 where the line does not have them.
int numberBefore(llvm::StringRef line, llvm::StringRef words) {
  llvm::SmallVector<llvm::StringRef> found;
  int value = 0;
  if (llvm::Regex("([0-9]+) " + words.str()).match(line, &found))
    found[1].getAsInteger(10, value);
  return value;
}

std::string readable(llvm::StringRef mangled) {
  std::string name = llvm::demangle(mangled.str());
  const std::string hidden = "(anonymous namespace)::";
  for (size_t at; (at = name.find(hidden)) != std::string::npos;)
    name.erase(at, hidden.size());
  return name;
}

} // namespace

std::vector<PtxasUse> parsePtxas(llvm::StringRef text) {
  std::vector<PtxasUse> result;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n', -1, false);
  for (const llvm::StringRef line : lines) {
    const auto [before, named] = line.split("Compiling entry function '");
    if (!named.empty()) {
      result.push_back({readable(named.split('\'').first)});
    } else if (!result.empty()) {
      PtxasUse &use = result.back();
      if (line.contains("spill"))
        use.spilledBytes =
            numberBefore(line, "bytes spill stores") + numberBefore(line, "bytes spill loads");
      if (line.contains("Used ")) {
        use.registers = numberBefore(line, "registers");
        use.staticShared = numberBefore(line, "bytes smem");
      }
    }
  }
  return result;
}

std::string findNvcc(const std::string &cudaPath) {
  const char *variable = std::getenv("CUDA_PATH");
  for (const std::string &root : {cudaPath, std::string(variable ? variable : "")}) {
    llvm::SmallString<128> nvcc(root);
    llvm::sys::path::append(nvcc, "bin", "nvcc");
    if (!root.empty() && fs::can_execute(nvcc))
      return nvcc.str().str();
  }
  return {};
}

std::variant<std::vector<PtxasUse>, std::string>
askPtxas(const std::string &nvcc, const CudaSource &source, const Architecture &architecture) {
  const process::TemporaryFolder scratch("warpsmith-ptxas");
  if (scratch.path().empty())
    return "no temporary folder can be made";
  const auto file = [&](const char *name) { return scratch.path() + "/" + name; };
  if (!write(file("rewritten.cu"), source.text))
    return "the temporary folder cannot be written";
  // What needs Hopper's own instructions is for sm_90a alone.
  const std::string target = architecture.hasWgmma() ? "sm_90a" : std::string(architecture.name);
  std::vector<std::string> arguments = {"-std=c++17", "-w",          "-arch=" + target,
                                        "-cubin",     "-Xptxas=-v",  "-I" + source.folder,
                                        "-o",         file("cubin"), file("rewritten.cu")};
  for (std::string &flag : languageFlags(source.arguments, source.workingFolder, /*root=*/""))
    arguments.push_back(std::move(flag));
  const std::string failed = failure(nvcc, arguments, file("out"), file("err"), CompileSeconds);
  const std::string messages = contents(file("err")) + contents(file("out"));
  if (failed.empty())
    return parsePtxas(messages);
  const llvm::StringRef first = llvm::StringRef(messages).trim().split('\n').first;
  return nvcc + ": " +
         (messages.find("error") != std::string::npos ? firstError(messages)
          : first.empty()                             ? failed
                                                      : first.str());
}

} // namespace warpsmith::tool
