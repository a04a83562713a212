#include "polybench/cli/SlurmRun.h"
#include "polybench/cli/Commands.h"
#include "polybench/cli/RunReport.h"
#include "polybench/cli/RunSettings.h"
#include "polybench/cli/UserKernels.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/launch/SlurmLaunch.h"
#include "runtime/harness/report/Conditions.h"
#include "runtime/harness/report/GoogleBenchmarkJson.h"
#include "runtime/harness/report/MergeDocuments.h"
#include "runtime/harness/report/PartialResults.h"
#include "runtime/harness/report/RecordedCommand.h"
#include "runtime/harness/run/Bundle.h"
#include "runtime/harness/run/Interrupt.h"
#include "runtime/harness/run/TemporaryFolder.h"
#include <algorithm>
#include <iostream>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith::harness;
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t QuotedLogLines = 12;

DeviceKind checkOptions(const RunOptions &options) {
  const std::string prefix = "--launcher=slurm ";
  if (options.jobFolder.empty())
    throw InputError(prefix + "needs --job-folder");
  for (const auto &[isGiven, name, why] :
       {std::tuple(!options.devices.empty(), "--devices", "a task has the one device of its job"),
        std::tuple(options.resume, "--resume",
                   "a launch with the same --job-folder continues by itself"),
        std::tuple(!options.input.empty(), "--input", "it is one problem"),
        std::tuple(!options.computeSanitizer.empty(), "--compute-sanitizer",
                   "start that within a job")}) {
    if (isGiven)
      throw InputError(prefix + "does not go with " + name + ": " + why);
  }
  if (isSourceFile(options.build.benchmark))
    throw InputError(prefix + "takes the suite's benchmarks, not a file of your own");
  if (options.build.device != "gpu" && options.build.device != "emulator") {
    throw InputError(prefix + "needs --device=gpu or --device=emulator: this machine does not say "
                              "what the nodes have");
  }
  return options.build.device == "gpu" ? DeviceKind::Gpu : DeviceKind::Emulator;
}

std::string nameOf(const Task &task) {
  return problemName(*task.benchmark, task.type, task.sizes);
}

/// The shortest text that reads as the same number.
std::string numberText(double value) {
  return nlohmann::json(value).dump();
}

/// The command of one task: an ordinary run of one problem.
LaunchTask launchTask(const RunOptions &options, const Task &task, const fs::path &programs) {
  std::string sizes;
  for (const int extent : task.sizes)
    sizes += (sizes.empty() ? "" : "x") + std::to_string(extent);
  CommandLine arguments = {"run",
                           task.benchmark->name,
                           "--device=" + options.build.device,
                           "--prebuilt=" + programs.string(),
                           "--dtype=" + std::string(spelling(task.type)),
                           "--sizes=" + sizes,
                           "--inputs=" + options.inputs,
                           options.modes.empty() ? "--l2=" + options.l2
                                                 : "--modes=" + options.modes,
                           "--lt-heuristics=" + std::to_string(options.ltHeuristics),
                           "--repetitions=" + std::to_string(options.repetitions),
                           "--min-time=" + numberText(options.minTime),
                           "--warmup-time=" + numberText(options.warmupTime),
                           "--seed=" + std::to_string(options.seed)};
  if (!options.prebuilt.empty() && !options.build.variants.empty())
    arguments.push_back("--variants=" + options.build.variants);
  if (options.timeout > 0)
    arguments.push_back("--timeout=" + numberText(options.timeout));
  if (options.guardBytes)
    arguments.push_back("--guard-bytes=" + std::to_string(*options.guardBytes));
  if (options.skipOriginal)
    arguments.emplace_back("--skip-original");
  if (options.noTime)
    arguments.emplace_back("--no-time");
  if (options.profile &&
      (options.profileSizes.empty() ||
       namesSize(splitList(options.profileSizes, "--profile-sizes"), *task.benchmark, task.sizes)))
    arguments.emplace_back("--profile");
  if (options.build.sanitize)
    arguments.emplace_back("--sanitize");
  if (options.racecheck)
    arguments.emplace_back("--racecheck");
  if (options.build.jobs)
    arguments.push_back("--jobs=" + std::to_string(options.build.jobs));
  return {nameOf(task), arguments};
}

