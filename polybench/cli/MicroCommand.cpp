// polybench micro: how units overlap inside an SM.
#include "polybench/Suite.h"
#include "polybench/cli/Commands.h"
#include "polybench/cli/Environment.h"
#include "polybench/cli/RunTasks.h"
#include "polybench/micro/MicroBuilds.h"
#include "polybench/micro/MicroResults.h"
#include "polybench/micro/MicroTables.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/Format.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/RecordedCommand.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/run/Interrupt.h"
#include "runtime/harness/run/WorkerClient.h"
#include <algorithm>
#include <iostream>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using Json = nlohmann::ordered_json;
using Experiments = std::vector<const MicroExperiment *>;

constexpr double GpuTimeout = 60;
constexpr double EmulatorTimeout = 600;
constexpr std::chrono::duration<double> PlotTimeout{600};

int listExperiments(const MicroOptions &options) {
  std::vector<Cells> lines;
  for (const MicroExperiment *experiment : selectExperiments(options.experiments)) {
    if (options.experiments.empty()) {
      lines.push_back({experiment->name, experiment->question});
      continue;
    }
    std::cout << experiment->name << ": " << experiment->question << "\n";
    if (!experiment->matmul) {
      std::cout << "  points of its own; a run prints them\n";
      continue;
    }
    std::string sizes;
    for (const std::string &size : experiment->matmul->sizes)
      sizes.append(sizes.empty() ? "" : ",").append(size);
    std::cout << "  sizes " << sizes << "\n";
    for (const MatmulContestant &contestant : experiment->matmul->contestants)
      lines.push_back({"  " + std::string(name(contestant.contract)),
                       contestant.passes.empty() ? "as written" : contestant.passes});
    std::cout << align(lines, 2);
    lines.clear();
  }
  if (!lines.empty())
    std::cout << align(lines, 2);
  return Success;
}

std::chrono::duration<double> timeoutOf(const MicroOptions &options, const Device &device) {
  return std::chrono::duration<double>(
      options.timeout > 0 ? options.timeout
                          : (device.kind == DeviceKind::Gpu ? GpuTimeout : EmulatorTimeout));
}

/// The experiments that the library holds. False when the worker was lost; its points say so.
bool runLibrary(const MicroOptions &options, const Device &device, const MicroBuilds &builds,
                const Experiments &experiments, Progress &progress, Json &rows) {
  WorkerClient worker(device.worker, timeoutOf(options, device));
  bool whole = true;
  for (const MicroExperiment *experiment : experiments) {
    if (experiment->matmul || wasInterrupted())
      continue;
    MicroResults results;
    const nlohmann::json command = {{"command", "micro"},
                                    {"library", builds.library.string()},
                                    {"experiments", {experiment->name}},
                                    {"sample_seconds", options.sampleTime},
                                    {"warmup_seconds", options.warmupTime},
                                    {"rounds", options.repetitions},
                                    {"seed", options.seed}};
    const Answer answer = worker.request(command, [&](const nlohmann::json &event) {
      if (event.value("event", "") == "begin")
        progress.show(event.value("name", "") + ": " + event.value("step", ""));
      results.take(event);
    });
    if (answer.status != Answer::Status::Replied) {
      results.fail(answer.blamed.empty() ? answer.reason : answer.blamed + ": " + answer.reason);
      if (results.points().empty())
        throw std::runtime_error(experiment->name + ": " + answer.reason);
      whole = false;
    }
    for (Json &row : results.rows())
      rows.push_back(std::move(row));
  }
  return whole;
}

CampaignSettings campaignSettings(const MicroOptions &options, const Device &device) {
  CampaignSettings settings;
  settings.kind = device.kind;
  settings.probes = {"random"};
  settings.seed = options.seed;
  settings.timeout = timeoutOf(options, device);
  settings.jobs = std::max(1, options.build.jobs);
  settings.rounds = options.repetitions;
  settings.minSeconds = options.minTime;
  settings.warmupSeconds = options.warmupTime;
  settings.modes = {{.cold = false}}; // theirs read the same matrices over and over
  return settings;
}

/// An experiment inside matrix multiplication; its contestants take turns at each size.
void runMatmul(const MicroOptions &options, const Device &device, const MicroBuilds &builds,
               const MicroExperiment &experiment, Progress &progress, Json &rows) {
  const Benchmark &gemm = *findBenchmark("gemm");
  Campaign campaign(campaignSettings(options, device), {{device.worker, device.description}},
                    progress);
  std::vector<BuiltVariant> variants = {builds.variants.at("original")};
  for (const MatmulContestant &contestant : experiment.matmul->contestants)
    if (!contestant.passes.empty())
      variants.push_back(builds.variants.at(variantOf(contestant).name));
  std::vector<Sizes> sizes;
  for (const std::string &size : experiment.matmul->sizes)
    sizes.push_back(parseSize(gemm, size));
  if (device.kind == DeviceKind::Emulator)
    sizes = gemm.emulatorSizes;
  std::vector<Assignment> problems;
  for (const Sizes &size : sizes)
    problems.push_back({&gemm, ElementType::F32, size, variants});
  campaign.run(problems);
  const Json document = toDocument(campaign.results(), Json::object());
  for (const Json *summary : summariesOf(document)) {
    for (const MatmulContestant &contestant : experiment.matmul->contestants) {
      if (summary->value("variant", "") != variantOf(contestant).name)
        continue;
      Json row = *summary;
      row["experiment"] = experiment.name;
      row["parameters"] = Json::object();
      for (const auto &[name, value] : contestant.parameters)
        row["parameters"][name] = value;
      rows.push_back(std::move(row));
      break;
    }
  }
}

