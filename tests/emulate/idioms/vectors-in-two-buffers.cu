// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Two buffers of tiles that are filled by vectors. Behind the loop the second one is multiplied,
// whose elements a thread reads by vectors, too: the launch checks that the number of tiles is
// even.
#include "program.h"
constexpr int M = 32, K = 8;

// CHECK: contraction product
// CHECK: requires (((long long)(((long long)k + 7) / 8) + 1) % 2) == 1
__global__ void product(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[2][K][M], bs[2][K][M];
  const int thread = threadIdx.y * 8 + threadIdx.x;
  const int rowOfA = thread / 2, stepOfA = thread % 2 * 4, rowOfB = thread / 8,
            columnOfB = thread % 8 * 4;
  const float *fromA = a + (blockIdx.y * M + rowOfA) * k + stepOfA,
              *fromB = b + rowOfB * n + blockIdx.x * M + columnOfB;
  float sums[4][4] = {}, left[4], right[4];
  float4 next = *reinterpret_cast<const float4 *>(fromA);
  as[0][stepOfA][rowOfA] = next.x;
  as[0][stepOfA + 1][rowOfA] = next.y;
  as[0][stepOfA + 2][rowOfA] = next.z;
  as[0][stepOfA + 3][rowOfA] = next.w;
  *reinterpret_cast<float4 *>(&bs[0][rowOfB][columnOfB]) = *reinterpret_cast<const float4 *>(fromB);
  __syncthreads();
  for (int t = 1; t < (k + K - 1) / K; ++t) {
    const int present = (t - 1) & 1, other = t & 1;
    next = *reinterpret_cast<const float4 *>(fromA + t * K);
    const float4 nextB = *reinterpret_cast<const float4 *>(fromB + t * K * n);
    for (int l = 0; l < K; ++l) {
      *reinterpret_cast<float4 *>(left) =
          *reinterpret_cast<const float4 *>(&as[present][l][threadIdx.y * 4]);
      *reinterpret_cast<float4 *>(right) =
          *reinterpret_cast<const float4 *>(&bs[present][l][threadIdx.x * 4]);
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sums[i][j] += left[i] * right[j];
    }
    as[other][stepOfA][rowOfA] = next.x;
    as[other][stepOfA + 1][rowOfA] = next.y;
    as[other][stepOfA + 2][rowOfA] = next.z;
    as[other][stepOfA + 3][rowOfA] = next.w;
    *reinterpret_cast<float4 *>(&bs[other][rowOfB][columnOfB]) = nextB;
    __syncthreads();
  }
  for (int l = 0; l < K; ++l) {
    *reinterpret_cast<float4 *>(left) =
        *reinterpret_cast<const float4 *>(&as[1][l][threadIdx.y * 4]);
    *reinterpret_cast<float4 *>(right) =
        *reinterpret_cast<const float4 *>(&bs[1][l][threadIdx.x * 4]);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        sums[i][j] += left[i] * right[j];
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      c[(blockIdx.y * M + threadIdx.y * 4 + i) * n + blockIdx.x * M + threadIdx.x * 4 + j] =
          sums[i][j];
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid(2, 3), block(8, 8);
  product<<<grid, block>>>(64, 32, a, b, c);
  printArray(c);
  product<<<grid, block>>>(64, 16, a, b, c);
  printArray(c);
}
