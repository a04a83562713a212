#include "runtime/harness/run/Campaign.h"
#include "runtime/harness/run/Interrupt.h"
#include "runtime/harness/run/ProblemRun.h"
#include <algorithm>
#include <numeric>
#include <thread>

namespace warpsmith::harness {
namespace {

/// Each has a CUDA context, and the GPU runs one at a time: more do not make it faster.
constexpr std::size_t MostWorkersOfGpu = 8;

/// True when no contestant got through: the device itself may be the cause.
bool allFailed(const Results &results) {
  bool anyFailed = false;
  for (const Row &row : results.rows) {
    if (row.isVerified())
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
  order = orderOf(problems);
  const std::vector<Lane> workers = lanes(problems.size());
  const bool sharesWorkers = settings.kind == DeviceKind::Emulator;
  slots.open(sharesWorkers ? settings.jobs * static_cast<int>(devices.size()) -
                                 static_cast<int>(workers.size())
                           : 0);
  std::vector<std::string> names;
  names.reserve(workers.size());
  for (const Lane &lane : workers)
    names.push_back(std::to_string(devices[lane.device].number));
  progress.begin(all, names);
  // A worker ends with the thread that started it, so that each lane keeps its thread.
  {
    std::vector<std::jthread> threads;
    for (std::size_t number = 1; number < workers.size(); ++number)
      threads.emplace_back([&, number] { work(workers[number], number, problems); });
    work(workers.front(), 0, problems);
  }
  if (error)
    std::rethrow_exception(error);
}

/// Who works on that many problems; every device before the second worker of any. At least one.
std::vector<Campaign::Lane> Campaign::lanes(std::size_t problems) const {
  std::size_t ofEach = 1;
  if (settings.kind == DeviceKind::Emulator)
    ofEach = std::max<std::size_t>(settings.jobs, 1);
  else if (!settings.time)
    ofEach = std::clamp<std::size_t>(settings.jobs, 1, MostWorkersOfGpu);
  std::vector<Lane> all;
  for (std::size_t number = 0; number < ofEach; ++number) {
    for (std::size_t device = 0; device < devices.size(); ++device) {
      if (all.empty() || all.size() < problems)
        all.push_back({device, number});
    }
  }
  return all;
}

std::vector<std::size_t> Campaign::orderOf(const std::vector<Assignment> &problems) const {
  std::vector<std::size_t> indices(problems.size());
  std::iota(indices.begin(), indices.end(), 0);
  if (settings.kind == DeviceKind::Emulator) {
    std::sort(indices.begin(), indices.end(), [&](std::size_t one, std::size_t other) {
      return std::pair(-problems[one].weight, one) < std::pair(-problems[other].weight, other);
    });
  }
  return indices;
}

void Campaign::work(const Lane &lane, std::size_t number, const std::vector<Assignment> &problems) {
  const std::size_t device = lane.device;
  CampaignSettings own = settings;
  own.worker = devices[device].worker;
  WorkerClient client(own.worker, own.timeout);
  try {
    std::size_t index = 0;
    while (!wasInterrupted() && !(settings.enough && settings.enough()) && takeNext(index)) {
      const Assignment &problem = problems[index];
      Results found;
      found.device = devices[device].description;
      progress.enter(problem.weight, number);
      ProblemRun(own, client, slots, found, WorkerProgress(progress, number), *problem.benchmark,
                 problem.type, problem.sizes)
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
  progress.enter(0, number);
  progress.show("", number);
  if (settings.kind == DeviceKind::Emulator)
    slots.giveBack(); // to the problems that are still run
}

bool Campaign::takeNext(std::size_t &problem) {
  const std::lock_guard lock(mutex);
  if (next == order.size())
    return false;
  problem = order[next++];
  return true;
}

void Campaign::keep(std::size_t problem, Results found, std::size_t device, bool isLost) {
  for (Row &row : found.rows)
    row.device = static_cast<int>(device);
  {
    const std::lock_guard lock(mutex);
    outcomes[problem].finished = !found.interrupted && !isLost;
    outcomes[problem].results = std::move(found);
  }
  const std::lock_guard lock(endedMutex);
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
  const std::string name = "device " + std::to_string(devices[device].number) + " ";
  const bool isKnown = std::any_of(lostDevices.begin(), lostDevices.end(),
                                   [&](const std::string &lost) { return lost.starts_with(name); });
  if (!isKnown)
    lostDevices.push_back(name + "no longer answers and was left out: " + answer.reason);
  return false;
}

Results Campaign::results() const {
  const std::lock_guard lock(mutex);
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
  all.interrupted = all.interrupted || (wasInterrupted() && !unfinishedNow().empty());
  return all;
}

std::vector<std::size_t> Campaign::unfinished() const {
  const std::lock_guard lock(mutex);
  return unfinishedNow();
}

std::vector<std::size_t> Campaign::unfinishedNow() const {
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
