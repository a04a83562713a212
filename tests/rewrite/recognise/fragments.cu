// RUN: warpsmith %s --emit=contraction -- | FileCheck %s
// RUN: warpsmith %s --passes=auto --arch=sm_80 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: warpsmith %s --passes=auto --arch=sm_80 --numerics=fp16 -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: warpsmith %s --passes=auto --arch=sm_90a -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=BYTES
// Fragments of WMMA, one a warp: warps in a row of the grid, and those that threadIdx.y numbers.
// EXACT: left 'byGrid' alone: auto finds nothing for it: the original adds up on tensor cores, which rounds otherwise; allow that with --numerics=fp16
// EXACT: left 'ofBytes' alone: auto finds nothing for it: the original adds up on tensor cores, and integers run on them by tensorize<wgmma> alone
// BYTES: rewrote 'ofBytes': tensorize<wgmma>
// HALF: rewrote 'byGrid': {{.*}}tensorize
// HALF: rewrote 'byRows': {{.*}}tensorize
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
__global__ void byGrid(const half *a, const half *b, float *c, int M, int N, int K, float alpha) {
  int warpM = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
  int warpN = (blockIdx.y * blockDim.y + threadIdx.y);
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int i = 0; i < K; i += 16) {
    int aRow = warpM * 16, aCol = i, bRow = i, bCol = warpN * 16;
    if (aRow < M && aCol < K && bRow < K && bCol < N) {
      wmma::load_matrix_sync(left, a + aRow * K + aCol, K);
      wmma::load_matrix_sync(right, b + bRow * N + bCol, N);
      wmma::mma_sync(sums, left, right, sums);
    }
  }
  if (warpM * 16 < M && warpN * 16 < N) {
    for (int i = 0; i < sums.num_elements; i++) sums.x[i] *= alpha;
    wmma::store_matrix_sync(c + warpM * 16 * N + warpN * 16, sums, N, wmma::mem_row_major);
  }
}
__global__ void byRows(const half *a, const half *b, float *c, int M, int N, int K) {
  int row = (blockIdx.y * blockDim.y + threadIdx.y) * 16, col = blockIdx.x * 16;
  if (row >= M || col >= N) return;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  for (int k = 0; k < K; k += 16) {
    wmma::load_matrix_sync(left, a + row * K + k, K);
    wmma::load_matrix_sync(right, b + col * K + k, K);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + row * N + col, sums, N, wmma::mem_row_major);
}
// Sums of integers are the same in every order.
__global__ void ofBytes(const signed char *a, const signed char *b, int *c, int N, int K) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sums;
  wmma::fill_fragment(sums, 0);
  for (int k = 0; k < K; k += 16) {
    wmma::load_matrix_sync(left, a + blockIdx.y * 16 * K + k, K);
    wmma::load_matrix_sync(right, b + blockIdx.x * 16 * K + k, K);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + blockIdx.y * 16 * N + blockIdx.x * 16, sums, N, wmma::mem_row_major);
}
void run(half *a, half *b, float *c, signed char *p, signed char *q, int *d, int M, int N, int K) {
  byGrid<<<dim3((M + 63) / 64, (N + 63) / 64), dim3(128, 4)>>>(a, b, c, M, N, K, 2.0f);
  byRows<<<dim3(N / 16, (M + 63) / 64), dim3(32, 4)>>>(a, b, c, M, N, K);
  ofBytes<<<dim3(N / 16, M / 16), 32>>>(p, q, d, N, K);
}
// CHECK: contraction byGrid
// CHECK-NEXT: domain   %m < M, %n < N, %k < 16 * (((long long)K + 15) / 16)
// CHECK-NEXT: A        a[%m * K + %k]: f16
// CHECK-NEXT: B        b[%k * N + %n]: f16
// CHECK-NEXT: C        c[%m * N + %n]: f32
// CHECK: result   sum * alpha
// CHECK: order    the original adds up on tensor cores
// CHECK: requires blockDim.x == 32 * ((blockDim.x) / 32)
// CHECK: requires N == 16 * ((N) / 16)
// CHECK: requires M == 16 * ((M) / 16)
// CHECK: contraction byRows
// CHECK-NEXT: domain   %m < M, %n < N
// CHECK: B        b[%n * K + %k]: f16
// CHECK: requires blockDim.x == 32
// CHECK: contraction ofBytes
// CHECK: step     sum + (int)A * (int)B
