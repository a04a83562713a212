#include "runtime/harness/report/html/SvgPlot.h"
#include "runtime/harness/report/Format.h"
#include <algorithm>
#include <cmath>

namespace warpsmith::harness::html {
namespace {

constexpr double LabelHeight = 13;
constexpr double LetterWidth = 6.6; // of the labels' font, were it a wide one
constexpr double Tiny = 1e-9;
constexpr double Absurd = 1e100; // no measurement, and its square may overflow

std::size_t letters(const std::string &text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char letter) { return (letter & 0xc0) != 0x80; }));
}

std::string pointText(Point point) {
  return coordinate(point.x) + " " + coordinate(point.y);
}

std::string markerPath(Shape shape, Point at, double r) {
  const auto point = [&](double x, double y) { return pointText({at.x + x, at.y + y}); };
  switch (shape) {
  case Shape::Square:
    return "M" + point(-r, -r) + "L" + point(r, -r) + "L" + point(r, r) + "L" + point(-r, r) + "Z";
  case Shape::Triangle:
    return "M" + point(0, -1.2 * r) + "L" + point(1.2 * r, r) + "L" + point(-1.2 * r, r) + "Z";
  case Shape::TriangleDown:
    return "M" + point(0, 1.2 * r) + "L" + point(1.2 * r, -r) + "L" + point(-1.2 * r, -r) + "Z";
  case Shape::Diamond:
    return "M" + point(0, -1.3 * r) + "L" + point(1.3 * r, 0) + "L" + point(0, 1.3 * r) + "L" +
           point(-1.3 * r, 0) + "Z";
  case Shape::Cross:
    return "M" + point(-r, -r) + "L" + point(r, r) + "M" + point(-r, r) + "L" + point(r, -r);
  case Shape::Circle:
  case Shape::Ring: {
    const std::string arc = "A" + coordinate(r) + " " + coordinate(r) + " 0 1 0 ";
    return "M" + point(-r, 0) + arc + point(r, 0) + arc + point(-r, 0) + "Z";
  }
  }
  return "";
}

} // namespace

double Scale::operator()(double value) const {
  const double share = logarithmic ? std::log(std::max(value, low) / low) / std::log(high / low)
                                   : (value - low) / (high - low);
  return from + (to - from) * share;
}

std::vector<double> Scale::ticks(int count) const {
  std::vector<double> values;
  const double decades = logarithmic ? std::log10(high / low) : 0;
  if (logarithmic && decades > 0.5) {
    // 1, 2, 5 while there is room for them, then 1 alone, then every so many decades.
    const bool fine = decades * 3 <= count + 1;
    const int stride = std::max(1, static_cast<int>(std::ceil(decades / count)));
    const int first = static_cast<int>(std::floor(std::log10(low)));
    const int last = static_cast<int>(std::ceil(std::log10(high)));
    for (int decade = first; decade <= last; ++decade) {
      for (const int digit : {1, 2, 5}) {
        const double value = digit * std::pow(10, decade);
        const bool wanted = digit == 1 ? (decade % stride == 0) : fine;
        if (wanted && value >= low * (1 - Tiny) && value <= high * (1 + Tiny))
          values.push_back(value);
      }
    }
    return values;
  }
  const double rough = (high - low) / count;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * power >= rough * (1 - Tiny)) {
      step = digit * power;
      break;
    }
  }
  // Both ends are small multiples of the step: a linear scale holds 0, and a logarithmic one spans
  // half a decade at most here.
  const auto first = static_cast<long>(std::ceil(low / step - Tiny));
  const auto last = static_cast<long>(std::floor(high / step * (1 + Tiny)));
  for (long index = first; index <= last; ++index)
    values.push_back(static_cast<double>(index) * step);
  return values;
}

Scale scaleOf(std::vector<double> values, bool logarithmic, double from, double to) {
  std::erase_if(values, [&](double value) {
    return !(std::fabs(value) < Absurd) || (logarithmic && value <= 0);
  });
  Scale scale{1, 10, logarithmic, from, to};
  if (values.empty())
    return scale;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  if (logarithmic) {
    const double room = std::max(std::pow(*high / *low, 0.06), 1.15);
    scale.low = *low / room;
    scale.high = *high * room;
  } else {
    scale.low = std::min(0.0, *low);
    scale.high = *high <= scale.low ? scale.low + 1 : *high + 0.04 * (*high - scale.low);
  }
  return scale;
}

