// RUN: %same rewritten 'tensorize<mma>' --numerics=fp16
// RUN: %contraction
// Registers that mma.sync sums in half, two sums in each, in the ways that kernels begin, hand on
// and store them. All numbers are whole and small: so the sums are the same in every order, and
// none is rounded.
#include "program.h"
#include "whole-numbers.h"
#include <cstdint>
#include <cuda_fp16.h>

#define WORD(x) (*reinterpret_cast<uint32_t *>(&(x)))
#define PAIR(x) (reinterpret_cast<half2 *>(&(x))[0])
#define FOUR(x) (reinterpret_cast<float4 *>(&(x))[0])
#define MULTIPLY(D0, D1, A0, A1, A2, A3, B0, B1, C0, C1)                                           \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, "    \
               "{%6, %7}, {%8, %9};\n"                                                             \
               : "=r"(D0), "=r"(D1)                                                                \
               : "r"(A0), "r"(A1), "r"(A2), "r"(A3), "r"(B0), "r"(B1), "r"(C0), "r"(C1))

__device__ void multiply(uint32_t (&sums)[2], const uint32_t *a, const uint32_t *b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, "
               "{%6, %7}, {%0, %1};\n"
               : "+r"(sums[0]), "+r"(sums[1])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ uint32_t wordOf(const half *from) {
  return *reinterpret_cast<const uint32_t *>(from);
}

// A function sums; the sums are stored as pairs, and begin with C.
__global__ void goesOn(half *a, half *b, half *c, int n, int k) {
  const int group = threadIdx.x / 4, member = threadIdx.x % 4 * 2;
  const half *left = a + (blockIdx.y * 16 + group) * k + member;
  const half *right = b + (blockIdx.x * 8 + group) * k + member;
  half *to = c + (blockIdx.y * 16 + group) * n + blockIdx.x * 8 + member;
  uint32_t sums[2];
  sums[0] = WORD(to[0]);
  sums[1] = WORD(to[8 * n]);
  for (int l = 0; l < k; l += 16) {
    const uint32_t from[4] = {wordOf(left + l), wordOf(left + 8 * k + l), wordOf(left + l + 8),
                              wordOf(left + 8 * k + l + 8)};
    const uint32_t other[2] = {wordOf(right + l), wordOf(right + l + 8)};
    multiply(sums, from, other);
  }
  PAIR(to[0]) = PAIR(sums[0]);
  PAIR(to[8 * n]) = *reinterpret_cast<half2 *>(&sums[1]);
}

// Other registers get the sums of a step, and hand them on; the results are summed further in
// float.
__global__ void handedOn(half *a, half *b, half *c, int n, int k) {
  const int group = threadIdx.x / 4, member = threadIdx.x % 4 * 2;
  const half *left = a + (blockIdx.y * 16 + group) * k + member;
  const half *right = b + (blockIdx.x * 8 + group) * k + member;
  half *to = c + (blockIdx.y * 16 + group) * n + blockIdx.x * 8 + member;
  uint32_t upper = 0, lower = 0;
  for (int l = 0; l < k; l += 16) {
    uint32_t d0, d1;
    MULTIPLY(d0, d1, wordOf(left + l), wordOf(left + 8 * k + l), wordOf(left + l + 8),
             wordOf(left + 8 * k + l + 8), wordOf(right + l), wordOf(right + l + 8), upper, lower);
    upper = d0;
    lower = d1;
  }
  const float2 one = __half22float2(PAIR(upper)), two = __half22float2(PAIR(lower));
  *reinterpret_cast<half2 *>(&to[0]) = __floats2half2_rn(one.x + 1.0f, one.y + 1.0f);
  *reinterpret_cast<half2 *>(&to[8 * n]) = __floats2half2_rn(two.x + 1.0f, two.y + 1.0f);
}

// Rows beyond the matrix, whose words are zero.
__global__ void guarded(half *a, half *b, half *c, int m, int n, int k) {
  const int group = threadIdx.x / 4, member = threadIdx.x % 4 * 2;
  const int row = blockIdx.y * 16 + group, column = blockIdx.x * 8 + group;
  uint32_t sums[2] = {0u, 0u};
  for (int l = 0; l < k; l += 16) {
    uint32_t from[4], other[2];
    from[0] = row < m ? wordOf(&a[row * k + l + member]) : 0u;
    from[1] = row + 8 < m ? wordOf(&a[(row + 8) * k + l + member]) : 0u;
    from[2] = row < m ? wordOf(&a[row * k + l + member + 8]) : 0u;
    from[3] = row + 8 < m ? wordOf(&a[(row + 8) * k + l + member + 8]) : 0u;
    other[0] = wordOf(&b[column * k + l + member]);
    other[1] = wordOf(&b[column * k + l + member + 8]);
    MULTIPLY(sums[0], sums[1], from[0], from[1], from[2], from[3], other[0], other[1], sums[0],
             sums[1]);
  }
  half *to = c + row * n + blockIdx.x * 8 + member;
  if (row < m)
    WORD(to[0]) = sums[0];
  if (row + 8 < m)
    WORD(to[8 * n]) = sums[1];
}

// Several registers are loaded and stored as one vector, each of two numbers.
__global__ void inVectors(const half *a, const half *b, half *c, int n, int k) {
  const int lane = threadIdx.x, column = blockIdx.x * 8;
  __shared__ half as[16 * 16], bs[8 * 16];
  uint32_t sums[4] = {}, held[4];
  for (int l = 0; l < k; l += 16) {
    FOUR(held[0]) =
        *reinterpret_cast<const float4 *>(&a[(blockIdx.y * 16 + lane / 2) * k + l + lane % 2 * 8]);
    FOUR(as[lane / 2 * 16 + lane % 2 * 8]) = FOUR(held[0]);
    if (lane < 16)
      FOUR(bs[lane / 2 * 16 + lane % 2 * 8]) =
          *reinterpret_cast<const float4 *>(&b[(column + lane / 2) * k + l + lane % 2 * 8]);
    __syncthreads();
    uint32_t from[4], other[2];
    from[0] = WORD(as[lane / 4 * 16 + lane % 4 * 2]);
    from[1] = WORD(as[(lane / 4 + 8) * 16 + lane % 4 * 2]);
    from[2] = WORD(as[lane / 4 * 16 + lane % 4 * 2 + 8]);
    from[3] = WORD(as[(lane / 4 + 8) * 16 + lane % 4 * 2 + 8]);
    other[0] = WORD(bs[lane / 4 * 16 + lane % 4 * 2]);
    other[1] = WORD(bs[lane / 4 * 16 + lane % 4 * 2 + 8]);
    MULTIPLY(sums[0], sums[1], from[0], from[1], from[2], from[3], other[0], other[1], sums[0],
             sums[1]);
    __syncthreads();
  }
  half *to = c + (blockIdx.y * 16 + lane / 4) * n + column + lane % 4 * 2;
  WORD(to[0]) = sums[0];
  WORD(to[8 * n]) = sums[1];
}

int main() {
  half *a = wholeNumbers<half>(Elements, 3), *b = wholeNumbers<half>(Elements, 11),
       *c = wholeNumbers<half>(Elements, 5);
  goesOn<<<dim3(3, 5), 32>>>(a, b, c, 24, 48);
  printArray(c);
  handedOn<<<dim3(3, 5), 32>>>(a, b, c, 24, 48);
  printArray(c);
  inVectors<<<dim3(3, 5), 32>>>(a, b, c, 24, 48);
  printArray(c);
  guarded<<<dim3(3, 4), 32>>>(a, b, c, 53, 24, 48);
  printArray(c);
}

// CHECK: contraction goesOn
// CHECK:   start    (float)C
// CHECK:   step     sum + (float)A * (float)B
// CHECK:   result   (__half)sum
// CHECK: contraction handedOn
// CHECK:   step     sum + (float)A * (float)B
// CHECK: contraction guarded
// CHECK-NEXT:   domain   %m < m, %n < 8 * gridDim.x
// CHECK: contraction inVectors
