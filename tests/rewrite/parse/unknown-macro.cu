// Macros of a header that is not there: around other calls, and around the launch itself.
// RUN: warpsmith %s --passes=tile --verbose -o %t.cu -- 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=OUT --input-file=%t.cu
// CHECK: warning: 'project/check.h' file not found, which no rewritten kernel needs
// CHECK: warning: use of undeclared identifier 'GPU_TRY'
// CHECK: warning: use of undeclared identifier 'TIMED'
// CHECK: warning: unknown type name 'Timer'
// CHECK: remark: rewrote 'mm'
// OUT: {{^}}  TIMED(mm_rewritten::launch(grid, block, 0, 0, a, b, c, n));
// OUT: {{^}}    mm_rewritten::launch(grid, block, 0, 0, a, b, c, n);

#include "project/check.h"

__global__ void mm(const double *a, const double *b, double *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  double sum = 0.0;
  for (int k = 0; k < n; ++k)
    sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}

void run(const double *a, const double *b, double *c, int n) {
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  GPU_TRY(cudaDeviceSynchronize());
  TIMED(mm<<<grid, block>>>(a, b, c, n));
}

void repeat(const double *a, const double *b, double *c, int n) {
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  Timer timer("mm");
  for (int i = 0; i < 10; i++) {
    timer.start();
    mm<<<grid, block>>>(a, b, c, n);
    GPU_TRY(cudaGetLastError());
    timer.stop();
  }
}
