// RUN: not %parse %s 2>&1 | FileCheck %s
// A kernel cannot call what only the host has.
#include <cstdio>
float onlyHost(float x) {
  return x;
}
__global__ void kernel(float *f) {
  // CHECK: error: no matching function for call to 'onlyHost'
  f[0] = onlyHost(f[1]);
  // CHECK: error: no matching function for call to 'getchar'
  f[1] = getchar();
}
