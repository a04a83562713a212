// RUN: %same rewritten 'tensorize<wgmma>' --arch=sm_90a
// RUN: %contraction
// Sums of 8-bit integers by mma.sync in inline PTX, which are the same in every order.
#include "program.h"
#include <cstdint>

// Bytes, whose sums are exact.
__global__ void ofBytes(const int8_t *a, const int8_t *b, int *c, int n, int k) {
  const int group = threadIdx.x / 4, member = threadIdx.x % 4;
  const int row = blockIdx.y * 16 + group, column = blockIdx.x * 8;
  int d[4] = {0, 0, 0, 0};
  for (int l = 0; l < k; l += 32) {
    int a0 = *(const int *)(a + row * k + l + member * 4),
        a1 = *(const int *)(a + (row + 8) * k + l + member * 4);
    int a2 = *(const int *)(a + row * k + l + member * 4 + 16),
        a3 = *(const int *)(a + (row + 8) * k + l + member * 4 + 16);
    int b0 = *(const int *)(b + (column + group) * k + l + member * 4),
        b1 = *(const int *)(b + (column + group) * k + l + member * 4 + 16);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
                 "{%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
  }
  c[row * n + column + 2 * member] = d[0];
  c[row * n + column + 2 * member + 1] = d[1];
  c[(row + 8) * n + column + 2 * member] = d[2];
  c[(row + 8) * n + column + 2 * member + 1] = d[3];
}

int main() {
  int8_t *a = randomArray<int8_t>(3), *b = randomArray<int8_t>(11);
  int *c = randomArray<int>(5);
  ofBytes<<<dim3(5, 2), 32>>>(a, b, c, 40, 96);
  printArray(c);
}

// CHECK: contraction ofBytes
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 8 * gridDim.x, %k < 32 * (((long long)k + 31) / 32)
// CHECK-NEXT:   A        a[%m * k + %k]: i8
// CHECK-NEXT:   B        b[%n * k + %k]: i8
// CHECK-NEXT:   C        c[%m * n + %n]: i32
