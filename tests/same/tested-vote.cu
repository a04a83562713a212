// A warp stays in the loop as long as one of its lanes has an element left.
// RUN: %status 4 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: no difference found, tested and not proved
__global__ void reference(int m, int n, int k, const float *A, const float *B, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * B[p * n + col];
    C[row * n + col] = sum;
  }
}

__global__ void candidate(int m, int n, int k, const float *A, const float *B, float *C) {
  int element = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = gridDim.x * blockDim.x;
  while (__any_sync(0xffffffff, element < m * n)) {
    if (element < m * n) {
      const float *a = A + element / n * k;
      const float *b = B + element % n;
      float sum = 0.0f;
      for (int p = 0; p < k; ++p, b += n)
        sum += a[p] * *b;
      C[element] = sum;
    }
    element += stride;
  }
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  candidate<<<4, 96>>>(m, n, k, A, B, C);
}
