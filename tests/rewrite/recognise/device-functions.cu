// RUN: warpsmith %s --emit=contraction -- | FileCheck %s
// Indices, elements, rows and products through the user's own functions of one expression.
__host__ __device__ inline size_t at(int row, int column, int lda) {
  return (size_t)row * lda + column;
}
__device__ const float *rowOf(const float *matrix, int row, int width) {
  return matrix + row * width;
}
__device__ float element(const float *matrix, int row, int column, int width) {
  return rowOf(matrix, row, width)[column];
}
template <typename T>
__device__ T times(const T &left, const T &right) {
  return left * right;
}
__device__ int global(int block, int size, int thread) { return block * size + thread; }

__global__ void kernel(int m, int n, int k, float alpha, const float *a, const float *b, float *c) {
  int i = global(blockIdx.y, blockDim.y, threadIdx.y);
  int j = global(blockIdx.x, blockDim.x, threadIdx.x);
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += times(times(alpha, element(a, i, l, k)), b[at(l, j, n)]);
    c[at(i, j, n)] = sum;
  }
}
void run(dim3 g, dim3 t, float *x) { kernel<<<g, t>>>(1, 2, 3, 1.0f, x, x, x); }
// CHECK: A        a[%m * k + %k]: f32
// CHECK: B        b[%k * n + %n]: f32
// CHECK: C        c[%m * n + %n]: f32
// CHECK: step     sum + alpha * A * B
// CHECK: threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