std::string tickText(double value) {
  if (value == 0)
    return "0";
  const double magnitude = std::fabs(value);
  if (magnitude >= 1e15 || magnitude < 1e-3)
    return scientific(value);
  for (const auto &[unit, name] :
       {std::pair{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1.0, ""}}) {
    if (magnitude >= unit * (1 - Tiny) || unit == 1.0) {
      std::string text = significant(value / unit, 3);
      if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.')
          text.pop_back();
      }
      return text + name;
    }
  }
  return "";
}

std::vector<double> spread(const std::vector<double> &wanted, double gap, double low, double high) {
  // Groups of labels that touch move as one; a group's place is the mean of what its members want.
  struct Group {
    double sum;
    std::size_t count;
    double start;
  };
  std::vector<std::size_t> order(wanted.size());
  for (std::size_t index = 0; index < order.size(); ++index)
    order[index] = index;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return wanted[a] != wanted[b] ? wanted[a] < wanted[b] : a < b;
  });
  std::vector<Group> groups;
  const auto settle = [&](Group &group) {
    const double length = gap * static_cast<double>(group.count - 1);
    group.start = group.sum / static_cast<double>(group.count);
    group.start = std::max(low, std::min(group.start, high - length));
  };
  for (const std::size_t index : order) {
    groups.push_back({wanted[index], 1, 0});
    settle(groups.back());
    while (groups.size() > 1) {
      const Group last = groups.back();
      Group &before = groups[groups.size() - 2];
      if (before.start + gap * static_cast<double>(before.count) <= last.start)
        break;
      // Members of `last` want their places less the room that those before them take.
      before.sum += last.sum - gap * static_cast<double>(before.count * last.count);
      before.count += last.count;
      groups.pop_back();
      settle(before);
    }
  }
  std::vector<double> places(wanted.size());
  std::size_t position = 0;
  for (const Group &group : groups) {
    for (std::size_t member = 0; member < group.count; ++member)
      places[order[position++]] = group.start + gap * static_cast<double>(member);
  }
  return places;
}

Svg::Svg(double width, double height, const std::string &id, const std::string &title,
         const std::string &description) {
  body = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" viewBox=\"0 0 " +
         coordinate(width) + " " + coordinate(height) + "\" aria-labelledby=\"" + id + "-t " + id +
         "-d\">" + tag("title", "id=\"" + id + "-t\"", escape(title)) +
         tag("desc", "id=\"" + id + "-d\"", escape(description));
}

void Svg::line(Point from, Point to, std::string_view css) {
  body.append("<path class=\"").append(css).append("\" d=\"M");
  body += pointText(from) + "L" + pointText(to) + "\"/>";
}

void Svg::rect(Point corner, double width, double height, std::string_view css,
               const std::string &tooltip) {
  const std::string attributes = "class=\"" + std::string(css) + "\" x=\"" + coordinate(corner.x) +
                                 "\" y=\"" + coordinate(corner.y) + "\" width=\"" +
                                 coordinate(std::max(width, 0.0)) + "\" height=\"" +
                                 coordinate(height) + "\"";
  body += tag("rect", attributes, tooltip.empty() ? "" : tag("title", "", escape(tooltip)));
}

void Svg::path(const std::vector<Point> &points, std::string_view css) {
  if (points.empty())
    return;
  body.append("<path class=\"").append(css).append("\" d=\"");
  for (std::size_t index = 0; index < points.size(); ++index)
    body += (index ? "L" : "M") + pointText(points[index]);
  body += "\"/>";
}

void Svg::text(Point at, const std::string &text, std::string_view css, std::string_view anchor) {
  body += "<text x=\"" + coordinate(at.x) + "\" y=\"" + coordinate(at.y) + "\" class=\"";
  body.append(css).append("\"");
  if (anchor != "start")
    body.append(" text-anchor=\"").append(anchor).append("\"");
  body += ">" + escape(text) + "</text>";
}

