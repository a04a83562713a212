#include "rewriter/frontend/NvccFlags.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include <map>
#include <optional>

namespace warpsmith::frontend {
namespace {

enum class Value { None, One, List };

struct NvccOption {
  llvm::StringLiteral longName, shortName;
  Value value = Value::None;
  /// What Clang is told instead; empty: nothing. Values are joined to it, or follow it as arguments
  /// of their own where it ends in a space.
  llvm::StringLiteral clang = "";
};

/// Source: `nvcc --help` 13.0, in its order; then what earlier toolkits or none document.
constexpr NvccOption Options[] = {
    {"cuda", "cuda"},
    {"cubin", "cubin"},
    {"fatbin", "fatbin"},
    {"ptx", "ptx"},
    {"optix-ir", "optix-ir"},
    {"ltoir", "ltoir"},
    {"preprocess", "E"},
    {"generate-dependencies", "M"},
    {"generate-nonsystem-dependencies", "MM"},
    {"generate-dependencies-with-compile", "MD"},
    {"generate-nonsystem-dependencies-with-compile", "MMD"},
    {"dependency-output", "MF", Value::One},
    {"generate-dependency-targets", "MP"},
    {"compile", "c"},
    {"device-c", "dc", Value::None, "-D__CUDACC_RDC__"},
    {"device-w", "dw", Value::None, "-D__CUDACC_RDC__"},
    {"device-link", "dlink"},
    {"link", "link"},
    {"lib", "lib"},
    {"run", "run"},
    {"output-file", "o", Value::One},
    {"pre-include", "include", Value::List, "-include "},
    {"objdir-as-tempdir", "objtemp"},
    {"library", "l", Value::List},
    {"define-macro", "D", Value::List, "-D"},
    {"undefine-macro", "U", Value::List, "-U"},
    {"include-path", "I", Value::List, "-I"},
    {"system-include", "isystem", Value::List, "-isystem "},
    {"library-path", "L", Value::List},
    {"output-directory", "odir", Value::One},
    {"compiler-bindir", "ccbin", Value::One},
    {"allow-unsupported-compiler", "allow-unsupported-compiler"},
    {"archiver-binary", "arbin", Value::One},
    {"cudart", "cudart", Value::One},
    {"cudadevrt", "cudadevrt", Value::One},
    {"libdevice-directory", "ldir", Value::One},
    {"target-directory", "target-dir", Value::One},
    {"use-local-env", "use-local-env"},
    {"force-cl-env-setup", "force-cl-env-setup"},
    {"profile", "pg"},
    {"debug", "g"},
    {"device-debug", "G", Value::None, "-D__CUDACC_DEBUG__"},
    {"generate-line-info", "lineinfo"},
    {"optimization-info", "opt-info", Value::List},
    {"optimize", "O", Value::One, "-O"},
    {"Ofast-compile", "Ofc", Value::One},
    {"dopt", "dopt", Value::One},
    {"dlink-time-opt", "dlto"},
    {"lto", "lto"},
    {"gen-opt-lto", "gen-opt-lto"},
    {"ftemplate-backtrace-limit", "ftemplate-backtrace-limit", Value::One,
     "-ftemplate-backtrace-limit="},
    {"ftemplate-depth", "ftemplate-depth", Value::One, "-ftemplate-depth="},
    {"no-exceptions", "noeh", Value::None, "-fno-exceptions"},
    {"shared", "shared"},
    {"x", "x", Value::One},
    {"std", "std", Value::One},
    {"no-host-device-initializer-list", "nohdinitlist"},
    {"no-host-device-move-forward", "nohdmoveforward"},
    {"expt-relaxed-constexpr", "expt-relaxed-constexpr", Value::None,
     "-D__CUDACC_RELAXED_CONSTEXPR__"},
    {"extended-lambda", "extended-lambda", Value::None, "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"expt-extended-lambda", "expt-extended-lambda", Value::None, "-D__CUDACC_EXTENDED_LAMBDA__"},
    {"machine", "m", Value::One, "-m"},
    {"m64", "m64", Value::None, "-m64"},
    {"compiler-options", "Xcompiler", Value::List},
    {"linker-options", "Xlinker", Value::List},
    {"archive-options", "Xarchive", Value::List},
    {"ptxas-options", "Xptxas", Value::List},
    {"nvlink-options", "Xnvlink", Value::List},
    {"static-global-template-stub", "static-global-template-stub", Value::One},
    {"device-entity-has-hidden-visibility", "device-entity-has-hidden-visibility", Value::One},
    {"forward-unknown-to-host-compiler", "forward-unknown-to-host-compiler"},
    {"forward-unknown-to-host-linker", "forward-unknown-to-host-linker"},
    {"forward-unknown-opts", "forward-unknown-opts"},
    {"dont-use-profile", "noprof"},
    {"dryrun", "dryrun"},
    {"verbose", "v"},
    {"threads", "t", Value::One},
    {"split-compile", "split-compile", Value::One},
    {"split-compile-extended", "split-compile-extended", Value::One},
    {"fdevice-syntax-only", "fdevice-syntax-only"},
    {"fdevice-time-trace", "fdevice-time-trace", Value::One},
    {"keep", "keep"},
    {"keep-dir", "keep-dir", Value::One},
    {"save-temps", "save-temps"},
    {"clean-targets", "clean"},
    {"time", "time", Value::One},
    {"run-args", "run-args", Value::List},
    {"input-drive-prefix", "idp", Value::One},
    {"dependency-drive-prefix", "ddp", Value::One},
    {"drive-prefix", "dp", Value::One},
    {"dependency-target-name", "MT", Value::One},
    {"no-align-double", "no-align-double"},
    {"no-device-link", "nodlink"},
    {"gpu-architecture", "arch", Value::One},
    {"gpu-code", "code", Value::List},
    {"generate-code", "gencode", Value::List},
    {"relocatable-device-code", "rdc", Value::One},
    {"entries", "e", Value::List},
    {"maxrregcount", "maxrregcount", Value::One},
    {"use_fast_math", "use_fast_math"},
    {"ftz", "ftz", Value::One},
    {"prec-div", "prec-div", Value::One},
    {"prec-sqrt", "prec-sqrt", Value::One},
    {"fmad", "fmad", Value::One},
    {"extra-device-vectorization", "extra-device-vectorization"},
    {"default-stream", "default-stream", Value::One},
    {"disable-warnings", "w", Value::None, "-w"},
    {"keep-device-functions", "keep-device-functions"},
    {"source-in-ptx", "src-in-ptx"},
    {"restrict", "restrict"},
    {"Wreorder", "Wreorder"},
    {"Wdefault-stream-launch", "Wdefault-stream-launch"},
    {"Wmissing-launch-bounds", "Wmissing-launch-bounds"},
    {"Wext-lambda-captures-this", "Wext-lambda-captures-this"},
    {"Wno-deprecated-declarations", "Wno-deprecated-declarations", Value::None,
     "-Wno-deprecated-declarations"},
    {"Wno-deprecated-gpu-targets", "Wno-deprecated-gpu-targets"},
    {"Werror", "Werror", Value::List},
    {"resource-usage", "res-usage"},
    {"extensible-whole-program", "ewp"},
    {"no-compress", "no-compress"},
    {"qpp-config", "qpp-config", Value::One},
    {"compile-as-tools-patch", "astoolspatch"},
    {"list-gpu-code", "code-ls"},
    {"list-gpu-arch", "arch-ls"},
    {"display-error-number", "err-no"},
    {"no-display-error-number", "no-err-no"},
    {"diag-error", "diag-error", Value::List},
    {"diag-suppress", "diag-suppress", Value::List},
    {"diag-warn", "diag-warn", Value::List},
    {"host-linker-script", "hls", Value::One},
    {"augment-host-linker-script", "aug-hls"},
    {"relocatable-link", "r"},
    {"brief-diagnostics", "brief-diag", Value::One},
    {"jump-table-density", "jtd", Value::One},
    {"relocatable-ptx", "reloc-ptx"},
    {"device-stack-protector", "device-stack-protector", Value::One},
    {"compress-mode", "compress-mode", Value::One},
    {"frandom-seed", "frandom-seed", Value::One},
    {"sanitize", "sanitize", Value::One},
    {"jobserver", "jobserver"},
    {"help", "h"},
    {"version", "V"},
    {"options-file", "optf", Value::List},
    // Known to nvcc, but not to its help.
    {"cudafe-options", "Xcudafe", Value::List},
    {"fatbin-options", "Xfatbin", Value::List},
    {"opencc-options", "Xopencc", Value::List},
    {"cicc-options", "Xcicc", Value::List},
    {"nvvm-options", "Xnvvm", Value::List},
    {"host-compilation", "host-compilation", Value::One},
    {"device-emulation", "deviceemu"},
    {"device-dlto", "device-dlto"},
    {"allow-unsupported-compiler-version", "allow-unsupported-compiler-version", Value::One},
};

/// What -Werror can be followed by.
constexpr llvm::StringLiteral ErrorKinds[] = {"all-warnings",
                                              "cross-execution-space-call",
                                              "reorder",
                                              "deprecated-declarations",
                                              "default-stream-launch",
                                              "missing-launch-bounds",
                                              "ext-lambda-captures-this"};

const NvccOption *findOption(llvm::StringRef name) {
  const auto *found = llvm::find_if(Options, [&](const NvccOption &option) {
    return option.longName == name || option.shortName == name;
  });
  return found == std::end(Options) ? nullptr : found;
}

/// `-t4`, `-Iinclude`: a flag of one letter may be joined to its value.
const NvccOption *findJoined(llvm::StringRef argument, llvm::StringRef &value) {
  if (argument.starts_with("--") || argument.size() < 3)
    return nullptr;
  value = argument.drop_front(2);
  const bool isNumber = llvm::all_of(value, llvm::isDigit);
  switch (argument[1]) {
  case 'D':
  case 'U':
  case 'I':
  case 'L':
  case 'l':
  case 'o':
  case 'O':
  case 'x':
    break;
  case 'e':
    if (value.starts_with("mit-")) // Clang's
      return nullptr;
    break;
  case 'm': // Clang has many others that begin so
  case 't':
    if (!isNumber)
      return nullptr;
    break;
  default:
    return nullptr;
  }
  return findOption(argument.substr(1, 1));
}

/// The elements of a list as nvcc reads it: `\,` is a comma of an element.
std::vector<std::string> elements(llvm::StringRef list) {
  std::vector<std::string> result(1);
  for (size_t index = 0; index < list.size(); ++index) {
    if (list[index] == '\\' && index + 1 < list.size() && list[index + 1] == ',')
      result.back() += list[++index];
    else if (list[index] == ',')
      result.emplace_back();
    else
      result.back() += list[index];
  }
  return result;
}

/// Of the flags for the host's compiler those that change what a parse sees. All others may be of a
/// compiler that is not Clang.
void addHostFlags(const std::vector<std::string> &flags, std::vector<std::string> &result) {
  static constexpr llvm::StringLiteral Same[] = {
      "-pthread",        "-fno-exceptions", "-fno-rtti", "-fsigned-char",
      "-funsigned-char", "-fms-extensions", "-mfma",     "-mf16c"};
  static constexpr llvm::StringLiteral WithValue[] = {
      "-D", "-U", "-I", "-isystem", "-iquote", "-idirafter", "-include"};
  for (size_t index = 0; index < flags.size(); ++index) {
    const llvm::StringRef flag = flags[index];
    if (llvm::is_contained(WithValue, flag)) {
      if (index + 1 < flags.size())
        result.insert(result.end(), {flags[index], flags[index + 1]});
      ++index;
    } else if (llvm::is_contained(Same, flag) || flag.starts_with("-mavx") ||
               flag.starts_with("-msse") || flag.starts_with("-D") || flag.starts_with("-U") ||
               flag.starts_with("-I")) {
      result.push_back(flags[index]);
    }
  }
}

/// nvcc hands on what it does not know to a compiler that need not be Clang.
bool isKnownToClang(const std::string &argument) {
  const llvm::opt::OptTable &table = clang::getDriverOptTable();
  unsigned missingIndex = 0, missingCount = 0;
  const char *const arguments[] = {argument.c_str()};
  const auto parsed = table.ParseArgs(arguments, missingIndex, missingCount);
  return !parsed.hasArg(clang::options::OPT_UNKNOWN);
}

/// One command, argument by argument.
class Translation {
public:
  explicit Translation(const std::vector<std::string> &given) : command(given) {}

  std::vector<std::string> run() {
    if (!command.empty())
      takeProgram();
    while (next < command.size())
      takeArgument();
    return std::move(result);
  }

private:
  void takeProgram() {
    // Programs that stand before the compiler; Clang knows of other ones.
    if (llvm::sys::path::stem(command[0]) == "warpsmith-nvcc" && command.size() > 1 &&
        !llvm::StringRef(command[1]).starts_with("-"))
      ++next;
    isNvcc = llvm::sys::path::filename(command[next]).starts_with("nvcc");
    result.push_back(command[next++]);
  }

  void takeArgument() {
    const std::string &argument = command[next++];
    if (!llvm::StringRef(argument).starts_with("-") || argument == "-") {
      result.push_back(argument);
      return;
    }
    if (argument == "-Xclang" && next < command.size()) {
      result.insert(result.end(), {argument, command[next++]});
      return;
    }
    const llvm::StringRef name = llvm::StringRef(argument).ltrim('-');
    const auto [flag, joined] = name.split('=');
    llvm::StringRef value = joined;
    bool hasValue = name.contains('=');
    const NvccOption *option = findOption(flag);
    if (!option) {
      option = findJoined(argument, value);
      hasValue = option != nullptr;
    }
    if (!option) {
      if (!isNvcc || isKnownToClang(argument))
        result.push_back(argument);
      return;
    }
    if (option->value == Value::None) {
      if (!option->clang.empty() && value != "false")
        result.push_back(option->clang.str());
      return;
    }
    if (!hasValue && next < command.size() && takesNext(*option, command[next]))
      value = command[next++];
    addValue(*option, value);
  }

  /// Clang's -Werror and -O need no value.
  static bool takesNext(const NvccOption &option, llvm::StringRef following) {
    if (option.shortName == "O")
      return following.size() == 1 && llvm::isDigit(following[0]);
    if (option.shortName == "Werror")
      return llvm::all_of(elements(following), [](const std::string &kind) {
        return llvm::is_contained(ErrorKinds, kind);
      });
    return true;
  }

  void addValue(const NvccOption &option, llvm::StringRef value) {
    std::vector<std::string> values{value.str()};
    if (option.value == Value::List && isNvcc)
      values = elements(value);
    if (option.shortName == "Xcompiler") {
      std::vector<std::string> flags;
      for (const std::string &element : elements(value))
        for (const llvm::StringRef flag : llvm::split(element, ' '))
          if (!flag.empty())
            flags.push_back(flag.str());
      hostFlags.insert(hostFlags.end(), flags.begin(), flags.end());
      // A flag and its value may come one by one: -Xcompiler -isystem -Xcompiler folder.
      if (!flags.empty() && (flags.back() == "-isystem" || flags.back() == "-include" ||
                             flags.back() == "-iquote" || flags.back() == "-idirafter" ||
                             flags.back() == "-D" || flags.back() == "-I" || flags.back() == "-U"))
        return;
      addHostFlags(hostFlags, result);
      hostFlags.clear();
    } else if (option.shortName == "std") {
      // The headers need C++11, which old programs seldom mind.
      const bool old = value.ends_with("98") || value.ends_with("03");
      result.push_back("-std=" + (old ? "gnu++11" : value.str()));
    } else if (option.shortName == "x") {
      result.insert(result.end(), {"-x", value == "cu" ? "cuda" : value.str()});
    } else if (option.shortName == "rdc") {
      if (value == "true")
        result.emplace_back("-D__CUDACC_RDC__");
    } else if (option.shortName == "default-stream") {
      if (value == "per-thread")
        result.emplace_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    } else if (!option.clang.empty()) {
      for (const std::string &element : values)
        if (llvm::StringRef name = option.clang; name.consume_back(" "))
          result.insert(result.end(), {name.str(), element});
        else
          result.push_back(name.str() + element);
    }
  }

  const std::vector<std::string> &command;
  std::vector<std::string> result;
  std::vector<std::string> hostFlags; ///< of -Xcompiler, where a value is still to come
  size_t next = 0;
  bool isNvcc = false;
};

} // namespace

bool takesValue(llvm::StringRef flag) {
  const NvccOption *option = findOption(flag);
  return option && option->value != Value::None;
}

clang::tooling::CommandLineArguments
withoutNvccFlags(const clang::tooling::CommandLineArguments &command) {
  return Translation(command).run();
}

llvm::Expected<FloatingPointFlags>
floatingPointFlags(const clang::tooling::CommandLineArguments &command) {
  FloatingPointFlags flags;
  std::string byExpression;
  std::map<llvm::StringRef, std::optional<bool>> given = {
      {"fmad", {}}, {"ftz", {}}, {"prec-div", {}}, {"prec-sqrt", {}}};
  for (size_t index = 1; index < command.size(); ++index) {
    const llvm::StringRef argument = command[index];
    if (!argument.starts_with("-"))
      continue;
    const llvm::StringRef name = argument.ltrim('-');
    const auto [flag, joined] = name.split('=');
    if (name == "use_fast_math") {
      flags.fastFunctions = true;
    } else if (const auto known = given.find(flag); known != given.end()) {
      llvm::StringRef value = joined;
      if (!name.contains('=') && index + 1 < command.size())
        value = command[++index];
      if (value != "true" && value != "false")
        return llvm::createStringError(argument + ": expected true or false, as nvcc does");
      known->second = value == "true";
    } else if (takesValue(flag)) {
      index += !name.contains('='); // it may look like a flag, but is for another tool
    } else if (flag == "ffp-contract") {
      given["fmad"] = joined != "off";
      byExpression = joined == "on" ? argument.str() : "";
    } else if (name == "fgpu-flush-denormals-to-zero" || name == "fcuda-flush-denormals-to-zero") {
      given["ftz"] = true;
    } else if (name == "ffast-math" || name == "Ofast" || name == "fassociative-math" ||
               name == "funsafe-math-optimizations") {
      flags.loose = argument.str();
    }
  }
  if (flags.loose.empty())
    flags.loose = byExpression;
  flags.fusesProducts = given["fmad"].value_or(true);
  flags.flushesSubnormals = given["ftz"].value_or(flags.fastFunctions);
  flags.dividesExactly = given["prec-div"].value_or(!flags.fastFunctions);
  flags.takesRootsExactly = given["prec-sqrt"].value_or(!flags.fastFunctions);
  return flags;
}

clang::tooling::CommandLineArguments
withOptionsFiles(const clang::tooling::CommandLineArguments &command, const std::string &folder) {
  clang::tooling::CommandLineArguments result;
  for (size_t index = 0; index < command.size(); ++index) {
    const llvm::StringRef argument = command[index];
    const auto [flag, joined] = argument.ltrim('-').split('=');
    if (!argument.starts_with("-") || (flag != "options-file" && flag != "optf")) {
      result.push_back(command[index]);
      continue;
    }
    llvm::StringRef names = joined;
    if (!argument.contains('=') && index + 1 < command.size())
      names = command[++index];
    llvm::SmallVector<llvm::StringRef> files;
    names.split(files, ',');
    for (const llvm::StringRef file : files) {
      llvm::SmallString<256> path(file);
      llvm::sys::path::make_absolute(folder, path);
      const auto contents = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
      if (!contents) {
        result.insert(result.end(), {"--options-file", file.str()});
        continue;
      }
      llvm::BumpPtrAllocator memory;
      llvm::StringSaver saver(memory);
      llvm::SmallVector<const char *> options;
      llvm::cl::TokenizeGNUCommandLine((*contents)->getBuffer(), saver, options);
      result.insert(result.end(), options.begin(), options.end());
    }
  }
  return result;
}

} // namespace warpsmith::frontend
