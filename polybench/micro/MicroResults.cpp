#include "polybench/micro/MicroResults.h"
#include "runtime/harness/core/Statistics.h"
#include <algorithm>
#include <cmath>
#include <functional>

namespace warpsmith::polybench {
namespace {

using nlohmann::json;
using Row = nlohmann::ordered_json;

constexpr double SubPartitions = 4;

MicroLength readLength(const json &encoded) {
  return {encoded.at("seconds").get<double>(), encoded.at("cycles").get<double>()};
}

/// Calls `visit` for each operation with its warp instructions of one block and launch.
void forEachOperation(const json &description,
                      const std::function<void(const json &operation, double count)> &visit) {
  const json &roles = description.at("roles");
  for (std::size_t role = 0; role < roles.size(); ++role) {
    const double times =
        description.at("iterations").at(role).get<double>() * roles[role].at("warps").get<double>();
    for (const json &operation : roles[role].at("operations"))
      if (const double count = times * operation.at("per_iteration").get<double>(); count > 0)
        visit(operation, count);
  }
}

double warpsOf(const json &description) {
  double warps = 0;
  for (const json &role : description.at("roles"))
    warps += role.at("warps").get<double>();
  return warps;
}

std::vector<double> collect(const std::vector<MicroSample> &samples,
                            const std::function<double(const MicroSample &)> &value) {
  std::vector<double> values;
  values.reserve(samples.size());
  for (const MicroSample &sample : samples)
    values.push_back(value(sample));
  return values;
}

double medianCycles(const MicroPointResult &point) {
  return harness::median(
      collect(point.samples, [](const MicroSample &sample) { return sample.together.cycles; }));
}

void addReading(Row &row, const char *key, const std::vector<MicroSample> &samples,
                double MicroSample::*member) {
  std::vector<double> values;
  for (const MicroSample &sample : samples)
    if (sample.*member > 0)
      values.push_back(sample.*member);
  if (!values.empty())
    row[key] = harness::median(values);
}

double toMicroseconds(double seconds) {
  return std::round(seconds * 1e12) * 1e-6;
}

} // namespace

MicroPointResult *MicroResults::find(const json &event) {
  for (MicroPointResult &result : results)
    if (result.description.at("point") == event.at("point"))
      return &result;
  return nullptr;
}

void MicroResults::take(const json &event) {
  const std::string kind = event.value("event", "");
  if (kind == "point") {
    results.emplace_back();
    results.back().description = event;
    return;
  }
  if (kind != "checked" && kind != "sample")
    return;
  MicroPointResult *point = find(event);
  if (!point)
    return;
  if (kind == "checked") {
    point->checked = true;
    if (point->failure.empty())
      point->failure = event.at("reason").get<std::string>();
    return;
  }
  MicroSample sample;
  sample.together = readLength(event);
  for (const json &alone : event.value("alone", json::array()))
    sample.alone.push_back(readLength(alone));
  sample.smClock = event.value("sm_clock_mhz", 0.0);
  sample.power = event.value("power_w", 0.0);
  point->samples.push_back(std::move(sample));
}

void MicroResults::fail(const std::string &reason) {
  for (MicroPointResult &point : results)
    if (!point.checked && point.failure.empty())
      point.failure = reason;
}

/// Instructions a cycle and block; 0 where no point has this one alone.
double MicroResults::rateAlone(const MicroPointResult &mixed, const json &operation) const {
  double best = 0;
  for (const MicroPointResult &point : results) {
    if (point.samples.empty() || !point.failure.empty() ||
        point.description.at("experiment") != mixed.description.at("experiment") ||
        warpsOf(point.description) != warpsOf(mixed.description))
      continue;
    int kinds = 0;
    double count = 0;
    forEachOperation(point.description, [&](const json &other, double times) {
      ++kinds;
      // FP16 and TF32 are both HMMA.
      if (other.at("mnemonic") == operation.at("mnemonic") &&
          other.at("flops") == operation.at("flops"))
        count += times;
    });
    if (kinds == 1 && count > 0)
      best = std::max(best, count / medianCycles(point));
  }
  return best;
}

Row MicroResults::row(const MicroPointResult &point, int family) const {
  const json &told = point.description;
  const auto experiment = told.at("experiment").get<std::string>();
  const auto pointName = told.at("name").get<std::string>();
  const std::string name = "micro/" + experiment + "/" + pointName;
  const bool timed = point.failure.empty() && !point.samples.empty();
  Row row = {{"name", name},
             {"family_index", family},
             {"per_family_instance_index", 0},
             {"run_name", name},
             {"run_type", timed ? "aggregate" : "iteration"},
             {"repetitions", point.samples.size()},
             {"threads", 1}};
  if (timed)
    row["aggregate_name"] = "median";
  row["iterations"] = std::max<std::size_t>(1, point.samples.size());
  row["real_time"] = 0;
  row["cpu_time"] = 0;
  row["time_unit"] = "us";
  row["benchmark"] = "micro/" + experiment;
  row["variant"] = pointName;
  row["type"] = "-";
  row["size"] = "-";
  row["experiment"] = experiment;
  row["kernel"] = told.at("kernel");
  for (const json &parameter : told.at("parameters"))
    row["parameters"][parameter.at(0).get<std::string>()] = parameter.at(1);
  row["loop_iterations"] = told.at("iterations");
  row["verdict"] = point.failure.empty() ? "ok" : "failed";
  if (!point.failure.empty()) {
    row["error_occurred"] = true;
    row["error_message"] = point.failure;
  }
  if (!timed)
    return row;

  const std::vector<double> seconds =
      collect(point.samples, [](const MicroSample &sample) { return sample.together.seconds; });
  const harness::Interval interval = harness::medianInterval(seconds);
  row["real_time"] = row["cpu_time"] = toMicroseconds(harness::median(seconds));
  row["median_low"] = toMicroseconds(interval.low);
  row["median_high"] = toMicroseconds(interval.high);
  const double cycles = medianCycles(point);
  row["cycles"] = cycles;
  const auto blocks = told.at("blocks").get<double>();
  double flops = 0;
  double bytes = 0;
  double apart = 0; // cycles that the instructions take by themselves
  bool known = true;
  forEachOperation(told, [&](const json &operation, double count) {
    const auto mnemonic = operation.at("mnemonic").get<std::string>();
    row["instructions"][mnemonic] = count * blocks;
    row["instructions_per_clock"][mnemonic] = count / cycles / SubPartitions;
    flops += count * blocks * operation.at("flops").get<double>();
    bytes += count * blocks * operation.at("bytes").get<double>();
    const double rate = rateAlone(point, operation);
    known = known && rate > 0;
    apart += rate > 0 ? count / rate : 0;
  });
  row["TFLOPS"] = flops / harness::median(seconds) * 1e-12;
  row["bytes_per_second"] = bytes / harness::median(seconds);

  std::vector<double> overlaps;
  if (!point.samples.front().alone.empty()) {
    for (std::size_t role = 0; role < point.samples.front().alone.size(); ++role)
      row["alone_cycles"].push_back(harness::median(collect(
          point.samples, [&](const MicroSample &sample) { return sample.alone.at(role).cycles; })));
    overlaps = collect(point.samples, [](const MicroSample &sample) {
      double sum = 0;
      for (const MicroLength &alone : sample.alone)
        sum += alone.cycles;
      return sum / sample.together.cycles;
    });
  } else if (known && row["instructions"].size() > 1) {
    overlaps = collect(point.samples,
                       [&](const MicroSample &sample) { return apart / sample.together.cycles; });
  }
  if (!overlaps.empty()) {
    const harness::Interval range = harness::medianInterval(overlaps);
    row["overlap"] = harness::median(overlaps);
    row["overlap_low"] = range.low;
    row["overlap_high"] = range.high;
  }
  addReading(row, "sm_clock_mhz", point.samples, &MicroSample::smClock);
  addReading(row, "power_w", point.samples, &MicroSample::power);
  return row;
}

std::vector<Row> MicroResults::rows() const {
  std::vector<Row> all;
  all.reserve(results.size());
  for (const MicroPointResult &point : results)
    all.push_back(row(point, static_cast<int>(all.size())));
  return all;
}

} // namespace warpsmith::polybench
