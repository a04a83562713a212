#include "polybench/cli/Commands.h"
#include "polybench/cli/RunTasks.h"
#include "polybench/cli/SanitizerRun.h"
#include "polybench/cli/UserMatrices.h"
#include "runtime/harness/core/Problem.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/ClassicReport.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/PartialResults.h"
#include "runtime/harness/report/Table.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/run/Campaign.h"
#include "runtime/harness/run/Interrupt.h"
#include "runtime/harness/worker/Protocol.h"
#include <algorithm>
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

/// What a time or a verdict depends on besides machine and sources.
nlohmann::ordered_json describeSettings(const RunOptions &options,
                                        const CampaignSettings &settings) {
  nlohmann::ordered_json all = {{"inputs", settings.probes},
                                {"seed", options.seed},
                                {"timed", settings.kind == DeviceKind::Gpu && settings.time},
                                {"sanitize", options.build.sanitize}};
  if (settings.guardBytes)
    all["guard_bytes"] = *settings.guardBytes;
  if (all["timed"] == true) {
    all["repetitions"] = options.repetitions;
    all["min_time_s"] = options.minTime;
    all["warmup_time_s"] = options.warmupTime;
    all["l2"] = options.l2;
  }
  return all;
}

nlohmann::ordered_json describeRun(const RunOptions &options, const CampaignSettings &settings,
                                   const std::vector<std::string> &commandLine,
                                   const Builds &builds) {
  nlohmann::ordered_json context = {
      {"command", display(commandLine)}, {"commit", builds.commit},
      {"compiler", builds.compiler},     {"seed", options.seed},
      {"inputs", settings.probes},       {"settings", describeSettings(options, settings)}};
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

/// The tasks that an earlier run has not done, in order.
std::vector<Task> tasksLeft(const std::vector<Task> &tasks, const PartialResults &earlier,
                            const Builds &builds) {
  std::vector<Task> left;
  for (const Task &task : tasks) {
    if (!earlier.holds(problemName(*task.benchmark, task.type, task.sizes), builds.of(task)))
      left.push_back(task);
  }
  return left;
}

/// How long a task takes beside others: the emulator's time goes with the operations, a GPU's with
/// the samples.
double weightOf(const Task &task, const Builds &builds, DeviceKind kind) {
  const auto variants = static_cast<double>(builds.of(task).size());
  return kind == DeviceKind::Gpu ? variants
                                 : variants * (1e5 + task.benchmark->operations(task.sizes));
}

bool anyFailed(const nlohmann::ordered_json &document) {
  const auto rows = summariesOf(document);
  return std::any_of(rows.begin(), rows.end(),
                     [](auto *row) { return row->value("verdict", "") == "failed"; });
}

std::string report(const std::string &format, const nlohmann::ordered_json &document) {
  if (format == "csv")
    return csvTable(document);
  if (format == "json")
    return dumpDocument(document);
  return format == "polybench" ? classicReport(document) : textTable(document);
}

} // namespace

int runCommand(const RunOptions &options, const std::vector<std::string> &commandLine) {
  for (const std::string &file : {options.json, options.csv, options.output})
    checkWritable(file);
  if (options.resume && options.json.empty())
    throw InputError("--resume needs --json");
  if (options.resume && (!options.input.empty() || !options.computeSanitizer.empty()))
    throw InputError("--resume goes neither with --input nor with --compute-sanitizer");
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
  if (wasInterrupted()) {
    progress.clear();
    std::cerr << "polybench: interrupted while building; nothing was measured\n";
    return InterruptedStatus;
  }
  auto context = describeRun(options, settings, commandLine, builds);
  const PartialResults earlier = options.resume && std::filesystem::exists(options.json)
                                     ? PartialResults(options.json, context, device.description)
                                     : PartialResults();
  const std::vector<Task> left = tasksLeft(tasks, earlier, builds);
  Campaign campaign(settings, device.description, progress);
  const auto document = [&](std::size_t finished) {
    context["unfinished"] = nlohmann::ordered_json::array();
    for (std::size_t index = finished; index < left.size(); ++index) {
      context["unfinished"].push_back(
          problemName(*left[index].benchmark, left[index].type, left[index].sizes));
    }
    context["incomplete"] = finished < left.size();
    return earlier.mergedWith(toDocument(campaign.results(), context));
  };
  double work = 0;
  for (const Task &task : left)
    work += weightOf(task, builds, device.kind);
  double done = 0;
  std::size_t finished = 0;
  progress.begin();
  for (const Task &task : left) {
    const double weight = weightOf(task, builds, device.kind);
    progress.enter(done / work, (done + weight) / work);
    done += weight;
    campaign.run(*task.benchmark, task.type, task.sizes, builds.of(task));
    if (!wasInterrupted())
      ++finished;
    // After every problem, so that a crash of this program loses little.
    writeReports(options, document(finished));
    if (wasInterrupted())
      break;
  }
  progress.clear();
  const auto whole = document(finished);
  if (left.empty()) // an earlier run may have left it marked incomplete
    writeReports(options, whole);
  std::cout << report(options.format, whole);
  // The other formats are for programs to read.
  std::ostream &notes = options.format == "table" ? std::cout : std::cerr;
  if (options.format != "table")
    notes << textNotes(whole);
  if (left.size() < tasks.size()) {
    notes << tasks.size() - left.size() << " of " << tasks.size()
          << " problems were measured by an earlier run (--resume)\n";
  }
  const Results &results = campaign.results();
  if (!device.whyNoGpu.empty())
    notes << "no GPU: " << device.whyNoGpu << "\n";
  if (!results.outputWrittenBy.empty())
    notes << options.output << " was written by '" << results.outputWrittenBy << "'\n";
  if (results.interrupted) {
    if (!options.json.empty())
      notes << "go on with the same command and --resume\n";
    return InterruptedStatus;
  }
  return anyFailed(whole) ? Failure : Success;
}

} // namespace warpsmith::polybench
