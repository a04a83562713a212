#include "polybench/cli/RunSettings.h"
#include "polybench/cli/Environment.h"
#include "runtime/harness/core/Problem.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/RecordedCommand.h"
#include "runtime/harness/worker/Protocol.h"
#include <algorithm>

namespace warpsmith::polybench {

using namespace warpsmith::harness;

namespace {

constexpr double GpuTimeout = 60;
constexpr double EmulatorTimeout = 600;
constexpr char DefaultGpuSize[] = "STANDARD";

std::vector<std::string> readProbes(const std::string &list) {
  std::vector<std::string> probes = splitList(list, "--inputs");
  for (const std::string &probe : probes) {
    if (probe != OffsetProbe && !parseInputKind(probe)) {
      throw InputError("--inputs: unknown inputs '" + probe +
                       "' (known: random, normal, integer, polybench, offset)");
    }
  }
  return probes;
}

std::vector<TimingMode> readModes(const RunOptions &options) {
  if (options.modes.empty())
    return {{.cold = options.l2 == "cold"}};
  std::vector<TimingMode> modes;
  for (const std::string &name : splitList(options.modes, "--modes")) {
    const auto mode = parseTimingMode(name);
    if (!mode) {
      throw InputError("--modes: unknown mode '" + name +
                       "' (known: graph-cold, graph-warm, stream-cold, stream-warm, "
                       "automatic-cold, automatic-warm)");
    }
    if (std::find(modes.begin(), modes.end(), *mode) != modes.end())
      throw InputError("--modes: '" + name + "' is given twice");
    modes.push_back(*mode);
  }
  return modes;
}

/// What a time is.
std::string timeOf(LaunchMode launch) {
  const std::string batches = "GPU time of one launch: CUDA events around a batch of launches, ";
  const std::string turns = "; contestants take turns, A B A B, in random order";
  switch (launch) {
  case LaunchMode::Automatic:
    break;
  case LaunchMode::Graph:
    return batches + "replayed from a CUDA graph" + turns;
  case LaunchMode::Stream:
    return batches + "which the host enqueues one by one" + turns;
  }
  return batches + "those under 200 us replayed from a CUDA graph" + turns;
}

/// What a time or a verdict depends on besides machine and sources.
nlohmann::ordered_json describeSettings(const RunOptions &options,
                                        const CampaignSettings &settings) {
  nlohmann::ordered_json all = {{"inputs", settings.probes},
                                {"seed", options.seed},
                                {"timed", settings.kind == DeviceKind::Gpu && settings.time},
                                {"sanitize", options.build.sanitize}};
  if (options.racecheck)
    all["racecheck"] = true;
  if (settings.guardBytes)
    all["guard_bytes"] = *settings.guardBytes;
  if (options.profile)
    all["profiled"] = options.profileSizes.empty() ? "all" : options.profileSizes;
  if (all["timed"] == true) {
    all["repetitions"] = options.repetitions;
    all["min_time_s"] = options.minTime;
    all["warmup_time_s"] = options.warmupTime;
    if (options.modes.empty())
      all["l2"] = options.l2;
    else
      all["modes"] = options.modes;
    if (options.ltHeuristics != 1)
      all["lt_heuristics"] = options.ltHeuristics;
    if (options.skipOriginal)
      all["skip_original"] = true;
  }
  return all;
}

} // namespace

nlohmann::ordered_json describeRun(const RunOptions &options, const CampaignSettings &settings,
                                   const std::vector<std::string> &commandLine,
                                   const Builds &builds) {
  nlohmann::ordered_json context = {{"command", recordedCommand(commandLine)},
                                    {"commit", builds.commit},
                                    {"compiler", builds.compiler},
                                    {"seed", options.seed},
                                    {"inputs", settings.probes},
                                    {"settings", describeSettings(options, settings)}};
  if (settings.kind == DeviceKind::Gpu && settings.time) {
    context["repetitions"] = options.repetitions;
    context["min_time_s"] = options.minTime;
    context["warmup_time_s"] = options.warmupTime;
    context["l2_policy"] = settings.modes.front().cold
                               ? "L2 cold: launches rotate over sets of buffers larger "
                                 "than twice the L2 cache (at most "
                                 "512 sets)"
                               : "L2 warm: every launch uses the same buffers";
    context["time"] = timeOf(settings.modes.front().launch);
    for (const TimingMode &mode : settings.modes)
      context["modes"].push_back(spelling(mode));
    if (settings.algorithms > 1)
      context["lt_heuristics"] = settings.algorithms;
  }
  return context;
}

CampaignSettings campaignSettings(const RunOptions &options, DeviceKind kind) {
  CampaignSettings settings;
  settings.kind = kind;
  settings.probes = readProbes(options.inputs);
  settings.seed = options.seed;
  settings.guardBytes = options.guardBytes;
  const bool isGpu = kind == DeviceKind::Gpu;
  settings.timeout = std::chrono::duration<double>(
      options.timeout > 0 ? options.timeout : (isGpu ? GpuTimeout : EmulatorTimeout));
  settings.jobs = options.build.jobs || isGpu ? options.build.jobs : coresOfHost();
  settings.time = !options.noTime;
  settings.rounds = options.repetitions;
  settings.minSeconds = options.minTime;
  settings.warmupSeconds = options.warmupTime;
  settings.modes = readModes(options);
  settings.algorithms = options.ltHeuristics;
  settings.timeOriginal = !options.skipOriginal;
  if (!options.profileSizes.empty())
    settings.profileSizes = splitList(options.profileSizes, "--profile-sizes");
  return settings;
}

std::vector<Task> suiteTasks(const RunOptions &options, DeviceKind kind) {
  return readTasks(options, [&](const Benchmark &benchmark) {
    return kind == DeviceKind::Gpu ? std::vector<Sizes>{parseSize(benchmark, DefaultGpuSize)}
                                   : benchmark.emulatorSizes;
  });
}

} // namespace warpsmith::polybench
