// warpsmith-emulate: compiles CUDA programs for the CPU.
#include "rewriter/frontend/clang/CudaEnvironment.h"
#include "rewriter/frontend/clang/NvccFlags.h"
#include "rewriter/frontend/clang/PrecompiledHeaders.h"
#include "rewriter/process/TemporaryFolder.h"
#include "runtime/emulator/translate/CompileCommand.h"
#include "runtime/emulator/translate/CompilerFiles.h"
#include "runtime/emulator/translate/Translation.h"
#include "types/ExitStatus.h"
#include "clang/Basic/Version.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

namespace warpsmith::emulator::translate {
namespace {

namespace cl = llvm::cl;

cl::OptionCategory category("warpsmith-emulate options");
cl::list<std::string> sources(cl::Positional, cl::desc("<source.cu, source.cpp, object.o>..."),
                              cl::cat(category));
cl::opt<std::string> output("o", cl::desc("The program or library (a.out)"), cl::init("a.out"),
                            cl::value_desc("file"), cl::cat(category));
cl::opt<bool> sharedLibrary("shared", cl::desc("Make a shared library"), cl::cat(category));
cl::opt<bool> compileOnly("c", cl::desc("Make an object file"), cl::cat(category));
cl::opt<bool> emitSource("emit-source", cl::desc("Print the translated C++ instead"),
                         cl::cat(category));
cl::opt<bool> sanitize("sanitize", cl::desc("Add the address sanitizer"), cl::cat(category));
cl::opt<bool> quick("quick",
                    cl::desc("Compile in less time what runs briefly; implied by --sanitize"),
                    cl::cat(category));
cl::opt<bool> allowUndefined("allow-undefined",
                             cl::desc("Link although functions of other files are missing; a call "
                                      "of one ends the program"),
                             cl::cat(category));
cl::opt<char> optimization("O", cl::Prefix, cl::desc("Optimisation level (2)"), cl::init('2'),
                           cl::value_desc("level"), cl::cat(category));

cl::opt<bool>
    precompile("precompile", cl::Hidden,
               cl::desc("Precompile the emulator's headers for --sanitize and -O as given"),
               cl::cat(category));

cl::opt<bool> printIdentity("identity", cl::Hidden,
                            cl::desc("Print what decides how a source is compiled, and hashes of "
                                     "the files and folders given"),
                            cl::cat(category));

cl::opt<bool> precompileParse("precompile-parse", cl::Hidden,
                              cl::desc("Precompile the headers of this program's and warpsmith's "
                                       "own parse"),
                              cl::cat(category));

CompileOptions compileOptions(FloatingPointFlags arithmetic = {}) {
  return {optimization, sanitize, quick || sanitize, std::move(arithmetic)};
}

bool fail(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "warpsmith-emulate") << message << "\n";
  return false;
}

/// Without the language and its version: what was translated is C++, and the emulator's headers
/// need C++20.
Arguments withoutLanguage(const Arguments &flags) {
  Arguments kept;
  for (size_t index = 0; index < flags.size(); ++index) {
    const llvm::StringRef flag = flags[index];
    if (flag == "-x")
      ++index; // its value
    else if (!flag.starts_with("-std="))
      kept.push_back(flags[index]);
  }
  return kept;
}

class Compiler {
public:
  Compiler(Arguments userFlags, FloatingPointFlags ofDevice)
      : flags(std::move(userFlags)),
        arithmetic(std::move(ofDevice)) {}

  bool run() {
    if (scratch.path().empty())
      return fail("cannot create a temporary folder");
    Arguments objects;
    for (const std::string &source : sources) {
      const llvm::StringRef extension = llvm::sys::path::extension(source);
      if (extension == ".o" || extension == ".a" || extension == ".so") {
        objects.push_back(source);
        continue;
      }
      if (!llvm::sys::fs::exists(source))
        return fail(source + ": no such file");
      Translation translation;
      if (extension != ".cpp" && extension != ".cc" && !translate(source, translation))
        return false;
      if (emitSource) {
        llvm::outs() << translated(absolute(source), translation, source);
        continue;
      }
      const std::string object =
          (llvm::Twine(scratch.path()) + "/" + llvm::Twine(objects.size()) + ".o").str();
      if (!compile(source, translation, object))
        return false;
      objects.push_back(object);
    }
    if (emitSource)
      return true;
    if (compileOnly)
      return objects.size() == 1 ? rename(objects[0]) : fail("-c takes one source");
    return link(objects);
  }

private:
  static std::string absolute(llvm::StringRef path) {
    llvm::SmallString<256> real;
    if (llvm::sys::fs::real_path(path, real))
      return path.str();
    return real.str().str();
  }

