// The CUDA runtime with errors as exceptions. The worker's only door to the device: the GPU's
// runtime in polybench-worker-gpu, the emulator's in polybench-worker-emulator.
#pragma once

#include <cuda_runtime.h>
#include <stdexcept>
#include <string>

namespace warpsmith::harness::worker {

/// A CUDA call that failed. After a failed launch the context cannot be used any more.
struct CudaError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A library that has nothing for this product. It refuses before it enqueues anything.
struct NotSupported : CudaError {
  using CudaError::CudaError;
};

/// Throws CudaError "WHAT: DESCRIPTION (NAME)" unless `status` is cudaSuccess.
void check(cudaError_t status, const std::string &what);

/// Waits for the device and throws what a kernel or an earlier call left behind.
void synchronize(const std::string &what);

/// True when the context is lost: every later call would fail with the same error.
bool contextIsLost();

} // namespace warpsmith::harness::worker
