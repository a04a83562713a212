// The measurements of IPACO (GPU throughput by overlapping an SM's units; its report and figures,
// upstream at 43c47c3, 2025-05-09), beside ours.
#pragma once

#include "polybench/micro/MicroTables.h"
#include "runtime/harness/report/Format.h"

namespace warpsmith::polybench {

/// One figure of theirs, and the point of ours that it is compared with.
struct IpacoFigure {
  using Parameters = std::vector<std::pair<std::string, std::string>>;
  std::string experiment;
  Parameters ours;             // our row has these parameters, among others
  Parameters base;             // and is compared with the one that has these
  std::string size;            // empty: they do not say; ours of every size
  double milliseconds = 0;     // 0: they tell the relation alone
  double baseMilliseconds = 0; // likewise
  double speed = 0;            // over the base, where they tell no times
};

const std::vector<IpacoFigure> &ipacoFigures();

/// What they did otherwise, by experiment; empty for one that has no counterpart.
std::string ipacoMethod(const std::string &experiment);

/// Both speeds over the base, a line a figure that the document has a timed row for, and what
/// differs in method. Empty where there is none.
std::string ipacoTable(const nlohmann::ordered_json &document, TableStyle style);

/// A Markdown table; the first columns to the left, numbers to the right.
std::string markdownLines(const std::vector<harness::Cells> &lines, std::size_t leftColumns);

} // namespace warpsmith::polybench
