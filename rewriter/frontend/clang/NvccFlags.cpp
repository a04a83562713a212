#include "rewriter/frontend/clang/NvccFlags.h"
#include "rewriter/frontend/clang/NvccOptions.h"
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
    const NvccFlag flag = readNvccFlag(argument);
    const NvccOption *option = flag.option;
    llvm::StringRef value = flag.value;
    if (!option) {
      if (!isNvcc || isKnownToClang(argument))
        result.push_back(argument);
      return;
    }
    if (option->value == NvccOption::Value::None) {
      if (!option->clang.empty() && value != "false")
        result.push_back(option->clang.str());
      return;
    }
    if (!flag.hasValue && next < command.size() && takesNext(*option, command[next]))
      value = command[next++];
    addValue(*option, value);
  }

  void addValue(const NvccOption &option, llvm::StringRef value) {
    std::vector<std::string> values{value.str()};
    if (option.value == NvccOption::Value::List && isNvcc)
      values = nvccElements(value);
    if (option.shortName == "Xcompiler") {
      std::vector<std::string> flags;
      for (const std::string &element : nvccElements(value))
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

std::vector<std::string> namedArchitectures(const clang::tooling::CommandLineArguments &command) {
  std::vector<std::string> names;
  const auto add = [&](llvm::StringRef list) {
    llvm::SmallVector<llvm::StringRef> elements;
    list.trim("[]\"'").split(elements, ',');
    for (const llvm::StringRef element : elements)
      if (element.starts_with("sm_") || element.starts_with("compute_"))
        names.push_back(element.str());
  };
  for (size_t index = 1; index < command.size(); ++index) {
    const llvm::StringRef argument = command[index];
    for (const char *clangs : {"--offload-arch=", "--cuda-gpu-arch="})
      if (argument.starts_with(clangs))
        add(argument.split('=').second);
    const NvccFlag flag = readNvccFlag(argument);
    if (!flag.option)
      continue;
    llvm::StringRef value = flag.value;
    if (!flag.hasValue && index + 1 < command.size() && takesNext(*flag.option, command[index + 1]))
      value = command[++index];
    if (flag.option->longName == "gpu-architecture" || flag.option->longName == "gpu-code")
      add(value);
    else if (flag.option->longName == "generate-code")
      add(value.contains("code=") ? value.split("code=").second : value.split("arch=").second);
  }
  return names;
}

bool makesRelocatableCode(const clang::tooling::CommandLineArguments &command) {
  bool relocatable = false;
  for (size_t index = 1; index < command.size(); ++index) {
    relocatable |= command[index] == "-fgpu-rdc";
    const NvccFlag flag = readNvccFlag(command[index]);
    if (!flag.option)
      continue;
    llvm::StringRef value = flag.value;
    if (!flag.hasValue && index + 1 < command.size() && takesNext(*flag.option, command[index + 1]))
      value = command[++index];
    relocatable |= flag.option->longName == "device-c" ||
                   (flag.option->longName == "relocatable-device-code" && value == "true");
  }
  return relocatable;
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
