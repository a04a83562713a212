#include "rewriter/frontend/NvccFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
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

/// Flags whose value is the next argument unless it is joined by '='. Source: `nvcc --help` 13.0.
constexpr llvm::StringLiteral TakesValue[] = {"arch",
                                              "gpu-architecture",
                                              "code",
                                              "gpu-code",
                                              "gencode",
                                              "generate-code",
                                              "Xptxas",
                                              "ptxas-options",
                                              "Xcompiler",
                                              "compiler-options",
                                              "Xlinker",
                                              "linker-options",
                                              "Xarchive",
                                              "archive-options",
                                              "Xnvlink",
                                              "nvlink-options",
                                              "Xcudafe",
                                              "Xfatbin",
                                              "ccbin",
                                              "compiler-bindir",
                                              "cudart",
                                              "cudadevrt",
                                              "maxrregcount",
                                              "fmad",
                                              "ftz",
                                              "prec-div",
                                              "prec-sqrt",
                                              "keep-dir",
                                              "odir",
                                              "output-directory",
                                              "threads",
                                              "t",
                                              "diag-suppress",
                                              "diag-error",
                                              "diag-warn",
                                              "rdc",
                                              "relocatable-device-code",
                                              "default-stream",
                                              "split-compile",
                                              "dlto",
                                              "options-file",
                                              "optf",
                                              "target-dir",
                                              "idp",
                                              "dopt",
                                              "allow-unsupported-compiler-version"};

/// Flags that stand alone.
constexpr llvm::StringLiteral Alone[] = {"expt-relaxed-constexpr",
                                         "expt-extended-lambda",
                                         "extended-lambda",
                                         "use_fast_math",
                                         "lineinfo",
                                         "generate-line-info",
                                         "device-debug",
                                         "G",
                                         "dc",
                                         "device-c",
                                         "dw",
                                         "device-w",
                                         "keep",
                                         "save-temps",
                                         "restrict",
                                         "forward-unknown-to-host-compiler",
                                         "forward-unknown-to-host-linker",
                                         "allow-unsupported-compiler",
                                         "source-in-ptx",
                                         "extra-device-vectorization",
                                         "res-usage",
                                         "resource-usage",
                                         "cuda",
                                         "ptx",
                                         "cubin",
                                         "fatbin",
                                         "Wno-deprecated-gpu-targets",
                                         "Wdefault-stream-launch",
                                         "Wreorder",
                                         "Wmissing-launch-bounds",
                                         "dryrun",
                                         "clean-targets",
                                         "no-device-link",
                                         "nodlink",
                                         "link",
                                         "static-global-template-stub=false",
                                         "static-global-template-stub=true"};

} // namespace

clang::tooling::CommandLineArguments
withoutNvccFlags(const clang::tooling::CommandLineArguments &command) {
  clang::tooling::CommandLineArguments result;
  for (size_t index = 0; index < command.size(); ++index) {
    llvm::StringRef argument = command[index];
    if (index == 0 || !argument.starts_with("-")) {
      result.push_back(command[index]);
      continue;
    }
    // `-x cu` is nvcc's spelling of the language.
    if (argument == "-x" && index + 1 < command.size() && command[index + 1] == "cu") {
      result.insert(result.end(), {"-x", "cuda"});
      ++index;
      continue;
    }
    llvm::StringRef name = argument.ltrim('-');
    const auto [flag, value] = name.split('=');
    if (llvm::is_contained(Alone, name))
      continue;
    if (llvm::is_contained(TakesValue, flag)) {
      const bool joined = name.contains('=');
      if (!joined)
        ++index;
      continue;
    }
    // nvcc takes `-std c++14` too. The headers need C++11, which old programs seldom mind.
    if (flag == "std") {
      llvm::StringRef standard = value;
      if (!name.contains('=') && index + 1 < command.size())
        standard = command[++index];
      const bool old = standard.ends_with("98") || standard.ends_with("03");
      result.push_back("-std=" + (old ? "gnu++11" : standard.str()));
      continue;
    }
    // Joined without '=': -t4; and -Werror with nvcc's kinds.
    if (name.starts_with("t") && name.size() <= 3 &&
        llvm::all_of(name.drop_front(), [](char c) { return llvm::isDigit(c); }))
      continue;
    if (name == "Werror" && index + 1 < command.size() &&
        (command[index + 1] == "all-warnings" ||
         command[index + 1] == "cross-execution-space-call")) {
      ++index;
      continue;
    }
    result.push_back(command[index]);
  }
  return result;
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
    } else if (llvm::is_contained(TakesValue, flag)) {
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
