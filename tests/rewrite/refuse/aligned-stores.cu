// RUN: %unchanged
// Stores that a condition on an address chooses, and that are not the same ones whatever it says.
#include <cstdint>

#define ALIGNED(p) (reinterpret_cast<uintptr_t>(p) % 16 == 0)
#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])
#define HEAD                                                                                       \
  const int row = blockIdx.y * 16 + threadIdx.y, column = (blockIdx.x * 16 + threadIdx.x) * 4;     \
  float sums[4] = {0.0f};                                                                          \
  if (row < m)                                                                                     \
    for (int l = 0; l < k; ++l)                                                                    \
      for (int j = 0; j < 4; ++j)                                                                  \
        if (column + j < n)                                                                        \
          sums[j] += a[row * k + l] * b[l * n + column + j];

// CHECK-DAG: remark: left 'reversed' alone: {{.*}}
__global__ void reversed(int m, int n, int k, const float *a, const float *b, float *c) {
  HEAD if (row < m && column + 3 < n && ALIGNED(c + row * n + column)) FLOAT4(c[row * n + column]) =
      FLOAT4(sums[0]);
  else for (int j = 0; j < 4; ++j) if (row < m && column + j < n) c[row * n + column + j] =
      sums[3 - j];
}

// CHECK-DAG: remark: left 'elsewhere' alone: {{.*}}
__global__ void elsewhere(int m, int n, int k, const float *a, const float *b, float *c) {
  HEAD if (row < m && column + 3 < n && ALIGNED(c + row * n + column)) FLOAT4(c[row * n + column]) =
      FLOAT4(sums[0]);
  else for (int j = 0; j < 4; ++j) if (row < m && column + j < n) c[row * n + column + 3 - j] =
      sums[j];
}

// CHECK-DAG: remark: left 'otherRow' alone: {{.*}}
__global__ void otherRow(int m, int n, int k, const float *a, const float *b, float *c) {
  HEAD if (row < m && column + 3 < n && ALIGNED(c + row * n + column)) FLOAT4(c[row * n + column]) =
      FLOAT4(sums[0]);
  else for (int j = 0; j < 4; ++j) if (row < m && column + j < n)
      c[(m - 1 - row) * n + column + j] = sums[j];
}

// CHECK-DAG: remark: left 'noMask' alone: {{.*}}
__global__ void noMask(int m, int n, int k, const float *a, const float *b, float *c) {
  HEAD if (row < m && column < n && ALIGNED(c + row * n + column)) FLOAT4(c[row * n + column]) =
      FLOAT4(sums[0]);
  else for (int j = 0; j < 4; ++j) if (row < m && column + j < n) c[row * n + column + j] = sums[j];
}

// CHECK-DAG: remark: left 'onlyAligned' alone: {{.*}}
__global__ void onlyAligned(int m, int n, int k, const float *a, const float *b, float *c) {
  HEAD if (row < m && column + 3 < n && ALIGNED(c + row * n + column)) FLOAT4(c[row * n + column]) =
      FLOAT4(sums[0]);
}

// CHECK-DAG: remark: left 'lessElse' alone: {{.*}}
__global__ void lessElse(int m, int n, int k, const float *a, const float *b, float *c) {
  HEAD if (row < m && column + 3 < n && ALIGNED(c + row * n + column)) FLOAT4(c[row * n + column]) =
      FLOAT4(sums[0]);
  else for (int j = 0; j < 4; ++j) if (row < m && column + j + 1 < n) c[row * n + column + j] =
      sums[j];
}

// What is stored between both remains in one case, and is stored over in the other.
// CHECK-DAG: remark: left 'storedBetween' alone: {{.*}}
__global__ void storedBetween(int m, int n, int k, const float *a, const float *b, float *c) {
  HEAD const bool isAligned = ALIGNED(c + row * n + column);
  if (row < m && column + 3 < n && isAligned)
    FLOAT4(c[row * n + column]) = FLOAT4(sums[0]);
  for (int i = 0; i < m; ++i)
    if (row < m && column < n)
      c[row * n + column] = a[i];
  if (!(row < m && column + 3 < n && isAligned))
    for (int j = 0; j < 4; ++j)
      if (row < m && column + j < n)
        c[row * n + column + j] = sums[j];
}

// CHECK-DAG: remark: left 'twoTests' alone: {{.*}}
__global__ void twoTests(int m, int n, int k, const float *a, const float *b, float *c) {
  HEAD if (row < m && column + 3 < n && ALIGNED(c + row * n + column)) FLOAT4(c[row * n + column]) =
      FLOAT4(sums[0]);
  if (!(row < m && column + 3 < n && ALIGNED(c + row * n + column + 4)))
    for (int j = 0; j < 4; ++j)
      if (row < m && column + j < n)
        c[row * n + column + j] = sums[j];
}

// CHECK-DAG: remark: left 'scaled' alone: {{.*}}
__global__ void scaled(int m, int n, int k, const float *a, const float *b, float *c) {
  HEAD const float by = ALIGNED(c + row * n + column) ? 1.0f : 2.0f;
  for (int j = 0; j < 4; ++j)
    if (row < m && column + j < n)
      c[row * n + column + j] = sums[j] * by;
}

// CHECK-DAG: remark: left 'asNumber' alone: {{.*}}
__global__ void asNumber(int m, int n, int k, const float *a, const float *b, float *c) {
  HEAD for (int j = 0; j < 4; ++j) if (row < m && column + j < n) c[row * n + column + j] =
      sums[j] + (float)((uintptr_t)c % 16);
}

void launch(int m, int n, int k, const float *a, const float *b, float *c) {
  const dim3 grid(1, 4), block(16, 16);
  reversed<<<grid, block>>>(m, n, k, a, b, c);
  elsewhere<<<grid, block>>>(m, n, k, a, b, c);
  otherRow<<<grid, block>>>(m, n, k, a, b, c);
  noMask<<<grid, block>>>(m, n, k, a, b, c);
  onlyAligned<<<grid, block>>>(m, n, k, a, b, c);
  lessElse<<<grid, block>>>(m, n, k, a, b, c);
  storedBetween<<<grid, block>>>(m, n, k, a, b, c);
  twoTests<<<grid, block>>>(m, n, k, a, b, c);
  scaled<<<grid, block>>>(m, n, k, a, b, c);
  asNumber<<<grid, block>>>(m, n, k, a, b, c);
}
