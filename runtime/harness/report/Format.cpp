#include "runtime/harness/report/Format.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace warpsmith::harness {

std::string significant(double value, int digits) {
  std::array<char, 64> buffer = {};
  const int before =
      value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::fabs(value)))) + 1;
  std::snprintf(buffer.data(), buffer.size(), "%.*f", std::clamp(digits - before, 0, digits + 3),
                value);
  return buffer.data();
}

std::string duration(double microseconds) {
  if (microseconds < 1000)
    return significant(microseconds, 4) + " us";
  if (microseconds < 1e6)
    return significant(microseconds / 1e3, 4) + " ms";
  return significant(microseconds / 1e6, 4) + " s";
}

std::string percent(double relative) {
  return significant(relative * 100, 2) + " %";
}

std::string align(const std::vector<Cells> &lines, std::size_t leftColumns) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const Cells &line : lines) {
    for (std::size_t column = 0; column < line.size(); ++column)
      widths[column] = std::max(widths[column], line[column].size());
  }
  std::string result;
  for (const Cells &line : lines) {
    std::string row;
    for (std::size_t column = 0; column < line.size(); ++column) {
      const std::string padding(widths[column] - line[column].size(), ' ');
      row += column ? "  " : "";
      row += column < leftColumns ? line[column] + padding : padding + line[column];
    }
    row.erase(row.find_last_not_of(' ') + 1);
    result += row + "\n";
  }
  return result;
}

} // namespace warpsmith::harness
