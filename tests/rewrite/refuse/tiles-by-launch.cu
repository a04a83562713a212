// RUN: %unchanged
// Tiles that a launch's threads fill, but not whole, or not in one way.
#define T 8
#define BEGIN                                                                                      \
  __shared__ float As[T * T], Bs[T][T];                                                            \
  int tx = threadIdx.x, ty = threadIdx.y, thread = ty * blockDim.x + tx;                           \
  int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;                                        \
  float sum = 0.0f;
#define B_AND_SUM                                                                                  \
  Bs[ty][tx] = b[(k + ty) * n + col];                                                              \
  __syncthreads();                                                                                 \
  for (int e = 0; e < T; ++e)                                                                      \
    sum += As[ty * T + e] * Bs[e][tx];                                                             \
  __syncthreads();

// CHECK-DAG: remark: left 'byThread' alone: what is read of 'As' is not known to be what one thread of the block has stored there in line [[@LINE+5]]
__global__ void byThread(const float *a, const float *b, float *c, int n) {
  BEGIN
  for (int k = 0; k < n; k += T) {
    for (int i = thread; i < T; i += blockDim.x * blockDim.y)
      As[i * T + tx] = a[(blockIdx.y * T + i) * n + k + tx];
    B_AND_SUM
  }
  c[row * n + col] = sum;
}
// CHECK-DAG: remark: left 'valueByThread' alone: what is read of 'As' is not known to be what one thread of the block has stored there in line [[@LINE+5]]
__global__ void valueByThread(const float *a, const float *b, float *c, int n) {
  BEGIN
  for (int k = 0; k < n; k += T) {
    for (int i = thread; i < T * T; i += blockDim.x * blockDim.y)
      As[i] = a[(blockIdx.y * T + i / T) * n + k + ty];
    B_AND_SUM
  }
  c[row * n + col] = sum;
}
// CHECK-DAG: remark: left 'barrierInside' alone: what is read of 'As' is not known to be what one thread of the block has stored there in line [[@LINE+6]]
// Threads leave the loop at different steps.
__global__ void barrierInside(const float *a, const float *b, float *c, int n) {
  BEGIN
  for (int k = 0; k < n; k += T) {
    for (int i = thread; i < T * T - tx; i += blockDim.x * blockDim.y) {
      As[i] = a[(blockIdx.y * T + i / T) * n + k + i % T];
      __syncthreads();
    }
    B_AND_SUM
  }
  c[row * n + col] = sum;
}
// CHECK-DAG: remark: left 'otherEnd' alone: the condition {{.*}} in the loop is not implied by the guard
__global__ void otherEnd(const float *a, const float *b, float *c, int n) {
  BEGIN
  for (int k = 0; k < n; k += T) {
    As[ty * T + tx] = a[row * n + k + tx];
    Bs[ty][tx] = b[(k + ty) * n + col];
    __syncthreads();
    for (int e = 0; e < min(T, n); ++e)
      sum += As[ty * T + e] * Bs[e][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
// CHECK-DAG: remark: left 'unfilled' alone: where {{.*}} does not hold, a value is read that no thread has stored, or that an earlier step has left
__global__ void unfilled(const float *a, const float *b, float *c, int n, int m) {
  BEGIN
  for (int k = 0; k < n; k += T) {
    if (row < n)
      As[ty * T + tx] = a[row * n + k + tx];
    B_AND_SUM
  }
  if (row < m && col < m)
    c[row * n + col] = sum;
}
void run(dim3 g, dim3 t, const float *a, float *c, int n) {
  byThread<<<g, t>>>(a, a, c, n);
  valueByThread<<<g, t>>>(a, a, c, n);
  barrierInside<<<g, t>>>(a, a, c, n);
  otherEnd<<<g, t>>>(a, a, c, n);
  unfilled<<<g, t>>>(a, a, c, n, n);
}
