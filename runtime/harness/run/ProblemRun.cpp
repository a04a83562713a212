#include "runtime/harness/run/ProblemRun.h"
#include "runtime/harness/core/BaselineNames.h"
#include "runtime/harness/core/Problem.h"
#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/core/Statistics.h"
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

constexpr char AfterTiming[] = "verification after timing";
constexpr char TwinSuffix[] = " (again)";

std::optional<double> optionalNumber(const json &object, const char *key) {
  return object.contains(key) ? std::optional(object.at(key).get<double>()) : std::nullopt;
}

Check readCheck(const json &event) {
  Check check;
  check.probe = event.at("probe").get<std::string>();
  check.step = event.at("step").get<std::string>();
  check.passed = event.at("passed").get<bool>();
  check.reason = event.at("reason").get<std::string>();
  check.examples = event.at("examples").get<std::vector<std::string>>();
  check.maxError = decodeNumber(event.at("max_error"));
  check.errorBound = decodeNumber(event.at("error_bound"));
  check.maxRatio = decodeNumber(event.at("max_ratio"));
  check.scaledError = decodeNumber(event.at("scaled_error"));
  if (event.contains("identical"))
    check.identical = event.at("identical").get<bool>();
  return check;
}

TimedSample readSample(const json &event) {
  TimedSample sample;
  sample.round = event.at("round").get<int>();
  sample.launches = event.at("launches").get<int>();
  sample.seconds = event.at("seconds").get<double>();
  sample.hostSeconds = event.at("host_seconds").get<double>();
  sample.smClock = optionalNumber(event, "sm_clock_mhz");
  sample.power = optionalNumber(event, "power_w");
  sample.temperature = optionalNumber(event, "temperature_c");
  return sample;
}

void reject(Row &row, const std::string &reason) {
  if (row.verdict != Verdict::Failed)
    row.reason = reason;
  row.verdict = Verdict::Failed;
}

void addCheck(Row &row, Check check) {
  if (!check.passed) {
    std::string reason = check.step + ": " + check.reason;
    if (!check.examples.empty())
      reason += "; " + check.examples.front();
    reject(row, reason);
  }
  row.checks.push_back(std::move(check));
}

json prepareCommand(const CampaignSettings &settings, const Benchmark &benchmark, ElementType type,
                    const Sizes &sizes) {
  json command = {{"command", "prepare"},
                  {"benchmark", benchmark.name},
                  {"type", spelling(type)},
                  {"sizes", sizes},
                  {"seed", settings.seed}};
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

PreparedWorker::PreparedWorker(const CampaignSettings &settings, json prepareCommand)
    : client(settings.worker, settings.timeout),
      preparation(std::move(prepareCommand)) {
}

Answer PreparedWorker::request(const json &command, const WorkerClient::OnEvent &onEvent) {
  if (!client.alive() || !prepared) {
    const Answer answer = client.request(preparation, onEvent);
    prepared = answer.status == Answer::Status::Replied;
    if (!prepared)
      return answer;
  }
  return client.request(command, onEvent);
}

void PreparedWorker::forgetOriginal(const std::string &reason) {
  preparation["original"] = "";
  preparation["original_error"] = reason;
  prepared = false;
}

ProblemRun::ProblemRun(const CampaignSettings &settings, Results &results, Progress &progress,
                       const Benchmark &benchmark, ElementType type, const Sizes &sizes)
    : settings(settings),
      results(results),
      progress(progress),
      benchmark(benchmark),
      type(type),
      sizes(sizes),
      worker(std::make_unique<PreparedWorker>(settings,
                                              prepareCommand(settings, benchmark, type, sizes))) {
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
    if (settings.kind == DeviceKind::Gpu && built.variant.minimumCompute > capability) {
      row.verdict = Verdict::Skipped;
      row.reason = "needs compute capability " + std::to_string(built.variant.minimumCompute / 10) +
                   "." + std::to_string(built.variant.minimumCompute % 10);
    } else if (built.library.empty()) {
      reject(row, built.error);
    } else {
      entry->description = {{"name", built.variant.name},
                            {"contract", spelling(built.variant.contract)},
                            {"library", built.library.string()}};
    }
    if (built.variant.isOriginal()) {
      preparation["original"] = built.library.string();
      preparation["original_error"] = "it was not built";
    }
    entries.push_back(std::move(entry));
  }
  worker = std::make_unique<PreparedWorker>(settings, preparation);
}

