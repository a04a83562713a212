// RUN: warpsmith %s --arch=sm_80 --passes=auto --numerics=fp16 -o %t.cu 2> %t.remarks -- && cmp %s %t.cu
// RUN: FileCheck %s --input-file=%t.remarks
// Words of two sums in half that are more than sums: their bits count, one of the two changes, or
// they are seen as other numbers.
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define WORD(x) (*((uint32_t *)(x)))
#define MULTIPLY(D0, D1)                                                                           \
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, "       \
               "{%5, %6};"                                                                         \
               : "=r"(D0), "=r"(D1)                                                                \
               : "r"(WORD(left + group * k + l + member)),                                         \
                 "r"(WORD(left + (group + 8) * k + l + member)),                                   \
                 "r"(WORD(right + group * k + l + member)), "r"(sums[0]), "r"(sums[1]))
#define BEGIN                                                                                      \
  half *left = a + blockIdx.y * 16 * k, *right = b + blockIdx.x * 8 * k;                           \
  half *to = c + blockIdx.y * 16 * n + blockIdx.x * 8;                                             \
  const int group = threadIdx.x / 4, member = threadIdx.x % 4 * 2;                                 \
  uint32_t sums[2] = {0, 0}
#define END                                                                                        \
  WORD(to + group * n + member) = sums[0];                                                         \
  WORD(to + (group + 8) * n + member) = sums[1]

