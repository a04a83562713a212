// RUN: warpsmith %s --emit=contraction -- 2>&1 | FileCheck %s --implicit-check-not=remark:
// What the reading rests on is asserted where the build compiles the result, also if it is only an
// extent of an array, a part of a condition at compile time, or a number of bytes.
#define T 16
#define PLACE                                                                                      \
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;  \
  if (i >= m || j >= n)                                                                            \
    return;                                                                                        \
  float sum = 0.0f;                                                                                \
  for (int l = 0; l < k; ++l)                                                                      \
    sum += a[i * k + l] * b[l * n + j]

// CHECK: contraction ofCondition
// CHECK: constant T = 16
__global__ void ofCondition(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE;
  if constexpr (T == 16)
    sum *= 2.0f;
  c[i * n + j] = sum;
}

// CHECK: contraction ofExtent
// CHECK: constant T = 16
__global__ void ofExtent(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE;
  float factors[2][T];
  const float *first = factors[0], *second = factors[1];
  c[i * n + j] = sum * static_cast<float>(second - first);
}

// CHECK: contraction ofBytes
// CHECK: constant T = 16
__global__ void ofBytes(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE;
  float factors[32];
  for (int number = 0; number < 32; ++number)
    factors[number] = 2.0f;
  memset(factors, 0, T * 4);
  c[i * n + j] = sum * factors[8];
}
