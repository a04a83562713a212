#include "runtime/emulator/translate/CompilerFiles.h"
#include "rewriter/frontend/clang/Installation.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <cstdlib>
#include <optional>

namespace warpsmith::emulator::translate {
namespace {

constexpr const char *CompilerVariable = "WARPSMITH_CLANGXX";
constexpr const char *CompilerName = "clang++-22";
/// Of Debian's and LLVM's own packages, which are the same.
constexpr const char *PackagesFolder = "/usr/lib/llvm-22/bin";

std::string named(const char *name, const char *ofPackages) {
  if (const auto found = llvm::sys::findProgramByName(name))
    return *found;
  const auto found = llvm::sys::findProgramByName(ofPackages, {PackagesFolder});
  return found ? *found : std::string();
}

/// Without links, so that messages name the files that were installed. What is not there keeps its
/// name, for a message.
std::string realPath(const std::string &path) {
  llvm::SmallString<256> real;
  return llvm::sys::fs::real_path(path, real) ? path : real.str().str();
}

/// What a program prints; empty when it fails.
std::string outputOf(const std::string &program, llvm::StringRef argument) {
  llvm::SmallString<128> file;
  if (llvm::sys::fs::createTemporaryFile("warpsmith-emulate", "out", file))
    return {};
  const std::optional<llvm::StringRef> redirects[] = {std::nullopt, file.str(), std::nullopt};
  const int status =
      llvm::sys::ExecuteAndWait(program, {program, argument}, std::nullopt, redirects);
  const auto text = llvm::MemoryBuffer::getFile(file);
  std::string output = status == 0 && text ? (*text)->getBuffer().trim().str() : std::string();
  llvm::sys::fs::remove(file);
  return output;
}

} // namespace

const std::string &compilerProgram() {
  static const std::string Found = [] {
    if (const char *given = std::getenv(CompilerVariable)) {
      const auto program = llvm::sys::findProgramByName(given);
      return program && llvm::sys::fs::can_execute(*program) ? *program : std::string();
    }
    return named(CompilerName, "clang++");
  }();
  return Found;
}

std::string whyNoCompiler() {
  if (const char *given = std::getenv(CompilerVariable))
    return std::string(CompilerVariable) + ": '" + given + "' is not a program that can be run";
  return std::string(CompilerName) +
         " was not found, and the emulator compiles with it. Install it ('apt-get install "
         "clang-22' "
         "on Debian; https://apt.llvm.org has it for Ubuntu), or set " +
         CompilerVariable + " to its path";
}

const std::string &linkerProgram() {
  static const std::string Found = named("ld.lld-22", "ld.lld");
  return Found;
}

const std::string &sanitizerFolder() {
  static const std::string Folder =
      outputOf(compilerProgram(), "-print-resource-dir") + "/lib/linux";
  return Folder;
}

const std::string &includeFolder() {
  static const std::string Folder =
      realPath(frontend::installationFolder() + "/runtime/emulator/include");
  return Folder;
}

const std::string &libraryFolder() {
  static const std::string Folder = realPath(frontend::installationFolder());
  return Folder;
}

} // namespace warpsmith::emulator::translate