void Svg::rotatedText(Point at, const std::string &text, std::string_view css) {
  body += "<text transform=\"translate(" + pointText(at) +
          ") rotate(-90)\" text-anchor=\"middle\" class=\"";
  body.append(css).append("\">").append(escape(text)).append("</text>");
}

std::string markerMarkup(Shape shape, Point at, std::string_view css, const std::string &tooltip,
                         double radius) {
  const bool hollow = shape == Shape::Ring || shape == Shape::Cross;
  return tag("path",
             "class=\"" + std::string(css) + (hollow ? " hollow" : " mark") + "\" d=\"" +
                 markerPath(shape, at, radius) + "\"",
             tooltip.empty() ? "" : tag("title", "", escape(tooltip)));
}

void Svg::marker(Shape shape, Point at, std::string_view css, const std::string &tooltip,
                 double radius) {
  body += markerMarkup(shape, at, css, tooltip, radius);
}

void Svg::open(std::string_view css, const std::string &tooltip) {
  body.append("<g class=\"").append(css).append("\">");
  if (!tooltip.empty())
    body += tag("title", "", escape(tooltip));
}

void Svg::close() {
  body += "</g>";
}

void Svg::horizontalAxis(const Scale &scale, double top, double bottom, const std::string &title,
                         std::string (*format)(double)) {
  const int count = std::max(2, static_cast<int>(std::fabs(scale.to - scale.from) / 50));
  for (const double tick : scale.ticks(count)) {
    const double x = scale(tick);
    line({x, top}, {x, bottom}, "grid");
    text({x, bottom + 15}, format(tick), "tick", "middle");
  }
  if (!title.empty())
    text({(scale.from + scale.to) / 2, bottom + 33}, title, "axis", "middle");
}

void Svg::verticalAxis(const Scale &scale, double left, double right, const std::string &title,
                       std::string (*format)(double)) {
  for (const double tick : scale.ticks(10)) {
    const double y = scale(tick);
    line({left, y}, {right, y}, "grid");
    text({left - 7, y + 4}, format(tick), "tick", "end");
  }
  if (!title.empty())
    rotatedText({left - 42, (scale.from + scale.to) / 2}, title, "axis");
}

LabelPlacer::LabelPlacer(Point topLeft, Point bottomRight)
    : area{topLeft.x, topLeft.y, bottomRight.x, bottomRight.y} {
}

void LabelPlacer::block(Point at, double radius) {
  taken.push_back({at.x - radius, at.y - radius, at.x + radius, at.y + radius});
}

bool LabelPlacer::isFree(const Box &box) const {
  if (box.left < area.left || box.right > area.right || box.top < area.top ||
      box.bottom > area.bottom)
    return false;
  return std::none_of(taken.begin(), taken.end(), [&](const Box &other) {
    return box.left < other.right && other.left < box.right && box.top < other.bottom &&
           other.top < box.bottom;
  });
}

bool LabelPlacer::place(Svg &svg, Point at, const std::string &text, std::string_view css) {
  const double width = LetterWidth * static_cast<double>(letters(text));
  const double half = LabelHeight / 2;
  struct Place {
    double left, middle;
    const char *anchor;
    double x;
  };
  const Place places[] = {{at.x + 9, at.y, "start", at.x + 9},
                          {at.x - 9 - width, at.y, "end", at.x - 9},
                          {at.x + 7, at.y - 11, "start", at.x + 7},
                          {at.x + 7, at.y + 11, "start", at.x + 7},
                          {at.x - 7 - width, at.y - 11, "end", at.x - 7},
                          {at.x - 7 - width, at.y + 11, "end", at.x - 7},
                          {at.x - width / 2, at.y - 14, "middle", at.x},
                          {at.x - width / 2, at.y + 14, "middle", at.x}};
  for (const Place &place : places) {
    const Box box = {place.left, place.middle - half, place.left + width, place.middle + half};
    if (!isFree(box))
      continue;
    taken.push_back(box);
    svg.text({place.x, place.middle + 4}, text, css, place.anchor);
    return true;
  }
  return false;
}

} // namespace warpsmith::harness::html
