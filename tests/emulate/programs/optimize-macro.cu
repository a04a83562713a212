// RUN: warpsmith-emulate %s -o %t && %t | FileCheck %s --check-prefix=PLAIN
// RUN: warpsmith-emulate -O0 %s -o %t && %t | FileCheck %s --check-prefix=PLAIN
// RUN: warpsmith-emulate %s -o %t -- -O3 && %t | FileCheck %s --check-prefix=OPTIMIZED
// RUN: warpsmith-emulate %s -o %t -- -O3 -O0 && %t | FileCheck %s --check-prefix=PLAIN
// A launch is translated where the compiler sees it: __OPTIMIZE__ follows the user's flags, as with
// nvcc, whatever the emulator optimises by itself.
#include <cstdio>

__global__ void put(int *to, int value) {
  *to = value;
}

int main() {
  int *value = nullptr;
  int found = 0;
  cudaMalloc(reinterpret_cast<void **>(&value), sizeof(int));
#ifdef __OPTIMIZE__
  put<<<1, 1>>>(value, 1);
#endif
#ifndef __OPTIMIZE__
  put<<<1, 1>>>(value, 2);
#endif
  cudaMemcpy(&found, value, sizeof(int), cudaMemcpyDeviceToHost);
#ifdef __NO_INLINE__
  const char *inlining = "not inlined";
#else
  const char *inlining = "inlined";
#endif
  // PLAIN: 2 not inlined
  // OPTIMIZED: 1 inlined
  std::printf("%d %s\n", found, inlining);
  cudaFree(value);
}
