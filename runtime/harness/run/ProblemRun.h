// One benchmark at one type and size: verification, timing, verification again.
#pragma once

#include "runtime/harness/run/PreparedWorker.h"
#include "runtime/harness/run/WorkerSlots.h"

namespace warpsmith::harness {

class ProblemRun {
public:
  /// `client` may have served other problems, and serves others after this one. Beside it the
  /// problem has workers of its own while there are slots.
  ProblemRun(const CampaignSettings &settings, WorkerClient &client, WorkerSlots &slots,
             Results &results, WorkerProgress progress, const Benchmark &benchmark,
             ElementType type, const Sizes &sizes);

  void run(const std::vector<BuiltVariant> &variants);

private:
  struct Entry {
    Row row;
    nlohmann::json description; // for the worker; null when there is nothing to run
  };

  void addVariants(const std::vector<BuiltVariant> &variants);
  void addBaselines();
  void verifyAll();
  void verify(Entry &entry, PreparedWorker &worker);
  void timeAll();
  bool timeOnce(std::vector<Entry *> &contestants, std::size_t mode);
  void addTwin(std::vector<Entry *> &contestants);
  void addNoise();
  void profileAll();
  void writeOutput();
  /// How much of the problem's time, by experience, goes into verification.
  double verifyingShare() const;
  /// Whether what comes next must not see what this problem left in the worker's process.
  bool needsFreshWorker() const;
  void note(const std::string &doing, const std::string &name);

  const CampaignSettings &settings;
  WorkerClient &client;
  WorkerSlots &slots;
  Results &results;
  WorkerProgress progress;
  const Benchmark &benchmark;
  ElementType type;
  Sizes sizes;
  std::vector<std::unique_ptr<Entry>> entries; // the original first
  std::unique_ptr<PreparedWorker> worker;
};

} // namespace warpsmith::harness
