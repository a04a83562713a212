#include "rewriter/tool/EmulatorBuild.h"
#include "rewriter/frontend/clang/CudaEnvironment.h"
#include "rewriter/tool/ReducedSource.h"
#include "rewriter/tool/ToolProcess.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <set>

namespace warpsmith::tool {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

constexpr unsigned CompileSeconds = 600, CompileMebibytes = 6144;
/// warpsmith-emulate's, where it has no compiler (runtime/emulator/translate/CompilerFiles.h).
constexpr int NoCompilerStatus = 69;

} // namespace

std::string EmulatorBuild::findCompiler() {
  const std::string own =
      fs::getMainExecutable("warpsmith", reinterpret_cast<void *>(&EmulatorBuild::findCompiler));
  const std::string beside = path::parent_path(own).str();
  if (auto found = llvm::sys::findProgramByName("warpsmith-emulate", {beside}))
    return *found;
  auto found = llvm::sys::findProgramByName("warpsmith-emulate");
  return found ? *found : std::string();
}

EmulatorBuild::EmulatorBuild(std::string where, const std::string &source,
                             const std::string &program, const std::vector<std::string> &flags)
    : folder(std::move(where)),
      // What the source takes from other files of its program is not run.
      command({findCompiler(), inFolder(source), "-o", inFolder(program), "--quick",
               "--allow-undefined", "--", "-I" + inFolder("included")}) {
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"-ferror-limit=0", "-Wno-c++11-narrowing"});
}

process::Outcome EmulatorBuild::compile(const std::vector<std::string> &given) const {
  return process::run(given, {inFolder("compile.out"), inFolder("compile.err")},
                      {CompileSeconds, CompileMebibytes}, {"TMPDIR=" + folder});
}

process::Outcome EmulatorBuild::compile() const {
  return compile(command);
}

std::string EmulatorBuild::messages() const {
  return contents(inFolder("compile.err"));
}

std::string EmulatorBuild::obstacle(const process::Outcome &outcome) const {
  if (outcome.kind == process::Outcome::Kind::Exited && outcome.number == NoCompilerStatus) {
    const std::string error = firstError(messages());
    const std::string why = llvm::StringRef(error).split("error: ").second.str();
    return why.empty() ? error : why;
  }
  if (outcome.kind != process::Outcome::Kind::Exited)
    return "what would run the kernels was not compiled: " + outcome.text();
  return {};
}

bool EmulatorBuild::compilesAlone(const std::string &text, const std::string &name,
                                  const std::string &place) const {
  std::vector<std::string> other = command;
  const bool plain = name.find_first_of("\"\\\n") == std::string::npos;
  const std::string named = plain ? "#line 1 \"" + name + "\"\n" : "";
  other[1] = place + "/alone.cu";
  return write(other[1], "#define main warpsmith_original_main\n" + named + text +
                             "\n#undef main\nint main() {}\n") &&
         compile(other).succeeded();
}

/// It was parsed with them.
bool EmulatorBuild::addLibraries() {
  for (const auto &[name, content] : frontend::libraryHeaders()) {
    const std::string copy = inFolder(name);
    if (fs::create_directories(path::parent_path(copy)) || !write(copy, content))
      return false;
  }
  command.insert(command.end(),
                 {"-isystem", inFolder("library"), "-idirafter", inFolder("projects")});
  return true;
}

/// False if the last errors leave nothing to take out.
bool EmulatorBuild::reduce(std::map<std::string, std::string> &texts) const {
  const std::string errors = messages();
  // An empty one, so that the headers that include it have the rest.
  if (const std::string header = missingHeader(errors); !header.empty()) {
    const std::string empty = inFolder("included/" + header);
    if (!fs::exists(empty))
      return !fs::create_directories(path::parent_path(empty)) && write(empty, "");
  }
  std::set<std::string> copies;
  for (const auto &[copy, text] : texts)
    copies.insert(copy);
  bool changed = false;
  for (const auto &[copy, lines] : errorLines(errors, copies))
    changed |= removeDeclarations(texts[copy], lines) && write(copy, texts[copy]);
  return changed;
}

bool EmulatorBuild::compileReduced(std::map<std::string, std::string> texts) {
  if (!addLibraries())
    return false;
  while (!compile().succeeded())
    if (!reduce(texts))
      return false;
  return true;
}

} // namespace warpsmith::tool
