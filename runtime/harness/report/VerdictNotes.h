// Lines below a table that say once what is true of many of its rows.
#pragma once

#include <string>
#include <vector>

namespace warpsmith::harness {

/// One row of a table, with the verdict as results files spell it.
struct VerdictNote {
  std::string benchmark, variant, type, size, verdict, reason;
  std::vector<std::string> launches = {}; ///< what rewritten kernels said of them
};

/// A line for each reason why variants are not applicable: "gemm float, symmetric-fp16x3 and
/// symmetric-bf16x6: not applicable: C is not square". Sizes are not named: the reason seldom
/// depends on them.
std::vector<std::string> notApplicableLines(const std::vector<VerdictNote> &rows);

/// A line for each variant whose launches were all left to the original kernel, with the sizes:
/// "gemm float, split-fp16x3 at 64 and 100: the original kernel ran at every launch"; and behind
/// each what its launches said of that.
std::vector<std::string> originalRanLines(const std::vector<VerdictNote> &rows);

/// What `auto` chose in each row where a rewritten kernel ran: "gemm float, auto at 64:
/// gemm_kernel, tile, 64 x 64 x 64: ran with tiles of 32 x 64 x 16".
std::vector<std::string> chosenLines(const std::vector<VerdictNote> &rows);

} // namespace warpsmith::harness
