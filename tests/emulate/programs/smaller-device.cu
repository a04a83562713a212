// RUN: warpsmith %s --passes='tile,pipeline<stages=3>,warp-specialize<dma=4>' --arch=sm_80 --error-on-missed -o %t.cu -- %flags
// RUN: sed -i 's/^    device.number = number;/& device.multiprocessors = 1;/' %t.cu
// RUN: warpsmith-emulate %t.cu -o %t.program -- %flags
// RUN: env WARPSMITH_EMULATOR_TRACE=1 WARPSMITH_EMULATOR_DEVICE=sm_80 %t.program 2> %t.sm_80 > %t.result
// RUN: env WARPSMITH_EMULATOR_TRACE=1 WARPSMITH_EMULATOR_DEVICE=sm_86 %t.program 2> %t.sm_86 | cmp - %t.result
// RUN: FileCheck %s --check-prefix=SM80 --input-file=%t.sm_80
// RUN: FileCheck %s --check-prefix=SM86 --input-file=%t.sm_86
// One multiprocessor is soonest done with the largest tile. Where it has too little shared memory
// for that one, it takes another one, not the original.
// SM80: launch of {{.*}}_support::{{.*}}kernel<{{.*}}Tile<{{.*}}Problem, 128, 128,
// SM86-NOT: launch of
// SM86: launch of {{.*}}_support::{{.*}}kernel<{{.*}}Tile<{{.*}}Problem, 64, 128,
// SM86-NOT: launch of
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(4, 16), dim3(32, 8)>>>(128, 128, 16, a, b, c);
  printArray(c);
}
