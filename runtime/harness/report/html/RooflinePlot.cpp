#include "runtime/harness/report/html/DevicePeaks.h"
#include "runtime/harness/report/html/Plots.h"
#include <algorithm>
#include <cmath>

namespace warpsmith::harness::html {
namespace {

constexpr double Width = 640;
constexpr double Left = 56;
constexpr double Right = 620;
constexpr double Top = 22;
constexpr double Bottom = 380;

} // namespace

std::string roofline(const Group &group, const std::string &id) {
  std::vector<const Measurement *> rows;
  std::vector<double> intensities;
  std::vector<double> rates;
  for (const Measurement *row : group.rows) {
    if (const auto intensity = row->intensity()) {
      rows.push_back(row);
      intensities.push_back(*intensity);
      rates.push_back(*row->tflops);
    }
  }
  if (rows.empty())
    return "";
  const DevicePeaks peaks = devicePeaks(*group.set, group.type);
  for (const Peak &peak : peaks.rates)
    rates.push_back(peak.tflops);
  // Room on the left for where the memory's roof meets the highest rate.
  if (peaks.bytesPerSecond && !peaks.rates.empty())
    intensities.push_back(peaks.rates.front().tflops * 1e12 / *peaks.bytesPerSecond / 2);
  Scale x = scaleOf(intensities, true, Left, Right);
  x.high *= std::pow(x.high / x.low, 0.28); // where the roofs' names stand
  const Scale y = scaleOf(rates, true, Bottom, Top);
  Svg svg(
      Width, Bottom + 44, id, "Roofline of " + group.title(),
      "One mark per contestant and size: useful operations per second by operations per compulsory "
      "byte, both axes logarithmic, under what the device can do at most. " +
          peaks.source);
  svg.verticalAxis(y, Left, Right, "TFLOP/s");
  svg.horizontalAxis(x, Top, Bottom, "operations per compulsory byte");
  LabelPlacer labels({Left, Top}, {Right + 12, Bottom});
  const double tera = peaks.bytesPerSecond.value_or(0) * 1e-12;
  for (const Peak &peak : peaks.rates) {
    // Each rate's roof begins where memory can feed it.
    const double knee = tera > 0 ? std::max(x.low, peak.tflops / tera) : x.low;
    if (knee < x.high) {
      svg.line({x(knee), y(peak.tflops)}, {Right, y(peak.tflops)}, "roof");
      const std::string text = peak.name + " " + tflopsText(peak.tflops);
      svg.text({Right, y(peak.tflops) - 5}, text, "rooflabel", "end");
      for (int step = 0; step <= 13; ++step) // labels keep away from the text
        labels.block({Right - 10 * step, y(peak.tflops) - 6}, 7);
    }
  }
  if (tera > 0) {
    const double highest = peaks.rates.empty() ? y.high : peaks.rates.back().tflops;
    const double from = std::max(x.low, y.low / tera);
    const double to = std::min(x.high, highest / tera);
    if (from < to) {
      svg.line({x(from), y(from * tera)}, {x(to), y(to * tera)}, "roof");
      svg.text({x(from) + 10, y(from * tera) + 9}, "memory", "rooflabel");
    }
  }
  for (const Measurement *row : rows)
    labels.block({x(*row->intensity()), y(*row->tflops)}, 4);
  for (const Measurement *row : rows) {
    const ContestantStyle style = styleOf(*row);
    svg.marker(style.shape, {x(*row->intensity()), y(*row->tflops)}, "s " + std::string(style.css),
               tooltipOf(*row), 4);
  }
  for (const std::string &size : group.timedSizes()) {
    std::vector<const Measurement *> column;
    for (const Measurement *row : rows) {
      if (row->size == size)
        column.push_back(row);
    }
    if (column.empty())
      continue;
    const auto best = *std::max_element(column.begin(), column.end(),
                                        [](auto a, auto b) { return *a->tflops < *b->tflops; });
    labels.place(svg, {x(*best->intensity()), y(*best->tflops)}, best->variant, "label");
    const double at = x(*best->intensity());
    svg.text({at, Top - 9}, size, "size", "middle");
  }
  return svg.str();
}

} // namespace warpsmith::harness::html
