#include "runtime/harness/report/Machine.h"
#include "runtime/harness/report/RecordedCommand.h"
#include "runtime/harness/run/Process.h"
#include "runtime/harness/run/Toolchain.h"
#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>
#include <unistd.h>

namespace warpsmith::harness {
namespace {

constexpr std::chrono::duration<double> GitTimeout{20};

std::string localDate() {
  const std::time_t now = std::time(nullptr);
  std::tm broken = {};
  localtime_r(&now, &broken);
  std::array<char, 64> text = {};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S%z", &broken);
  std::string date = text.data();
  if (date.size() > 2)
    date.insert(date.size() - 2, ":"); // RFC 3339's +00:00
  return date;
}

/// The value of the first line of /proc/cpuinfo with that key, or 0.
double cpuMegahertz() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("cpu MHz"))
      return std::strtod(line.c_str() + line.find(':') + 1, nullptr);
  }
  return 0;
}

} // namespace

nlohmann::ordered_json machineContext() {
  std::array<char, 256> host = {};
  gethostname(host.data(), host.size() - 1);
  std::array<double, 3> load = {};
  const int loads = getloadavg(load.data(), 3);
  nlohmann::ordered_json loadAverage = nlohmann::ordered_json::array();
  for (int index = 0; index < loads; ++index)
    loadAverage.push_back(load[static_cast<std::size_t>(index)]);
  std::ifstream governor("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  std::string name;
  governor >> name;
  return {{"date", localDate()},
          {"host_name", host.data()},
          {"executable", recordedPath((executableFolder() / "polybench").string())},
          {"num_cpus", std::thread::hardware_concurrency()},
          {"mhz_per_cpu", static_cast<int>(cpuMegahertz())},
          {"cpu_scaling_enabled", !name.empty() && name != "performance"},
          {"caches", nlohmann::ordered_json::array()},
          {"load_avg", loadAverage},
          {"library_version", WARPSMITH_VERSION},
          {"library_build_type", "release"},
          {"json_schema_version", 1}};
}

std::string commitOf(const std::string &folder) {
  try {
    const CommandResult commit = runCommand({"git", "-C", folder, "rev-parse", "HEAD"}, GitTimeout);
    if (!commit.succeeded)
      return "";
    const CommandResult changes = runCommand(
        {"git", "-C", folder, "status", "--porcelain", "--untracked-files=no"}, GitTimeout);
    const std::string hash = commit.output.substr(0, commit.output.find('\n'));
    return hash + (changes.succeeded && changes.output.empty() ? "" : "-dirty");
  } catch (const std::exception &) {
    return ""; // no git
  }
}

} // namespace warpsmith::harness
