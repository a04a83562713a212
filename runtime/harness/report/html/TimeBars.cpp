#include "runtime/harness/report/html/Plots.h"
#include <algorithm>
#include <cmath>

namespace warpsmith::harness::html {
namespace {

constexpr double Width = 1120;
constexpr double Top = 46;
constexpr double RowHeight = 23;
constexpr double LeastWhisker = 2;
constexpr double ManyTimes = 25; // from this spread on an axis is logarithmic

struct Panel {
  double left, right;
};
constexpr Panel Times = {265, 520};
constexpr Panel Originals = {600, 800};
constexpr Panel Cublases = {880, 1060};

std::string timeTick(double microseconds) {
  if (microseconds < 1000)
    return tickText(microseconds) + " \u00b5s";
  if (microseconds < 1e6)
    return tickText(microseconds / 1e3) + " ms";
  return tickText(microseconds / 1e6) + " s";
}

std::string timesTick(double ratio) {
  return tickText(ratio) + "\u00d7";
}

bool spreads(const std::vector<double> &values) {
  if (values.empty())
    return false;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *low > 0 && *high / *low > ManyTimes;
}

void header(Svg &svg, const Panel &panel, const std::string &title, bool logarithmic) {
  svg.text({panel.left, 14}, title + (logarithmic ? ", logarithmic" : ""), "axis");
}

void axis(Svg &svg, const Scale &scale, double bottom, std::string (*format)(double)) {
  const int count = std::max(2, static_cast<int>((scale.to - scale.from) / 48));
  for (const double tick : scale.ticks(count)) {
    svg.line({scale(tick), Top - 8}, {scale(tick), bottom}, "grid");
    svg.text({scale(tick), Top - 14}, format(tick), "tick", "middle");
  }
}

void whisker(Svg &svg, const Scale &scale, const Estimate &estimate, double y) {
  const double low = scale(estimate.low);
  const double high = scale(estimate.high);
  if (high - low < LeastWhisker) // it would look like a part of the mark
    return;
  svg.line({low, y}, {high, y}, "whisker");
  for (const double x : {low, high})
    svg.line({x, y - 3.5}, {x, y + 3.5}, "whisker");
}

/// A bar from where the axis begins, or on a logarithmic one, which begins nowhere, a dot on a
/// stem.
void mark(Svg &svg, const Scale &scale, double base, const Estimate &estimate, double y,
          const Measurement &row) {
  const ContestantStyle style = styleOf(row);
  const double x = scale(estimate.value);
  const std::string css = style.css;
  svg.open("s " + css, tooltipOf(row));
  if (scale.logarithmic && base == scale.from && scale.low != 1) {
    svg.line({base, y}, {x, y}, "stem");
    svg.marker(style.shape, {x, y}, css);
  } else {
    svg.rect({std::min(base, x), y - 7}, std::fabs(x - base), 14, "bar " + css);
  }
  whisker(svg, scale, estimate, y);
  svg.close();
}

/// The values of an estimate of the rows that have it.
std::vector<double> valuesOf(const std::vector<const Measurement *> &rows,
                             std::optional<Estimate> Measurement::*member) {
  std::vector<double> values;
  for (const Measurement *row : rows) {
    if (row->*member && (row->*member)->value > 0)
      values.insert(values.end(),
                    {(row->*member)->value, (row->*member)->low, (row->*member)->high});
  }
  std::erase_if(values, [](double value) { return value <= 0; });
  return values;
}

/// A scale of ratios that holds 1, where its bars begin.
Scale ratioScale(std::vector<double> values, const Panel &panel) {
  values.push_back(1);
  const bool logarithmic = spreads(values) || *std::min_element(values.begin(), values.end()) < 1;
  Scale scale = scaleOf(values, logarithmic, panel.left, panel.right);
  if (logarithmic && *std::min_element(values.begin(), values.end()) == 1)
    scale.low = 1;
  return scale;
}

void ratioPanel(Svg &svg, const std::vector<const Measurement *> &rows, const Panel &panel,
                const std::string &title, std::optional<Estimate> Measurement::*member,
                double bottom) {
  const std::vector<double> values = valuesOf(rows, member);
  if (values.empty())
    return;
  const Scale scale = ratioScale(values, panel);
  header(svg, panel, title, scale.logarithmic);
  axis(svg, scale, bottom, timesTick);
  const double base = scale.logarithmic ? scale(1) : scale(0);
  svg.line({scale(1), Top - 8}, {scale(1), bottom}, "unity");
  double y = Top + RowHeight / 2;
  for (const Measurement *row : rows) {
    if (const auto &estimate = row->*member; estimate && estimate->value > 0) {
      mark(svg, scale, base, *estimate, y, *row);
      const double end = std::max({base, scale(estimate->value), scale(estimate->high)});
      svg.text({end + 7, y + 4}, times(estimate->value), "value");
    }
    y += RowHeight;
  }
}

} // namespace

std::string timeBars(const Group &group, const std::string &size, const std::string &id) {
  const std::vector<const Measurement *> rows = group.at(size);
  const std::vector<double> values = valuesOf(rows, &Measurement::time);
  if (values.empty())
    return "";
  const double bottom = Top + RowHeight * static_cast<double>(rows.size()) + 4;
  Svg svg(Width, bottom + 8, id, "Time and speed-up of " + group.title() + ", " + size,
          "One row per contestant: the median time of a launch, its speed-up over the original and "
          "over cuBLAS, each with its 95 % interval. The table below holds the numbers.");
  const Scale scale = scaleOf(values, spreads(values), Times.left, Times.right);
  double y = Top;
  for (std::size_t index = 0; index < rows.size(); ++index, y += RowHeight) {
    if (index % 2 == 0)
      svg.rect({0, y}, Width, RowHeight, "stripe");
  }
  header(svg, Times, "time of a launch", scale.logarithmic);
  axis(svg, scale, bottom, timeTick);
  y = Top + RowHeight / 2;
  for (const Measurement *row : rows) {
    svg.marker(styleOf(*row).shape, {12, y}, styleOf(*row).css);
    svg.text({26, y + 4}, row->variant, "name");
    if (row->time) {
      mark(svg, scale, scale.from, *row->time, y, *row);
      svg.text({scale(std::max(row->time->value, row->time->high)) + 8, y + 4},
               timeText(row->time->value), "value");
    } else {
      svg.text({Times.left, y + 4}, row->isVerified() ? "not timed" : row->verdict,
               row->verdict == "failed" ? "value bad" : "value");
    }
    y += RowHeight;
  }
  ratioPanel(svg, rows, Originals, "speed-up over the original", &Measurement::vsOriginal, bottom);
  ratioPanel(svg, rows, Cublases, "against cuBLAS", &Measurement::vsCublas, bottom);
  return svg.str();
}

} // namespace warpsmith::harness::html
