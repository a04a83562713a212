// Numbers and tables as text.
#pragma once

#include <string>
#include <vector>

namespace warpsmith::harness {

using Cells = std::vector<std::string>;

/// A number with so many significant digits, without an exponent: 0.0310, 38.0, 339.
std::string significant(double value, int digits);

/// Microseconds in the unit that suits them: 65.71 us, 3.522 ms.
std::string duration(double microseconds);

/// 0.0452 as 4.5 %.
std::string percent(double relative);

/// Lines of a table, padded: the first columns to the left, numbers to the right.
std::string align(const std::vector<Cells> &lines, std::size_t leftColumns);

} // namespace warpsmith::harness
