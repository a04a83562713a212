// Three stages of tiles are copied by cp.async in inline PTX, two of them ahead.
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

#define TILE 16
#define STAGES 3

__device__ void copy(float *to, const float *from, bool valid) {
  unsigned address = (unsigned)__cvta_generic_to_shared(to);
  int bytes = valid ? 4 : 0;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(address), "l"(from), "r"(bytes)
               : "memory");
}

__global__ void candidate(int m, int n, int k, const float *A, const float *B, float *C) {
  __shared__ float As[STAGES][TILE][TILE], Bs[STAGES][TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  auto load = [&](int t) {
    bool a = row < m && t * TILE + tx < k, b = t * TILE + ty < k && col < n;
    copy(&As[t % STAGES][ty][tx], a ? &A[row * k + t * TILE + tx] : A, a);
    copy(&Bs[t % STAGES][ty][tx], b ? &B[(t * TILE + ty) * n + col] : B, b);
    asm volatile("cp.async.commit_group;");
  };
  load(0);
  load(1);
  float sum = 0.0f;
  for (int t = 0; t * TILE < k; ++t) {
    load(t + 2);
    asm volatile("cp.async.wait_group 2;" ::: "memory");
    __syncthreads();
    for (int p = 0; p < TILE && t * TILE + p < k; ++p)
      sum += As[t % STAGES][ty][p] * Bs[t % STAGES][p][tx];
    __syncthreads();
  }
  asm volatile("cp.async.wait_all;");
  if (row < m && col < n)
    C[row * n + col] = sum;
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  candidate<<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), dim3(TILE, TILE)>>>(m, n, k, A, B,
                                                                                      C);
}
