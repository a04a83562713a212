// RUN: warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
// Sums in shared memory that are not the thread's own.
#define T 16
#define PLACE                                                                                      \
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
#define SUM(element)                                                                               \
  for (int l = 0; l < k; ++l)                                                                      \
    element += a[i * k + l] * b[l * n + j];

// Two threads add to one element.
// CHECK: remark: left 'ofTwo' alone: what is stored in 'sums' is made of what it held before
__global__ void ofTwo(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float sums[T][T];
  PLACE
  sums[y / 2][x] = 0;
  SUM(sums[y / 2][x])
  c[i * n + j] = sums[y / 2][x];
}

// CHECK: remark: left 'ofRow' alone: {{.*}} only where 'blockDim.x == 16' and '1 >= blockDim.x'
__global__ void ofRow(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float sums[T];
  PLACE
  sums[y] = 0;
  SUM(sums[y])
  c[i * n + j] = sums[y];
}

// CHECK: remark: left 'ofOther' alone: what is stored in 'sums' is made of what it held before
__global__ void ofOther(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float sums[T][T];
  PLACE
  sums[y][x] = 0;
  SUM(sums[y][x])
  __syncthreads();
  c[i * n + j] = sums[x][y];
}

// CHECK: remark: left 'beyond' alone: an element beyond the end of 'sums'
__global__ void beyond(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float sums[T][T];
  PLACE
  sums[y + T][x] = 0;
  SUM(sums[y + T][x])
  c[i * n + j] = sums[y + T][x];
}

// CHECK: remark: left 'notSet' alone: 'SUM(sums[y][x])' is a variable that has no value yet
__global__ void notSet(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float sums[T][T];
  PLACE
  SUM(sums[y][x])
  c[i * n + j] = sums[y][x];
}
