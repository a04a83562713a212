// What running the microbenchmarks has found: values of the worker's events, and their rows in a
// results document.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace warpsmith::polybench {

/// One launch: its time by events, and the cycles of a block from its first clock to its last.
struct MicroLength {
  double seconds = 0;
  double cycles = 0;
};

struct MicroSample {
  MicroLength together;
  std::vector<MicroLength> alone; // of each role, where there are two
  double smClock = 0;             // MHz; 0: not read
  double power = 0;               // W; likewise
};

struct MicroPointResult {
  nlohmann::json description; // the event "point" (worker/Protocol.h)
  std::string failure;        // empty: every sum is what it must be
  bool checked = false;
  std::vector<MicroSample> samples; // none in the emulator
};

/// Results of one run of the library, filled by its worker's events.
class MicroResults {
public:
  /// Takes an event: point, checked or sample. Others are left alone.
  void take(const nlohmann::json &event);
  /// What was not checked fails for that reason: the worker was lost on the way.
  void fail(const std::string &reason);

  /// One row a point. The keys are those of a results file's summary (docs/results-format.md) and
  ///   experiment, kernel, parameters {name: value}
  ///   cycles                   of a launch, median
  ///   instructions {FFMA: n}   of a launch, by warp instruction
  ///   instructions_per_clock {FFMA: x}   and sub-partition
  ///   bytes_per_second         copied to shared memory
  ///   alone_cycles [..]        of each role by itself
  ///   overlap, with _low and _high: the time that the parts take by themselves over the time that
  ///     they take together; 1: one after the other, 2: entirely at once. The parts are the roles,
  ///     or, within one instruction stream, the instructions at the rate of the fastest point of
  ///     the experiment that has as many warps and no other instructions.
  std::vector<nlohmann::ordered_json> rows() const;

  const std::vector<MicroPointResult> &points() const { return results; }

private:
  MicroPointResult *find(const nlohmann::json &event);
  double rateAlone(const MicroPointResult &mixed, const nlohmann::json &operation) const;
  nlohmann::ordered_json row(const MicroPointResult &point, int family) const;

  std::vector<MicroPointResult> results;
};

} // namespace warpsmith::polybench
