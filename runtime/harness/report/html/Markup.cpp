#include "runtime/harness/report/html/Markup.h"
#include "runtime/harness/report/Format.h"
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace warpsmith::harness::html {
namespace {

constexpr std::string_view Replacement = "\xef\xbf\xbd";

/// Length of the well-formed UTF-8 sequence at `at`, or 0 (Unicode 15.0, table 3-7).
std::size_t sequenceLength(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t index) {
    return at + index < text.size() ? static_cast<unsigned char>(text[at + index]) : 0U;
  };
  const auto follows = [&](std::size_t index, unsigned low = 0x80, unsigned high = 0xbf) {
    return byte(index) >= low && byte(index) <= high;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80)
    return 1;
  if (lead >= 0xc2 && lead <= 0xdf)
    return follows(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef)
    return follows(1, lead == 0xe0 ? 0xa0 : 0x80, lead == 0xed ? 0x9f : 0xbf) && follows(2) ? 3 : 0;
  if (lead >= 0xf0 && lead <= 0xf4) {
    return follows(1, lead == 0xf0 ? 0x90 : 0x80, lead == 0xf4 ? 0x8f : 0xbf) && follows(2) &&
                   follows(3)
               ? 4
               : 0;
  }
  return 0;
}

} // namespace

std::string escape(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequenceLength(text, at);
    const char first = text[at];
    const auto code = static_cast<unsigned char>(first);
    if (first == '&')
      escaped += "&amp;";
    else if (first == '<')
      escaped += "&lt;";
    else if (first == '>')
      escaped += "&gt;";
    else if (first == '"')
      escaped += "&quot;";
    else if (first == '\'')
      escaped += "&#39;";
    else if (length == 0 || code == 0x7f || (code < 0x20 && first != '\n' && first != '\t'))
      escaped += Replacement;
    else
      escaped += text.substr(at, length);
    at += length ? length : 1;
  }
  return escaped;
}

std::string tag(std::string_view name, std::string_view attributes, std::string_view content) {
  std::string text = "<";
  text.append(name);
  if (!attributes.empty())
    text.append(" ").append(attributes);
  text.append(">").append(content).append("</").append(name).append(">");
  return text;
}

std::string coordinate(double value) {
  if (!std::isfinite(value))
    return "0";
  const double rounded = std::round(value * 10) / 10;
  std::array<char, 32> buffer = {};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(),
                                          rounded == 0 ? 0.0 : rounded, std::chars_format::general);
  return error == std::errc() ? std::string(buffer.data(), end) : "0";
}

std::string data(double value, const std::string &shown) {
  std::array<char, 32> buffer = {};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return tag("data", "value=\"" + std::string(buffer.data(), result.ptr) + "\"", shown);
}

std::string times(double ratio) {
  return significant(ratio, 3) + "\u00d7";
}

std::string timeText(double microseconds) {
  std::string text = duration(microseconds);
  if (const std::size_t at = text.find("us"); at != std::string::npos)
    text.replace(at, 1, "\u00b5");
  return text;
}

std::string scientific(double value) {
  if (value == 0)
    return "0";
  std::array<char, 32> buffer = {};
  std::snprintf(buffer.data(), buffer.size(), "%.1e", value);
  std::string text = buffer.data();
  const std::size_t at = text.find('e');
  const int exponent = std::stoi(text.substr(at + 1));
  const bool isRound = text.compare(at - 2, 2, ".0") == 0;
  return text.substr(0, isRound ? at - 2 : at) + "e" + std::to_string(exponent);
}

std::string tflopsText(double value) {
  return significant(value, 3);
}

} // namespace warpsmith::harness::html