// CHECK-DAG: remark: left 'countsUp' alone:
__global__ void countsUp(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8)
    MULTIPLY(sums[0], sums[1]);
  sums[0] += 1;
  END;
}
// CHECK-DAG: remark: left 'changesSign' alone:
__global__ void changesSign(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8) {
    MULTIPLY(sums[0], sums[1]);
    sums[1] ^= 0x80008000u;
  }
  END;
}
// CHECK-DAG: remark: left 'asksForBits' alone:
__global__ void asksForBits(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8)
    MULTIPLY(sums[0], sums[1]);
  if (sums[0] == 0x80000000u)
    sums[0] = 0;
  END;
}
// CHECK-DAG: remark: left 'storesBits' alone:
__global__ void storesBits(half *a, half *b, uint32_t *c, int n, int k) {
  half *left = a + blockIdx.y * 16 * k, *right = b + blockIdx.x * 8 * k;
  const int group = threadIdx.x / 4, member = threadIdx.x % 4 * 2;
  uint32_t sums[2] = {0, 0};
  for (int l = 0; l < k; l += 8)
    MULTIPLY(sums[0], sums[1]);
  c[(blockIdx.y * 16 + group) * n + blockIdx.x * 4 + member / 2] = sums[0];
  c[(blockIdx.y * 16 + group + 8) * n + blockIdx.x * 4 + member / 2] = sums[1];
}
// CHECK-DAG: remark: left 'oneOfTwo' alone: 'reinterpret_cast<half *>(&sums[0])[1]' is a pointer to numbers as one to others
__global__ void oneOfTwo(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8) {
    MULTIPLY(sums[0], sums[1]);
    reinterpret_cast<half *>(&sums[0])[1] = __float2half(0.0f);
  }
  END;
}
// CHECK-DAG: remark: left 'oneMember' alone: 'reinterpret_cast<half2 *>(&sums[0])->y' is a part of a word, of which one is set alone
__global__ void oneMember(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8) {
    MULTIPLY(sums[0], sums[1]);
    reinterpret_cast<half2 *>(&sums[0])->y = __float2half(0.0f);
  }
  END;
}
// CHECK-DAG: remark: left 'oneOfTwoAnew' alone: 'END' is a value that the last step of a loop has left, and no sum of its steps
__global__ void oneOfTwoAnew(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8) {
    MULTIPLY(sums[0], sums[1]);
    const half2 both = *reinterpret_cast<half2 *>(&sums[0]);
    *reinterpret_cast<half2 *>(&sums[0]) = __halves2half2(both.x, __float2half(0.0f));
  }
  END;
}
// CHECK-DAG: remark: left 'twoChangePlaces' alone: 'END' is a value that the last step of a loop has left, and no sum of its steps
__global__ void twoChangePlaces(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8) {
    MULTIPLY(sums[0], sums[1]);
    const half2 both = *reinterpret_cast<half2 *>(&sums[0]);
    *reinterpret_cast<half2 *>(&sums[0]) = __halves2half2(both.y, both.x);
  }
  END;
}
// CHECK-DAG: remark: left 'wordsChangePlaces' alone: 'END' is a value that the last step of a loop has left, and no sum of its steps
__global__ void wordsChangePlaces(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8)
    MULTIPLY(sums[1], sums[0]);
  END;
}
// CHECK-DAG: remark: left 'lastStepAlone' alone: 'END' is a value that the last step of a loop has left, and no sum of its steps
__global__ void lastStepAlone(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  uint32_t results[2] = {0, 0};
  for (int l = 0; l < k; l += 8)
    MULTIPLY(results[0], results[1]);
  sums[0] = results[0];
  sums[1] = results[1];
  END;
}
// CHECK-DAG: remark: left 'asBfloat16' alone: 'END' is a word that holds numbers of another type
__global__ void asBfloat16(half *a, half *b, __nv_bfloat16 *c, int n, int k) {
  half *left = a + blockIdx.y * 16 * k, *right = b + blockIdx.x * 8 * k;
  __nv_bfloat16 *to = c + blockIdx.y * 16 * n + blockIdx.x * 8;
  const int group = threadIdx.x / 4, member = threadIdx.x % 4 * 2;
  uint32_t sums[2] = {0, 0};
  for (int l = 0; l < k; l += 8)
    MULTIPLY(sums[0], sums[1]);
  END;
}
// CHECK-DAG: remark: left 'asPairOfBfloat16' alone:
__global__ void asPairOfBfloat16(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8)
    MULTIPLY(sums[0], sums[1]);
  const __nv_bfloat162 both = *reinterpret_cast<__nv_bfloat162 *>(&sums[0]);
  *reinterpret_cast<half2 *>(&sums[0]) = __floats2half2_rn(__bfloat162float(both.x), __bfloat162float(both.y));
  END;
}
// CHECK-DAG: remark: left 'beginsWithFloat' alone:
__global__ void beginsWithFloat(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  sums[0] = __float_as_uint(1.0f);
  for (int l = 0; l < k; l += 8)
    MULTIPLY(sums[0], sums[1]);
  END;
}
// CHECK-DAG: remark: left 'beginsWithOnes' alone: 'END' is a word that is not known to hold sums in half
__global__ void beginsWithOnes(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  sums[0] = 0x3c003c00u;
  sums[1] = 0x3c003c00u;
  for (int l = 0; l < k; l += 8)
    MULTIPLY(sums[0], sums[1]);
  END;
}
// CHECK-DAG: remark: left 'goesOnInFloat' alone:
__global__ void goesOnInFloat(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  float last[4];
  for (int l = 0; l < k; l += 8) {
    MULTIPLY(sums[0], sums[1]);
    last[0] = 0.0f, last[1] = 0.0f, last[2] = 0.0f, last[3] = 0.0f;
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                 : "+f"(last[0]), "+f"(last[1]), "+f"(last[2]), "+f"(last[3])
                 : "r"(WORD(left + group * k + l + member)), "r"(WORD(left + (group + 8) * k + l + member)),
                   "r"(WORD(right + group * k + l + member)));
    sums[0] = __float_as_uint(last[0] + last[1]);
  }
  END;
}
// CHECK-DAG: remark: left 'isFactor' alone:
__global__ void isFactor(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8)
    MULTIPLY(sums[0], sums[1]);
  uint32_t others[2] = {0, 0};
  const int l = 0;
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%5, %6};"
               : "=r"(others[0]), "=r"(others[1])
               : "r"(sums[0]), "r"(sums[1]), "r"(WORD(right + group * k + l + member)), "r"(others[0]), "r"(others[1]));
  sums[0] = others[0];
  sums[1] = others[1];
  END;
}
// CHECK-DAG: remark: left 'storedAtEachStep' alone: a sum is stored before it is complete
__global__ void storedAtEachStep(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8) {
    MULTIPLY(sums[0], sums[1]);
    WORD(to + group * n + member) = sums[0];
    sums[0] = WORD(to + group * n + member);
  }
  END;
}
// CHECK-DAG: remark: left 'roundedBetween' alone:
__global__ void roundedBetween(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8) {
    MULTIPLY(sums[0], sums[1]);
    half2 both = *reinterpret_cast<half2 *>(&sums[0]);
    both.x = __hmul(both.x, __float2half(0.5f));
    *reinterpret_cast<half2 *>(&sums[0]) = both;
  }
  END;
}
// CHECK-DAG: remark: left 'transposed' alone:
__global__ void transposed(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8)
    MULTIPLY(sums[0], sums[1]);
  WORD(to + member * n + group) = sums[0];
  WORD(to + (member + 1) * n + group) = sums[1];
}
// CHECK-DAG: remark: left 'zeroByData' alone:
__global__ void zeroByData(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8) {
    MULTIPLY(sums[0], sums[1]);
    sums[0] = __half2float(a[l]) > 0.0f ? sums[0] : 0u;
    sums[1] = __half2float(a[l]) > 0.0f ? sums[1] : 0u;
  }
  END;
}
// CHECK-DAG: remark: left 'zeroByStep' alone: condition inside the loop
__global__ void zeroByStep(half *a, half *b, half *c, int n, int k) {
  BEGIN;
  for (int l = 0; l < k; l += 8) {
    MULTIPLY(sums[0], sums[1]);
    if (l > 64)
      sums[0] = 0, sums[1] = 0;
  }
  END;
}
void run(half *a, half *b, half *c, int n, int k) {
  const dim3 grid(n / 8, 2);
  countsUp<<<grid, 32>>>(a, b, c, n, k);
  changesSign<<<grid, 32>>>(a, b, c, n, k);
  asksForBits<<<grid, 32>>>(a, b, c, n, k);
  storesBits<<<grid, 32>>>(a, b, reinterpret_cast<uint32_t *>(c), n, k);
  oneOfTwo<<<grid, 32>>>(a, b, c, n, k);
  oneMember<<<grid, 32>>>(a, b, c, n, k);
  oneOfTwoAnew<<<grid, 32>>>(a, b, c, n, k);
  twoChangePlaces<<<grid, 32>>>(a, b, c, n, k);
  wordsChangePlaces<<<grid, 32>>>(a, b, c, n, k);
  lastStepAlone<<<grid, 32>>>(a, b, c, n, k);
  asBfloat16<<<grid, 32>>>(a, b, reinterpret_cast<__nv_bfloat16 *>(c), n, k);
  asPairOfBfloat16<<<grid, 32>>>(a, b, c, n, k);
  beginsWithFloat<<<grid, 32>>>(a, b, c, n, k);
  beginsWithOnes<<<grid, 32>>>(a, b, c, n, k);
  goesOnInFloat<<<grid, 32>>>(a, b, c, n, k);
  isFactor<<<grid, 32>>>(a, b, c, n, k);
  storedAtEachStep<<<grid, 32>>>(a, b, c, n, k);
  roundedBetween<<<grid, 32>>>(a, b, c, n, k);
  transposed<<<grid, 32>>>(a, b, c, n, k);
  zeroByData<<<grid, 32>>>(a, b, c, n, k);
  zeroByStep<<<grid, 32>>>(a, b, c, n, k);
}
