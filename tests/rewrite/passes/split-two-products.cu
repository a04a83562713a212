// RUN: warpsmith %s --passes='split<bf16x6>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a --kernel=same -o %t.cu && FileCheck %s --input-file=%t.cu
// RUN: warpsmith %s --passes='split<by-data>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a --kernel=same -o %t.cu && FileCheck %s --check-prefix=DATA --input-file=%t.cu
// RUN: not warpsmith %s --passes='split<fp16x3;narrow>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a --kernel=same --error-on-missed -o %t.cu 2>&1 | FileCheck %s --check-prefix=FP16
// RUN: not warpsmith %s --passes='split<bf16x6>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a --kernel=factors --error-on-missed -o %t.cu 2>&1 | FileCheck %s --check-prefix=FACTORS
// RUN: not warpsmith %s --passes='split<bf16x6>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a --kernel=orientation --error-on-missed -o %t.cu 2>&1 | FileCheck %s --check-prefix=ORIENTATION
// Two products of a step become one of twice the length, under one scale.
// CHECK: splitRow<Parts, Width>({a + (long long)row * lda, a2 + (long long)row * lda2}, k,
// CHECK: packedPitch<Part>(2 * k)
// CHECK: m, n, 2 * k, beta, alpha
// DATA: partsA.heaviest, partsB.heaviest, 2 * k)
// FP16: each step sums two products, whose operands may differ in magnitude
// FACTORS: each step sums two products with factors of their own
// ORIENTATION: 'a' and 'b', of the two products of a step, are not alike
__global__ void same(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    c[i * n + j] *= beta;
    for (int l = 0; l < k; l++)
      c[i * n + j] += alpha * a[i * k + l] * b[j * k + l] + alpha * b[i * k + l] * a[j * k + l];
  }
}

__global__ void factors(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n)
    for (int l = 0; l < k; l++)
      c[i * n + j] += alpha * a[i * k + l] * b[j * k + l] + beta * b[i * k + l] * a[j * k + l];
}

__global__ void orientation(int n, int k, float *a, float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n)
    for (int l = 0; l < k; l++)
      c[i * n + j] += a[i * k + l] * b[j * k + l] + b[l * n + i] * a[l * n + j];
}

void launch(int n, int k, float alpha, float beta, float *a, float *b, float *c) {
  same<<<dim3(8, 8), dim3(32, 32)>>>(n, k, alpha, beta, a, b, c);
  factors<<<dim3(8, 8), dim3(32, 32)>>>(n, k, alpha, beta, a, b, c);
  orientation<<<dim3(8, 8), dim3(32, 32)>>>(n, k, a, b, c);
}
