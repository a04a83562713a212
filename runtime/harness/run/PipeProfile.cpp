#include "runtime/harness/run/PipeProfile.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/run/TemporaryFolder.h"
#include "runtime/harness/run/WorkerClient.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

namespace warpsmith::harness {
namespace {

using nlohmann::json;

struct Unit {
  const char *name;
  std::vector<const char *> metrics; // names differ between versions; the first known one counts
};

// Metrics of compute capability 9.0.
const Unit Units[] = {
    {"issue", {"sm__inst_issued.avg.pct_of_peak_sustained_active"}},
    {"fma",
     {"sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active",
      "sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_active"}},
    {"fp64",
     {"sm__inst_executed_pipe_fp64.avg.pct_of_peak_sustained_active",
      "sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_active"}},
    {"tensor",
     {"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active",
      "sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_active"}},
    {"shared",
     {"l1tex__data_bank_reads.avg.pct_of_peak_sustained_elapsed",
      "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed"}},
    {"l2", {"lts__t_sectors.avg.pct_of_peak_sustained_elapsed"}},
    {"dram", {"dram__throughput.avg.pct_of_peak_sustained_elapsed"}},
};
constexpr char Duration[] = "gpu__time_duration.sum";
constexpr char FirstColumn[] = "\"ID\"";
constexpr char KernelColumn[] = "Kernel Name";
constexpr char NoPermission[] = "ERR_NVGPUCTRPERM";
constexpr std::chrono::duration<double> QueryTimeout{120};
constexpr std::chrono::duration<double> EndTimeout{120}; // ncu writes its log at the end

/// The fields of a line of CSV: "a","b ""c"", d".
std::vector<std::string> fieldsOf(const std::string &line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"' && quoted && at + 1 < line.size() && line[at + 1] == '"')
      fields.back() += line[++at];
    else if (line[at] == '"')
      quoted = !quoted;
    else if (line[at] == ',' && !quoted)
      fields.emplace_back();
    else if (line[at] != '\r')
      fields.back() += line[at];
  }
  return fields;
}

/// "1,234.5"; nothing for "n/a" and the like.
std::optional<double> numberOf(std::string text) {
  std::erase(text, ',');
  double value = 0;
  const char *end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value))
    return std::nullopt;
  return value;
}

/// ncu's first "==ERROR== ..." line, without that mark.
std::string errorOf(const std::string &log) {
  constexpr std::string_view Mark = "==ERROR==";
  const std::size_t at = log.find(Mark);
  if (at == std::string::npos)
    return "";
  const std::size_t start = log.find_first_not_of(' ', at + Mark.size());
  return start == std::string::npos ? "" : log.substr(start, log.find('\n', start) - start);
}

} // namespace

std::vector<UnitMetric> chooseMetrics(const std::string &listing) {
  std::set<std::string> known;
  std::istringstream lines(listing);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.front() != ' ')
      known.insert(line.substr(0, line.find_first_of(" \t\r")));
  }
  std::vector<UnitMetric> chosen;
  for (const Unit &unit : Units) {
    for (const std::string metric : unit.metrics) {
      if (!known.contains(metric.substr(0, metric.find('.'))))
        continue;
      chosen.push_back({unit.name, metric});
      break;
    }
  }
  return chosen;
}

