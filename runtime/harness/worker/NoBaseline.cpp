// For the emulator, and for a CUDA toolkit without cuBLAS.
#include "runtime/harness/worker/Baseline.h"

namespace warpsmith::harness::worker {

std::unique_ptr<Contestant> makeBaseline(const Benchmark &, ElementType, std::string_view name,
                                         const std::filesystem::path &) {
  throw std::runtime_error("'" + std::string(name) + "': this worker was built without cuBLAS");
}

std::string cublasVersion() {
  return "";
}

} // namespace warpsmith::harness::worker