/// What decides which programs there are; the rest of the request is in the tasks.
nlohmann::json describeBuilds(const RunOptions &options) {
  const BuildOptions &build = options.build;
  const auto path = [](const std::string &file) {
    return file.empty() ? file : fs::absolute(file).lexically_normal().string();
  };
  return {{"--variants", build.variants},         {"--passes", build.passes},
          {"--numerics", build.numerics},         {"--arch", build.architecture},
          {"--rewritten", path(build.rewritten)}, {"--prebuilt", path(options.prebuilt)}};
}

/// Fills the job folder's programs, which every call and task then use. False when interrupted.
bool makePrograms(const RunOptions &options, DeviceKind kind, const JobFolder &folder) {
  if (fs::exists(folder.programs()))
    return true;
  const TemporaryFolder made(folder.path(), ".programs-");
  if (options.prebuilt.empty()) {
    Progress progress;
    const std::vector<BuildRequest> requests = buildRequests(options.build);
    progress.begin(static_cast<double>(requests.size()));
    std::size_t finished = 0;
    buildBundle(options.build, kind, requests, made.path(),
                [&](const BuildRequest &request, const BuildResult &) {
                  progress.enter(1);
                  progress.show("built " + std::to_string(++finished) + " of " +
                                std::to_string(requests.size()) + ": " + request.variant.name);
                });
  } else {
    copyBundle(options.prebuilt, made.path());
  }
  if (wasInterrupted())
    return false;
  fs::permissions(made.path(), fs::status(folder.path()).permissions() & fs::perms::all);
  fs::rename(made.path(), folder.programs());
  return true;
}

/// Results of the tasks, of which each file is read once.
class Collection {
public:
  Collection(const JobFolder &folder, const std::vector<Task> &tasks, const Builds &builds)
      : folder(folder),
        tasks(tasks),
        builds(builds),
        documents(tasks.size()) {}

  /// Takes a task's result. Why it is of no use, or nothing.
  std::string take(int index) {
    const Task &task = tasks[static_cast<std::size_t>(index)];
    try {
      Json document = readDocument(folder.result(index));
      if (std::string fault = faultOf(task, document); !fault.empty())
        return fault;
      if (first.is_null())
        first = document.at("context");
      documents[static_cast<std::size_t>(index)] = std::move(document);
      return "";
    } catch (const std::exception &error) {
      return error.what();
    }
  }

  /// All that was taken, in the order of the tasks. At least one.
  Json merged() const {
    std::vector<Json> parts;
    std::copy_if(documents.begin(), documents.end(), std::back_inserter(parts),
                 [](const Json &document) { return !document.is_null(); });
    return mergeDocuments(parts);
  }

private:
  std::string faultOf(const Task &task, const Json &document) const {
    const Json &context = document.at("context");
    if (valueOf(context, "incomplete") != false)
      return "it is incomplete";
    const std::vector<const Json *> rows = summariesOf(document);
    for (const Json *row : rows) {
      if (problemOf(*row) != nameOf(task))
        return "it is of " + problemOf(*row);
    }
    for (const BuiltVariant &built : builds.of(task)) {
      if (std::none_of(rows.begin(), rows.end(), [&](const Json *row) {
            return textOf(*row, "variant") == built.variant.name &&
                   textOf(*row, "build") == built.fingerprint;
          }))
        return "'" + built.variant.name + "' is missing, or of another build";
    }
    auto difference = first.is_null() ? std::nullopt : differenceOfSettings(first, context);
    if (!first.is_null() && !difference)
      difference = differenceOfDevices(valueOf(first, "device"), valueOf(context, "device"));
    if (difference) {
      return "it was measured with another " + difference->what +
             " than other tasks: " + difference->now + ", not " + difference->before +
             "; --slurm-options can name nodes of one kind (--constraint, --partition)";
    }
    return "";
  }

