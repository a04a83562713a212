#include "runtime/harness/run/Events.h"
#include "runtime/harness/worker/Protocol.h"

namespace warpsmith::harness {

using nlohmann::json;

namespace {

std::optional<double> optionalNumber(const json &object, const char *key) {
  return object.contains(key) ? std::optional(object.at(key).get<double>()) : std::nullopt;
}

} // namespace

Check readCheck(const json &event) {
  Check check;
  check.probe = event.at("probe").get<std::string>();
  check.step = event.at("step").get<std::string>();
  check.passed = event.at("passed").get<bool>();
  check.applicable = event.value("applicable", true);
  check.reason = event.at("reason").get<std::string>();
  check.examples = event.at("examples").get<std::vector<std::string>>();
  check.maxError = decodeNumber(event.at("max_error"));
  check.errorBound = decodeNumber(event.at("error_bound"));
  check.maxRatio = decodeNumber(event.at("max_ratio"));
  check.scaledError = decodeNumber(event.at("scaled_error"));
  check.failures = event.value("failures", std::size_t{0});
  check.referenceSeconds = event.value("reference_seconds", 0.0);
  check.kernels = event.value("kernels", std::vector<std::string>());
  check.launches = event.value("launches", std::vector<std::string>());
  if (event.contains("identical"))
    check.identical = event.at("identical").get<bool>();
  return check;
}

TimedSample readSample(const json &event) {
  TimedSample sample;
  sample.round = event.at("round").get<int>();
  sample.launches = event.at("launches").get<int>();
  sample.seconds = event.at("seconds").get<double>();
  sample.hostSeconds = event.at("host_seconds").get<double>();
  sample.smClock = optionalNumber(event, "sm_clock_mhz");
  sample.power = optionalNumber(event, "power_w");
  sample.temperature = optionalNumber(event, "temperature_c");
  return sample;
}

} // namespace warpsmith::harness
