// RUN: warpsmith %s --arch=sm_80 --passes=auto -o %t.cu 2> %t.remarks -- && cmp %s %t.cu
// RUN: FileCheck %s --input-file=%t.remarks
// RUN: warpsmith %s --arch=sm_80 --passes=auto --numerics=fp32 -o %t.cu 2> %t.remarks -- && cmp %s %t.cu
// RUN: FileCheck %s --input-file=%t.remarks
// Tensor cores that sum in half become such that sum in float under one contract alone.
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
// CHECK: remark: left 'product' alone: {{.*}}the original adds up on tensor cores, which rounds otherwise; allow that with --numerics=fp16
__global__ void product(const half *a, const half *b, half *c, int n, int k) {
  const int row = blockIdx.y * 16, column = blockIdx.x * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> right;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> sums;
  wmma::fill_fragment(sums, __float2half(0.0f));
  for (int l = 0; l < k; l += 16) {
    wmma::load_matrix_sync(left, a + row * k + l, k);
    wmma::load_matrix_sync(right, b + l * n + column, n);
    wmma::mma_sync(sums, left, right, sums);
  }
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}
void run(const half *a, const half *b, half *c, int m, int n, int k) {
  product<<<dim3(n / 16, m / 16), 32>>>(a, b, c, n, k);
}
