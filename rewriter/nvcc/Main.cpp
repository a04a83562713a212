// warpsmith-nvcc: stands before a compiler and hands it rewritten sources.
//
//   warpsmith-nvcc nvcc -c gemm.cu -o gemm.o      a launcher, as CMAKE_CUDA_COMPILER_LAUNCHER
//   warpsmith-nvcc -c gemm.cu -o gemm.o           in nvcc's place, as NVCC or PYTORCH_NVCC
//
// Whatever goes wrong here, the command is run as it was given.
#include "rewriter/nvcc/CompileCommand.h"
#include "rewriter/nvcc/Dependencies.h"
#include "rewriter/nvcc/Help.h"
#include "types/ExitStatus.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace warpsmith::nvcc {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

constexpr unsigned RewriteSeconds = 600;

std::string setting(const char *name) {
  return llvm::sys::Process::GetEnv(name).value_or("");
}

bool isOn(const std::string &value) {
  return !value.empty() && value != "0" && value != "off";
}

void say(const llvm::Twine &message) {
  llvm::errs() << "warpsmith-nvcc: " << message << "\n";
}

/// Becomes the compiler; comes back only where that cannot be started.
int become(const std::vector<std::string> &command) {
  std::vector<char *> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  say("cannot run '" + command[0] + "': " + std::strerror(errno));
  return errno == ENOENT ? 127 : 126;
}

/// The exit status, or -1 where the program was not started or was killed. Its messages go to a
/// file where one is given.
int execute(const std::vector<std::string> &command, const std::string &messages,
            unsigned seconds = 0) {
  auto program = llvm::sys::findProgramByName(command[0]);
  if (!program) {
    say("cannot run '" + command[0] + "': " + program.getError().message());
    return -1;
  }
  const std::vector<StringRef> arguments(command.begin(), command.end());
  std::optional<StringRef> redirects[3] = {std::nullopt, std::nullopt, std::nullopt};
  if (!messages.empty())
    redirects[1] = redirects[2] = messages;
  std::string failure;
  const int status =
      llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt, redirects, seconds, 0, &failure);
  if (status < 0)
    say("'" + command[0] + "' was not run to its end: " + failure);
  return status < 0 ? -1 : status;
}

