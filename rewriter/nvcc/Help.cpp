#include "rewriter/nvcc/Help.h"
#include "llvm/Support/Path.h"

namespace warpsmith::nvcc {

Question questionIn(const std::string &program, const std::vector<std::string> &arguments) {
  if (arguments.size() != 1 || llvm::sys::path::stem(program) != "warpsmith-nvcc")
    return Question::None;
  return arguments[0] == "--help"      ? Question::Help
         : arguments[0] == "--version" ? Question::Version
                                       : Question::None;
}

void printHelp(llvm::raw_ostream &out) {
  out << R"(OVERVIEW: Compiles CUDA sources as nvcc does, with naive matrix products rewritten.

USAGE: warpsmith-nvcc [<compiler>] <nvcc's options and files>...

OPTIONS:
  --help    - Display this text; only alone, else it is the compiler's
  --version - Display the version of this program, and then the compiler's; only alone

ENVIRONMENT:
  WARPSMITH_PASSES=<pipeline>    - As warpsmith's --passes
  WARPSMITH_NUMERICS=<contract>  - As --numerics
  WARPSMITH_ARCH=<sm_XX,...>     - As --arch, where the command names no architecture
  WARPSMITH_KERNEL=<glob>        - As --kernel
  WARPSMITH_VERIFY=on            - Run each rewritten kernel against its original first
  WARPSMITH_CONFIG=<file>        - Settings instead of those of .warpsmith files
  WARPSMITH_OFF=1                - Compile everything as it is
  WARPSMITH_KEEP=1               - Keep rewritten files beside the objects
  WARPSMITH_REQUIRED=1           - Fail where a source cannot be rewritten or compiled
  WARPSMITH=<program>            - The warpsmith to run
  WARPSMITH_NVCC=<program>       - The compiler, where the command names none
)";
}

void printVersion(llvm::raw_ostream &out) {
  out << "warpsmith-nvcc " << WARPSMITH_VERSION << "\n";
}

} // namespace warpsmith::nvcc
