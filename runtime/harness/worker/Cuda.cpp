#include "runtime/harness/worker/Cuda.h"
#include "runtime/harness/worker/DeviceInfo.h"

namespace warpsmith::harness::worker {

void check(cudaError_t status, const std::string &what) {
  if (status == cudaSuccess)
    return;
  const std::string code =
      what + ": " + cudaGetErrorString(status) + " (" + cudaGetErrorName(status) + ")";
  const std::string explanation = explainLastError();
  throw CudaError(explanation.empty() ? code : code + ": " + explanation);
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
