#include "polybench/cli/Commands.h"
#include "polybench/cli/RunTasks.h"
#include "polybench/cli/SanitizerRun.h"
#include "polybench/cli/UserMatrices.h"
#include "runtime/harness/core/Problem.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/Table.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/run/Campaign.h"
#include "runtime/harness/run/Interrupt.h"
#include "runtime/harness/worker/Protocol.h"
#include <iostream>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith::harness;

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

nlohmann::ordered_json describeRun(const RunOptions &options, const CampaignSettings &settings,
                                   const std::vector<std::string> &commandLine,
                                   const Builds &builds) {
  nlohmann::ordered_json context = {{"command", display(commandLine)},
                                    {"commit", builds.commit},
                                    {"compiler", builds.compiler},
                                    {"seed", options.seed},
                                    {"inputs", settings.probes}};
  if (settings.kind == DeviceKind::Gpu && settings.time) {
    context["repetitions"] = options.repetitions;
    context["min_time_s"] = options.minTime;
    context["warmup_time_s"] = options.warmupTime;
    context["l2_policy"] = settings.cold ? "L2 cold: launches rotate over sets of buffers larger "
                                           "than twice the L2 cache (at most "
                                           "512 sets)"
                                         : "L2 warm: every launch uses the same buffers";
    context["time"] = "GPU time of one launch: CUDA events around a batch of launches, those under "
                      "200 us replayed from a CUDA graph; contestants take turns, A B A B, in "
                      "random order";
  }
  return context;
}

CampaignSettings campaignSettings(const RunOptions &options, const Device &device) {
  CampaignSettings settings;
  settings.worker = device.worker;
  settings.kind = device.kind;
  settings.probes = readProbes(options.inputs);
  settings.seed = options.seed;
  settings.guardBytes = options.guardBytes;
  const bool isGpu = device.kind == DeviceKind::Gpu;
  settings.timeout = std::chrono::duration<double>(
      options.timeout > 0 ? options.timeout : (isGpu ? GpuTimeout : EmulatorTimeout));
  settings.jobs = options.build.jobs;
  settings.time = !options.noTime;
  settings.rounds = options.repetitions;
  settings.minSeconds = options.minTime;
  settings.warmupSeconds = options.warmupTime;
  settings.cold = options.l2 == "cold";
  return settings;
}

void writeReports(const RunOptions &options, const nlohmann::ordered_json &document) {
  if (!options.json.empty())
    writeTextFile(options.json, dumpDocument(document));
  if (!options.csv.empty())
    writeTextFile(options.csv, csvTable(document));
}

/// An output file that cannot be written is told before the work, not after.
void checkWritable(const std::string &file) {
  if (file.empty())
    return;
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  if (!std::filesystem::is_directory(folder))
    throw InputError("cannot write '" + file + "': there is no folder '" + folder.string() + "'");
  if (std::filesystem::is_directory(file))
    throw InputError("cannot write '" + file + "': it is a folder");
}

} // namespace

int runCommand(const RunOptions &options, const std::vector<std::string> &commandLine) {
  for (const std::string &file : {options.json, options.csv, options.output})
    checkWritable(file);
  if (!options.computeSanitizer.empty())
    return sanitizerRun(options);
  const Device device = findDevice(options.build.device, options.build.sanitize);
  CampaignSettings settings = campaignSettings(options, device);
  std::vector<Task> tasks;
  if (options.input.empty()) {
    if (!options.output.empty())
      throw InputError("--output needs --input");
    tasks = readTasks(options, [&](const Benchmark &benchmark) {
      return device.kind == DeviceKind::Gpu
                 ? std::vector<Sizes>{parseSize(benchmark, DefaultGpuSize)}
                 : benchmark.emulatorSizes;
    });
  } else {
    if (!options.sizes.empty())
      throw InputError("--sizes and --input exclude each other: the matrices have their sizes");
    const UserProblem user = readUserProblem(options);
    settings.user = user.input;
    settings.probes = {UserProbe};
    for (const ElementType type : typesOf(*user.benchmark, options.build))
      tasks.push_back({user.benchmark, type, user.sizes});
  }
  Progress progress;
  const Builds builds = obtainBuilds(options, device, progress);
  Campaign campaign(settings, device.description, progress);
  const auto context = describeRun(options, settings, commandLine, builds);
  for (const Task &task : tasks) {
    campaign.run(*task.benchmark, task.type, task.sizes, builds.of(task));
    // After every problem, so that a crash of this program loses little.
    writeReports(options, toDocument(campaign.results(), context));
    if (wasInterrupted())
      break;
  }
  progress.clear();
  const Results &results = campaign.results();
  std::cout << textTable(toDocument(results, context));
  if (!device.whyNoGpu.empty())
    std::cout << "no GPU: " << device.whyNoGpu << "\n";
  if (!results.outputWrittenBy.empty())
    std::cout << options.output << " was written by '" << results.outputWrittenBy << "'\n";
  if (results.interrupted)
    return InterruptedStatus;
  return results.allPassed() ? Success : Failure;
}

} // namespace warpsmith::polybench
