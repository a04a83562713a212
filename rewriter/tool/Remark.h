/// One verdict about a kernel or one of its launches, as a diagnostic in Clang's form and as a JSON
/// record.
#pragma once

#include "rewriter/ir/Contraction.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace warpsmith::tool {

struct Remark {
  enum class Kind {
    Group,   ///< of launches: they become one, or why they do not
    Launch,  ///< of a kernel that was rewritten: why the original runs there
    Rewrote, ///< the kernel has a rewritten form now
    Missed,  ///< not understood, left alone
    Skipped, ///< left alone on purpose: kept by a comment, rewritten or generated before
    Refused  ///< a pass does not apply: an error
  };

  Kind kind;
  std::string kernel;
  SourceLocation location; ///< of the kernel, or of the construct that stopped the analysis
  std::string message;
  std::string check;  ///< in brackets at the end: `warpsmith-tile`
  std::string passes; ///< of a rewritten kernel, with the parameters that took effect
};

/// `gemm.cu:12:1: remark: rewrote 'gemm_kernel': tile<...> [warpsmith-tile]`
void print(const Remark &remark, llvm::raw_ostream &out);

/// {"version": 1, "kernels": [{"file", "line", "column", "kernel", "verdict", ...}]}
llvm::json::Value report(const std::vector<Remark> &remarks);

} // namespace warpsmith::tool
