#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/core/BaselineNames.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/core/Statistics.h"
#include "runtime/harness/report/Machine.h"
#include "runtime/harness/report/TextFile.h"
#include <algorithm>
#include <cmath>

namespace warpsmith::harness {
namespace {

using Json = nlohmann::ordered_json;

std::string nameOf(const Row &row) {
  return std::string(row.benchmark->name) + "/" + row.variant.name + "/" +
         std::string(spelling(row.type)) + "/" + shortSpelling(row.sizes);
}

/// Fields that every row of Google Benchmark has.
Json commonFields(const Row &row, int family, const std::string &suffix) {
  const std::string name = nameOf(row);
  return {{"name", name + suffix},
          {"family_index", family},
          {"per_family_instance_index", 0},
          {"run_name", name},
          {"run_type", suffix.empty() ? "iteration" : "aggregate"},
          {"repetitions", row.timing.samples.size()},
          {"threads", 1}};
}

/// To the picosecond: what lies below says nothing and would double the file.
double toMicroseconds(double seconds) {
  return std::round(seconds * 1e12) * 1e-6;
}

void addTimes(Json &json, double real, double host) {
  json["real_time"] = toMicroseconds(real);
  json["cpu_time"] = toMicroseconds(host);
  json["time_unit"] = "us";
}

/// A number where JSON has one; infinities and NaN are left out.
void addNumber(Json &json, const std::string &key, double value) {
  if (std::isfinite(value))
    json[key] = value;
}

void addReadings(Json &json, const std::vector<TimedSample> &samples) {
  const auto add = [&](const char *key, std::optional<double> TimedSample::*member) {
    std::vector<double> values;
    for (const TimedSample &sample : samples) {
      if (sample.*member)
        values.push_back(*(sample.*member));
    }
    if (!values.empty())
      json[key] = median(values);
  };
  add("sm_clock_mhz", &TimedSample::smClock);
  add("power_w", &TimedSample::power);
  add("temperature_c", &TimedSample::temperature);
}

Json sampleRow(const Row &row, int family, const TimedSample &sample) {
  Json json = commonFields(row, family, "");
  json["repetition_index"] = sample.round;
  json["iterations"] = sample.launches;
  addTimes(json, sample.seconds, sample.hostSeconds);
  addReadings(json, {sample});
  return json;
}

void addSpeedup(Json &json, const Row &row, const Row *other, const std::string &key) {
  if (!other || !other->timed())
    return;
  const std::vector<double> ratios = pairedRatios(other->seconds(), row.seconds());
  const Interval interval = medianInterval(ratios);
  json[key] = median(ratios);
  json[key + "_low"] = interval.low;
  json[key + "_high"] = interval.high;
}

/// Elements that verification found wrong on the inputs with most of them; all that a run writes
/// when it ended without results.
std::size_t wrongElements(const Row &row) {
  std::size_t most = 0;
  for (const Check &check : row.checks)
    most = std::max(most, check.failures);
  if (most || row.verdict != Verdict::Failed)
    return most;
  for (int buffer = 0; buffer < static_cast<int>(row.benchmark->buffers.size()); ++buffer) {
    if (isWritten(*row.benchmark, buffer))
      most += elementsOf(*row.benchmark, buffer, row.sizes);
  }
  return most;
}

void addVerification(Json &json, const Row &row) {
  json["wrong_elements"] = wrongElements(row);
  if (row.benchmark->classicThreshold)
    json["classic_threshold"] = *row.benchmark->classicThreshold;
  if (row.checks.empty())
    return;
  json["reference_s"] = row.checks.front().referenceSeconds;
  const auto worst =
      std::max_element(row.checks.begin(), row.checks.end(),
                       [](const Check &a, const Check &b) { return a.maxRatio < b.maxRatio; });
  double scaled = 0;
  bool known = false;
  bool identical = true;
  for (const Check &check : row.checks) {
    scaled = std::max(scaled, check.scaledError);
    known = known || check.identical.has_value();
    identical = identical && check.identical.value_or(true);
  }
  addNumber(json, "max_error", worst->maxError);
  addNumber(json, "error_bound", worst->errorBound);
  addNumber(json, "error_ratio", worst->maxRatio);
  addNumber(json, "scaled_error", scaled);
  json["probes"] = row.checks.size();
  if (known)
    json["bits_equal"] = identical ? 1 : 0;
}

/// Of a benchmark that is one product: how its operands lie (T: as they are used transposed), and
/// what the old C counts.
void addProduct(Json &json, const Row &row) {
  const Benchmark &benchmark = *row.benchmark;
  for (int buffer = 0; buffer < static_cast<int>(benchmark.buffers.size()); ++buffer)
    json["element_types"][benchmark.buffers[buffer].name] =
        spelling(typeOf(benchmark, buffer, row.type));
  if (benchmark.baseline.size() != 1)
    return;
  const ProductCall &product = benchmark.baseline.front();
  json["layout"] = std::string(product.transposeLeft ? "T" : "N") +
                   std::string(product.transposeRight ? "T" : "N");
  if (product.beta < 0)
    json["beta"] = product.accumulate ? 1 : 0;
  else if (static_cast<std::size_t>(product.beta) < benchmark.scalars.size())
    json["beta"] = benchmark.scalars[product.beta].random;
}

/// How samples were taken in one mode.
void addMode(Json &json, const TimedMode &timing) {
  json["mode"] = spelling(timing.mode);
  json["launched_by"] = timing.inGraph ? "graph" : "stream";
  if (timing.kernelHostSeconds)
    json["kernel_cpu_time"] = toMicroseconds(*timing.kernelHostSeconds);
  if (timing.algorithms > 1) {
    json["algorithm"] = timing.algorithm;
    json["algorithms"] = timing.algorithms;
  }
}

Json otherMode(const TimedMode &timing) {
  Json json;
  addMode(json, timing);
  addTimes(json, median(timing.seconds()), median(timing.hostSeconds()));
  const Interval interval = medianInterval(timing.seconds());
  json["median_low"] = toMicroseconds(interval.low);
  json["median_high"] = toMicroseconds(interval.high);
  json["repetitions"] = timing.samples.size();
  return json;
}

void addSummary(Json &json, const Row &row, const Results &results) {
  json["benchmark"] = row.benchmark->name;
  json["variant"] = row.variant.name;
  json["passes"] = row.variant.passes;
  json["numerics"] = name(row.variant.contract);
  json["type"] = spelling(row.type);
  json["size"] = shortSpelling(row.sizes);
  addProduct(json, row);
  json["device"] = row.device;
  json["verdict"] = spelling(row.verdict);
  json["baseline"] = row.isBaseline && !row.isTwin ? 1 : 0;
  json["twin"] = row.isTwin ? 1 : 0;
  if (row.verdict == Verdict::Failed) {
    json["error_occurred"] = true;
    json["error_message"] = row.reason;
  }
  if (row.verdict == Verdict::Skipped || row.verdict == Verdict::NotApplicable)
    json["label"] = std::string(spelling(row.verdict)) + ": " + row.reason;
  if (!row.build.empty())
    json["build"] = row.build;
  addVerification(json, row);
  addNumber(json, "operations", row.benchmark->operations(row.sizes));
  addNumber(json, "compulsory_bytes", compulsoryBytes(*row.benchmark, row.sizes, row.type));
  if (!row.kernels.empty())
    json["kernels"] = row.kernels;
  if (!row.launches.empty())
    json["launches"] = row.launches;
  json["fell_back"] = row.fellBack() ? 1 : 0;
  for (const auto &[unit, share] : row.utilisation)
    json["utilisation"][unit] = share;
  if (!row.timed())
    return;
  const double seconds = median(row.seconds());
  json["TFLOPS"] = row.benchmark->operations(row.sizes) / seconds * 1e-12;
  json["bytes_per_second"] = compulsoryBytes(*row.benchmark, row.sizes, row.type) / seconds;
  const Interval interval = medianInterval(row.seconds());
  json["median_low"] = toMicroseconds(interval.low);
  json["median_high"] = toMicroseconds(interval.high);
  const Row *original = results.find(row, "original");
  if (&row != original)
    addSpeedup(json, row, original, "speedup_vs_original");
  if (const BaselineRow *baseline = baselineFor(row.type, row.variant.contract);
      baseline && baseline->name != row.variant.name)
    addSpeedup(json, row, results.find(row, std::string(baseline->name)), "speedup_vs_cublas");
  addReadings(json, row.timing.samples);
  addMode(json, row.timing);
  for (const TimedMode &timing : row.otherTimings) {
    if (!timing.samples.empty())
      json["other_modes"].push_back(otherMode(timing));
  }
}

Json aggregateRow(const Row &row, int family, const std::string &name, double seconds,
                  double hostSeconds) {
  Json json = commonFields(row, family, "_" + name);
  json["aggregate_name"] = name;
  json["aggregate_unit"] = name == "cv" ? "percentage" : "time";
  json["iterations"] = row.timing.samples.size();
  if (name == "cv") {
    json["real_time"] = seconds;
    json["cpu_time"] = hostSeconds;
    json["time_unit"] = "us";
  } else {
    addTimes(json, seconds, hostSeconds);
  }
  return json;
}

/// 0 where all samples are, for which JSON has no quotient.
double relativeDeviation(const std::vector<double> &samples) {
  const double center = mean(samples);
  return center == 0 ? 0 : standardDeviation(samples) / center;
}

void addTimedRows(Json &rows, const Row &row, int family, const Results &results) {
  for (const TimedSample &sample : row.timing.samples)
    rows.push_back(sampleRow(row, family, sample));
  const std::vector<double> seconds = row.seconds();
  const std::vector<double> host = row.timing.hostSeconds();
  rows.push_back(aggregateRow(row, family, "mean", mean(seconds), mean(host)));
  Json summary = aggregateRow(row, family, "median", median(seconds), median(host));
  addSummary(summary, row, results);
  rows.push_back(std::move(summary));
  rows.push_back(
      aggregateRow(row, family, "stddev", standardDeviation(seconds), standardDeviation(host)));
  rows.push_back(
      aggregateRow(row, family, "cv", relativeDeviation(seconds), relativeDeviation(host)));
  rows.push_back(aggregateRow(row, family, "mad", medianAbsoluteDeviation(seconds),
                              medianAbsoluteDeviation(host)));
}

void addUntimedRow(Json &rows, const Row &row, int family, const Results &results) {
  Json json = commonFields(row, family, "");
  json["repetition_index"] = 0;
  json["iterations"] = 0;
  addTimes(json, 0, 0);
  addSummary(json, row, results);
  if (row.isVerified()) {
    json["label"] = results.device.value("kind", "") == "emulator" ? "emulator: verified, not timed"
                                                                   : "verified, not timed";
  }
  rows.push_back(std::move(json));
}

} // namespace

Json toDocument(const Results &results, const Json &context) {
  Json document;
  document["context"] = machineContext();
  document["context"][VersionKey] = SchemaVersion;
  document["context"].update(context);
  Json &own = document["context"];
  own["device"] = results.device;
  own["devices"] = Json::array();
  for (const nlohmann::json &device :
       results.devices.empty() ? std::vector<nlohmann::json>{results.device} : results.devices) {
    own["devices"].push_back({{"host_name", own.at("host_name")}});
    if (device.is_object())
      own["devices"].back().update(Json(device));
  }
  own["interrupted"] = results.interrupted;
  if (results.bufferSets) {
    own["buffer_sets"] = results.bufferSets;
    own["buffer_bytes"] = results.bufferBytes;
  }
  own["noise_floor"] = Json::array();
  for (const NoiseFloor &noise : results.noise) {
    own["noise_floor"].push_back({{"benchmark", noise.benchmark ? noise.benchmark->name : ""},
                                  {"contestant", noise.contestant},
                                  {"type", spelling(noise.type)},
                                  {"size", shortSpelling(noise.sizes)},
                                  {"relative", noise.relative}});
  }
  document["benchmarks"] = Json::array();
  int family = 0;
  for (const Row &row : results.rows) {
    if (row.timed()) {
      addTimedRows(document["benchmarks"], row, family, results);
    } else {
      addUntimedRow(document["benchmarks"], row, family, results);
    }
    ++family;
  }
  return document;
}

std::string dumpDocument(const Json &document) {
  std::string text = "{\n";
  bool firstKey = true;
  for (const auto &[key, value] : document.items()) {
    text += firstKey ? "" : ",\n";
    firstKey = false;
    text += "  " + Json(key).dump() + ": ";
    if (key != "benchmarks") {
      std::string indented = value.dump(2, ' ', false, Json::error_handler_t::replace);
      for (std::size_t at = indented.find('\n'); at != std::string::npos;
           at = indented.find('\n', at + 3))
        indented.insert(at + 1, "  ");
      text += indented;
      continue;
    }
    text += "[";
    for (std::size_t index = 0; index < value.size(); ++index) {
      text += (index ? ",\n    " : "\n    ") +
              value[index].dump(-1, ' ', false, Json::error_handler_t::replace);
    }
    text += "\n  ]";
  }
  return text + "\n}\n";
}

Json readJson(const std::filesystem::path &file) {
  try {
    return Json::parse(readTextFile(file));
  } catch (const Json::exception &error) { // 1e999 is JSON, but no number that it can hold
    throw InputError("'" + file.string() + "' is not JSON: " + error.what());
  }
}

void checkDocument(const Json &document, const std::filesystem::path &file) {
  if (!document.is_object() || !document.contains("benchmarks") ||
      !document["benchmarks"].is_array() || !document.contains("context") ||
      !document["context"].is_object()) {
    throw NotResults("'" + file.string() +
                     "' is not a results file: it has no \"context\" and \"benchmarks\"");
  }
  const Json version = document["context"].value(VersionKey, Json(1));
  if (!version.is_number_integer() || version.get<int>() > SchemaVersion) {
    throw InputError("'" + file.string() + "' has the schema version " + version.dump() +
                     "; this polybench reads up to " + std::to_string(SchemaVersion));
  }
}

Json readDocument(const std::filesystem::path &file) {
  Json document = readJson(file);
  checkDocument(document, file);
  return document;
}

std::vector<const Json *> summariesOf(const Json &document) {
  std::vector<const Json *> summaries;
  for (const Json &row : document.at("benchmarks")) {
    if (row.contains("verdict"))
      summaries.push_back(&row);
  }
  return summaries;
}

} // namespace warpsmith::harness
