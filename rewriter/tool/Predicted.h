/// What the model expects of a schedule, for a report.
#pragma once

#include <optional>

namespace warpsmith::tool {

/// For the sizes that predictions are made for: what a launch takes, and how it is beside `tile`.
struct Predicted {
  double rows, columns, steps;
  double seconds;
  std::optional<double> timesTile; ///< as fast as that pass alone
};

} // namespace warpsmith::tool
