// RUN: warpsmith %s --arch=sm_80 --passes=auto --numerics=fp16 -o %t.cu 2> %t.remarks -- && cmp %s %t.cu
// RUN: FileCheck %s --input-file=%t.remarks
// Registers that tensor cores sum in half, and that begin or end a step with something else.
#include <cstdint>
#include <cuda_fp16.h>
#define WORD(x) (*((uint32_t *)(x)))
#define MULTIPLY                                                                                   \
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, "       \
               "{%5, %6};"                                                                         \
               : "=r"(sums[0]), "=r"(sums[1])                                                      \
               : "r"(WORD(left + group * k + l + member)),                                         \
                 "r"(WORD(left + (group + 8) * k + l + member)),                                   \
                 "r"(WORD(right + group * k + l + member)), "r"(sums[0]), "r"(sums[1]))
#define BEGIN                                                                                      \
  half *left = a + blockIdx.y * 16 * k, *right = b + blockIdx.x * 8 * k;                           \
  half *to = c + blockIdx.y * 16 * n + blockIdx.x * 8;                                             \
  const int group = threadIdx.x / 4, member = threadIdx.x % 4 * 2

// CHECK-DAG: remark: left 'beginsWithNothing' alone: 'sums[0]' is a variable that has no value yet
__global__ void beginsWithNothing(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  uint32_t sums[2];
  for (int l = 0; l < k; l += 8)
    MULTIPLY;
  WORD(to + group * n + member) = sums[0];
  WORD(to + (group + 8) * n + member) = sums[1];
}
// CHECK-DAG: remark: left 'beginsWithOne' alone: 'sums[0]' is a word that is not known to hold sums in half
__global__ void beginsWithOne(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  uint32_t sums[2] = {1, 1};
  for (int l = 0; l < k; l += 8)
    MULTIPLY;
  WORD(to + group * n + member) = sums[0];
  WORD(to + (group + 8) * n + member) = sums[1];
}
// CHECK-DAG: remark: left 'lastStepAlone' alone: 'sums[0]' is a value that the last step of a loop has left
__global__ void lastStepAlone(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  uint32_t sums[2] = {0, 0};
  for (int l = 0; l < k; l += 8) {
    sums[0] = 0;
    sums[1] = 0;
    MULTIPLY;
  }
  WORD(to + group * n + member) = sums[0];
  WORD(to + (group + 8) * n + member) = sums[1];
}
// CHECK-DAG: remark: left 'exchanged' alone: 'sums[0]' is a value that the last step of a loop has left, and no sum of its steps
__global__ void exchanged(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  uint32_t sums[2] = {0, 0};
  for (int l = 0; l < k; l += 8) {
    MULTIPLY;
    const uint32_t held = sums[0];
    sums[0] = sums[1];
    sums[1] = held;
  }
  WORD(to + group * n + member) = sums[0];
  WORD(to + (group + 8) * n + member) = sums[1];
}
// CHECK-DAG: remark: left 'doubled' alone: 'sums[0]' is made of values of two kinds
__global__ void doubled(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  uint32_t sums[2] = {0, 0};
  for (int l = 0; l < k; l += 8) {
    MULTIPLY;
    sums[0] += sums[0];
  }
  WORD(to + group * n + member) = sums[0];
  WORD(to + (group + 8) * n + member) = sums[1];
}
void run(half *a, half *b, half *c, int n, int k) {
  beginsWithNothing<<<dim3(n / 8, 2), 32>>>(a, b, c, n, k);
  beginsWithOne<<<dim3(n / 8, 2), 32>>>(a, b, c, n, k);
  lastStepAlone<<<dim3(n / 8, 2), 32>>>(a, b, c, n, k);
  exchanged<<<dim3(n / 8, 2), 32>>>(a, b, c, n, k);
  doubled<<<dim3(n / 8, 2), 32>>>(a, b, c, n, k);
}
