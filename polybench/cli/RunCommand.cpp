#include "polybench/cli/Commands.h"
#include "polybench/cli/Devices.h"
#include "polybench/cli/RunReport.h"
#include "polybench/cli/RunSettings.h"
#include "polybench/cli/SanitizerRun.h"
#include "polybench/cli/SlurmRun.h"
#include "polybench/cli/UserMatrices.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/PartialResults.h"
#include "runtime/harness/run/Interrupt.h"
#include "runtime/harness/worker/Protocol.h"
#include <algorithm>
#include <cmath>
#include <iostream>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;

/// How long a task takes beside others: the emulator's time goes with the operations, a GPU's with
/// the samples.
double weightOf(const Task &task, std::size_t variants, DeviceKind kind) {
  const auto count = static_cast<double>(variants);
  return kind == DeviceKind::Gpu ? count : count * (1e5 + task.benchmark->operations(task.sizes));
}

/// Operations of products that the emulator does in a second on one core: GEMM at 256 in 2026.
constexpr double EmulatedOperations = 3e7;

/// Refuses a problem whose launch the emulator would not end before it counts as hung, and says how
/// long the others take where that is long.
void estimateEmulation(const std::vector<Task> &tasks, std::size_t variants,
                       const CampaignSettings &settings) {
  constexpr double Minute = 60;
  const auto minutes = [](double seconds) {
    return std::to_string(std::max(1L, std::lround(seconds / Minute))) + " min";
  };
  double all = 0;
  for (const Task &task : tasks) {
    const double launch = task.benchmark->operations(task.sizes) / EmulatedOperations;
    if (launch > settings.timeout.count())
      throw InputError(problemName(*task.benchmark, task.type, task.sizes) +
                       ": the emulator would need about " + minutes(launch) +
                       " for one launch, and is given " + minutes(settings.timeout.count()) +
                       "; take smaller --sizes or a GPU, or raise --timeout");
    all += launch * static_cast<double>(settings.probes.size());
  }
  all *= static_cast<double>(variants) / std::max(1, settings.jobs);
  if (all > Minute)
    std::cerr << "polybench: the emulator will take about " << minutes(all) << "\n";
}

/// The problems that an earlier run has not done, in order.
std::vector<Assignment> problemsLeft(const std::vector<Task> &tasks, const PartialResults &earlier,
                                     const Builds &builds, DeviceKind kind) {
  std::vector<Assignment> left;
  for (const Task &task : tasks) {
    const std::vector<BuiltVariant> &variants = builds.of(task);
    if (!earlier.holds(problemName(*task.benchmark, task.type, task.sizes), variants)) {
      left.push_back(
          {task.benchmark, task.type, task.sizes, variants, weightOf(task, variants.size(), kind)});
    }
  }
  return left;
}

/// The user's own matrices as the one problem, which `settings` are to know.
std::vector<Task> userTasks(const RunOptions &options, CampaignSettings &settings) {
  if (!options.sizes.empty())
    throw InputError("--sizes and --input exclude each other: the matrices determine the sizes");
  const UserProblem user = readUserProblem(options);
  settings.user = user.input;
  settings.probes = {UserProbe};
  std::vector<Task> tasks;
  for (const ElementType type : typesOf(*user.benchmark, options.build))
    tasks.push_back({user.benchmark, type, user.sizes});
  return tasks;
}

void checkOptions(const RunOptions &options) {
  checkReports(options);
  if (options.resume && options.json.empty())
    throw InputError("--resume needs --json");
  if (options.resume && (!options.input.empty() || !options.computeSanitizer.empty()))
    throw InputError("--resume goes neither with --input nor with --compute-sanitizer");
  if (!options.devices.empty() && (!options.input.empty() || !options.computeSanitizer.empty()))
    throw InputError("--devices goes neither with --input nor with --compute-sanitizer");
  if (options.profile && (!options.input.empty() || !options.computeSanitizer.empty()))
    throw InputError("--profile goes neither with --input nor with --compute-sanitizer");
  if (!options.profile && !options.profileSizes.empty())
    throw InputError("--profile-sizes needs --profile");
  if (!options.output.empty() && options.input.empty())
    throw InputError("--output needs --input");
  if (options.launcher != "slurm" && !(options.jobFolder + options.slurmOptions).empty())
    throw InputError("--job-folder and --slurm-options belong to --launcher=slurm");
}

