/// Where results go, and whether they may.
#pragma once

#include "rewriter/tool/Options.h"
#include "rewriter/tool/RewriteFile.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace warpsmith::tool {

/// Where a result is written to a file of its own. `beside` is the source that a
/// header goes with; empty for a source.
std::optional<std::string> resultPath(const RewrittenFile &file, const Options &options,
                                      const std::string &beside = {});

/// Enters all that a call reads and writes into its files. Fails where two results are one file,
/// where a result is an input, and where a file cannot be written.
llvm::Error enterFiles(Invocation &invocation);

} // namespace warpsmith::tool
