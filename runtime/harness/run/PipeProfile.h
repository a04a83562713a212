// How busy each unit of an SM is while a contestant runs, as Nsight Compute (ncu) reads it.
#pragma once

#include "runtime/harness/run/Process.h"
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>

namespace warpsmith::harness {

/// Percent of each unit's peak, by the unit's name in results: issue, fma, fp64, tensor, shared,
/// l2, dram. Of the units of an SM, while that SM was active.
using Utilisation = std::vector<std::pair<std::string, double>>;

/// What ncu is asked for of a unit.
struct UnitMetric {
  std::string unit;
  std::string metric;
};

/// Of each unit the first metric that `ncu --query-metrics` lists; a unit without one is left out.
std::vector<UnitMetric> chooseMetrics(const std::string &listing);

struct ProfiledKernel {
  std::string name;
  double nanoseconds = 0;
  Utilisation utilisation; // without what ncu could not read
};

/// The kernels of a log of `ncu --csv --page raw`. Throws std::runtime_error with ncu's own error,
/// or where the log holds no kernel or is not as expected.
std::vector<ProfiledKernel> readProfile(const std::string &log,
                                        const std::vector<UnitMetric> &metrics);

/// What reading a contestant came to: of its longest kernel, or why there is none, a sentence.
struct ProfileReading {
  Utilisation utilisation;
  std::string failure;
};

/// Runs workers under ncu. Clocks are left alone, caches are flushed before each kernel.
class Profiler {
public:
  /// Throws InputError where that ncu cannot be run or knows none of the metrics.
  explicit Profiler(const std::filesystem::path &ncu);

  /// Prepares a worker and has it run a contestant; `silence` is as in WorkerClient. Where the
  /// driver keeps its counters to administrators the first call says so, and later ones return
  /// nothing. May be called from several threads.
  ProfileReading read(const CommandLine &worker, const nlohmann::json &prepare,
                      const nlohmann::json &contestant, std::chrono::duration<double> silence);

private:
  ProfileReading readOnce(const CommandLine &worker, const nlohmann::json &prepare,
                          const nlohmann::json &contestant,
                          std::chrono::duration<double> silence) const;

  std::filesystem::path ncu;
  std::vector<UnitMetric> metrics;
  std::mutex mutex; // of what follows
  bool refused = false;
};

} // namespace warpsmith::harness
