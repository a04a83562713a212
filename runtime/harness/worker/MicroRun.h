// The worker's command `micro`: runs points of the library of microbenchmarks.
#pragma once

#include "polybench/micro/micro_abi.h"
#include "runtime/harness/worker/Cuda.h"
#include <array>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

namespace warpsmith::harness::worker {

using Iterations = std::array<int, MICRO_ROLES>;
using Send = std::function<void(const nlohmann::json &message)>;

/// The library's functions. It stays loaded for the life of the process.
class MicroLibrary {
public:
  /// Throws std::runtime_error naming the file and the cause.
  explicit MicroLibrary(const std::filesystem::path &file);

  int size() const { return suite->pointCount; }
  const MicroPoint &point(int index) const { return suite->points[index]; }

  decltype(&micro_run) run = nullptr;
  decltype(&micro_fill) fill = nullptr;
  decltype(&micro_expected) expected = nullptr;

private:
  const MicroSuite *suite = nullptr;
};

/// Warps of a block of that point.
int warpsOf(const MicroPoint &point);

/// Device memory for launches of `blocks` blocks of any point of the library.
class MicroBuffers {
public:
  MicroBuffers(const MicroLibrary &library, int blocks);
  ~MicroBuffers();
  MicroBuffers(const MicroBuffers &) = delete; // owns the memory
  MicroBuffers &operator=(const MicroBuffers &) = delete;

  /// Enqueues one launch. Throws CudaError.
  void enqueue(int point, const Iterations &iterations) const;
  /// Waits, then compares what the last launch has computed with what it must have: the first
  /// difference, or nothing.
  std::string difference(int point, const Iterations &iterations) const;
  /// Of the last launch: cycles from a block's first clock to its last, the median of all blocks.
  double cycles(int point) const;
  /// Poisons the sums, so that what a launch does not write is found.
  void poison() const;

private:
  const MicroLibrary &library;
  int blocks;
  double *sums = nullptr;
  long long *clocks = nullptr;
  void *source = nullptr;
};

/// The description of a point that the parent gets before the point runs.
nlohmann::json describe(const MicroPoint &point);

/// Runs the points whose index is in `points`: sends "begin", "point" and, on a GPU, "sample"
/// events, and "checked" at last. Returns the reply.
nlohmann::json runMicro(const MicroLibrary &library, const nlohmann::json &command,
                        const std::vector<int> &points, const Send &send);

/// The command itself: library, experiments (empty: all), and what runMicro reads.
nlohmann::json answerMicro(const nlohmann::json &command, const Send &send);

} // namespace warpsmith::harness::worker