  /// As a YAML string.
  static std::string quoted(const std::string &text) {
    std::string escaped = "'";
    for (const char c : text)
      escaped += c == '\'' ? "''" : std::string(1, c);
    return escaped + "'";
  }

  bool translate(const std::string &source, Translation &translation) {
    using namespace clang::tooling;
    const FixedCompilationDatabase compilations(".", flags);
    ClangTool tool(compilations, {source}, std::make_shared<clang::PCHContainerOperations>(),
                   frontend::embeddedHeaders());
    tool.clearArgumentsAdjusters();
    tool.appendArgumentsAdjuster(frontend::cudaArguments({}));
    tool.setPrintErrorMessage(false);
    struct Factory : FrontendActionFactory {
      Translation *target = nullptr;
      std::unique_ptr<clang::FrontendAction> create() override { return makeTranslation(*target); }
      bool runInvocation(std::shared_ptr<clang::CompilerInvocation> invocation,
                         clang::FileManager *files,
                         std::shared_ptr<clang::PCHContainerOperations> containers,
                         clang::DiagnosticConsumer *consumer) override {
        frontend::usePrecompiledHeaders(*invocation, files->getVirtualFileSystem());
        return FrontendActionFactory::runInvocation(std::move(invocation), files,
                                                    std::move(containers), consumer);
      }
    } factory;
    factory.target = &translation;
    if (tool.run(&factory) != 0)
      return false;
    for (const std::string &error : translation.errors)
      llvm::errs() << error << "\n";
    return translation.errors.empty();
  }

  std::string translated(const std::string &path, const Translation &translation,
                         const std::string &source) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    std::string code = buffer ? (*buffer)->getBuffer().str() : std::string();
    if (const auto edits = translation.edits.find(path); edits != translation.edits.end()) {
      auto edited = clang::tooling::applyAllReplacements(code, edits->second);
      code = edited ? *edited : llvm::toString(edited.takeError());
    }
    if (path == absolute(source))
      code += "\n" + translation.epilogue;
    return code;
  }

  /// Compiles with translated files laid over the originals, so that messages and line tables name
  /// the originals.
  bool compile(const std::string &source, const Translation &translation,
               const std::string &object) {
    std::string overlay = "{ 'version': 0, 'use-external-names': false, 'roots': [";
    int number = 0;
    auto place = [&](const std::string &path) {
      const std::string copy =
          (llvm::Twine(scratch.path()) + "/" + llvm::Twine(number++) + ".cpp").str();
      std::error_code code;
      llvm::raw_fd_ostream(copy, code) << translated(path, translation, source);
      overlay += "{ 'name': " + quoted(path) +
                 ", 'type': 'file', 'external-contents': " + quoted(copy) + " },";
    };
    std::set<std::string> paths = {absolute(source)};
    for (const auto &[path, edits] : translation.edits)
      paths.insert(path);
    for (const std::string &path : paths)
      place(path);
    overlay += "] }";
    const std::string overlayFile = (llvm::Twine(scratch.path()) + "/overlay.yaml").str();
    std::error_code code;
    llvm::raw_fd_ostream(overlayFile, code) << overlay;

    return compileTranslated(compileOptions(arithmetic), withoutLanguage(flags),
                             {"-ivfsoverlay", overlayFile, "-c", absolute(source), "-o", object},
                             (llvm::Twine(scratch.path()) + "/messages").str());
  }

