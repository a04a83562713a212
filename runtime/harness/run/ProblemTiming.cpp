// The timing half of ProblemRun.
#include "runtime/harness/core/Problem.h"
#include "runtime/harness/core/Statistics.h"
#include "runtime/harness/run/Events.h"
#include "runtime/harness/run/Interrupt.h"
#include "runtime/harness/run/ProblemRun.h"
#include <algorithm>
#include <cmath>

namespace warpsmith::harness {

using nlohmann::json;

namespace {

constexpr char AfterTiming[] = "verification after timing";
constexpr char TwinSuffix[] = " (again)";

/// Where a row has what was timed in that mode of the settings.
TimedMode &timingOf(Row &row, std::size_t mode) {
  if (mode == 0)
    return row.timing;
  if (row.otherTimings.size() < mode)
    row.otherTimings.resize(mode);
  return row.otherTimings[mode - 1];
}

} // namespace

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
bool ProblemRun::timeOnce(std::vector<Entry *> &contestants, std::size_t mode) {
  json descriptions = json::array();
  for (Entry *entry : contestants) {
    descriptions.push_back(entry->description);
    TimedMode timing;
    timing.mode = settings.modes[mode];
    timingOf(entry->row, mode) = std::move(timing);
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
                        {"mode", spelling(settings.modes[mode])},
                        {"algorithms", settings.algorithms},
                        {"check", mode + 1 == settings.modes.size()},
                        {"probe", spelling(InputKind::Random)}};
  double samples = 0;
  const auto modes = static_cast<double>(settings.modes.size());
  const Answer answer = worker->request(command, [&](const json &event) {
    const std::string kind = event.value("event", "");
    const std::string name = event.value("name", "");
    if (kind == "begin")
      note(event.value("step", ""), name);
    Entry *entry = find(name);
    if (entry && kind == "planned") {
      TimedMode &timing = timingOf(entry->row, mode);
      timing.inGraph = event.value("graph", false);
      timing.algorithm = event.value("algorithm", 0);
      timing.algorithms = event.value("algorithms", 1);
      if (event.contains("kernel_host_seconds"))
        timing.kernelHostSeconds = event.at("kernel_host_seconds").get<double>();
      if (mode == 0)
        entry->row.kernels = event.at("kernels").get<std::set<std::string>>();
    }
    if (entry && kind == "sample") {
      timingOf(entry->row, mode).samples.push_back(readSample(event));
      const double share = ++samples / (settings.rounds * static_cast<double>(contestants.size()));
      const double modesDone = (static_cast<double>(mode) + share) / modes;
      progress.advance(verifyingShare() + (1 - verifyingShare()) * modesDone);
    }
    if (entry && kind == "checked")
      entry->row.add(readCheck(event));
  });
  switch (answer.status) {
  case Answer::Status::Replied:
    if (mode == 0) {
      results.bufferSets = answer.reply.value("buffer_sets", 0);
      results.bufferBytes = answer.reply.value("buffer_bytes", 0);
    }
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
      entry->row.reject("could not be timed: " + answer.reason);
    return true;
  }
  guilty->row.reject("failed during " + answer.step + ": " + answer.reason);
  guilty->row.timing.samples.clear();
  guilty->row.otherTimings.clear();
  std::erase(contestants, guilty);
  return contestants.empty();
}

void ProblemRun::timeAll() {
  if (settings.kind != DeviceKind::Gpu || !settings.time || wasInterrupted())
    return;
  std::vector<Entry *> contestants;
  for (const auto &entry : entries) {
    const bool isWanted =
        settings.timeOriginal || entry->row.isBaseline || !entry->row.variant.isOriginal();
    if (isWanted && entry->row.verdict == Verdict::Passed && !entry->description.is_null())
      contestants.push_back(entry.get());
  }
  if (contestants.empty())
    return;
  addTwin(contestants);
  for (std::size_t mode = 0; mode < settings.modes.size(); ++mode) {
    if (mode == 1) { // one pair says what noise is
      std::erase_if(contestants, [](const Entry *entry) { return entry->row.isTwin; });
    }
    while (!contestants.empty() && !wasInterrupted() && !timeOnce(contestants, mode)) {
    }
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
      results.noise.push_back({name, type, sizes,
                               std::max(std::fabs(interval.low - 1), std::fabs(interval.high - 1)),
                               &benchmark});
    }
  }
}

} // namespace warpsmith::harness
