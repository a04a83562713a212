/// Whether this file's compiler fuses products and sums: nvcc does, unless it is told -fmad=false.
/// What stands here is for this file alone, as other files may be compiled with other flags.
#pragma once

#include "warpsmith/device/workspace.h"

namespace warpsmith {

static __device__ double probedSum;

/// a * b + c, as the original computes it, with numbers that the compiler does not know.
static __global__ void probeProduct(double a, double b, double c) {
  const double product = a * b;
  probedSum = product + c;
}

/// Whether the compiler fused probeProduct; false after any error. Waits for the kernel.
static bool probeFusedProducts() {
  // What other threads capture is neither touched by this nor in its way.
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  // Beside 1 + 2 * small, the product's last digit, small * small, is lost unless it is fused.
  const double small = 1.0 / (1 << 30);
  double a = 1 + small, c = -1 - 2 * small, sum = 0;
  void *arguments[] = {&a, &a, &c};
  cudaStream_t own = nullptr; // what the caller's stream holds may wait for the host
  const bool ran = cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking) == cudaSuccess &&
                   cudaLaunchKernel(reinterpret_cast<const void *>(probeProduct), dim3(1), dim3(1),
                                    arguments, 0, own) == cudaSuccess &&
                   cudaMemcpyFromSymbolAsync(&sum, probedSum, sizeof(sum), 0,
                                             cudaMemcpyDeviceToHost, own) == cudaSuccess &&
                   cudaStreamSynchronize(own) == cudaSuccess;
  if (own)
    cudaStreamDestroy(own);
  if (!ran)
    cudaGetLastError(); // the fallback must not report it
  cudaThreadExchangeStreamCaptureMode(&mode);
  return ran && sum != 0;
}

/// True where the original fuses its products and sums, too. Found out once on each device; while
/// the stream is captured that is not possible, and false until it is known.
static bool fusesProducts(const Device &device, cudaStream_t stream) {
  enum Answer : char { Unknown, Yes, No };
  constexpr int MostDevices = 64;
  static std::atomic<Answer> answers[MostDevices];
  if (device.number < 0 || device.number >= MostDevices)
    return false;
  std::atomic<Answer> &answer = answers[device.number];
  if (answer == Unknown && !isCaptured(stream))
    answer = probeFusedProducts() ? Yes : No;
  if (answer != Yes)
    noteRefusal("its compiler does not fuse products and sums, as after -fmad=false");
  return answer == Yes;
}

} // namespace warpsmith