  bool link(const Arguments &objects) {
    const std::string temporary = output + ".linking";
    Arguments command = {compilerProgram(), "-o", temporary};
    if (!linkerProgram().empty())
      command.push_back("--ld-path=" + linkerProgram());
    command.insert(command.end(), objects.begin(), objects.end());
    // Launch traces name kernels, which a program must export for that.
    command.emplace_back(sharedLibrary ? "-shared" : "-rdynamic");
    if (sanitize)
      command.insert(command.end(), {"-fsanitize=address", "-shared-libasan"});
    command.insert(command.end(), {"-L" + libraryFolder(), "-lwarpsmith_emulator",
                                   "-Wl,-rpath," + libraryFolder()});
    if (allowUndefined)
      command.insert(command.end(), {"-Wl,--unresolved-symbols=ignore-all", "-Wl,-z,lazy"});
    if (sanitize)
      command.push_back("-Wl,-rpath," + sanitizerFolder());
    return runCommand(command) && rename(temporary);
  }

  /// Gives a file the output's name, so that there is a whole one or none.
  static bool rename(const std::string &temporary) {
    std::error_code code = llvm::sys::fs::rename(temporary, output);
    if (code == std::errc::cross_device_link) { // a temporary folder may be on another file system
      const std::string beside = output + ".copying";
      code = llvm::sys::fs::copy_file(temporary, beside);
      if (!code)
        code = llvm::sys::fs::rename(beside, output);
      if (code)
        llvm::sys::fs::remove(beside);
    }
    if (code)
      return fail("cannot write '" + output + "': " + code.message());
    return true;
  }

  Arguments flags;
  FloatingPointFlags arithmetic;
  const process::TemporaryFolder scratch{"warpsmith-emulate"};
};

/// What follows `--`.
Arguments userFlags(int &argc, const char **argv) {
  Arguments flags = {"nvcc"};
  for (int i = 1; i < argc; ++i)
    if (llvm::StringRef(argv[i]) == "--") {
      flags.insert(flags.end(), argv + i + 1, argv + argc);
      argc = i;
      break;
    }
  llvm::SmallString<128> here;
  llvm::sys::fs::current_path(here);
  return frontend::withOptionsFiles(flags, here.str().str());
}

} // namespace
} // namespace warpsmith::emulator::translate

int main(int argc, const char **argv) {
  using namespace warpsmith::emulator::translate;
  const llvm::InitLLVM init(argc, argv);
  auto flags = userFlags(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter([](llvm::raw_ostream &out) {
    out << "warpsmith-emulate " << WARPSMITH_VERSION << " (Clang " << clang::getClangFullVersion()
        << ")\n";
  });
  if (!cl::ParseCommandLineOptions(argc, argv,
                                   "Compiles CUDA programs for the CPU\n\n"
                                   "  warpsmith-emulate gemm.cu -o gemm -- -DNI=100 -Iinclude\n",
                                   &llvm::errs()))
    return warpsmith::WrongUse;
  if (precompileParse) // which needs no compiler
    return warpsmith::frontend::precompileHeaders({"", /*lenient=*/false}) &&
                   warpsmith::frontend::precompileHeaders({"", /*lenient=*/true})
               ? 0
               : 1;
  if (compilerProgram().empty() && !emitSource) {
    fail(whyNoCompiler());
    return NoCompilerStatus;
  }
  if (printIdentity) {
    const std::string text = identity(compileOptions(), {sources.begin(), sources.end()});
    llvm::outs() << text;
    return text.empty() ? 1 : 0;
  }
  if (precompile)
    return precompileHeaders(compileOptions()) ? 0 : 1;
  if (sources.empty()) {
    fail("no source; --help lists the options");
    return warpsmith::WrongUse;
  }
  auto arithmetic = warpsmith::frontend::floatingPointFlags(flags);
  if (!arithmetic) {
    fail(llvm::toString(arithmetic.takeError()));
    return warpsmith::WrongUse;
  }
  flags = warpsmith::frontend::withoutNvccFlags(flags);
  flags.erase(flags.begin());
  return Compiler(std::move(flags), std::move(*arithmetic)).run() ? 0 : 1;
}
