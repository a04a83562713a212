/// Macros of the source that would change generated text, which stands behind their definitions.
/// The text sets them aside where it stands. No include moves before a definition that may be meant
/// for it.
#pragma once

#include "rewriter/emit/Generate.h"
#include "rewriter/frontend/Frontend.h"
#include <set>
#include <string>

namespace warpsmith::tool {

struct DisturbingMacros {
  std::set<std::string> around; ///< to be set aside around the generated definition
  /// One that cannot be set aside, since the source's own text needs it there; mostly empty.
  std::string needed;
};

/// The macros that are spelled like an identifier of the generated code.
DisturbingMacros disturbingMacros(const frontend::KernelVerdict &kernel,
                                  const frontend::TranslationUnit &unit,
                                  const GeneratedKernel &generated, const std::string &space);

/// The macros that may be spelled like an identifier of the standard library's or CUDA's headers:
/// those with a lower-case letter, and T.
std::set<std::string> macrosBesideIncludes(const frontend::TranslationUnit &unit);

/// The text with the macros undefined for as long as it lasts.
std::string withoutMacros(const std::set<std::string> &macros, const std::string &text);

} // namespace warpsmith::tool
