#include "polybench/cli/SanitizerRun.h"
#include "polybench/cli/Commands.h"
#include "polybench/cli/RunTasks.h"
#include "runtime/harness/core/Problem.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/report/Machine.h"
#include "runtime/harness/report/TextFile.h"
#include "runtime/harness/run/Interrupt.h"
#include "runtime/harness/run/WorkerClient.h"
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <unistd.h>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith::harness;
using Json = nlohmann::ordered_json;

/// Several blocks with ragged edges and enough steps that every stage of a pipeline is used again;
/// once with rows that can be copied in 16-byte vectors and once with rows that cannot.
constexpr int DefaultExtents[][3] = {{150, 170, 300}, {144, 176, 304}};
constexpr std::chrono::duration<double> StepTimeout{300};
constexpr std::chrono::duration<double> SummaryTimeout{60};
constexpr std::size_t QuotedLines = 12;

std::vector<Sizes> defaultSizes(const Benchmark &benchmark) {
  std::vector<Sizes> all;
  for (const auto &extents : DefaultExtents) {
    Sizes &sizes = all.emplace_back();
    for (std::size_t index = 0; index < benchmark.dimensions.size(); ++index)
      sizes.push_back(extents[index % std::size(extents)]);
  }
  return all;
}

/// What one tool said about one or several variants.
struct Finding {
  bool clean = false;
  int errors = 0;
  std::string summary; // the tool's own line, or why there is none
  std::string details; // the tool's first complaint
};

/// Reads "========= ERROR SUMMARY: 3 errors" and "========= RACECHECK SUMMARY: 0 hazards ...".
Finding readLog(const std::string &log) {
  Finding finding;
  finding.summary = "the tool wrote no summary";
  std::istringstream lines(log);
  std::size_t quoted = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t start = line.find_first_not_of("= ");
    if (start == std::string::npos || line.find("COMPUTE-SANITIZER") != std::string::npos)
      continue;
    if (quoted++ < QuotedLines)
      finding.details.append(line.substr(start)).append("\n");
    const std::size_t at = line.find("SUMMARY: ");
    if (at == std::string::npos)
      continue;
    finding.errors = static_cast<int>(std::strtol(line.c_str() + at + 9, nullptr, 10));
    finding.clean = finding.errors == 0;
    finding.summary = line.substr(start);
  }
  if (finding.clean)
    finding.details.clear();
  return finding;
}

class SanitizerRun {
public:
  SanitizerRun(const RunOptions &options, Device device)
      : options(options),
        device(std::move(device)),
        tool(findCudaTool("compute-sanitizer")) {}

  int run() {
    const std::vector<Task> tasks = readTasks(options, defaultSizes);
    Progress progress;
    const Builds builds = obtainBuilds(options, device, progress);
    for (const std::string &name : splitList(options.computeSanitizer, "--compute-sanitizer")) {
      for (const Task &task : tasks)
        checkTask(name, task, builds.of(task), progress);
    }
    progress.clear();
    if (!options.json.empty())
      writeTextFile(options.json, document(builds).dump(1) + "\n");
    if (wasInterrupted())
      return InterruptedStatus;
    return allClean ? Success : Failure;
  }

private:
  void checkTask(const std::string &toolName, const Task &task,
                 const std::vector<BuiltVariant> &variants, Progress &progress) {
    std::vector<BuiltVariant> runnable;
    for (const BuiltVariant &variant : variants) {
      if (!variant.isApplicable)
        continue;
      if (variant.library.empty()) {
        record(toolName, task, variant, {false, 0, variant.error, ""});
      } else {
        runnable.push_back(variant);
      }
    }
    const std::string what =
        toolName + " " + std::string(spelling(task.type)) + " " + shortSpelling(task.sizes) + ": ";
    progress.show(what + std::to_string(runnable.size()) + " variants");
    const Finding together = check(toolName, task, runnable, variants.front());
    for (const BuiltVariant &variant : runnable) {
      if (wasInterrupted())
        return;
      if (together.clean) {
        record(toolName, task, variant, together);
        continue;
      }
      progress.show(what + variant.variant.name);
      const Finding alone = check(toolName, task, {variant}, variants.front());
      progress.clear();
      record(toolName, task, variant, alone);
    }
  }

