// How long a search may take.
#pragma once

#include <functional>
#include <string>

namespace warpsmith::harness {

/// "90s", "10m", "1.5h" or a number of seconds. Throws InputError naming `option`.
double parseDuration(const std::string &text, const std::string &option);

class Budget {
public:
  /// Seconds since any moment.
  using Clock = std::function<double()>;

  static double steadyClock();

  /// Begins now; 0 seconds: no limit.
  explicit Budget(double seconds, Clock clock = steadyClock);

  bool spent() const;
  /// True when that share of it, 0 to 1, has passed.
  bool spent(double share) const;
  /// The share that has passed, 0 to 1; 0 without a limit.
  double passed() const;
  double elapsed() const;

private:
  double seconds;
  Clock clock;
  double start;
};

} // namespace warpsmith::harness