Json describeRun(const MicroOptions &options, const std::vector<std::string> &commandLine,
                 const MicroBuilds &builds, DeviceKind kind) {
  Json context = {{"command", recordedCommand(commandLine)},
                  {"commit", builds.commit},
                  {"compiler", builds.compiler},
                  {"seed", options.seed}};
  if (kind == DeviceKind::Gpu) {
    context["repetitions"] = options.repetitions;
    context["sample_time_s"] = options.sampleTime;
    context["min_time_s"] = options.minTime;
    context["warmup_time_s"] = options.warmupTime;
    context["l2_policy"] = "L2 warm: every launch uses the same buffers";
    context["time"] = "Microbenchmarks: CUDA events around one launch, one block for each SM; the "
                      "cycles are those of a block, the median of all. GEMM: CUDA events around a "
                      "batch of launches. Points and variants take turns, in random order";
  }
  return context;
}

void draw(const std::string &results, const std::string &folder) {
  const std::filesystem::path script = findSuiteRoot() / "scripts/plot.py";
  // Debian's matplotlib is Debian's Python's.
  const std::string python =
      std::filesystem::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  const CommandResult result = harness::runCommand(
      {python, script.string(), results, "-o", folder, "--plots=micro"}, PlotTimeout);
  if (!result.succeeded)
    throw std::runtime_error("--plots: " +
                             (result.errors.empty() ? result.failure : result.errors));
  std::cout << result.output;
}

bool anyFailed(const Json &rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [](const Json &row) { return row.value("verdict", "") == "failed"; });
}

BuildSettings settingsOf(const MicroOptions &options, DeviceKind kind,
                         const nlohmann::json &device) {
  BuildOptions build = options.build;
  build.benchmark = "gemm";
  return buildSettings(build, kind, device);
}

int buildOnly(const MicroOptions &options, const Experiments &experiments) {
  const DeviceKind kind = kindToBuildFor(options.build.device);
  const BuildSettings settings = settingsOf(options, kind, nlohmann::json::object());
  Progress progress;
  const std::vector<std::string> errors = writeMicroBuilds(
      options.buildOnly, settings, experiments, compilerVersion(settings.toolchain), progress);
  progress.clear();
  for (const std::string &error : errors)
    std::cerr << "polybench: " << error << "\n";
  return wasInterrupted() ? InterruptedStatus : errors.empty() ? Success : Failure;
}

void checkOptions(const MicroOptions &options) {
  if (options.experiments.empty() && !options.all)
    throw InputError("micro: name experiments (see --list) or give --all");
  if (!options.experiments.empty() && options.all)
    throw InputError("micro: --all goes with no names");
  if (!options.plots.empty() && options.output.empty())
    throw InputError("--plots needs --output: it draws what is in a file");
}

} // namespace

int microCommand(const MicroOptions &options, const std::vector<std::string> &commandLine) {
  if (options.list)
    return listExperiments(options);
  checkOptions(options);
  const Experiments experiments = selectExperiments(options.experiments);
  if (!options.buildOnly.empty())
    return buildOnly(options, experiments);
  checkWritable(options.output);
  const Device device = findDevice(options.build.device);
  Progress progress;
  MicroBuilds builds;
  if (options.prebuilt.empty()) {
    const BuildSettings settings = settingsOf(options, device.kind, device.description);
    builds = buildMicro(settings, experiments, progress);
    builds.compiler = compilerVersion(settings.toolchain);
  } else {
    builds = readMicroBuilds(options.prebuilt, device.kind, experiments);
  }
  if (!builds.libraryError.empty())
    throw std::runtime_error("the microbenchmarks were " + builds.libraryError);
  Json rows = Json::array();
  runLibrary(options, device, builds, experiments, progress, rows);
  Json document;
  const auto write = [&] {
    Results none;
    none.device = device.description;
    none.interrupted = wasInterrupted();
    document = toDocument(none, describeRun(options, commandLine, builds, device.kind));
    document["benchmarks"] = rows;
    if (!options.output.empty())
      writeTextFile(options.output, dumpDocument(document));
  };
  write();
  for (const MicroExperiment *experiment : experiments) {
    if (!experiment->matmul || wasInterrupted())
      continue;
    runMatmul(options, device, builds, *experiment, progress, rows);
    write(); // after each, so that a crash of this program loses little
  }
  progress.clear();
  std::cout << microTables(document, TableStyle::Text);
  if (device.kind == DeviceKind::Emulator)
    std::cout << "\nemulator: verified, not timed\n";
  if (!device.whyNoGpu.empty())
    std::cout << "no GPU: " << device.whyNoGpu << "\n";
  if (!options.plots.empty())
    draw(options.output, options.plots);
  return wasInterrupted() ? InterruptedStatus : anyFailed(rows) ? Failure : Success;
}

} // namespace warpsmith::polybench
