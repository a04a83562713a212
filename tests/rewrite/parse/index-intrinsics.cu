// Indices through the 24-bit products of GPUs before Fermi.
// RUN: %parsed
// RUN: %parsed-toolkit
// CHECK-DAG: remark: rewrote 'multiply'
// CHECK-DAG: remark: rewrote 'old'
// CHECK-DAG: remark: {{.*}} 'older'

#define IMUL(a, b) __mul24(a, b)

__global__ void old(float *a, float *b, float *c, unsigned n) {
  unsigned i = __umul24(blockIdx.y, blockDim.y) + threadIdx.y;
  unsigned j = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
  float sum = 0;
  for (unsigned k = 0; k < n; k++)
    sum += a[__umul24(i, n) + k] * b[__umul24(k, n) + j];
  c[__umul24(i, n) + j] = __fdividef(sum, 2.f) + __expf(sum) + __saturatef(sum);
}
__global__ void older(float *a, float *b, float *c, int n) {
  int i = IMUL(blockIdx.y, blockDim.y) + threadIdx.y, j = IMUL(blockIdx.x, blockDim.x) + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[mul24(i, n) + k] * b[IMUL(k, n) + j];
  c[i * n + j] = sum;
}
__global__ void multiply(float *a, float *b, float *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += __ldg(&a[i * n + k]) * b[k * n + j];
  c[i * n + j] = sum;
}

void run(float *a, float *b, float *c, int n) {
  dim3 block(16, 16), grid(n / 16, n / 16);
  old<<<grid, block>>>(a, b, c, n);
  older<<<grid, block>>>(a, b, c, n);
  multiply<<<grid, block>>>(a, b, c, n);
}
