// The rows of one benchmark and type, as the page's sections and plots take them.
#pragma once

#include "runtime/harness/report/ResultSet.h"
#include "runtime/harness/report/html/SvgPlot.h"

namespace warpsmith::harness::html {

struct Group {
  const ResultSet *set = nullptr;
  std::string benchmark, type;
  std::string id;                        // unique in the page, of letters and digits
  std::vector<std::string> sizes;        // by their operations
  std::vector<std::string> variants;     // in the file's order
  std::vector<const Measurement *> rows; // without twins

  const Measurement *find(const std::string &variant, const std::string &size) const;
  /// Sizes at which something was timed.
  std::vector<std::string> timedSizes() const;
  std::vector<const Measurement *> at(const std::string &size) const;
  std::string title() const { return benchmark + ", " + type; }
};

/// Benchmark by benchmark, type by type, file by file.
std::vector<Group> groupsOf(const std::vector<ResultSet> &sets);

/// How a contestant is drawn: a class of the style sheet and a shape, by its numerics.
struct ContestantStyle {
  const char *css;
  Shape shape;
  const char *name; // for the legend
};
ContestantStyle styleOf(const Measurement &row);

/// The legend of the styles that occur among the rows.
std::string legendOf(const std::vector<const Measurement *> &rows);

/// What a mark's tooltip says: name, time with its interval, rate, speed-ups.
std::string tooltipOf(const Measurement &row);

} // namespace warpsmith::harness::html
