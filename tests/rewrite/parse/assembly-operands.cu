// RUN: warpsmith %s --emit=contraction --numerics=fp16 -- | FileCheck %s
// RUN: warpsmith %s --passes=auto --arch=sm_80 --numerics=fp16 -o %t.cu -- && FileCheck %s --check-prefix=KEPT --input-file=%t.cu
// nvcc takes operands of inline assembly without a comma between them.
#include <cstdint>
#include <cuda_fp16.h>
#define WORD(x) (*((uint32_t *)(x)))
__global__ void gemm(half *a, half *b, half *c, int n, int k) {
  half *left = a + blockIdx.y * 16 * k, *right = b + blockIdx.x * 8 * k;
  const int group = threadIdx.x / 4, member = threadIdx.x % 4 * 2;
  uint32_t sums[2] = {0, 0};
  for (int l = 0; l < k; l += 8)
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 "
                 "{%0, %1}, {%2, %3}, {%4}, {%5, %6};"
                 : "=r"(sums[0]) "=r"(sums[1])
                 : "r"(WORD(left + group * k + l + member)),
                   "r"(WORD(left + (group + 8) * k + l + member))
                   "r"(WORD(right + group * k + l + member)) // the sums follow
                   "r"(sums[0]), "r"(sums[1]));
  WORD(c + (blockIdx.y * 16 + group) * n + blockIdx.x * 8 + member) = sums[0];
  WORD(c + (blockIdx.y * 16 + group + 8) * n + blockIdx.x * 8 + member) = sums[1];
}
void go(dim3 g, half *a, half *c, int n) { gemm<<<g, 32>>>(a, a, c, n, n); }

// CHECK: contraction gemm
// The original stays as it was written.
// KEPT: : "=r"(sums[0]) "=r"(sums[1])
