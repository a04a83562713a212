// Verifies and times a set of variants, problem by problem.
//
// A crash, a hang or a wrong result costs the variant that caused it: its row says so, the worker
// is started afresh, the others go on. Nothing is timed that did not verify first, and a time
// counts only if the variant still verifies afterwards.
#pragma once

#include "runtime/harness/run/Progress.h"
#include "runtime/harness/run/Results.h"
#include "runtime/harness/run/WorkerClient.h"
#include <filesystem>
#include <map>

namespace warpsmith::harness {

/// A variant with its library, or with the reason why there is none.
struct BuiltVariant {
  Variant variant;
  std::filesystem::path library;
  std::string error;
  std::string fingerprint; // other sources, tools or flags give another one
};

/// A user's own matrices in place of generated inputs.
struct UserInput {
  std::map<std::string, std::string> matrices; // buffer name -> file
  std::map<std::string, double> scalars;
  std::string outputBuffer;
  std::filesystem::path outputFile; // empty: not written
};

struct CampaignSettings {
  CommandLine worker;
  DeviceKind kind = DeviceKind::Emulator;
  std::vector<std::string> probes;
  std::uint64_t seed = 1;
  std::optional<std::size_t> guardBytes;
  std::chrono::duration<double> timeout{60};
  int jobs = 1;     // workers that verify at the same time; on a GPU always one
  bool time = true; // on a GPU
  int rounds = 15;
  double minSeconds = 0.3; // total length of one contestant's samples at one size
  double warmupSeconds = 0.5;
  bool cold = true;
  std::optional<UserInput> user;
};

class Campaign {
public:
  Campaign(CampaignSettings settings, nlohmann::json device, Progress &progress);

  /// Runs one problem and appends its rows. `variants` starts with the original.
  void run(const Benchmark &benchmark, ElementType type, const Sizes &sizes,
           const std::vector<BuiltVariant> &variants);

  Results &results() { return found; }

private:
  CampaignSettings settings;
  Progress &progress;
  Results found;
};

/// Asks a worker for its device; the reason why there is none as Answer::reason.
Answer askForDevice(const CommandLine &worker, std::chrono::duration<double> timeout);

} // namespace warpsmith::harness
