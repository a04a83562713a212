// RUN: %unchanged
// Threads that fill a tile in turn, by numbers that do not count them from 0; and without a barrier
// behind it.
#define T 8
// CHECK: remark: left 'beginsAtOne' alone: what is read of 'x' is not known to be what one thread of the block has stored there in line [[@LINE+7]]
__global__ void beginsAtOne(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[T][T], y[T][T];
  int i = blockIdx.y * T + threadIdx.y, j = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < k; t += T) {
    for (int e = threadIdx.y * T + threadIdx.x + 1; e < T * T; e += T * T) {
      x[e / T][e % T] = a[(blockIdx.y * T + e / T) * k + t + e % T];
      y[e / T][e % T] = b[(t + e / T) * n + blockIdx.x * T + e % T];
    }
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}
// CHECK: remark: left 'product' alone: 'threadIdx.y * threadIdx.x' is a product of two indices
__global__ void product(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[T][T], y[T][T];
  int i = blockIdx.y * T + threadIdx.y, j = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < k; t += T) {
    for (int e = threadIdx.y * threadIdx.x; e < T * T; e += T * T) {
      x[e / T][e % T] = a[(blockIdx.y * T + e / T) * k + t + e % T];
      y[e / T][e % T] = b[(t + e / T) * n + blockIdx.x * T + e % T];
    }
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}
// CHECK: remark: left 'everySecond' alone: what is read of 'x' is not known to be what one thread of the block has stored there in line [[@LINE+7]]
__global__ void everySecond(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[T][T], y[T][T];
  int i = blockIdx.y * T + threadIdx.y, j = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < k; t += T) {
    for (int e = 2 * threadIdx.x + T * threadIdx.y; e < T * T; e += T * T) {
      x[e / T][e % T] = a[(blockIdx.y * T + e / T) * k + t + e % T];
      y[e / T][e % T] = b[(t + e / T) * n + blockIdx.x * T + e % T];
    }
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}
// CHECK: remark: left 'ownStep' alone: 'e' is a variable that each step sets anew, other than by adding what all threads and steps have alike
__global__ void ownStep(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[T][T], y[T][T];
  int i = blockIdx.y * T + threadIdx.y, j = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < k; t += T) {
    for (int e = threadIdx.y * T + threadIdx.x; e < T * T; e += T + threadIdx.x) {
      x[e / T][e % T] = a[(blockIdx.y * T + e / T) * k + t + e % T];
      y[e / T][e % T] = b[(t + e / T) * n + blockIdx.x * T + e % T];
    }
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}
// CHECK: remark: left 'noBarrier' alone: 'x' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+7]]
__global__ void noBarrier(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[T][T], y[T][T];
  int i = blockIdx.y * T + threadIdx.y, j = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < k; t += T) {
    for (int e = threadIdx.y * T + threadIdx.x; e < T * T; e += T * T) {
      x[e / T][e % T] = a[(blockIdx.y * T + e / T) * k + t + e % T];
      y[e / T][e % T] = b[(t + e / T) * n + blockIdx.x * T + e % T];
    }
    for (int l = 0; l < T; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}
void run(dim3 g, dim3 t, const float *a, float *c, int n) {
  beginsAtOne<<<g, t>>>(a, a, c, n, n, n);
  product<<<g, t>>>(a, a, c, n, n, n);
  everySecond<<<g, t>>>(a, a, c, n, n, n);
  ownStep<<<g, t>>>(a, a, c, n, n, n);
  noBarrier<<<g, t>>>(a, a, c, n, n, n);
}
