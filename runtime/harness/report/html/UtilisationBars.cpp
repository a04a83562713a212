#include "runtime/harness/report/html/Plots.h"
#include <algorithm>
#include <cmath>

namespace warpsmith::harness::html {
namespace {

constexpr double Width = 1120;
constexpr double Top = 30;
constexpr double RowHeight = 23;
constexpr double FirstPanel = 265;
constexpr double ValueRoom = 54; // right of each bar

} // namespace

std::string utilisationBars(const Group &group, const std::string &size, const std::string &id) {
  std::vector<const Measurement *> rows;
  std::vector<std::string> units;
  for (const Measurement *row : group.at(size)) {
    if (row->utilisation.empty())
      continue;
    rows.push_back(row);
    for (const auto &[unit, share] : row->utilisation) {
      if (std::find(units.begin(), units.end(), unit) == units.end())
        units.push_back(unit);
    }
  }
  if (rows.empty())
    return "";
  const double bottom = Top + RowHeight * static_cast<double>(rows.size()) + 4;
  Svg svg(Width, bottom + 6, id, "Utilisation by " + group.title() + ", " + size,
          "One row a contestant, one column a unit of the multiprocessor: how much of its peak was "
          "used, in percent. The table below holds the numbers.");
  const double pitch = (Width - FirstPanel) / static_cast<double>(units.size());
  const double room = pitch - ValueRoom;
  double y = Top;
  for (std::size_t index = 0; index < rows.size(); ++index, y += RowHeight) {
    if (index % 2 == 0)
      svg.rect({0, y}, Width, RowHeight, "stripe");
  }
  for (std::size_t unit = 0; unit < units.size(); ++unit)
    svg.text({FirstPanel + pitch * static_cast<double>(unit), Top - 10}, units[unit], "axis");
  y = Top;
  for (const Measurement *row : rows) {
    const ContestantStyle style = styleOf(*row);
    svg.marker(style.shape, {12, y + RowHeight / 2}, style.css);
    svg.text({26, y + RowHeight / 2 + 4}, row->variant, "name");
    for (const auto &[unit, share] : row->utilisation) {
      const auto column = std::find(units.begin(), units.end(), unit) - units.begin();
      const double left = FirstPanel + pitch * static_cast<double>(column);
      const std::string text = tickText(std::round(share * 10) / 10) + " %";
      svg.rect({left, y + 4}, room, RowHeight - 8, "track");
      svg.rect({left, y + 4}, room * std::min(share, 100.0) / 100, RowHeight - 8,
               "bar " + std::string(style.css), row->variant + ": " + unit + " " + text);
      svg.text({left + room + 5, y + RowHeight / 2 + 4}, text, "value");
    }
    y += RowHeight;
  }
  return svg.str();
}

} // namespace warpsmith::harness::html
