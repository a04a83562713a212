// The generated code of each variant beside the original.
#pragma once

#include "runtime/harness/report/html/Group.h"
#include <filesystem>

namespace warpsmith::harness::html {

/// The section's markup. `folder` holds sources as `polybench build --out` and --keep-sources name
/// them; what it lacks is said. Throws InputError when it is no folder or a source cannot be read.
std::string diffSection(const std::vector<Group> &groups, const std::filesystem::path &folder);

} // namespace warpsmith::harness::html