std::string contents(const std::string &file) {
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

std::string firstError(StringRef text) {
  llvm::SmallVector<StringRef> lines;
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (const StringRef line : lines)
    if (line.contains("error") || line.contains("fatal"))
      return line.str();
  return lines.empty() ? "no message" : lines.back().str();
}

bool write(const std::string &file, StringRef text) {
  // The file is there whole, or as it was.
  return !llvm::errorToBool(llvm::writeToOutput(file, [&](llvm::raw_ostream &out) {
    out << text;
    return llvm::Error::success();
  }));
}

/// A compiler that was named, or the toolkit's.
std::vector<std::string> findCompiler(const std::string &self) {
  if (const std::string named = setting("WARPSMITH_NVCC"); !named.empty())
    return {named};
  // This program may itself be called nvcc, by a link.
  if (const auto found = llvm::sys::findProgramByName("nvcc");
      found && !fs::equivalent(*found, self))
    return {*found};
  for (const std::string &root :
       {setting("CUDA_HOME"), setting("CUDA_PATH"), std::string("/usr/local/cuda")})
    if (!root.empty() && fs::can_execute(root + "/bin/nvcc"))
      return {root + "/bin/nvcc"};
  return {"nvcc"};
}

bool isProgram(StringRef argument) {
  static constexpr StringRef Files[] = {
      ".cu", ".cuh", ".inl", ".h", ".hpp", ".hxx", ".c",  ".cc",    ".cpp",    ".cxx", ".c++",
      ".C",  ".o",   ".obj", ".a", ".so",  ".ptx", ".ii", ".cubin", ".fatbin", ".gpu", ".ltoir"};
  return !argument.starts_with("-") && !argument.starts_with("@") &&
         !llvm::is_contained(Files, path::extension(argument)) &&
         llvm::sys::findProgramByName(argument);
}

/// A folder for one command's files, gone with it.
class Workplace {
public:
  explicit Workplace(const std::string &output) : isKept(isOn(setting("WARPSMITH_KEEP"))) {
    // The same for the same command where that can be: a cache behind this program sees the name.
    if (!output.empty()) {
      llvm::SmallString<256> place(path::parent_path(output));
      path::append(place, "." + path::filename(output) + ".warpsmith");
      fs::make_absolute(place);
      if (isKept)
        fs::remove_directories(place);
      if (!fs::create_directory(place, /*IgnoreExisting=*/false)) {
        folder = place.str().str();
        return;
      }
    }
    llvm::SmallString<256> place;
    if (!fs::createUniqueDirectory("warpsmith-nvcc", place))
      folder = place.str().str();
  }
  Workplace(const Workplace &) = delete;
  Workplace &operator=(const Workplace &) = delete;
  ~Workplace() {
    if (!folder.empty() && !isKept)
      fs::remove_directories(folder);
  }

  bool exists() const { return !folder.empty(); }
  std::string file(const llvm::Twine &name) const {
    llvm::SmallString<256> result(folder);
    path::append(result, name);
    return result.str().str();
  }

  std::string folder;

private:
  bool isKept;
};

std::string findWarpsmith(const std::string &self) {
  if (std::string named = setting("WARPSMITH"); !named.empty())
    return named;
  llvm::SmallString<256> beside(path::parent_path(self));
  path::append(beside, "warpsmith");
  if (fs::can_execute(beside))
    return beside.str().str();
  return "warpsmith";
}

/// A source's result: a file, or with headers a tree of them that stands for a folder of the
/// user's.
struct Result {
  std::string source; ///< as the command names it
  std::string file;
  std::string tree, root;
};

std::vector<std::string> rewriteCommand(const std::string &warpsmith, const Result &result,
                                        const std::string &database) {
  std::vector<std::string> command = {warpsmith, result.source, "-p", database,
                                      "--line-directives=" + result.source};
  // Without a filter headers are other commands' too.
  command.push_back("--header-filter=" + setting("WARPSMITH_HEADER_FILTER"));
  if (result.tree.empty())
    command.insert(command.end(), {"-o", result.file});
  else
    command.push_back("--out-dir=" + result.tree);
  for (const auto &[name, flag] :
       {std::pair("WARPSMITH_PASSES", "--passes="), std::pair("WARPSMITH_NUMERICS", "--numerics="),
        std::pair("WARPSMITH_ARCH", "--arch="), std::pair("WARPSMITH_KERNEL", "--kernel="),
        std::pair("WARPSMITH_VERIFY", "--verify="),
        std::pair("WARPSMITH_CONFIG", "--config-file=")})
    if (const std::string value = setting(name); !value.empty())
      command.push_back(flag + value);
  return command;
}

std::string realPath(const llvm::Twine &file) {
  llvm::SmallString<256> real;
  return fs::real_path(file, real) ? file.str() : real.str().str();
}

/// Finds the source in a tree, in which files keep their places below a folder.
void locate(Result &result) {
  const std::string whole = realPath(result.source);
  std::string name;
  for (StringRef rest = whole; !path::filename(rest).empty() && rest != "/";
       rest = path::parent_path(rest)) {
    name = path::filename(rest).str() + (name.empty() ? "" : "/" + name);
    if (!fs::exists(result.tree + "/" + name))
      continue;
    result.file = result.tree + "/" + name;
    result.root = path::parent_path(rest).str();
    return;
  }
}

/// One command that compiles, from its rewriting to its dependencies.
class Compilation {
public:
  Compilation(CompileCommand given, std::string program)
      : command(std::move(given)),
        self(std::move(program)),
        place(command.output) {}

  /// The exit status; nothing where the command is to be run as it was given.
  std::optional<int> run() {
    if (!place.exists())
      return give("there is no folder for temporary files");
    std::vector<std::string> changed = command.arguments;
    std::vector<Result> rewritten;
    for (const std::string &source : command.sources) {
      Result result = rewrite(source, rewritten.size());
      if (result.file.empty())
        continue;
      CompileCommand so = command;
      so.arguments = changed;
      auto next = withSource(so, source, result.file, place.folder);
      if (!next)
        return give("'" + source + "' cannot be replaced in the command");
      changed = std::move(*next);
      rewritten.push_back(std::move(result));
    }
    if (failed)
      return give("");
    if (rewritten.empty())
      return std::nullopt;
    if (!addFolder(changed, rewritten))
      return give("the sources are of several folders, so quoted includes could mean others");
    const std::vector<std::string> folders = foldersOf(rewritten);
    changed.insert(changed.begin(), folders.begin(), folders.end());
    return compile(changed, rewritten);
  }

private:
  /// Why nothing is rewritten. That is an error only where the environment says so.
  std::optional<int> give(const llvm::Twine &message) {
    if (!message.isTriviallyEmpty() && !message.str().empty())
      say(message + "; the compiler gets what was given");
    if (isOn(setting("WARPSMITH_REQUIRED")))
      return Failure;
    return std::nullopt;
  }

  /// The rewritten source; no file where the source stays.
  Result rewrite(const std::string &source, size_t number) {
    const bool withHeaders = !setting("WARPSMITH_HEADER_FILTER").empty();
    if (!withHeaders && contents(source).find("__global__") == std::string::npos)
      return {};
    // The compile command, for the parse: in nvcc's own words.
    const std::string folder = place.file("source" + llvm::Twine(number));
    fs::create_directory(folder);
    llvm::SmallString<256> current, file(source);
    fs::current_path(current);
    fs::make_absolute(file);
    llvm::json::Array words{"nvcc"};
    for (const std::string &argument : command.expanded)
      if (argument == source || !llvm::is_contained(command.sources, argument))
        words.push_back(argument);
    const llvm::json::Value database = llvm::json::Array{llvm::json::Object{
        {"directory", current.str()}, {"file", file.str()}, {"arguments", std::move(words)}}};
    Result result{source, folder + "/" + path::filename(source).str(), {}, {}};
    if (withHeaders)
      result.tree = folder + "/tree";
    if (!write(folder + "/compile_commands.json", llvm::formatv("{0}", database).str())) {
      say("cannot write to '" + folder + "'");
      failed = true;
      return {};
    }
    const int status =
        execute(rewriteCommand(findWarpsmith(self), result, folder), "", RewriteSeconds);
    if (status != 0) {
      say("'" + source + "' was not rewritten: warpsmith " +
          (status < 0 ? llvm::Twine("could not be run") : "ended with " + llvm::Twine(status)));
      failed = true;
      return {};
    }
    if (withHeaders) {
      result.file.clear();
      locate(result);
    }
    return fs::exists(result.file) ? result : Result();
  }

  /// Rewritten headers are found before the user's: in each folder of -I that the tree has a part
  /// of.
  std::vector<std::string> foldersOf(const std::vector<Result> &rewritten) const {
    std::vector<std::string> flags;
    for (const Result &result : rewritten)
      for (const std::string &folder : command.folders) {
        const std::string real = realPath(folder);
        StringRef below = real;
        if (!result.tree.empty() && below.consume_front(result.root) &&
            fs::is_directory(result.tree + below))
          flags.insert(flags.end(), {"-I", result.tree + below.str()});
      }
    return flags;
  }

  /// Quoted includes are looked for where the user's source is, by the name that the command gives
  /// it: so do dependencies name them.
  static bool addFolder(std::vector<std::string> &arguments, const std::vector<Result> &rewritten) {
    const std::string folder = path::parent_path(rewritten[0].source).str();
    if (llvm::any_of(rewritten, [&](const Result &result) {
          return path::parent_path(result.source) != folder;
        }))
      return false;
    const std::string named = folder.empty() ? "." : folder;
    // -iquote is the host compiler's, and cannot be said of every name.
    if (named.find_first_of(", \t\"'\\$`") == std::string::npos)
      arguments.insert(arguments.begin(), {"-Xcompiler", "-iquote," + named});
    else
      arguments.insert(arguments.begin(), {"-I", named});
    return true;
  }

  int compile(const std::vector<std::string> &arguments, const std::vector<Result> &rewritten) {
    std::vector<std::string> whole = command.launcher;
    whole.insert(whole.end(), arguments.begin(), arguments.end());
    const std::string messages = place.file("messages");
    const int status = execute(whole, messages);
    if (status == 0) {
      llvm::errs() << contents(messages);
      for (const Result &result : rewritten) {
        mendDependencies(result.file, result.source);
        if (!result.tree.empty())
          mendHeaders(result);
      }
      return 0;
    }
    whole = command.launcher;
    whole.insert(whole.end(), command.arguments.begin(), command.arguments.end());
    if (isOn(setting("WARPSMITH_REQUIRED"))) {
      llvm::errs() << contents(messages);
      say("the rewritten source does not compile");
      return status < 0 ? Failure : status;
    }
    // The user's mistakes are told in the user's words.
    const int original = execute(whole, "");
    if (original == 0)
      say("warning: '" + rewritten[0].source +
          "' was compiled as it is and none of its kernels is faster, since its rewritten form "
          "does "
          "not compile: " +
          firstError(contents(messages)) +
          "\nwarpsmith-nvcc: warning: WARPSMITH_REQUIRED=1 makes this an error, and "
          "WARPSMITH_KEEP=1 keeps the rewritten form; please report it");
    return original < 0 ? Failure : original;
  }

  /// What depends on a header of the tree depends on the user's.
  void mendHeaders(const Result &result) const {
    std::error_code code;
    for (fs::recursive_directory_iterator file(result.tree, code), end; file != end && !code;
         file.increment(code)) {
      const StringRef below = StringRef(file->path()).drop_front(result.tree.size());
      if (fs::is_regular_file(file->path()) && file->path() != result.file)
        mendDependencies(file->path(), result.root + below.str());
    }
  }

  void mendDependencies(const std::string &compiled, const std::string &source) const {
    if (command.dependencies.empty())
      return;
    const std::string before = contents(command.dependencies);
    if (!before.empty() && !write(command.dependencies, withSource(before, compiled, source)))
      say("cannot write '" + command.dependencies + "'");
  }

  CompileCommand command;
  std::string self;
  Workplace place;
  bool failed = false;
};

int run(int argc, const char **argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const Question question = questionIn(argv[0], arguments);
  if (question == Question::Help) {
    printHelp(llvm::outs());
    return Success;
  }
  const std::string self = fs::getMainExecutable(argv[0], reinterpret_cast<void *>(&findCompiler));
  // Programs before the compiler may follow each other: `warpsmith-nvcc ccache nvcc ...`.
  std::vector<std::string> launcher;
  size_t first = 0;
  while (first < arguments.size() && isProgram(arguments[first]))
    launcher.push_back(arguments[first++]);
  arguments.erase(arguments.begin(), arguments.begin() + static_cast<ptrdiff_t>(first));
  if (launcher.empty())
    launcher = findCompiler(self);
  std::vector<std::string> whole = launcher;
  whole.insert(whole.end(), arguments.begin(), arguments.end());
  if (question == Question::Version) {
    printVersion(llvm::outs());
    llvm::outs().flush();
    if (!llvm::sys::findProgramByName(whole[0]))
      return Success;
  }
  if (question == Question::Version || isOn(setting("WARPSMITH_OFF")))
    return become(whole);
  std::optional<int> status;
  if (CompileCommand command = readCommand(launcher, arguments);
      command.compiles && !command.sources.empty())
    status = Compilation(std::move(command), self).run();
  return status ? *status : become(whole);
}

} // namespace
} // namespace warpsmith::nvcc

int main(int argc, const char **argv) {
  return warpsmith::nvcc::run(argc, argv);
}
