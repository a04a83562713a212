// RUN: %unchanged
// Arrays of float4 of which it is not told what they hold, or that hold two things.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define PLACE                                                                                      \
  const int row = blockIdx.y * blockDim.y + threadIdx.y;                                           \
  const int column = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
#define SUM(left, values)                                                                          \
  for (int l = 0; l < n; ++l) {                                                                    \
    right[0] = reinterpret_cast<const float4 *>(b)[(l * n + column) / 8];                          \
    for (int j = 0; j < 8; ++j)                                                                    \
      values[j] += left * reinterpret_cast<half *>(right)[j];                                      \
  }

// Also as floats.
// CHECK: remark: left 'alsoFloats' alone: the value of 'right[0].x' is not known here
__global__ void alsoFloats(int n, const half *a, const half *b, float *c) {
  PLACE
  float4 right[1];
  half sums[8] = {};
  SUM(a[row * n + l], sums)
  c[row * n + column / 8] = right[0].x;
}

// Also as numbers of another type.
// CHECK: remark: left 'alsoOther' alone: 'reinterpret_cast<__nv_bfloat16 *>(right)[j]' is a pointer to numbers as one to others
__global__ void alsoOther(int n, const half *a, const half *b, __nv_bfloat16 *c) {
  PLACE
  float4 right[1];
  half sums[8] = {};
  SUM(a[row * n + l], sums)
  for (int j = 0; j < 8; ++j)
    c[row * n + column + j] = reinterpret_cast<__nv_bfloat16 *>(right)[j];
}

// One float4 has eight halves.
// CHECK: remark: left 'beyond' alone: 'SUM(reinterpret_cast<half *>(right)[j + 1], sums)' is an element of a local array at an index that is not known
__global__ void beyond(int n, const half *a, const half *b, half *c) {
  PLACE
  float4 right[1];
  half sums[8] = {};
  SUM(reinterpret_cast<half *>(right)[j + 1], sums)
  for (int j = 0; j < 8; ++j)
    c[row * n + column + j] = sums[j];
}

// Nothing has been stored in the array.
// CHECK: remark: left 'neverStored' alone: 'SUM(reinterpret_cast<half *>(left)[j], sums)' is a variable that has no value yet
__global__ void neverStored(int n, const half *a, const half *b, half *c) {
  PLACE
  float4 right[1], left[1];
  half sums[8] = {};
  SUM(reinterpret_cast<half *>(left)[j], sums)
  for (int j = 0; j < 8; ++j)
    c[row * n + column + j] = sums[j];
}

// A tile gets halves, and floats are read.
// CHECK: remark: left 'readAsFloats' alone: the value of 'tile[threadIdx.x].x' is not known here
__global__ void readAsFloats(int n, const half *a, const half *b, float *c) {
  PLACE
  __shared__ float4 tile[16];
  float sum = 0.0f;
  for (int l = 0; l < n; ++l) {
    if (threadIdx.y < 1)
      tile[threadIdx.x] = reinterpret_cast<const float4 *>(b)[(l * n + column) / 8];
    __syncthreads();
    sum += __half2float(a[row * n + l]) * tile[threadIdx.x].x;
    __syncthreads();
  }
  c[row * n + column / 8] = sum;
}

void launch(int n, const half *a, const half *b, half *c, __nv_bfloat16 *d, float *e) {
  const dim3 grid(n / 128, n / 16), block(16, 16);
  alsoFloats<<<grid, block>>>(n, a, b, e);
  alsoOther<<<grid, block>>>(n, a, b, d);
  beyond<<<grid, block>>>(n, a, b, c);
  neverStored<<<grid, block>>>(n, a, b, c);
  readAsFloats<<<grid, block>>>(n, a, b, e);
}
