#include "runtime/harness/worker/Cuda.h"

namespace warpsmith::harness::worker {

void check(cudaError_t status, const std::string &what) {
  if (status == cudaSuccess)
    return;
  throw CudaError(what + ": " + cudaGetErrorString(status) + " (" + cudaGetErrorName(status) + ")");
}

void synchronize(const std::string &what) {
  check(cudaDeviceSynchronize(), what);
  check(cudaGetLastError(), what);
}

bool contextIsLost() {
  cudaGetLastError(); // an error of one call, unlike a lost context, goes away by being read
  return cudaDeviceSynchronize() != cudaSuccess;
}

} // namespace warpsmith::harness::worker
