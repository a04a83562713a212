// One thread for each element of the batch, numbered in one dimension, instead of three.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits
__global__ void reference(int batch, int m, int n, int k, const float *A, const float *B,
                          float *C) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int b = blockIdx.z;
  if (row >= m || col >= n)
    return;
  float sum = 0.0f;
  for (int p = 0; p < k; ++p)
    sum += A[(b * m + row) * k + p] * B[(b * k + p) * n + col];
  C[(b * m + row) * n + col] = sum;
}

__global__ void candidate(int batch, int m, int n, int k, const float *A, const float *B,
                          float *C) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < batch * m * n) {
    int b = index / (m * n);
    int row = index / n % m;
    int col = index % n;
    const float *a = A + b * m * k;
    const float *w = B + b * k * n;
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += a[row * k + p] * w[p * n + col];
    C[index] = sum;
  }
}