  Finding check(const std::string &toolName, const Task &task,
                const std::vector<BuiltVariant> &variants, const BuiltVariant &original) const {
    const std::filesystem::path log = std::filesystem::temp_directory_path() /
                                      ("polybench-sanitizer-" + std::to_string(getpid()) + ".log");
    CommandLine command = {tool.string(), "--tool=" + toolName, "--log-file=" + log.string()};
    command.insert(command.end(), device.worker.begin(), device.worker.end());
    WorkerClient client(command, StepTimeout);
    const auto ignore = [](const nlohmann::json &) {};
    std::string failure;
    bool verified = true;
    // No guard bands: the tool sees every access outside a buffer by itself.
    const Answer prepared = client.request({{"command", "prepare"},
                                            {"benchmark", task.benchmark->name},
                                            {"type", spelling(task.type)},
                                            {"sizes", task.sizes},
                                            {"seed", options.seed},
                                            {"guard_bytes", 0},
                                            {"original", original.library.string()}},
                                           ignore);
    if (prepared.status != Answer::Status::Replied)
      failure = prepared.reason;
    for (const BuiltVariant &variant : variants) {
      if (!failure.empty())
        break;
      const Answer answer = client.request({{"command", "verify"},
                                            {"contestant",
                                             {{"name", variant.variant.name},
                                              {"contract", name(variant.variant.contract)},
                                              {"library", variant.library.string()}}},
                                            {"probes", {spelling(InputKind::Random)}}},
                                           ignore);
      if (answer.status != Answer::Status::Replied) {
        failure = answer.reason;
      } else {
        verified = verified && answer.reply.value("passed", false);
      }
    }
    client.quit(SummaryTimeout);
    Finding finding;
    finding.summary = failure;
    if (std::filesystem::exists(log)) {
      finding = readLog(readTextFile(log));
      std::filesystem::remove(log);
    }
    if (!failure.empty() || !verified) {
      finding.clean = false;
      finding.summary += failure.empty() ? "; a result did not verify" : "; " + failure;
    }
    return finding;
  }

  void record(const std::string &toolName, const Task &task, const BuiltVariant &variant,
              const Finding &finding) {
    allClean = allClean && finding.clean;
    std::printf("%-10s %-8s %-12s %-30s %s\n", toolName.c_str(),
                std::string(spelling(task.type)).c_str(), shortSpelling(task.sizes).c_str(),
                variant.variant.name.c_str(), finding.clean ? "clean" : finding.summary.c_str());
    std::printf("%s", finding.details.c_str());
    findings.push_back({{"benchmark", task.benchmark->name},
                        {"variant", variant.variant.name},
                        {"type", spelling(task.type)},
                        {"size", shortSpelling(task.sizes)},
                        {"tool", toolName},
                        {"clean", finding.clean},
                        {"errors", finding.errors},
                        {"summary", finding.summary},
                        {"details", finding.details}});
  }

  Json document(const Builds &builds) const {
    Json context = machineContext();
    context["device"] = device.description;
    context["commit"] = builds.commit;
    context["compiler"] = builds.compiler;
    context["seed"] = options.seed;
    return {{"context", context}, {"sanitizer", findings}};
  }

  const RunOptions &options;
  Device device;
  std::filesystem::path tool;
  Json findings = Json::array();
  bool allClean = true;
};

} // namespace

int sanitizerRun(const RunOptions &options) {
  return SanitizerRun(options, findDevice("gpu", {.memory = options.build.sanitize,
                                                  .races = options.racecheck}))
      .run();
}

} // namespace warpsmith::polybench
