/// Runs kernels of a test, which are plain functions in emulation mode.
#pragma once

#include "cuda_runtime.h"
#include "warpsmith_emulator/launch.h"
#include <gtest/gtest.h>
#include <string>

namespace warpsmith::emulator::test {

/// Runs and expects it to end well.
template <typename... Parameters, typename... Given>
void run(void (*kernel)(Parameters...), dim3 grid, dim3 block, Given... given) {
  launch(kernel, Configuration(grid, block), given...);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

/// What a kernel that must fail says on standard error; the device is then as new.
template <typename... Parameters, typename... Given>
std::string mistakeOf(void (*kernel)(Parameters...), dim3 grid, dim3 block, Given... given) {
  ::testing::internal::CaptureStderr();
  launch(kernel, Configuration(grid, block), given...);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaDeviceReset();
  (void)cudaGetLastError();
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(error, cudaSuccess);
  return text;
}

/// Host and device memory are one here.
template <typename Element>
class ManagedArray {
public:
  explicit ManagedArray(std::size_t count) {
    EXPECT_EQ(cudaMallocManaged(&elements, count * sizeof(Element)), cudaSuccess);
  }
  ~ManagedArray() { cudaFree(elements); }
  ManagedArray(const ManagedArray &) = delete;
  ManagedArray &operator=(const ManagedArray &) = delete;
  operator Element *() const { return elements; }
  Element &operator[](std::size_t i) const { return elements[i]; }

private:
  Element *elements = nullptr;
};

} // namespace warpsmith::emulator::test
