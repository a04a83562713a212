#include "runtime/harness/report/Comparison.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/core/Statistics.h"
#include "runtime/harness/report/Format.h"
#include <algorithm>
#include <cmath>
#include <sstream>

namespace warpsmith::harness {
namespace {

constexpr double Coverage = 0.95;
constexpr double ClockTolerance = 0.02;

void compareTimes(ComparedRow &row, double threshold) {
  if (!row.before->time || !row.after->time)
    return;
  const double each = std::sqrt(Coverage);
  const Interval before = medianInterval(row.before->samples, each);
  const Interval after = medianInterval(row.after->samples, each);
  const double ratio = row.after->time->value / row.before->time->value;
  if (row.before->samples.empty() || row.after->samples.empty()) {
    row.ratio = Estimate{ratio, ratio, ratio};
    row.change = Change::Unsampled;
    return;
  }
  row.ratio = Estimate{ratio, after.low / before.high, after.high / before.low};
  row.coverage = before.coverage * after.coverage;
  if (row.coverage < Coverage)
    row.change = Change::Unsure;
  else if (row.ratio->low > 1 + threshold)
    row.change = Change::Slower;
  else if (row.ratio->high < 1 / (1 + threshold))
    row.change = Change::Faster;
  else
    row.change = Change::Same;
}

ComparedRow compareRow(const Measurement &before, const Measurement &after, double threshold) {
  ComparedRow row;
  row.before = &before;
  row.after = &after;
  if (before.verdict == "ok" && after.verdict == "failed")
    row.change = Change::Broken;
  else if (before.verdict == "failed" && after.verdict == "ok")
    row.change = Change::Repaired;
  else
    compareTimes(row, threshold);
  return row;
}

std::string quoted(const std::string &text) {
  return text.empty() ? "nothing" : "'" + text + "'";
}

/// Clocks that differ by more than a boost step, as one warning.
void warnOfClocks(FileComparison &comparison) {
  std::size_t differing = 0;
  const ComparedRow *worst = nullptr;
  double most = 0;
  for (const ComparedRow &row : comparison.rows) {
    if (!row.before->smClock || !row.after->smClock || *row.before->smClock <= 0)
      continue;
    const double difference = std::fabs(*row.after->smClock / *row.before->smClock - 1);
    if (difference <= ClockTolerance)
      continue;
    ++differing;
    if (difference > most) {
      most = difference;
      worst = &row;
    }
  }
  if (worst) {
    comparison.warnings.push_back(
        "SM clocks differ by more than " + percent(ClockTolerance) + " in " +
        std::to_string(differing) + " of " + std::to_string(comparison.rows.size()) +
        " rows; most in " + worst->after->name() + ": " + significant(*worst->before->smClock, 4) +
        " MHz before, " + significant(*worst->after->smClock, 4) + " MHz now");
  }
}

void warnOfMissingSamples(FileComparison &comparison, const ResultSet &set,
                          const Measurement *ComparedRow::*side) {
  const auto missing =
      std::count_if(comparison.rows.begin(), comparison.rows.end(), [&](const ComparedRow &row) {
        return (row.*side)->time && (row.*side)->samples.empty();
      });
  if (missing > 0) {
    comparison.warnings.push_back(
        "'" + set.file.string() + "' has medians without their samples in " +
        std::to_string(missing) + " of " + std::to_string(comparison.rows.size()) +
        " rows, which cannot be called slower or faster");
  }
}

/// Warns where the files were not made under the same conditions.
void warn(FileComparison &comparison, const ResultSet &before, const ResultSet &after) {
  const auto differ = [&](const char *what, const std::string &old, const std::string &now) {
    if (old != now) {
      comparison.warnings.push_back(std::string(what) + " differs: " + quoted(old) + " before, " +
                                    quoted(now) + " now");
    }
  };
  const auto device = [&](const char *what, const char *key) {
    differ(what, before.deviceFact(key), after.deviceFact(key));
  };
  device("the device", "name");
  device("the driver", "driver");
  device("the CUDA runtime", "cuda");
  device("cuBLAS", "cublas");
  differ("the compiler", before.fact("compiler"), after.fact("compiler"));
  differ("the L2 policy", before.fact("l2_policy"), after.fact("l2_policy"));
  if (const auto old = before.deviceNumber("max_sm_clock_mhz"),
      now = after.deviceNumber("max_sm_clock_mhz");
      old != now) {
    differ("the highest SM clock", old ? significant(*old, 4) + " MHz" : "",
           now ? significant(*now, 4) + " MHz" : "");
  }
  warnOfClocks(comparison);
  for (const ResultSet *set : {&before, &after}) {
    if (set->incomplete())
      comparison.warnings.push_back("'" + set->file.string() + "' is incomplete");
  }
  warnOfMissingSamples(comparison, before, &ComparedRow::before);
  warnOfMissingSamples(comparison, after, &ComparedRow::after);
  for (const ComparedRow &row : comparison.rows) {
    if (row.after->isBaseline && row.change == Change::Slower) {
      comparison.warnings.push_back(row.after->name() +
                                    " is slower too: the machine or its library changed");
    }
    if (row.after->fellBack && !row.before->fellBack)
      comparison.warnings.push_back(row.after->name() + " now runs the original's kernel");
  }
}

const char *spelling(const ComparedRow &row) {
  switch (row.change) {
  case Change::Same:
    return "same";
  case Change::Slower:
    return row.after->isBaseline ? "slower (baseline)" : "SLOWER";
  case Change::Faster:
    return "faster";
  case Change::Unsure:
    return "too few samples";
  case Change::Unsampled:
    return "no samples";
  case Change::Untimed:
    return row.after->verdict == row.before->verdict ? "not timed" : "";
  case Change::Broken:
    return "FAILS";
  case Change::Repaired:
    return "passes again";
  }
  return "";
}

const char *colourOf(const ComparedRow &row) {
  switch (row.change) {
  case Change::Slower:
    return row.after->isBaseline ? "\x1b[33m" : "\x1b[1;31m";
  case Change::Broken:
    return "\x1b[1;31m";
  case Change::Faster:
  case Change::Repaired:
    return "\x1b[32m";
  case Change::Same:
  case Change::Unsure:
  case Change::Unsampled:
  case Change::Untimed:
    return "\x1b[2m";
  }
  return "";
}

std::string fixedRatio(double ratio) {
  return significant(ratio, ratio < 1 ? 3 : 4);
}

std::string verdictChange(const ComparedRow &row) {
  if (row.change == Change::Untimed && row.after->verdict != row.before->verdict)
    return row.after->verdict;
  return spelling(row);
}

std::vector<std::string> splitLines(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream input(text);
  for (std::string line; std::getline(input, line);)
    lines.push_back(line);
  return lines;
}

void listRows(std::string &text, const char *title, const std::vector<const Measurement *> &rows) {
  if (rows.empty())
    return;
  text += "\n" + std::string(title) + " (" + std::to_string(rows.size()) + "):\n";
  for (const Measurement *row : rows)
    text += "  " + row->name() + "\n";
}

} // namespace

bool ComparedRow::isRegression() const {
  return !after->isBaseline && (change == Change::Slower || change == Change::Broken);
}

std::size_t FileComparison::regressions() const {
  return static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [](const ComparedRow &row) { return row.isRegression(); }));
}

