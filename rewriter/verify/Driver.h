/// A program that runs a kernel and its rewritten form on the same random data and compares what
/// they leave: plain text made from the contraction, which warpsmith-emulate compiles.
#pragma once

#include "rewriter/emit/Generate.h"
#include <string>
#include <vector>

namespace warpsmith::verify {

/// One kernel of a file, as it was rewritten.
struct RewrittenKernel {
  std::vector<GeneratedCase> cases;
  std::string space; ///< the namespace of its `launch`
  /// That of its kernel where another one's computes it, too; else empty.
  std::string kernelSpace =
      {}; // NOLINT(readability-redundant-member-init): aggregates leave it out
};

/// Launches of them that the file makes together.
struct RewrittenGroup {
  std::vector<size_t> kernels; ///< by number, in the order of the launches
  std::string launch;          ///< the group's own, as the file calls it
};

/// Why a kernel is unsolved whose sizes are large constants.
inline constexpr const char *TooLarge = "its sizes are too large for the emulator";

/// And how one begins of which the original's launch fails.
inline constexpr const char *LaunchFails = "the original's launch fails";

/// Includes `file`, which holds originals and rewritten forms, and has a `main` of its own that
/// runs each case of each kernel on several shapes. It prints a line for each:
///
///   NAME SHAPE same | differs INDEX ORIGINAL REWRITTEN | unsolved WHY
///
/// where NAME ends in `#` and the case's number if it has conditions, and in `|` and a number if it
/// is one of several alternatives, which all run, the last of them first; cases whose conditions
/// exclude each other are left out. On standard error, before either is launched: `original NAME`
/// and `rewritten NAME`. A group's NAME is those of its kernels with `+` between, which are
/// launched by themselves before, and each of which has a shape of its own. Sizes are chosen
/// through the parameters that the contraction's extents and strides name; a case whose conditions
/// or preconditions these do not satisfy is unsolved. A kernel that keeps its launches runs under
/// several grids and blocks, by tiles and as it was: `warpsmithVerifyTiles` of the driver says
/// which, and `file` must ask it where it asks whether there are tiles, and hand the answer on by
/// `warpsmithVerifyRan`. On standard error, `tiles NAME` where there were.
std::string driverText(const std::vector<RewrittenKernel> &kernels,
                       const std::vector<RewrittenGroup> &groups, const std::string &file);

} // namespace warpsmith::verify
