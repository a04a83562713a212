/// What ptxas makes of a rewritten file's kernels.
#pragma once

#include "rewriter/arch/Architecture.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <variant>
#include <vector>

namespace warpsmith::tool {

/// One `__global__` function, or an instance of a template of them.
struct PtxasUse {
  std::string function; ///< demangled, without anonymous namespaces
  int registers = 0;    ///< of a thread
  int staticShared = 0; ///< bytes of a block
  int spilledBytes = 0; ///< stored to and loaded from local memory, of a thread
};

/// Of what `ptxas -v` prints.
std::vector<PtxasUse> parsePtxas(llvm::StringRef text);

/// `bin/nvcc` of --cuda-path, else of the environment's CUDA_PATH; empty where there is none.
std::string findNvcc(const std::string &cudaPath);

struct CudaSource {
  std::string text;
  std::string folder;                 ///< of the file that it is the text of
  std::vector<std::string> arguments; ///< of its compile command
  std::string workingFolder;          ///< which paths in the arguments are relative to
};

/// Compiles the text for the architecture, or says why that failed.
std::variant<std::vector<PtxasUse>, std::string>
askPtxas(const std::string &nvcc, const CudaSource &source, const Architecture &architecture);

} // namespace warpsmith::tool
