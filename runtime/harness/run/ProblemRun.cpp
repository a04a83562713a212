#include "runtime/harness/run/ProblemRun.h"
#include "runtime/harness/core/BaselineNames.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/run/Events.h"
#include "runtime/harness/run/Interrupt.h"
#include "runtime/harness/worker/Protocol.h"
#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

namespace warpsmith::harness {
namespace {

using nlohmann::json;

constexpr int WordOfIntegers = 4; // 8-bit ones

json prepareCommand(const CampaignSettings &settings, const Benchmark &benchmark, ElementType type,
                    const Sizes &sizes) {
  json command = {{"command", "prepare"},
                  {"benchmark", benchmark.name},
                  {"type", spelling(type)},
                  {"sizes", sizes},
                  {"seed", settings.seed}};
  if (benchmark.source)
    command["kernel"] = json::parse(benchmark.source->description);
  if (settings.guardBytes)
    command["guard_bytes"] = *settings.guardBytes;
  if (settings.user) {
    command["matrices"] = settings.user->matrices;
    command["scalars"] = settings.user->scalars;
  }
  return command;
}

int computeCapability(const json &device) {
  const double number = std::stod(device.value("compute_capability", "0"));
  return static_cast<int>(std::lround(number * 10));
}

} // namespace

ProblemRun::ProblemRun(const CampaignSettings &settings, WorkerClient &client, WorkerSlots &slots,
                       Results &results, WorkerProgress progress, const Benchmark &benchmark,
                       ElementType type, const Sizes &sizes)
    : settings(settings),
      client(client),
      slots(slots),
      results(results),
      progress(progress),
      benchmark(benchmark),
      type(type),
      sizes(sizes),
      worker(std::make_unique<PreparedWorker>(client,
                                              prepareCommand(settings, benchmark, type, sizes))) {
}

double ProblemRun::verifyingShare() const {
  return settings.kind == DeviceKind::Gpu && settings.time ? 0.5 : 1;
}

void ProblemRun::note(const std::string &doing, const std::string &name) {
  progress.show(std::string(benchmark.name) + " " + std::string(spelling(type)) + " " +
                shortSpelling(sizes) + ": " + doing + " " + name);
}

void ProblemRun::addVariants(const std::vector<BuiltVariant> &variants) {
  const int capability = computeCapability(results.device);
  json preparation = worker->prepareCommand();
  for (const BuiltVariant &built : variants) {
    auto entry = std::make_unique<Entry>();
    Row &row = entry->row;
    row.benchmark = &benchmark;
    row.variant = built.variant;
    row.type = type;
    row.sizes = sizes;
    row.build = built.fingerprint;
    if (settings.kind == DeviceKind::Gpu && built.variant.minimumCompute > capability) {
      row.verdict = Verdict::NotApplicable;
      row.reason = "needs compute capability " + std::to_string(built.variant.minimumCompute / 10) +
                   "." + std::to_string(built.variant.minimumCompute % 10);
    } else if (!built.isApplicable) {
      row.verdict = Verdict::NotApplicable;
      row.reason = built.error;
    } else if (built.library.empty()) {
      row.reject(built.error);
    } else {
      entry->description = {{"name", built.variant.name},
                            {"contract", name(built.variant.contract)},
                            {"library", built.library.string()}};
    }
    if (built.variant.isOriginal()) {
      preparation["original"] = built.library.string();
      preparation["original_error"] = "it was not built";
    }
    entries.push_back(std::move(entry));
  }
  worker = std::make_unique<PreparedWorker>(client, preparation);
}

void ProblemRun::addBaselines() {
  const bool hasCublas = !results.device.value("cublas", "").empty();
  // A baseline is there for its time.
  if (settings.kind != DeviceKind::Gpu || !settings.time || !hasBaseline(benchmark) || !hasCublas)
    return;
  std::vector<const BaselineRow *> wanted;
  for (const auto &entry : entries) {
    for (const BaselineRow *row : baselinesFor(benchmark, type, entry->row.variant.contract)) {
      if (std::find(wanted.begin(), wanted.end(), row) == wanted.end())
        wanted.push_back(row);
    }
  }
  for (const BaselineRow *baseline : wanted) {
    auto entry = std::make_unique<Entry>();
    entry->row.benchmark = &benchmark;
    entry->row.variant = {std::string(baseline->name), "", baseline->contract, {type}, 0};
    entry->row.isBaseline = true;
    entry->row.type = type;
    entry->row.sizes = sizes;
    entry->description = {{"name", baseline->name},
                          {"contract", name(baseline->contract)},
                          {"baseline", baseline->name}};
    const bool inWords = std::all_of(sizes.begin(), sizes.end(),
                                     [](int size) { return size % WordOfIntegers == 0; });
    if (isInteger(type) && !inWords) {
      entry->description = nullptr;
      entry->row.verdict = Verdict::NotApplicable;
      entry->row.reason = "cuBLAS takes 8-bit integers only in rows of whole words";
    }
    entries.push_back(std::move(entry));
  }
}

void ProblemRun::verify(Entry &entry, PreparedWorker &with) {
  Row &row = entry.row;
  if (entry.description.is_null())
    return;
  if (wasInterrupted()) {
    row.verdict = Verdict::Skipped;
    row.reason = "interrupted";
    return;
  }
  std::vector<std::string> probes = settings.probes;
  if (row.isBaseline && isInteger(type)) // which cuBLAS takes in words alone
    std::erase(probes, std::string(OffsetProbe));
  if (probes.empty()) {
    row.verdict = Verdict::NotApplicable;
    row.reason = "cuBLAS takes only aligned 8-bit integers";
    entry.description = nullptr;
    return;
  }
  const json command = {{"command", "verify"},
                        {"contestant", entry.description},
                        {"probes", probes},
                        {"repeat", probes.front()}};
  const Answer answer = with.request(command, [&](const json &event) {
    if (event.value("event", "") == "checked")
      row.add(readCheck(event));
  });
  switch (answer.status) {
  case Answer::Status::Replied:
    break;
  case Answer::Status::Interrupted:
    row.verdict = Verdict::Skipped;
    row.reason = "interrupted";
    break;
  case Answer::Status::Refused:
  case Answer::Status::Lost:
  case Answer::Status::Crashed:
  case Answer::Status::TimedOut: {
    const bool blamesOriginal = answer.blamed == "original" && row.variant.name != "original";
    row.reject(blamesOriginal ? "the original failed: " + answer.reason : answer.reason);
    if (row.variant.name == "original" && answer.status != Answer::Status::Refused)
      with.forgetOriginal(row.reason);
    break;
  }
  }
}

void ProblemRun::verifyAll() {
  note("verifying", entries.front()->row.variant.name);
  verify(*entries.front(), *worker);
  std::atomic<std::size_t> next = 1;
  std::mutex mutex;
  std::size_t verified = 1;
  std::vector<std::size_t> left; // that helpers had begun
  std::atomic<bool> lacksHelpers = false;
  const auto verifyOne = [&](std::size_t index, PreparedWorker &with) {
    {
      const std::lock_guard lock(mutex);
      note("verifying", entries[index]->row.variant.name);
    }
    verify(*entries[index], with);
    const std::lock_guard lock(mutex);
    progress.advance(verifyingShare() * static_cast<double>(++verified) /
                     static_cast<double>(entries.size()));
  };
  const auto help = [&] {
    std::size_t index = entries.size();
    Row before;
    try {
      WorkerClient own(settings.worker, settings.timeout);
      PreparedWorker prepared(own, worker->prepareCommand());
      for (index = next++; index < entries.size(); index = next++) {
        before = entries[index]->row;
        verifyOne(index, prepared);
      }
    } catch (const std::exception &) {
      // No process or pipe to be had: the problem's own worker does without.
      lacksHelpers = true;
      const std::lock_guard lock(mutex);
      if (index < entries.size()) {
        entries[index]->row = before;
        left.push_back(index);
      }
    }
    slots.giveBack();
  };
  {
    std::vector<std::jthread> helpers;
    for (std::size_t index = next++; index < entries.size(); index = next++) {
      // Again and again: slots become free as other problems end.
      while (!lacksHelpers && next < entries.size() && slots.take())
        helpers.emplace_back(help);
      verifyOne(index, *worker);
    }
  }
  for (const std::size_t index : left)
    verifyOne(index, *worker);
}

void ProblemRun::writeOutput() {
  if (!settings.user || settings.user->outputFile.empty())
    return;
  for (const auto &entry : entries) {
    if (!entry->row.isVerified() || entry->description.is_null())
      continue;
    const Answer answer = worker->request({{"command", "output"},
                                           {"contestant", entry->description},
                                           {"buffer", settings.user->outputBuffer},
                                           {"file", settings.user->outputFile.string()}},
                                          [](const json &) {});
    if (answer.status != Answer::Status::Replied)
      throw InputError(answer.reason);
    results.outputWrittenBy = entry->row.variant.name;
    return;
  }
  throw InputError("'" + settings.user->outputFile.string() +
                   "' was not written: no variant verified");
}

void ProblemRun::profileAll() {
  const bool isNamed =
      settings.profileSizes.empty() || namesSize(settings.profileSizes, benchmark, sizes);
  if (!settings.profiler || !isNamed)
    return;
  for (const auto &entry : entries) {
    Row &row = entry->row;
    if (row.verdict != Verdict::Passed || row.isTwin || entry->description.is_null())
      continue;
    if (wasInterrupted())
      return;
    note("profiling", row.variant.name);
    ProfileReading reading = settings.profiler->read(settings.worker, worker->prepareCommand(),
                                                     entry->description, settings.timeout);
    row.utilisation = std::move(reading.utilisation);
    if (!reading.failure.empty()) {
      results.notProfiled.push_back(benchmark.name + "/" + row.variant.name + "/" +
                                    std::string(spelling(type)) + "/" + shortSpelling(sizes) +
                                    " was not profiled: " + reading.failure);
    }
  }
}

bool ProblemRun::needsFreshWorker() const {
  return (settings.kind == DeviceKind::Gpu && settings.time) ||
         std::any_of(entries.begin(), entries.end(), [](const auto &entry) {
           return entry->row.verdict == Verdict::Failed && !entry->description.is_null();
         });
}

void ProblemRun::run(const std::vector<BuiltVariant> &variants) {
  addVariants(variants);
  addBaselines();
  verifyAll();
  timeAll();
  profileAll();
  for (const auto &entry : entries) {
    entry->row.settle();
    results.rows.push_back(entry->row);
  }
  results.interrupted = results.interrupted || wasInterrupted();
  if (!results.interrupted)
    writeOutput();
  if (needsFreshWorker())
    client = WorkerClient(settings.worker, settings.timeout);
}

} // namespace warpsmith::harness
