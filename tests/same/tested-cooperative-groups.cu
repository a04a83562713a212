// Groups of 16 threads, made by cooperative groups, share an element each.
// RUN: %status 4 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: no difference found, tested and not proved
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

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
  auto group = cg::tiled_partition<16>(cg::this_thread_block());
  int groups = gridDim.x * (blockDim.x / 16);
  for (int e = blockIdx.x * (blockDim.x / 16) + threadIdx.x / 16; e < m * n; e += groups) {
    const float *a = A + e / n * k;
    const float *b = B + e % n;
    float sum = 0.0f;
    for (int p = group.thread_rank(); p < k; p += group.size())
      sum += a[p] * b[p * n];
    for (int offset = group.size() / 2; offset > 0; offset /= 2)
      sum += group.shfl_down(sum, offset);
    if (group.thread_rank() == 0)
      C[e] = sum;
  }
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  candidate<<<12, 128>>>(m, n, k, A, B, C);
}
