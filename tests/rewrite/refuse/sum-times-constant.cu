// A product of the sum and a constant may be computed where the loop ends, and is then no part of an
// FMA behind it: `1.5f * sum + C` is rounded twice in a loop over k < p, and once in one over a
// constant number of steps. nvcc makes a difference of a sum with a negated factor.
// RUN: not warpsmith %s --passes=tile -o %t.cu -- -DSTEPS=p -DSTART=0 '-DSTORED=1.5f*sum+c[i*n+j]' 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not warpsmith %s --passes=resident -o %t.cu -- -DSTEPS=p -DSTART=0 '-DSTORED=1.5f*sum+c[i*n+j]' 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not warpsmith %s --passes=tile -o %t.cu -- -DSTEPS=p -DSTART=0 '-DSTORED=0.3f*c[i*n+j]-0.7f*sum' 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not warpsmith %s --passes=tile -o %t.cu -- -DSTEPS=p -DSTART=0 '-DSTORED=sum/4.0f+c[i*n+j]' 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not warpsmith %s --passes=tile -o %t.cu -- -DSTEPS=p -DSTART=0 '-DSTORED=-alpha*sum+0.7f*c[i*n+j]' 2>&1 | FileCheck %s --check-prefix=PRODUCTS
// RUN: not warpsmith %s --passes=tile -o %t.cu -- -DSTEPS=p -DSTART=0 '-DSTORED=alpha*sum+c[i*n+j]/4.0f' 2>&1 | FileCheck %s --check-prefix=PRODUCTS
// RUN: warpsmith %s --passes=tile --error-on-missed -o %t.cu -- -DSTEPS=1024 -DSTART=0 '-DSTORED=1.5f*sum+c[i*n+j]'
// RUN: warpsmith %s --passes=tile --error-on-missed -o %t.cu -- -DSTEPS=p '-DSTART=c[i*n+j]' '-DSTORED=1.5f*sum+alpha'
// RUN: warpsmith %s --passes=tile --error-on-missed -o %t.cu -- -DSTEPS=p -DSTART=0 '-DSTORED=1.5f*sum+1.0f'
// RUN: warpsmith %s --passes=tile --error-on-missed -o %t.cu -- -DSTEPS=p -DSTART=0 '-DSTORED=alpha*(1.5f*sum)+c[i*n+j]'
// RUN: warpsmith %s --passes=tile --numerics=fp32 --error-on-missed -o %t.cu -- -DSTEPS=p -DSTART=0 '-DSTORED=1.5f*sum+c[i*n+j]'
// CONSTANT: adds a product of the sum and a constant, and whether nvcc contracts it into an FMA cannot be told
// PRODUCTS: adds products, and which one nvcc contracts into an FMA cannot be told
__global__ void gemm(int m, int n, int p, float alpha, const float *a, const float *b, float *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = START;
    for (int k = 0; k < STEPS; ++k)
      sum += a[i * p + k] * b[k * n + j];
    c[i * n + j] = STORED;
  }
}
void run(dim3 grid, dim3 block, float *x) { gemm<<<grid, block>>>(1, 1, 1, 1.0f, x, x, x); }
