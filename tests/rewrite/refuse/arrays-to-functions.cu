// RUN: %unchanged
// Functions that are given an array of the thread's own, and do not only add products to it.
__device__ void add(const float *a, const float *b, float *sums) {
  for (int i = 0; i < 2; ++i)
    sums[i] += a[i] * b[0];
}
__device__ void restart(float *sums) { sums[1] = 0.0f; }
__device__ void beyond(const float *a, const float *b, float *sums) {
  for (int i = 0; i < 2; ++i)
    sums[i + 1] += a[i] * b[0];
}
__device__ void numbered(const float *a, const float *b, float *sums, int number) {
  sums[number] += a[0] * b[0];
}
__device__ void swapped(float *sums) {
  const float first = sums[0];
  sums[0] = sums[1];
  sums[1] = first;
}
__device__ void behindConst(const float *sums) { *const_cast<float *>(sums) = 0.0f; }
// CHECK: remark: left 'restarts' alone: 'sums[1]' is a value that the last step of a loop has left, and no sum of its steps
__global__ void restarts(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = 2 * (blockIdx.y * blockDim.y + threadIdx.y), j = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[2] = {}, rows[2], columns[1];
  for (int l = 0; l < k; ++l) {
    rows[0] = a[i * k + l];
    rows[1] = a[(i + 1) * k + l];
    columns[0] = b[l * n + j];
    add(rows, columns, sums);
    restart(sums);
  }
  c[i * n + j] = sums[0];
  c[(i + 1) * n + j] = sums[1];
}
// CHECK: remark: left 'leaves' alone: which element 'sums[i + 1]' of a local array is, is not known
__global__ void leaves(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = 2 * (blockIdx.y * blockDim.y + threadIdx.y), j = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[2] = {}, rows[2], columns[1];
  for (int l = 0; l < k; ++l) {
    rows[0] = a[i * k + l];
    rows[1] = a[(i + 1) * k + l];
    columns[0] = b[l * n + j];
    beyond(rows, columns, sums);
  }
  c[i * n + j] = sums[0];
  c[(i + 1) * n + j] = sums[1];
}
// CHECK: remark: left 'threads' alone: which element 'sums[number]' of a local array is, is not known
__global__ void threads(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = 2 * (blockIdx.y * blockDim.y + threadIdx.y), j = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[2] = {}, rows[2], columns[1];
  for (int l = 0; l < k; ++l) {
    rows[0] = a[i * k + l];
    rows[1] = a[(i + 1) * k + l];
    columns[0] = b[l * n + j];
    numbered(rows, columns, sums, threadIdx.x);
  }
  c[i * n + j] = sums[0];
  c[(i + 1) * n + j] = sums[1];
}
// CHECK: remark: left 'swaps' alone: 'sums[0]' is a value that the last step of a loop has left, and no sum of its steps
__global__ void swaps(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = 2 * (blockIdx.y * blockDim.y + threadIdx.y), j = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[2] = {}, rows[2], columns[1];
  for (int l = 0; l < k; ++l) {
    rows[0] = a[i * k + l];
    rows[1] = a[(i + 1) * k + l];
    columns[0] = b[l * n + j];
    add(rows, columns, sums);
    swapped(sums);
  }
  c[i * n + j] = sums[0];
  c[(i + 1) * n + j] = sums[1];
}
// CHECK: remark: left 'constants' alone: 'sums[0]' is a value that the last step of a loop has left, and no sum of its steps
__global__ void constants(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = 2 * (blockIdx.y * blockDim.y + threadIdx.y), j = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[2] = {}, rows[2], columns[1];
  for (int l = 0; l < k; ++l) {
    rows[0] = a[i * k + l];
    rows[1] = a[(i + 1) * k + l];
    columns[0] = b[l * n + j];
    add(rows, columns, sums);
    behindConst(sums);
  }
  c[i * n + j] = sums[0];
  c[(i + 1) * n + j] = sums[1];
}
// CHECK: remark: left 'same' alone: the sum is not over products of a row operand and a column operand
__global__ void same(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = 2 * (blockIdx.y * blockDim.y + threadIdx.y), j = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[2] = {}, rows[2], columns[1];
  for (int l = 0; l < k; ++l) {
    rows[0] = a[i * k + l];
    rows[1] = a[(i + 1) * k + l];
    columns[0] = b[l * n + j];
    add(sums, columns, sums);
  }
  c[i * n + j] = sums[0];
  c[(i + 1) * n + j] = sums[1];
}
void run(dim3 g, dim3 t, const float *a, float *c, int n) {
  restarts<<<g, t>>>(a, a, c, n, n, n);
  leaves<<<g, t>>>(a, a, c, n, n, n);
  threads<<<g, t>>>(a, a, c, n, n, n);
  swaps<<<g, t>>>(a, a, c, n, n, n);
  constants<<<g, t>>>(a, a, c, n, n, n);
  same<<<g, t>>>(a, a, c, n, n, n);
}
