/// The text of a file without what a rewrite does not reach.
#pragma once

#include "rewriter/reach/CodeFacts.h"
#include "llvm/ADT/StringRef.h"

namespace warpsmith::reach {

/// Of a part of the file `path`: declarations that nothing reaches go, with the comments above
/// them, and so do names of a list. A condition that is the same in all instances goes with the arm
/// that no instance takes, and an operand of `&&` or `||` that changes nothing. Parameters that no
/// instance uses go, with what calls give for them. Comments of what stays stay. A file of which
/// there are no facts stays whole.
std::string cutText(llvm::StringRef text, const std::string &path, const CodeFacts &facts,
                    const Extent &part);

/// Whether a text has more than comments.
bool holdsCode(llvm::StringRef text);

/// Definitions of macros whose names occur nowhere else in the text go.
std::string withoutUnusedMacros(llvm::StringRef text);

} // namespace warpsmith::reach
