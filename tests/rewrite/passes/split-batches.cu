// RUN: warpsmith %s --passes='split<by-data>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a --kernel=products -o %t.cu && FileCheck %s --input-file=%t.cu
// RUN: warpsmith %s --passes=auto --numerics=fp32 --arch=sm_90a --kernel=products -o %t.cu && FileCheck %s --check-prefix=AUTO --input-file=%t.cu
// RUN: not warpsmith %s --passes='split<in-registers>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a --kernel=products --error-on-missed -o %t.cu 2>&1 | FileCheck %s --check-prefix=REGISTERS
// RUN: not warpsmith %s --passes='split<bf16x6>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a --kernel=twoProducts --error-on-missed -o %t.cu 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not warpsmith %s --passes='split<bf16x6>,tensorize<wgmma>,symmetric' --numerics=fp32 --arch=sm_90a --kernel=square --error-on-missed -o %t.cu 2>&1 | FileCheck %s --check-prefix=SYMMETRIC
// RUN: not warpsmith %s --passes='tensorize<wgmma>,symmetric' --numerics=tf32 --arch=sm_90a --kernel=square --error-on-missed -o %t.cu 2>&1 | FileCheck %s --check-prefix=SYMMETRIC
// The parts of each matrix of a batch are planes behind those of the matrix before.
// CHECK: backA += batchA != 0 ? (long long)index * m : 0;
// CHECK: splitMatrixOfBatch<
// CHECK: batchA != 0 ? product * Problem::Parts : 0
// A launch compares what both ways take, in nanoseconds.
// AUTO: rewritten by warpsmith as split<by-data>,tensorize<wgmma>,at-least<products=350000000>|tile,
// AUTO: unitsAreFaster(k * otherwise::leastTime<
// REGISTERS: it is a batch of products, whose operands are not split in registers
// TWO: each step sums two products, and it is a batch of them
// SYMMETRIC: it is a batch of products, whose triangles are not computed apart
__global__ void products(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  int p = blockIdx.z;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[(p * m + i) * k + l] * b[(p * k + l) * n + j];
    c[(p * m + i) * n + j] = sum;
  }
}

__global__ void twoProducts(int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  int p = blockIdx.z;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[(p * n + i) * k + l] * b[(p * n + j) * k + l] +
             b[(p * n + i) * k + l] * a[(p * n + j) * k + l];
    c[(p * n + i) * n + j] = sum;
  }
}

__global__ void square(int n, int k, const float *a, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  int p = blockIdx.z;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[(p * n + i) * k + l] * a[(p * n + j) * k + l];
    c[(p * n + i) * n + j] = sum;
  }
}

void run(int m, int n, int k, int products_, const float *a, const float *b, float *c) {
  products<<<dim3((n + 15) / 16, (m + 15) / 16, products_), dim3(16, 16)>>>(m, n, k, a, b, c);
  twoProducts<<<dim3((n + 15) / 16, (n + 15) / 16, products_), dim3(16, 16)>>>(n, k, a, b, c);
  square<<<dim3((n + 15) / 16, (n + 15) / 16, products_), dim3(16, 16)>>>(n, k, a, c);
}
