// RUN: not warpsmith-emulate %s -o %t -- 2>&1 | FileCheck %s --implicit-check-not=error:
// Without __grid_constant__ the map's address is that of a copy in local memory.
#include "../Inputs/tma.h"

// CHECK: tma-no-grid-constant.cu:[[@LINE+1]]:{{[0-9]+}}: error: emulator: a tensor map as a parameter must be const __grid_constant__
__global__ void kernel(const CUtensorMap map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}

int main() {}
