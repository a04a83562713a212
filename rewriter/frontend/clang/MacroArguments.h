/// Finds launches that are arguments of macros: `CHECK((kernel<<<grid, block>>>(x)))`.
#pragma once

#include "clang/Lex/Preprocessor.h"
#include <map>
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// The place of a token in a file: its own, or, when it is handed to a macro, that of the
/// argument; invalid when a macro's definition writes it.
clang::SourceLocation writtenPlace(clang::SourceLocation token,
                                   const clang::SourceManager &sources);

class MacroArguments {
public:
  /// Why the text from `begin` to `end` of a file, a launch whose `<<<` is at `open`, cannot be
  /// edited although it is handed to macros: one gets but a part of it, as commas divide arguments,
  /// or does not use it just once. Empty where nothing is in the way. A macro that only makes a
  /// string of it as well is no reason.
  std::string problem(clang::FileID file, unsigned begin, unsigned open, unsigned end) const;

private:
  friend void watchMacroArguments(clang::Preprocessor &preprocessor, MacroArguments &arguments);
  class Watch;
  /// An argument that holds a `<<<`.
  struct Argument {
    unsigned begin, last; ///< the places of its first and last token in the launch's file
    std::string problem;
  };
  std::map<std::pair<clang::FileID, unsigned>, std::vector<Argument>> around; ///< by the `<<<`
};

/// Registers with the preprocessor; the arguments must outlive the parse.
void watchMacroArguments(clang::Preprocessor &preprocessor, MacroArguments &arguments);

} // namespace warpsmith::frontend
