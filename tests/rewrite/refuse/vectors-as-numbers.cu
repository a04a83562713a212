// RUN: %unchanged
// Vectors of halves of which a part is something else.
#include <cstring>
#include <cuda_fp16.h>
#define PLACE                                                                                      \
  const int row = blockIdx.y * blockDim.y + threadIdx.y;                                           \
  const int column = (blockIdx.x * blockDim.x + threadIdx.x) * 8;

// CHECK-DAG: remark: left 'clearedInPart' alone: {{.*}}
__global__ void clearedInPart(int n, int k, const half *a, const half *b, half *c) {
  PLACE
  float4 sums[1]{};
  for (int i = 0; i < 2; ++i) {
    memset(sums, 0, 8);
    for (int l = 0; l < k; ++l)
      for (int j = 0; j < 8; ++j)
        reinterpret_cast<half *>(sums)[j] += a[row * k + l] * b[l * n + column + j];
  }
  *reinterpret_cast<float4 *>(&c[row * n + column]) = sums[0];
}

// CHECK-DAG: remark: left 'twoTypes' alone: {{.*}}
__global__ void twoTypes(int n, int k, const half *a, const half *b, half *c) {
  PLACE
  float4 right[1];
  half sums[8];
  for (int j = 0; j < 8; ++j)
    sums[j] = __float2half(0.0f);
  for (int l = 0; l < k; ++l) {
    right[0] = reinterpret_cast<const float4 *>(b)[l * (n / 8) + column / 8];
    reinterpret_cast<unsigned short *>(right)[1] = 0;
    for (int j = 0; j < 8; ++j)
      sums[j] += a[row * k + l] * reinterpret_cast<half *>(right)[j];
  }
  for (int j = 0; j < 8; ++j)
    c[row * n + column + j] = sums[j];
}

// CHECK-DAG: remark: left 'oneFloat' alone: {{.*}}
__global__ void oneFloat(int n, int k, const half *a, const half *b, half *c) {
  PLACE
  float4 right;
  half sums[8];
  for (int j = 0; j < 8; ++j)
    sums[j] = __float2half(0.0f);
  for (int l = 0; l < k; ++l) {
    right = *reinterpret_cast<const float4 *>(b + l * n + column);
    right.y = 0.0f;
    for (int j = 0; j < 8; ++j)
      sums[j] += a[row * k + l] * reinterpret_cast<half *>(&right)[j];
  }
  for (int j = 0; j < 8; ++j)
    c[row * n + column + j] = sums[j];
}

// CHECK-DAG: remark: left 'behind' alone: {{.*}}
__global__ void behind(int n, int k, const half *a, const half *b, half *c) {
  PLACE
  float4 right;
  half sums[8];
  for (int j = 0; j < 8; ++j)
    sums[j] = __float2half(0.0f);
  for (int l = 0; l < k; ++l) {
    right = *reinterpret_cast<const float4 *>(b + l * n + column);
    for (int j = 0; j < 8; ++j)
      sums[j] += a[row * k + l] * reinterpret_cast<half *>(&right)[j + 1];
  }
  for (int j = 0; j < 8; ++j)
    c[row * n + column + j] = sums[j];
}

// CHECK-DAG: remark: left 'lanesSwapped' alone: {{.*}}
__global__ void lanesSwapped(int n, int k, const half *a, const half *b, half *c) {
  PLACE
  half sums[8];
  for (int j = 0; j < 8; ++j)
    sums[j] = __float2half(0.0f);
  for (int l = 0; l < k; ++l) {
    float4 v = reinterpret_cast<const float4 *>(b + l * n + column)[0];
    float4 w = make_float4(v.y, v.x, v.z, v.w);
    const half *h = reinterpret_cast<const half *>(&w);
    for (int j = 0; j < 8; ++j)
      sums[j] += a[row * k + l] * h[j];
  }
  for (int j = 0; j < 8; ++j)
    c[row * n + column + j] = sums[j];
}

// CHECK-DAG: remark: left 'onesAsFloats' alone: {{.*}}
__global__ void onesAsFloats(int n, int k, const half *a, const half *b, half *c) {
  PLACE
  float4 right[1]{{1.0f, 1.0f, 1.0f, 1.0f}};
  half sums[8];
  for (int j = 0; j < 8; ++j)
    sums[j] = __float2half(0.0f);
  for (int l = 0; l < k; ++l)
    for (int j = 0; j < 8; ++j)
      sums[j] += a[row * k + l] * reinterpret_cast<half *>(right)[j];
  for (int j = 0; j < 8; ++j)
    c[row * n + column + j] = sums[j];
}

void launch(int n, int k, const half *a, const half *b, half *c) {
  const dim3 grid(n / 16, n / 6), block(2, 6);
  clearedInPart<<<grid, block>>>(n, k, a, b, c);
  twoTypes<<<grid, block>>>(n, k, a, b, c);
  oneFloat<<<grid, block>>>(n, k, a, b, c);
  behind<<<grid, block>>>(n, k, a, b, c);
  lanesSwapped<<<grid, block>>>(n, k, a, b, c);
  onesAsFloats<<<grid, block>>>(n, k, a, b, c);
}
