#include "runtime/harness/run/Campaign.h"
#include "runtime/harness/run/Interrupt.h"
#include "runtime/harness/run/ProblemRun.h"
#include <algorithm>
#include <thread>

namespace warpsmith::harness {
namespace {

/// True when no contestant got through: the device itself may be the cause.
bool allFailed(const Results &results) {
  bool anyFailed = false;
  for (const Row &row : results.rows) {
    if (row.verdict == Verdict::Passed)
      return false;
    anyFailed = anyFailed || row.verdict == Verdict::Failed;
  }
  return anyFailed;
}

} // namespace

Campaign::Campaign(CampaignSettings settings, std::vector<WorkerDevice> devices, Progress &progress)
    : settings(std::move(settings)),
      devices(std::move(devices)),
      progress(progress) {
}

void Campaign::run(const std::vector<Assignment> &problems, const std::function<void()> &onEnded) {
  outcomes.assign(problems.size(), {});
  ended = onEnded;
  next = 0;
  error = nullptr;
  double all = 0;
  for (const Assignment &problem : problems)
    all += problem.weight;
  std::vector<std::string> names;
  names.reserve(devices.size());
  for (const WorkerDevice &device : devices)
    names.push_back(std::to_string(device.number));
  progress.begin(all, names);
  // A worker ends with the thread that started it, so that each device keeps its thread.
  std::vector<std::thread> threads;
  for (std::size_t device = 1; device < std::min(devices.size(), problems.size()); ++device)
    threads.emplace_back([this, device, &problems] { work(device, problems); });
  work(0, problems);
  for (std::thread &thread : threads)
    thread.join();
  if (error)
    std::rethrow_exception(error);
}

void Campaign::work(std::size_t device, const std::vector<Assignment> &problems) {
  CampaignSettings own = settings;
  own.worker = devices[device].worker;
  try {
    std::size_t index = 0;
    while (!wasInterrupted() && !(settings.enough && settings.enough()) && takeNext(index)) {
      const Assignment &problem = problems[index];
      Results found;
      found.device = devices[device].description;
      progress.enter(problem.weight, device);
      ProblemRun(own, found, WorkerProgress(progress, device), *problem.benchmark, problem.type,
                 problem.sizes)
          .run(problem.variants);
      const bool isLost = !answers(device, found);
      keep(index, std::move(found), device, isLost);
      if (isLost)
        break;
    }
  } catch (...) {
    const std::lock_guard lock(mutex);
    if (!error)
      error = std::current_exception();
    next = problems.size(); // the others end what they have begun
  }
  progress.enter(0, device);
  progress.show("", device);
}

bool Campaign::takeNext(std::size_t &problem) {
  const std::lock_guard lock(mutex);
  problem = next;
  next += next < outcomes.size() ? 1 : 0;
  return problem < outcomes.size();
}

void Campaign::keep(std::size_t problem, Results found, std::size_t device, bool isLost) {
  const std::lock_guard lock(mutex);
  for (Row &row : found.rows)
    row.device = static_cast<int>(device);
  outcomes[problem].finished = !found.interrupted && !isLost;
  outcomes[problem].results = std::move(found);
  if (ended)
    ended();
}

/// A device that is gone fails at once, and would fail all that is left; what failed
/// because of it is nothing that --resume should take for a result.
bool Campaign::answers(std::size_t device, const Results &last) {
  if (last.interrupted || !allFailed(last))
    return true;
  const Answer answer = askForDevice(devices[device].worker, settings.timeout);
  if (answer.status == Answer::Status::Replied || answer.status == Answer::Status::Interrupted)
    return true;
  const std::lock_guard lock(mutex);
  lostDevices.push_back("device " + std::to_string(devices[device].number) +
                        " no longer answers and was left out: " + answer.reason);
  return false;
}

Results Campaign::results() const {
  Results all;
  all.device = devices.front().description;
  all.lostDevices = lostDevices;
  for (const WorkerDevice &device : devices) {
    all.devices.push_back(device.description);
    all.devices.back()["number"] = device.number;
  }
  for (const Outcome &outcome : outcomes) {
    const Results &part = outcome.results;
    all.rows.insert(all.rows.end(), part.rows.begin(), part.rows.end());
    all.notProfiled.insert(all.notProfiled.end(), part.notProfiled.begin(), part.notProfiled.end());
    all.noise.insert(all.noise.end(), part.noise.begin(), part.noise.end());
    all.interrupted = all.interrupted || part.interrupted;
    if (!part.outputWrittenBy.empty())
      all.outputWrittenBy = part.outputWrittenBy;
    if (part.bufferSets) {
      all.bufferSets = part.bufferSets;
      all.bufferBytes = part.bufferBytes;
    }
  }
  all.interrupted = all.interrupted || (wasInterrupted() && !unfinished().empty());
  return all;
}

std::vector<std::size_t> Campaign::unfinished() const {
  std::vector<std::size_t> indices;
  for (std::size_t index = 0; index < outcomes.size(); ++index) {
    if (!outcomes[index].finished)
      indices.push_back(index);
  }
  return indices;
}

Answer askForDevice(const CommandLine &worker, std::chrono::duration<double> timeout) {
  WorkerClient client(worker, timeout);
  return client.request({{"command", "hello"}}, [](const nlohmann::json &) {});
}

} // namespace warpsmith::harness
