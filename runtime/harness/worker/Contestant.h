// What can be verified and timed: a variant in a shared library, or a cuBLAS baseline.
#pragma once

#include "polybench/common/polybench_abi.h"
#include "types/Numerics.h"
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace warpsmith::harness::worker {

class Contestant {
public:
  virtual ~Contestant() = default;
  /// Enqueues one run on arguments.stream without waiting. Throws CudaError when refused.
  virtual void enqueue(const PolybenchArguments &arguments) = 0;
  /// See ErrorBound: libraries may cut operands off instead of rounding them.
  virtual bool truncatesOperands() const { return false; }
  /// The buffer of which it writes the lower triangle alone, diagonal included: that much is
  /// judged, and that the rest stays as it was.
  virtual std::optional<int> lowerTriangle() const { return std::nullopt; }
  /// A library may offer several algorithms. How many there are for the last run's arguments, of
  /// at most those that considerAlgorithms() asked for; and which the next runs take.
  virtual void considerAlgorithms(int /*most*/) {}
  virtual int algorithms() const { return 1; }
  virtual void chooseAlgorithm(int /*index*/) {}
};

/// Loads a benchmark's shared library; stays loaded for the life of the process, since CUDA keeps
/// references to its kernels. Throws std::runtime_error naming the file and the cause.
std::unique_ptr<Contestant> loadLibrary(const std::filesystem::path &file);

} // namespace warpsmith::harness::worker
