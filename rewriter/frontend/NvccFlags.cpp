#include "rewriter/frontend/NvccFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

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

} // namespace warpsmith::frontend
