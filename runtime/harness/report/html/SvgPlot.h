// Scales, axes and marks of a plot, as inline SVG that takes its colours from the page's style.
#pragma once

#include "runtime/harness/report/html/Markup.h"
#include <vector>

namespace warpsmith::harness::html {

struct Point {
  double x = 0;
  double y = 0;
};

/// Maps values to coordinates; `from` is where `low` lies, so that an axis may run upwards.
struct Scale {
  double low = 1, high = 10;
  bool logarithmic = false;
  double from = 0, to = 1;

  double operator()(double value) const;
  /// About `count` round values within the scale: 1, 2, 5 times a power of ten; where a logarithmic
  /// scale spans several, powers of ten.
  std::vector<double> ticks(int count = 6) const;
};

/// A scale that holds all values with some room; logarithmic ones leave out what is not positive.
/// For no values, 1 to 10.
Scale scaleOf(std::vector<double> values, bool logarithmic, double from, double to);

enum class Shape { Circle, Square, Triangle, Diamond, TriangleDown, Cross, Ring };

/// A tick's value: 0.01, 50, 1000 as 1k.
std::string tickText(double value);

/// Moves labels apart that would overlap, as little as possible, in their order: positions at least
/// `gap` apart between `low` and `high`.
std::vector<double> spread(const std::vector<double> &wanted, double gap, double low, double high);

/// One mark; with a tooltip, one that shows it.
std::string markerMarkup(Shape shape, Point at, std::string_view css,
                         const std::string &tooltip = "", double radius = 4.5);

class Svg {
public:
  /// `id` is unique in the page; title and description are for who cannot see the plot.
  Svg(double width, double height, const std::string &id, const std::string &title,
      const std::string &description);

  void line(Point from, Point to, std::string_view css);
  void rect(Point corner, double width, double height, std::string_view css,
            const std::string &tooltip = "");
  void path(const std::vector<Point> &points, std::string_view css);
  /// `anchor`: start, middle or end. Text is escaped here.
  void text(Point at, const std::string &text, std::string_view css,
            std::string_view anchor = "start");
  void rotatedText(Point at, const std::string &text, std::string_view css);
  void marker(Shape shape, Point at, std::string_view css, const std::string &tooltip = "",
              double radius = 4.5);
  void open(std::string_view css, const std::string &tooltip = "");
  void close();

  /// Grid lines, tick labels and the title of an axis that lies along `from`-`to` of its scale.
  void horizontalAxis(const Scale &scale, double top, double bottom, const std::string &title,
                      std::string (*format)(double) = tickText);
  void verticalAxis(const Scale &scale, double left, double right, const std::string &title,
                    std::string (*format)(double) = tickText);

  std::string str() const { return body + "</svg>"; }

private:
  std::string body;
};

/// Puts labels beside points where they cover neither other labels nor other points; a label that
/// finds no place is left to its point's tooltip.
class LabelPlacer {
public:
  LabelPlacer(Point topLeft, Point bottomRight);
  void block(Point at, double radius);
  /// Places one label at the point; false when there is no room.
  bool place(Svg &svg, Point at, const std::string &text, std::string_view css);

private:
  struct Box {
    double left, top, right, bottom;
  };
  bool isFree(const Box &box) const;

  Box area;
  std::vector<Box> taken;
};

} // namespace warpsmith::harness::html
