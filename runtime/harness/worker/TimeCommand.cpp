#include "runtime/harness/worker/TimeCommand.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/worker/DeviceInfo.h"

namespace warpsmith::harness::worker {
namespace {

using nlohmann::json;

void put(json &object, const char *key, const std::optional<double> &value) {
  if (value)
    object[key] = *value;
}

} // namespace

TimingSettings timingSettings(const json &command) {
  TimingSettings settings;
  settings.rounds = command.at("rounds").get<int>();
  settings.sampleSeconds = command.at("sample_seconds").get<double>();
  settings.warmupSeconds = command.at("warmup_seconds").get<double>();
  const auto mode = command.at("mode").get<std::string>();
  const auto parsed = parseTimingMode(mode);
  if (!parsed)
    throw InputError("unknown mode '" + mode + "'");
  settings.mode = *parsed;
  settings.algorithms = command.value("algorithms", 1);
  settings.probe = command.at("probe").get<std::string>();
  return settings;
}

json runTiming(Session &session, const std::vector<TimedContestant> &contestants,
               const TimingSettings &settings,
               const std::function<void(const json &message)> &send) {
  const Telemetry telemetry(busId());
  TimingListener listener;
  listener.begin = [&](const std::string &name) {
    send({{"event", "begin"}, {"name", name}, {"step", "timing"}});
  };
  listener.planned = [&](const std::string &name, const Planned &planned) {
    json message = {{"event", "planned"},
                    {"name", name},
                    {"kernels", planned.kernels},
                    {"graph", planned.inGraph},
                    {"algorithm", planned.algorithm},
                    {"algorithms", planned.algorithms}};
    put(message, "kernel_host_seconds", planned.kernelHostSeconds);
    send(message);
  };
  listener.sampled = [&](const Sample &sample) {
    json message = {{"event", "sample"},         {"name", contestants[sample.contestant].name},
                    {"round", sample.round},     {"launches", sample.launches},
                    {"seconds", sample.seconds}, {"host_seconds", sample.hostSeconds}};
    put(message, "sm_clock_mhz", sample.reading.smClock);
    put(message, "memory_clock_mhz", sample.reading.memoryClock);
    put(message, "power_w", sample.reading.power);
    put(message, "temperature_c", sample.reading.temperature);
    send(message);
  };
  const Rotation rotation = timeContestants(session, contestants, settings, telemetry, listener);
  return {{"reply", "timed"}, {"buffer_sets", rotation.sets}, {"buffer_bytes", rotation.bytes}};
}

} // namespace warpsmith::harness::worker
