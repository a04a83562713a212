// RUN: %unchanged
// Loops that fill a tile, but not with one function of the element, or not in time.
#define T 16
#define R 4
#define BEGIN                                                                                      \
  __shared__ float as[T][T], bs[T][T];                                                             \
  int x = threadIdx.x, y = threadIdx.y;                                                            \
  int row = blockIdx.y * T + y, col = blockIdx.x * T + x;                                          \
  float acc[T / R] = {};
#define SUM                                                                                        \
  for (int e = 0; e < T; ++e)                                                                      \
    for (int i = 0; i < T / R; ++i)                                                                \
      acc[i] += as[y + i * R][e] * bs[e][x];                                                       \
  __syncthreads();
#define END                                                                                        \
  for (int i = 0; i < T / R; ++i)                                                                  \
    c[(row + i * R) * n + col] = acc[i];

// CHECK-DAG: remark: left 'withoutBarrier' alone: {{.*}} in shared memory is read without a __syncthreads() after it was stored
__global__ void withoutBarrier(const float *a, const float *b, float *c, int n) {
  BEGIN
  for (int k = 0; k < n; k += T) {
    for (int j = 0; j < T; j += R) {
      as[y + j][x] = a[(row + j) * n + k + x];
      bs[y + j][x] = b[(k + y + j) * n + col];
    }
    SUM
  }
  END
}
// CHECK-DAG: remark: left 'tooFew' alone: what is read of 'bs' is not known to be what one thread of the block has stored there in line [[@LINE+6]]
__global__ void tooFew(const float *a, const float *b, float *c, int n) {
  BEGIN
  for (int k = 0; k < n; k += T) {
    for (int j = 0; j < T - R; j += R) {
      as[y + j][x] = a[(row + j) * n + k + x];
      bs[y + j][x] = b[(k + y + j) * n + col];
    }
    __syncthreads();
    SUM
  }
  END
}
// CHECK-DAG: remark: left 'sameElement' alone: several threads or steps may store different values to one element of 'as'
__global__ void sameElement(const float *a, const float *b, float *c, int n) {
  BEGIN
  for (int k = 0; k < n; k += T) {
    for (int j = 0; j < T; j += R) {
      as[y][x] = a[(row + j) * n + k + x];
      bs[y + j][x] = b[(k + y + j) * n + col];
    }
    __syncthreads();
    SUM
  }
  END
}
// CHECK-DAG: remark: left 'someSteps' alone: where {{.*}} does not hold, a value is read that no thread has stored, or that an earlier step has left
__global__ void someSteps(const float *a, const float *b, float *c, int n) {
  BEGIN
  for (int k = 0; k < n; k += T) {
    for (int j = 0; j < T; j += R) {
      if (y + j < n)
        as[y + j][x] = a[(row + j) * n + k + x];
      bs[y + j][x] = b[(k + y + j) * n + col];
    }
    __syncthreads();
    SUM
  }
  END
}
// CHECK-DAG: remark: left 'manyThreads' alone: several threads or steps may store different values to one element of 'as'
__global__ void manyThreads(const float *a, const float *b, float *c, int n) {
  __shared__ float as[T], bs[T][T];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += T) {
    as[x] = a[row * n + k + x];
    bs[y][x] = b[(k + y) * n + col];
    __syncthreads();
    for (int e = 0; e < T; ++e)
      sum += as[e] * bs[e][x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
void run(dim3 g, dim3 t, const float *a, float *c, int n) {
  withoutBarrier<<<g, t>>>(a, a, c, n);
  tooFew<<<g, t>>>(a, a, c, n);
  sameElement<<<g, t>>>(a, a, c, n);
  someSteps<<<g, t>>>(a, a, c, n);
  manyThreads<<<g, t>>>(a, a, c, n);
}