/// Finds ncu, and complains of sizes that are not measured.
std::shared_ptr<Profiler> makeProfiler(const CampaignSettings &settings,
                                       const std::vector<Task> &tasks) {
  if (settings.kind != DeviceKind::Gpu)
    throw InputError("--profile needs a GPU: the emulator has no units to read");
  for (const std::string &size : settings.profileSizes) {
    const auto isTask = [&](const Task &task) {
      return namesSize({size}, *task.benchmark, task.sizes);
    };
    if (std::none_of(tasks.begin(), tasks.end(), isTask))
      throw InputError("--profile-sizes: '" + size + "' is none of the sizes that are measured");
  }
  return std::make_shared<Profiler>(findCudaTool("ncu"));
}

} // namespace

int runCommand(const RunOptions &options, const std::vector<std::string> &commandLine) {
  checkOptions(options);
  if (options.launcher == "slurm")
    return slurmRun(options, commandLine);
  if (!options.computeSanitizer.empty())
    return sanitizerRun(options);
  const Device device = findDevice(options.build.device,
                                   {.memory = options.build.sanitize, .races = options.racecheck});
  CampaignSettings settings = campaignSettings(options, device.kind);
  const std::vector<WorkerDevice> devices = findDevices(device, options.devices);
  settings.jobs = std::max(1, settings.jobs / static_cast<int>(devices.size()));
  const std::vector<Task> tasks =
      options.input.empty() ? suiteTasks(options, device.kind) : userTasks(options, settings);
  if (options.profile)
    settings.profiler = makeProfiler(settings, tasks);
  if (device.kind == DeviceKind::Emulator)
    estimateEmulation(tasks, options.prebuilt.empty() ? selectVariants(options.build).size() : 1,
                      settings);
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
  const std::vector<Assignment> left = problemsLeft(tasks, earlier, builds, device.kind);
  Campaign campaign(settings, devices, progress);
  const auto document = [&] {
    context["unfinished"] = nlohmann::ordered_json::array();
    for (const std::size_t index : campaign.unfinished()) {
      context["unfinished"].push_back(
          problemName(*left[index].benchmark, left[index].type, left[index].sizes));
    }
    context["incomplete"] = !context["unfinished"].empty();
    return earlier.mergedWith(toDocument(campaign.results(), context));
  };
  {
    // Again and again, so that a crash of this program loses little.
    GrowingReports reports([&] { writeReports(options, document()); });
    campaign.run(left, [&] { reports.changed(); });
  }
  progress.clear();
  const auto whole = document();
  writeReports(options, whole);
  std::ostream &notes = printReport(options, whole);
  if (left.size() < tasks.size()) {
    notes << tasks.size() - left.size() << " of " << tasks.size()
          << " problems were measured by an earlier run (--resume)\n";
  }
  const Results results = campaign.results();
  if (!device.whyNoGpu.empty())
    notes << "no GPU: " << device.whyNoGpu << "\n";
  if (!results.outputWrittenBy.empty())
    notes << options.output << " was written by '" << results.outputWrittenBy << "'\n";
  for (const std::string &lost : results.lostDevices)
    notes << lost << "\n";
  for (const std::string &failure : results.notProfiled)
    notes << failure << "\n";
  if (whole.at("context").at("incomplete") == true && !options.json.empty())
    notes << "go on with the same command and --resume\n";
  if (results.interrupted)
    return InterruptedStatus;
  const bool isWhole = results.lostDevices.empty() && results.notProfiled.empty();
  return anyFailed(whole) || !isWhole ? Failure : Success;
}

} // namespace warpsmith::polybench
