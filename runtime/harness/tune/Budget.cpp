#include "runtime/harness/tune/Budget.h"
#include "runtime/harness/core/Sizes.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

namespace warpsmith::harness {

double parseDuration(const std::string &text, const std::string &option) {
  static const std::map<std::string, double> Units = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}};
  std::size_t end = 0;
  double number = 0;
  try {
    number = std::stod(text, &end);
  } catch (const std::exception &) { // std::stod's ways to say that it is no number
    end = std::string::npos;
  }
  const auto unit = end == std::string::npos ? Units.end() : Units.find(text.substr(end));
  if (unit == Units.end() || !std::isfinite(number) || number <= 0)
    throw InputError(option + ": '" + text + "' is no time, such as 90s, 10m or 1.5h");
  return number * unit->second;
}

double Budget::steadyClock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Budget::Budget(double seconds, Clock clock)
    : seconds(seconds),
      clock(std::move(clock)),
      start(this->clock()) {
}

double Budget::elapsed() const {
  return clock() - start;
}

double Budget::passed() const {
  return seconds > 0 ? std::min(1.0, elapsed() / seconds) : 0;
}

bool Budget::spent() const {
  return spent(1);
}

bool Budget::spent(double share) const {
  return seconds > 0 && elapsed() >= share * seconds;
}

} // namespace warpsmith::harness
