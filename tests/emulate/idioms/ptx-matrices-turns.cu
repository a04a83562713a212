// RUN: %same rewritten 'tensorize<mma>' --numerics=bf16
// RUN: %contraction
// A product by mma.sync whose tiles are copied by cp.async, two halves by turns: each branch of a
// condition waits for what it needs. All numbers are whole and small.
#include "program.h"
#include <cstdint>
#include <cuda_bf16.h>
#include <vector>

// Two halves of the tiles take turns, with BF16.
__global__ void turns(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int n, int k) {
  constexpr int BM = 32, BN = 32, BK = 16;
  __shared__ __nv_bfloat16 as[2][BM][BK], bs[2][BK][BN];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warpRow = warp / 2 * 16,
            warpColumn = warp % 2 * 16;
  float sums[2][4] = {};
  auto copy = [&](int half, int tile) {
    const int r = threadIdx.x / 4, l = threadIdx.x % 4 * 4, kr = threadIdx.x / 8,
              cc = threadIdx.x % 8 * 4;
    uint32_t to = __cvta_generic_to_shared(&as[half][r][l]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to),
                 "l"(&a[(blockIdx.y * BM + r) * k + tile * BK + l]));
    to = __cvta_generic_to_shared(&bs[half][kr][cc]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to),
                 "l"(&b[(tile * BK + kr) * n + blockIdx.x * BN + cc]));
    asm volatile("cp.async.commit_group;");
  };
  copy(0, 0);
  for (int t = 0; t < k / BK; ++t) {
    const int half = t % 2;
    if (t + 1 < k / BK) {
      copy(half ^ 1, t + 1);
      asm volatile("cp.async.wait_group 1;");
    } else {
      asm volatile("cp.async.wait_group 0;");
    }
    __syncthreads();
    uint32_t left[4], right[2][2];
    uint32_t from = __cvta_generic_to_shared(&as[half][warpRow + lane % 16][lane / 16 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(left[0]), "=r"(left[1]), "=r"(left[2]), "=r"(left[3])
                 : "r"(from));
    from = __cvta_generic_to_shared(&bs[half][lane % 16][warpColumn + lane / 16 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(right[0][0]), "=r"(right[0][1]), "=r"(right[1][0]), "=r"(right[1][1])
                 : "r"(from));
    for (int j = 0; j < 2; ++j)
      asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, "
                   "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                   : "+f"(sums[j][0]), "+f"(sums[j][1]), "+f"(sums[j][2]), "+f"(sums[j][3])
                   : "r"(left[0]), "r"(left[1]), "r"(left[2]), "r"(left[3]), "r"(right[j][0]),
                     "r"(right[j][1]));
    __syncthreads();
  }
  for (int j = 0; j < 2; ++j) {
    float *to = &c[(blockIdx.y * BM + warpRow + lane / 4) * n + blockIdx.x * BN + warpColumn +
                   j * 8 + lane % 4 * 2];
    *reinterpret_cast<float2 *>(to) = make_float2(sums[j][0], sums[j][1]);
    *reinterpret_cast<float2 *>(to + 8 * n) = make_float2(sums[j][2], sums[j][3]);
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
  __nv_bfloat16 *a = smallNumbers<__nv_bfloat16>(3), *b = smallNumbers<__nv_bfloat16>(11);
  float *c = smallNumbers<float>(5);
  turns<<<dim3(3, 2), 128>>>(a, b, c, 96, 80);
  printArray(c);
}

// CHECK: contraction turns
// CHECK-NEXT:   domain   %m < 32 * gridDim.y, %n < 32 * gridDim.x, %k < 16 * ((k) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: bf16
// CHECK-NEXT:   B        b[%k * n + %n]: bf16
