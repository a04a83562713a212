#include "polybench/cli/Commands.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/Comparison.h"
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <unistd.h>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith::harness;

/// "3", "3%" or "2.5 %" as 0.03, 0.03, 0.025.
double parseThreshold(const std::string &text) {
  double value = 0;
  const char *end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, value);
  while (rest != end && *rest == ' ')
    ++rest;
  if (rest != end && *rest == '%')
    ++rest;
  if (error != std::errc() || rest != end || !std::isfinite(value) || value < 0) {
    throw InputError("--threshold: '" + text + "' is no percentage (for example 5%)");
  }
  return value / 100;
}

bool wantsColour(const std::string &choice) {
  if (choice != "auto")
    return choice == "always";
  const char *refused = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (!refused || !*refused);
}

} // namespace

int compareCommand(const CompareOptions &options) {
  const double threshold = parseThreshold(options.threshold);
  const ResultSet before = readResultSet(options.before);
  const ResultSet after = readResultSet(options.after);
  const FileComparison comparison = compare(before, after, threshold);
  for (const std::string &warning : comparison.warnings)
    std::cerr << "polybench: warning: " << warning << "\n";
  std::cout << comparisonText(comparison, wantsColour(options.colour));
  return comparison.regressions() ? Failure : Success;
}

} // namespace warpsmith::polybench
