// What `--passes=auto` takes of a table of `polybench tune`: rewriter/passes/Tuned.def.
#pragma once

#include "runtime/harness/tune/TunedTable.h"

namespace warpsmith::harness {

/// A line of it: the pipeline for products of that signature, or several with `|` between them and
/// the number of multiplications from which each is taken.
struct AutoRow {
  std::string architecture, numerics, signature;
  std::vector<std::string> alternatives; // the largest sizes' first
};

/// The lines of a table. Of each problem the fastest pipeline counts but for split<fp16x3>, which
/// has not FP32's range; where that of larger sizes is within 3 %, it. Between two sizes with
/// different ones the border is where both take equally long, by interpolation; where that is not
/// known, the larger. Sizes below the smallest go with that. Benchmarks of several products tell of
/// none of them.
std::vector<AutoRow> autoRows(const std::vector<TunedRow> &table);

/// The text of Tuned.def.
std::string autoTable(const std::vector<AutoRow> &rows);

} // namespace warpsmith::harness