FileComparison compare(const ResultSet &before, const ResultSet &after, double threshold) {
  FileComparison comparison;
  comparison.threshold = threshold;
  for (const Measurement &row : after.rows) {
    if (row.isTwin) // it measures noise
      continue;
    if (const Measurement *old = before.find(row.name()))
      comparison.rows.push_back(compareRow(*old, row, threshold));
    else
      comparison.onlyAfter.push_back(&row);
  }
  for (const Measurement &row : before.rows) {
    if (!row.isTwin && !after.find(row.name()))
      comparison.onlyBefore.push_back(&row);
  }
  if (comparison.rows.empty()) {
    const auto example = [](const ResultSet &set) {
      return set.rows.empty() ? std::string("it has no rows")
                              : "its first is " + set.rows.front().name();
    };
    throw InputError("no row of '" + after.file.string() + "' (" + example(after) + ") is in '" +
                     before.file.string() + "' (" + example(before) + ")");
  }
  warn(comparison, before, after);
  return comparison;
}

std::string comparisonText(const FileComparison &comparison, bool colour) {
  std::vector<Cells> lines = {
      {"benchmark", "variant", "type", "size", "before", "now", "now/before", "95 % interval"}};
  for (const ComparedRow &row : comparison.rows) {
    const Measurement &after = *row.after;
    Cells cells = {after.benchmark, after.variant, after.type, after.size, "", "", "", ""};
    if (row.ratio) {
      cells[4] = duration(row.before->time->value);
      cells[5] = duration(after.time->value);
      cells[6] = fixedRatio(row.ratio->value);
      cells[7] = fixedRatio(row.ratio->low) + " .. " + fixedRatio(row.ratio->high);
    }
    lines.push_back(std::move(cells));
  }
  for (Cells &line : lines)
    line.resize(8);
  std::vector<std::string> padded = splitLines(align(lines, 4));
  std::size_t width = 0;
  for (const std::string &line : padded)
    width = std::max(width, line.size());
  std::string text = padded.front() + "\n";
  for (std::size_t index = 0; index < comparison.rows.size(); ++index) {
    const ComparedRow &row = comparison.rows[index];
    std::string &line = padded[index + 1];
    line.resize(width, ' ');
    text += line + "  " + (colour ? colourOf(row) : "") + verdictChange(row) +
            (colour ? "\x1b[0m" : "") + "\n";
  }
  for (const ComparedRow &row : comparison.rows) {
    if (row.change == Change::Broken)
      text += "\n" + row.after->name() + " fails: " + row.after->reason + "\n";
  }
  listRows(text, "only before", comparison.onlyBefore);
  listRows(text, "only now", comparison.onlyAfter);
  const auto count = [&](Change change) {
    return std::to_string(
        std::count_if(comparison.rows.begin(), comparison.rows.end(),
                      [&](const ComparedRow &row) { return row.change == change; }));
  };
  text += "\n" + std::to_string(comparison.rows.size()) + " compared: " + count(Change::Slower) +
          " slower, " + count(Change::Faster) + " faster, " + count(Change::Same) +
          " within the threshold of " + percent(comparison.threshold);
  for (const auto &[change, what] : {std::pair{Change::Unsure, "with too few samples"},
                                     {Change::Unsampled, "without samples"},
                                     {Change::Untimed, "not timed"},
                                     {Change::Broken, "no longer verify"},
                                     {Change::Repaired, "verify again"}}) {
    if (count(change) != "0")
      text += ", " + count(change) + " " + what;
  }
  return text + "\n";
}

} // namespace warpsmith::harness