void ProblemRun::addBaselines() {
  const bool hasCublas = !results.device.value("cublas", "").empty();
  if (settings.kind != DeviceKind::Gpu || benchmark.baseline.empty() || !hasCublas)
    return;
  std::vector<const BaselineRow *> wanted;
  for (const auto &entry : entries) {
    if (const BaselineRow *row = baselineFor(type, entry->row.variant.contract);
        row && std::find(wanted.begin(), wanted.end(), row) == wanted.end())
      wanted.push_back(row);
  }
  for (const BaselineRow *baseline : wanted) {
    auto entry = std::make_unique<Entry>();
    entry->row.benchmark = &benchmark;
    entry->row.variant = {std::string(baseline->name), "", baseline->contract, {type}, 0};
    entry->row.isBaseline = true;
    entry->row.type = type;
    entry->row.sizes = sizes;
    entry->description = {{"name", baseline->name},
                          {"contract", spelling(baseline->contract)},
                          {"baseline", baseline->name}};
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
  const json command = {{"command", "verify"},
                        {"contestant", entry.description},
                        {"probes", settings.probes},
                        {"repeat", settings.probes.front()}};
  const Answer answer = with.request(command, [&](const json &event) {
    if (event.value("event", "") == "checked")
      addCheck(row, readCheck(event));
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
    reject(row, blamesOriginal ? "the original failed: " + answer.reason : answer.reason);
    if (row.variant.name == "original" && answer.status != Answer::Status::Refused)
      with.forgetOriginal(row.reason);
    break;
  }
  }
}

void ProblemRun::verifyAll() {
  note("verifying", entries.front()->row.variant.name);
  verify(*entries.front(), *worker);
  // In the emulator several workers verify side by side; a GPU is one.
  const std::size_t workers =
      settings.kind == DeviceKind::Gpu
          ? 1
          : std::min<std::size_t>(std::max(settings.jobs, 1), entries.size() - 1);
  std::atomic<std::size_t> next = 1;
  std::mutex mutex;
  const auto work = [&](PreparedWorker &with) {
    for (std::size_t index = next++; index < entries.size(); index = next++) {
      {
        const std::lock_guard lock(mutex);
        note("verifying", entries[index]->row.variant.name);
      }
      verify(*entries[index], with);
    }
  };
  std::vector<std::unique_ptr<PreparedWorker>> others;
  std::vector<std::thread> threads;
  for (std::size_t other = 1; other < workers; ++other) {
    others.push_back(std::make_unique<PreparedWorker>(settings, worker->prepareCommand()));
    threads.emplace_back(work, std::ref(*others.back()));
  }
  work(*worker);
  for (std::thread &thread : threads)
    thread.join();
}

void ProblemRun::addTwin(std::vector<Entry *> &contestants) {
  // The baseline is as short as the contestants that matter; without one, the original.
  const auto baseline = std::find_if(contestants.begin(), contestants.end(),
                                     [](const Entry *entry) { return entry->row.isBaseline; });
  const Entry &first = baseline == contestants.end() ? *contestants.front() : **baseline;
  auto twin = std::make_unique<Entry>(first);
  twin->row.isTwin = true;
  twin->row.variant.name += TwinSuffix;
  twin->row.checks.clear();
  twin->description["name"] = twin->row.variant.name;
  contestants.push_back(twin.get());
  entries.push_back(std::move(twin));
}

/// True when the round trip is over: everybody was timed, or it was interrupted.
bool ProblemRun::timeOnce(std::vector<Entry *> &contestants) {
  json descriptions = json::array();
  for (Entry *entry : contestants) {
    descriptions.push_back(entry->description);
    entry->row.samples.clear();
    std::erase_if(entry->row.checks, [](const Check &check) { return check.step == AfterTiming; });
  }
  const auto find = [&](const std::string &name) -> Entry * {
    for (Entry *entry : contestants) {
      if (entry->row.variant.name == name)
        return entry;
    }
    return nullptr;
  };
  const json command = {{"command", "time"},
                        {"contestants", descriptions},
                        {"rounds", settings.rounds},
                        {"sample_seconds", settings.minSeconds / settings.rounds},
                        {"warmup_seconds", settings.warmupSeconds},
                        {"l2", settings.cold ? "cold" : "warm"},
                        {"probe", spelling(InputKind::Random)}};
  const Answer answer = worker->request(command, [&](const json &event) {
    const std::string kind = event.value("event", "");
    const std::string name = event.value("name", "");
    if (kind == "begin")
      note(event.value("step", ""), name);
    Entry *entry = find(name);
    if (entry && kind == "planned")
      entry->row.kernels = event.at("kernels").get<std::vector<std::string>>();
    if (entry && kind == "sample")
      entry->row.samples.push_back(readSample(event));
    if (entry && kind == "checked")
      addCheck(entry->row, readCheck(event));
  });
  switch (answer.status) {
  case Answer::Status::Replied:
    results.bufferSets = answer.reply.value("buffer_sets", 0);
    results.bufferBytes = answer.reply.value("buffer_bytes", 0);
    return true;
  case Answer::Status::Interrupted:
    return true;
  case Answer::Status::Refused:
  case Answer::Status::Lost:
  case Answer::Status::Crashed:
  case Answer::Status::TimedOut:
    break;
  }
  Entry *guilty = find(answer.blamed);
  if (!guilty) {
    for (Entry *entry : contestants)
      reject(entry->row, "could not be timed: " + answer.reason);
    return true;
  }
  reject(guilty->row, "failed during " + answer.step + ": " + answer.reason);
  guilty->row.samples.clear();
  std::erase(contestants, guilty);
  return contestants.empty();
}

void ProblemRun::timeAll() {
  if (settings.kind != DeviceKind::Gpu || !settings.time || wasInterrupted())
    return;
  std::vector<Entry *> contestants;
  for (const auto &entry : entries) {
    if (entry->row.verdict == Verdict::Passed && !entry->description.is_null())
      contestants.push_back(entry.get());
  }
  if (contestants.empty())
    return;
  addTwin(contestants);
  while (!timeOnce(contestants)) {
  }
  addNoise();
}

void ProblemRun::addNoise() {
  for (const auto &entry : entries) {
    if (!entry->row.isTwin || !entry->row.timed())
      continue;
    const std::string twinName = entry->row.variant.name;
    const std::string name = twinName.substr(0, twinName.size() - std::string(TwinSuffix).size());
    for (const auto &first : entries) {
      if (first->row.variant.name != name || !first->row.timed())
        continue;
      const Interval interval =
          medianInterval(pairedRatios(entry->row.seconds(), first->row.seconds()));
      results.noise.push_back(
          {name, type, sizes, std::max(std::fabs(interval.low - 1), std::fabs(interval.high - 1))});
    }
  }
}

void ProblemRun::writeOutput() {
  if (!settings.user || settings.user->outputFile.empty())
    return;
  for (const auto &entry : entries) {
    if (entry->row.verdict != Verdict::Passed || entry->description.is_null())
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

void ProblemRun::run(const std::vector<BuiltVariant> &variants) {
  addVariants(variants);
  addBaselines();
  verifyAll();
  timeAll();
  for (const auto &entry : entries)
    results.rows.push_back(entry->row);
  results.interrupted = results.interrupted || wasInterrupted();
  if (!results.interrupted)
    writeOutput();
}

} // namespace warpsmith::harness