std::vector<ProfiledKernel> readProfile(const std::string &log,
                                        const std::vector<UnitMetric> &metrics) {
  const std::size_t start = log.find(FirstColumn);
  if (start == std::string::npos) {
    const std::string error = errorOf(log);
    throw std::runtime_error(error.empty() ? "ncu saw no kernel" : "ncu: " + error);
  }
  std::istringstream lines(log.substr(start));
  std::string line;
  std::getline(lines, line);
  std::map<std::string, std::size_t> columns;
  for (const std::string &field : fieldsOf(line))
    columns.emplace(field, columns.size());
  for (const char *needed : {KernelColumn, Duration}) {
    if (!columns.contains(needed))
      throw std::runtime_error("ncu's table has no column '" + std::string(needed) + "'");
  }
  std::vector<ProfiledKernel> kernels;
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = fieldsOf(line);
    if (fields.size() != columns.size() || fields[columns.at("ID")].empty())
      continue; // the line of the units, and what ncu says besides
    ProfiledKernel &kernel = kernels.emplace_back();
    kernel.name = fields[columns.at(KernelColumn)];
    const std::optional<double> duration = numberOf(fields[columns.at(Duration)]);
    if (!duration)
      throw std::runtime_error("ncu read no duration of '" + kernel.name + "'");
    kernel.nanoseconds = *duration;
    for (const auto &[unit, metric] : metrics) {
      const auto column = columns.find(metric);
      if (column == columns.end())
        continue;
      if (const std::optional<double> share = numberOf(fields[column->second]))
        kernel.utilisation.emplace_back(unit, std::round(*share * 10) / 10);
    }
  }
  if (kernels.empty())
    throw std::runtime_error("ncu's table has no kernel");
  return kernels;
}

Profiler::Profiler(const std::filesystem::path &ncu) : ncu(ncu) {
  const CommandResult listing = runCommand({ncu.string(), "--query-metrics"}, QueryTimeout);
  if (!listing.succeeded) {
    const std::string error = errorOf(listing.output + listing.errors);
    throw InputError("--profile: '" + ncu.string() + " --query-metrics': " + listing.failure +
                     (error.empty() ? "" : ": " + error));
  }
  metrics = chooseMetrics(listing.output);
  if (metrics.empty()) {
    throw InputError("--profile: '" + ncu.string() +
                     " --query-metrics' lists none of the metrics that are read here");
  }
}

ProfileReading Profiler::read(const CommandLine &worker, const json &prepare,
                              const json &contestant, std::chrono::duration<double> silence) {
  {
    const std::lock_guard lock(mutex);
    if (refused)
      return {};
  }
  ProfileReading reading = readOnce(worker, prepare, contestant, silence);
  if (reading.failure.find(NoPermission) != std::string::npos) {
    reading.failure =
        "the driver keeps the GPU's counters to administrators (" + std::string(NoPermission) +
        "): run as root, or load its module with NVreg_RestrictProfilingToAdminUsers=0";
    const std::lock_guard lock(mutex);
    refused = true;
  }
  return reading;
}

ProfileReading Profiler::readOnce(const CommandLine &worker, const json &prepare,
                                  const json &contestant,
                                  std::chrono::duration<double> silence) const {
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "polybench-profile-");
  const std::filesystem::path log = folder.path() / "log.csv";
  std::string list = Duration;
  for (const UnitMetric &metric : metrics)
    list += "," + metric.metric;
  // The worker says what to profile: it runs more than the contestant.
  CommandLine command = {ncu.string(),
                         "--target-processes=all",
                         "--profile-from-start=off",
                         "--clock-control=none",
                         "--csv",
                         "--page=raw",
                         "--print-units=base",
                         "--kernel-name-base=demangled",
                         "--log-file=" + log.string(),
                         "--metrics=" + list};
  command.insert(command.end(), worker.begin(), worker.end());
  WorkerClient client(command, silence);
  const auto ignore = [](const json &) {};
  Answer answer = client.request(prepare, ignore);
  if (answer.status == Answer::Status::Replied)
    answer = client.request({{"command", "profile"}, {"contestant", contestant}}, ignore);
  client.quit(EndTimeout);
  const std::string text = std::filesystem::exists(log) ? readTextFile(log) : "";
  if (answer.status != Answer::Status::Replied) {
    const std::string error = errorOf(text);
    return {{}, answer.reason + (error.empty() ? "" : "; ncu: " + error)};
  }
  try {
    const std::vector<ProfiledKernel> kernels = readProfile(text, metrics);
    const auto longest = std::max_element(kernels.begin(), kernels.end(),
                                          [](const ProfiledKernel &a, const ProfiledKernel &b) {
                                            return a.nanoseconds < b.nanoseconds;
                                          });
    return {longest->utilisation, ""};
  } catch (const std::runtime_error &error) {
    return {{}, error.what()};
  }
}

} // namespace warpsmith::harness
