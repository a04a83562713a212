// The host in Google Benchmark's words.
#pragma once

#include <nlohmann/json.hpp>

namespace warpsmith::harness {

/// date, host_name, executable, num_cpus, mhz_per_cpu, cpu_scaling_enabled, caches, load_avg,
/// library_version, library_build_type, json_schema_version.
nlohmann::ordered_json machineContext();

/// The commit checked out in `folder`, with "-dirty" when files differ from it; empty without git.
std::string commitOf(const std::string &folder);

} // namespace warpsmith::harness
