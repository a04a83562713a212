// Results files as one HTML page: inline style and SVG, no script, nothing from the network.
#pragma once

#include "runtime/harness/report/ResultSet.h"

namespace warpsmith::harness::html {

/// The whole page. `diffs` is a folder with sources (see DiffSection.h), or empty. Throws
/// InputError.
std::string reportPage(const std::vector<ResultSet> &sets, const std::filesystem::path &diffs);

} // namespace warpsmith::harness::html
