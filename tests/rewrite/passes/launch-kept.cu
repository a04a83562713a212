// RUN: warpsmith %s --arch=sm_80 -o %t.cu -- 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT <%t.cu
// A launch that cannot be edited stays as it is, and so do the others: the kernel is rewritten where
// it stands.
#define LAUNCH(kernel) kernel<<<grid, block>>>(m, n, k, a, b, c)

// CHECK: remark: rewrote 'kept': resident; launch inside a macro, so it keeps its name, parameters and launches
__global__ void kept(int m, int n, int k, const float *a, const float *b, float *c) {
  // TEXT: if (kept_rewritten::resident(
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// TEXT: kept<<<grid, block>>>(m, n, k, a, b, c);
// TEXT-NEXT: LAUNCH(kept);
void run(dim3 grid, dim3 block, int m, int n, int k, const float *a, const float *b, float *c) {
  kept<<<grid, block>>>(m, n, k, a, b, c);
  LAUNCH(kept);
}