  const JobFolder &folder;
  const std::vector<Task> &tasks;
  const Builds &builds;
  std::vector<Json> documents; // by task; null: none yet
  Json first;                  // the context that the others must be like
};

void noteLost(std::ostream &notes, const JobFolder &folder, const std::string &name,
              const LostTask &lost) {
  notes << name << ": no result: " << lost.reason << "; the end of "
        << folder.log(lost.task).string() << ":\n";
  for (const std::string &line : folder.logTail(lost.task, QuotedLogLines))
    notes << "    " << line << "\n";
}

} // namespace

int slurmRun(const RunOptions &options, const std::vector<std::string> &commandLine) {
  const DeviceKind kind = checkOptions(options);
  campaignSettings(options, kind); // complains of what a task would refuse
  const CommandLine slurmOptions = readSlurmOptions(options.slurmOptions);
  const std::vector<Task> tasks = suiteTasks(options, kind);
  Device nodes;
  nodes.kind = kind;
  Progress progress;
  const auto takeBuilds = [&](const RunOptions &from) {
    Builds builds = obtainBuilds(from, nodes, progress);
    for (const Task &task : tasks)
      builds.of(task);
    return builds;
  };
  if (!options.prebuilt.empty()) // what is wrong with it is told before the folder is made
    takeBuilds(options);
  JobFolder folder(options.jobFolder);
  std::vector<LaunchTask> launchTasks;
  launchTasks.reserve(tasks.size());
  for (const Task &task : tasks)
    launchTasks.push_back(launchTask(options, task, folder.programs()));
  folder.pin(describeBuilds(options), launchTasks);
  if (!makePrograms(options, kind, folder)) {
    std::cerr << "polybench: interrupted while building; nothing was submitted\n";
    return InterruptedStatus;
  }
  RunOptions prebuilt = options;
  prebuilt.prebuilt = folder.programs().string();
  if (options.prebuilt.empty())
    prebuilt.build.variants.clear(); // all that were built
  const Builds builds = takeBuilds(prebuilt);
  folder.writeScript(executableFolder() / "polybench", launchTasks);
  Collection collection(folder, tasks, builds);
  SlurmLaunch launch(folder, launchTasks, {slurmOptions, options.retries});
  const LaunchOutcome outcome = launch.run([&](int task) { return collection.take(task); },
                                           [&](const std::string &line) {
                                             progress.clear();
                                             std::cerr << "polybench: " << line << "\n";
                                           },
                                           progress);
  progress.clear();
  std::ostream *notes = &std::cerr;
  bool failed = !outcome.lost.empty();
  if (!outcome.done.empty()) {
    Json document = collection.merged();
    Json &context = document["context"];
    context["command"] = recordedCommand(commandLine);
    context["slurm_jobs"] = Json::array();
    for (const LaunchJob &job : folder.jobs())
      context["slurm_jobs"].push_back(job.id);
    context["interrupted"] = wasInterrupted();
    context["unfinished"] = Json::array();
    for (int task = 0; task < static_cast<int>(tasks.size()); ++task) {
      if (!std::binary_search(outcome.done.begin(), outcome.done.end(), task))
        context["unfinished"].push_back(nameOf(tasks[static_cast<std::size_t>(task)]));
    }
    context["incomplete"] = !context["unfinished"].empty();
    writeReports(options, document);
    notes = &printReport(options, document);
    failed = failed || anyFailed(document);
  }
  for (const LostTask &lost : outcome.lost)
    noteLost(*notes, folder, nameOf(tasks[static_cast<std::size_t>(lost.task)]), lost);
  if (wasInterrupted()) {
    for (const std::string &job : outcome.running)
      *notes << "job " << job << " goes on; scancel " << job << " ends it\n";
    *notes << "go on with the same command\n";
    return InterruptedStatus;
  }
  if (outcome.done.size() == tasks.size())
    folder.removeParts();
  if (!outcome.lost.empty())
    *notes << "the same command submits what is missing again\n";
  return failed ? Failure : Success;
}

} // namespace warpsmith::polybench
