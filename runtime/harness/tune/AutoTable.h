// What `--passes=auto` takes of a table of `polybench tune`: rewriter/passes/Tuned.def.
#pragma once

#include "runtime/harness/tune/TunedTable.h"

namespace warpsmith::harness {

/// A line of the table: the pipeline for products of that signature, or several with `|` between
/// them and the number of multiplications from which each is taken.
struct AutoRow {
  std::string architecture, numerics, signature;
  std::vector<std::string> alternatives; // the largest sizes' first
};

/// The lines of a table. For each problem the fastest pipeline counts, except
/// split<fp16x3;narrow>, for which the user must promise a narrow range of the data. If the
/// pipeline of larger sizes is within 3 %, that one is taken. Between two sizes with different
/// pipelines the border is where both take equally long, by interpolation, or the larger size if
/// that is not known. Sizes below the smallest are treated like the smallest. Benchmarks of several
/// products are not used.
std::vector<AutoRow> autoRows(const std::vector<TunedRow> &table);

/// The text of Tuned.def.
std::string autoTable(const std::vector<AutoRow> &rows);

} // namespace warpsmith::harness
