// Two results files side by side: what became slower or faster, and what no longer verifies.
//
// The two files' samples are independent, so the interval of the ratio of their medians is put
// together from the intervals of both medians (order statistics, Statistics.h), each with a
// coverage of sqrt(0.95): [low of NEW / high of OLD, high of NEW / low of OLD] then holds the true
// ratio with a probability of at least 95 %, whatever the distributions. That takes 7 samples in
// each file; with fewer, or without any, nothing is called slower or faster.
#pragma once

#include "runtime/harness/report/ResultSet.h"

namespace warpsmith::harness {

enum class Change {
  Same,      // no difference beyond the threshold is certain
  Slower,    // the whole interval is above 1 + threshold
  Faster,    // the whole interval is below 1 / (1 + threshold)
  Unsure,    // too few samples
  Unsampled, // times alone, without samples, in one of the two
  Untimed,   // one of the two has no time, both verify
  Broken,    // verified before and no longer does
  Repaired
};

struct ComparedRow {
  const Measurement *before = nullptr;
  const Measurement *after = nullptr;
  std::optional<Estimate> ratio; // NEW's median / OLD's
  double coverage = 0;           // of its interval
  Change change = Change::Untimed;

  /// A slower or broken contestant of ours; cuBLAS says something about the machine instead.
  bool isRegression() const;
};

struct FileComparison {
  std::vector<ComparedRow> rows; // in NEW's order
  std::vector<const Measurement *> onlyBefore, onlyAfter;
  std::vector<std::string> warnings; // what differs between the machines and settings
  double threshold = 0;

  std::size_t regressions() const;
};

/// `before` and `after` must outlive the result. `threshold` is relative: 0.05. Throws InputError
/// when nothing matches.
FileComparison compare(const ResultSet &before, const ResultSet &after, double threshold);

/// The table, what is only in one of the files, and a line that sums up; with `colour`, ANSI escape
/// sequences.
std::string comparisonText(const FileComparison &comparison, bool colour);

} // namespace warpsmith::harness
