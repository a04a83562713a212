// RUN: %same rewritten 'tensorize<wmma>' --numerics=tf32
// RUN: %contraction
// Products of TF32 by mma.sync in inline PTX: the bits of floats, rounded or not. All numbers are
// whole and small: so the sums are the same in every order, and rounding changes nothing.
#include "program.h"
#include <cstdint>
#include <vector>

// TF32 from global memory, rounded; leading dimensions.
__global__ void ofFloats(const float *a, const float *b, float *c, int lda, int n, int k) {
  const int group = threadIdx.x / 4, member = threadIdx.x % 4;
  const int row = (blockIdx.y * blockDim.y + threadIdx.y) * 16 + group, column = blockIdx.x * 8;
  float d0 = 0.0f, d1 = 0.0f, d2 = 0.0f, d3 = 0.0f;
  for (int l = 0; l < k; l += 8) {
    uint32_t a0, a1, a2, a3, b0, b1;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(a0) : "f"(a[row * lda + l + member]));
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(a1) : "f"(a[(row + 8) * lda + l + member]));
    a2 = __float_as_uint(a[row * lda + l + member + 4]);
    a3 = __float_as_uint(a[(row + 8) * lda + l + member + 4]);
    b0 = __float_as_uint(b[(l + member) * n + column + group]);
    b1 = __float_as_uint(b[(l + member + 4) * n + column + group]);
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, "
                 "{%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3)
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
  }
  float *to = c + row * n + column + 2 * member;
  to[0] = d0;
  to[1] = d1;
  to[8 * n] = d2;
  to[8 * n + 1] = d3;
}

template <typename Element>
Element *smallNumbers(int seed) {
  std::vector<Element> values(Elements);
  for (size_t i = 0; i < Elements; ++i)
    values[i] = Element(static_cast<float>((i * i * 7 + i * seed + i / 5) % 9) - 4.0f);
  Element *array = nullptr;
  cudaMalloc(&array, Elements * sizeof(Element));
  cudaMemcpy(array, values.data(), Elements * sizeof(Element), cudaMemcpyHostToDevice);
  return array;
}

int main() {
  float *a = smallNumbers<float>(3), *b = smallNumbers<float>(11), *c = smallNumbers<float>(5);
  ofFloats<<<dim3(5, 2), dim3(32, 2)>>>(a, b, c, 56, 40, 48);
  printArray(c);
}

// CHECK: contraction ofFloats
// CHECK-NEXT:   domain   %m < 16 * blockDim.y * gridDim.y, %n < 8 * gridDim.x, %k < 8 * (((long long)k + 7) / 8)
// CHECK-NEXT:   A        a[%m * lda + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
