// --compute-sanitizer: every variant once under NVIDIA's checkers.
#pragma once

#include "polybench/cli/Options.h"

namespace warpsmith::polybench {

/// Verifies all variants of each type and size in one worker under each tool; when a tool
/// complains, once more each variant alone, to know whose complaint it was. Prints a table and
/// writes --json:
/// {"context": ..., "sanitizer": [{benchmark, variant, type, size, tool, clean, errors, summary,
/// details}]}.
/// Returns the exit status.
int sanitizerRun(const RunOptions &options);

} // namespace warpsmith::polybench
