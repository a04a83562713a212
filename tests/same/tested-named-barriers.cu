// Two warps fill a tile of B and two use it; named barriers say when it is full and when it is
// free.
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

#define STEPS 8

__device__ void wait(int barrier) {
  asm volatile("bar.sync %0, 128;" ::"r"(barrier) : "memory");
}

__device__ void arrive(int barrier) {
  asm volatile("bar.arrive %0, 128;" ::"r"(barrier) : "memory");
}

__global__ void candidate(int m, int n, int k, const float *A, const float *B, float *C) {
  __shared__ float tile[STEPS][64];
  const int full = 1, empty = 2;
  int row = blockIdx.y, lane = threadIdx.x % 64;
  int col = blockIdx.x * 64 + lane;
  if (threadIdx.x >= 64) {
    for (int t = 0; t < k; t += STEPS) {
      wait(empty);
      for (int p = 0; p < STEPS; ++p)
        tile[p][lane] = t + p < k && col < n ? B[(t + p) * n + col] : 0.0f;
      arrive(full);
    }
    wait(empty);
  } else {
    float sum = 0.0f;
    arrive(empty);
    for (int t = 0; t < k; t += STEPS) {
      wait(full);
      for (int p = 0; p < STEPS && t + p < k; ++p)
        sum += A[row * k + t + p] * tile[p][lane];
      arrive(empty);
    }
    if (col < n)
      C[row * n + col] = sum;
  }
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  candidate<<<dim3((n + 63) / 64, m), 128>>>(m, n, k, A, B, C);
}
