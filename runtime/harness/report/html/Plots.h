// The plots of the page, each an inline SVG made of what the results files hold.
#pragma once

#include "runtime/harness/report/html/Group.h"

namespace warpsmith::harness::html {

/// Times with their intervals, and speed-ups over the original and cuBLAS, at one size.
std::string timeBars(const Group &group, const std::string &size, const std::string &id);

/// TFLOP/s by size, both logarithmic: a line a contestant. Empty for fewer than two timed sizes.
std::string sizeSweep(const Group &group, const std::string &id);

/// TFLOP/s by operations a compulsory byte under the device's roofs. Empty when nothing was timed.
std::string roofline(const Group &group, const std::string &id);

/// TFLOP/s by error at one size, with the contestants that no other beats in both joined. Empty
/// when nothing was timed or no error is known.
std::string errorAgainstSpeed(const Group &group, const std::string &size, const std::string &id);

/// Percent of each unit's peak at one size. Empty when the file has none.
std::string utilisationBars(const Group &group, const std::string &size, const std::string &id);

} // namespace warpsmith::harness::html
