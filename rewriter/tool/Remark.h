/// One verdict about a kernel or one of its launches, as a diagnostic in Clang's form and as a JSON
/// record.
#pragma once

#include "rewriter/emit/Generate.h"
#include "rewriter/ir/Contraction.h"
#include "rewriter/tool/Predicted.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpsmith::tool {

struct Remark {
  enum class Kind {
    Group,   ///< of launches: they become one, or why they do not
    Launch,  ///< of a kernel that was rewritten: why the original runs there
    Hint,    ///< of a kernel that was rewritten: what would be much faster
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

  /// Of a rewritten kernel, for the report and the certificate alone.
  struct Rewrite {
    std::vector<std::string> architectures; ///< the newest first
    std::string numerics;
    bool verified = false;
    std::optional<Predicted> predicted;
    std::string qualified; ///< with its namespaces: `outer::gemm`
    SourceLocation end;    ///< behind the definition's brace; of a kernel in a header nothing
    bool inHeader = false;
    std::vector<GeneratedCase> cases;
    /// On which its runs in the emulator were the same as the original's.
    std::set<std::string> shapes;
  };
  std::optional<Rewrite> rewrite = std::nullopt;
};

/// The page that says more of messages with this check; empty where there is none.
llvm::StringRef documentationOf(llvm::StringRef check);

/// {"version": 1, "warpsmith": "0.1.0", "kernels": [{"file", "line", "column", "kernel", "verdict",
/// ...}]}
llvm::json::Value report(const std::vector<Remark> &remarks);

} // namespace warpsmith::tool
