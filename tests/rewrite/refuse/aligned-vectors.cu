// RUN: %unchanged
// Conditions on addresses, of which both ways do not do the same.
#include <cstdint>
#define T 16
#define PLACE                                                                                      \
  __shared__ float as[T][T], bs[T][T];                                                             \
  const int y = threadIdx.x / 4, x = (threadIdx.x % 4) * 4;                                        \
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;                                 \
  float sums[4] = {0.0f};
#define SUM                                                                                        \
  for (int l = 0; l < 4; ++l)                                                                      \
    bs[y][x + l] = first + y < k && column + l < n ? b[(first + y) * n + column + l] : 0.0f;       \
  __syncthreads();                                                                                 \
  for (int l = 0; l < T; ++l)                                                                      \
    for (int j = 0; j < 4; ++j)                                                                    \
      sums[j] += as[y][l] * bs[l][x + j];                                                          \
  __syncthreads();
#define STORE                                                                                      \
  for (int j = 0; j < 4; ++j)                                                                      \
    if (row < m && column + j < n)                                                                 \
      c[row * n + column + j] = sums[j];
#define ALIGNED(p) (reinterpret_cast<uintptr_t>(p) % 16 == 0)

// CHECK-DAG: remark: left 'otherPlace' alone: an address chooses what is written to 'as'
__global__ void otherPlace(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    const bool whole = ALIGNED(&a[row * k + first + x]);
    for (int l = 0; l < 4; ++l)
      as[y][x + l] = whole ? a[row * k + first + x + l] : a[row * k + first + x + 3 - l];
    SUM
  }
  STORE
}

// Beyond the edge it is zero where the address is a multiple, and elsewhere what lies there.
// CHECK-DAG: remark: left 'otherEdge' alone: an address chooses what is written to 'as'
__global__ void otherEdge(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    for (int l = 0; l < 4; ++l)
      if (ALIGNED(a + row * k + first + x))
        as[y][x + l] = row < m && first + x + l < k ? a[row * k + first + x + l] : 0.0f;
      else
        as[y][x + l] = a[row * k + first + x + l];
    SUM
  }
  STORE
}

// CHECK-DAG: remark: left 'someFill' alone: no thread of the block has stored what is read of 'as'
__global__ void someFill(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    if (ALIGNED(&a[row * k + first + x]))
      for (int l = 0; l < 4; ++l)
        as[y][x + l] = row < m && first + x + l < k ? a[row * k + first + x + l] : 0.0f;
    SUM
  }
  STORE
}

// The other way does something, but fills nothing.
// CHECK-DAG: remark: left 'someFillElse' alone: no thread of the block has stored what is read of 'as'
__global__ void someFillElse(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  float unused = 0.0f;
  for (int first = 0; first < k; first += T) {
    if (ALIGNED(&a[row * k + first + x]))
      for (int l = 0; l < 4; ++l)
        as[y][x + l] = row < m && first + x + l < k ? a[row * k + first + x + l] : 0.0f;
    else
      unused = 1.0f;
    SUM
  }
  STORE
}

// CHECK-DAG: remark: left 'byData' alone: data decide whether what is read of 'as' has been stored
__global__ void byData(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  float unused = 0.0f;
  for (int first = 0; first < k; first += T) {
    if (row < m && a[0] > 0.0f)
      for (int l = 0; l < 4; ++l)
        as[y][x + l] = first + x + l < k ? a[row * k + first + x + l] : 0.0f;
    else
      unused = 1.0f;
    SUM
  }
  STORE
}

// CHECK-DAG: remark: left 'barrierThere' alone: a barrier under a condition that may differ between threads of the block
__global__ void barrierThere(int m, int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int first = 0; first < k; first += T) {
    for (int l = 0; l < 4; ++l)
      as[y][x + l] = row < m && first + x + l < k ? a[row * k + first + x + l] : 0.0f;
    if (ALIGNED(a))
      __syncthreads();
    SUM
  }
  STORE
}

// CHECK-DAG: remark: left 'returnsThere' alone: a store under a condition on an address
__global__ void returnsThere(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  if (!ALIGNED(c + row * n + column))
    return;
  if (row < m && column < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[row * k + l] * b[l * n + column];
    c[row * n + column] = sum;
  }
}

// CHECK-DAG: remark: left 'otherFactor' alone: an address chooses between two values
__global__ void otherFactor(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  if (row < m && column < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[row * k + l] * b[l * n + column];
    c[row * n + column] = ALIGNED(c + row * n + column) ? sum : 2.0f * sum;
  }
}

// CHECK-DAG: remark: left 'sometimesAdds' alone: an address chooses between two values
__global__ void sometimesAdds(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  if (row < m && column < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      if (ALIGNED(&a[row * k + l]))
        sum += a[row * k + l] * b[l * n + column];
    c[row * n + column] = sum;
  }
}

// CHECK-DAG: remark: left 'otherIndex' alone: 'ALIGNED(a) && l < k ? l : k' is a value that a condition chooses
__global__ void otherIndex(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  if (row < m && column < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l) {
      const int from = ALIGNED(a) && l < k ? l : k;
      sum += a[row * k + from] * b[l * n + column];
    }
    c[row * n + column] = sum;
  }
}

void launch(int m, int n, int k, const float *a, const float *b, float *c) {
  const dim3 grid((n + T - 1) / T, (m + T - 1) / T);
  otherPlace<<<grid, dim3(64)>>>(m, n, k, a, b, c);
  otherEdge<<<grid, dim3(64)>>>(m, n, k, a, b, c);
  someFill<<<grid, dim3(64)>>>(m, n, k, a, b, c);
  someFillElse<<<grid, dim3(64)>>>(m, n, k, a, b, c);
  byData<<<grid, dim3(64)>>>(m, n, k, a, b, c);
  barrierThere<<<grid, dim3(64)>>>(m, n, k, a, b, c);
  returnsThere<<<grid, dim3(T, T)>>>(m, n, k, a, b, c);
  otherFactor<<<grid, dim3(T, T)>>>(m, n, k, a, b, c);
  sometimesAdds<<<grid, dim3(T, T)>>>(m, n, k, a, b, c);
  otherIndex<<<grid, dim3(T, T)>>>(m, n, k, a, b, c);
}
