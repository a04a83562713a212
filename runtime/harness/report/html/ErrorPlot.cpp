#include "runtime/harness/report/html/Plots.h"
#include <algorithm>

namespace warpsmith::harness::html {
namespace {

constexpr double Width = 1120;
constexpr double Left = 56;
constexpr double Right = 1090;
constexpr double Top = 14;
constexpr double Bottom = 380;

std::string errorTick(double value) {
  return scientific(value);
}

} // namespace

std::string errorAgainstSpeed(const Group &group, const std::string &size, const std::string &id) {
  std::vector<const Measurement *> rows;
  std::vector<double> errors;
  std::vector<double> rates;
  for (const Measurement *row : group.at(size)) {
    if (!row->tflops || *row->tflops <= 0 || !row->scaledError)
      continue;
    rows.push_back(row);
    rates.push_back(*row->tflops);
    errors.push_back(*row->scaledError);
  }
  if (rows.empty())
    return "";
  Scale x = scaleOf(errors, true, Left, Right);
  if (x.high / x.low < 30) { // a decade or more, lest a column of equals look like a trend
    x.low /= 3;
    x.high *= 10;
  }
  const Scale y = scaleOf(rates, true, Bottom, Top);
  // An exact result has no place on a logarithmic axis: it stands on its left edge.
  const auto pointOf = [&](const Measurement &row) {
    return Point{*row.scaledError > 0 ? x(*row.scaledError) : Left, y(*row.tflops)};
  };
  Svg svg(Width, Bottom + 44, id, "Error against speed of " + group.title() + ", " + size,
          "One mark per contestant: further up is faster, further left is more accurate. The line "
          "joins those that no other beats in both. The table below holds the numbers.");
  svg.verticalAxis(y, Left, Right, "TFLOP/s");
  svg.horizontalAxis(x, Top, Bottom, "largest error / sum of the terms' magnitudes", errorTick);
  std::sort(rows.begin(), rows.end(), [](auto a, auto b) {
    return *a->tflops != *b->tflops ? *a->tflops > *b->tflops : a->variant < b->variant;
  });
  std::vector<const Measurement *> frontier; // fastest first
  for (const Measurement *row : rows) {
    if (frontier.empty() || *row->scaledError < *frontier.back()->scaledError)
      frontier.push_back(row);
  }
  std::vector<Point> steps;
  for (const Measurement *row : frontier) {
    const Point point = pointOf(*row);
    if (!steps.empty())
      steps.push_back({steps.back().x, point.y});
    steps.push_back(point);
  }
  svg.path(steps, "frontier");
  LabelPlacer labels({Left, Top}, {Right + 12, Bottom});
  for (const Measurement *row : rows)
    labels.block(pointOf(*row), 4);
  for (const Measurement *row : rows) {
    const ContestantStyle style = styleOf(*row);
    svg.marker(style.shape, pointOf(*row), "s " + std::string(style.css), tooltipOf(*row), 5);
  }
  std::vector<const Measurement *> byImportance = frontier;
  for (const Measurement *row : rows) {
    if (std::find(frontier.begin(), frontier.end(), row) == frontier.end())
      byImportance.push_back(row);
  }
  for (const Measurement *row : byImportance)
    labels.place(svg, pointOf(*row), row->variant, "label");
  return svg.str();
}

} // namespace warpsmith::harness::html
