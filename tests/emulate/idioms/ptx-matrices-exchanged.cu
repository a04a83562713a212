// RUN: %same rewritten 'tensorize<mma>' --numerics=fp16
// RUN: %contraction
// A product by mma.sync whose tiles have columns that change places by their row. All numbers are
// whole and small.
#include "program.h"
#include <cstdint>
#include <cuda_fp16.h>
#include <vector>

// Columns of 8 halves change places by the row.
__global__ void exchanged(const half *a, const half *b, float *c, int n, int k) {
  __shared__ half as[64 * 64], bs[32 * 64];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warpRow = warp / 2 * 32,
            warpColumn = warp % 2 * 16;
  float sums[2][2][4] = {};
  for (int begin = 0; begin < k; begin += 64) {
    for (int i = 0; i < 4; ++i) {
      const int row = threadIdx.x / 8 + i * 16, chunk = threadIdx.x % 8;
      const uint32_t to = __cvta_generic_to_shared(&as[row * 64 + (chunk ^ (row % 8)) * 8]);
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to),
                   "l"(&a[(blockIdx.y * 64 + row) * k + begin + chunk * 8]));
    }
    for (int i = 0; i < 2; ++i) {
      const int row = threadIdx.x / 8 + i * 16, chunk = threadIdx.x % 8;
      const uint32_t to = __cvta_generic_to_shared(&bs[row * 64 + ((chunk ^ (row & 7)) << 3)]);
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to),
                   "l"(&b[(blockIdx.x * 32 + row) * k + begin + chunk * 8]));
    }
    asm volatile("cp.async.commit_group;\n cp.async.wait_group 0;" ::: "memory");
    __syncthreads();
    for (int l = 0; l < 64 / 16; ++l) {
      uint32_t left[2][4], right[2][2];
      for (int i = 0; i < 2; ++i) {
        const int row = warpRow + i * 16 + lane % 16, chunk = l * 2 + lane / 16;
        const uint32_t from = __cvta_generic_to_shared(&as[row * 64 + (chunk ^ (row % 8)) * 8]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(left[i][0]), "=r"(left[i][1]), "=r"(left[i][2]), "=r"(left[i][3])
                     : "r"(from));
      }
      for (int j = 0; j < 2; ++j) {
        const int row = warpColumn + j * 8 + lane % 8, chunk = l * 2 + lane / 8 % 2;
        const uint32_t from = __cvta_generic_to_shared(&bs[row * 64 + ((chunk ^ (row & 7)) << 3)]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                     : "=r"(right[j][0]), "=r"(right[j][1])
                     : "r"(from));
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "
                       "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                       : "+f"(sums[i][j][0]), "+f"(sums[i][j][1]), "+f"(sums[i][j][2]),
                         "+f"(sums[i][j][3])
                       : "r"(left[i][0]), "r"(left[i][1]), "r"(left[i][2]), "r"(left[i][3]),
                         "r"(right[j][0]), "r"(right[j][1]));
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      float *to = &c[(blockIdx.y * 64 + warpRow + i * 16 + lane / 4) * n + blockIdx.x * 32 +
                     warpColumn + j * 8 + lane % 4 * 2];
      *reinterpret_cast<float2 *>(to) = make_float2(sums[i][j][0], sums[i][j][1]);
      *reinterpret_cast<float2 *>(to + 8 * n) = make_float2(sums[i][j][2], sums[i][j][3]);
    }
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
  half *a = smallNumbers<half>(3), *b = smallNumbers<half>(11);
  float *c = smallNumbers<float>(5);
  exchanged<<<dim3(3, 1), 128>>>(a, b, c, 96, 64);
  printArray(c);
}

// CHECK: contraction exchanged
// CHECK-NEXT:   domain   %m < 64 * gridDim.y, %n < 32 * gridDim.x, %k < 64 * (((long long)k + 63) / 64)
// CHECK-NEXT:   A        a[%m * k + %k]: f16
// CHECK-NEXT:   B        b[%n * k + %k]: f16
