#include "runtime/harness/report/html/Plots.h"
#include <algorithm>

namespace warpsmith::harness::html {
namespace {

constexpr double Width = 640;
constexpr double Left = 56;
constexpr double Right = 440;
constexpr double Top = 14;
constexpr double LabelGap = 14;
constexpr double LeastHeight = 360;
constexpr double TickGap = 46;

double operationsAt(const Group &group, const std::string &size) {
  double most = 0;
  for (const Measurement *row : group.at(size))
    most = std::max(most, row->operations.value_or(0));
  return most;
}

struct Line {
  const Measurement *last = nullptr;
  std::vector<const Measurement *> rows;
};

std::vector<Line> linesOf(const Group &group, const std::vector<std::string> &sizes) {
  std::vector<Line> lines;
  for (const std::string &variant : group.variants) {
    Line line;
    for (const std::string &size : sizes) {
      const Measurement *row = group.find(variant, size);
      if (row && row->tflops && *row->tflops > 0)
        line.rows.push_back(row);
    }
    if (line.rows.empty())
      continue;
    line.last = line.rows.back();
    lines.push_back(std::move(line));
  }
  return lines;
}

} // namespace

std::string sizeSweep(const Group &group, const std::string &id) {
  const std::vector<std::string> sizes = group.timedSizes();
  const std::vector<Line> lines = linesOf(group, sizes);
  if (sizes.size() < 2 || lines.empty())
    return "";
  const double bottom =
      Top + std::max(LeastHeight, LabelGap * static_cast<double>(lines.size()) + 10);
  std::vector<double> operations;
  operations.reserve(sizes.size());
  std::vector<double> rates;
  for (const std::string &size : sizes)
    operations.push_back(operationsAt(group, size));
  for (const Line &line : lines) {
    for (const Measurement *row : line.rows)
      rates.push_back(*row->tflops);
  }
  const Scale x = scaleOf(operations, true, Left, Right);
  const Scale y = scaleOf(rates, true, bottom, Top);
  Svg svg(Width, bottom + 44, id, "TFLOP/s of " + group.title() + " by size",
          "One line per contestant, both axes logarithmic. The table below holds the numbers.");
  svg.verticalAxis(y, Left, Right, "TFLOP/s");
  double lastLabel = -TickGap;
  bool lower = false;
  for (std::size_t index = 0; index < sizes.size(); ++index) {
    const double at = x(operations[index]);
    svg.line({at, Top}, {at, bottom}, "grid");
    lower = at - lastLabel < TickGap + 3.0 * static_cast<double>(sizes[index].size()) && !lower;
    svg.text({at, bottom + (lower ? 29 : 15)}, sizes[index], "tick", "middle");
    lastLabel = at;
  }
  svg.text({(Left + Right) / 2, bottom + 42}, "size, by its operations", "axis", "middle");
  std::vector<double> wanted;
  wanted.reserve(lines.size());
  for (const Line &line : lines)
    wanted.push_back(y(*line.last->tflops));
  const std::vector<double> places = spread(wanted, LabelGap, Top + 4, bottom - 4);
  for (std::size_t index = 0; index < lines.size(); ++index) {
    const Line &line = lines[index];
    const ContestantStyle style = styleOf(*line.last);
    const std::string css = style.css;
    svg.open("s " + css);
    std::vector<Point> points;
    points.reserve(line.rows.size());
    for (const Measurement *row : line.rows)
      points.push_back({x(row->operations.value_or(0)), y(*row->tflops)});
    svg.path(points, "curve " + css);
    for (std::size_t point = 0; point < points.size(); ++point)
      svg.marker(style.shape, points[point], css, tooltipOf(*line.rows[point]), 3.6);
    const Point end = points.back();
    svg.path({{end.x + 6, end.y}, {Right + 6, places[index]}, {Right + 12, places[index]}},
             "leader");
    svg.text({Right + 16, places[index] + 4}, line.last->variant, "label");
    svg.close();
  }
  return svg.str();
}

} // namespace warpsmith::harness::html
