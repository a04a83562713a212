#include "runtime/harness/report/ClassicReport.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace warpsmith::harness {
namespace {

using Json = nlohmann::ordered_json;

template <typename... Values>
std::string formatted(const char *format, Values... values) {
  std::array<char, 128> buffer = {};
  std::snprintf(buffer.data(), buffer.size(), format, values...);
  return buffer.data();
}

std::string seconds(double value) {
  return std::isnan(value) ? "nan\n" : formatted("%0.6f\n", value);
}

} // namespace

std::string classicReport(const Json &document) {
  constexpr double None = std::numeric_limits<double>::quiet_NaN();
  std::vector<const Json *> rows;
  for (const Json *row : summariesOf(document)) {
    if (!row->value("twin", 0) && !row->value("baseline", 0))
      rows.push_back(row);
  }
  const Json device = document.at("context").value("device", Json::object());
  std::string report;
  for (const Json *row : rows) {
    if (rows.size() > 1) {
      report += "#";
      for (const char *key : {"benchmark", "variant", "type", "size"})
        report += " " + row->value(key, std::string());
      report += "\n";
    }
    const bool timed = row->contains("TFLOPS");
    report += "setting device 0 with name " + device.value("name", std::string()) + "\n";
    report += "GPU Time in seconds:\n";
    report += seconds(timed ? row->at("real_time").get<double>() * 1e-6 : None);
    report += "CPU Time in seconds:\n";
    report += seconds(row->value("reference_s", None));
    report += row->contains("classic_threshold")
                  ? formatted("Non-Matching CPU-GPU Outputs Beyond Error Threshold of %4.2f "
                              "Percent: ",
                              row->at("classic_threshold").get<double>())
                  : "Number of misses: ";
    report += std::to_string(row->value("wrong_elements", std::size_t{0})) + "\n";
  }
  return report;
}

} // namespace warpsmith::harness
