// RUN: %unchanged
// Asynchronous copies whose zeros are not where the original has none, or that zero a part.
#include <cuda_pipeline.h>
#define T 16
#define PLACE                                                                                      \
  __shared__ float as[T][T], bs[T][T];                                                             \
  const int y = threadIdx.y, x = threadIdx.x;                                                      \
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;                                 \
  float sum = 0.0f;
#define COPY_OF_B                                                                                  \
  __pipeline_memcpy_async(&bs[y][x], &b[(first + y) * n + column], 4,                              \
                          first + y < k && column < n ? 0 : 4);
#define SUM                                                                                        \
  __pipeline_commit();                                                                             \
  __pipeline_wait_prior(0);                                                                        \
  __syncthreads();                                                                                 \
  for (int l = 0; l < T; ++l)                                                                      \
    sum += as[y][l] * bs[l][x];                                                                    \
  __syncthreads();
#define STORE                                                                                      \
  if (row < m && column < n)                                                                       \
    c[row * n + column] = sum;

// CHECK-DAG: remark: left 'swapped' alone: {{.*}}
__global__ void swapped(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    __pipeline_memcpy_async(&as[y][x], &a[row * k + first + x], 4,
                            row < m && first + x < k ? 4 : 0);
    COPY_OF_B
    SUM
  }
  STORE
}

// CHECK-DAG: remark: left 'aPart' alone: {{.*}}
__global__ void aPart(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    __pipeline_memcpy_async(&as[y][x], &a[row * k + first + x], 4,
                            row < m && first + x < k ? 0 : 2);
    COPY_OF_B
    SUM
  }
  STORE
}

// CHECK-DAG: remark: left 'more' alone: {{.*}}
__global__ void more(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    __pipeline_memcpy_async(&as[y][x], &a[row * k + first + x], 4,
                            row < m && first + x < k ? 0 : 8);
    COPY_OF_B
    SUM
  }
  STORE
}

// CHECK-DAG: remark: left 'always' alone: {{.*}}
__global__ void always(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    __pipeline_memcpy_async(&as[y][x], &a[row * k + first + x], 4, 4);
    COPY_OF_B
    SUM
  }
  STORE
}

// CHECK-DAG: remark: left 'some' alone: {{.*}}
__global__ void some(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    __pipeline_memcpy_async(&as[y][x], &a[row * k + first + x], 4, first + x < k - 1 ? 0 : 4);
    COPY_OF_B
    SUM
  }
  STORE
}

// CHECK-DAG: remark: left 'byData' alone: {{.*}}
__global__ void byData(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    __pipeline_memcpy_async(&as[y][x], &a[row * k + first + x], 4, a[0] > 0.0f ? 0 : 4);
    COPY_OF_B
    SUM
  }
  STORE
}

// CHECK-DAG: remark: left 'counted' alone: {{.*}}
__global__ void counted(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    __pipeline_memcpy_async(&as[y][x], &a[row * k + first + x], 4, 4 * (row < m));
    COPY_OF_B
    SUM
  }
  STORE
}

void launch(int m, int n, int k, const float *a, const float *b, float *c) {
  const dim3 grid((n + T - 1) / T, (m + T - 1) / T), block(T, T);
  swapped<<<grid, block>>>(m, n, k, a, b, c);
  aPart<<<grid, block>>>(m, n, k, a, b, c);
  more<<<grid, block>>>(m, n, k, a, b, c);
  always<<<grid, block>>>(m, n, k, a, b, c);
  some<<<grid, block>>>(m, n, k, a, b, c);
  byData<<<grid, block>>>(m, n, k, a, b, c);
  counted<<<grid, block>>>(m, n, k, a, b, c);
}
