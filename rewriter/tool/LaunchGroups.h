/// Which launches of a file one launch takes the place of.
#pragma once

#include "rewriter/emit/Generate.h"
#include "rewriter/frontend/Frontend.h"
#include "rewriter/tool/Options.h"
#include <vector>

namespace warpsmith::tool {

/// Launches that become one, if all their kernels are rewritten.
struct PlannedGroup {
  frontend::TranslationUnit::LaunchGroup launches;
  LaunchGroup kernels;
  size_t last; ///< of the kernels the last to be defined, in whose namespace the group stands

  bool has(size_t kernel) const;
};

struct LaunchPlan {
  std::vector<PlannedGroup> groups;
  std::vector<frontend::TranslationUnit::LaunchesApart> apart; ///< neighbours that are in none
};

/// Of the frontend's groups those whose products the passes give kernels of one form. Of a file
/// that is not to be rewritten, none.
LaunchPlan planLaunches(const frontend::TranslationUnit &unit, const Options &options);

} // namespace warpsmith::tool
