/// The text of a file without what a rewrite does not reach.
#pragma once

#include "rewriter/reach/CodeFacts.h"
#include "llvm/ADT/StringRef.h"

namespace warpsmith::reach {

/// Of a part of a file: declarations that nothing reaches go, with the comments above them, and so
/// do names of a list. A condition that is the same in all instances goes with the arm that no
/// instance takes, and an operand of `&&` or `||` that changes nothing. Comments of what stays
/// stay.
std::string cutText(llvm::StringRef text, const FileFacts &facts, const Extent &part);

/// Whether a text has more than comments.
bool holdsCode(llvm::StringRef text);

/// Definitions of macros whose names occur nowhere else in the text go.
std::string withoutUnusedMacros(llvm::StringRef text);

} // namespace warpsmith::reach
