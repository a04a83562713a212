#include "runtime/harness/report/ResultSet.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include <algorithm>
#include <map>

namespace warpsmith::harness {
namespace {

using Json = nlohmann::ordered_json;

/// A profiler counts units and cycles in passes of their own, so that a full unit may seem fuller.
constexpr double MostPercent = 110;

/// Reads the keys of one row, and reports what is wrong with the file and the row's name.
class RowReader {
public:
  RowReader(const std::filesystem::path &file, const Json &row, std::size_t index)
      : file(file),
        row(row),
        title("row " + std::to_string(index + 1)) {
    if (!row.is_object())
      fail("is not an object");
    if (row.contains("name") && row.at("name").is_string())
      title = "'" + row.at("name").get<std::string>() + "'";
  }

  [[noreturn]] void fail(const std::string &cause) const {
    throw InputError("'" + file.string() + "': " + title + " " + cause);
  }

  std::string text(const char *key) const {
    const Json *value = find(key);
    if (!value)
      return "";
    if (!value->is_string())
      fail(std::string("has a \"") + key + "\" that is no text");
    return value->get<std::string>();
  }

  std::string required(const char *key) const {
    std::string value = text(key);
    if (value.empty())
      fail(std::string("has no \"") + key + "\"");
    return value;
  }

  std::optional<double> number(const char *key) const {
    const Json *value = find(key);
    if (!value)
      return std::nullopt;
    if (value->is_boolean())
      return value->get<bool>() ? 1 : 0;
    if (!value->is_number())
      fail(std::string("has a \"") + key + "\" that is no number");
    return value->get<double>();
  }

  bool flag(const char *key) const { return number(key).value_or(0) != 0; }

  /// Microseconds.
  double time(const char *key) const {
    const std::optional<double> value = number(key);
    if (!value || *value <= 0)
      fail(std::string("has no time above zero in \"") + key + "\"");
    return *value * timeUnit();
  }

  /// Microseconds; none where the key is absent.
  std::vector<double> times(const char *key) const {
    const Json *list = find(key);
    if (!list)
      return {};
    if (!list->is_array())
      fail(std::string("has a \"") + key + "\" that is no array");
    std::vector<double> values;
    for (const Json &value : *list) {
      if (!value.is_number() || value.get<double>() <= 0)
        fail(std::string("has a time in \"") + key + "\" that is no number above zero");
      values.push_back(value.get<double>() * timeUnit());
    }
    return values;
  }

  std::optional<Estimate> estimate(const char *key) const {
    const auto value = number(key);
    if (!value)
      return std::nullopt;
    const std::string name = key;
    return Estimate{*value, number((name + "_low").c_str()).value_or(*value),
                    number((name + "_high").c_str()).value_or(*value)};
  }

  const Json *find(const char *key) const {
    const auto found = row.find(key);
    return found == row.end() || found->is_null() ? nullptr : &*found;
  }

private:
  /// In microseconds.
  double timeUnit() const {
    static const std::map<std::string, double> Units = {
        {"ns", 1e-3}, {"us", 1}, {"ms", 1e3}, {"s", 1e6}};
    const auto unit = Units.find(text("time_unit"));
    if (unit == Units.end())
      fail("has the unknown time unit '" + text("time_unit") + "'");
    return unit->second;
  }

