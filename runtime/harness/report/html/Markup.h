// Text and numbers as HTML.
#pragma once

#include <string>
#include <string_view>

namespace warpsmith::harness::html {

/// Text for an element or an attribute between double quotes. Bytes that are no UTF-8 and control
/// characters, which HTML cannot hold, become U+FFFD.
std::string escape(std::string_view text);

/// <name attributes>content</name>; attributes and content are markup already.
std::string tag(std::string_view name, std::string_view attributes, std::string_view content);

/// A coordinate, to a tenth; 0 for what is not finite.
std::string coordinate(double value);

/// A number that reads well, and for programs all of its digits: <data value="65.7116">65.7</data>.
std::string data(double value, const std::string &shown);

/// 0.031x, 24.3x with a multiplication sign; 65.71 us with a micro sign; 2.8e-7 as a power of ten.
std::string times(double ratio);
std::string timeText(double microseconds);
std::string scientific(double value);
std::string tflopsText(double value);

} // namespace warpsmith::harness::html
