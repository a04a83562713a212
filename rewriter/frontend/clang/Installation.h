/// Where the files lie that the programs need when they run.
#pragma once

#include <string>

namespace warpsmith::frontend {

/// The folder with all of them: lib/warpsmith beside the bin/ of this program. It is found from the
/// program, so that an installed tree can be moved; the build tree has the same folder.
std::string installationFolder();

} // namespace warpsmith::frontend
