#include "rewriter/frontend/clang/NvccOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace warpsmith::frontend {
namespace {

using Value = NvccOption::Value;

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

} // namespace

NvccFlag readNvccFlag(llvm::StringRef argument) {
  if (!argument.starts_with("-") || argument == "-")
    return {};
  const llvm::StringRef name = argument.ltrim('-');
  const auto [flag, joined] = name.split('=');
  if (const NvccOption *option = findOption(flag))
    return {option, joined, name.contains('=')};
  NvccFlag result;
  result.option = findJoined(argument, result.value);
  result.hasValue = result.option != nullptr;
  return result;
}

bool takesNext(const NvccOption &option, llvm::StringRef following) {
  if (option.value == Value::None)
    return false;
  if (option.shortName == "O")
    return following.size() == 1 && llvm::isDigit(following[0]);
  if (option.shortName == "Werror")
    return llvm::all_of(nvccElements(following), [](const std::string &kind) {
      return llvm::is_contained(ErrorKinds, kind);
    });
  return true;
}

bool takesValue(llvm::StringRef flag) {
  const NvccOption *option = findOption(flag);
  return option && option->value != Value::None;
}

std::vector<std::string> nvccElements(llvm::StringRef list) {
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

} // namespace warpsmith::frontend
