// Verifies and times a set of variants, problem by problem, on one device or several.
//
// A crash, a hang or a wrong result costs the variant that caused it: its row says so, the worker
// is started afresh, the others go on. Nothing is timed that did not verify first, and a time
// counts only if the variant still verifies afterwards.
//
// A worker that only verifies serves one problem after the other, and several of them share a GPU:
// to start a process with a CUDA context takes longer than to verify a shape. A problem that is
// timed has a process of its own, and after a failure there is a fresh one.
//
// The emulator is any number of devices: its problems run side by side, and what workers are left
// share the variants of one.
//
// Several devices share the problems. All contestants of one problem are verified and timed on one
// device, in turns: two devices of the same name differ in clocks and temperature by more than
// variants do.
#pragma once

#include "runtime/harness/core/TimingMode.h"
#include "runtime/harness/run/Progress.h"
#include "runtime/harness/run/Results.h"
#include "runtime/harness/run/WorkerClient.h"
#include "runtime/harness/run/WorkerSlots.h"
#include <filesystem>
#include <functional>
#include <map>

namespace warpsmith::harness {

/// A variant with its library, or with the reason why there is none.
struct BuiltVariant {
  Variant variant;
  std::filesystem::path library;
  std::string error;
  std::string fingerprint;  // other sources, tools or flags give another one
  bool isApplicable = true; // false: `error` says why it is not for this benchmark
};

/// A user's own matrices in place of generated inputs.
struct UserInput {
  std::map<std::string, std::string> matrices; // buffer name -> file
  std::map<std::string, double> scalars;
  std::string outputBuffer;
  std::filesystem::path outputFile; // empty: not written
};

/// A device, by what starts a worker on it and what that says of it.
struct WorkerDevice {
  CommandLine worker;
  nlohmann::json description;
  int number = 0; // as --devices counts
};

struct CampaignSettings {
  CommandLine worker; // of the device; Campaign fills it in
  DeviceKind kind = DeviceKind::Emulator;
  std::vector<std::string> probes;
  std::uint64_t seed = 1;
  std::optional<std::size_t> guardBytes;
  std::chrono::duration<double> timeout{60};
  int jobs = 1;     // workers of a device that verify at the same time; where it times there is one
  bool time = true; // on a GPU
  int rounds = 15;
  double minSeconds = 0.3; // total length of one contestant's samples at one size
  double warmupSeconds = 0.5;
  std::vector<TimingMode> modes = {{}}; // what a row says is of the first; it holds the others, too
  int algorithms = 1;                   // of cublasLt, of which the fastest takes part
  bool timeOriginal = true;
  std::shared_ptr<Profiler> profiler;    // null: no contestant is profiled
  std::vector<std::string> profileSizes; // of --sizes; empty: all
  std::optional<UserInput> user;
  std::function<bool()> enough; // no further problem is begun once it says so; may be empty
};

/// One problem with its contestants, which start with the original.
struct Assignment {
  const Benchmark *benchmark = nullptr;
  ElementType type = ElementType::F32;
  Sizes sizes;
  std::vector<BuiltVariant> variants;
  double weight = 1; // how long it takes beside others
};

class Campaign {
public:
  /// At least one device; all of the same kind and name.
  Campaign(CampaignSettings settings, std::vector<WorkerDevice> devices, Progress &progress);

  /// Runs the problems, each device one at a time, in their order as devices become free; in the
  /// emulator several, those of most weight first, so that none is left to be run alone. `ended`
  /// is called after each, from one thread at a time, and what it throws ends the run. A signal
  /// ends it early. A device that stops answering is left out from then on, and
  /// Results::lostDevices says so; the problem that it had in hand is unfinished.
  void run(const std::vector<Assignment> &problems, const std::function<void()> &ended = {});

  /// The rows so far, in the order of the problems that have any. From any thread.
  Results results() const;
  /// Of the problems of the last run, in their order, those that were not measured to their end.
  std::vector<std::size_t> unfinished() const;

private:
  struct Outcome {
    Results results;
    bool finished = false;
  };

  /// A device, and which of its workers: they take problems of their own.
  struct Lane {
    std::size_t device = 0;
    std::size_t number = 0;
  };

  std::vector<Lane> lanes(std::size_t problems) const;
  std::vector<std::size_t> orderOf(const std::vector<Assignment> &problems) const;
  void work(const Lane &lane, std::size_t number, const std::vector<Assignment> &problems);
  std::vector<std::size_t> unfinishedNow() const;
  bool takeNext(std::size_t &problem);
  void keep(std::size_t problem, Results results, std::size_t device, bool isLost);
  bool answers(std::size_t device, const Results &last);

  CampaignSettings settings;
  std::vector<WorkerDevice> devices;
  Progress &progress;
  WorkerSlots slots;
  std::function<void()> ended;
  std::mutex endedMutex;
  mutable std::mutex mutex; // of what follows
  std::vector<Outcome> outcomes;
  std::vector<std::size_t> order; // in which the problems are begun
  std::vector<std::string> lostDevices;
  std::exception_ptr error;
  std::size_t next = 0;
};

/// Asks a worker for its device; the reason why there is none as Answer::reason.
Answer askForDevice(const CommandLine &worker, std::chrono::duration<double> timeout);

} // namespace warpsmith::harness
