/// Which parts of the kernel files a rewritten file reaches: the file is parsed with them, and the
/// templates' instances are followed from what the rewrite has added.
#pragma once

#include "rewriter/frontend/clang/ParseErrors.h"
#include "rewriter/reach/CodeFacts.h"
#include "clang/Frontend/FrontendAction.h"
#include <memory>

namespace warpsmith::reach {

/// A file with what a rewrite adds to it.
struct EditedFile {
  std::vector<Extent> added; ///< what was added
  CodeFacts facts;           ///< what that reaches
  std::string error;         ///< the first one in what was added, or in a kernel file
};

/// By path.
using EditedFiles = std::map<std::string, EditedFile>;

/// An action that fills the facts of files that the source includes, or is. It adds to what an
/// earlier parse has found, of another source. `lenient`: errors elsewhere are in no way.
std::unique_ptr<clang::FrontendAction>
makeReachAnalysis(EditedFiles &files, frontend::ParseErrors &errors, bool lenient);

} // namespace warpsmith::reach
