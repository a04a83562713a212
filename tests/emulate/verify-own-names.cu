// RUN: warpsmith %s --passes='split<by-data>,tensorize<wgmma>,at-least<products=9000000000>|tile<32;32;16;4;4>' --numerics=fp32 --arch=sm_90a --verify -o %t.cu -- %flags 2>&1 | FileCheck %s --implicit-check-not="not verified" --implicit-check-not=error:
// RUN: FileCheck %s --input-file=%t.cu --check-prefix=TEXT
// What the emulator is to leave out of generated code may stand in the user's: there it stays.
#include "program.h"

// CHECK: rewrote 'gemm': {{.*}}, in 2 cases
// TEXT: if (unitsAreFaster)
// TEXT-NEXT: c[i * n + j] = sum;
// TEXT: const bool unitsAreFaster =
// TEXT: if (unitsAreFaster)
// TEXT-NEXT: return false;
__global__ void gemm(int m, int n, int k, bool unitsAreFaster, const float *a, const float *b,
                     float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    if (unitsAreFaster)
      c[i * n + j] = sum;
    else
      c[i * n + j] = 2.0f * sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 3), dim3(16, 16)>>>(45, 37, 29, true, a, b, c);
  gemm<<<dim3(3, 3), dim3(16, 16)>>>(45, 37, 29, false, a, b, c);
  printArray(c);
}
