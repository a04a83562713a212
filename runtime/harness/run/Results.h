// What a campaign found out.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include "runtime/harness/core/TimingMode.h"
#include "runtime/harness/run/PipeProfile.h"
#include "runtime/harness/run/Toolchain.h"
#include "runtime/harness/run/VariantTable.h"
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace warpsmith::harness {

/// One verification of one contestant.
struct Check {
  std::string probe;
  std::string step; // "verification on random inputs", "verification after timing"
  bool passed = false;
  bool applicable = true; // false: a library has nothing for such a product
  std::string reason;
  std::vector<std::string> examples;
  double maxError = 0;
  double errorBound = 0; // of the element with the largest error
  double maxRatio = 0;   // largest error / bound
  double scaledError = 0;
  std::size_t failures = 0;          // wrong elements of all outputs
  double referenceSeconds = 0;       // to compute the FP64 reference
  std::optional<bool> identical;     // to the original, bit for bit
  std::vector<std::string> kernels;  // that ran, where the device tells
  std::vector<std::string> launches; // what rewritten kernels said of them
};

/// One batch of launches.
struct TimedSample {
  int round = 0;
  int launches = 0;
  double seconds = 0;                                // of one launch
  double hostSeconds = 0;                            // to enqueue one launch
  std::optional<double> smClock, power, temperature; // MHz, W, degrees Celsius
};

/// A contestant's samples in one mode.
struct TimedMode {
  TimingMode mode;
  std::vector<TimedSample> samples;
  bool inGraph = false;                    // they were replayed from a CUDA graph
  int algorithm = 0;                       // of a library: the index of the one that ran,
  int algorithms = 1;                      // of so many that were compared
  std::optional<double> kernelHostSeconds; // to enqueue its kernels and nothing else

  std::vector<double> seconds() const;
  std::vector<double> hostSeconds() const;
};

enum class Verdict {
  Passed,
  OriginalRan,   ///< right, but every launch was left to the original kernel
  NotApplicable, ///< the variant is not for this kernel, type, size or device
  Failed,
  Skipped ///< an interrupt came first
};

/// "ok", "original ran", "not applicable", "failed" or "skipped".
std::string_view spelling(Verdict verdict);

/// One contestant at one size.
struct Row {
  const Benchmark *benchmark = nullptr;
  Variant variant; // a baseline has its name and contract, and "cuBLAS" for passes
  bool isBaseline = false;
  bool isTwin = false; // the second entry of the A/A pair
  ElementType type = ElementType::F32;
  Sizes sizes;
  Verdict verdict = Verdict::Passed;
  std::string reason; // why it is neither Passed nor OriginalRan
  std::vector<Check> checks;
  TimedMode timing;                    // in the first mode
  std::vector<TimedMode> otherTimings; // in the others
  std::set<std::string> kernels;       // that runs launched, where the device tells
  std::vector<std::string> launches;   // what rewritten kernels said of them, each once
  Utilisation utilisation;             // where it was profiled
  std::string build;                   // tells builds apart; empty for what was not built
  int device = 0;                      // its place in Results::devices

  /// Adds a check; one that did not pass rejects the row.
  void add(Check check);
  /// The first reason stays.
  void reject(const std::string &why);
  /// What comes after verification is for these alone.
  bool isVerified() const { return verdict == Verdict::Passed || verdict == Verdict::OriginalRan; }
  bool timed() const { return isVerified() && !timing.samples.empty(); }
  /// True when a product of a rewritten variant ran as it was written, at some launch or at all.
  bool fellBack() const;
  /// Passed becomes OriginalRan where no rewritten kernel ran.
  void settle();
  std::vector<double> seconds() const { return timing.seconds(); }
};

/// What an A/A pair says about differences that mean nothing.
struct NoiseFloor {
  std::string contestant;
  ElementType type = ElementType::F32;
  Sizes sizes;
  double relative = 0; // largest deviation from 1 within the interval of the median ratio
  const Benchmark *benchmark = nullptr;
};

struct Results {
  nlohmann::json device;               // the worker's description; of several the first's
  std::vector<nlohmann::json> devices; // all of them, where there are several or they are numbered
  std::vector<Row> rows;
  std::vector<NoiseFloor> noise;
  bool interrupted = false;
  std::string outputWrittenBy; // the variant behind --output
  std::size_t bufferSets = 0;  // of the last size that was timed
  std::size_t bufferBytes = 0;
  std::vector<std::string> lostDevices; // a sentence for each
  std::vector<std::string> notProfiled; // the same of contestants that --profile failed for

  bool allPassed() const;
  const Row *find(const Row &like, const std::string &name) const;
};

} // namespace warpsmith::harness