  const std::filesystem::path &file;
  const Json &row;
  std::string title;
};

void readUtilisation(const RowReader &reader, Measurement &measurement) {
  const Json *shares = reader.find("utilisation");
  if (!shares)
    return;
  if (!shares->is_object())
    reader.fail("has a \"utilisation\" that is no object");
  for (const auto &[unit, share] : shares->items()) {
    if (!share.is_number() || share.get<double>() < 0 || share.get<double>() > MostPercent)
      reader.fail("has a utilisation of '" + unit + "' that is no percentage");
    measurement.utilisation.emplace_back(unit, share.get<double>());
  }
}

/// Before the names of what an experiment of `polybench micro` times: two may time the same.
std::string experimentOf(const RowReader &reader) {
  const std::string experiment = reader.text("experiment");
  return experiment.empty() || reader.text("benchmark").starts_with("micro/")
             ? ""
             : "micro/" + experiment + "/";
}

Measurement readSummary(const RowReader &reader) {
  Measurement measurement;
  measurement.benchmark = experimentOf(reader) + reader.required("benchmark");
  measurement.variant = reader.required("variant");
  measurement.passes = reader.text("passes");
  measurement.numerics = reader.text("numerics");
  measurement.type = reader.required("type");
  measurement.size = reader.required("size");
  measurement.verdict = reader.required("verdict");
  measurement.reason = reader.text(measurement.verdict == "failed" ? "error_message" : "label");
  measurement.isBaseline = reader.flag("baseline");
  measurement.isTwin = reader.flag("twin");
  measurement.fellBack = reader.flag("fell_back");
  if (const auto equal = reader.number("bits_equal"))
    measurement.sameBits = *equal != 0;
  measurement.errorRatio = reader.number("error_ratio");
  measurement.scaledError = reader.number("scaled_error");
  measurement.probes = reader.number("probes");
  readUtilisation(reader, measurement);
  measurement.operations = reader.number("operations");
  measurement.tflops = reader.number("TFLOPS");
  if (!measurement.tflops)
    return measurement;
  measurement.time =
      Estimate{reader.time("real_time"), reader.time("median_low"), reader.time("median_high")};
  if (!measurement.operations) // version 1 has the rate alone
    measurement.operations = *measurement.tflops * 1e6 * measurement.time->value;
  measurement.bytesPerSecond = reader.number("bytes_per_second");
  measurement.vsOriginal = reader.estimate("speedup_vs_original");
  measurement.vsCublas = reader.estimate("speedup_vs_cublas");
  measurement.smClock = reader.number("sm_clock_mhz");
  measurement.power = reader.number("power_w");
  measurement.temperature = reader.number("temperature_c");
  measurement.samples = reader.times("samples");
  return measurement;
}

void readFindings(const Json &findings, ResultSet &set) {
  if (!findings.is_array())
    throw InputError("'" + set.file.string() + "': \"sanitizer\" is no array");
  std::size_t index = 0;
  for (const Json &finding : findings) {
    const RowReader reader(set.file, finding, index++);
    set.sanitizer.push_back({reader.required("benchmark"), reader.required("variant"),
                             reader.required("type"), reader.required("size"),
                             reader.required("tool"), reader.text("summary"),
                             reader.flag("clean")});
  }
}

std::string textOf(const Json &object, const char *key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

} // namespace

std::string Measurement::name() const {
  return benchmark + "/" + variant + "/" + type + "/" + size;
}

std::optional<double> Measurement::intensity() const {
  if (!tflops || !bytesPerSecond || *tflops <= 0 || *bytesPerSecond <= 0)
    return std::nullopt;
  return *tflops * 1e12 / *bytesPerSecond;
}

std::string ResultSet::fact(const char *key) const {
  return textOf(context, key);
}

std::string ResultSet::deviceFact(const char *key) const {
  const auto device = context.find("device");
  return device != context.end() && device->is_object() ? textOf(*device, key) : "";
}

std::optional<double> ResultSet::deviceNumber(const char *key) const {
  const auto device = context.find("device");
  if (device == context.end() || !device->is_object() || !device->contains(key) ||
      !device->at(key).is_number())
    return std::nullopt;
  return device->at(key).get<double>();
}

bool ResultSet::incomplete() const {
  const auto isTrue = [&](const char *key) {
    const auto found = context.find(key);
    return found != context.end() && found->is_boolean() && found->get<bool>();
  };
  return isTrue("incomplete") || isTrue("interrupted");
}

const Measurement *ResultSet::find(const std::string &name) const {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const Measurement &row) { return row.name() == name; });
  return found == rows.end() ? nullptr : &*found;
}

ResultSet readResultSet(const std::filesystem::path &file) {
  Json document = readJson(file);
  ResultSet set;
  set.file = file;
  const bool isSanitizerRun = document.is_object() && document.contains("sanitizer") &&
                              document.contains("context") && !document.contains("benchmarks");
  if (isSanitizerRun)
    document["benchmarks"] = Json::array();
  checkDocument(document, file);
  if (isSanitizerRun)
    readFindings(document["sanitizer"], set);
  set.context = std::move(document["context"]);
  std::map<std::string, std::vector<double>> samples;
  std::map<std::string, std::string> runNames; // of a measurement -> run_name of its samples
  std::size_t index = 0;
  for (const Json &row : document["benchmarks"]) {
    const RowReader reader(file, row, index++);
    if (reader.find("verdict")) {
      Measurement measurement = readSummary(reader);
      if (!runNames.emplace(measurement.name(), experimentOf(reader) + reader.text("run_name"))
               .second)
        reader.fail("is in the file twice");
      set.rows.push_back(std::move(measurement));
    } else if (reader.text("run_type") == "iteration") {
      samples[experimentOf(reader) + reader.text("run_name")].push_back(reader.time("real_time"));
    }
  }
  for (Measurement &measurement : set.rows) {
    if (measurement.samples.empty())
      measurement.samples = samples[runNames[measurement.name()]];
  }
  return set;
}

} // namespace warpsmith::harness
