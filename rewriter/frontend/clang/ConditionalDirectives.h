/// Conditional directives of the source: what each asked, and how this parse has answered.
#pragma once

#include "clang/Lex/Preprocessor.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warpsmith::frontend {

struct ConditionalDirective {
  clang::SourceLocation where;
  /// The condition, or its opposite, as it holds in this parse: `!(defined(TILE))`. Empty for a
  /// directive that asks nothing: #else, and an #elif behind the branch that is taken.
  std::string holds;
  /// The names in it, and in the macros of the user's that it uses.
  std::set<std::string> names;
  /// One of them that the user's sources and build do not settle; empty where they settle all.
  std::string foreign;
  /// How it was answered; nothing where it was not asked.
  std::optional<bool> isTrue = std::nullopt;
  bool asksForArchitecture = false; ///< for __CUDA_ARCH__, directly or through the user's macros
};

/// Registers with the preprocessor; the list must outlive the parse. Where the user's files are
/// seen as an architecture sees them, the parse settles __CUDA_ARCH__.
void watchConditionals(clang::Preprocessor &preprocessor, std::vector<ConditionalDirective> &list,
                       bool ofArchitecture);

} // namespace warpsmith::frontend
