// The problem that a worker has in hand, and running contestants on it.
#pragma once

#include "runtime/harness/core/Reference.h"
#include "runtime/harness/worker/Contestant.h"
#include "runtime/harness/worker/DeviceBuffer.h"
#include "runtime/harness/worker/Products.h"
#include <map>
#include <optional>

namespace warpsmith::harness::worker {

/// One set of inputs with everything that is compared against; made when it is first used.
struct Probe {
  Problem problem;
  Placement placement;
  std::vector<OutputReference> references;        // of what is computed from inputs
  double referenceSeconds = 0;                    // that they took
  bool isInteger = false;                         // where nothing rounds, results must be equal
  std::optional<std::vector<HostArray>> original; // the original's buffers after its run
  std::string originalError;                      // why there are none
};

/// The matrices and scalars of a user, for the probe "user".
struct UserData {
  std::map<std::string, std::filesystem::path> matrices; // by buffer name
  std::map<std::string, double> scalars;
};

struct SessionSettings {
  const Benchmark *benchmark = nullptr;
  ElementType type = ElementType::F32;
  Sizes sizes;
  std::uint64_t seed = 0;
  std::size_t guardBytes = 0;
  std::filesystem::path original; // the original's library; empty when it cannot be run
  std::string originalError;      // why it cannot
  std::optional<UserData> user;
};

/// The buffers after a run, and whether a kernel wrote where it must not.
struct RunResult {
  std::vector<HostArray> buffers;    // in the descriptor's order; inputs are empty
  std::optional<std::string> damage; // a sentence
  std::vector<std::string> kernels;  // that ran, where the device tells
  std::vector<std::string> launches; // what rewritten kernels said of them, for the first time
};

class Session {
public:
  explicit Session(SessionSettings settings);

  const SessionSettings &settings() const { return current; }
  const Benchmark &benchmark() const { return *current.benchmark; }
  /// Buffers that a run writes, by their index.
  std::vector<int> writtenBuffers() const;

  /// True for the library that others are compared with.
  bool isOriginal(const std::string &library) const;

  /// Names are those of InputKind, "offset" and "user". Throws InputError for others.
  Probe &probe(const std::string &name);

  /// Runs once on fresh buffers whose guard bands hold `pattern`. Throws CudaError.
  RunResult run(Contestant &contestant, const Probe &probe, unsigned char pattern) const;

  /// References of what is computed from results, for the results of that run.
  std::vector<OutputReference> linkReferences(const Probe &probe, const RunResult &result) const;

  /// The original's result for bit-for-bit comparison, or null and probe.originalError. Throws when
  /// the original's run has lost the context.
  const std::vector<HostArray> *originalResult(Probe &probe);

private:
  Problem userProblem() const;

  SessionSettings current;
  std::unique_ptr<ProductEngine> products;
  std::map<std::string, Probe> probes;
};

/// The argument struct for buffers that lie on the device.
PolybenchArguments makeArguments(const Problem &problem, const std::vector<DeviceBuffer> &buffers,
                                 void *stream);

/// Allocates every buffer of a problem, with poisoned guard bands, and uploads its contents.
std::vector<DeviceBuffer> placeBuffers(const Problem &problem, const Placement &placement,
                                       unsigned char pattern);

} // namespace warpsmith::harness::worker
